"""Full detail on the practice map: what each rule refuses, one deed at a time."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ninja import RULES
from games.ninja.events import Options
from games.ninja.full import events as f
from games.ninja.tests.demo import (
    DEPLOYED,
    MARKS,
    SETUP,
    hand,
    in_action,
    in_alert,
    led,
    moved,
    setup_to,
    stood,
    to,
    to_intruders,
)
from games.ninja.tests.laid import case_of, hidden_at, standing
from games.ninja.tests.tables import INTRUDER, G, creation
from games.rulebook import sentence
from games.ruleset import Event
from games.testing import Case, accepts, given, refuses

PLAIN = f.CardSecret(bluff=False, edge=None, zone=None)
BLUFF = f.CardSecret(bluff=True, edge=None, zone=None)


def refused(case: Case, event: Event, rule: str) -> None:
    """By this rule first, in sentences."""
    for violation in case.when(event).then_refused(rule):
        assert "{" not in sentence(violation, "en") + sentence(violation, "ru")


@refuses(
    "NIN-SETUP-03",
    "NIN-SETUP-04",
    "NIN-SETUP-05",
    "NIN-SETUP-06",
    "NIN-SETUP-07",
    "NIN-SETUP-08",
    "NIN-SETUP-09",
)
@refuses(
    "NIN-SETUP-10",
    "NIN-SETUP-11",
    "NIN-SETUP-12",
    "NIN-SETUP-13",
    "NIN-SETUP-14",
    "NIN-SETUP-16",
    "NIN-SETUP-17",
)
@refuses("NIN-SETUP-18", "NIN-SETUP-19", "NIN-SETUP-01", "NIN-TURN-03", "NIN-TURN-01", "NIN-TURN-02")
def test_the_setup_refuses() -> None:
    start = setup_to(0)
    refused(start, SETUP[4], "NIN-SETUP-01")
    refused(start, f.MissionsDrawn(letters={"ninja": "B", "traitor": "B"}), "NIN-SETUP-03")
    start.when(SETUP[0], G).then_refused("NIN-TURN-03")
    hands = setup_to(1)
    refused(hands, hand("ninja", size=9), "NIN-SETUP-04")
    refused(hands, hand("guard", size=23), "NIN-SETUP-05")
    refused(hands, hand("ninja", cards={"rope": 8}), "NIN-SETUP-06")
    deploy = setup_to(4)
    sentries, patrols = DEPLOYED.sentries, DEPLOYED.patrols
    refused(deploy, replace(DEPLOYED, sentries=("B2", *sentries[1:])), "NIN-SETUP-07")
    refused(
        deploy, replace(DEPLOYED, patrols=(replace(patrols[0], facing="G3"), *patrols[1:])), "NIN-SETUP-08"
    )
    on_post = replace(patrols[0], zone="J2", facing="I2")
    refused(deploy, replace(DEPLOYED, patrols=(on_post, *patrols[1:])), "NIN-SETUP-09")
    fewer = replace(DEPLOYED, sentries=sentries, patrols=patrols[:2])
    refused(deploy, fewer, "NIN-SETUP-08")
    none = replace(DEPLOYED, patrols=())
    options = setup_to(4, options=Options(patrols=0))
    options.when(none).then_accepted()
    marks = setup_to(5)
    for changes, rule in (
        ({"sleepers": {"D2": 3, "H2": 5}}, "NIN-SETUP-11"),
        ({"traps": ("D4", "D3")}, "NIN-SETUP-12"),
        ({"traps": ("D4", "C3")}, "NIN-SETUP-13"),
        ({"targets": {**MARKS.targets, "A": "G5"}, "traps": ("D4", "D3")}, "NIN-SETUP-14"),
    ):
        refused(marks, f.GuardMapMarked(marks=replace(MARKS, **changes)), rule)
    refused(setup_to(6), f.IntruderStartMarked(intruder="ninja", zone="B3"), "NIN-SETUP-16")
    refused(setup_to(6), f.IntruderStartMarked(intruder="ninja", zone="F1"), "NIN-SETUP-16")
    refused(setup_to(7), f.IntruderStartMarked(intruder="traitor", zone="F3"), "NIN-SETUP-17")
    refused(setup_to(8), f.PassageMarked(entrance="A4", other="B5"), "NIN-SETUP-18")
    refused(setup_to(8), f.SetupCompleted(), "NIN-SETUP-19")
    ready = setup_to(len(SETUP))
    refused(ready, f.TurnStarted(turn=2), "NIN-TURN-02")
    refused(in_alert(), f.TurnStarted(turn=2), "NIN-TURN-01")
    refused(deploy, replace(DEPLOYED, swords=("g1",)), "NIN-MODE-4P-02")


@refuses("NIN-SETUP-10")
def test_a_different_number_of_guards() -> None:
    from games.ninja.full.setup import _check_number

    few = replace(DEPLOYED, sentries=DEPLOYED.sentries[:7])
    assert [one.rule for one in _check_number(setup_to(4).state, few)] == ["NIN-SETUP-10"]


def test_rivals_need_a_board() -> None:
    """Others may play on a printed one: see `test_printed.py`."""
    given(RULES).when(creation(detail="full")).then_accepted()
    told = creation(detail="full", mode="three", variant="disputed")
    given(RULES).when(told).then_refused("NIN-MODE-DL-06")


@refuses(
    "NIN-TURN-06", "NIN-CARD-01", "NIN-CARD-03", "NIN-CARD-04", "NIN-CARD-07", "NIN-CARD-09", "NIN-CARD-11"
)
@refuses(
    "NIN-LIS-01",
    "NIN-LIS-02",
    "NIN-LIS-08",
    "NIN-LIS-10",
    "NIN-LIS-11",
    "NIN-LIS-12",
    "NIN-LIS-13",
    "NIN-LIS-14",
)
@refuses("NIN-TURN-04", "NIN-ALERT-03", "NIN-AWK-01", "NIN-AWK-03")
def test_guard_cards_and_listening_refuse() -> None:
    listen = f.GuardCardPlayed(card="sentry_listen", guard="g1")
    refused(in_alert(), f.PhaseStarted(phase="patrol"), "NIN-TURN-06")
    refused(in_alert(), listen, "NIN-CARD-01")
    refused(in_alert(), f.GuardCardsDrawn(count=1, cards={"awaken": 1}), "NIN-ALERT-03")
    refused(in_alert(), f.FreeListenOrdered(guard="g1"), "NIN-LIS-12")
    case = in_action()
    refused(case, f.GuardCardPlayed(card="sentry_listen", guard="g9"), "NIN-CARD-07")
    refused(case, f.GuardCardPlayed(card="secret_passage"), "NIN-CARD-11")
    refused(case, f.FreeListenOrdered(guard="g9"), "NIN-LIS-01")
    refused(case, f.ListenAnswered(heard=False), "NIN-LIS-14")
    refused(case, f.GuardAwakened(zone="D2", guard="g15"), "NIN-AWK-01")
    refused(case, f.GuardSobered(guard="g1"), "NIN-AWK-03")
    asked = case.when(listen)
    refused(asked, f.PhaseStarted(phase="patrol"), "NIN-TURN-04")
    refused(asked, f.ListenAnswered(heard=True), "NIN-LIS-02")
    refused(asked, f.ListenAnswered(heard=False, cat=True), "NIN-LIS-10")
    refused(asked, f.IntruderCardPlayed(intruder="ninja", card="it_was_a_cat", use=BLUFF), "NIN-LIS-11")
    case = asked.when(f.ListenAnswered(heard=False), INTRUDER)
    refused(case, f.GuardsMoved(guards=("g1",), path=("E1",), cause="heard"), "NIN-LIS-08")
    refused(case, f.GuardCardPlayed(card="sentry_search", guard="g1"), "NIN-CARD-04")
    second = led(case, f.GuardCardPlayed(card="patrol_listen", patrol="P1"))
    refused(second, f.GuardCardPlayed(card="sentry_listen", guard="g2"), "NIN-CARD-03")
    refused(second, f.FreeListenOrdered(guard="g3"), "NIN-LIS-12")
    free = led(in_action(), f.FreeListenOrdered(patrol="P1"))
    refused(free, listen, "NIN-LIS-13")
    refused(case.when(f.PhaseStarted(phase="patrol")), listen, "NIN-CARD-09")
    awake = in_action().when(f.GuardCardPlayed(card="awaken"))
    refused(awake, f.GuardAwakened(zone="F3", guard="g15"), "NIN-AWK-01")
    awake.when(f.GuardAwakened(zone="F4", guard="g15")).then_accepted()


@refuses(
    "NIN-MOV-01",
    "NIN-MOV-02",
    "NIN-MOV-03",
    "NIN-MOV-05",
    "NIN-MOV-06",
    "NIN-MOV-07",
    "NIN-MOV-09",
    "NIN-MOV-11",
)
@refuses(
    "NIN-PAT-01",
    "NIN-PAT-02",
    "NIN-PAT-03",
    "NIN-PAT-04",
    "NIN-PAT-05",
    "NIN-PAT-07",
    "NIN-HID-21",
    "NIN-PASS-06",
)
@refuses("NIN-DET-08")
def test_movements_refuse() -> None:
    def go(*path: str, guards: tuple[str, ...] = ("g2",), **told: Any) -> f.GuardsMoved:
        return f.GuardsMoved(guards=guards, path=path, **told)

    search = in_action().when(f.GuardCardPlayed(card="sentry_search", guard="g2"))
    refused(search, go("C2", "D2", "E2"), "NIN-MOV-01")
    refused(search, go("A2"), "NIN-MOV-02")
    refused(search, go("C2", guards=("g1",)), "NIN-MOV-06")
    refused(search, go("C2", facing="D2"), "NIN-MOV-09")
    wet = in_action().when(f.GuardCardPlayed(card="sentry_search", guard="g1"))
    refused(wet, go("E1", "D1", guards=("g2",)), "NIN-MOV-06")
    west = led(search, go("B3", "B4"))
    assert west.state.full.figures["g2"].zone == "B4"
    asked = search.when(go("B3", "B4"))
    refused(asked, f.PassageDiscovered(zone="B4"), "NIN-PASS-06")
    refused(asked, f.IntruderDetected(intruder="ninja", zone="B4", cause="guard_entered"), "NIN-DET-08")
    refused(west, f.MovementCleared(), "NIN-HID-21")
    patrol = in_action().when(f.GuardCardPlayed(card="patrol_search", patrol="P1"))
    refused(patrol, go("H2", guards=("g9",), facing=None), "NIN-MOV-07")
    refused(patrol, go("H2", guards=("g9", "g10")), "NIN-MOV-09")
    turned = led(patrol, go("F2", guards=("g9", "g10"), facing="F3"))
    refused(turned, f.PatrolReformed(patrol="P9", guards=("g1", "g2"), facing=None), "NIN-MOV-11")
    night = turned.when(f.PhaseStarted(phase="patrol"))
    both = ("g11", "g12")
    refused(night, f.PhaseStarted(phase="intruder_action"), "NIN-PAT-02")
    refused(night, go("F3", "F4", guards=("g9", "g10"), cause="patrol", facing="F5"), "NIN-PAT-07")
    refused(night, go("B3", cause="patrol"), "NIN-PAT-01")
    refused(night, go("C6", "B6", guards=both, cause="patrol", facing="B5"), "NIN-PAT-03")
    refused(night, go("E6", "F6", guards=both, cause="patrol", facing="E6"), "NIN-PAT-04")
    refused(night, go("E6", guards=both, cause="patrol", facing="F6"), "NIN-PAT-05")
    once = led(night, go("E6", "F6", guards=both, cause="patrol", facing="F5"))
    refused(once, go("F5", "F4", guards=both, cause="patrol", facing="F3"), "NIN-PAT-02")


@refuses("NIN-MOV-03", "NIN-MOV-05")
def test_canals_end_movements_and_nobody_moves_twice() -> None:
    case = in_action().when(f.GuardCardPlayed(card="sentry_search", guard="g2"))
    case = led(case, f.GuardsMoved(guards=("g2",), path=("B3", "B4")))
    case = led(to_intruders(case), stood("ninja", "A3"), stood("traitor", "J4"), f.TurnEnded(turn=1))
    case = case.when(f.TurnStarted(turn=2)).when(f.PhaseStarted(phase="guard_action"))
    case = case.when(f.GuardCardPlayed(card="sentry_search", guard="g2"))
    refused(case, f.GuardsMoved(guards=("g2",), path=("A4", "A5")), "NIN-MOV-03")
    met = led(case, f.GuardsMoved(guards=("g2",), path=("A4",)))
    gone = f.GuardsMoved(guards=("g2",), path=("A5",), cause="card")
    assert {"NIN-MOV-06", "NIN-MOV-05"} == {one.rule for one in met.when(gone).violations}


@refuses(
    "NIN-INT-01",
    "NIN-INT-02",
    "NIN-INT-03",
    "NIN-INT-04",
    "NIN-INT-05",
    "NIN-INT-06",
    "NIN-INT-07",
    "NIN-INT-09",
)
@refuses(
    "NIN-INT-10",
    "NIN-INT-12",
    "NIN-INT-13",
    "NIN-INT-14",
    "NIN-INT-15",
    "NIN-INT-16",
    "NIN-ROPE-01",
    "NIN-ROPE-05",
)
@refuses(
    "NIN-EFF-01",
    "NIN-EFF-02",
    "NIN-EFF-04",
    "NIN-DET-02",
    "NIN-DET-05",
    "NIN-DET-08",
    "NIN-CMB-01",
    "NIN-END-04",
)
@refuses(
    "NIN-PASS-02", "NIN-PASS-04", "NIN-PASS-14", "NIN-SRCH-02", "NIN-SRCH-03", "NIN-SRCH-04", "NIN-SRCH-05"
)
@refuses("NIN-SRCH-06", "NIN-TURN-05", "NIN-CMB-08", "NIN-CMB-11", "NIN-HAZ-01")
def test_windows_refuse() -> None:
    refused(in_action(), stood("ninja", "A3"), "NIN-INT-10")
    case = to_intruders()
    refused(case, f.TurnEnded(turn=1), "NIN-TURN-05")
    refused(case, f.GuardAttacked(guard="g1", intruder="ninja"), "NIN-CMB-08")
    refused(in_action(), f.GuardAttacked(guard="g1", intruder="ninja"), "NIN-CMB-11")
    refused(case, stood("ninja", "A2"), "NIN-INT-16")
    refused(case, moved("ninja", "A3", to("A2"), to("A3"), to("A2"), to("A3")), "NIN-INT-02")
    refused(case, moved("ninja", "A3", to("C3")), "NIN-INT-03")
    refused(case, moved("ninja", "A3", to("A4"), to("A5")), "NIN-INT-04")
    refused(case, moved("ninja", "A3", to("B3")), "NIN-ROPE-05")
    refused(case, f.IntruderHidden(intruder="ninja"), "NIN-DET-05")
    refused(case, f.PassageEntered(intruder="ninja", entrance="A3"), "NIN-PASS-02")
    refused(case, f.PassageLeft(intruder="ninja", entrance="B5"), "NIN-PASS-04")
    refused(case, f.IntruderCardPlayed(intruder="ninja", card="kenjutsu", use=PLAIN), "NIN-INT-13")
    rope = f.CardSecret(bluff=False, edge=("A3", "A4"), zone=None)
    refused(case, f.IntruderCardPlayed(intruder="ninja", card="rope", use=rope), "NIN-ROPE-01")
    hung = case.when(
        f.IntruderCardPlayed(intruder="ninja", card="rope", use=replace(rope, edge=("A3", "B3")))
    )
    refused(hung, moved("ninja", "A3", to("B3", "rope", 1), to("B4", after=1)), "NIN-INT-05")
    refused(hung, stood("traitor", "J4"), "NIN-INT-09")
    hung.when(moved("ninja", "A3", to("B3", "rope", 1))).then_accepted()
    away = case.when(f.IntruderLeftMap(intruder="ninja"))
    refused(away, moved("ninja", "A3", to("@OUT", "exit"), to("A3")), "NIN-INT-07")
    refused(away, f.IntruderLeftMap(intruder="ninja"), "NIN-INT-07")
    gone = away.when(moved("ninja", "A3", to("@OUT", "exit")))
    refused(gone, stood("ninja", "A3"), "NIN-INT-14")
    inland = to_intruders().when(stood("ninja", "A3"))
    refused(inland, f.IntruderLeftMap(intruder="traitor"), "NIN-END-04")
    gate = case_of(hidden_at(inland.state, "traitor", "K5")).when(f.IntruderLeftMap(intruder="traitor"))
    refused(gate, moved("traitor", "K5", to("K4"), to("@OUT", "exit")), "NIN-INT-04")
    inner = case_of(hidden_at(inland.state, "traitor", "J4"))
    refused(inner, moved("traitor", "J4", to("@OUT", "exit")), "NIN-END-04")
    ticket = f.IntruderCardPlayed(intruder="traitor", card="secret_passage", use=PLAIN)
    inside = to_intruders().when(ticket).when(f.PassageEntered(intruder="traitor", entrance="J3"))
    refused(inside, f.PassageLeft(intruder="traitor", entrance="B5"), "NIN-INT-06")
    refused(case, f.GuardNeutralised(intruder="ninja", guard="g99", by="kenjutsu"), "NIN-CMB-01")
    refused(case, f.GuardNeutralised(intruder="ninja", guard="g1", by="kenjutsu"), "NIN-CMB-01")
    near = case_of(standing(case.state, "g1", at="A2"))
    struck = near.when(f.GuardNeutralised(intruder="ninja", guard="g1", by="kenjutsu"))
    refused(struck, stood("ninja", "A3"), "NIN-CMB-01")
    refused(
        case, f.GuardNeutralised(intruder="ninja", guard="g13", by="shuriken", from_zone="A3"), "NIN-EFF-01"
    )
    thrown = near.when(f.GuardNeutralised(intruder="ninja", guard="g1", by="shuriken", from_zone="A3"))
    refused(thrown, moved("ninja", "A3", to("A2", after=1), to("A3", after=1)), "NIN-INT-15")
    refused(case, f.GuardNeutralised(intruder="traitor", guard="g13", by="potent_sake"), "NIN-EFF-04")
    refused(case, f.GuardNeutralised(intruder="ninja", guard="g1", by="potent_sake"), "NIN-LOG-06")
    cat = f.IntruderCardPlayed(intruder="traitor", card="it_was_a_cat", use=BLUFF)
    refused(case.when(cat), cat, "NIN-INT-12")
    done = case.when(moved("ninja", "A3", to("A2")))
    refused(done, stood("ninja", "A2"), "NIN-INT-01")
    refused(done, f.ZonesSearched(intruder="traitor", zones=("J4",)), "NIN-SRCH-04")
    refused(done, f.ZonesSearched(intruder="ninja", zones=("@P",)), "NIN-PASS-14")
    refused(done, f.ZonesSearched(intruder="ninja", zones=("A2", "A2")), "NIN-SRCH-02")
    refused(done, f.ZonesSearched(intruder="ninja", zones=("C4",)), "NIN-SRCH-03")
    refused(done, f.MissionCompleted(intruder="ninja", letter="B"), "NIN-SRCH-06")
    refused(done, f.HazardResolved(zone="A2", hazard="trap", outcome="alert"), "NIN-HAZ-01")
    asked = done.when(f.ZonesSearched(intruder="ninja", zones=("A2",)))
    refused(asked, f.SearchAnswered(results=(f.Found(zone="A2", found="trap"),)), "NIN-SRCH-05")
    seen = f.IntruderDetected(intruder="ninja", zone="A2", cause="intruder_entered")
    refused(case, seen, "NIN-DET-08")
    refused(led(case, stood("ninja", "A3")), moved("traitor", "J4", to("J5"), to("J6")), "NIN-DET-02")


@refuses("NIN-EFF-02", "NIN-INT-06")
def test_shadow_walk_and_the_passage_on_the_way() -> None:
    case = to_intruders().when(stood("traitor", "J4"))
    case = case_of(standing(case.state, "g1", at="A2"))
    walk = f.CardSecret(bluff=False, edge=None, zone="A2")
    shadow = case.when(f.IntruderCardPlayed(intruder="ninja", card="shadow_walk", use=walk))
    refused(shadow, moved("ninja", "A3", to("A2", after=1)), "NIN-EFF-02")
    ticket = f.IntruderCardPlayed(intruder="traitor", card="secret_passage", use=PLAIN)
    inside = to_intruders().when(ticket).when(f.PassageEntered(intruder="traitor", entrance="J3"))
    on = moved("traitor", "J4", to("J3", after=1), to("@P", "enter_passage", 1), to("J3", after=2))
    assert "NIN-INT-06" in [one.rule for one in inside.when(on).violations]


@accepts("NIN-SETUP-10")
def test_the_demo_setup_is_legal() -> None:
    state = in_alert().then_accepted()
    assert (state.guards, state.full.sleepers, state.full.piles["guard"].hand) == (14, 8, 24)


def test_the_answer_to_a_listen_is_the_truth() -> None:
    """The traitor runs; sentry g3 on J6 hears it, g2 in the west does not."""
    case = led(to_intruders(), stood("ninja", "A3"), moved("traitor", "J4", to("J5"), to("J4"), to("J5")))
    case = (
        case.when(f.TurnEnded(turn=1)).when(f.TurnStarted(turn=2)).when(f.PhaseStarted(phase="guard_action"))
    )
    near = led(case, f.GuardCardPlayed(card="sentry_listen", guard="g3"))
    far = led(case, f.GuardCardPlayed(card="sentry_listen", guard="g2"))
    assert (near.state.alert, far.state.alert) == (1, 0)
    assert near.state.full.may_move == ("g3",) and far.state.full.may_move == ()
