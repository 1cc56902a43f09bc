"""The desk beside the rounds: settings, places, notes, tables given, pairs kept apart, the clock, judges."""

from __future__ import annotations

from calendar import isleap
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from games.rulebook import sentence
from games.ruleset import EVERYONE, RuleViolation, Viewer
from games.testing import accepts, refuses
from tracker.pairing.structs import Weights
from tracker.rulesets.described import EventDescribed
from tracker.rulesets.moments import is_moment, seconds_of
from tracker.rulesets.tournament import RULES, draw_next_round, explain, ranking, standings
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.tests.story import (
    FOUR,
    ORGANISER,
    after,
    ann,
    created,
    drawn,
    history,
    joined,
    result,
    to_closed,
    to_draft,
    to_started,
)

AT = [f"2026-11-28T1{hour}:30:00Z" for hour in range(6)]
FIVE = (*FOUR, "eve")


def accepted(events: list[Any], *more: Any, by: Any = ORGANISER) -> Any:
    """The state after all of them, each judged."""
    state = after(*events)
    for event in more:
        assert RULES.check(state, event, by) == (), event
        state = RULES.evolve(state, event)
    return state


# --- Settings


@accepts("TRN-SET-01", "TRN-SET-02", "TRN-SET-03", "TRN-SET-04", "TRN-SET-05", "TRN-SET-06")
def test_settings_change_until_what_depends_on_them_has_happened():
    told = desk.SettingsChanged(
        name="Autumn cup",
        rounds=5,
        tp=ev.TournamentPoints(2, 1, 0),
        bye=ev.ByeValue(2),
        round_weights=(1, 1, 2),
    )
    state = accepted(joined(*FOUR), told)
    assert (state.created.name, state.options.rounds, state.options.tp.win) == ("Autumn cup", 5, 2)
    assert [state.options.times(number) for number in (1, 3, 4)] == [1, 2, 1]
    later = desk.SettingsChanged(rounds=4, tiebreaks=("points", "sos"), reason="the hall closes early")
    state = accepted(to_closed(*joined(*FOUR)), later, desk.SettingsChanged(scenarios=("sea",)))
    assert (state.options.rounds, state.options.tiebreaks) == (4, ("points", "sos"))


@refuses(
    "TRN-SET-01",
    "TRN-SET-02",
    "TRN-SET-03",
    "TRN-SET-04",
    "TRN-SET-05",
    "TRN-SET-06",
    "TRN-CRE-03",
    "TRN-CRE-04",
)
@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"name": "Cup"}, "TRN-SET-01"),
        ({"tp": ev.TournamentPoints(2, 1, 0)}, "TRN-SET-02"),
        ({"bye": ev.ByeValue(1)}, "TRN-SET-02"),
        ({"round_weights": (1, 2)}, "TRN-SET-02"),
        ({"rounds": 1, "reason": "late"}, "TRN-SET-03"),
        ({"rounds": 4}, "TRN-SET-04"),
        ({"tiebreaks": ("points", "sos")}, "TRN-SET-04"),
        ({"scenarios": ("camp", "sea", "camp")}, "TRN-SET-05"),
        ({"tiebreaks": ("points", "knockout_vp"), "reason": "asked"}, "TRN-SET-06"),
        ({"tiebreaks": ("points", "luck"), "reason": "asked"}, "TRN-CRE-04"),
    ],
)
def test_settled_settings_stay(change, rule):
    played = to_closed(*joined(*FOUR, scenarios=("sea", "sea", "camp")))
    two = to_draft(*played, seed="s2")
    history(*two).when(desk.SettingsChanged(**change), ORGANISER).then_refused(rule)


@pytest.mark.parametrize(
    ("figure", "en", "ru"),
    [("sp", "“Scenario points”", "«Очки сценария»"), ("missions", "“Missions: ", "«Миссии: ")],
)
def test_a_settled_figure_is_called_as_the_standings_call_it(figure, en, ru):
    told = RuleViolation("TRN-SET-06", {"figures": [figure]})
    assert en in sentence(told, "en") and ru in sentence(told, "ru")


