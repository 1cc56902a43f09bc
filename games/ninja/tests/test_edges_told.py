"""Edge cases of what one side tells the other: answers of a device, cards against a listen, hazards that are left, and
what nobody takes back since it was answered.

Each with what is allowed beside what is not.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.consequences import following
from games.match import EventVoided
from games.ninja import RULES
from games.ninja.events import Options
from games.ninja.full import events as f
from games.ninja.full.legal.moves import moves
from games.ninja.full.own_device import question
from games.ninja.full.ownership import BOTH, with_own
from games.ninja.full.piles import with_pile
from games.ninja.full.state import Due, Figure, Window
from games.ninja.full.table import full_of, with_full, with_hidden, with_shown
from games.ninja.next_events import next_events
from games.ninja.state import NinjaState, with_fate
from games.ninja.tests.demo import in_action, to_intruders
from games.ninja.tests.laid import case_of, hidden_at, owed, refused, standing
from games.ninja.tests.tables import INTRUDER, G
from games.ninja.tests.test_disputed import NINJA
from games.ninja.tests.test_disputed import night as night_of_rivals
from games.ninja.tests.test_edges_night import _kept, go
from games.ninja.tests.test_edges_seen import met, on_device, searching
from games.ninja.tests.test_four import four
from games.ninja.visibility import visible_to
from games.registry import MATCHES
from games.replay import Earlier, check_void
from games.ruleset import Actor, Entry, Event, Setup, Viewer
from games.secrets import sealed
from games.testing import Case, accepts, refuses

# --- Movements that a device answers ---------------------------------------------------------------------------


@accepts("NIN-DET-01", "NIN-PASS-06")
@refuses("NIN-DET-08")
def test_who_is_met_is_told_before_what_is_found() -> None:
    """An entrance says where the movement ended: nobody can have been met before it, nor be told of afterwards."""
    walked = searching(on_device(), "B3", "B4")
    found = walked.when(f.PassageDiscovered(zone="B4"), INTRUDER)
    for zone in ("B3", "B4"):
        refused(found, met("ninja", zone), "NIN-DET-08", by=INTRUDER)
    assert question(walked.state)["path"] == ["B3", "B4"] and not question(found.state)["path"]
    found.when(f.MovementCleared(), INTRUDER).then_accepted()
    halted = walked.when(met("ninja", "B3"), INTRUDER).when(met("traitor", "B3"), INTRUDER)
    ended = halted.when(f.PassageDiscovered(zone="B3"), INTRUDER).when(f.MovementCleared(), INTRUDER)
    assert full_of(ended.then_accepted()).figures["g2"].zone == "B3"


@accepts("NIN-PASS-15", "NIN-MODE-BAL-06")
@refuses("NIN-DET-08")
def test_out_of_the_passage_the_zone_is_told_first() -> None:
    """NIN-PASS-15: there the entrance comes before whoever is met, and a rope after both."""
    state = replace(on_device(), options=Options(rope_discovery=True))
    inside = with_own(standing(state, "g2", at="@P"), BOTH, discovered=("B5",))
    out = searching(inside, "@X").when(f.PassageDiscovered(zone="B3"), INTRUDER)
    rope = f.PassageDiscovered(zone="B3", passage="rope", edge=("A3", "B3"))
    out.when(met("ninja", "B3"), INTRUDER).when(rope, INTRUDER).then_accepted()
    refused(out.when(rope, INTRUDER), met("ninja", "B3"), "NIN-DET-08", by=INTRUDER)


@accepts("NIN-MODE-BAL-06", "NIN-PASS-06")
@refuses("NIN-MODE-BAL-06", "NIN-PASS-06")
def test_a_device_tells_the_entrance_and_then_the_ropes_in_their_order() -> None:
    """The order says nothing of who hung them, so everybody sees that another one is wrong."""
    state = replace(on_device(), options=Options(rope_discovery=True))
    walked = searching(standing(state, "g2", at="B4"), "B5")
    entrance = f.PassageDiscovered(zone="B5")
    low, high = (replace(entrance, passage="rope", edge=edge) for edge in (("A5", "B5"), ("B5", "C5")))
    refused(walked.when(high, INTRUDER), low, "NIN-MODE-BAL-06", by=INTRUDER)
    refused(walked.when(low, INTRUDER), entrance, "NIN-PASS-06", by=INTRUDER)
    told = walked.when(entrance, INTRUDER).when(low, INTRUDER).when(high, INTRUDER)
    done = told.when(f.MovementCleared(), INTRUDER)
    later = searching(standing(done.state, "g1", at="B6"), "B5", guard="g1")
    later.when(f.MovementCleared(), INTRUDER).then_accepted()


@accepts("NIN-PASS-06", "NIN-AWK-01", "NIN-AWK-04")
@refuses("NIN-PASS-06", "NIN-MODE-BAL-06")
def test_waking_up_finds_nothing_before_the_guard_has_gone_on() -> None:
    """Unless it meets somebody, so that its movement ended where it woke up."""
    state = replace(on_device(), options=Options(rope_discovery=True))
    wakes = case_of(state).when(f.GuardCardPlayed(card="awaken"), G)
    up = wakes.when(f.GuardAwakened(zone="F4", guard="g15"), G)
    found = f.PassageDiscovered(zone="F4")
    refused(up, found, "NIN-PASS-06", by=INTRUDER)
    beside = wakes.when(f.GuardAwakened(zone="D2", guard="g15"), G)
    rope = f.PassageDiscovered(zone="D2", passage="rope", edge=("D1", "D2"))
    refused(beside, rope, "NIN-MODE-BAL-06", by=INTRUDER)
    up.when(met("traitor", "F4"), INTRUDER).when(found, INTRUDER).then_accepted()
    stays = up.when(f.MovementCleared(), INTRUDER).when(go(guards=("g15",)), G)
    stays.when(found, INTRUDER).when(f.MovementCleared(), INTRUDER).then_accepted()


@accepts("NIN-LIS-02", "NIN-LIS-03")
@refuses("NIN-LIS-02")
def test_a_figure_on_the_board_is_heard_from_three_zones_at_most() -> None:
    """How far it went its device alone knows; where it stands everybody sees. Whoever is hidden may be anywhere."""
    moved_on = with_hidden(with_hidden(on_device(), "ninja", distance=None), "traitor", distance=None)
    seen = with_shown(with_fate(moved_on, "traitor", left=1), "ninja", visible="B2")
    yes, no = f.ListenAnswered(heard=True), f.ListenAnswered(heard=False)
    for guard, zone, near in (("g6", "C4", True), ("g1", "F1", False), ("g3", "J6", False)):
        order = f.GuardCardPlayed(card="sentry_listen", guard=guard)
        asked = case_of(standing(seen, guard, at=zone)).when(order, G)
        asked.when(no, INTRUDER).then_accepted()
        if near:
            asked.when(yes, INTRUDER).then_accepted()
        else:
            refused(asked, yes, "NIN-LIS-02", by=INTRUDER)
            assert following(RULES, asked.state) == no
        hidden = case_of(standing(with_shown(seen, "ninja", visible=None), guard, at=zone)).when(order, G)
        hidden.when(yes, INTRUDER).then_accepted()


# --- Cards, hazards --------------------------------------------------------------------------------------------


@accepts("NIN-INT-13", "NIN-LIS-10")
@refuses("NIN-INT-13")
def test_a_cat_against_a_listen_names_no_wall_and_no_zone() -> None:
    """What is sealed with it opens after the end, and looks like that of any other cat."""
    asked = in_action().when(f.GuardCardPlayed(card="sentry_listen", guard="g2"), G)
    for use in ({"edge": ("A3", "B3")}, {"zone": "A2"}, {"edge": ("Q9", "Q8")}):
        named: Any = {"bluff": False, "edge": None, "zone": None, **use}
        either = f.IntruderCardPlayed(intruder="traitor", card="it_was_a_cat", use=f.CardSecret(**named))
        refused(asked, either, "NIN-INT-13", by=INTRUDER)
    for bluff in (True, False):
        plain = f.CardSecret(bluff=bluff, edge=None, zone=None)
        either = f.IntruderCardPlayed(intruder="traitor", card="it_was_a_cat", use=plain)
        asked.when(either, INTRUDER).then_accepted()
    seen = visible_to(asked.state, Viewer("player", "i", "intruders"))
    told = next(one for one in next_events(seen) if one.type == "intruder_card_played")
    assert told.choices["use.bluff"] == (False,), "no offer calls it one"
    assert moves(seen, told) == [cat()]


@accepts("NIN-LIS-10", "NIN-INT-12")
@refuses("NIN-LIS-10", "NIN-INT-12")
def test_a_second_cat_against_one_listen_is_one_that_nobody_holds_first() -> None:
    """What the hand holds is asked before how often it may be played."""
    asked = in_action().when(f.GuardCardPlayed(card="sentry_listen", guard="g2"), G)
    covered = asked.when(cat(), INTRUDER)
    refused(covered, cat(), "NIN-INT-12", "NIN-LIS-10", by=INTRUDER)
    two = case_of(
        with_hidden(with_shown(covered.state, "traitor", hand=1), "traitor", cards={"it_was_a_cat": 1})
    )
    assert [one.rule for one in two.when(cat(), INTRUDER).violations] == ["NIN-LIS-10"]


def cat() -> f.IntruderCardPlayed:
    """The traitor's, against a listen."""
    use = f.CardSecret(bluff=False, edge=None, zone=None)
    return f.IntruderCardPlayed(intruder="traitor", card="it_was_a_cat", use=use)


