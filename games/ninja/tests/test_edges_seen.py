"""Edge cases of what everybody can see: figures on the board, entrances that are known, guards that are left.

Each with what is allowed beside what is not, also where a device or a printed board keeps the rest.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ninja import RULES
from games.ninja.events import GameEnded, Options
from games.ninja.full import events as f
from games.ninja.full.legal import moves_guards
from games.ninja.full.legal.moves import moves
from games.ninja.full.ownership import BOTH, with_own
from games.ninja.full.piles import pile, with_pile
from games.ninja.full.table import full_of, with_full, with_hidden, with_shown
from games.ninja.next_events import next_events
from games.ninja.state import NinjaState, with_fate
from games.ninja.tests import test_printed
from games.ninja.tests.demo import MARKS, SETUP, in_action, in_alert, led, moved, setup_to, to, to_intruders
from games.ninja.tests.laid import case_of, hidden_at, inside, refused, seen_at, standing
from games.ninja.tests.tables import G, created, killed, turn
from games.ninja.tests.test_edges_night import _kept, board, go
from games.rulebook import sentence
from games.ruleset import EVERYONE, RuleViolation
from games.testing import Case, accepts, refuses

PLAIN = f.CardSecret(bluff=False, edge=None, zone=None)
BLUFF = f.CardSecret(bluff=True, edge=None, zone=None)


def on_device() -> NinjaState:
    """Turn 1, in the Guard Action Phase; the intruders keep their secrets on their own device."""
    case = created(detail="full", map=board())
    for event in (*map(_kept, SETUP), f.TurnStarted(turn=1), f.PhaseStarted(phase="guard_action")):
        case = case.when(event)
    state: NinjaState = case.then_accepted()
    return state


def searching(state: NinjaState, *path: str, guard: str = "g2") -> Case:
    """Sentry g2 on B2 goes there with a card."""
    case = case_of(state).when(f.GuardCardPlayed(card="sentry_search", guard=guard))
    return case.when(go(*path, guards=(guard,)))


def met(name: Any, zone: str) -> f.IntruderDetected:
    return f.IntruderDetected(intruder=name, zone=zone, cause="guard_entered")


# --- Figures ---------------------------------------------------------------------------------------------------


@accepts("NIN-DET-01", "NIN-DET-08", "NIN-HID-21")
@refuses("NIN-DET-01", "NIN-DET-08", "NIN-HID-21")
def test_a_figure_is_met_wherever_its_place_is_kept() -> None:
    """On a device or on a printed board: where the figure stands everybody sees it."""
    for state in (on_device(), test_printed.in_action().state):
        figure = with_shown(standing(state, "g1", at="C2"), "ninja", visible="C2")
        into = searching(figure, "C2")
        refused(into, f.MovementCleared(), "NIN-HID-21", "NIN-DET-01")
        assert into.when(met("ninja", "C2")).then_accepted().alert == 3
        elsewhere = searching(figure, "J5", guard="g3")
        refused(elsewhere, met("ninja", "J5"), "NIN-DET-08")
        elsewhere.when(met("traitor", "J5")).then_accepted()
        elsewhere.when(f.MovementCleared()).then_accepted()


@accepts("NIN-DET-01", "NIN-PASS-12")
@refuses("NIN-DET-01", "NIN-DET-08")
def test_who_stands_on_its_passage_card_is_met_inside_alone() -> None:
    state = with_own(standing(on_device(), "g2", at="B5"), BOTH, discovered=("B5",))
    state = with_pile(state, "guard", replace(pile(state, "guard"), table=1))
    below = with_shown(state, "ninja", inside=True, table=True)
    refused(searching(below, "@P"), f.MovementCleared(), "NIN-HID-21", "NIN-DET-01")
    searching(below, "@P").when(met("ninja", "@P")).then_accepted()
    refused(searching(below, "B4"), met("ninja", "B4"), "NIN-DET-08")
    refused(searching(state, "@P"), met("ninja", "@P"), "NIN-DET-08")
    searching(state, "@P").when(f.MovementCleared()).then_accepted()


@accepts("NIN-PAT-05", "NIN-MOV-04")
@refuses("NIN-PAT-05", "NIN-MOV-04", "NIN-DET-08")
def test_a_patrol_halts_where_a_figure_stands() -> None:
    patrol = ("g9", "g10")
    night = in_action().when(f.PhaseStarted(phase="patrol")).state
    one, two = (
        go("H2", guards=patrol, cause="patrol", facing="I2"),
        go("H2", "I2", guards=patrol, cause="patrol", facing="J2"),
    )
    refused(case_of(night), one, "NIN-PAT-05")
    figure = seen_at(standing(night, "g1", at="H2"), "ninja", "H2")
    halted = case_of(figure).when(one)
    assert halted.when(met("ninja", "H2")).then_accepted().full.facings["P1"] == "I2"
    case_of(figure).when(two).when(met("ninja", "H2")).then_accepted()
    told = next(offer for offer in next_events(figure) if offer.type == "guards_moved")
    offered = [event for event in moves_guards.moved(figure, told) if getattr(event, "guards", ()) == patrol]
    assert offered == [one]
    kept = with_shown(standing(on_device(), "g1", at="H2"), "ninja", visible="H2")
    going = case_of(kept).when(f.PhaseStarted(phase="patrol")).when(two)
    refused(going, met("traitor", "I2"), "NIN-DET-08")
    going.when(met("ninja", "H2")).when(met("traitor", "H2")).then_accepted()


# --- Listening, entrances --------------------------------------------------------------------------------------


@accepts("NIN-LIS-03")
@refuses("NIN-LIS-03", "NIN-LIS-05")
def test_nobody_is_heard_before_the_first_move() -> None:
    for state in (on_device(), test_printed.in_action().state):
        asked = case_of(state).when(f.GuardCardPlayed(card="sentry_listen", guard="g3"))
        refused(asked, f.ListenAnswered(heard=True), "NIN-LIS-02", "NIN-LIS-05")
        asked.when(f.ListenAnswered(heard=False)).then_accepted()
        walked = with_hidden(state, "ninja", zone=None, distance=None)
        asked = case_of(walked).when(f.GuardCardPlayed(card="sentry_listen", guard="g3"))
        asked.when(f.ListenAnswered(heard=True)).then_accepted()


@accepts("NIN-PASS-01", "NIN-PASS-06", "NIN-PASS-15")
@refuses("NIN-PASS-01", "NIN-PASS-06", "NIN-PASS-15")
def test_a_passage_has_two_dry_entrances_and_no_third() -> None:
    state = on_device()
    found = f.PassageDiscovered(zone="B3")
    one_known = searching(with_own(state, BOTH, discovered=("B5",)), "B3").when(found)
    assert one_known.then_accepted().full.own[BOTH].both_known
    all_known = with_own(state, BOTH, discovered=("B5", "J3"), both_known=True)
    refused(searching(all_known, "B3"), found, "NIN-PASS-06")
    searching(all_known, "B3").when(f.MovementCleared()).then_accepted()
    canal = f.PassageDiscovered(zone="A4")
    refused(searching(standing(state, "g2", at="B4"), "A4"), canal, "NIN-PASS-06")
    inside = with_own(standing(state, "g2", at="@P"), BOTH, discovered=("B5",))
    inside = with_pile(inside, "guard", replace(pile(inside, "guard"), table=1))
    out = searching(inside, "@X")
    refused(out, canal, "NIN-PASS-15")
    outside = out.when(found).when(f.MovementCleared())
    refused(outside, go(), "NIN-PASS-15")
    outside.when(go("B4")).then_accepted()
    outside.when(f.PhaseStarted(phase="patrol")).then_accepted()


# --- Windows ---------------------------------------------------------------------------------------------------


def waiting(state: NinjaState, name: str) -> Case:
    """The other intruder has moved already."""
    return case_of(with_shown(state, "traitor" if name == "ninja" else "ninja", moved=True))


def card(name: Any, kind: Any, use: f.CardSecret = BLUFF) -> f.IntruderCardPlayed:
    return f.IntruderCardPlayed(intruder=name, card=kind, use=use)


@accepts("NIN-INT-14", "NIN-INT-07")
@refuses("NIN-INT-14", "NIN-INT-07")
def test_who_has_left_the_map_only_closes_its_move() -> None:
    night = standing(to_intruders().state, "g1", at="A3")
    here = waiting(seen_at(night, "ninja", "A3"), "ninja")
    struck = f.GuardNeutralised(intruder="ninja", guard="g1", by="kenjutsu")
    gone = here.when(f.IntruderLeftMap(intruder="ninja"))
    seen = f.IntruderDetected(intruder="ninja", zone="F7", cause="intruder_entered")
    for event in (struck, seen, card("ninja", "rope"), f.IntruderHidden(intruder="ninja")):
        refused(gone, event, "NIN-INT-14")
    refused(gone, f.IntruderLeftMap(intruder="ninja"), "NIN-INT-07")
    offered = {offer.type for offer in next_events(gone.state)}
    assert offered == {"intruder_moved", "alert_recorded", "match_conceded"}
    gone.when(moved("ninja", "A3", to("@OUT", "exit"))).then_accepted()
    first = here.when(struck).when(card("ninja", "rope")).when(f.IntruderLeftMap(intruder="ninja"))
    first.when(moved("ninja", "A3", to("@OUT", "exit", 2))).then_accepted()


@accepts("NIN-INT-13", "NIN-PASS-02")
@refuses("NIN-INT-13", "NIN-PASS-02")
def test_a_passage_card_after_the_entry_is_a_bluff() -> None:
    night = with_hidden(to_intruders().state, "ninja", zone="B5", cards={"secret_passage": 2, "rope": 6})
    opened, spare = card("ninja", "secret_passage", PLAIN), card("ninja", "secret_passage")
    entered = f.PassageEntered(intruder="ninja", entrance="B5")
    here = waiting(night, "ninja")
    for told, after in (((opened, entered, spare), 1), ((spare, opened, entered), 2), ((opened, entered), 1)):
        case = here
        for event in told:
            case = case.when(event)
        case.when(moved("ninja", "B5", to("@P", "enter_passage", after))).then_accepted()
    refused(here.when(spare), entered, "NIN-PASS-02")
    refused(here.when(opened).when(entered), opened, "NIN-INT-13")


# --- Turn reports ----------------------------------------------------------------------------------------------


@accepts("NIN-TSUM-03", "NIN-TSUM-06", "NIN-ALERT-06", "NIN-HAZ-06")
@refuses("NIN-TSUM-03", "NIN-TSUM-06", "NIN-ALERT-06", "NIN-HAZ-06")
def test_two_guards_lie_in_ambush_and_each_raises_the_alarm() -> None:
    case = created()
    refused(case, turn(case, ambush_placed=1, alert_end=2), "NIN-TSUM-03", "NIN-ALERT-06")
    refused(case, turn(case, ambush_placed=3, alert_end=3), "NIN-TSUM-06")
    first = case.when(turn(case, ambush_placed=1, alert_end=3))
    refused(first, turn(first, ambush_placed=2, alert_end=3), "NIN-TSUM-06")
    both = first.when(turn(first, ambush_placed=1, alert_end=3))
    refused(both, turn(both, ambush_placed=1, alert_end=3), "NIN-TSUM-06")
    assert "ambush_placed" not in _left_out(first) and "ambush_placed" in _left_out(both)
    both.when(turn(both)).then_accepted()


def _left_out(case: Case) -> set[str]:
    """What the next report cannot tell, or need not."""
    choices = RULES.next_events(case.state, EVERYONE)[0].choices
    return {name for name, values in choices.items() if values == ()}


@accepts("NIN-TSUM-06", "NIN-RESP-08")
@refuses("NIN-TSUM-06")
def test_no_more_guards_wake_up_than_sleep() -> None:
    case = created()
    refused(case, turn(case, awakened=9, killed=9), "NIN-TSUM-06")
    all_up = case
    for _ in range(4):  # at no alert two cards are played a turn, and each wakes one
        all_up = all_up.when(turn(all_up, awakened=2, killed=2))
    refused(all_up, turn(all_up, awakened=1), "NIN-TSUM-06")
    # The bonus of a respawn lies down after the guards of that turn have acted.
    died: Any = {"deaths": ("ninja",), "respawned": ("ninja",), "kenjutsu": 3, "alert_end": 3}
    refused(all_up, turn(all_up, awakened=1, **died), "NIN-TSUM-06")
    back = killed(all_up, "ninja")
    back.when(turn(back, awakened=3)).then_accepted()
    refused(back, turn(back, awakened=4), "NIN-TSUM-06")


# --- What is told of cards, what is owed ------------------------------------------------------------------------


@accepts("NIN-TURN-04", "NIN-HAZ-01")
@refuses("NIN-TURN-04")
def test_nobody_goes_on_while_a_trap_waits_to_be_settled() -> None:
    """A figure of the other intruder's own way is shown in its own window alone."""
    night = standing(hidden_at(to_intruders().state, "ninja", "C4"), "g1", at="J5")
    case = led(case_of(night), moved("ninja", "C4", to("D4")))
    trap = led(case, f.ZonesSearched(intruder="ninja", zones=("D4",)))
    seen = f.IntruderDetected(intruder="traitor", zone="J5", cause="intruder_entered")
    refused(trap, seen, "NIN-TURN-04")
    refused(trap, moved("traitor", "J4"), "NIN-TURN-04")
    settled = trap.when(f.HazardResolved(zone="D4", hazard="trap", outcome="alert"))
    settled.when(seen).when(moved("traitor", "J4", to("J5"))).then_accepted()


