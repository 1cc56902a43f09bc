"""Opening, match reports and turn reports: NIN-MODE, NIN-SUM, NIN-TSUM, NIN-END, NIN-SCORE."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from games import ninja
from games.judging import for_people
from games.ninja import RULES
from games.ninja import events as e
from games.ninja.events import Fared, Options
from games.ninja.facts import LIMITS, PRACTICE
from games.ninja.opening import TABLES
from games.ninja.tests.tables import INTRUDER, STRANGER, G, created, creation, killed, quietly, turn
from games.rulebook import sentence
from games.ruleset import EVERYONE
from games.testing import Case, accepts, given, refuses, why
from games.tiebreaks import NAME, of_file

FOLDER = Path(ninja.__file__).parent

DONE = Fared(mission_done=True, left=True)
DEAD = Fared(deaths=(3, 12))


def result(**told: Any) -> e.ResultReported:
    base: dict[str, Any] = {"winner": "draw", "last_turn": 12, "intruders": {"ninja": DONE, "traitor": DEAD}}
    return e.ResultReported(**{**base, **told})


def test_no_more_guards_can_be_chosen_than_the_box_has_places_for() -> None:
    assert TABLES.choice("sentries").high == LIMITS.posts
    assert TABLES.choice("sleepers").high == LIMITS.sleepers_in_zone * LIMITS.posts


@accepts("NIN-MODE-01", "NIN-HID-20", "NIN-MODE-BAL-04", "NIN-MODE-SOLO-01", "NIN-MODE-DL-06", "NIN-SETUP-01")
@pytest.mark.parametrize("mode", ["two", "three", "four"])
def test_a_match_is_opened(mode: str) -> None:
    assert created(mode=mode).state.guards == 14
    variant = {"variant": "solo", "intruder": "ninja"} if mode == "two" else {"variant": "disputed"}
    assert created(mode=mode, **variant).state.guards == (12 if mode == "two" else 14)
    options = Options(sentries=6, patrols=2, sleepers=10)
    assert created(mode=mode, options=options, map=PRACTICE).state.guards == 10


@refuses("NIN-MODE-01", "NIN-HID-20", "NIN-MODE-BAL-04", "NIN-MODE-SOLO-01", "NIN-MODE-DL-06", "NIN-SETUP-01")
@refuses("NIN-TURN-03", "NIN-MODE-BAL-01", "NIN-LOG-06", "NIN-MAP-05")
def test_what_cannot_be_opened() -> None:
    case = given(RULES)
    seats = {"guards": ("g",), "intruders": ("i", "j")}
    case.when(creation(sides=seats)).then_refused("NIN-MODE-01")
    case.when(creation(sides={"guards": ("g",), "intruders": ("g",)})).then_refused("NIN-HID-20")
    case.when(creation(sides={"guards": ("g",), "demons": ("i",)})).then_refused("NIN-MODE-01")
    case.when(creation(variant="solo")).then_refused("NIN-MODE-SOLO-01")
    case.when(creation(intruder="ninja")).then_refused("NIN-MODE-SOLO-01")
    case.when(creation(variant="disputed")).then_refused("NIN-MODE-DL-06")
    case.when(creation(options=Options(sentries=13))).then_refused("NIN-MODE-BAL-04")
    case.when(creation(options=Options(sentries=10, patrols=6))).then_refused("NIN-MODE-BAL-04")
    case.when(creation(options=Options(sleepers=11), map=PRACTICE)).then_refused("NIN-MODE-BAL-04")
    case.when(creation(options=Options(intruder_hand_delta=4))).then_refused("NIN-MODE-BAL-01")
    case.when(creation(copies={"ninja": {"rope": 12}})).then_refused("NIN-LOG-06")
    few = replace(PRACTICE, guard_posts=())
    case.when(creation(map=few)).then_refused("NIN-MAP-05")
    case.when(creation(), G).then_refused("NIN-TURN-03")
    case.when(e.MatchConceded(side="guards")).then_refused("NIN-SETUP-01")
    created().when(creation()).then_refused("NIN-SETUP-01")


@accepts("NIN-SUM-01", "NIN-SUM-02", "NIN-SUM-03", "NIN-SUM-04", "NIN-SUM-05", "NIN-LOG-04", "NIN-LOG-06")
@accepts("NIN-SCORE-01", "NIN-SCORE-02")
def test_a_match_in_one_report() -> None:
    case = created(detail="summary")
    state = case.when(result(), G).then_accepted()
    assert (state.winner, state.reason, RULES.outcome(state).winner) == ("draw", "no_intruders", "draw")
    both = {"ninja": DONE, "traitor": Fared(mission_done=True, left=True, deaths=(4,))}
    case.when(result(winner="intruders", last_turn=7, intruders=both), INTRUDER).then_accepted()
    stayed = {"ninja": Fared(mission_done=True), "traitor": Fared(left=True)}
    assert case.when(result(winner="guards", last_turn=20, intruders=stayed)).then_accepted().reason == "dawn"
    dead = {"ninja": DEAD, "traitor": Fared(deaths=(15,))}
    case.when(result(winner="guards", last_turn=15, intruders=dead)).then_accepted()


def test_the_figures_that_standings_rank_by_are_those_of_both_sides() -> None:
    """Section 7 of the rules: the last turn counts for intruders who have won, and for nobody else."""
    case = created(detail="summary")
    both = {"ninja": DONE, "traitor": Fared(mission_done=True, left=True, deaths=(4,))}
    won = RULES.outcome(case.when(result(winner="intruders", last_turn=7, intruders=both)).then_accepted())
    assert {name: won.figures[name] for name in of_file(FOLDER / NAME)} == {
        "escapes": {"guards": 0, "intruders": 2},
        "missions": {"guards": 0, "intruders": 2},
        "deaths_inflicted": {"guards": 1, "intruders": 0},
        "intruder_win_turn": {"guards": 0, "intruders": 7},
    }
    assert RULES.outcome(case.state).figures["intruder_win_turn"] == {"guards": 0, "intruders": 0}
    drawn = RULES.outcome(case.when(result()).then_accepted())
    assert drawn.figures["intruder_win_turn"] == {"guards": 0, "intruders": 0}


@refuses("NIN-SUM-01", "NIN-SUM-02", "NIN-SUM-03", "NIN-SUM-04", "NIN-SUM-05", "NIN-LOG-06", "NIN-TURN-03")
@refuses("NIN-END-01", "NIN-RESP-01", "NIN-RESP-02", "NIN-TURN-02")
def test_reports_that_cannot_be() -> None:
    case = created(detail="summary")
    case.when(result(last_turn=21)).then_refused("NIN-SUM-01", "NIN-TURN-02")
    alive = {"ninja": Fared(), "traitor": DEAD}
    case.when(result(winner="guards", intruders=alive)).then_refused("NIN-SUM-01", "NIN-END-01")
    for deaths, rule in (((11, 12), "NIN-RESP-01"), ((1, 2, 3), "NIN-RESP-02")):
        told = {"ninja": DONE, "traitor": Fared(deaths=deaths)}
        case.when(result(intruders=told)).then_refused("NIN-SUM-02", rule)
    for wrong in ((5, 5), (6, 3), (3, 13)):
        told = {"ninja": DONE, "traitor": Fared(deaths=wrong)}
        case.when(result(intruders=told)).then_refused("NIN-SUM-02")
    gone = {"ninja": DONE, "traitor": Fared(deaths=(3, 12), left=True)}
    case.when(result(intruders=gone)).then_refused("NIN-SUM-03")
    case.when(result(winner="intruders")).then_refused("NIN-SUM-04")
    dead = {"ninja": DEAD, "traitor": Fared(deaths=(11,))}
    case.when(result(winner="guards", last_turn=13, intruders=dead)).then_refused("NIN-SUM-05")
    case.when(result(intruders={"ninja": DONE, "monk": DONE})).then_refused("NIN-LOG-06")
    case.when(result(intruders={"ninja": DONE}, last_turn=19)).then_refused("NIN-SUM-01")
    case.when(result(), STRANGER).then_refused("NIN-TURN-03")


@accepts("NIN-MODE-SOLO-03")
@refuses("NIN-LOG-03", "NIN-LOG-04")
def test_a_solo_wolf_in_one_report_and_nothing_after_it() -> None:
    case = created(detail="summary", variant="solo", intruder="traitor")
    case.when(result(winner="draw", intruders={"traitor": DONE})).then_refused("NIN-SUM-04")
    over = case.when(result(winner="intruders", intruders={"traitor": DONE}))
    over.when(result()).then_refused("NIN-LOG-03")
    case.when(turn(created())).then_refused("NIN-LOG-04")
    created().when(result()).then_refused("NIN-LOG-04")


@accepts("NIN-LOG-03", "NIN-TURN-03", "NIN-SCORE-03")
def test_a_side_concedes_for_itself() -> None:
    case = created()
    state = case.when(e.MatchConceded(side="guards"), G).then_accepted()
    assert (state.winner, RULES.outcome(state).incomplete) == ("intruders", True)
    case.when(e.MatchConceded(side="guards"), INTRUDER).then_refused("NIN-TURN-03")


@accepts(
    "NIN-TSUM-01", "NIN-TSUM-02", "NIN-TSUM-03", "NIN-TSUM-04", "NIN-TSUM-05", "NIN-TSUM-06", "NIN-TSUM-07"
)
@accepts(
    "NIN-TSUM-08",
    "NIN-TSUM-09",
    "NIN-TURN-02",
    "NIN-SETUP-02",
    "NIN-ALERT-01",
    "NIN-ALERT-03",
    "NIN-ALERT-08",
)
@accepts("NIN-CARD-03", "NIN-LIS-12", "NIN-LIM-01", "NIN-SRCH-02", "NIN-CMB-09", "NIN-CMB-10", "NIN-RESP-01")
@accepts("NIN-RESP-02", "NIN-END-01", "NIN-END-03", "NIN-SCORE-03")
def test_a_match_by_turns() -> None:
    case = created()
    case = case.when(turn(case, free_listen=True, alert_end=1, searches={"ninja": 2}))
    told = {"cards_alert": 1, "cards_action": 2, "awakened": 3, "ambush_placed": 2}
    case = case.when(turn(case, **told, alert_end=3), G)
    case = case.when(turn(case, kenjutsu=1, wounds={"traitor": 1}, alert_end=3))
    case = killed(case, "traitor", searches={"traitor": 1}, missions_completed=("traitor",))
    case = killed(case, "ninja", drawn=0, deck_short=True, killed=2, drunk_end=3)
    case = case.when(turn(case, missions_completed=("ninja",), left=("ninja", "traitor"), drunk_end=1))
    assert (case.state.phase, case.state.guards, case.state.killed) == ("over", 17, 2)
    state = case.when(e.GameEnded(reason="no_intruders", result="intruders"), G).then_accepted()
    outcome = RULES.outcome(state)
    assert (outcome.winner, outcome.figures["escapes"]["intruders"]) == ("intruders", 2)


@accepts("NIN-END-01", "NIN-SCORE-02")
def test_dawn_after_turn_twenty() -> None:
    case = quietly(created(), 19)
    case = case.when(turn(case, missions_completed=("ninja",)))
    state = case.when(e.GameEnded(reason="dawn", result="guards")).then_accepted()
    assert (state.winner, state.reason) == ("guards", "dawn")


@refuses("NIN-END-01", "NIN-END-03", "NIN-SCORE-01", "NIN-SCORE-02", "NIN-SCORE-03", "NIN-MODE-SOLO-03")
def test_how_a_match_by_turns_cannot_end() -> None:
    case = quietly(created(), 20)
    case.when(turn(case)).then_refused("NIN-END-01")
    case.when(e.MatchConceded(side="guards")).then_refused("NIN-END-01")
    case.when(e.GameEnded(reason="no_intruders", result="guards")).then_refused("NIN-END-03")
    case.when(e.GameEnded(reason="dawn", result="draw")).then_refused("NIN-SCORE-01", "NIN-SCORE-03")
    created().when(e.GameEnded(reason="dawn", result="guards")).then_refused("NIN-END-03")
    solo = created(variant="solo", intruder="ninja")
    solo = solo.when(turn(solo, left=("ninja",)))
    told = e.GameEnded(reason="no_intruders", result="draw")
    solo.when(told).then_refused("NIN-MODE-SOLO-03", "NIN-SCORE-02")


@refuses(
    "NIN-TSUM-01", "NIN-TSUM-02", "NIN-TSUM-03", "NIN-TSUM-04", "NIN-TSUM-05", "NIN-TSUM-06", "NIN-TSUM-07"
)
@refuses(
    "NIN-TSUM-08",
    "NIN-TSUM-09",
    "NIN-TURN-02",
    "NIN-SETUP-02",
    "NIN-ALERT-01",
    "NIN-ALERT-03",
    "NIN-ALERT-08",
)
@refuses("NIN-CARD-03", "NIN-LIS-12", "NIN-LIM-01", "NIN-SRCH-02", "NIN-CMB-09", "NIN-CMB-10", "NIN-LOG-06")
@pytest.mark.parametrize(
    ("told", "rules"),
    [
        ({"turn": 4}, ("NIN-TSUM-01", "NIN-TURN-02")),
        ({"alert_start": 1}, ("NIN-TSUM-01",)),
        ({"drawn": 4}, ("NIN-TSUM-02", "NIN-ALERT-03")),
        ({"drawn": 2}, ("NIN-TSUM-02",)),
        ({"alert_end": 1}, ("NIN-TSUM-03", "NIN-ALERT-08")),
        ({"alert_end": 4}, ("NIN-TSUM-03", "NIN-ALERT-01")),
        ({"cards_alert": 4}, ("NIN-TSUM-04",)),
        ({"cards_action": 3}, ("NIN-TSUM-04", "NIN-CARD-03")),
        ({"cards_action": 1, "free_listen": True}, ("NIN-TSUM-04", "NIN-LIS-12")),
        ({"kenjutsu": 1}, ("NIN-TSUM-05",)),
        ({"kenjutsu": 1, "wounds": {"traitor": 2}, "alert_end": 2}, ("NIN-TSUM-05",)),
        ({"awakened": 1, "guards_end": 14}, ("NIN-TSUM-06",)),
        ({"drunk_end": 4}, ("NIN-TSUM-06",)),
        ({"awakened": 7}, ("NIN-TSUM-06", "NIN-LIM-01")),
        ({"searches": {"ninja": 3}}, ("NIN-TSUM-07", "NIN-SRCH-02")),
        ({"wounds": {"traitor": 2}, "kenjutsu": 1, "alert_end": 3}, ("NIN-TSUM-08", "NIN-CMB-09")),
        ({"wounds": {}, "kenjutsu": -1}, ("NIN-LOG-06",)),
        ({"missions_completed": ("ninja",)}, ("NIN-TSUM-09",)),
        ({"left": ("monk",)}, ("NIN-LOG-06",)),
        ({"left": ("ninja", "ninja")}, ("NIN-LOG-06",)),
    ],
)
def test_turns_that_cannot_be(told: dict[str, Any], rules: tuple[str, ...]) -> None:
    case = created()
    case = case.when(turn(case, missions_completed=("ninja",)))
    wounds = {"kenjutsu": 1, "wounds": {"traitor": 1}, "alert_end": 3}
    case = case.when(turn(case, **wounds))
    case.when(turn(case, **told)).then_refused(*rules)
    first = created()
    first.when(turn(first, alert_start=1)).then_refused("NIN-TSUM-01", "NIN-SETUP-02")
    healed = turn(case, wounds={"traitor": 0}, kenjutsu=0)
    case.when(healed).then_refused("NIN-TSUM-08", "NIN-CMB-10")
    dead = killed(case, "ninja")
    hurt = dead.when(turn(dead, kenjutsu=0, wounds={"traitor": 0}))
    hurt.then_refused("NIN-TSUM-08", "NIN-CMB-10")


@refuses("NIN-TSUM-01")
def test_a_turn_out_of_order_is_one_sentence() -> None:
    case = created()
    late = case.when(turn(case, turn=3)).then_refused("NIN-TSUM-01")
    assert len(for_people(late)) == 1
    assert sentence(late[0], "en") == "Report turn 1 next, not turn 3: turns go one by one, each once."
    loud = case.when(turn(case, alert_start=1)).then_refused("NIN-TSUM-01")
    assert sentence(loud[0], "en") == "Alert at the start of this turn: none; entered: low."
    assert sentence(loud[0], "ru") == "Тревога в начале этого хода: спокойно; указано: низкая."


@refuses("NIN-RESP-01", "NIN-RESP-02", "NIN-TSUM-08", "NIN-TSUM-09", "NIN-TURN-03")
def test_who_comes_back() -> None:
    case = created()
    died: dict[str, Any] = {"deaths": ("ninja",), "kenjutsu": 3, "alert_end": 3}
    case.when(turn(case, **died, respawned=())).then_refused("NIN-RESP-01", "NIN-TSUM-08")
    assert case.when(turn(case, **died)).then_accepted().intruders["ninja"].deaths == (1,)
    case.when(turn(case, respawned=("ninja",))).then_refused("NIN-RESP-01")
    late = quietly(case, 10)
    late.when(turn(late, **died, respawned=("ninja",))).then_refused("NIN-RESP-01")
    late.when(turn(late, **died, left=("ninja",))).then_refused("NIN-TSUM-09")
    again = killed(case, "ninja")
    again.when(turn(again, **died, respawned=("ninja",))).then_refused("NIN-RESP-02")
    case.when(turn(case), STRANGER).then_refused("NIN-TURN-03")


@accepts("NIN-LIM-01", "NIN-TSUM-06", "NIN-AWK-02")
@refuses("NIN-LIM-01", "NIN-TSUM-06")
def test_guards_wake_up_before_one_can_fall() -> None:
    """The guards act before the intruders: on a full map a kill of the same turn makes room for an ambush alone."""
    case = created(options=Options(sentries=9))
    case = case.when(turn(case, alert_end=3))
    full = case.when(turn(case, awakened=5))
    assert full.state.guards == LIMITS.guards
    full.when(turn(full, awakened=1, killed=1)).then_refused("NIN-TSUM-06", "NIN-LIM-01")
    case.when(turn(case, awakened=6, killed=2)).then_refused("NIN-TSUM-06", "NIN-LIM-01")
    full.when(turn(full, ambush_placed=1, alert_end=3)).then_refused("NIN-TSUM-06", "NIN-LIM-01")
    full.when(turn(full, ambush_placed=1, killed=1, alert_end=3)).then_accepted()
    assert "awakened" in _not_asked(full)
    almost = case.when(turn(case, awakened=4))
    assert "awakened" not in _not_asked(almost)
    almost.when(turn(almost, awakened=1, killed=1)).then_accepted()


def _not_asked(case: Case) -> set[str]:
    """The fields of the next report that can hold nothing."""
    told = next(one for one in RULES.next_events(case.state, EVERYONE) if one.type == "turn_summarised")
    return {name for name, values in told.choices.items() if values == ()}


@accepts("NIN-TSUM-09", "NIN-END-02")
@refuses("NIN-TSUM-09")
def test_nothing_happens_after_the_last_intruder_has_died() -> None:
    case = created()
    case = quietly(case.when(turn(case, left=("traitor",))), 10)
    killed(case, "ninja", killed=1).then_refused("NIN-TSUM-09")
    told = killed(case, "ninja", ambush_placed=1).then_refused("NIN-TSUM-09")
    assert sentence(told[0], "en").endswith("what they do then: Guards placed by ambushes: 1.")
    assert killed(case, "ninja", awakened=1).then_accepted().phase == "over"
    # The other one acts, or a new copy does.
    both = quietly(created(), 11)
    killed(both, "ninja", killed=1, ambush_placed=1).then_accepted()
    early = created()
    early = early.when(turn(early, left=("traitor",)))
    killed(early, "ninja", killed=1).then_accepted()


@accepts("NIN-TSUM-04", "NIN-LIS-12")
@refuses("NIN-TSUM-04", "NIN-LIS-12")
def test_who_listens_without_a_card_wakes_nobody() -> None:
    case = created()
    told = case.when(turn(case, free_listen=True, awakened=1)).then_refused("NIN-TSUM-04", "NIN-LIS-12")
    assert "wake anybody (entered: 1)" in sentence(told[0], "en")
    case.when(turn(case, free_listen=True)).then_accepted()
    case.when(turn(case, cards_action=1, awakened=1)).then_accepted()


@accepts("NIN-MODE-BAL-02", "NIN-TSUM-03")
@refuses("NIN-MODE-BAL-02", "NIN-TSUM-03")
def test_a_mission_that_raises_the_alert_is_seen_at_the_end_of_the_turn() -> None:
    """The intruders act last, so that nothing lowers the alert again."""
    done: dict[str, Any] = {
        "missions_completed": ("ninja", "traitor"),
        "searches": {"ninja": 1, "traitor": 1},
    }
    loud = created(options=Options(mission_raises_alert=True))
    loud.when(turn(loud, **done, alert_end=1)).then_refused("NIN-TSUM-03", "NIN-MODE-BAL-02")
    loud.when(turn(loud, **done, alert_end=2)).then_accepted()
    high = loud.when(turn(loud, alert_end=3))
    high.when(turn(high, **done, alert_end=1)).then_refused("NIN-TSUM-03", "NIN-ALERT-08")
    high.when(turn(high, **done, alert_end=3)).then_accepted()
    quiet = created()
    quiet.when(turn(quiet, **done, alert_end=0)).then_accepted()


@refuses("NIN-TSUM-05", "NIN-TSUM-08", "NIN-CMB-10")
def test_healed_wounds_are_no_cards() -> None:
    case = created()
    case = case.when(turn(case, wounds={"ninja": 2}, alert_end=3))
    healed = e.TurnSummarised(turn=2, alert_end=2, wounds={"ninja": 1})
    case.when(healed).then_refused("NIN-TSUM-08", "NIN-CMB-10")
    calm = case.when(e.TurnSummarised(turn=2, alert_end=2, wounds={"traitor": 1})).then_refused("NIN-TSUM-05")
    assert sentence(calm[0], "en") == "After an attack the alert is High, not medium."


@refuses("NIN-LOG-06")
def test_numbers_are_called_as_their_fields_are() -> None:
    case = created()
    told = case.when(turn(case, awakened=-1, guards_end=13)).then_refused("NIN-LOG-06")
    assert sentence(told[0], "en").startswith("Guards awakened: -1 does not exist here")
    assert sentence(told[0], "ru").startswith("Разбужено стражников: -1")


@refuses("NIN-END-03")
def test_a_wrong_reason_of_the_end_is_told_the_right_one() -> None:
    case = created()
    case = case.when(turn(case, left=("ninja", "traitor")))
    told = case.when(e.GameEnded(reason="dawn", result="guards")).then_refused("NIN-END-03")
    assert sentence(told[0], "en").endswith("the end: dawn; the reason is: no intruder is left.")


@accepts("NIN-TSUM-05")
@refuses("NIN-TSUM-05")
def test_each_guard_strikes_once_a_turn() -> None:
    few = created(options=Options(sentries=1, patrols=0))
    few.when(turn(few, wounds={"ninja": 2}, alert_end=3)).then_refused("NIN-TSUM-05")
    few.when(turn(few, wounds={"ninja": 1}, alert_end=3)).then_accepted()
    few.when(turn(few, awakened=1, wounds={"ninja": 2}, alert_end=3)).then_accepted()


@refuses("NIN-RESP-01", "NIN-TSUM-08")
def test_who_comes_back_is_told_without_wounds() -> None:
    case = created()
    told = case.when(turn(case, respawned=("ninja",))).then_refused("NIN-RESP-01", "NIN-TSUM-08")
    assert sentence(told[1], "en") == "Who comes back follows from the deaths; not so here: the ninja."


@accepts("NIN-TSUM-06")
@refuses("NIN-TSUM-06")
def test_each_guard_who_wakes_up_was_woken_by_a_card() -> None:
    """NIN-CARD-03, NIN-AWK-01: two cards and what was drawn; where cards are told, no more of them."""
    case = created()
    case.when(turn(case, awakened=2)).then_accepted()
    case.when(turn(case, awakened=2, cards_action=2)).then_accepted()
    case.when(turn(case, awakened=3)).then_refused("NIN-TSUM-06")
    case.when(turn(case, awakened=2, cards_action=1)).then_refused("NIN-TSUM-06")
    alarmed = case.when(turn(case, alert_end=3))
    alarmed.when(turn(alarmed, awakened=5, alert_end=3)).then_accepted()
    alarmed.when(turn(alarmed, awakened=4, cards_alert=1, cards_action=2)).then_refused("NIN-TSUM-06")
    alarmed.when(turn(alarmed, awakened=6, alert_end=3)).then_refused("NIN-TSUM-06")
    alarmed.when(turn(alarmed, awakened=4, drawn=1, deck_short=True)).then_refused("NIN-TSUM-02")


@accepts("NIN-TSUM-06")
@refuses("NIN-TSUM-06")
def test_no_more_guards_fall_than_the_intruders_had_cards_to_kill() -> None:
    """NIN-SETUP-04, -06, NIN-INT-11: eight of the ninja, five of the traitor, all of that deck; then new hands."""
    case = created()
    case.when(turn(case, killed=13, alert_end=3)).then_accepted()
    case.when(turn(case, killed=14, alert_end=3)).then_refused("NIN-TSUM-06")
    spent = case.when(turn(case, killed=12, alert_end=3))
    spent = spent.when(turn(spent, awakened=4, alert_end=3))
    spent.when(turn(spent, killed=2, alert_end=3)).then_refused("NIN-TSUM-06")
    back = killed(spent, "ninja")
    back.when(turn(back, killed=6, alert_end=3)).then_accepted()
    alone = created(variant="solo", intruder="traitor")
    alone.when(turn(alone, killed=5, alert_end=3)).then_accepted()
    alone.when(turn(alone, killed=6, alert_end=3)).then_refused("NIN-TSUM-06")
    ninja = {"rope": 4, "shuriken": 2, "kenjutsu": 3, "shadow_walk": 2, "secret_passage": 1}
    traitor = {"rope": 3, "potent_sake": 3, "it_was_a_cat": 1, "kenjutsu": 2, "secret_passage": 1}
    known = created(copies={"ninja": ninja, "traitor": traitor})
    known.when(turn(known, killed=7, alert_end=3)).then_accepted()
    known.when(turn(known, killed=8, alert_end=3)).then_refused("NIN-TSUM-06")


@accepts("NIN-TSUM-02")
@refuses("NIN-TSUM-02", "NIN-ALERT-03")
def test_a_deck_is_short_once_so_much_was_drawn() -> None:
    """NIN-SETUP-05: twelve cards lie in it at first, and what is played goes back into it."""
    case = created()
    for _ in range(4):
        case = case.when(turn(case, alert_end=3))
    assert case.state.drawn == 9
    case.when(turn(case, drawn=2, deck_short=True, alert_end=3)).then_refused("NIN-TSUM-02", "NIN-ALERT-03")
    case = case.when(turn(case, alert_end=3))
    case.when(turn(case, drawn=0, deck_short=True, alert_end=3)).then_accepted()
    early = killed(created(), "traitor")
    early = early.when(turn(early, alert_end=3)).when(turn(early.when(turn(early, alert_end=3)), alert_end=3))
    early.when(turn(early, drawn=2, deck_short=True, alert_end=3)).then_accepted()


def test_the_next_turn_asks_for_no_guards_that_cannot_come_or_fall() -> None:
    """And for no short deck before it can be one."""
    case = created()
    assert not {"awakened", "killed"} & _not_asked(case) and "deck_short" in _not_asked(case)
    spent = case.when(turn(case, killed=13, alert_end=3))
    assert "killed" not in _not_asked(spent), "a new copy may have new cards"
    gone = spent.when(turn(spent, left=("ninja",), alert_end=3))
    assert "killed" not in _not_asked(gone), "the traitor may come back"
    alone = created(variant="solo", intruder="traitor")
    spent = quietly(alone, 9).when(turn(quietly(alone, 9), killed=5, alert_end=3))
    assert "killed" in _not_asked(spent), "no copy comes back any more"


@refuses("NIN-CMB-09", "NIN-LOG-06", "NIN-TSUM-02")
def test_a_refused_report_says_what_was_wrong_with_it() -> None:
    case = quietly(created(), 10)
    dead = {"deaths": ("ninja",), "respawned": (), "alert_end": 3}
    found = why(case, turn(case, **dead, wounds={"ninja": 1, "traitor": 0}, kenjutsu=4), "NIN-CMB-09")
    assert found == {"gone": "ninja", "wounds": 1}
    gone = case.when(turn(case, **dead, kenjutsu=3, wounds={"ninja": 0, "traitor": 0}))
    assert why(gone, turn(gone, wounds={"ninja": 2, "traitor": 0}), "NIN-CMB-09")["gone"] == "ninja"
    twice = turn(case, missions_completed=("ninja", "ninja"))
    assert why(case, twice, "NIN-LOG-06") == {"twice": "missions_completed"}
    four = created(mode="four")
    four = four.when(turn(four, alert_end=2))
    refused = four.when(turn(four, drawn=5)).then_refused("NIN-TSUM-02")
    assert "draws at this alert: 4, not 5; fewer only with a short deck." in sentence(refused[0], "en")
