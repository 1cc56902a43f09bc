"""Mended rules: every stored match is looked at once, nothing changes until somebody decides, and that is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.registry import MATCHES
from games.ruleset import Outcome, ScoreLine
from tracker import commands, rule_fixes, warm
from tracker.identity import Identity, NotAllowed
from tracker.inputs import BadInput
from tracker.models import ConfirmedMatch, Event, MatchRow, RuleFix, RuleFixMatch, StandingRow
from tracker.proof import verify
from tracker.tests.hall import caught_up, opened, organiser, play_round

pytestmark = pytest.mark.django_db
GAME = "last_battle"


@pytest.fixture(name="event")
def _event() -> UUID:
    event, _players = opened(organiser(), 6, rounds=1)
    play_round(_staff(event), event, 1)
    caught_up()
    return event


def _staff(event: UUID) -> Identity:
    return Identity(User.objects.get(username="olga"))


@pytest.fixture(name="admin")
def _admin() -> Identity:
    return Identity(User.objects.create_superuser("root", password="x"))


@pytest.fixture(name="mended")
def _mended(monkeypatch: pytest.MonkeyPatch, event: UUID) -> Iterator[None]:
    """A newer program: whoever holds the strategy has a point more."""
    play: Any = MATCHES[GAME].play  # type: ignore[attr-defined]
    old = play.outcome

    def outcome(state: Any) -> Outcome:
        told: Outcome = old(state)
        if told.status == "open":
            return told
        vp = {**told.vp, "serpent": told.vp.get("serpent", 0) + 40}
        lines = (*told.lines, ScoreLine("serpent", "mended", 40))
        return msgspec.structs.replace(told, vp=vp, lines=lines, winner="serpent")

    with monkeypatch.context() as patch:
        patch.setattr(type(play), "outcome", staticmethod(outcome))
        warm.forget()
        yield
    warm.forget()


def stored() -> list[Any]:
    """Everything that people see of results."""
    rows: list[Any] = list(
        MatchRow.objects.order_by("stream_id").values("stream_id", "winner", "vp", "version")
    )
    rows += list(ConfirmedMatch.objects.order_by("stream_id").values())
    rows += list(StandingRow.objects.order_by("id").values())
    return [*rows, Event.objects.count()]


def test_the_rules_that_played_them_find_nothing(event: UUID, admin: Identity) -> None:
    fix = commands.start_rule_fix(admin, GAME)
    assert fix.ended_at is not None and fix.done == fix.total == 3 and not fix.matches.exists()


def test_nothing_changes_until_somebody_decides(event: UUID, admin: Identity, mended: None) -> None:
    before = stored()
    fix = commands.start_rule_fix(admin, GAME)
    rows = list(fix.matches.order_by("stream"))
    assert len(rows) == 3 and all("vp" in row.changed for row in rows) and stored() == before
    one, other, _third = rows
    with pytest.raises(BadInput):
        commands.decide_rule_fix(admin, fix.pk, [one.stream_id], decision="take", reason=" ")
    commands.decide_rule_fix(admin, fix.pk, [one.stream_id], decision="take", reason="Errata 3")
    commands.decide_rule_fix(admin, fix.pk, [other.stream_id], decision="keep", reason="Long ago")
    caught_up()
    taken = MatchRow.objects.get(pk=one.stream_id)
    assert taken.winner == "serpent" and taken.vp == one.after["vp"] and taken.status == "confirmed"
    voided = Event.objects.get(stream_id=one.stream_id, type="event_voided")
    assert "Errata 3" in voided.data
    kept = MatchRow.objects.get(pk=other.stream_id)
    assert kept.vp == other.before["vp"] and not Event.objects.filter(
        stream_id=other.stream_id, type="event_voided"
    )
    told = RuleFixMatch.objects.get(pk=one.pk)
    assert (told.decision, told.decided_as, told.reason) == ("take", "root", "Errata 3")
    assert told.decided_at and told.taken_at and told.fix.version == MATCHES[GAME].version
    again = commands.decide_rule_fix(admin, fix.pk, [one.stream_id], decision="keep", reason="no")
    assert again == 0, "decided once"
    version = taken.version
    RuleFixMatch.objects.filter(pk=one.pk).update(taken_at=None)  # the worker was killed before it noted it
    rule_fixes.take_on(fix.pk)
    caught_up()
    assert MatchRow.objects.get(pk=one.stream_id).version == version, "no second correction"
    assert not [one for one in verify.verify_database() if "chain" in str(one)]


def test_only_administrators(event: UUID, admin: Identity) -> None:
    staff = _staff(event)
    with pytest.raises(NotAllowed):
        commands.start_rule_fix(staff, GAME)
    fix = commands.start_rule_fix(admin, GAME)
    with pytest.raises(NotAllowed):
        commands.decide_rule_fix(staff, fix.pk, [fix.pk], decision="keep", reason="x")
    client = Client()
    client.force_login(staff.user)
    assert client.get(reverse("pages:rule-fixes")).status_code == 403
    assert client.get(reverse("pages:rule-fix", args=[fix.pk])).status_code == 403


def test_a_killed_worker_leaves_no_hole(
    event: UUID, admin: Identity, mended: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = commands.start_rule_fix(admin, GAME)
    told = [(row.stream_id, row.changed, row.after, row.seq) for row in whole.matches.order_by("stream")]
    monkeypatch.setattr(rule_fixes, "PACK", 1)
    monkeypatch.setattr("tracker.commands.rule_fixes.ask", lambda *_: None)
    fix = commands.start_rule_fix(admin, GAME)
    assert rule_fixes.look_on(fix.pk)
    with monkeypatch.context() as broken:
        broken.setattr(RuleFix, "save", _killed)
        with pytest.raises(KeyboardInterrupt):
            rule_fixes.look_on(fix.pk)
    fix.refresh_from_db()
    assert fix.done == 1 == fix.matches.count(), "found and noted together, or neither"
    while rule_fixes.look_on(fix.pk):
        pass
    assert not rule_fixes.look_on(fix.pk), "a job that comes late finds nothing to do"
    fix.refresh_from_db()
    again = [(row.stream_id, row.changed, row.after, row.seq) for row in fix.matches.order_by("stream")]
    assert again == told and fix.done == fix.total == 3 and fix.ended_at


def _killed(*_args: Any, **_more: Any) -> None:
    raise KeyboardInterrupt


def test_the_server_begins_when_the_rules_have_changed(
    event: UUID, admin: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rule_fixes.see_to() == 1, "of the one game that has matches"
    assert rule_fixes.see_to() == 0
    monkeypatch.setattr("tracker.sources.rules_digest", lambda _rules: "f" * 64)
    old = RuleFix.objects.get()
    assert rule_fixes.see_to() == 1 and RuleFix.objects.count() == 2
    with pytest.raises(BadInput, match="changed again"):
        commands.decide_rule_fix(admin, old.pk, [old.pk], decision="keep", reason="x")
    RuleFix.objects.update(ended_at=None, rules="0" * 64)
    assert not rule_fixes.look_on(old.pk)
    old.refresh_from_db()
    assert old.overtaken and old.ended_at


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_page_tells_it_in_words(event: UUID, admin: Identity, mended: None, language: str) -> None:
    client = Client(headers={"accept-language": language})
    client.force_login(admin.user)
    answer = client.post(reverse("pages:rule-fixes"), {"system": GAME})
    assert answer.status_code == 302
    url = answer["Location"]
    with CaptureQueriesContext(connection) as asked:
        page = client.get(url).content.decode()
    assert len(asked) <= 12
    row = RuleFixMatch.objects.first()
    assert row is not None
    assert page.count('type="checkbox"') == 3 and "Player" in page and str(row.stream_id) in page
    assert {"en": "Serpent: points", "ru": "очк"}[language] in page
    assert client.get(reverse("pages:rule-fixes")).status_code == 200
    sent = {"match": [str(row.stream_id)], "do": "keep", "reason": "Long ago"}
    assert client.post(url, {**sent, "reason": ""}).status_code == 400
    assert client.post(url, sent).status_code == 302
    assert "Long ago" in client.get(url).content.decode()


def test_the_command_line(event: UUID, mended: None, capsys: pytest.CaptureFixture[str]) -> None:
    before = stored()
    with pytest.raises(SystemExit) as ended:
        call_command("rule-fix", GAME, "--json")
    told = json.loads(capsys.readouterr().out)
    assert ended.value.code == 1 and told["matches"] == 3 == told["differing"]
    assert stored() == before
