"""Solo games and hordes at full detail to start a test from, with the invented training edition.

The player `r` (student) stands on (0, 4) looking north in a solo game, on X = (0, 3) in a horde; the opponents of a
solo game are named `vo-1`, `vo-2`, ... Every event in them is judged.
"""

from __future__ import annotations

from typing import Any

from games.ruleset import Event
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.facts import HORDE, OPPONENTS, opponent_limit
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import events as f
from games.senjutsu.full.harm import Hurt, hurt
from games.senjutsu.full.order import candidates, tie_choosers, tied_group
from games.senjutsu.play import training, training_foes
from games.senjutsu.tests.full.tables import CHARACTERS, HAND, PLACES
from games.testing import Case, given

ALONE: dict[str, tuple[str, ...]] = {"red": ("r",)}
PAIR: dict[str, tuple[str, ...]] = {"red": ("r", "b")}
STARTS = {"r": PLACES["r"], "b": (-1, 4)}
VO_PLACES = ((0, -4), (1, -4), (-1, -3))
FREE = {"difficulty": "custom"}
GAINS = {"A-904": 2, "A-038": 1}
"""The focus that a card gives."""


def registered(mode: str, sides: Any = None, own: Any = None, **told: Any) -> Case:
    """Characters and decks are registered."""
    case = given(RULES, None, [training_foes.opening(mode, sides or ALONE, **told)])
    for player in case.state.fighters:
        case = case.when(training.side(player, CHARACTERS[player], **(own or {}).get(player, {})))
        case = case.when(training.deck(player))
    return case


def set_up(case: Case, at: Any = None) -> Case:
    """Characters on their start hexes with their hands."""
    for player in case.state.fighters:
        start = training_foes.LETTERS["X"] if case.state.mode == "horde" else STARTS[player]
        place, facing = (at or {}).get(player, (start, 0))
        case = case.when(f.CharacterPlaced(player=player, hex=place, facing=facing))
    for player, fighter in case.state.fighters.items():
        count = fighter.hand_limit
        case = case.when(f.StartingHandDrawn(player=player, count=count, cards=HAND[:count]))
    return case


def joined(vo: str, vo_type: str, count: int, **told: Any) -> e.VoJoined:
    """An opponent of `count` that joins."""
    kind = OPPONENTS.types[vo_type]
    base: dict[str, Any] = {
        "wound_limit": opponent_limit(count),
        "facing": 3,
        "behaviour": "middle",
        "stance": "offensive",
        "in_cover": kind.cover,
    }
    return e.VoJoined(vo=vo, vo_type=vo_type, **{**base, **told})


def solo(*types: str, at: Any = None, vos: Any = None, decks: Any = None, **told: Any) -> Case:
    """A solo game before its first turn; `vos` overrides what an opponent joins with, `decks` maps it to a deck."""
    case = registered("solo", **{"starts": None, **told})
    for vo, name in (decks or {}).items():
        case = case.when(training_foes.deck(name, types[int(vo[-1]) - 1]))
    case = set_up(case, at)
    for number, type_ in enumerate(types, start=1):
        vo = f"vo-{number}"
        base = {"hex": VO_PLACES[number - 1], "vo_deck": (decks or {}).get(vo)}
        more = {**base, **(vos or {}).get(vo, {})}
        case = case.when(joined(vo, type_, len(types), **more))
    return case


def horde(decks: bool = True, lord: Any = None, **told: Any) -> Case:
    """A run before its first wave; `lord` is the hex of the fallen lord."""
    case = registered("horde", fallen_lord=lord is not None, **told)
    for name, type_ in (("leader", "leader"), ("k1", "katana"), ("k2", "katana"), ("k3", "katana")):
        case = case.when(training_foes.deck(name, type_)) if decks else case
    case = case.when(e.TerrainPlaced(object="corpse", hex=lord)) if lord is not None else case
    return set_up(case)


def wave(level: int, number: int, decks: bool = True, **told: Any) -> e.WaveStarted:
    """A wave, its opponents named as their slots, on A, B, C, D in order."""
    letters: tuple[e.StartHex, ...] = ("A", "B", "C", "D")
    vos = tuple(
        e.WaveOpponent(
            vo=slot, slot=slot, hex=hex_, wound_limit=level, facing=3, vo_deck=slot if decks else None
        )
        for slot, hex_ in zip(HORDE.waves[(number - 1) % 4], letters, strict=False)
    )
    return e.WaveStarted(**{"level": level, "wave": number, "vos": vos, **told})