def test_a_bye_stays_below_a_win_when_it_changes():
    history(created()).when(desk.SettingsChanged(bye=ev.ByeValue(9)), ORGANISER).then_refused("TRN-CRE-03")


@accepts("TRN-SET-08", "TRN-SET-07", "TRN-SET-09")
def test_an_event_is_described_leaves_its_rules_and_keeps_remarks():
    told = EventDescribed(starts="2026-11-28T10:00", ends="2026-11-28", place="Town hall", cost="10")
    remark = desk.CorrectionNoted(round=1, table=1, text="3:2 was played as 2:2")
    over = [*to_closed(*joined(*FOUR)), desk.SanctionLeft(reason="by hand"), ev.TournamentFinished()]
    state = accepted(over, told, remark)
    assert (state.described.place, state.unsanctioned, state.remarks[0].round) == ("Town hall", "by hand", 1)


@refuses("TRN-SET-07", "TRN-SET-08", "TRN-SET-09")
@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (EventDescribed(starts="2026-11-28", ends="2026-11-27"), "TRN-SET-08"),
        (EventDescribed(starts="2026-13-28"), "TRN-SET-08"),
        (desk.SanctionLeft(reason="again"), "TRN-SET-07"),
        (desk.CorrectionNoted(round=2, text="?"), "TRN-SET-09"),
        (desk.CorrectionNoted(round=1, table=9, text="?"), "TRN-SET-09"),
    ],
)
def test_what_is_said_of_an_event_makes_sense(event, rule):
    told = [*to_closed(*joined(*FOUR)), desk.SanctionLeft(reason="by hand")]
    history(*told).when(event, ORGANISER).then_refused(rule)


def test_nobody_goes_back_to_the_rules():
    assert desk.SanctionLeft(reason="by hand").lasting


@accepts("TRN-LIST-07", "TRN-LIST-08")
@refuses("TRN-LIST-07", "TRN-LIST-08")
def test_lists_are_locked_and_shown_at_a_set_time():
    due = desk.ListsDue(lock_at=AT[0], reveal_at=AT[1])
    state = accepted(joined(*FOUR), due, desk.ListsRevealed())
    assert (state.lists_public, state.lock_at, state.reveal_at) == (True, AT[0], None)
    early = desk.ListsDue(lock_at=AT[1], reveal_at=AT[0])
    history(*joined(*FOUR)).when(early, ORGANISER).then_refused("TRN-LIST-07")
    shown = [*joined(*FOUR), desk.ListsRevealed()]
    history(*shown).when(desk.ListsRevealed(), ORGANISER).then_refused("TRN-LIST-08")


# --- Places


@accepts("TRN-REG-07", "TRN-REG-08", "TRN-REG-09", "TRN-REG-10")
def test_somebody_waits_gets_a_place_pays_and_comes():
    state = accepted(
        joined(*FOUR),
        desk.RegistrationOpened(places=4, code="oak"),
        ev.PlayerRegistered(player="eve", waiting=True),
        desk.PlayerAdmitted(player="eve"),
        ev.PlayerCheckedIn(player="eve"),
        desk.FeeMarked(player="eve", paid=True),
        desk.RingerMarked(player="eve", ringer=True),
        desk.RegistrationClosed(),
    )
    eve = state.entrants["eve"]
    assert (eve.waiting, eve.paid, eve.ringer, state.registration.open) == (False, True, True, False)
    assert [entrant.player for entrant in state.present()] == list(FOUR)


