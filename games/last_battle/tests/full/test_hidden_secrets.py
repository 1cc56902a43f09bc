"""Hidden Secrets at full detail: the reveal, five compromat markers, and taking them (LB-COMM-11, -12)."""

from __future__ import annotations

from games.last_battle.full import events as f
from games.last_battle.tests.full.board import A, S, all_of, next_turn, scored, table, tidy
from games.last_battle.tests.full.plots import claim, plotted, sacrificed, shown
from games.testing import Case, accepts, refuses


def start(turn: int = 2) -> Case:
    """The start step of a turn."""
    case = plotted(a="hidden_secrets")
    while table(case).turn < turn - 1:
        case = next_turn(case)
    return tidy(scored(case)).when(f.TurnStarted(turn=turn))


def revealed() -> Case:
    return start().when(shown("hidden_secrets"), A)


FIGURES = ("s-lead", "s1", "s2", "s3")


def marked() -> Case:
    """Each figure of the Serpent has its marker: k0 to k3."""
    placed = [f.CompromatPlaced(marker_id=f"k{n}", figure=name) for n, name in enumerate(FIGURES)]
    return all_of(revealed(), *placed)


INITIATIVE = f.InitiativeFlipped(serpent_card="C-2", alliance_card="P-10")


def searching(figure: str = "a1", engaged: bool = False) -> Case:
    """The activations of turn 2: the figure interacts."""
    return all_of(
        marked(),
        INITIATIVE,
        f.FirstSideChosen(by_side="alliance", first_side="alliance" if figure[0] == "a" else "serpent"),
        f.FigureActivated(figure=figure),
        f.ActionDeclared(figure=figure, action="interact", ap=1, engaged=engaged),
    )


@accepts("LB-COMM-11", "LB-SCH-01")
def test_revealed_at_the_start_and_marked() -> None:
    assert table(revealed()).secrets == {"a": 4}
    state = marked().when(INITIATIVE).then_accepted()
    assert state.full.secrets == {} and sum(m.kind == "compromat" for m in state.full.markers.values()) == 4


@accepts("LB-COMM-11")
@refuses("LB-COMM-11")
def test_what_a_fallen_figure_leaves_over_is_over_with_the_start() -> None:
    """Whoever was summoned between two flips of the initiative was still owed a marker, and none could be placed."""
    placed = [f.CompromatPlaced(marker_id=f"k{n}", figure=name) for n, name in enumerate(FIGURES[:3])]
    case = all_of(revealed(), *placed)
    case.when(INITIATIVE).then_refused("LB-COMM-11")
    case = all_of(case, sacrificed("s3", "a1"), f.InitiativeFlipped(serpent_card="C-2"))
    case = case.when(f.FigureSummoned(figure="imp", by_figure="s1"))
    case.when(f.CompromatPlaced(marker_id="k4", figure="imp"), S).then_refused("LB-LOG-05")
    case.when(f.InitiativeFlipped(alliance_card="P-10"), A).then_accepted()


@refuses("LB-COMM-11", "LB-SCH-07")
def test_revealed_at_the_wrong_time() -> None:
    plotted(a="hidden_secrets").when(shown("hidden_secrets"), A).then_refused("LB-COMM-11", "LB-SCH-07")
    later = next_turn(plotted(a="hidden_secrets"))
    later.when(shown("hidden_secrets"), A).then_refused("LB-COMM-11")


@refuses("LB-COMM-11")
def test_markers_wanted_and_unwanted() -> None:
    revealed().when(INITIATIVE).then_refused("LB-COMM-11")
    first = f.CompromatPlaced(marker_id="k0", figure="s1")
    revealed().when(first, A).then_refused("LB-LOG-07")
    again = f.CompromatPlaced(marker_id="k1", figure="s1")
    revealed().when(first, S).when(again, S).then_refused("LB-COMM-11")
    marked().when(f.CompromatPlaced(marker_id="k9", figure="s1"), S).then_refused("LB-COMM-11")
    revealed().when(f.CompromatPlaced(marker_id="k0", figure="nobody"), S).then_refused("LB-COMM-11")


@accepts("LB-COMM-12")
def test_a_marker_taken() -> None:
    case = searching().when(f.CompromatRemoved(marker_id="k1", figure="a1"), A)
    state = case.when(claim("hidden_secrets", 1, event="k1"), A).then_accepted()
    assert state.lines[-1].vp == 1 and "k1" not in state.full.markers


@accepts("LB-COMM-12")
def test_two_markers_in_a_turn_are_one_line() -> None:
    case = searching().when(f.CompromatRemoved(marker_id="k1", figure="a1")).when(claim("hidden_secrets", 1))
    case = case.when(f.ActionDeclared(figure="a1", action="interact", ap=1, engaged=False))
    case = case.when(f.CompromatRemoved(marker_id="k2", figure="a1")).when(claim("hidden_secrets", 1))
    assert [line.vp for line in case.then_accepted().lines] == [2]


@refuses("LB-COMM-12", "LB-FACT-01")
def test_a_marker_not_taken() -> None:
    searching("s1").when(f.CompromatRemoved(marker_id="k1", figure="s1"), S).then_refused("LB-COMM-12")
    searching().when(f.CompromatRemoved(marker_id="k9", figure="a1"), A).then_refused("LB-COMM-12")
    case = searching().when(f.CompromatRemoved(marker_id="k1", figure="a1"), A)
    case.when(f.CompromatRemoved(marker_id="k2", figure="a1"), A).then_refused("LB-COMM-12")
    case.when(claim("hidden_secrets", 2), A).then_refused("LB-COMM-12", "LB-FACT-01")
    scored_once = case.when(claim("hidden_secrets", 1), A)
    scored_once.when(claim("hidden_secrets", 1), A).then_refused("LB-COMM-12", "LB-FACT-01")
