"""What-if forks never mix with the campaign that they begin at (check 20)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.ruleset import REFEREE
from tracker import commands, log, warm
from tracker.exchange import archive
from tracker.handle import CommandRejected, KeyReused
from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.models import WhatIf
from tracker.rulesets.chronicle import dice
from tracker.selectors.what_ifs import fork_of
from tracker.tests.chronicle import club
from tracker.tests.chronicle.test_pages import page, signed_in
from tracker.tests.hall import caught_up, organiser

pytestmark = pytest.mark.django_db
OWN = {"WhatIf"}


def rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table of the tracker but the what-ifs themselves."""
    return {
        model.__name__: list(model._default_manager.order_by("pk").values())
        for model in apps.get_app_config("tracker").get_models()
        if model.__name__ not in OWN
    }


def played() -> tuple[Identity, UUID]:
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob", "Cid")
    club.play(who, stream, "a", stake="ford")
    link = next(iter(club.state(stream).links))
    for roster in ("r1", "r2"):
        club.settled(who, stream, link, roster)
    return who, stream


def test_check_20_ten_matches_leave_everything_else_as_it_was() -> None:
    """Ratings, ladders, feeds, webhooks, the log and the export of the campaign: no row and no byte moves."""
    who, stream = played()
    caught_up()
    before, head = rows(), log.head_of(stream)
    export = archive.export_event(stream, lambda _stream: REFEREE, with_people=True)
    row = commands.fork_chronicle(who, stream, name="If Bob had won")
    grown = commands.play_what_if(who, row.pk, 10)
    assert grown is not None
    caught_up()
    fork = fork_of(grown)
    assert sum(one.matches for one in fork.now.world.rosters.values()) == 22 and fork.holds
    assert rows() == before and log.head_of(stream) == head
    assert archive.export_event(stream, lambda _stream: REFEREE, with_people=True) == export
    assert fork.row.hash == head.hash if head else False
    real = club.world(stream)
    assert sum(one.matches for one in real.rosters.values()) == 2


def test_it_begins_at_any_entry_and_takes_what_the_rules_take() -> None:
    who, stream = played()
    early = commands.fork_chronicle(who, stream, name="Before the ford", at=4)
    assert not fork_of(early).now.state.links and len(fork_of(early).now.world.rosters) == 3
    turned = commands.assume_result(who, early.pk, ["r1", "r2"], "r2", stake="ford")
    assert turned is not None and fork_of(turned).now.world.places["ford"].holder == "r2"
    assert club.world(stream).places["ford"].holder == "r1"
    with pytest.raises(CommandRejected, match="CHR-LNK-01"):
        commands.assume_result(who, early.pk, ["r1", "r1"], "r1")
    with pytest.raises(CommandRejected, match="CHR-CYC-01"):
        commands.assume(who, early.pk, [{"type": "cycle_closed", "data": {"cycle": 5}}])
    dare = {"type": "challenge_issued", "data": {"id": "d1", "roster": "r1", "against": "r2"}}
    with pytest.raises(BadInput):
        commands.assume(who, early.pk, [dare])
    closed = commands.assume(who, early.pk, [{"type": "cycle_closed", "data": {"cycle": 1}}])
    assert closed is not None and fork_of(closed).now.world.cycle == 1
    with pytest.raises(BadInput):
        commands.fork_chronicle(who, stream, name="Never", at=999)


def test_its_dice_tell_nothing_of_the_real_ones() -> None:
    """The same effect, asked in a fork, does not fall out of the seed of the campaign: nobody fishes."""
    who, stream = played()
    club.play(who, stream, "a", "r1", "r3")
    link = list(club.state(stream).links)[-1]
    fallen = [club.fell("r3", one) for one in ("hiro-3", "mika-3")]
    commands.state_facts(who, stream, link, "r3", fallen)
    steps = [one.id for one in club.world(stream).steps if one.kind == "die"]
    assert steps
    row = commands.play_what_if(who, commands.fork_chronicle(who, stream, name="Fish").pk, 1)
    assert row is not None
    told = {one["data"]["effect"]: one["data"]["fell"] for one in row.entries if one["type"] == "die_rolled"}
    assert set(steps) <= told.keys()
    made = {step: dice.fallen(f"seed {1}", step, 1, 6) for step in steps}
    assert {step: tuple(told[step]) for step in steps} == made, "of the fork's own seed"


