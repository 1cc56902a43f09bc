"""Matches to start a test from. Every event in them is judged like any other.

`red` and `blue` are sides: a duel has the players `r` and `b`, Superteams `r`, `s` against `b`, `c`, in the turn order
r, b, s, c. The track is (0, 1, 1, 2), or (0, 0, 1, 1, 2) for four players, unless told otherwise. Matches at full
detail use the training edition on its arena `ring`.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ruleset import Actor, Event
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.setup import next_deployer, next_placer
from games.super_fantasy_brawl.full.turn import next_player
from games.super_fantasy_brawl.play.training import opening
from games.super_fantasy_brawl.state import figures_of, mode_of
from games.testing import Case, given

R, B, S, C, STRANGER = (Actor("player", name) for name in ("r", "b", "s", "c", "x"))
ORGANISER = Actor("organiser", "o")
DUEL: dict[str, tuple[str, ...]] = {"red": ("r",), "blue": ("b",)}
TEAMS: dict[str, tuple[str, ...]] = {"red": ("r", "s"), "blue": ("b", "c")}
SEATS: dict[str, dict[str, tuple[str, ...]]] = {"duel": DUEL, "superteams": TEAMS}
TRACKS = {"duel": (0, 1, 1, 2), "superteams": (0, 0, 1, 1, 2)}
TEAM_OF: dict[str, dict[str, tuple[str, ...]]] = {
    "duel": {"r": ("anvil", "bramble", "cinder"), "b": ("drift", "echo", "frost")},
    "superteams": {
        "r": ("anvil", "bramble"),
        "s": ("cinder", "glimmer"),
        "b": ("drift", "echo"),
        "c": ("frost", "hollow"),
    },
}
POOLS = {
    "r": ("anvil", "bramble", "cinder", "drift", "echo"),
    "b": ("frost", "glimmer", "hollow", "ivy", "jolt"),
}
TRIOS = {
    "r": ("anvil", "bramble", "cinder"),
    "s": ("drift", "echo", "frost"),
    "b": ("anvil", "glimmer", "hollow"),
    "c": ("ivy", "jolt", "frost"),
}


def created(mode: Any = "duel", detail: Any = "turns", **told: Any) -> Case:
    """An open match; at full detail with the training edition."""
    if detail == "full":
        arena = told.pop("ground", None)
        event = opening(mode, SEATS[mode], **told)
        return given(RULES, None, [event if arena is None else replace(event, arena=arena)])
    base = {"sides": SEATS[mode], "track": TRACKS[mode], **told}
    return given(RULES, None, [e.MatchCreated(mode=mode, detail=detail, **base)])


def ordered(mode: Any = "duel", detail: Any = "turns", **told: Any) -> Case:
    """The turn order is known: r, b, or r, b, s, c; at full detail the deployment area too."""
    case = created(mode, detail, **told)
    if mode == "duel":
        case = case.when(e.FirstPlayerDetermined(player="r"))
    else:
        case = case.when(e.FirstPlayerDetermined(team="red")).when(e.TurnOrderSet(order=("r", "b", "s", "c")))
    return case.when(f.ZoneChosen(player="r", zone="south")) if detail == "full" else case


def ready(mode: Any = "duel", detail: Any = "turns", **told: Any) -> Case:
    """Every team is known, by agreement."""
    case = ordered(mode, detail, **told)
    for player, champions in TEAM_OF[mode].items():
        case = case.when(e.RosterConfirmed(player=player, champions=champions))
    return case


def played(case: Case, *events: Event) -> Case:
    """Events, one after another."""
    for event in events:
        case = case.when(event)
    case.then_accepted()
    return case


def method(case: Case, name: Any) -> Case:
    """The way of choosing champions is agreed on."""
    return case.when(e.SelectionMethodChosen(method=name))


def picked(case: Case, *picks: tuple[str, str]) -> Case:
    """Picks, one after another."""
    for player, champion in picks:
        case = case.when(e.ChampionPicked(player=player, champion=champion))
    return case


def built(
    mode: Any = "duel", challenges: tuple[str, ...] = ("t_raid", "t_pack", "t_rise"), **told: Any
) -> Case:
    """Full detail: decks are built and the first challenges lie; traps come next."""
    case = ready(mode, "full", **told)
    for player in case.state.order:
        case = case.when(f.PersonalDeckBuilt(player=player, cards=deck_of(case.state, player)))
    for cell, card in zip(mode_of(case.state).start_cells, challenges, strict=False):
        case = case.when(e.ChallengeCardLaid(cell=cell, card=card))
    return case


def trapped(case: Case | None = None, **told: Any) -> Case:
    """Full detail: four traps lie; opening hands come next."""
    case = case or built(**told)
    cells = sorted(case.state.full.ground.trap_cells)
    for number, cell in enumerate(cells[:4]):
        player = next_placer(case.state)
        case = case.when(f.TrapTokenPlaced(player=player, cell=cell, slot=f"slot-{number}"))
    return case


def hand_of(case: Case, player: str) -> tuple[str, ...]:
    """The first cards of a player's deck, which tests deal as the opening hand."""
    return tuple((deck_of(case.state, player) or ())[: mode_of(case.state).hand])


