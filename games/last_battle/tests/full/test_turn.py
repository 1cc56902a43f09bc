"""The frame of a turn: LB-INIT, LB-TURN, LB-MULTI-05, LB-ACT-01, -15, LB-PROL at full detail."""

from __future__ import annotations

import pytest

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.tests.full.board import (
    A2,
    A,
    S,
    active,
    all_of,
    blow,
    draw,
    duel,
    exhausted,
    figure,
    going,
    next_turn,
    noted,
    ready,
    scored,
    table,
    tidy,
)
from games.ruleset import REFEREE
from games.testing import Case, accepts, refuses


def begun() -> Case:
    return ready().when(f.TurnStarted(turn=1))


@accepts("LB-INIT-01", "LB-INIT-02", "LB-INIT-03", "LB-INIT-04")
def test_the_initiative() -> None:
    case = begun().when(f.InitiativeFlipped(alliance_card="C-7"), A)
    case = case.when(f.InitiativeFlipped(serpent_card="S-7"), S)
    assert table(case).winner is None and table(case).piles["serpent"].discard == ("S-7",)
    case = case.when(f.InitiativeFlipped(serpent_card="S-8", alliance_card="C-6"))
    case = case.when(f.FirstSideChosen(by_side="serpent", first_side="alliance"), S)
    assert (table(case).first_side, table(case).step) == ("alliance", "activations")
    grant = f.ArcanaGranted(arcana="M-magician", side="alliance", zone="deck")
    high = all_of(begun(), grant, f.InitiativeFlipped(serpent_card="S-6", alliance_card="M-magician"))
    assert table(high).winner == "alliance"


@refuses("LB-INIT-01", "LB-INIT-02", "LB-INIT-03", "LB-INIT-04")
def test_the_initiative_in_disorder() -> None:
    one = begun().when(f.InitiativeFlipped(alliance_card="C-7"), A)
    one.when(f.InitiativeFlipped(alliance_card="C-8"), A).then_refused("LB-INIT-01")
    one.when(f.FirstSideChosen(by_side="alliance", first_side="alliance"), A).then_refused("LB-INIT-01")
    begun().when(f.InitiativeFlipped()).then_refused("LB-INIT-01")
    both = one.when(f.InitiativeFlipped(serpent_card="S-8"), S)
    both.when(f.InitiativeFlipped(alliance_card="C-9"), A).then_refused("LB-INIT-02")
    both.when(f.FirstSideChosen(by_side="alliance", first_side="alliance"), A).then_refused("LB-INIT-04")
    tie = one.when(f.InitiativeFlipped(serpent_card="S-7"), S)
    tie.when(f.FirstSideChosen(by_side="alliance", first_side="alliance"), A).then_refused("LB-INIT-02")


@refuses("LB-INIT-03")
def test_the_wheel_wins_by_its_value_alone() -> None:
    case = ready_with("M-strength").when(f.TurnStarted(turn=1))
    case = case.when(f.InitiativeFlipped(serpent_card="M-wheel", alliance_card="C-14"))
    case.when(f.FirstSideChosen(by_side="alliance", first_side="alliance"), A).then_refused(
        "LB-INIT-04", "LB-INIT-03"
    )


def ready_with(card: str) -> Case:
    """Turn 1 comes next; both sides hold plain cards, the Wheel and Death are in the decks."""
    case = noted()
    for side in ("alliance", "serpent"):
        case = all_of(
            case, f.DeckPrepared(side=side, size=58), draw(side, tuple(f"W-{n}" for n in range(1, 7)))
        )
    return case.when(f.ArcanaGranted(arcana=card, side="alliance", zone="hand"))


@accepts("LB-TURN-02", "LB-TURN-03", "LB-MULTI-05", "LB-ACT-01", "LB-ACT-15")
def test_the_sides_alternate_and_a_leader_has_three_points() -> None:
    case = going().when(f.FigureActivated(figure="a-lead"), A)
    assert table(case).ap == 3
    case = case.when(f.ActivationEnded(figure="a-lead"), A).when(f.FigureActivated(figure="s1"), S)
    assert table(case).ap == 2
    case = case.when(f.ActivationEnded(figure="s1"), S)
    two = going(players=("a", "a2"))
    two.when(f.FigureActivated(figure="a21"), A2).then_accepted()


@refuses("LB-TURN-02", "LB-TURN-03", "LB-TURN-05", "LB-MULTI-05", "LB-ACT-15")
def test_activations_out_of_turn() -> None:
    case = going()
    case.when(f.FigureActivated(figure="s1"), S).then_refused("LB-TURN-02", "LB-TURN-03")
    case.when(f.FigureActivated(figure="a1"), S).then_refused("LB-MULTI-05", "LB-LOG-07")
    case.when(f.FigureActivated(figure="nobody"), A).then_refused("LB-TURN-05")
    one = case.when(f.FigureActivated(figure="a1"), A)
    one.when(f.FigureActivated(figure="s1"), S).then_refused("LB-ACT-15", "LB-TURN-02")
    one.when(f.ActivationEnded(figure="a2"), A).then_refused("LB-ACT-15")
    done = one.when(f.ActivationEnded(figure="a1"), A)
    done.when(f.FigureActivated(figure="a1"), A).then_refused("LB-TURN-03")
    done.when(f.FigureActivated(figure="a2"), A).then_refused("LB-TURN-02")
    ready().when(f.FigureActivated(figure="a1"), A).then_refused("LB-LOG-05")