def test_a_request_that_comes_twice_counts_once() -> None:
    who, stream = played()
    row = commands.fork_chronicle(who, stream, name="Twice", key="k")
    assert commands.fork_chronicle(who, stream, name="Twice", key="k").pk == row.pk
    with pytest.raises(KeyReused):
        commands.fork_chronicle(who, stream, name="Thrice", key="k")
    once = commands.play_what_if(who, row.pk, 2, key="p")
    again = commands.play_what_if(who, row.pk, 2, key="p")
    assert once is not None and again is not None and once.entries == again.entries
    with pytest.raises(KeyReused):
        commands.play_what_if(who, row.pk, 3, key="p")


def test_nobody_else_sees_it_and_it_may_be_thrown_away() -> None:
    who, stream = played()
    client, other = signed_in(who), Client()
    other.force_login(User.objects.create_user("other"))
    url = reverse("pages:chronicle-what-ifs", args=[stream])
    assert "What if it had gone otherwise?" in page(client, "chronicle", stream)
    assert client.post(url, {"name": "", "at": "3"}).status_code == 400
    made = client.post(url, {"name": "If it rained", "at": str(warm.current(stream).head.version)})
    assert made.status_code == 302
    at = made["Location"]
    for language, marked in (("en", "this is not the campaign"), ("ru", "это не сама кампания")):
        told = client.get(at, headers={"accept-language": language}).content.decode()
        assert marked in told
    assert client.post(at, {"do": "play", "matches": "many"}).status_code == 400
    sent = {"do": "assume", "one": "r1", "two": "r2", "winner": "two", "stake": "mill"}
    assert client.post(at, sent).status_code == 302
    assert client.post(at, {"do": "close"}).status_code == 302
    assert client.post(at, {"do": "play", "matches": "2"}).status_code == 302
    told = client.get(at).content.decode()
    assert "Different from the campaign" in told and "The mill" in told
    assert (
        other.get(at).status_code == 404 and other.post(at, {"do": "play", "matches": "1"}).status_code == 404
    )
    assert "If it rained" not in other.get(url).content.decode()
    assert Client().get(at).status_code == 302
    assert "If it rained" not in page(client, "chronicle", stream)
    assert client.post(at, {"do": "throw-away"})["Location"] == url and not WhatIf.objects.exists()
    assert client.get(at).status_code == 404


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59.999Z", "2027-02-30T10:00:00Z", "1999-12-31T23:59:59Z"])
def test_a_moment_that_no_calendar_shows_is_refused_and_the_fork_goes_on(at: str) -> None:
    """CHR-TIME-02: nothing could come after the last moment of all, and February has no 30th."""
    who, stream = played()
    row = commands.fork_chronicle(who, stream, name="Some day")
    linked = {"link": "later", "match": "", "rosters": {"s1": "r1", "s2": "r3"}}
    with pytest.raises(CommandRejected, match="CHR-TIME-02"):
        commands.assume(who, row.pk, [{"type": "match_linked", "data": {**linked, "at": at}}])
    last = "2100-12-31T23:59:59.999Z"
    assert commands.assume(who, row.pk, [{"type": "match_linked", "data": {**linked, "at": last}}])
    with pytest.raises(CommandRejected, match="CHR-TIME-02"):
        commands.play_what_if(who, row.pk, 1)
    assert len(fork_of(WhatIf.objects.get(pk=row.pk)).row.entries) == 1