@refuses("TRN-REG-07", "TRN-REG-08", "TRN-REG-09", "TRN-REG-10", "TRN-REG-02")
@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (ev.PlayerCheckedIn(player="eve"), "TRN-REG-07"),
        (desk.RegistrationClosed(), "TRN-REG-08"),
        (desk.PlayerAdmitted(player="ann"), "TRN-REG-09"),
        (desk.FeeMarked(player="ann", paid=False), "TRN-REG-10"),
        (desk.RingerMarked(player="ann", ringer=False), "TRN-REG-10"),
        (desk.RingerMarked(player="zoe", ringer=True), "TRN-REG-02"),
    ],
)
def test_marks_change_something(event, rule):
    told = [*joined(*FOUR), ev.PlayerRegistered(player="eve", waiting=True)]
    history(*told).when(event, ORGANISER).then_refused(rule)


def test_the_same_registration_is_not_opened_twice():
    told = [created(), desk.RegistrationOpened(places=8)]
    history(*told).when(desk.RegistrationOpened(places=8), ORGANISER).then_refused("TRN-REG-08")


def test_a_ringer_plays_only_where_somebody_would_be_alone():
    ringer = desk.RingerMarked(player="dot", ringer=True)
    three = [*joined("ann", "bob", "cid", "dot"), ringer]
    assert len(after(*three).present()) == 4
    four = [*three, ev.PlayerRegistered(player="eve"), ev.PlayerCheckedIn(player="eve")]
    assert [entrant.player for entrant in after(*four).present()] == ["ann", "bob", "cid", "eve"]
    draft = to_draft(*three)
    late = [*draft, ev.PlayerRegistered(player="eve"), ev.PlayerCheckedIn(player="eve")]
    assert accepted(late, ev.RoundPublished(round=1), ev.RoundStarted(round=1)).rounds[0].status == "started"


@accepts("TRN-REG-11", "TRN-REG-12")
@pytest.mark.parametrize(("worth", "points"), [("full", 3), ("half", 1), ("zero", 0)])
def test_a_bye_that_was_asked_for_counts_what_it_is_worth(worth, points):
    asked = desk.ByeGranted(player="eve", round=1, worth=worth)
    told = [*joined(*FOUR, "eve"), asked]
    assert "eve" not in {player.id for player in next_field(after(*told), "s").players}
    played = to_closed(*told)
    assert figures(played, "eve") == points
    assert [row.kind for row in explain(after(*played), "eve", "points")] == ["bye"]
    state = accepted(to_closed(*told), desk.ByeGranted(player="eve", round=2, worth="half"))
    assert state.entrants["eve"].bye_in(2) is not None
    withdrawn = desk.ByeWithdrawn(player="eve", round=2)
    assert RULES.check(state, withdrawn, ORGANISER) == ()
    assert RULES.evolve(state, withdrawn).entrants["eve"].bye_in(2) is None


def test_a_second_half_bye_is_not_refused_fide_c02():
    """FIDE C.02, results: nobody is silently kept from a second round off worth half a point."""
    told = [*joined(*FOUR, "eve"), *(desk.ByeGranted(player="eve", round=n, worth="half") for n in (1, 2))]
    played = to_closed(*told)
    assert figures(played, "eve") == 1 and after(*played).entrants["eve"].bye_in(2) is not None


def test_a_full_bye_counts_as_a_bye_for_the_draw():
    told = to_closed(*joined(*FOUR, "eve"), desk.ByeGranted(player="eve", round=1, worth="full"))
    byes = {player.id: player.byes for player in next_field(after(*told), "s2").players}
    assert byes == {**dict.fromkeys(FOUR, 0), "eve": 1}


def test_a_full_bye_is_told_from_one_of_the_pairing():
    """Who asked for a win without a game was not there to play; who got one by the draw was."""
    told = to_closed(*joined(*FOUR, "eve"), desk.ByeGranted(player="eve", round=1, worth="full"))
    table = ranking(after(*told))
    rows = {
        id: [row.value for row in table.explain("eve", id)]
        for id in ("rounds_elected", "rounds_elected_strict", "on_time")
    }
    assert rows == {"rounds_elected": [1], "rounds_elected_strict": [0], "on_time": [1]}
    odd = to_closed(*joined(*FOUR, "eve"))
    resting = after(*odd).rounds[0].bye
    assert resting is not None
    assert [row.value for row in ranking(after(*odd)).explain(resting, "rounds_elected_strict")] == [1]