def crowded(state: NinjaState) -> NinjaState:
    """With all twenty guards on the map."""
    more = {f"g{number}": Figure("K7") for number in range(15, 21)}
    return with_full(state, figures={**full_of(state).figures, **more}, next_guard=21)


def ambushed(state: NinjaState, **told: Any) -> Case:
    """The ninja has found an ambush on A2, where it stands."""
    here = hidden_at(with_full(state, step="intruder_action"), "ninja", "A2", visited=("A3", "A2"))
    due = {"intruder": "ninja", "zones": ("A2",), "cause": "ambush"}
    return case_of(owed(with_shown(here, "ninja", moved=True, **told), "hazard", **due))


@accepts("NIN-HAZ-09", "NIN-HID-17")
@refuses("NIN-HAZ-09")
def test_a_hazard_without_a_choice_is_left_to_the_guard_at_once() -> None:
    """Everybody sees that the searcher holds no card, or is off the map; then the guard's choice is the next thing."""
    waived = f.HazardWaived(zone="A2")
    placed = f.HazardResolved(zone="A2", hazard="ambush", outcome="guard_placed", guard="g15")
    nobody = replace(placed, outcome="no_guard", guard=None)
    spear = replace(placed, weapon="spear")
    for state, too_early in ((crowded(to_intruders().state), nobody), (four().state, spear)):
        assert following(RULES, ambushed(state).state) is None, "it is asked whatever it holds"
        empty = ambushed(state, hand=0)
        assert following(RULES, empty.state) == waived
        refused(empty, too_early, "NIN-HAZ-09")
        empty.when(waived).then_accepted()
    few = ambushed(to_intruders().state, hand=0)
    assert following(RULES, few.state) == placed
    refused(few, waived, "NIN-HAZ-09")
    rivals = ambushed(crowded(night_of_rivals().state), hand=0)
    assert following(RULES, rivals.state) == waived
    assert following(RULES, rivals.when(waived).state) is None, "whether one is moved is the guard's choice"
    refused(rivals, nobody, "NIN-HAZ-09", by=NINJA)