@accepts("NIN-INT-13")
@refuses("NIN-INT-13")
def test_a_card_names_what_it_is_for_and_nothing_else() -> None:
    here = waiting(to_intruders().state, "ninja")
    rope = f.CardSecret(bluff=False, edge=("A3", "B3"), zone=None)
    here.when(card("ninja", "rope", rope)).then_accepted()
    refused(here, card("ninja", "rope", replace(rope, zone="A2")), "NIN-INT-13")
    refused(here, card("ninja", "rope", replace(rope, bluff=True)), "NIN-INT-13")
    refused(here, card("ninja", "secret_passage", rope), "NIN-INT-13")
    shade = f.CardSecret(bluff=False, edge=None, zone="A2")
    refused(here, card("ninja", "shadow_walk", replace(shade, edge=("A3", "B3"))), "NIN-INT-13")
    refused(here, card("ninja", "shadow_walk", PLAIN), "NIN-INT-13")


# --- Out of reach ------------------------------------------------------------------------------------------------


@accepts("NIN-CMB-01", "NIN-DET-08", "NIN-END-04", "NIN-EFF-01", "NIN-PASS-04", "NIN-ROPE-01", "NIN-EFF-02")
@refuses("NIN-CMB-01", "NIN-DET-08", "NIN-END-04", "NIN-EFF-01", "NIN-PASS-02", "NIN-ROPE-01", "NIN-EFF-02")
def test_what_no_way_leads_to_is_refused_when_it_is_told() -> None:
    """Nobody else learns anything of it, and no move is left that cannot be closed."""
    night = standing(standing(to_intruders().state, "g1", at="A1"), "g2", at="E2")
    here = waiting(night, "ninja")
    kill = f.GuardNeutralised(intruder="ninja", guard="g1", by="kenjutsu")
    refused(here, replace(kill, guard="g2"), "NIN-CMB-01")
    refused(here, replace(kill, guard="g2", by="shuriken", from_zone="E2"), "NIN-EFF-01")
    refused(here, f.IntruderDetected(intruder="ninja", zone="E2", cause="intruder_entered"), "NIN-DET-08")
    refused(
        here, card("ninja", "rope", f.CardSecret(bluff=False, edge=("I3", "J3"), zone=None)), "NIN-ROPE-01"
    )
    refused(here, card("ninja", "shadow_walk", f.CardSecret(bluff=False, edge=None, zone="E2")), "NIN-EFF-02")
    refused(here, card("ninja", "secret_passage", PLAIN), "NIN-INT-13")
    refused(here, f.PassageEntered(intruder="ninja", entrance="B5"), "NIN-PASS-02")
    inland = waiting(hidden_at(night, "ninja", "E4"), "ninja")
    refused(inland, f.IntruderLeftMap(intruder="ninja"), "NIN-END-04")
    struck = here.when(kill)
    struck.when(moved("ninja", "A3", to("A2"), to("A1"))).then_accepted()
    # A guard on the way to the other one has to be told of first.
    passing = waiting(standing(night, "g3", at="A2"), "ninja")
    refused(passing, kill, "NIN-CMB-01")
    shown = passing.when(f.IntruderDetected(intruder="ninja", zone="A2", cause="intruder_entered"))
    on = shown.when(f.IntruderHidden(intruder="ninja")).when(kill)
    on.when(moved("ninja", "A3", to("A2"), to("A1", after=1))).then_accepted()
    # Where a device keeps the start, the audit looks at the way.
    waiting(with_hidden(night, "ninja", zone=None), "ninja").when(replace(kill, guard="g2")).then_accepted()


