"""One step takes back any decision of the desk, and the event is then what it was: by the button of the console, and by
one request of REST. What has another way back, and what has none by its nature, is named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from games.codec import tag
from games.ruleset import REFEREE
from tracker import appended, commands, selectors
from tracker.commands.rosters import staff_roster
from tracker.models import MatchRow, Player
from tracker.pages.organiser.decisions import last_decision
from tracker.rulesets.tournament import RULES
from tracker.rulesets.tournament.scoring import level
from tracker.tests.chronicle.club import of
from tracker.tests.factories import roster_of
from tracker.tests.hall import caught_up, summary
from tracker.tests.pages.desk import Desk

pytestmark = pytest.mark.django_db(transaction=True)
AT = "2026-03-01T10:00:00Z"
Tell = Callable[[Desk], Any]
Cases = dict[str, Sequence[Tell]]
"""Type of event -> what is told before it, and what tells it."""


def says(type_: str, **data: Any) -> Tell:
    """Logs it. "@0" stands for the first player of the event, "#0" for its first team."""

    def put(value: Any, desk: Desk) -> Any:
        if isinstance(value, str) and value[:1] in ("@", "#"):
            known = desk.state.entrants if value[0] == "@" else desk.state.teams
            return list(known)[int(value[1:])]
        if isinstance(value, dict):
            return {put(name, desk): put(each, desk) for name, each in value.items()}
        return [put(each, desk) for each in value] if isinstance(value, list) else value

    def tell(desk: Desk) -> None:
        payloads = [{"type": type_, "data": put(data, desk)}]
        commands.append(desk.who, desk.event, payloads)

    return tell


def does(name: str, **more: Any) -> Tell:
    return lambda desk: getattr(commands, name)(desk.who, desk.event, **more)


LATE = "01890000-0000-7000-8000-000000000001"


def expected(desk: Desk) -> None:
    Player.objects.get_or_create(id=LATE, defaults={"name": "Zoe", "made_by": desk.who.user})


def listed(desk: Desk) -> None:
    player = desk.players[0]
    revision = staff_roster(player, roster_of(player.name))
    commands.submit_list(desk.who, desk.event, player=player.id, revision=revision)


def called(desk: Desk) -> None:
    player = desk.state.current.find(1).sides["serpent"][0]
    says("judge_called", player=player, round=1, table=1, at=AT)(desk)


def ordered(desk: Desk) -> None:
    players = list(level(desk.state)[0])
    says("tie_ordered", round=1, players=players[::-1], reason="a die")(desk)


of_one = partial(says, player="@0")
paired = partial(says, players=["@0", "@1"])
clock = partial(says, round=1, at=AT)
runs, stands = clock("clock_started", minutes=90), clock("clock_paused")
given = says("table_awarded", round=1, table=1, kind="no_show", winner="serpent", reason="late")
entered = says("team_entered", team="t9", name="West", members=["@6"])
cut = does("begin_stage", stage={"format": "single_elimination", "cut": 2}, reason="late")
BEFORE: Cases = {
    "player_registered": [does("register_players", people=[commands.NewPlayer("Zoe")])],
    "player_checked_in": [of_one("player_checked_in")],
    "player_check_in_withdrawn": [of_one("player_checked_in"), of_one("player_check_in_withdrawn")],
    "player_dropped": [of_one("player_dropped", reason="ill")],
    "player_reinstated": [of_one("player_dropped"), of_one("player_reinstated")],
    "list_submitted": [listed],
    "list_withdrawn": [listed, of_one("list_withdrawn")],
    "lists_locked": [says("lists_locked")],
    "lists_unlocked": [says("lists_locked"), says("lists_unlocked", reason="late")],
    "lists_due": [says("lists_due", lock_at=AT)],
    "settings_changed": [says("settings_changed", rounds=4)],
    "registration_opened": [says("registration_opened", code="oak")],
    "registration_closed": [says("registration_opened"), says("registration_closed")],
    "player_admitted": [
        says("registration_opened", places=4),
        expected,
        says("player_registered", player=LATE, waiting=True),
        says("player_admitted", player="@4"),
    ],
    "fee_marked": [of_one("fee_marked", paid=True)],
    "ringer_marked": [of_one("ringer_marked", ringer=True)],
    "bye_granted": [of_one("bye_granted", round=1, worth="half")],
    "bye_withdrawn": [of_one("bye_granted", round=1, worth="half"), of_one("bye_withdrawn", round=1)],
    "note_given": [of_one("note_given", kind="penalty", tp=1, reason="slow")],
    "pair_kept_apart": [paired("pair_kept_apart")],
    "pair_allowed": [paired("pair_kept_apart"), paired("pair_allowed")],
    "player_described": [of_one("player_described", club="Oaks")],
    "table_fixed": [of_one("table_fixed", table=1)],
    "players_rated": [says("players_rated", ratings={"@0": 1700})],
    "event_described": [says("event_described", place="Town hall")],
}
DRAWN: Cases = {
    "round_discarded": [does("discard_round", round=1, seed="seed", reason="no")],
    "round_published": [does("publish_round", round=1)],
    "round_started": [does("publish_round", round=1), does("start_round", round=1)],
}
STARTED: Cases = {
    "table_awarded": [given],
    "award_lifted": [given, says("award_lifted", round=1, table=1, reason="came")],
    "clock_started": [runs],
    "clock_paused": [runs, stands],
    "clock_resumed": [runs, stands, clock("clock_resumed")],
    "clock_extended": [runs, says("clock_extended", round=1, minutes=5)],
    "judge_came": [called, says("judge_came", round=1, table=1, at=AT)],
    "correction_noted": [says("correction_noted", round=1, table=1, text="it was 3 : 1")],
}
PLAYED: Cases = {
    "round_closed": [does("close_round", round=1)],
    "stage_begun": [does("close_round", round=1), cut],
    "stage_withdrawn": [does("close_round", round=1), cut, does("withdraw_stage", number=2, reason="no")],
    "tie_ordered": [does("close_round", round=1), ordered],
    "tournament_finished": [does("close_round", round=1), does("finish")],
}
TEAMS: Cases = {
    "team_entered": [entered],
    "team_changed": [says("team_changed", team="#0", name="Polar")],
    "team_dropped": [says("team_dropped", team="#0", reason="ill")],
    "team_reinstated": [says("team_dropped", team="#0"), says("team_reinstated", team="#0")],
    "lineup_told": [says("lineup_told", player="@0", team="#0", round=1, players=["@1", "@0"])],
}
WRONG = says("sheet_disputed", player="@0", round=1, table=1, reason="board 2")
SHEETS: Cases = {"sheet_settled": [WRONG, says("sheet_settled", round=1, table=1)]}
OTHERWISE = {
    "tournament_created": "an event that nobody wants stays empty",
    "round_drawn": "discarded, so that nobody draws again in secret until a round suits",
    "match_opened": "with the start of its round",
    "result_recorded": "with its match, whose result is edited",
    "result_withdrawn": "with its match",
    "judge_called": "answered",
    "sheet_disputed": "settled",
    "result_brought": "brought again: `test_brought_rounds`",
    "put_forward": "what both captains have seen cannot be unseen; the round is drawn again",
}
NEVER = {"sanction_left", "lists_revealed"}


def undone(desk: Desk, cases: Cases) -> None:
    """Tells each, takes it back by the button, tells it again, and takes it back by REST."""
    base, version = desk.state, desk.version
    for type_, (*before, tell) in cases.items():
        for one in before:
            one(desk)
        for take_back in (by_button, by_rest):
            known, at = desk.state, desk.version
            tell(desk)
            assert desk.state != known, type_
            told = selectors.events_page(desk.event, REFEREE, at).events
            assert type_ in {one.type for one in told}
            take_back(desk, type_, at)
            assert desk.state == known, (type_, take_back)
        if before:
            commands.void(desk.who, desk.event, [version + 1], "once more", tail=True)
        assert desk.state == base, type_
        version = desk.version


def by_button(desk: Desk, type_: str, at: int) -> None:
    last = last_decision(desk.event)
    assert last is not None and last["seq"] > at and last["text"], (type_, last)
    answer = desk.press("undo", seq=str(last["seq"]))
    assert answer.status_code == 302, (type_, answer.content.decode().partition("data-problems")[2][:600])


def by_rest(desk: Desk, type_: str, at: int) -> None:
    """One request; a second one with the same key changes nothing and is answered the same."""
    told = selectors.events_page(desk.event, REFEREE, at).events
    seq = next(one.seq for one in told if one.type == type_)
    body = {"type": "event_voided", "data": {"seqs": [seq], "reason": "a slip"}}
    sent = partial(
        desk.client.post,
        f"/api/v1/tournaments/{desk.event}/events/",
        body,
        content_type="application/json",
        headers={"Idempotency-Key": f"back-{seq}"},
    )
    first, again = sent(), sent()
    assert first.status_code == 201, (type_, first.content)
    assert again.json()["version"] == first.json()["version"] == desk.version


def test_every_type_of_event_has_its_row() -> None:
    rows = (BEFORE, DRAWN, STARTED, PLAYED, TEAMS, SHEETS, OTHERWISE, NEVER)
    told = [type_ for row in rows for type_ in row]
    assert sorted(told) == sorted({tag(type_) for type_ in RULES.event_types})


def test_before_the_first_round() -> None:
    with appended.held():
        undone(Desk(4), BEFORE)


def test_a_draft_and_a_published_round() -> None:
    undone(Desk(4).drawn(), DRAWN)


def test_a_round_that_is_played() -> None:
    with appended.held():
        undone(Desk(4).started(), STARTED)


def test_a_round_that_is_over() -> None:
    desk = Desk(4, tiebreaks=["points"], rounds=1, scenarios=["sea"]).played()
    caught_up()
    undone(desk, PLAYED)


def test_teams() -> None:
    desk = Desk(8, teams={"size": 2, "pairing": "order"}, check_in=False, scenarios=[])
    for at, name in enumerate(("North", "South")):
        says("team_entered", team=f"t{at}", name=name, members=[f"@{3 * at}", f"@{3 * at + 1}"])(desk)
    undone(desk, TEAMS)


def test_a_sheet_of_two_teams() -> None:
    desk = Desk(4, teams={"size": 2, "pairing": "order"}, check_in=False, list_required=False, scenarios=[])
    for at, name in enumerate(("North", "South")):
        says("team_entered", team=f"t{at}", name=name, members=[f"@{2 * at}", f"@{2 * at + 1}"])(desk)
    commands.draw_round(desk.who, desk.event, seed="seed", reason="a test")
    commands.publish_round(desk.who, desk.event, round=1)
    commands.start_round(desk.who, desk.event, round=1)
    commands.report_match(desk.who, desk.matches()[0].stream_id, summary(1, 0))
    caught_up()
    undone(desk, SHEETS)


def test_what_a_player_told_is_no_decision_of_the_desk() -> None:
    """The button named the check-in of a player as the last decision, and would have taken it back."""
    desk = Desk(2)
    commands.lock_lists(desk.who, desk.event)
    locked = desk.version
    player = desk.players[0]
    commands.check_in(of(player), desk.event, player=player.id)
    last = last_decision(desk.event)
    assert desk.version == locked + 1 and last is not None and last["seq"] == locked


def test_what_has_no_way_back_says_so() -> None:
    desk = Desk(4)
    for type_, data in (("lists_revealed", {}), ("sanction_left", {"reason": "by hand"})):
        says(type_, **data)(desk)
        assert (last_decision(desk.event) or {}).get("seq") != desk.version
        answer = desk.press("undo", seq=str(desk.version))
        assert answer.status_code == 422 and "cannot be taken back" in answer.content.decode()


def test_a_round_whose_start_was_taken_back_starts_again_with_the_same_matches() -> None:
    desk = Desk(4).started()
    caught_up()
    tables = {row.pk: row.table for row in desk.matches()}
    assert desk.press("undo", seq=str((last_decision(desk.event) or {})["seq"])).status_code == 302
    caught_up()
    assert not MatchRow.objects.exists()
    assert {desk.client.get(f"/matches/{match}/").status_code for match in tables} == {
        200
    }  # what was taken back stays readable
    assert desk.press("start", round="1").status_code == 302
    caught_up()
    assert {row.pk: row.table for row in desk.matches()} == tables
    desk.report(desk.matches()[0])
    caught_up()
    assert len(desk.state.current.missing()) == 1


def test_a_round_is_drawn_anew_after_its_start_was_taken_back_and_no_match_of_before_is_left() -> None:
    desk = Desk(4).started()
    desk.press("undo", seq=str((last_decision(desk.event) or {})["seq"]))
    commands.discard_round(desk.who, desk.event, round=1, seed="seed", reason="the wrong battlefield")
    commands.draw_round(desk.who, desk.event, seed="other", reason="a test")
    commands.publish_round(desk.who, desk.event, round=1)
    commands.start_round(desk.who, desk.event, round=1)
    caught_up()
    assert [row.table for row in desk.matches()] == [1, 2]


def test_a_start_stays_once_somebody_logged_in_a_match() -> None:
    desk = Desk(4).started()
    seq = (last_decision(desk.event) or {})["seq"]
    caught_up()
    desk.report(desk.matches()[1])
    state = desk.state
    answer = desk.press("undo", seq=str(seq))
    assert answer.status_code == 400 and "at tables: 2" in answer.content.decode()
    assert desk.state == state and len(desk.matches()) == 2


def test_nothing_that_a_draft_was_made_of_is_offered_to_be_taken_back() -> None:
    """The console once offered the last registration, and answered with the rule of the draw."""
    desk = Desk(check_in=False, list_required=False)
    assert "registered" in (last_decision(desk.event) or {})["text"]
    assert (
        desk.press("draw", round=1).status_code == 302
    )  # as the button draws it, which nobody may take back
    assert last_decision(desk.event) is None
    assert "Undo this decision" not in desk.client.get(desk.console()).content.decode()
    desk.press("publish", round=1)
    assert "published" in (last_decision(desk.event) or {})["text"]
    assert desk.press("undo", seq=str((last_decision(desk.event) or {})["seq"])).status_code == 302
    assert last_decision(desk.event) is None and desk.state.current.status == "draft"
    desk.press("discard", round=1, seed=desk.state.current.seed, reason="again")
    assert last_decision(desk.event) is not None