def answering(zones: tuple[str, ...], found: dict[str, str]) -> Case:
    """A search that a phone of the guards answers, after others had found this."""
    state = with_full(to_intruders().state, marks=None, found=found)
    here = hidden_at(state, "ninja", zones[-1], visited=zones)
    here = with_full(with_shown(here, "ninja", moved=True), window=Window("ninja"))
    return case_of(here).when(f.ZonesSearched(intruder="ninja", zones=zones), INTRUDER)


def told(*found: tuple[str, Any, str | None]) -> f.SearchAnswered:
    return f.SearchAnswered(results=tuple(f.Found(zone=z, found=kind, letter=one) for z, kind, one in found))


@accepts("NIN-SRCH-05", "NIN-HAZ-02", "NIN-HAZ-06")
@refuses("NIN-SRCH-05", "NIN-HAZ-06")
def test_a_phone_of_the_guards_says_nothing_that_everybody_knows_to_be_false() -> None:
    """A trap stays, an ambush is gone, a letter lies in one zone of a castle; there are two traps. Where nothing was
    seen of it, a phone may say anything, and the audit compares."""
    seen = {"D4": "trap", "C5": "nothing", "C4": "B"}
    again = answering(("D4", "C5"), seen)
    again.when(told(("D4", "trap", None), ("C5", "nothing", None)), G).then_accepted()
    refused(again, told(("D4", "nothing", None), ("C5", "nothing", None)), "NIN-SRCH-05", by=G)
    refused(again, told(("D4", "trap", None), ("C5", "ambush", None)), "NIN-SRCH-05", "NIN-HAZ-06", by=G)
    target = answering(("C4", "D3"), seen)
    target.when(told(("C4", "target", "B"), ("D3", "target", "A")), G).then_accepted()
    refused(target, told(("C4", "target", "A"), ("D3", "nothing", None)), "NIN-SRCH-05", by=G)
    refused(target, told(("C4", "target", "B"), ("D3", "target", "B")), "NIN-SRCH-05", by=G)
    fresh = answering(("E3", "G4"), seen)
    fresh.when(told(("E3", "trap", None), ("G4", "ambush", None)), G).then_accepted()
    refused(fresh, told(("E3", "trap", None), ("G4", "trap", None)), "NIN-SRCH-05", by=G)
    outside = answering(("D5", "D6"), {})
    outside.when(told(("D5", "nothing", None), ("D6", "nothing", None)), G).then_accepted()
    refused(outside, told(("D5", "trap", None), ("D6", "nothing", None)), "NIN-SRCH-05", by=G)