@accepts("NIN-PASS-02", "NIN-DET-05")
def test_every_deed_that_leaves_a_way_is_offered() -> None:
    """Also where the way has still to tell several things: hidden again, through the passage, seen by those inside."""
    night = standing(standing(to_intruders().state, "g1", at="B4"), "g2", at="@P")
    here = waiting(seen_at(night, "ninja", "B4"), "ninja")
    opened = card("ninja", "secret_passage", PLAIN)
    assert opened in offered(here, "intruder_card_played")
    case = here.when(opened).when(f.IntruderHidden(intruder="ninja"))
    entered = f.PassageEntered(intruder="ninja", entrance="B5")
    assert offered(case, "passage_entered") == [entered]
    there = f.IntruderDetected(intruder="ninja", zone="@P", cause="intruder_entered")
    case = case.when(entered)
    assert there in offered(case, "intruder_detected")
    ways = offered(case.when(there), "intruder_moved")
    assert {len(way.steps) for way in ways} == {2}
    gone = waiting(night, "ninja").when(f.IntruderLeftMap(intruder="ninja"))
    ends = {way.steps[-1].via for way in offered(gone, "intruder_moved")}
    assert ends == {"exit"}


def offered(case: Case, kind: str) -> list[Any]:
    """The events of this kind that a pad offers."""
    return [
        event for told in next_events(case.state) if told.type == kind for event in moves(case.state, told)
    ]


