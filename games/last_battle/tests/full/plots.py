"""Tables at full detail whose players hold the schemes that a test is about, with their notes and markers.

Squads as in `board.py`: leader `x-lead` and figures `x1` to `x3`, each of cost 4 and 6 lives. An `ability` of a figure
may change lives: that is how figures fall here without a duel.
"""

from __future__ import annotations

from typing import Any

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.figures import Figure
from games.last_battle.full import events as f
from games.last_battle.tests.full.board import (
    all_of,
    draw,
    exhausted,
    next_turn,
    placed,
    squad,
    started,
    table,
)
from games.ruleset import Event
from games.testing import Case, given

Note = tuple[tuple[str, ...], tuple[str, ...]]


def plotted(
    battlefield: str = "camp",
    a: str = "loophole",
    note: Note = ((), ()),
    s: str = "show_of_force",
    s_note: Note = ((), ()),
    more: dict[str, tuple[Figure, ...]] | None = None,
    told: dict[str, Any] | None = None,
    **options: Any,
) -> Case:
    """The activations of turn 1 begin with the Alliance. `note` is of squad `a`: own figures, enemy figures."""
    sides: dict[str, tuple[str, ...]] = {"serpent": ("s",), "alliance": ("a",)}
    opened = e.TableOpened(battlefield=battlefield, sides=sides, detail="full", **options)  # type: ignore[arg-type]
    case = given(RULES, None, [opened])
    case = case.when(e.SerpentSchemesPreset(squad="s", schemes=(s,))).when(
        e.SchemeChosen(player="a", scheme=a)
    )
    for player in ("a", "s"):
        case = case.when(squad(player, (more or {}).get(player, ()), **(told or {})))
    case = placed(case).when(f.SquadDeployed(player="a", all_inside=True))
    for player, scheme, (own, enemy) in (("a", a, note), ("s", s, s_note)):
        case = case.when(e.SchemeNoted(player=player, scheme=scheme, own_figures=own, enemy_figures=enemy))
    for side in ("alliance", "serpent"):
        case = all_of(case, f.DeckPrepared(side=side, size=58), draw(side))
    return started(case)


def later(case: Case, turn: int) -> Case:
    """Quiet turns up to the activations of this one."""
    while table(case).turn < turn:
        case = next_turn(case)
    return case


def harmed(figure: str, by: str, by_lives: int = 6, left: int = 0) -> f.LivesChanged:
    """An ability takes lives."""
    return f.LivesChanged(figure=figure, delta=left - by_lives, lives=left, cause="a curse", by_figure=by)


def killed(case: Case, figure: str, by: str) -> Case:
    """The figure loses its 6 lives to an ability of another one."""
    return all_of(case, harmed(figure, by), f.FigureRemoved(figure=figure, how="killed", by_figure=by))


def sacrificed(figure: str, by: str) -> f.FigureRemoved:
    """A figure is sacrificed by another one."""
    return f.FigureRemoved(figure=figure, how="sacrificed", by_figure=by)


def marker(case: Case, name: str, figure: str = "a1") -> Case:
    """The figure, activated for it, places a scheme marker and ends."""
    player = table(case).pieces[figure].player
    return all_of(
        case,
        f.FigureActivated(figure=figure),
        f.ActionDeclared(figure=figure, action="interact", ap=1, engaged=False),
        f.SchemeMarkerPlaced(marker_id=name, squad=player, figure=figure, nearest_friendly_marker_cm=20.0),
        f.ActivationEnded(figure=figure, out_of_sight_of_all_enemies=False),
    )


SEATS = ("1", "2", "3", "-lead")
"""The figures of a squad in the order in which they act here."""


def markers(case: Case, *names: str) -> Case:
    """The figures a1, a2, a3, a-lead place these markers in one turn, with figures of `s` in between."""
    for seat, name in zip(SEATS, names, strict=False):
        case = marker(case, name, f"a{seat}")
        case = all_of(
            case,
            f.FigureActivated(figure=f"s{seat}"),
            f.ActivationEnded(figure=f"s{seat}", out_of_sight_of_all_enemies=False),
        )
    return case


def scoring(case: Case, **facts: Any) -> Case:
    """The scoring step of the turn in progress, with a strategy that gives nobody a point."""
    turn = table(case).turn
    case = exhausted(case).when(f.EndEffectsApplied(turn=turn))
    return case.when(strategy(turn, **facts))


def strategy(turn: int | None, serpent: int = 0, alliance: int = 0, **told: Any) -> e.StrategyScored:
    """Strategy VP of a turn's end; `told` are facts."""
    return e.StrategyScored(turn=turn, moment="turn_end", serpent=serpent, alliance=alliance, facts=told)


def claim(
    scheme: str, amount: int, moment: str = "at_once", player: str = "a", **facts: Any
) -> e.SchemeScored:
    """VP for a scheme, with these facts."""
    return e.SchemeScored(player=player, scheme=scheme, amount=amount, moment=moment, facts=facts)  # type: ignore[arg-type]


def shown(scheme: str, note: Note = ((), ()), player: str = "a") -> e.SchemeRevealed:
    """The reveal of a scheme as it was noted."""
    return e.SchemeRevealed(player=player, scheme=scheme, own_figures=note[0], enemy_figures=note[1])


def over(case: Case, *last: Event) -> Case:
    """Quiet turns up to the game's end; `last` are events of the last scoring step."""
    case = all_of(scoring(later(case, 5)), *last)
    if case.state.battlefield in ("sea", "dungeon"):
        return case
    return case.when(f.ProlongDeclined(side="alliance"))