@refuses("TRN-REG-11", "TRN-REG-12")
@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (desk.ByeGranted(player="eve", round=1, worth="half"), "TRN-REG-11"),
        (desk.ByeGranted(player="eve", round=9, worth="half"), "TRN-REG-11"),
        (desk.ByeGranted(player="eve", round=2, worth="half"), "TRN-REG-11"),
        (desk.ByeWithdrawn(player="ann", round=2), "TRN-REG-12"),
        (desk.ByeWithdrawn(player="eve", round=1), "TRN-REG-12"),
    ],
)
def test_byes_are_asked_for_in_time(event, rule):
    asked = [desk.ByeGranted(player="eve", round=number, worth="zero") for number in (1, 2)]
    told = to_draft(*joined(*FOUR, "eve"), *asked)
    history(*told).when(event, ORGANISER).then_refused(rule)


def test_who_leaves_and_comes_back_has_earned_no_bye():
    asked = desk.ByeGranted(player="ann", round=1, worth="full")
    state = after(*joined(*FOUR), asked, ev.PlayerDropped(player="ann"), ev.PlayerReinstated(player="ann"))
    assert state.entrants["ann"].byes == ()


# --- Notes


def figures(events: list[Any], player: str, id: str = "points") -> int:
    row = next(row for row in standings(after(*events)) if row.player == player)
    return next(figure.top for figure in row.figures if figure.id == id)


@accepts("TRN-NOTE-01", "TRN-NOTE-02")
def test_a_penalty_counts_for_its_player_and_no_opponent():
    played = to_closed(*joined(*FOUR))
    table = after(*played).rounds[0].pairings[0]
    winner, loser = table.sides["alliance"][0], table.sides["serpent"][0]
    notes = [
        desk.NoteGiven(player=winner, kind="penalty", tp=2, reason="late"),
        desk.NoteGiven(player=loser, kind="bonus", tp=1, reason="best painted"),
        desk.NoteGiven(player=loser, kind="warning", reason="loud"),
    ]
    told = [*played, *notes]
    assert (figures(told, winner), figures(told, loser)) == (1, 1)
    rows = [(row.kind, row.top) for row in explain(after(*told), winner, "points")]
    assert sorted(rows) == [("extra", -2), ("game", 3)]
    assert ranking(after(*told)).explain(loser, "sos")[0].top == 3
    assert figures(told, loser, "sos") == 3
    public = RULES.visible_to(after(*told), EVERYONE)
    assert [(note.kind, note.reason) for note in public.notes] == [("penalty", None), ("bonus", None)]
    own = RULES.visible_to(after(*told), Viewer("player", loser, "players"))
    assert [note.reason for note in own.notes] == [None, "best painted", "loud"]


@refuses("TRN-NOTE-01", "TRN-NOTE-02")
@pytest.mark.parametrize(
    ("note", "rule"),
    [
        ({"kind": "penalty", "reason": "late"}, "TRN-NOTE-01"),
        ({"kind": "warning", "tp": 1, "reason": "late"}, "TRN-NOTE-01"),
        ({"kind": "warning"}, "TRN-NOTE-02"),
    ],
)
def test_notes_make_sense(note, rule):
    history(*joined(*FOUR)).when(desk.NoteGiven(player="ann", **note), ORGANISER).then_refused(rule)


# --- Tables given