@accepts("NIN-PASS-02", "NIN-PASS-04")
@refuses("NIN-PASS-02", "NIN-PASS-04")
def test_the_entrance_that_was_told_is_the_one_on_the_way() -> None:
    near = waiting(hidden_at(to_intruders().state, "ninja", "B4"), "ninja")
    near = near.when(card("ninja", "secret_passage", PLAIN))
    refused(near, f.PassageEntered(intruder="ninja", entrance="J3"), "NIN-PASS-02")
    near.when(f.PassageEntered(intruder="ninja", entrance="B5")).then_accepted()
    below = waiting(inside(to_intruders().state, "ninja"), "ninja")
    out = below.when(f.PassageLeft(intruder="ninja", entrance="J3"))
    refused(out, moved("ninja", "@P", to("B5", "leave_passage")), "NIN-PASS-04")
    out.when(moved("ninja", "@P", to("J3", "leave_passage"))).then_accepted()


@accepts("NIN-TSUM-06", "NIN-EFF-04")
@refuses("NIN-TSUM-06")
def test_nobody_gets_drunk_without_a_traitor() -> None:
    lone = created(variant="solo", intruder="ninja")
    refused(lone, turn(lone, drunk_end=1), "NIN-TSUM-06")
    assert "drunk_end" in _left_out(lone)
    case = created()
    died: Any = {"deaths": ("traitor",), "kenjutsu": 2, "alert_end": 3}
    case.when(turn(case, drunk_end=3)).then_accepted()
    case.when(turn(case, drunk_end=1, respawned=("traitor",), **died)).then_accepted()
    once = killed(case, "traitor")
    refused(once, turn(once, drunk_end=1, respawned=(), **died), "NIN-TSUM-06")
    drunk = once.when(turn(once, drunk_end=1))
    gone = killed(drunk, "traitor", respawned=(), drunk_end=1)
    refused(gone, turn(gone, drunk_end=2), "NIN-TSUM-06")
    gone.when(turn(gone, drunk_end=1)).then_accepted()