def test_the_other_side_goes_on_when_one_is_done() -> None:
    case = going(more={"s": (figure("s4"), figure("s5"))})
    state = exhausted(case).then_accepted()
    assert all(piece.activated for piece in state.full.pieces.values())


@accepts("LB-TURN-04", "LB-TURN-06")
def test_the_activations_end_with_the_last_figure() -> None:
    case = exhausted(going()).when(f.EndEffectsApplied(turn=1), A)
    assert table(case).step == "end_effects"
    assert table(next_turn(going())).turn == 2


@refuses("LB-TURN-04", "LB-TURN-06")
def test_and_not_before() -> None:
    going().when(f.EndEffectsApplied(turn=1), A).then_refused("LB-TURN-04")
    active().when(f.EndEffectsApplied(turn=1), A).then_refused("LB-TURN-04")
    exhausted(going()).when(f.EndEffectsApplied(turn=2)).then_refused("LB-TURN-06")
    ready().when(f.TurnStarted(turn=2)).then_refused("LB-TURN-06")


def summoned(**told: object) -> Case:
    """a1 summons a shade."""
    facts = figure("shade", cost=0, unique=False, **told.pop("facts", {}))  # type: ignore[arg-type]
    summon = f.FigureSummoned(figure="shade", by_figure="a1", facts=facts, **told)  # type: ignore[arg-type]
    return active(str(told.pop("field", "camp")) if "field" in told else "camp").when(summon, A)


@accepts("LB-TURN-05")
def test_a_summoned_figure_acts_now_if_its_card_says_so() -> None:
    case = summoned(acts_now=True).when(f.ActivationEnded(figure="a1"))
    case = case.when(f.FigureActivated(figure="s1")).when(f.ActivationEnded(figure="s1"))
    case.when(f.FigureActivated(figure="shade"), A).then_accepted()


@refuses("LB-TURN-05")
def test_else_it_waits_for_the_next_turn() -> None:
    case = summoned().when(f.ActivationEnded(figure="a1"))
    case = case.when(f.FigureActivated(figure="s1")).when(f.ActivationEnded(figure="s1"))
    case.when(f.FigureActivated(figure="shade"), A).then_refused("LB-TURN-05", "LB-TURN-03")


@refuses("LB-DUNG-01", "LB-ROSTER-06", "LB-ROSTER-07", "LB-MULTI-02")
def test_summons_that_the_table_does_not_allow() -> None:
    big = f.FigureSummoned(figure="ogre", by_figure="a1", facts=figure("ogre", size=3))
    active("dungeon").when(big, A).then_refused("LB-ROSTER-06", "LB-DUNG-01")
    twice = f.FigureSummoned(figure="a2", by_figure="a1", facts=figure("a2"))
    active().when(twice, A).then_refused("LB-MULTI-02")
    again = f.FigureSummoned(figure="other", by_figure="a1", facts=figure("s2"))
    active().when(again, A).then_refused("LB-ROSTER-07")
    active().when(f.FigureSummoned(figure="x", by_figure="a1"), S).then_refused("LB-MULTI-05")


@accepts("LB-DUNG-01")
def test_a_small_summon_in_the_dungeon() -> None:
    small = f.FigureSummoned(figure="imp", by_figure="a1", facts=figure("imp", size=2))
    active("dungeon").when(small, A).then_accepted()


def fifth(battlefield: str = "camp") -> Case:
    """Turn 5 is scored; the Alliance went first in it. Everybody swims."""
    case = going(battlefield, told={"swimmer": True})
    for _ in range(4):
        case = next_turn(case)
    return scored(case)


@accepts("LB-PROL-01", "LB-PROL-02", "LB-PROL-03", "LB-PROL-06", "LB-PROL-07")
def test_a_flip_to_play_on() -> None:
    case = fifth().when(f.ProlongFlipped(side="alliance", card="C-10", success=True), A)
    assert table(case).piles["alliance"].discard[-1] == "C-10"
    assert table(tidy(case).when(f.TurnStarted(turn=6))).turn == 6
    lost = fifth().when(f.ProlongFlipped(side="alliance", card="C-3", success=False), A)
    assert lost.then_accepted().phase == "end"
    assert fifth().when(f.ProlongDeclined(side="alliance"), A).then_accepted().phase == "end"