@accepts("NIN-SRCH-05", "NIN-SETUP-12", "NIN-SETUP-14")
@refuses("NIN-SRCH-05")
def test_what_a_phone_says_of_searches_fits_some_map_of_the_guards() -> None:
    """Two ambushes, three letters in each castle, and of twelve zones for objects ten that hold one."""
    sprung = with_full(answering(("E3", "I4"), {"C5": "nothing", "D4": "nothing"}).state, sprung=("C5", "D4"))
    two = told(("E3", "nothing", None), ("I4", "trap", None))
    case_of(sprung).when(two, G).then_accepted()
    third = told(("E3", "nothing", None), ("I4", "ambush", None))
    refused(case_of(sprung), third, "NIN-SRCH-05", by=G)
    west = answering(("E4", "E3"), {"D3": "A", "C4": "B"})
    west.when(told(("E4", "target", "C"), ("E3", "trap", None)), G).then_accepted()
    refused(west, told(("E4", "target", "C"), ("E3", "target", "D")), "NIN-SRCH-05", by=G)
    empty = answering(("H5", "G4"), {"D3": "nothing", "E3": "nothing"})
    empty.when(told(("H5", "trap", None), ("G4", "ambush", None)), G).then_accepted()
    refused(empty, told(("H5", "trap", None), ("G4", "nothing", None)), "NIN-SRCH-05", by=G)


@accepts("NIN-AWK-01", "NIN-SETUP-11", "NIN-RESP-08")
@refuses("NIN-AWK-01")
def test_no_more_guards_wake_up_in_a_zone_than_may_sleep_there() -> None:
    """On a phone of the guards too: everybody counts them, until a bonus lays more to sleep."""
    state = with_full(in_action().state, marks=None, woken={"D2": 2, "H2": 1})
    awake = case_of(state).when(f.GuardCardPlayed(card="awaken"), G)
    refused(awake, f.GuardAwakened(zone="D2", guard="g15"), "NIN-AWK-01", by=G)
    (told_next,) = [one for one in next_events(awake.state) if one.type == "guard_awakened"]
    assert told_next.choices["zone"] == ("H2", "F4", "D6", "H6")
    once = awake.when(f.GuardAwakened(zone="H2", guard="g15"), G).then_accepted()
    assert full_of(once).woken == {"D2": 2, "H2": 2}
    due = with_full(to_intruders().state, marks=None, woken={"D2": 2}, sleepers=6, due=(Due("bonus"),))
    more = case_of(due).when(f.RespawnBonusTaken(count=0, cards={}, sleepers=3), G).then_accepted()
    assert full_of(more).woken == {} and full_of(more).sleepers == 9