# --- Ropes, ambushes, the end ------------------------------------------------------------------------------------


@accepts("NIN-MODE-BAL-06")
@refuses("NIN-MODE-BAL-06")
def test_a_rope_that_is_found_hangs_over_a_wall_of_that_zone() -> None:
    state = replace(on_device(), options=Options(rope_discovery=True))
    case = searching(state, "B3")
    found = f.PassageDiscovered(zone="B3", passage="rope", edge=("B3", "C3"))
    for edge in (("H3", "I3"), ("B3", "B4"), ("C3", "B3")):
        refused(case, replace(found, edge=edge), "NIN-MODE-BAL-06")
    case.when(found).when(f.MovementCleared()).then_accepted()


@accepts("NIN-DET-07", "NIN-HAZ-05")
@refuses("NIN-DET-07")
def test_an_ambush_shows_the_ninja_first() -> None:
    """Whoever found it: the order tells nothing."""
    night = hidden_at(hidden_at(to_intruders().state, "ninja", "C5"), "traitor", "C4")
    case = led(waiting(night, "traitor"), moved("traitor", "C4", to("C5")))
    case = led(case, f.ZonesSearched(intruder="traitor", zones=("C5",)))
    case = case.when(f.HazardResolved(zone="C5", hazard="ambush", outcome="guard_placed", guard="g15"))
    ninja = f.IntruderDetected(intruder="ninja", zone="C5", cause="ambush")
    traitor = replace(ninja, intruder="traitor")
    refused(case, traitor, "NIN-DET-07")
    case.when(ninja).when(traitor).then_accepted()


