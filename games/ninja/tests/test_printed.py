"""NIN-MAP-12: a match without a map, played on the printed board: what is judged, what is as the players told it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from games.ninja import RULES
from games.ninja.forced import consequences
from games.ninja.full import events as f
from games.ninja.full.legal.moves import TYPED, moves
from games.ninja.full.table import first_due, full_of, with_full
from games.ninja.next_events import next_events
from games.ninja.opening import open_table
from games.ninja.play.printed import without_map
from games.ninja.play.simulate import simulate
from games.ninja.secrets.verdict import audit
from games.ninja.system import SYSTEM as GAME
from games.ninja.tests.demo import DEPLOYED, MARKS, hand, moved, to
from games.ninja.tests.laid import case_of, hidden_at, inside, refused, seen_at, standing
from games.ninja.tests.tables import INTRUDER, G, created
from games.ninja.visibility import visible_to
from games.rulebook import sentence
from games.ruleset import SYSTEM, Entry, Setup, Viewer
from games.testing import Case, accepts, refuses

PRINTED = 60
"""Matches that are played again on a printed board."""
SETUP: tuple[Any, ...] = (
    f.MissionsDrawn(letters={"ninja": "B", "traitor": "D"}),
    hand("ninja"),
    hand("traitor"),
    hand("guard"),
    replace(DEPLOYED, sentries=("Gate", *DEPLOYED.sentries[1:])),
    f.GuardMapMarked(marks=MARKS),
    f.IntruderStartMarked(intruder="ninja", zone="north_wall"),
    f.IntruderStartMarked(intruder="traitor", zone="well"),
    f.PassageMarked(entrance="B5", other="shrine"),
    f.SetupCompleted(),
)


def told_to(number: int) -> Case:
    case = created(detail="full")
    for event in SETUP[:number]:
        case = case.when(event)
        case.then_accepted()
    return case


def in_action() -> Case:
    return told_to(len(SETUP)).when(f.TurnStarted(turn=1)).when(f.PhaseStarted(phase="guard_action"))


@accepts("NIN-MAP-12")
@refuses("NIN-MAP-12")
def test_any_name_that_a_zone_may_have_stands_for_one() -> None:
    assert in_action().state.map is None
    deploy = told_to(4)
    refused(deploy, replace(DEPLOYED, sentries=("the north gates", *DEPLOYED.sentries[1:])), "NIN-MAP-12")
    marks = replace(MARKS, sleepers={"D2": 2, "H2": 2, "D6": 2, "Ворота!": 2})
    refused(told_to(5), f.GuardMapMarked(marks=marks), "NIN-MAP-12")
    refused(
        told_to(5),
        f.GuardMapMarked(marks=replace(MARKS, targets={**MARKS.targets, "A": "x  y"})),
        "NIN-MAP-12",
    )
    card = f.GuardCardPlayed(card="sentry_search", guard="g1")
    refused(in_action().when(card), f.GuardsMoved(guards=("g1",), path=(" there",)), "NIN-MAP-12")
    in_action().when(card).when(f.GuardsMoved(guards=("g1",), path=("pond", "bridge"))).then_accepted()


@accepts("NIN-MAP-12")
@refuses("NIN-MAP-12")
def test_zones_are_called_in_any_alphabet_and_one_look_is_one_name() -> None:
    card = in_action().when(f.GuardCardPlayed(card="sentry_search", guard="g1"))
    for name in ("сад", "Ёлочка-2", "задний двор", "庭", "D_2"):
        card.when(f.GuardsMoved(guards=("g1",), path=(name,))).then_accepted()
    for name in ("", "тринадцать 13", "сад ", "сад\n", "са\u0438\u0306", "\u212b", "сад.", "са\u00a0д"):
        refused(card, f.GuardsMoved(guards=("g1",), path=(name,)), "NIN-MAP-12")
    offers = next_events(told_to(6).then_accepted())
    patterns = {pattern for one in offers for pattern in one.texts.values()}
    assert patterns and all(re.search(one, "задний двор") for one in patterns)
    assert not any(re.search(one, "сад ") for one in patterns)


def test_counts_of_the_set_up_are_judged_all_the_same() -> None:
    deploy = told_to(4)
    refused(deploy, replace(DEPLOYED, sentries=DEPLOYED.sentries[1:]), "NIN-SETUP-07")
    refused(deploy, replace(DEPLOYED, sentries=("B2", *DEPLOYED.sentries[1:])), "NIN-SETUP-07")
    refused(deploy, replace(DEPLOYED, patrols=DEPLOYED.patrols[1:]), "NIN-SETUP-08")
    refused(told_to(5), f.GuardMapMarked(marks=replace(MARKS, sleepers={"D2": 3, "H2": 5})), "NIN-SETUP-11")
    refused(told_to(5), f.GuardMapMarked(marks=replace(MARKS, traps=("D4", "C5"))), "NIN-SETUP-12")
    refused(told_to(6), f.IntruderStartMarked(intruder="ninja", zone="Gate"), "NIN-SETUP-16")


def test_the_intruders_answer_a_listen_and_who_stood_still_is_not_heard() -> None:
    listen = f.GuardCardPlayed(card="sentry_listen", guard="g1")
    state = hidden_at(in_action().state, "ninja", "well", 2)
    asked = case_of(hidden_at(state, "traitor", "shrine", 0)).when(listen)
    for heard in (True, False):
        asked.when(f.ListenAnswered(heard=heard), INTRUDER).then_accepted()
    refused(asked, f.ListenAnswered(heard=True), "NIN-TURN-03", by=G)
    still = case_of(hidden_at(asked.state, "ninja", "well", 0))
    refused(still, f.ListenAnswered(heard=True), "NIN-LIS-02", "NIN-LIS-05")
    below = case_of(inside(hidden_at(asked.state, "traitor", "well", 0), "ninja"))
    refused(below, f.ListenAnswered(heard=True), "NIN-LIS-02", "NIN-LIS-05", "NIN-PASS-05")


def test_the_server_answers_nothing_that_the_board_would_tell() -> None:
    """Not even where the told distances leave one answer: that it comes by itself would tell them (NIN-HID-17)."""
    state = hidden_at(hidden_at(in_action().state, "ninja", "well", 0), "traitor", "shrine", 0)
    no_cat = with_full(
        state, shown={name: replace(one, hand=0) for name, one in full_of(state).shown.items()}
    )
    asked = case_of(no_cat).when(f.GuardCardPlayed(card="sentry_listen", guard="g1"))
    assert first_due(asked.state).kind == "listen" and consequences(asked.state).answer is None
    search = f.GuardCardPlayed(card="sentry_search", guard="g1")
    went = case_of(hidden_at(state, "ninja", "pond")).when(search)
    went = went.when(f.GuardsMoved(guards=("g1",), path=("pond", "bridge")))
    assert first_due(went.state).kind == "answer" and consequences(went.state).answer is None
    for answer in (
        f.MovementCleared(),
        f.IntruderDetected(intruder="ninja", zone="bridge", cause="guard_entered"),
        f.PassageDiscovered(zone="bridge"),
    ):
        went.when(answer, INTRUDER).then_accepted()
    refused(went, f.IntruderDetected(intruder="ninja", zone="roof", cause="guard_entered"), "NIN-DET-08")
    refused(went, f.PassageDiscovered(zone="pond"), "NIN-PASS-06")
    refused(went, f.PhaseStarted(phase="patrol"), "NIN-TURN-04")
    met = went.when(f.IntruderDetected(intruder="ninja", zone="pond", cause="guard_entered"))
    assert (met.state.alert, met.state.full.figures["g1"].zone) == (3, "pond")


def test_guards_go_as_far_as_a_card_says_and_patrols_say_where_they_look() -> None:
    search = in_action().when(f.GuardCardPlayed(card="patrol_search", patrol="P1"))
    both = f.GuardsMoved(guards=("g9", "g10"), path=("a", "b"), facing="c")
    refused(search, replace(both, path=("a", "b", "c")), "NIN-MOV-01")
    alone = in_action().when(f.GuardCardPlayed(card="sentry_search", guard="g2"))
    refused(alone, f.GuardsMoved(guards=("g2",), path=("a",), facing="b"), "NIN-MOV-09")
    search.when(replace(both, facing=None)).then_accepted()
    met = search.when(both).when(f.IntruderDetected(intruder="ninja", zone="a", cause="guard_entered"))
    met = met.when(f.MovementCleared())
    refused(met, f.PhaseStarted(phase="patrol"), "NIN-TURN-04")
    for facing in ("b", None):
        turned = met.when(f.PatrolReformed(patrol="P1", guards=("g9", "g10"), facing=facing))
        assert turned.then_accepted().full.facings["P1"] == facing
    patrol = in_action().when(f.PhaseStarted(phase="patrol"))
    walk = f.GuardsMoved(guards=("g9", "g10"), path=("a", "b"), cause="patrol", facing="c")
    refused(patrol, replace(walk, path=()), "NIN-PAT-05")
    refused(patrol, replace(walk, path=("a", "b", "c")), "NIN-PAT-05")
    refused(patrol, f.PhaseStarted(phase="intruder_action"), "NIN-PAT-02")
    patrol.when(walk).then_accepted()
    patrol.when(replace(walk, path=("canal",))).then_accepted()


def _window() -> Case:
    state = in_action().state
    return case_of(with_full(state, step="intruder_action"))


def test_the_number_of_steps_and_what_ends_a_move_are_judged_the_way_is_not() -> None:
    case = _window()
    refused(case, moved("ninja", "well", *(to(zone) for zone in "abcd")), "NIN-INT-02")
    refused(case, moved("ninja", "well", to("a", "rope"), to("b")), "NIN-INT-05")
    refused(case, moved("ninja", "well", to("@OUT", "exit")), "NIN-INT-03")
    thrown = case.when(f.GuardNeutralised(intruder="ninja", guard="g1", by="shuriken", from_zone="well"))
    refused(thrown, moved("ninja", "well", to("a"), to("b")), "NIN-INT-15")
    thrown.when(moved("ninja", "well", to("a"))).then_accepted()
    went = case.when(moved("ninja", "anywhere", to("Gate"), to("roof")))
    assert went.then_accepted().full.hidden["ninja"].distance == 2
    assert went.state.full.shown["ninja"].visible is None
    away = case.when(f.IntruderLeftMap(intruder="ninja")).when(moved("ninja", "well", to("@OUT", "exit")))
    assert away.then_accepted().intruders["ninja"].left == 1


def test_searches_are_answered_by_the_guards_map_and_who_stood_still_searches_nothing() -> None:
    still = _window().when(moved("ninja", "north_wall"))
    refused(still, f.ZonesSearched(intruder="ninja", zones=("D3",)), "NIN-SRCH-03")
    went = (
        _window()
        .when(moved("ninja", "north_wall", to("a")))
        .when(f.ZonesSearched(intruder="ninja", zones=("C4",)))
    )
    went.then_accepted()
    told = consequences(went.state).answer
    assert told == f.SearchAnswered(results=(f.Found(zone="C4", found="target", letter="B"),))
    refused(went, f.SearchAnswered(results=(f.Found(zone="C4", found="nothing"),)), "NIN-SRCH-05")


def test_a_rope_hangs_where_its_player_says_and_an_ambush_shows_whom_it_says() -> None:
    use = f.CardSecret(bluff=False, edge=("inner", "outer"), zone=None)
    _window().when(f.IntruderCardPlayed(intruder="ninja", card="rope", use=use)).then_accepted()
    went = _window().when(moved("ninja", "north_wall", to("a")))
    sprung = went.when(f.ZonesSearched(intruder="ninja", zones=("C5",)))
    sprung = sprung.when(f.SearchAnswered(results=(f.Found(zone="C5", found="ambush"),)))
    kill = f.HazardResolved(zone="C5", hazard="ambush", outcome="killed_shuriken")
    sprung.when(kill).then_accepted()
    placed = sprung.when(replace(kill, outcome="guard_placed", guard="g15"))
    assert consequences(placed.state).answer is None
    placed.when(f.IntruderDetected(intruder="traitor", zone="C5", cause="ambush")).then_accepted()
    refused(placed, f.IntruderDetected(intruder="ninja", zone="a", cause="ambush"), "NIN-DET-08")


def test_wounds_deaths_and_the_end_need_no_board() -> None:
    state = seen_at(standing(in_action().state, "g1", "g2", at="well"), "traitor", "well")
    case = case_of(state)
    held = replace(full_of(state).piles["guard"], hand_cards=None)
    case = case_of(with_full(state, piles={"guard": held}))
    for guard in ("g1", "g2"):
        case = case.when(f.GuardAttacked(guard=guard, intruder="traitor"))
        case.then_accepted()
    assert first_due(case.state).kind == "died"
    died = case.when(f.IntruderDied(intruder="traitor"))
    assert died.then_accepted().intruders["traitor"].awaited


def test_a_match_is_opened_without_a_map() -> None:
    sides = {"guards": ("g",), "intruders": ("i",)}
    opened: Any = open_table(sides, None, {"detail": "full", "map": "none"}, lambda pairs, n: list(pairs[:n]))
    assert opened[0].map is None and opened[0].detail == "full"
    disputed = {"guards": ("g",), "intruders": ("i", "j")}
    told: Any = open_table(disputed, None, {"detail": "full", "map": "none", "disputed": True}, lambda *_: [])
    case = Case(created(detail="full").rules, Setup(), created(detail="full").rules.initial(Setup()))
    refused(case, told[0], "NIN-MODE-DL-06")


def test_the_pad_asks_for_zones_that_nobody_can_list() -> None:
    """And everything that it offers by one tap is taken."""
    for case in (told_to(4), told_to(5), told_to(6), told_to(8), in_action(), _window()):
        for player in ("g", "i"):
            seen = visible_to(case.state, Viewer("player", player))
            for told in next_events(seen):
                if told.type in TYPED or player not in told.players:
                    continue
                for event in moves(seen, told):
                    assert not case.when(event).violations
    assert GAME.typed(in_action().state) == TYPED


@pytest.mark.soak
def test_the_audit_calls_unproven_what_only_the_board_would_tell() -> None:
    """Simulated matches as a printed board would have told them: they replay, and nothing in them is a lie."""
    judged = 0
    for seed in range(14):
        setup, log = simulate(seed, "full", 1 + seed % 2)
        if log[0][0].variant == "disputed" or any(isinstance(one, f.SecretRevealed) for one, _ in log):  # type: ignore[attr-defined]
            continue
        entries = [Entry(n, event, by) for n, (event, by) in enumerate(without_map(log), start=1)]
        found = audit(setup, entries)
        kinds = (f.ListenAnswered, f.MovementCleared, f.PassageDiscovered, f.IntruderDetected)
        answers = [one.seq for one in entries if isinstance(one.event, kinds)]
        cats = [one.seq for one in entries if isinstance(one.event, f.ListenAnswered) and one.event.cat]
        assert found.verdict == "clean" and not found.findings
        assert set(found.unproven) <= set(answers) - set(cats) and len(found.unproven) > len(answers) / 2
        judged += 1
    assert judged > 5


@pytest.mark.soak
def test_many_matches_on_a_printed_board_replay_cleanly() -> None:
    done, rules = 0, created().rules
    for seed in range(2 * PRINTED):
        setup, log = simulate(seed, "full", 1 + seed % 3)
        if log[0][0].variant == "disputed":  # type: ignore[attr-defined]
            continue
        state = rules.initial(setup)
        for event, by in without_map(log):
            assert not rules.check(state, event, by), (seed, event)
            state = rules.evolve(state, event)
        done += 1
        if done == PRINTED:
            return
    raise AssertionError(done)


@accepts("NIN-DET-07")
@refuses("NIN-DET-07")
def test_the_traitor_is_not_met_before_a_ninja_whose_figure_stands_there() -> None:
    """The ninja would be refused then, and the movement could not be answered."""
    state = seen_at(standing(in_action().state, "g2", at="pond"), "ninja", "pond")
    card = f.GuardCardPlayed(card="sentry_search", guard="g1")
    case = case_of(state).when(card).when(f.GuardsMoved(guards=("g1",), path=("pond",)))
    ninja = f.IntruderDetected(intruder="ninja", zone="pond", cause="guard_entered")
    traitor = replace(ninja, intruder="traitor")
    refused(case, traitor, "NIN-DET-07")
    case.when(ninja).when(traitor).when(f.MovementCleared()).then_accepted()


@accepts("NIN-DET-01", "NIN-PASS-06")
@refuses("NIN-DET-01", "NIN-PASS-06")
def test_an_entrance_is_found_once_whose_figure_stands_there_was_met() -> None:
    """The figure has to be told before the movement can be done with; a log that has it the other way round goes on."""
    state = seen_at(standing(in_action().state, "g2", at="pond"), "ninja", "pond")
    card = f.GuardCardPlayed(card="sentry_search", guard="g1")
    case = case_of(state).when(card).when(f.GuardsMoved(guards=("g1",), path=("pond",)))
    met = f.IntruderDetected(intruder="ninja", zone="pond", cause="guard_entered")
    found = f.PassageDiscovered(zone="pond")
    refused(case, found, "NIN-DET-01", "NIN-PASS-06")
    case.when(met).when(found).when(f.MovementCleared()).then_accepted()
    before = case_of(RULES.evolve(case.state, found))
    refused(before, replace(met, intruder="traitor"), "NIN-DET-08")
    before.when(met).when(f.MovementCleared()).then_accepted()


@accepts("NIN-END-04")
@refuses("NIN-END-04")
def test_nobody_leaves_the_map_out_of_the_passage_that_it_has_just_entered() -> None:
    """A way ends where the passage begins: no move could close such a window."""
    case = _window()
    gone = f.IntruderLeftMap(intruder="ninja")
    card = f.IntruderCardPlayed(
        intruder="ninja", card="secret_passage", use=f.CardSecret(bluff=False, edge=None, zone=None)
    )
    inside_now = led_on(case, card, f.PassageEntered(intruder="ninja", entrance="B5"))
    refused(inside_now, gone, "NIN-END-04")
    led_on(case, gone)


def led_on(case: Case, *events: Any) -> Case:
    for event in events:
        case = case.when(event)
        case.then_accepted()
    return case


@accepts("NIN-LIS-10", "NIN-HID-17")
def test_a_cat_leaves_one_answer_that_everybody_sees() -> None:
    """Without a map too it follows by itself; the question without a cat waits for the intruders."""
    asked = in_action().when(f.GuardCardPlayed(card="sentry_listen", guard="g2"), G)
    assert consequences(asked.state).answer is None
    cat = f.IntruderCardPlayed(intruder="traitor", card="it_was_a_cat", use=f.AGAINST_A_LISTEN)
    covered = asked.when(cat, INTRUDER)
    assert consequences(covered.state).answer == f.ListenAnswered(heard=False, cat=True)


@accepts("NIN-DET-05", "NIN-MAP-12")
@refuses("NIN-DET-05")
def test_a_figure_on_the_board_goes_nowhere_unseen() -> None:
    """Everybody sees where it stands: whoever leaves that zone hides first, whatever its neighbours are called."""
    night = with_full(in_action().state, step="intruder_action")
    seen = case_of(seen_at(night, "ninja", "north_wall"))
    away = moved("ninja", "north_wall", to("yard"))
    refused(seen, away, "NIN-DET-05", by=INTRUDER)
    seen.when(moved("ninja", "north_wall"), INTRUDER).then_accepted()
    hidden = seen.when(f.IntruderHidden(intruder="ninja"), INTRUDER)
    later = moved("ninja", "north_wall", to("yard", after=1))
    assert hidden.when(later, INTRUDER).then_accepted().full.shown["ninja"].visible is None


def test_the_refusal_of_sleepers_names_no_barracks_that_nobody_knows() -> None:
    few = f.GuardMapMarked(marks=replace(MARKS, sleepers={"D2": 2}))
    (broken,) = [one for one in RULES.check(told_to(5).state, few, SYSTEM) if one.rule == "NIN-SETUP-11"]
    assert (
        sentence(broken, "en") == "8 sleeping guards lie in barracks, two in a zone at most; entered: D2: 2."
    )


@accepts("NIN-MOV-07")
@pytest.mark.parametrize("movers,name", [(("g9", "g10"), "P4"), (("g9", "g10", "g1"), None)])
def test_nobody_types_what_a_patrol_is_called_that_leaves_others(movers: Any, name: str | None) -> None:
    """The name was typed, and what it had to be stood in no field."""
    night = standing(in_action().state, "g1", "g2", at="G2", patrol="P1")
    case = case_of(night).when(f.GuardCardPlayed(card="patrol_search", patrol="P1"))
    (told,) = [one for one in next_events(case.state) if one.type == "guards_moved"]
    assert GAME.faces.options(case.state, told)["patrol"] == ()
    filled = GAME.faces.fills(case.state, told)["patrol"]
    assert filled({"guards": list(movers)}) == name
    went = f.GuardsMoved(guards=movers, path=("H2",), facing="I2", patrol=name)
    case.when(went, G).then_accepted()


def seen(zone: str) -> f.IntruderDetected:
    return f.IntruderDetected(intruder="ninja", zone=zone, cause="intruder_entered")


@accepts("NIN-DET-02", "NIN-DET-08", "NIN-INT-02")
@refuses("NIN-DET-08")
def test_an_intruder_is_seen_on_a_way_of_three_steps() -> None:
    """Any number of zones was told, and the way entered none of them."""
    night = case_of(with_full(in_action().state, step="intruder_action"))
    once = night.when(seen("B2"), INTRUDER)
    thrice = once.when(seen("J6"), INTRUDER).when(seen("D5"), INTRUDER)
    refused(thrice, seen("H3"), "NIN-DET-08", by=INTRUDER)
    again = once.when(seen("B2"), INTRUDER)
    refused(again, seen("J6"), "NIN-DET-08", by=INTRUDER)
    back = again.when(moved("ninja", "north_wall", to("B2"), to("yard"), to("B2", after=1)), INTRUDER)
    back.then_accepted()
    zones = [to(zone, after=place) for place, zone in enumerate(("B2", "J6", "D5"))]
    thrice.when(moved("ninja", "north_wall", *zones), INTRUDER).then_accepted()
    swapped = moved("ninja", "north_wall", to("J6"), to("B2"), to("D5"))
    for way in (swapped, moved("ninja", "north_wall", to("D5"))):
        refused(thrice, way, "NIN-DET-08", by=INTRUDER)
