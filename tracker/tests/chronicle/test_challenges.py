"""Challenges and amended rules on pages, over the clock and through commands (check 18)."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tracker import commands, warm
from tracker.after import due
from tracker.handle import CommandRejected
from tracker.models import ChronicleRow, Event
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.world import Challenge
from tracker.tests.chronicle import club
from tracker.tests.chronicle.test_pages import page, signed_in
from tracker.tests.hall import acting, caught_up, organiser

pytestmark = pytest.mark.django_db
HARDER = club.river_war().replace("honour = 3, koku = 4", "honour = 5, koku = 1")


def challenges(stream: UUID) -> list[Challenge]:
    return club.world(stream).challenges


def test_check_18_three_taps_and_a_match_follows() -> None:
    stream, (ann, bob) = club.opened(organiser(), "Ann", "Bob")
    one, two = acting(Client(), ann), acting(Client(), bob)
    assert "Challenge somebody" in page(one, "chronicle", stream)
    dare = reverse("pages:chronicle-act", args=[stream, "r1", "dare"])
    for _tap in range(2):
        assert one.post(dare, {"against": "r2", "stake": "mill", "key": "k"}).status_code == 302
    (made,) = challenges(stream)
    assert made.until[10:] == made.at[10:] and made.stake == "mill"
    assert "Challenge by Ann" in page(two, "my-day") and "Вызов от" in page(two, "my-day", language="ru")
    told = page(two, "chronicle", stream)
    assert "answer until" in told and "silence declines" in told and "Accept" in told
    assert 'value="yes"' not in page(one, "chronicle", stream), "nobody answers for the other one"
    answer = reverse("pages:chronicle-act", args=[stream, "r2", "answer"])
    assert two.post(answer.replace("r2", "r1"), {"challenge": made.id}).status_code == 403
    taken = two.post(answer, {"challenge": made.id, "answer": "yes"})
    match = club.state(stream).links[challenges(stream)[0].link].match
    assert taken["Location"] == reverse("pages:match", args=[match])
    assert challenges(stream)[0].status == "played"
    assert two.post(answer, {"challenge": made.id, "answer": "yes"})["Location"] == taken["Location"]
    assert "Challenge by" not in page(two, "my-day")


def test_an_accepted_challenge_waits_for_the_match_before_it() -> None:
    who = organiser()
    stream, (_ann, bob, _cid) = club.opened(who, "Ann", "Bob", "Cid")
    club.play(who, stream, "a", "r1", "r3")
    commands.challenge_roster(who, stream, "r1", "r2")
    id_ = challenges(stream)[0].id
    assert commands.answer_challenge(club.of(bob), stream, id_, accepted=True) is None
    assert challenges(stream)[0].status == "accepted"
    with pytest.raises(CommandRejected, match="CHR-LNK-02"):
        commands.play_challenge(club.of(bob), stream, id_)
    link = next(iter(club.state(stream).links))
    club.settled(who, stream, link, "r1")
    match = commands.play_challenge(club.of(bob), stream, id_)
    assert commands.play_challenge(club.of(bob), stream, id_) == match


def test_check_18_the_clock_logs_that_it_lapsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, whoever looks and however often; nothing before the deadline."""
    who = organiser()
    stream, (_ann, bob) = club.opened(who, "Ann", "Bob")
    commands.challenge_roster(who, stream, "r1", "r2")
    caught_up()
    row = ChronicleRow.objects.get(pk=stream)
    assert row.lapses is not None and timedelta(days=2) < row.lapses - timezone.now() <= timedelta(days=3)
    assert due.keep_times() == 0
    later = (timezone.now() + timedelta(days=4)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    for module in ("after.chronicle_links", "commands.chronicle_matches", "commands.clocks"):
        monkeypatch.setattr(f"tracker.{module}.now_after", lambda last: max(later, last))
    with pytest.raises(CommandRejected, match="CHR-CHA-04"):
        commands.answer_challenge(club.of(bob), stream, challenges(stream)[0].id, accepted=True)
    ChronicleRow.objects.update(lapses=timezone.now() - timedelta(minutes=1))
    assert due.keep_times() == 1 and due.keep_times() == 0
    assert challenges(stream)[0].status == "lapsed"
    caught_up()
    assert ChronicleRow.objects.get(pk=stream).lapses is None
    assert Event.objects.filter(stream_id=stream, type="challenge_lapsed").count() == 1
    assert "not answered in time" in page(signed_in(who), "chronicle", stream)


def test_rules_are_looked_at_before_they_change() -> None:
    who = organiser()
    stream, (ann, _bob) = club.opened(who, "Ann", "Bob")
    client, url = signed_in(who), reverse("pages:chronicle-amend", args=[stream])
    assert acting(Client(), ann).get(url).status_code in (302, 403)
    version = warm.current(stream).head.version
    sent = {"definition": HARDER, "reason": "", "do": "preview", "key": "k", "version": str(version)}
    told = client.post(url, sent).content.decode()
    assert "In force from cycle 2 on" in told and "victory" in told and "honour = 5, koku = 1" in told
    assert not club.state(stream).amended
    broken = client.post(url, {**sent, "definition": HARDER.replace("max = 60", "most = 60")})
    assert broken.status_code == 422 and "CHR-DEF-04" in broken.content.decode()
    assert client.post(url, {**sent, "do": "amend"}).status_code == 400, "a reason is needed"
    full = {**sent, "do": "amend", "reason": "It ran away"}
    assert client.post(url, {**full, "version": "1"}).status_code == 409
    for _tap in range(2):
        assert client.post(url, full).status_code == 302
    assert isinstance(club.state(stream).amended[0], ev.DefinitionAmended)
    assert "from the next cycle on" in page(client, "chronicle", stream)
    club.play(who, stream, "a")
    commands.close_cycle(who, stream, 1)
    assert club.world(stream).rosters["r1"].tallies["honour"] == 3
    assert "in force" in page(client, "chronicle", stream)
    for language in ("en", "ru"):
        page(client, "chronicle-amend", stream, language=language)
        page(client, "correct", stream, stream, language=language)