@accepts("NIN-SRCH-06", "NIN-END-02")
@refuses("NIN-TURN-04", "NIN-SCORE-03")
def test_the_card_of_the_last_mission_is_shown_before_the_end() -> None:
    last = with_fate(to_intruders().state, "traitor", deaths=(3, 9))
    marks = replace(MARKS, targets={**MARKS.targets, "B": "A3"})
    case = case_of(with_full(last, marks=marks)).when(f.IntruderLeftMap(intruder="ninja"))
    case = case.when(moved("ninja", "A3", to("@OUT", "exit")))
    case = case.when(f.ZonesSearched(intruder="ninja", zones=("A3",)))
    case = case.when(f.SearchAnswered(results=(f.Found(zone="A3", found="target", letter="B"),)))
    lost = GameEnded(reason="no_intruders", result="guards")
    refused(case, lost, "NIN-TURN-04")
    # The guards learn nothing of a card that is owed, at whatever moment they ask.
    refused(case, lost, "NIN-TURN-03", by=G)
    early = with_fate(case.state, "traitor", deaths=())
    refused(case_of(early), lost, "NIN-END-03", by=G)
    shown = case.when(f.MissionCompleted(intruder="ninja", letter="B"))
    refused(shown, lost, "NIN-SCORE-01", "NIN-SCORE-03")
    shown.when(replace(lost, result="draw")).then_accepted()


@accepts("NIN-LOG-05", "NIN-SETUP-01")
@refuses("NIN-SETUP-01")
def test_the_alert_is_read_from_the_first_turn_on() -> None:
    for number in (3, len(SETUP)):
        refused(setup_to(number), f.AlertRecorded(level=0), "NIN-SETUP-01")
    in_alert().when(f.AlertRecorded(level=0)).then_accepted()


# --- Words ---------------------------------------------------------------------------------------------------------