@accepts("NIN-SRCH-06")
@refuses("NIN-SRCH-06", "NIN-SRCH-07")
def test_nobody_shows_the_card_that_the_other_has_shown() -> None:
    """NIN-SETUP-03: letters differ, wherever they are kept; once a new copy has drawn, the letter may be anybody's."""
    night = with_full(on_device(), step="intruder_action", window=Window("traitor", letters=("B", "C")))
    night = with_shown(night, "traitor", moved=True, searched=True)
    shown = with_shown(night, "ninja", letter="B")
    card = f.MissionCompleted(intruder="traitor", letter="B")
    case_of(night).when(card, INTRUDER).then_accepted()
    refused(case_of(shown), card, "NIN-SRCH-06", "NIN-SRCH-07", by=INTRUDER)
    (offer,) = [one for one in next_events(shown) if one.type == "mission_completed"]
    assert offer.choices["letter"] == ("C",)
    done = case_of(shown).when(replace(card, letter="C"), INTRUDER).then_accepted()
    assert full_of(done).shown["traitor"].letter == "C"
    again = with_fate(with_full(shown, due=(Due("respawn", intruder="ninja"),)), "ninja", awaited=True)
    hand = {"rope": 2, "shuriken": 2, "kenjutsu": 2}
    copy = f.IntruderRespawned(intruder="ninja", size=6, zone="A1", cards=hand, mission="E")
    back = case_of(again).when(_kept(copy), INTRUDER).then_accepted()
    case_of(back).when(card, INTRUDER).then_accepted()


@accepts("NIN-INT-12", "NIN-SETUP-06")
@refuses("NIN-INT-12", "NIN-INT-11")
def test_no_phone_plays_more_of_a_card_than_its_deck_holds() -> None:
    """A traitor's deck has five of Potent Sake at most; a new copy begins with none that is gone."""
    night = with_full(on_device(), step="intruder_action")
    spent = with_shown(night, "traitor", played={"potent_sake": 4})
    spoilt = f.CardSecret(bluff=True, edge=None, zone=None)
    card = _kept(f.IntruderCardPlayed(intruder="traitor", card="potent_sake", use=spoilt))
    fifth = case_of(spent).when(card, INTRUDER)
    assert full_of(fifth.then_accepted()).shown["traitor"].played == {"potent_sake": 5}
    refused(fifth, card, "NIN-INT-12", "NIN-INT-11", by=INTRUDER)


@accepts("NIN-INT-12", "NIN-RESP-04")
@refuses("NIN-INT-12")
def test_what_the_dead_copy_played_says_nothing_of_the_new_hand() -> None:
    """But for its passage card, which lies on the table."""
    gone = {"shuriken": 2, "secret_passage": 1}
    dead = with_shown(to_intruders().state, "ninja", played=gone, table=True, lying={"secret_passage": 1})
    awaited = with_fate(with_full(dead, due=(Due("respawn", intruder="ninja"),)), "ninja", awaited=True)
    hand = {"rope": 3, "kenjutsu": 3}
    copy = f.IntruderRespawned(intruder="ninja", size=6, zone="A1", cards=hand, mission="E")
    back = case_of(awaited).when(copy, INTRUDER)
    assert full_of(back.then_accepted()).shown["ninja"].played == {"secret_passage": 1}
    thrown = f.IntruderCardPlayed(
        intruder="ninja", card="shuriken", use=f.CardSecret(bluff=True, edge=None, zone=None)
    )
    assert [one.rule for one in back.when(thrown, INTRUDER).violations] == ["NIN-INT-12"]


@accepts("NIN-HAZ-05", "NIN-DET-08")
@refuses("NIN-DET-08")
def test_no_ambush_shows_on_a_device_whose_figure_stands_elsewhere() -> None:
    """The phone is asked of those alone who may be there, and says by itself who is."""
    night = with_full(on_device(), step="intruder_action", window=Window("ninja", ambushed="B3"))
    night = standing(night, "g2", at="B3")
    shown = f.IntruderDetected(intruder="traitor", zone="B3", cause="ambush")
    for away in ({"inside": True}, {"visible": "H3"}):
        elsewhere = with_shown(night, "traitor", **away)
        refused(case_of(elsewhere), shown, "NIN-DET-08", by=INTRUDER)
        assert question(elsewhere)["unmet"] == ["ninja"]
    for here in (night, with_shown(night, "traitor", visible="B3")):
        case = case_of(here)
        assert (question(here)["ambush"], question(here)["unmet"]) == ("B3", ["ninja", "traitor"])
        after = case.when(shown, INTRUDER).then_accepted()
        assert question(after)["unmet"] == ["ninja"]


# --- What is not taken back ------------------------------------------------------------------------------------

MATCH = MATCHES["ninja"]


