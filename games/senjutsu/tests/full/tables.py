"""Matches at full detail to start a test from, with the invented training edition. Every event in them is judged.

`red` and `blue` are sides with the players `r` (student, advantage 8) and `b` (ronin, advantage 6). Hands are dealt so
that a test may play any card of `HAND_R` and `HAND_B`; both stand face to face where a test wants it (`at`).
"""

from __future__ import annotations

from typing import Any

from games.ruleset import Actor, Event
from games.senjutsu import RULES
from games.senjutsu.full import events as f
from games.senjutsu.full.discard import excess
from games.senjutsu.play import training
from games.senjutsu.state import standing
from games.testing import Case, given

R, B, C, STRANGER = (Actor("player", name) for name in ("r", "b", "c", "x"))
ORGANISER = Actor("organiser", "o")
DUEL: dict[str, tuple[str, ...]] = {"red": ("r",), "blue": ("b",)}
THREE: dict[str, tuple[str, ...]] = {"red": ("r",), "blue": ("b",), "green": ("c",)}
CHARACTERS = {"r": "student", "b": "ronin", "c": "master", "d": "warrior"}
PLACES = {"r": (0, 4), "b": (0, -4), "c": (1, -4), "d": (-1, 4)}
FACING = {"r": 0, "b": 3, "c": 3, "d": 0}
HAND = ("A-901", "A-902", "A-903", "A-904", "A-905", "A-906")


def opened(mode: str = "duel", sides: Any = None, **told: Any) -> Case:
    """An open match at full detail."""
    return given(RULES, None, [training.opening(mode, sides or DUEL, **told)])


def registered(mode: str = "duel", sides: Any = None, own: Any = None, **told: Any) -> Case:
    """Characters and decks are registered; `own` overrides values of a player's character."""
    case = opened(mode, sides, **told)
    for player in case.state.fighters:
        case = case.when(training.side(player, CHARACTERS[player], **(own or {}).get(player, {})))
        case = case.when(training.deck(player))
    return case


def placed(mode: str = "duel", sides: Any = None, at: Any = None, **told: Any) -> Case:
    """Characters stand on the board: `at` maps a player to (hex, facing)."""
    spots = at or {}
    if spots and "starts" not in told:
        told["starts"] = tuple(place for place, _ in spots.values())
    case = registered(mode, sides, **told)
    order = tuple(
        sorted(case.state.fighters, key=lambda player: -(case.state.fighters[player].advantage or 0))
    )
    if mode not in ("solo", "horde"):
        case = case.when(f.AdvantageSet(order=order))
    for player in reversed(order):
        place, facing = spots.get(player, (PLACES[player], FACING[player]))
        case = case.when(f.CharacterPlaced(player=player, hex=place, facing=facing))
    return case


def dealt(mode: str = "duel", sides: Any = None, hands: Any = None, **told: Any) -> Case:
    """Starting hands are drawn: the first cards of `HAND`, or those of `hands`."""
    case = placed(mode, sides, **told)
    for player, fighter in case.state.fighters.items():
        count = fighter.hand_limit or 0
        cards = (hands or {}).get(player, HAND[:count])
        case = case.when(f.StartingHandDrawn(player=player, count=count, cards=cards))
    return case


def draw(player: str, *cards: str, **told: Any) -> f.CardDrawn:
    """The draw of the phase; `cards` names what was drawn."""
    return f.CardDrawn(actor=player, cards=cards or None, **told)


def selecting(case: Case, drawn: Any = None) -> Case:
    """The next turn, up to the choice of cards; who bleeds discards, `drawn` names what a player drew."""
    case = case.when(f.TurnStarted(turn=case.state.turn + 1))
    for player, fighter in case.state.fighters.items():
        if fighter.defeated is not None:
            continue
        assert case.state.full is not None
        if case.state.full.seats[player].bleeds and case.state.full.piles[player].deck:
            case = case.when(f.BleedDiscarded(actor=player))
        has = case.state.full.piles[player].deck
        cards = (drawn or {}).get(player)
        case = case.when(f.CardDrawn(actor=player, drawn=min(1, has or 0), cards=(cards,) if cards else None))
    return case.when(f.PhaseStarted(phase="select"))


def revealed(case: Case, targets: Any = None, **cards: str) -> Case:
    """A turn up to the reveal: every player's card by name."""
    case = selecting(case)
    for player, card in cards.items():
        case = case.when(f.CardSelected(player=player, card=card))
    return case.when(f.CardsRevealed(cards=cards, targets=targets or {}))


def resolving(case: Case, targets: Any = None, **cards: str) -> Case:
    """A turn up to Resolve, with what the cards ask for in Reveal: costs, and the top of every range."""
    case = revealed(case, targets, **cards)
    for player, card in cards.items():
        cost = training.EDITION[card].mandatory_focus if card != f.STUN else 0
        if cost:
            case = case.when(f.FocusPaid(player=player, amount=cost, reason="mandatory", card=card))
    full = case.state.full
    for player in reversed(full.track):
        card = cards[player]
        parts = training.EDITION[card].parts if card != f.STUN else ()
        top = next((part.up_to for part in parts or () if part.up_to is not None), None)
        if top is not None:
            case = case.when(f.InitiativeChosen(actor=player, value=top))
    return case.when(f.PhaseStarted(phase="resolve"))


def started(case: Case, player: str, card: str, part: int = 0) -> Case:
    """A part begins."""
    return case.when(f.PartStarted(actor=player, card=card, part=part))


def played(case: Case, *events: Event) -> Case:
    """Events, one after another."""
    for event in events:
        case = case.when(event)
    return case


def ended(case: Case) -> Case:
    """Discard and the end of the turn: everybody trims the hand to its limit."""
    case = case.when(f.PhaseStarted(phase="discard"))
    for player in standing(case.state):
        count = excess(case.state, player)
        case = case.when(f.HandTrimmed(player=player, count=count)) if count else case
    return case.when(f.TurnEnded(turn=case.state.full.turn))