@accepts("TRN-TAB-01", "TRN-TAB-02", "TRN-TAB-03")
def test_a_table_that_was_given_closes_the_round_and_is_no_meeting():
    started = to_started(*joined(*FOUR))
    given = desk.TableAwarded(round=1, table=1, kind="no_show", winner="alliance", reason="never came")
    state = accepted(started, given)
    played = [*started, given, result(1, 2), ev.RoundClosed(round=1)]
    one, other = (state.rounds[0].pairings[0].sides[side][0] for side in ("alliance", "serpent"))
    assert (figures(played, one), figures(played, other)) == (3, 0)
    assert (figures(played, one, "vp"), figures(played, other, "vp")) == (5, 0)
    met = {player.id: player.met for player in next_field(after(*played), "s2").players}
    assert met[one] == () == met[other]
    lifted = desk.AwardLifted(round=1, table=1, reason="came after all")
    assert accepted(started, given, lifted).rounds[0].missing() == (1, 2)
    public = RULES.visible_to(state, EVERYONE).rounds[0].pairings[0].award
    assert public is not None and (public.kind, public.reason) == ("no_show", None)


def test_both_lose_and_the_match_counts_no_more():
    started = to_started(*joined(*FOUR))
    lost = desk.TableAwarded(round=1, table=1, kind="double_loss", reason="an agreed draw")
    played = [*started, result(1, 1), lost, result(1, 2), ev.RoundClosed(round=1)]
    table = after(*played).rounds[0].pairings[0]
    assert [figures(played, side[0]) for side in table.sides.values()] == [0, 0]
    assert accepted(played, desk.AwardLifted(round=1, table=1, reason="wrong")).rounds[0].missing() == ()


@refuses("TRN-TAB-01", "TRN-TAB-02", "TRN-TAB-03", "TRN-NOTE-02")
@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (desk.TableAwarded(round=2, table=1, kind="forfeit", winner="alliance", reason="x"), "TRN-TAB-01"),
        (desk.TableAwarded(round=1, table=1, kind="forfeit", reason="x"), "TRN-TAB-02"),
        (desk.TableAwarded(round=1, table=1, kind="double_loss", winner="serpent", reason="x"), "TRN-TAB-02"),
        (desk.TableAwarded(round=1, table=1, kind="forfeit", winner="serpent"), "TRN-NOTE-02"),
        (desk.AwardLifted(round=1, table=1, reason="x"), "TRN-TAB-03"),
    ],
)
def test_only_a_table_in_play_is_given(event, rule):
    history(*to_started(*joined(*FOUR))).when(event, ORGANISER).then_refused(rule)


# --- Pairs


@accepts("TRN-APART-01", "TRN-APART-02")
@refuses("TRN-APART-01", "TRN-APART-02")
def test_pairs_are_kept_apart_at_any_time():
    draft = drawn(*joined(*FOUR))
    first = tuple(draft.pairings[0].sides[side][0] for side in ("alliance", "serpent"))
    kept = [*joined(*FOUR), desk.PairKeptApart(players=first, reason="one car")]
    again = drawn(*kept)
    assert all({*first} != {p.sides["alliance"][0], p.sides["serpent"][0]} for p in again.pairings)
    history(*kept).when(desk.PairKeptApart(players=first[::-1]), ORGANISER).then_refused("TRN-APART-01")
    state = accepted(kept, desk.PairAllowed(players=first[::-1]))
    assert state.prohibited == ()
    history(*joined(*FOUR)).when(desk.PairAllowed(players=first), ORGANISER).then_refused("TRN-APART-02")
    assert RULES.visible_to(after(*kept), EVERYONE).apart == ()
    assert RULES.redact(after(*kept), kept[-1], EVERYONE) is None


def test_a_pair_of_the_creation_may_meet_again():
    state = accepted(joined(*FOUR, prohibited=(("ann", "bob"),)), desk.PairAllowed(players=("bob", "ann")))
    assert state.prohibited == ()
    again = desk.PairKeptApart(players=("ann", "bob"))
    assert RULES.evolve(state, again).prohibited == (("ann", "bob"), ("ann", "bob"))


# --- The clock


