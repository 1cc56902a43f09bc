"""Tables to start a test from: opened, hired, ready to play. Every event in them is judged like any other.

Two squads `a` (Alliance) and `s` (Serpent) unless more players are wanted. Squad x has the leader `x-lead` and the
figures `x0` to `x4`, which cost 0, 3, 4, 5 and 5.
"""

from __future__ import annotations

from typing import Any

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.facts import SCHEMES
from games.ruleset import Actor, Setup
from games.testing import Case, given

A, A2, S, S2, STRANGER = (Actor("player", name) for name in ("a", "a2", "s", "s2", "x"))
COSTS = (0, 3, 4, 5, 5)


def opened(battlefield: str = "camp", players: int = 1, setup: Setup | None = None, **options: Any) -> Case:
    """A table with one or two players a side, no deal counted unless `scheme_draw_count` says so."""
    sides = {"serpent": ("s", "s2")[:players], "alliance": ("a", "a2")[:players]}
    table = e.TableOpened(battlefield=battlefield, sides=sides, **options)  # type: ignore[arg-type]
    return given(RULES, setup, [table])


def squad(player: str) -> e.SquadHired:
    """The standard squad of a player."""
    leader = e.Figure(f"{player}-lead", cost=9, size=2, unique=True, traits=("Leader",))
    figures = tuple(
        e.Figure(f"{player}{n}", cost=cost, size=2, unique=True, traits=()) for n, cost in enumerate(COSTS)
    )
    return e.SquadHired(player=player, leader=leader.figure_id, figures=(leader, *figures))


def chosen(
    battlefield: str = "camp",
    a: str | None = "loophole",
    s: tuple[str, ...] = ("show_of_force",),
    players: int = 1,
    a2: str = "search_the_ruins",
    **options: Any,
) -> Case:
    """A table whose players hold their schemes; second players hold Search the Ruins unless told."""
    case = opened(battlefield, players, **options)
    for name in ("s", "s2")[:players]:
        schemes = s if name == "s" else ("search_the_ruins",)
        case = case.when(e.SerpentSchemesPreset(squad=name, schemes=schemes)) if s else case
    for name in ("a", "a2")[:players]:
        case = case.when(e.SchemeChosen(player=name, scheme=a if name == "a" else a2))
    return case


def hired(battlefield: str = "camp", **options: Any) -> Case:
    """The same with standard squads: the notes come next."""
    case = chosen(battlefield, **options)
    for name in case.state.squads:
        case = case.when(squad(name))
    return case


def note(player: str, scheme: str, own: tuple[str, ...] = (), enemy: tuple[str, ...] = ()) -> e.SchemeNoted:
    """A player's note of one scheme."""
    return e.SchemeNoted(player=player, scheme=scheme, own_figures=own, enemy_figures=enemy)


NOTES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "trap": ((), ("{foe}-lead",)),
    "elimination_of_leaders": ((), ("{foe}-lead",)),
    "take_prisoner": ((), ("{foe}3",)),
    "scapegoat": (("{own}2",), ()),
    "vendetta": (("{own}1",), ("{foe}2",)),
    "public_demonstration": (("{own}1", "{own}2", "{own}3"), ()),
}
"""The standard note of each scheme that wants one."""


def standard_note(scheme: str, player: str) -> e.Note:
    """The standard note, between the squads `a` and `s`."""
    own, enemy = NOTES.get(scheme, ((), ()))
    foe = "s" if player[0] == "a" else "a"
    return e.Note(
        scheme,
        tuple(figure.format(own=player) for figure in own),
        tuple(figure.format(foe=foe) for figure in enemy),
    )


def ready(battlefield: str = "camp", **options: Any) -> Case:
    """The first turn comes next; every scheme has its standard note."""
    case = hired(battlefield, **options)
    for name, one in case.state.squads.items():
        notes = [standard_note(held.scheme, name) for held in one.schemes]
        if notes:
            told = note(name, notes[0].scheme, notes[0].own_figures, notes[0].enemy_figures)
            more = tuple(notes[1:]) or None
            case = case.when(
                e.SchemeNoted(
                    player=name,
                    scheme=told.scheme,
                    own_figures=told.own_figures,
                    enemy_figures=told.enemy_figures,
                    more=more,
                )
            )
    return case


def turn(number: int, **told: Any) -> e.TurnReported:
    """A report in which nothing happened besides what is told."""
    return e.TurnReported(**{"turn": number, "strategy": {"serpent": 0, "alliance": 0}, **told})


def fell(figure: str, by: str | None = None, how: str = "killed", **told: Any) -> e.Casualty:
    """A casualty of a standard squad."""
    return e.Casualty(figure, how, by=by, **told)  # type: ignore[arg-type]


def played(case: Case, turns: int) -> Case:
    """Quiet turns up to number `turns`."""
    for number in range(case.state.turn + 1, turns + 1):
        case = case.when(turn(number))
    return case


def reveal(player: str, scheme: str, **told: Any) -> e.SchemeRevealed:
    """The reveal of a scheme with its standard note."""
    noted = standard_note(scheme, player)
    return e.SchemeRevealed(
        player=player,
        scheme=scheme,
        own_figures=noted.own_figures,
        enemy_figures=noted.enemy_figures,
        **told,
    )


def shown(case: Case, player: str, scheme: str) -> Case:
    """The scheme (or the name noted for a unique one) is public, unless it is already."""
    held = case.state.squads[player].held(scheme)
    if held is not None and held.public and not held.note_public and SCHEMES[scheme].note:
        published = e.SchemeNotePublished(
            player=player, scheme=scheme, note=standard_note(scheme, player).enemy_figures[0]
        )
        return case.when(published)
    return case if held is not None and held.public else case.when(reveal(player, scheme))


def over(case: Case) -> Case:
    """Quiet turns to the end of turn 5."""
    return played(case, 5)


def closed(battlefield: str = "sea", **options: Any) -> Case:
    """A match that ended 0 to 0."""
    end = e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw")
    return over(ready(battlefield, **options)).when(end)