@refuses("NIN-CARD-11", "NIN-TURN-04", "NIN-HAZ-02", "NIN-MODE-SOLO-02")
def test_refusals_call_cards_and_steps_as_the_pad_does() -> None:
    held = with_pile(in_action().state, "guard", replace(pile(in_action().state, "guard"), hand_cards={}))
    listen = f.GuardCardPlayed(card="sentry_listen", guard="g1")
    owed = searching(on_device(), "C2")
    solo = RuleViolation("NIN-MODE-SOLO-02", {"named": "solo", "wanted": "its_name"})
    told = (
        (case_of(held).when(listen).violations[0], "Sentry Listen", "Часовой прислушивается"),
        (owed.when(listen).violations[0], "“Play a card”", "«Сыграть карту»"),
        (RuleViolation("NIN-HAZ-02", {"told": "no_guard"}), "no guard is moved", "стражника не переставляют"),
        (RuleViolation("NIN-CARD-12", {"told": {"kenjutsu": 9}, "limit": 36}), "Kenjutsu: 9", "Кендзюцу: 9"),
        (solo, "the ninja or the traitor", "ниндзя или предатель"),
    )
    for violation, english, russian in told:
        assert english in sentence(violation, "en") and russian in sentence(violation, "ru")
        assert "_" not in sentence(violation, "en") + sentence(violation, "ru")


@refuses("NIN-CARD-07", "NIN-AWK-01")
def test_a_refusal_says_what_the_card_needs_instead() -> None:
    state = in_action().state
    for told, needs in (
        (f.GuardCardPlayed(card="sentry_listen", guard="g9"), "it needs a sentry"),
        (f.GuardCardPlayed(card="patrol_search", guard="g1"), "it needs a patrol"),
        (f.GuardCardPlayed(card="awaken", guard="g1"), "it needs no guard to be named"),
        (f.GuardCardPlayed(card="kenjutsu", guard="g1"), "it needs an attack"),
    ):
        assert needs in sentence(case_of(state).when(told).then_refused("NIN-CARD-07")[0], "en")
    asleep = case_of(hidden_at(state, "ninja", "A7")).when(f.GuardCardPlayed(card="awaken"))
    wrong = asleep.when(f.GuardAwakened(zone="C2", guard="g15")).then_refused("NIN-AWK-01")[0]
    assert sentence(wrong, "en").endswith("Legal: D2, D6, F4, H2, H6.")
    asleep.when(f.GuardAwakened(zone="D6", guard="g15")).then_accepted()


@accepts("NIN-DET-05", "NIN-EFF-01")
@refuses("NIN-DET-05", "NIN-EFF-01")
def test_a_figure_is_taken_off_before_anything_else_happens_in_the_next_zone() -> None:
    """Put there first and taken off then, it would be gone where guards see it; struck from there, none could go."""
    night = standing(standing(to_intruders().state, "g1", at="A3"), "g2", at="A2")
    here = waiting(seen_at(night, "ninja", "A3"), "ninja")
    met_again = f.IntruderDetected(intruder="ninja", zone="A2", cause="intruder_entered")
    off = f.IntruderHidden(intruder="ninja")
    refused(here, met_again, "NIN-DET-08")
    after = here.when(off).when(met_again).when(moved("ninja", "A3", to("A2")))
    assert after.then_accepted().full.shown["ninja"].visible == "A2"
    unknown = case_of(with_hidden(here.state, "ninja", zone=None))
    refused(unknown.when(met_again).when(off), moved("ninja", "A3", to("A2")), "NIN-DET-05")
    thrown = f.GuardNeutralised(intruder="ninja", guard="g1", by="shuriken", from_zone="A4")
    refused(here, thrown, "NIN-EFF-01")
    here.when(off).when(thrown).when(moved("ninja", "A3", to("A4"))).then_accepted()


@accepts("NIN-PAT-01")
@refuses("NIN-PAT-02")
def test_a_patrol_under_the_name_of_one_that_has_moved_moves_too() -> None:
    """P1 has moved and become part of another patrol; two sentries are the P1 of now, and the phase waits for them."""
    patrol = ("g9", "g10")
    move = go("H2", "I2", guards=patrol, cause="patrol", facing="J2")
    night = in_action().when(f.PhaseStarted(phase="patrol")).state
    gone = with_full(night, patrolled=("P1",))
    case_of(gone).when(move).then_accepted()
    figures = full_of(gone).figures
    walked = {name: replace(one, moved=name in patrol) for name, one in figures.items()}
    refused(case_of(with_full(gone, figures=walked)), move, "NIN-PAT-02")