@accepts("TRN-CLK-01", "TRN-CLK-02", "TRN-CLK-03", "TRN-CLK-04")
def test_the_clock_runs_stands_still_and_is_extended():
    state = accepted(
        to_started(*joined(*FOUR)),
        desk.ClockStarted(round=1, minutes=90, at=AT[0]),
        desk.ClockPaused(round=1, at=AT[1]),
        desk.ClockResumed(round=1, at=AT[2]),
        desk.ClockExtended(round=1, minutes=10),
        desk.ClockExtended(round=1, minutes=5, table=2, reason="a ruling"),
    )
    assert (state.clock.minutes, state.clock.lost, state.clock.paused) == (100, 3600, None)
    assert state.clock.tables == {"2": 5}


@refuses("TRN-CLK-01", "TRN-CLK-02", "TRN-CLK-03", "TRN-CLK-04")
@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (desk.ClockStarted(round=2, minutes=90, at=AT[0]), "TRN-CLK-01"),
        (desk.ClockStarted(round=1, minutes=90, at="2026-13-28T10:00:00Z"), "TRN-CLK-01"),
        (desk.ClockPaused(round=1, at="2026-11-28T09:00:00Z"), "TRN-CLK-02"),
        (desk.ClockPaused(round=2, at=AT[1]), "TRN-CLK-02"),
        (desk.ClockResumed(round=1, at=AT[1]), "TRN-CLK-03"),
        (desk.ClockExtended(round=1, minutes=5, table=9), "TRN-CLK-04"),
        (desk.ClockExtended(round=1, minutes=-90), "TRN-CLK-04"),
        (desk.ClockExtended(round=1, minutes=0), "TRN-CLK-04"),
    ],
)
def test_the_clock_goes_forward(event, rule):
    told = [*to_started(*joined(*FOUR)), desk.ClockStarted(round=1, minutes=90, at=AT[0])]
    history(*told).when(event, ORGANISER).then_refused(rule)


# --- Judges


@accepts("TRN-CALL-01", "TRN-CALL-02", "TRN-CALL-03")
def test_a_table_calls_a_judge_and_nobody_else_hears_of_it():
    started = to_started(*joined(*FOUR))
    table = next(
        t for t in after(*started).rounds[0].pairings if any("ann" in side for side in t.sides.values())
    )
    call = desk.JudgeCalled(player="ann", round=1, table=table.table, at=AT[0], about="line of sight")
    state = accepted(started, call, by=ann())
    other = next(p for p in FOUR if all(p not in side for side in table.sides.values()))
    foe = next(p for side in table.sides.values() for p in side if p != "ann")
    for viewer, heard in ((foe, 1), (other, 0)):
        assert len(RULES.visible_to(state, Viewer("player", viewer, "players")).calls) == heard
    assert RULES.redact(state, call, EVERYONE) is None
    assert RULES.evolve(state, desk.JudgeCame(round=1, table=table.table, at=AT[1])).calls == ()


@refuses("TRN-CALL-01", "TRN-CALL-02", "TRN-CALL-03", "TRN-WHO-02")
def test_one_call_from_the_own_table():
    started = to_started(*joined(*FOUR))
    tables = after(*started).rounds[0].pairings
    own = next(t.table for t in tables if any("ann" in side for side in t.sides.values()))
    strange = desk.JudgeCalled(player="ann", round=1, table=3 - own, at=AT[0])
    history(*started).when(strange, ann()).then_refused("TRN-CALL-01")
    call = desk.JudgeCalled(player="ann", round=1, table=own, at=AT[0])
    history(*started, call).when(call, ann()).then_refused("TRN-CALL-02")
    came = desk.JudgeCame(round=1, table=own, at=AT[0])
    history(*started).when(came, ORGANISER).then_refused("TRN-CALL-03")
    for_bob = desk.JudgeCalled(player="bob", round=1, table=own, at=AT[0])
    history(*started).when(for_bob, ann()).then_refused("TRN-WHO-02")