def dealt(case: Case | None = None, tell: bool = True, **told: Any) -> Case:
    """Full detail: opening hands are drawn (and named if `tell`), nobody exchanges; deployment comes next."""
    case = case or trapped(**told)
    for player in case.state.order:
        size = mode_of(case.state).hand
        cards = hand_of(case, player) if tell else None
        case = case.when(f.OpeningHandDrawn(player=player, count=size, cards=cards))
        case = case.when(f.MulliganResolved(player=player, count=0))
    return case


def deployed(case: Case | None = None, **told: Any) -> Case:
    """Full detail: every champion stands in its area; the first turn comes next."""
    case = case or dealt(**told)
    while player := next_deployer(case.state):
        figure = next(one for one in figures_of(case.state, player) if not case.state.figures[one].deployed)
        side = case.state.sides[case.state.figures[figure].side]
        taken = {one.cell for one in case.state.figures.values()}
        cell = next(cell for cell in sorted(case.state.full.ground.zones[side.zone]) if cell not in taken)
        case = case.when(f.ChampionDeployed(player=player, champion=figure, cell=cell))
    return case


def turn_begun(case: Case, *items: e.Claimed) -> Case:
    """Full detail: the next turn, with its scoring phase done."""
    player = next_player(case.state)
    case = case.when(f.TurnStarted(round=case.state.round, player=player))
    return case.when(f.ChallengesScored(player=player, items=items))


def turn_over(case: Case) -> Case:
    """Full detail: upkeep and end of the turn; nobody names cards, and the deck is reshuffled where needed."""
    player, size = case.state.active, mode_of(case.state).hand
    seat = case.state.full.seats[player]
    if seat.deck < size:
        case = case.when(f.PersonalDeckReshuffled(player=player, size=seat.discard + seat.hand))
    case = case.when(f.RefreshCompleted(player=player, count=size))
    return case.when(f.TurnEnded(player=player))


def round_over(case: Case, *cards: str) -> Case:
    """Full detail: the track moves, new challenges are laid."""
    mode, track = mode_of(case.state), case.state.track
    off = tuple(card for card in track.cells[len(track.cells) - mode.shift :] if card)
    case = case.when(f.ChallengeTrackShifted(shift=mode.shift, discarded=off))
    for cell, card in zip(mode.new_cells, (*cards, None, None), strict=False):
        if not case.state.track.deck:
            case = case.when(f.ChallengeDeckReshuffled(size=len(case.state.track.discard)))
        case = case.when(e.ChallengeCardLaid(cell=cell, card=card, cause="round_end"))
    return case.when(f.RoundEnded(round=case.state.round))


def full_round(case: Case, *cards: str) -> Case:
    """Full detail: a round in which nobody does anything."""
    for _ in case.state.order:
        case = turn_over(turn_begun(case))
    return round_over(case, *cards)


def turn(player: str, round_: int, vp: tuple[int, int], **told: Any) -> e.TurnRecorded:
    """The report of a turn; `vp` of red and blue after it."""
    return e.TurnRecorded(round=round_, player=player, vp_after={"red": vp[0], "blue": vp[1]}, **told)


def fell(champion: str, by: str | None = None, kind: Any = "enemy", cause: Any = None) -> e.Knockout:
    """A champion went out of action."""
    return e.Knockout(champion=champion, by=by, kind=kind, cause=cause)


def claimed(cell: int, vp: int = 1, card: str | None = None) -> e.Claimed:
    """A scored challenge."""
    return e.Claimed(cell=cell, vp=vp, card=card)


def result(
    winner: str = "red", vp: tuple[int, int] = (5, 2), knockouts: tuple[int, int] = (2, 1), **told: Any
) -> Any:
    """The report of a match: points of red and blue, and how many of them come from knock-outs."""
    both = dict(zip(("red", "blue"), vp, strict=True))
    by_knockout = dict(zip(("red", "blue"), knockouts, strict=True))
    base = {
        "vp": both,
        "knockout_vp": by_knockout,
        "challenge_vp": {side: both[side] - by_knockout[side] for side in both},
        "rounds": 6,
    }
    return e.MatchResultRecorded(winner=winner, **{**base, **told})


def over(winner: str, vp: tuple[int, int], reason: Any = "vp_target") -> e.GameEnded:
    """The end."""
    return e.GameEnded(winner=winner, vp={"red": vp[0], "blue": vp[1]}, reason=reason)