def drawing(case: Case) -> Case:
    """A turn up to the draws: it is started, and whoever starts beside the lord gains focus."""
    case = case.when(f.TurnStarted(turn=case.state.turn + 1))
    for due in case.state.full.due:
        case = case.when(x.FocusGained(player=due.actor, amount=1, reason="lord"))
    return case


def drawn(case: Case) -> Case:
    """Everybody bleeds and draws."""
    for actor in (*case.state.fighters, *case.state.foes):
        one = case.state.fighters.get(actor) or case.state.foes[actor]
        if one.defeated is not None:
            continue
        if case.state.full.seats[actor].bleeds and case.state.full.piles[actor].deck:
            case = case.when(f.BleedDiscarded(actor=actor))
        has = case.state.full.piles[actor].deck
        count = 1 if actor in case.state.foes or has is None else min(1, has)
        case = case.when(f.CardDrawn(actor=actor, drawn=count))
    return case


def revealed(case: Case, **cards: str) -> Case:
    """A turn up to the reveal; `cards` by actor, where `vo_1` stands for `vo-1`."""
    names = {actor.replace("vo_", "vo-"): card for actor, card in cards.items()}
    case = drawn(drawing(case)).when(f.PhaseStarted(phase="select"))
    for player in case.state.fighters:
        if player in names:
            case = case.when(f.CardSelected(player=player, card=names[player]))
    return case.when(f.CardsRevealed(cards=names))


def resolving(case: Case, **cards: str) -> Case:
    """A turn up to Resolve, with the initiatives that the cards ask for."""
    return case_of_resolve(revealed(case, **cards))


def case_of_resolve(case: Case) -> Case:
    """Stage 5: every range at its top, then Resolve."""
    order = [*case.state.fighters, *case.state.foes]
    for actor in order:
        seat = case.state.full.seats.get(actor)
        one = case.state.full.cards.get(seat.play[0]) if seat and seat.play else None
        top = (
            next((part.up_to for part in (one.parts or ()) if part.up_to is not None), None) if one else None
        )
        if top is not None and seat.initiative is None:
            case = case.when(f.InitiativeChosen(actor=actor, value=top))
    return case.when(f.PhaseStarted(phase="resolve"))


def idle(case: Case, **cards: str) -> Case:
    """A turn in which nothing is attempted beyond what the cards ask for; `r` plays a stun if it has one."""
    return ended(resolving(case, **cards))


def ended(case: Case) -> Case:
    """The rest of a turn whose parts are all done: hand limits, then the end."""
    return over(case.when(f.PhaseStarted(phase="discard")))


def over(case: Case) -> Case:
    """The end of the Discard phase."""
    for player, fighter in case.state.fighters.items():
        own = case.state.full.piles[player]
        over = own.hand + fighter.stuns - (fighter.hand_limit or 0)
        if fighter.defeated is None and over > 0 and own.hand:
            count = min(over, own.hand)
            case = case.when(f.HandTrimmed(player=player, count=count, cards=own.held[:count]))
    return case.when(f.TurnEnded(turn=case.state.full.turn))


def harmed(case: Case, *hurts: Hurt) -> Case:
    """The same match with somebody hurt, as an attack would do it."""
    return Case(case.rules, case.setup, hurt(case.state, hurts), case.entries)


def after_parts(case: Case) -> Case:
    """Every part begins in its order, the player first in a tie, and nothing is done but to gain focus."""
    while case.state.full.queue:
        group = tied_group(case.state, candidates(case.state))
        actors = {one.actor for one in group}
        if len(group) > 1 and tie_choosers(case.state, group):
            case = case.when(f.TieOrderChosen(player="r", position=1))
        first = [one for one in case.state.full.settled if one in actors]
        one = next((one for one in group if first and one.actor == first[0]), group[0])
        case = case.when(f.PartStarted(actor=one.actor, card=one.card, part=one.part))
        if one.card in GAINS:
            case = case.when(x.FocusGained(player=one.actor, amount=GAINS[one.card]))
    return case


def played(case: Case, *events: Event) -> Case:
    """Events, one after another."""
    for event in events:
        case = case.when(event)
    return case