def taken_back(state: NinjaState, event: Event, by: Actor, *followed: Event) -> tuple[str, ...]:
    """The rules by which a player may not take back what it has just told, with what followed from it."""
    start = Earlier(replace(MATCH.initial(Setup()), play=state))
    logged = [(event, by), *((one, Actor("rules", "1")) for one in followed)]
    entries = [Entry(seq, sealed(one, "5a" * 16), who) for seq, (one, who) in enumerate(logged, start=1)]
    back = EventVoided(seqs=tuple(entry.seq for entry in entries), reason="")
    refused_by, _broken = check_void(MATCH, Setup(), entries, back, by, start)
    return tuple(violation.rule for violation in refused_by)


def assert_asks(state: NinjaState, event: Event, by: Actor, *followed: Event) -> None:
    """It is the last of its command, and stays."""
    assert RULES.consequences(state).asks(event) == "NIN-HID-09"
    assert taken_back(state, event, by, *followed) == ("WL-VOID-05",)


@accepts("NIN-HID-15", "NIN-HID-09")
@refuses("NIN-HID-15", "NIN-HID-09")
def test_the_guard_does_not_take_back_whom_an_ambush_has_shown() -> None:
    """It could otherwise move one guard there, see who hides in the zone, and settle for none."""
    asked = ambushed(crowded(to_intruders().state))
    waived = f.HazardWaived(zone="A2")
    assert taken_back(asked.state, waived, INTRUDER) == ()
    moved_there = f.HazardResolved(zone="A2", hazard="ambush", outcome="guard_relocated", guard="g15")
    shown = f.IntruderDetected(intruder="ninja", zone="A2", cause="ambush")
    assert_asks(asked.when(waived).state, moved_there, G, shown)
    killed = replace(moved_there, outcome="killed_kenjutsu", guard=None)
    assert RULES.consequences(asked.state).asks(killed) == ""
    assert taken_back(asked.state, killed, INTRUDER) == ()


@accepts("NIN-HID-15", "NIN-HID-09")
@refuses("NIN-HID-15", "NIN-HID-09")
def test_the_guard_does_not_take_back_which_letter_was_a_mission() -> None:
    """A phone of the guards that answers the search while the server keeps the mission: letters are not tried out."""
    here = hidden_at(with_full(to_intruders().state, marks=None), "ninja", "C4", visited=("C4",))
    moved_on = with_full(with_shown(here, "ninja", moved=True), window=Window("ninja"))
    search = f.ZonesSearched(intruder="ninja", zones=("C4",))
    state = case_of(moved_on).when(search, INTRUDER).then_accepted()
    found = f.SearchAnswered(results=(f.Found(zone="C4", found="target", letter="B"),))
    assert_asks(state, found, G, f.MissionCompleted(intruder="ninja", letter="B"))


@accepts("NIN-HID-15", "NIN-HID-13", "NIN-RESP-04")
@refuses("NIN-HID-15", "NIN-HID-09")
def test_nobody_chooses_zone_and_cards_anew_for_a_letter_that_the_server_drew() -> None:
    due = owed(to_intruders().state, "respawn", intruder="ninja")
    cards = {"rope": 2, "shuriken": 2, "kenjutsu": 2}
    back = f.IntruderRespawned(intruder="ninja", size=6, zone="A5", cards=cards)
    drawn = f.MissionsDrawn(intruder="ninja", letters={"ninja": "C"})
    assert_asks(with_full(due, seeded=True, seed="0" * 64), back, INTRUDER, drawn)
    drawn_by_hand = replace(back, mission="C")
    assert RULES.consequences(due).asks(drawn_by_hand) == ""
    assert taken_back(due, drawn_by_hand, INTRUDER) == ()


@accepts("NIN-CARD-11", "NIN-CARD-12")
@refuses("NIN-CARD-11", "NIN-CARD-01")
def test_no_phone_of_the_guards_plays_a_passage_that_lies_on_the_table() -> None:
    """Its deck of 36 holds ten Secret Passages at most, beside the least numbers of its other cards."""
    night = on_device()
    played = f.GuardCardPlayed(card="secret_passage")

    def laid(number: int, **more: Any) -> Case:
        cards = full_of(night).piles["guard"]
        return case_of(with_pile(night, "guard", replace(cards, hand_cards=None, table=number, **more)))

    assert full_of(laid(9).when(played, G).then_accepted()).piles["guard"].table == 10
    refused(laid(10), played, "NIN-CARD-11", by=G)
    laid(10, shifted=True).when(played, G).then_accepted()
    drawn = with_full(laid(10, drawn=1).state, step="alert")
    refused(case_of(drawn), played, "NIN-CARD-01", by=G)