@refuses("LB-PROL-01", "LB-PROL-02", "LB-PROL-03", "LB-PROL-05", "LB-PROL-06", "LB-SEA-06", "LB-PROL-07")
def test_flips_that_are_not_legal() -> None:
    def flip(card: str, success: bool, side: str = "alliance") -> f.ProlongFlipped:
        return f.ProlongFlipped(side=side, card=card, success=success)  # type: ignore[arg-type]

    case = fifth()
    case.when(flip("C-10", False), A).then_refused("LB-PROL-03")
    case.when(flip("C-8", True), A).then_refused("LB-PROL-03")
    case.when(flip("C-10", True, "serpent"), S).then_refused("LB-PROL-02")
    case.when(flip("X-1", True), A).then_refused("LB-PROL-05")
    case.when(flip("C-9", False), A).then_refused("LB-DECK-02")
    case.when(flip("C-10", True), S).then_refused("LB-LOG-07")
    scored(going()).when(flip("C-10", True), A).then_refused("LB-PROL-02")
    fifth("sea").when(flip("C-10", True), A).then_refused("LB-SEA-06", "LB-PROL-01")
    over = case.when(f.ProlongDeclined(side="alliance"), A)
    over.when(f.TurnStarted(turn=6)).then_refused("LB-LOG-05")
    for done in (over, case.when(flip("C-3", False), A), case.when(flip("C-10", True), A)):
        done.when(flip("C-11", True), A).then_refused("LB-PROL-05", "LB-LOG-05")


@refuses("LB-FATE-11")
@pytest.mark.parametrize("success", [True, False])
def test_a_flip_to_play_on_cannot_be_cheated(success: bool) -> None:
    flipped = f.ProlongFlipped(side="alliance", card="C-10" if success else "C-3", success=success)
    cheat = f.FateCheated(check_id="c", role="simple", side="alliance", card="S-9")
    fifth().when(flipped, A).when(cheat, A).then_refused("LB-FATE-11")


@refuses("LB-PROL-01", "LB-SEA-06", "LB-DUNG-06")
@pytest.mark.parametrize(("battlefield", "rule"), [("sea", "LB-SEA-06"), ("dungeon", "LB-DUNG-06")])
def test_a_sixth_turn_where_there_is_none(battlefield: str, rule: str) -> None:
    fifth(battlefield).when(f.TurnStarted(turn=6), A).then_refused(rule, "LB-PROL-01")
    fifth(battlefield).when(f.TurnStarted(turn=5), A).then_refused("LB-TURN-06")


def test_no_match_ends_in_the_middle() -> None:
    end = e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw")
    duel(active()).when(end).then_refused("LB-END-01")


@accepts("LB-LOG-08")
def test_the_card_beats_the_rules() -> None:
    text = {"card_override": "LB-ACT-12", "card_text": "Shoots out of a combat."}
    case = active().when(blow(action="shot", kind="shooting", **text), A)
    assert table(case).overridden == ("LB-ACT-12",)
    assert RULES.outcome(case.state).carry["overridden"] == ["LB-ACT-12"]
    active().when(blow(action="shot", kind="shooting", ap=2, **text), A).then_refused("LB-ACT-02")


@refuses("LB-LOG-08")
def test_an_exception_without_text_or_of_the_log() -> None:
    active().when(blow(card_override="LB-ACT-12"), A).then_refused("LB-LOG-08")
    active().when(blow(card_override="LB-LOG-07", card_text="x"), A).then_refused("LB-LOG-08")
    active().when(blow(card_text="x"), A).then_refused("LB-LOG-08")


@refuses("LB-LOG-01")
def test_distances_have_one_decimal() -> None:
    move = f.FigureMoved(figure="a1", distance_cm=3.25)
    case = active().when(f.ActionDeclared(figure="a1", action="move", ap=1), A)
    case.when(move, A).then_refused("LB-LOG-01")


@accepts("LB-LOG-01")
def test_an_untold_distance_is_flagged() -> None:
    case = active().when(f.ActionDeclared(figure="a1", action="move", ap=1), A)
    case = case.when(f.FigureMoved(figure="a1"), A)
    assert "LB-ACT-04" in table(case).unverified
    assert "LB-ACT-04" in RULES.outcome(case.state).unverified


def test_what_comes_next_is_legal() -> None:
    """Everything that `next_events` names is known to the rules at that moment."""
    cases = [ready(), begun(), going(), active(), duel(active()), scored(going())]
    for case in cases:
        named = {one.type for one in RULES.next_events(case.state, REFEREE)}
        assert named >= {"game_ended", "match_reported"} and len(named) > 2
    assert "check_flipped" in {one.type for one in RULES.next_events(active().when(blow()).state, REFEREE)}


@pytest.mark.parametrize("kind", ["figure_activated"])
def test_owners_are_named(kind: str) -> None:
    found = [one for one in RULES.next_events(going().state, REFEREE) if one.type == kind]
    assert {one.players for one in found} == {("a",)}