@pytest.mark.parametrize("year", [1, 1900, 2000, 2024, 2026, 2100, 9999])
def test_moments_are_those_of_the_calendar(year):
    begin = datetime(1, 1, 1, tzinfo=UTC)
    for month in range(1, 13):
        told = datetime(year, month, 28, 23, 59, month, tzinfo=UTC)
        text = told.strftime(f"{year:04d}-%m-%dT%H:%M:%SZ")
        assert seconds_of(text) == int((told - begin).total_seconds())
    assert is_moment(f"{year:04d}-02-29") == isleap(year)
    assert not is_moment(f"{year:04d}-04-31") and not is_moment("2026-11-28T24:00")


# --- Wishes


@accepts("TRN-APART-01", "TRN-APART-02")
def test_friends_are_kept_apart_by_wish_and_points_come_first():
    wish = desk.PairKeptApart(players=("ann", "bob"), wish=True)
    state = accepted(joined(*FOUR), wish)
    for seed in range(8):
        assert {"ann", "bob"} not in [seats(table) for table in draw_next_round(state, f"s{seed}").pairings]
    assert (
        RULES.visible_to(state, EVERYONE).friends
        == ()
        == accepted(joined(*FOUR), wish, desk.PairAllowed(players=("bob", "ann"))).friends
    )
    assert [one.rule for one in RULES.check(state, wish, ORGANISER)] == ["TRN-APART-01"]
    two = accepted(joined("ann", "bob"), wish)
    assert len(draw_next_round(two, "s").pairings) == 1


def seats(table: Any) -> set[str]:
    return {player for players in table.sides.values() for player in players}


@accepts("TRN-REG-10")
def test_town_club_and_kept_table_count_from_the_next_draw_on():
    town = [desk.PlayerDescribed(player=one, town="Omsk") for one in ("ann", "bob")]
    state = accepted(joined(*FOUR), *town, desk.TableFixed(player="dot", table=2))
    for seed in range(8):
        tables = draw_next_round(state, f"s{seed}").pairings
        assert {"ann", "bob"} not in [seats(table) for table in tables] and "dot" in seats(tables[1])


@refuses("TRN-REG-10", "TRN-REG-02")
def test_town_and_table_are_not_told_twice_and_a_table_is_kept_by_one():
    state = accepted(joined(*FOUR), desk.TableFixed(player="dot", table=2))
    for event, rule in (
        (desk.TableFixed(player="ann", table=2), "TRN-REG-10"),
        (desk.TableFixed(player="dot", table=2), "TRN-REG-10"),
        (desk.TableFixed(player="zoe", table=1), "TRN-REG-02"),
        (desk.PlayerDescribed(player="ann"), "TRN-REG-10"),
        (desk.PlayerDescribed(player="zoe", town="Omsk"), "TRN-REG-02"),
    ):
        assert [one.rule for one in RULES.check(state, event, ORGANISER)] == [rule], event


def test_nobody_plays_at_a_table_twice_where_the_event_wants_that():
    events = joined(*FIVE, "fay", "gil", "hal", fresh_tables=True, weights=Weights(thirds=20))
    for number in (1, 2, 3):
        events = to_closed(*events, seed=f"s{number}", scores=((9, 1), (8, 2), (1, 7), (3, 0)))
    played: dict[str, list[int]] = {}
    for round_ in after(*events).rounds:
        for table in round_.pairings:
            for player in seats(table):
                played.setdefault(player, []).append(table.table)
    assert all(len(set(tables)) == 3 for tables in played.values())


@accepts("TRN-DRAW-13")
def test_battlefields_lie_on_the_tables_in_every_round():
    laid = desk.SettingsChanged(table_scenarios=("sea", "camp"), weights=Weights(club=0))
    state = accepted(joined(*FIVE, "fay"), laid)
    event = draw_next_round(state, "s1")
    assert [table.scenario for table in event.pairings] == ["sea", "camp", "sea"]
    assert RULES.check(state, event, ORGANISER) == ()
    other = replace(event, pairings=tuple(replace(one, scenario="sea") for one in event.pairings))
    assert "TRN-DRAW-13" in [one.rule for one in RULES.check(state, other, ORGANISER)]
