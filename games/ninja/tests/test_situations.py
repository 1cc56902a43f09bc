"""Moments of a night as tables meet them: what somebody does, what follows, how the board stands afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.ninja import events as e
from games.ninja.full import events as f
from games.ninja.full.state import Figure
from games.ninja.full.table import (
    full_of,
    with_figures,
    with_full,
    with_hidden,
    with_shown,
)
from games.ninja.state import NinjaState, with_fate
from games.ninja.tests.demo import (
    MARKS,
    in_action,
    in_alert,
    led,
    moved,
    setup_to,
    stood,
    to,
    to_intruders,
)
from games.ninja.tests.laid import case_of, hidden_at, inside, refused, seen_at, standing
from games.ninja.tests.tables import G
from games.rulebook import sentence
from games.testing import Case, accepts, refuses, why

PATROL: dict[str, Any] = {"cause": "patrol"}


def card(name: Any, **unit: Any) -> f.GuardCardPlayed:
    return f.GuardCardPlayed(card=name, **unit)


def went(*guards: str, by: tuple[str, ...] = (), **told: Any) -> f.GuardsMoved:
    return f.GuardsMoved(guards=guards, path=by, **told)


def searched(name: Any, *zones: str) -> f.ZonesSearched:
    return f.ZonesSearched(intruder=name, zones=zones)


def sprang(zone: str, outcome: Any, **told: Any) -> f.HazardResolved:
    return f.HazardResolved(
        zone=zone, hazard="trap" if outcome == "alert" else "ambush", outcome=outcome, **told
    )


def met(name: Any, zone: str, cause: Any = "intruder_entered") -> f.IntruderDetected:
    return f.IntruderDetected(intruder=name, zone=zone, cause=cause)


def crowd(state: NinjaState, number: int) -> NinjaState:
    """So many guards on the map, the new ones on one post."""
    figures = dict(full_of(state).figures)
    figures |= {f"g{name}": Figure("F7") for name in range(len(figures) + 1, number + 1)}
    return with_full(state, figures=figures, next_guard=number + 1)


# --- Hands -----------------------------------------------------------------------------------------------------------


@accepts("NIN-SETUP-06")
@refuses("NIN-SETUP-06")
@pytest.mark.parametrize(
    ("events", "hand", "fits", "not_more"),
    [
        (1, "ninja", {"rope": 6, "shuriken": 2}, {"rope": 7, "shuriken": 1}),
        (2, "traitor", {"potent_sake": 5, "kenjutsu": 2}, {"potent_sake": 6, "kenjutsu": 1}),
        (
            3,
            "guard",
            {"kenjutsu": 12, "sentry_listen": 6, "awaken": 4, "patrol_listen": 2},
            {"kenjutsu": 13, "sentry_listen": 6, "awaken": 4, "patrol_listen": 1},
        ),
        # The guard's cards come in pairs: five of a kind are taken from six.
        (
            3,
            "guard",
            {"patrol_listen": 5, "patrol_search": 5, "sentry_search": 5, "awaken": 5, "kenjutsu": 4},
            {
                "patrol_listen": 5,
                "patrol_search": 5,
                "sentry_search": 5,
                "awaken": 5,
                "secret_passage": 3,
                "sentry_listen": 1,
            },
        ),
    ],
)
def test_the_last_hand_that_a_deck_can_hold(
    events: int, hand: Any, fits: dict[str, int], not_more: dict[str, int]
) -> None:
    case = setup_to(events)
    case.when(f.HandChosen(hand=hand, size=sum(fits.values()), cards=fits)).then_accepted()
    told = f.HandChosen(hand=hand, size=sum(not_more.values()), cards=not_more)
    refused(case, told, "NIN-SETUP-06")


# --- Guards ----------------------------------------------------------------------------------------------------------


@accepts("NIN-MOV-07", "NIN-PAT-01")
@refuses("NIN-PAT-07")
def test_of_a_patrol_that_parts_the_half_that_stayed_patrols_on() -> None:
    four = case_of(standing(in_action().state, "g1", "g2", at="G2", patrol="P1"))
    parted = led(
        four, card("patrol_search", patrol="P1"), went("g9", "g10", by=("F2",), facing="G2", patrol="P9")
    )
    assert full_of(parted.state).facings["P1"] == "H2"
    case = parted.when(f.PhaseStarted(phase="patrol"))
    refused(case, went("g9", "g10", by=("G2", "H2"), facing="I2", **PATROL), "NIN-PAT-07")
    led(case, went("g1", "g2", by=("H2", "I2"), facing="J2", **PATROL)).then_accepted()


@accepts("NIN-MOV-10", "NIN-PAT-03")
@refuses("NIN-PAT-03")
def test_a_patrol_that_turned_on_the_spot_walks_back() -> None:
    turned = led(in_action(), card("patrol_search", patrol="P1"), went("g9", "g10", facing="F2"))
    case = turned.when(f.PhaseStarted(phase="patrol"))
    refused(case, went("g9", "g10", by=("H2", "I2"), facing="J2", **PATROL), "NIN-PAT-03")
    led(case, went("g9", "g10", by=("F2", "E2"), facing="D2", **PATROL)).then_accepted()


@accepts("NIN-MOV-08", "NIN-CARD-04")
def test_each_of_a_pair_that_parted_takes_a_card_of_its_own() -> None:
    parted = led(in_action(), card("sentry_search", guard="g9"), went("g9", by=("F2",)))
    assert full_of(parted.state).figures["g10"].patrol is None
    parted.when(card("sentry_listen", guard="g10")).then_accepted()


@accepts("NIN-AWK-01", "NIN-PASS-06")
def test_who_wakes_up_on_an_entrance_finds_it_only_by_staying() -> None:
    state = in_action().state
    both = replace(full_of(state).own["both"], entrances=("F4", "J3"))
    up = led(
        case_of(with_full(state, own={"both": both})), card("awaken"), f.GuardAwakened(zone="F4", guard="g15")
    )
    assert full_of(led(up, went("g15")).state).own["both"].discovered == ("F4",)
    assert full_of(led(up, went("g15", by=("F3",))).state).own["both"].discovered == ()


@accepts("NIN-DET-05", "NIN-MOV-04", "NIN-ALERT-06")
def test_a_guard_that_walks_off_loses_the_figure_and_meets_it_on_coming_back() -> None:
    case = case_of(seen_at(in_action().state, "ninja", "B2")).when(card("sentry_search", guard="g2"))
    off = led(case, went("g2", by=("C2",))).then_accepted()
    assert (full_of(off).shown["ninja"].visible, off.alert) == (None, 0)
    back = led(case, went("g2", by=("C2", "B2"))).then_accepted()
    assert (full_of(back).shown["ninja"].visible, back.alert) == ("B2", 3)


@accepts("NIN-LIS-12", "NIN-LIS-13")
def test_an_attack_neither_takes_the_free_listen_nor_is_taken_by_it() -> None:
    case = case_of(seen_at(in_action().state, "ninja", "B2"))
    strike = f.GuardAttacked(guard="g2", intruder="ninja")
    led(case, strike, f.FreeListenOrdered(guard="g1")).then_accepted()
    led(case, f.FreeListenOrdered(guard="g1"), strike).then_accepted()


# --- Intruders -------------------------------------------------------------------------------------------------------


@accepts("NIN-DET-06", "NIN-DET-02")
def test_who_leaves_the_guards_and_comes_back_is_met_anew() -> None:
    case = case_of(seen_at(to_intruders().state, "ninja", "C3"))
    assert case.when(stood("ninja", "C3")).then_accepted().alert == 0
    out = led(case, f.IntruderHidden(intruder="ninja"), met("ninja", "C3"))
    assert out.when(moved("ninja", "C3", to("D3"), to("C3", after=1))).then_accepted().alert == 3


@accepts("NIN-DET-03", "NIN-CMB-02")
def test_a_drunk_guard_sees_whoever_killed_the_sober_one() -> None:
    state = with_figures(standing(to_intruders().state, "g1", at="C3"), ("g1",), drunk=True)
    case = case_of(hidden_at(state, "ninja", "D3"))
    killed = f.GuardNeutralised(intruder="ninja", guard="g6", by="kenjutsu")
    after = led(
        case, killed, met("ninja", "C3", "drunk_guard"), moved("ninja", "D3", to("C3"))
    ).then_accepted()
    assert (after.alert, full_of(after).shown["ninja"].visible) == (1, "C3")


@accepts("NIN-EFF-04", "NIN-DET-02", "NIN-ALERT-07")
@refuses("NIN-DET-03")
def test_sake_keeps_the_traitor_hidden_until_the_next_time() -> None:
    """Whoever pours it has neutralised the guard; who comes to one that is drunk already is seen."""
    case = case_of(hidden_at(to_intruders().state, "traitor", "D3"))
    poured = case.when(f.GuardNeutralised(intruder="traitor", guard="g6", by="potent_sake"))
    after = poured.when(moved("traitor", "D3", to("C3"))).then_accepted()
    assert (after.drunk, after.alert, full_of(after).shown["traitor"].visible) == (1, 0, None)
    again = case_of(with_figures(case.state, ("g6",), drunk=True))
    refused(again, moved("traitor", "D3", to("C3")), "NIN-DET-03")
    seen = led(again, met("traitor", "C3", "drunk_guard"), moved("traitor", "D3", to("C3"))).then_accepted()
    assert (seen.alert, full_of(seen).shown["traitor"].visible) == (0, "C3")


@accepts("NIN-INT-15", "NIN-END-04")
@refuses("NIN-INT-02")
def test_the_way_off_the_map_is_a_step_like_others() -> None:
    state = hidden_at(to_intruders().state, "ninja", "A2")
    left = f.IntruderLeftMap(intruder="ninja")
    case = case_of(state).when(left)
    case.when(moved("ninja", "A2", to("A1"), to("B1"), to("@OUT", "exit"))).then_accepted()
    refused(case, moved("ninja", "A2", to("A1"), to("B1"), to("A1"), to("@OUT", "exit")), "NIN-INT-02")
    beside = case_of(standing(state, "g1", at="A1"))
    star = f.GuardNeutralised(intruder="ninja", guard="g1", by="shuriken")
    led(beside, star, left, moved("ninja", "A2", to("@OUT", "exit", 1))).then_accepted()


@accepts("NIN-HAZ-01", "NIN-ALERT-05")
@refuses("NIN-HAZ-01")
def test_two_traps_of_one_search_are_sprung_one_after_the_other() -> None:
    marks = replace(MARKS, traps=("D4", "E4"), targets={**MARKS.targets, "C": "G5"})
    state = hidden_at(with_full(to_intruders().state, marks=marks), "ninja", "D4")
    case = led(case_of(state), moved("ninja", "D4", to("E4")), searched("ninja", "D4", "E4"))
    refused(case, sprang("E4", "alert"), "NIN-HAZ-01")
    assert led(case, sprang("D4", "alert"), sprang("E4", "alert")).then_accepted().alert == 2


@accepts("NIN-HAZ-02", "NIN-SRCH-09")
@refuses("NIN-HAZ-04")
def test_who_has_left_still_springs_what_lies_in_its_last_zone() -> None:
    def outside(**changed: Any) -> Case:
        state = with_full(to_intruders().state, marks=replace(MARKS, **changed))
        left = case_of(state).when(f.IntruderLeftMap(intruder="ninja"))
        return led(left, moved("ninja", "A3", to("@OUT", "exit")), searched("ninja", "A3"))

    assert led(outside(traps=("A3", "G5")), sprang("A3", "alert")).then_accepted().alert == 1
    refused(outside(ambushes=("A3", "I4")), sprang("A3", "killed_kenjutsu"), "NIN-HAZ-04")


# --- A full map ------------------------------------------------------------------------------------------------------


@accepts("NIN-HAZ-05", "NIN-HAZ-07", "NIN-LIM-01")
@refuses("NIN-HAZ-07")
def test_the_second_ambush_of_one_search_finds_the_map_full() -> None:
    marks = replace(MARKS, ambushes=("C4", "C5"), targets={**MARKS.targets, "B": "I4"})
    state = hidden_at(with_full(crowd(to_intruders().state, 19), marks=marks), "ninja", "C4")
    case = led(case_of(state), moved("ninja", "C4", to("C5")), searched("ninja", "C4", "C5"))
    case = led(case, sprang("C4", "guard_placed", guard="g20"))
    assert full_of(case.state).shown["ninja"].visible is None
    refused(case, sprang("C5", "guard_placed", guard="g21"), "NIN-HAZ-07")
    after = led(case, f.HazardWaived(zone="C5"), sprang("C5", "no_guard")).then_accepted()
    assert full_of(after).shown["ninja"].visible == "C5"


@accepts("NIN-HAZ-07", "NIN-DET-05")
def test_the_guard_that_is_called_to_an_ambush_loses_whom_it_saw() -> None:
    state = seen_at(crowd(to_intruders().state, 20), "traitor", "B2")
    case = led(
        case_of(hidden_at(state, "ninja", "C4")), moved("ninja", "C4", to("C5")), searched("ninja", "C5")
    )
    after = led(case, f.HazardWaived(zone="C5"), sprang("C5", "guard_relocated", guard="g2")).then_accepted()
    shown = full_of(after).shown
    assert (shown["traitor"].visible, shown["ninja"].visible) == (None, "C5")


@accepts("NIN-DET-05", "NIN-CMB-11")
@refuses("NIN-CMB-11")
def test_who_is_shown_without_a_guard_is_struck_by_the_first_that_comes() -> None:
    state = with_shown(seen_at(in_action().state, "ninja", "C4"), "ninja", exposed=True)
    case = case_of(state)
    refused(case, f.GuardAttacked(guard="g6", intruder="ninja"), "NIN-CMB-11")
    case = led(case, card("sentry_search", guard="g6"), went("g6", by=("C4",)))
    assert led(case, f.GuardAttacked(guard="g6", intruder="ninja")).state.intruders["ninja"].wounds == 1


# --- The end ---------------------------------------------------------------------------------------------------------


@accepts("NIN-END-02", "NIN-SCORE-01", "NIN-SRCH-09")
@pytest.mark.parametrize(("other", "result"), [(False, "draw"), (True, "intruders")])
def test_the_last_search_decides_the_night(other: bool, result: Any) -> None:
    state = with_fate(to_intruders().state, "traitor", left=1, mission=other)
    state = with_hidden(state, "traitor", zone=None)
    state = with_full(state, marks=replace(MARKS, targets={**MARKS.targets, "B": "A3"}))
    left = case_of(state).when(f.IntruderLeftMap(intruder="ninja"))
    case = led(left, moved("ninja", "A3", to("@OUT", "exit")), searched("ninja", "A3"))
    case.when(e.GameEnded(reason="no_intruders", result=result)).then_accepted()


# --- How refusals read -----------------------------------------------------------------------------------------------


@refuses("NIN-INT-03", "NIN-INT-07", "NIN-MOV-06", "NIN-LIS-08", "NIN-CMB-11")
def test_refusals_name_who_and_what_would_be_right() -> None:
    night = to_intruders()
    left = night.when(f.IntruderLeftMap(intruder="ninja"))
    on = left.when(moved("ninja", "A3", to("@OUT", "exit"), to("A3"))).then_refused("NIN-INT-07")
    told = {one.rule: sentence(one, "en") for one in on}
    assert told["NIN-INT-07"] == "The move ends off the map (the ninja)."
    stayed = left.when(stood("ninja", "A3")).then_refused("NIN-INT-03")
    assert sentence(stayed[0], "en") == (
        "The way and what was logged on it do not fit: off the map. What happens on the way is logged before it."
    )
    idle = in_action().when(went("g2", by=("C2",))).then_refused("NIN-MOV-06")
    assert sentence(idle[0], "en") == "Who moves by a card now: nobody; entered: g2."
    deaf = in_action().when(went("g2", by=("C2",), cause="heard")).then_refused("NIN-LIS-08")
    assert sentence(deaf[0], "en").endswith("all together: nobody; entered: g2.")
    far = in_action().when(f.GuardAttacked(guard="g2", intruder="ninja")).then_refused("NIN-CMB-11")
    assert "a figure that stands on the board in its own zone" in sentence(far[0], "en")


@accepts("NIN-ALERT-03")
@refuses("NIN-ALERT-03")
def test_whether_too_many_cards_were_drawn_or_none_are_due() -> None:
    calm = in_alert()
    none = f.GuardCardsDrawn(count=0, cards={})
    assert why(calm, none, "NIN-ALERT-03") == {"hand": "guard"}
    calm.when(f.PhaseStarted(phase="guard_action")).then_accepted()
    uneasy = case_of(replace(with_full(calm.state, step="between"), turn=1, alert=1)).when(
        f.TurnStarted(turn=2)
    )
    assert why(uneasy, none, "NIN-ALERT-03") == {"told": 0, "expected": 1}
    uneasy.when(f.GuardCardsDrawn(count=1, cards={"awaken": 1})).then_accepted()


@accepts("NIN-SRCH-05")
@refuses("NIN-SRCH-05")
def test_the_guard_reads_what_its_own_map_says() -> None:
    """The same zones in the same order: what differs is what was told of them."""
    case = case_of(hidden_at(to_intruders().state, "ninja", "C4", 0))
    case = case.when(moved("ninja", "C4", to("D4"))).when(searched("ninja", "C4", "D4"))
    trap = f.Found(zone="D4", found="trap")
    wrong = f.SearchAnswered(results=(f.Found(zone="C4", found="nothing"), trap))
    found = case.when(wrong, G).then_refused("NIN-SRCH-05")
    assert found[0].params == {
        "results": {"C4": "nothing", "D4": "trap"},
        "truth": {"C4": "B", "D4": "trap"},
    }
    assert sentence(found[0], "ru").endswith("По карте: C4: B, D4: ловушка.")
    other = f.SearchAnswered(results=(f.Found(zone="C4", found="target", letter="B"),))
    assert "Answered is for C4, asked was C4, D4." in sentence(
        case.when(other, G).then_refused("NIN-SRCH-05")[0], "en"
    )
    assert "truth" not in why(case, wrong, "NIN-SRCH-05")
    right = f.SearchAnswered(results=(f.Found(zone="C4", found="target", letter="B"), trap))
    case.when(right, G).then_accepted()


@accepts("NIN-ROPE-05", "NIN-ROPE-01")
@refuses("NIN-ROPE-05")
def test_a_wall_is_crossed_by_a_rope_that_hangs_there() -> None:
    case = case_of(hidden_at(to_intruders().state, "ninja", "B4", 0))
    assert why(case, moved("ninja", "B4", to("C4")), "NIN-ROPE-05") == {"wall": ["B4", "C4"]}
    assert why(case, moved("ninja", "B4", to("C4", "rope")), "NIN-ROPE-05") == {"told": ["B4", "C4"]}
    rope = f.CardSecret(bluff=False, edge=("B4", "C4"), zone=None)
    thrown = case.when(f.IntruderCardPlayed(intruder="ninja", card="rope", use=rope))
    assert why(thrown, moved("ninja", "B4", to("C4", "open", 1)), "NIN-ROPE-05") == {"wall": ["B4", "C4"]}
    thrown.when(moved("ninja", "B4", to("C4", "rope", 1))).then_accepted()


@accepts("NIN-MOV-11")
@refuses("NIN-MOV-11", "NIN-MOV-09")
def test_which_facings_a_patrol_may_have() -> None:
    def formed(facing: str | None) -> f.PatrolReformed:
        return f.PatrolReformed(patrol="P1", guards=("g2", "g9", "g10"), facing=facing)

    case = case_of(standing(in_action().state, "g2", at="G2"))
    assert why(case, formed("F2"), "NIN-MOV-11") == {"facing": "F2", "legal": ["H2"]}
    case.when(formed("H2")).then_accepted()
    search = in_action().when(card("patrol_search", patrol="P1"))
    unturned = why(search, went("g9", "g10", by=("F2",)), "NIN-MOV-09")
    assert unturned == {"told": "nothing", "legal": ["E2", "F3", "G2"]}


@refuses("NIN-INT-06")
def test_nobody_goes_back_into_the_passage_it_has_just_left() -> None:
    case = case_of(inside(to_intruders().state, "ninja"))
    left = case.when(f.PassageLeft(intruder="ninja", entrance="J3"))
    again = left.when(f.PassageEntered(intruder="ninja", entrance="J3")).then_refused("NIN-INT-06")
    assert sentence(again[0], "en").startswith("Nobody enters the passage and leaves it in one turn")
    left.when(moved("ninja", "@P", to("J3", "leave_passage"), to("J4", "open", 1))).then_accepted()


@refuses("NIN-MOV-07")
def test_who_of_a_patrol_searches_and_under_which_name() -> None:
    four = standing(in_action().state, "g2", "g3", at="G2", patrol="P1")
    case = case_of(four).when(card("patrol_search", patrol="P1"))
    alone = went("g9", by=("F2",))
    assert why(case, alone, "NIN-MOV-07")["movers"] == ["g9"]
    both = went("g2", "g3", by=("F2",), facing="E2")
    assert why(case, both, "NIN-MOV-07") == {"named": "nothing", "staying": ["g10", "g9"]}
    assert why(case, replace(both, patrol="P2"), "NIN-MOV-07")["named"] == "P2"
    case.when(replace(both, patrol="P4")).then_accepted()


@accepts("NIN-LIS-12")
@refuses("NIN-LIS-12")
def test_what_stands_against_a_free_listen() -> None:
    order = f.FreeListenOrdered(guard="g3")
    assert why(in_alert(), order, "NIN-LIS-12") == {"against": "another_phase"}
    case = in_action()
    played = led(case, card("sentry_listen", guard="g2"))
    assert why(played, order, "NIN-LIS-12") == {"against": "a_card_played"}
    once = led(case, f.FreeListenOrdered(guard="g2"))
    assert why(once, order, "NIN-LIS-12") == {"against": "listened_before"}
