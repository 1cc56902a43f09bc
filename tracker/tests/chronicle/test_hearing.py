"""A campaign hears of its matches exactly once, whoever is killed, late or doubled (checks 4 to 6, 13, 15, 16, 27)."""

from __future__ import annotations

import random
from uuid import UUID

import msgspec
import pytest
from django.db import connection, transaction
from django.test import Client

from games.rulebook import sentence
from games.ruleset import REFEREE
from games.secrets import canonical
from games.testing import accepts, refuses
from tracker import appended, commands, warm
from tracker.after import reactions
from tracker.exchange import archive
from tracker.handle import CommandRejected, StaleVersion
from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.models import ChronicleRow, Event, Fault, Player, Stream
from tracker.projections.source import load
from tracker.proof import verify
from tracker.rulesets.chronicle import dice, preview
from tracker.rulesets.chronicle.arbitrator import off_seed
from tracker.rulesets.chronicle.templates import templates
from tracker.tests.chronicle import club
from tracker.tests.emptied import empty
from tracker.tests.hall import caught_up, organiser

pytestmark = pytest.mark.django_db


def test_two_players_play_and_sign() -> None:
    """Checks 15 and 21: a report leaves out who fell, so the players are asked; who has signed plays on."""
    who = organiser()
    stream, (ann, bob) = club.opened(who, "Ann", "Bob")
    club.play(who, stream, "a", stake="mill")
    link = next(iter(club.state(stream).links))
    found = club.world(stream)
    assert found.rosters["r1"].tallies == {"koku": 15, "honour": 3} and found.places["mill"].holder == "r1"
    assert [step.kind for step in found.steps] == ["facts", "facts"]
    with pytest.raises(CommandRejected, match="CHR-SIG-02"):
        commands.sign_aftermath(club.of(ann), stream, link, "r1")
    club.settled(club.of(ann), stream, link, "r1")
    club.settled(club.of(bob), stream, link, "r2", club.fell("r2", "hiro-2", "r1/mika-1"))
    done = club.world(stream)
    assert done.rosters["r1"].fighters["mika-1"].tallies["xp"] == 1
    assert not done.steps and all(line.die for line in done.lines if line.verb == "fell")
    assert club.state(stream).asked[f"{link}/r2"].facts[0].stated


def test_check_4_and_6_jobs_may_come_twice_late_and_in_any_order() -> None:
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob", "Cid", "Dan")
    one = club.play(who, stream, "a", "r1", "r2")
    two = club.play(who, stream, "b", "r3", "r4")
    before, version = club.world(stream), warm.current(stream).head.version
    for match in (two, one, two, one):
        warm.forget()
        reactions.react(load(match))
    assert warm.current(stream).head.version == version and club.world(stream) == before


@pytest.mark.soak
def test_check_6_ten_matches_jobs_in_fifty_orders() -> None:
    """The jobs of ten confirmed matches, in any order, each of them twice: the campaign comes to the same."""
    who = organiser()
    names = [f"P{number}" for number in range(20)]
    stream, _players = club.opened(who, *names)
    pairs = [(f"r{number}", f"r{number + 1}") for number in range(1, 20, 2)]
    with appended.held():
        matches = [commands.link_match(who, stream, pair) for pair in pairs]
        for number, match in enumerate(matches):
            commands.append(who, match, club.report("a")[:1])
            now = club.report("ab"[number % 2])[1]
            commands.report_match(who, match, now["data"], type_=now["type"])
        assert not club.state(stream).heard
        sources, luck, seen = {match: load(match) for match in matches}, random.Random(6), set()
        for _order in range(50):
            order = matches * 2
            luck.shuffle(order)
            point = transaction.savepoint()
            for match in order:
                reactions.react(sources[match])
            assert len(club.state(stream).heard) == len(matches)
            seen.add(canonical(msgspec.to_builtins(club.world(stream))))
            transaction.savepoint_rollback(point)
            warm.forget()
    assert len(seen) == 1


def test_check_10_over_rest_a_correction_that_was_overtaken_is_409() -> None:
    """Preview, a foreign entry, then the acceptance that names the version of the preview: nothing is stored."""
    who = organiser()
    stream, match, link = club.spent(who)
    club.turn_round(who, match, "b")
    seen = preview.correction(club.state(stream), link)
    data = {"link": link, "preview": seen.fingerprint, "answers": {seen.questions[0].id: "forgiven"}}
    body = {
        "type": "correction_accepted",
        "data": data,
        "expected_version": warm.current(stream).head.version,
    }
    commands.write_note(who, stream, "r2", "we won after all")
    client = Client()
    client.force_login(who.user)
    version, before = warm.current(stream).head.version, club.world(stream)
    at = f"/api/v1/chronicles/{stream}/events/"
    overtaken = client.post(at, body, content_type="application/json")
    assert overtaken.status_code == 409, overtaken.content
    stale = {**body, "expected_version": version, "data": {**data, "preview": "0" * 64}}
    refused = client.post(at, stale, content_type="application/json")
    assert refused.status_code == 422 and "CHR-COR-02" in refused.content.decode()
    assert warm.current(stream).head.version == version and club.world(stream) == before
    good = client.post(at, {**body, "expected_version": version}, content_type="application/json")
    assert good.status_code == 201 and club.world(stream).places["ford"].holder == "r2"


def test_check_5_a_worker_killed_before_the_hearing(monkeypatch: pytest.MonkeyPatch) -> None:
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    with monkeypatch.context() as broken:
        broken.setattr("tracker.after.chronicle_links._tell", _killed)
        match = commands.link_match(who, stream, ("r1", "r2"))
        commands.append(who, match, club.report("a")[:1])
        now = club.report("a")[1]
        commands.report_match(who, match, now["data"], type_=now["type"])
    assert not club.state(stream).heard
    Fault.objects.all().delete()  # its time has come
    caught_up()
    assert len(club.state(stream).heard) == 1
    assert Event.objects.filter(stream_id=stream, type="match_heard").count() == 1


def _killed(*_args: object) -> bool:
    raise RuntimeError("killed")


def test_check_7_doubled_taps() -> None:
    who = organiser()
    stream, (ann, _bob) = club.opened(who, "Ann", "Bob")
    me = club.of(ann)
    match = commands.link_match(me, stream, ("r1", "r2"), key="tap")
    assert commands.link_match(me, stream, ("r1", "r2"), key="tap") == match
    commands.append(who, match, club.report("a")[:1])
    now = club.report("a")[1]
    commands.report_match(who, match, now["data"], type_=now["type"])
    caught_up()
    link = next(iter(club.state(stream).links))
    commands.state_facts(me, stream, link, "r1", [club.fell("r1", "hiro-1")])
    assert commands.roll_dice(me, stream, link, "r1") == 1
    version = warm.current(stream).head.version
    assert commands.roll_dice(me, stream, link, "r1") == 1, "the same answer"
    assert warm.current(stream).head.version == version, "and no second entry"
    signed = commands.sign_aftermath(me, stream, link, "r1", key="sign")
    again = commands.sign_aftermath(me, stream, link, "r1", key="sign")
    assert (again.version, again.repeated) == (signed.version, True)
    told = {"recruit": ("kaito", "Kaito"), "key": "buy"}
    bought = commands.buy_item(me, stream, "r1", "hire", **told)  # type: ignore[arg-type]
    again = commands.buy_item(me, stream, "r1", "hire", **told)  # type: ignore[arg-type]
    assert again.repeated and again.version == bought.version
    assert club.world(stream).rosters["r1"].tallies["koku"] == 10


def test_a_match_whose_result_was_taken_back_waits_at_the_desk_although_both_signed() -> None:
    """Everybody had signed, so that the desk named nobody to wait for and no match without a result."""
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    match = club.play(who, stream, "a")
    link = next(iter(club.state(stream).links))
    for roster in ("r1", "r2"):
        club.settled(who, stream, link, roster)
    assert "Everybody has signed" in _desk(who, stream)
    rows = Event.objects.filter(stream_id=match, type__in=["match_result_recorded", "result_confirmed"])
    commands.void(who, match, [row.seq for row in rows], "typed wrongly")
    caught_up()
    told = _desk(who, stream)
    assert "Everybody has signed" not in told and "The result is not confirmed yet." in told


def _desk(who: Identity, stream: UUID) -> str:
    client = Client(headers={"accept-language": "en"})
    client.force_login(who.user)
    return client.get(f"/campaigns/{stream}/desk/").content.decode()


def test_check_13_and_10_a_corrected_match_waits_for_the_arbitrator() -> None:
    """Another result of a match whose winnings were spent: nothing moves until it is accepted as it was seen."""
    who = organiser()
    stream, (ann, _bob) = club.opened(who, "Ann", "Bob")
    match = club.play(who, stream, "a", stake="ford")
    link = next(iter(club.state(stream).links))
    for roster in ("r1", "r2"):
        club.settled(who, stream, link, roster)
    for number in range(3):
        commands.buy_item(club.of(ann), stream, "r1", "hire", recruit=(f"n{number}", f"New {number}"))
    rows = Event.objects.filter(stream_id=match, type__in=["match_result_recorded", "result_confirmed"])
    commands.void(who, match, [row.seq for row in rows], "typed wrongly")
    caught_up()
    assert link in club.state(stream).waiting and club.world(stream).places["ford"].holder == "r1"
    now = club.report("b")[1]
    commands.report_match(who, match, now["data"], type_=now["type"])
    caught_up()
    seen = preview.correction(club.state(stream), link)
    assert [one.kind for one in seen.questions] == ["debt"]
    version = warm.current(stream).head.version
    commands.write_note(who, stream, "r2", "we won after all")
    answers = {seen.questions[0].id: "owes"}
    with pytest.raises(StaleVersion):
        commands.accept_correction(who, stream, link, seen.fingerprint, answers, expected_version=version)
    commands.accept_correction(who, stream, link, seen.fingerprint, answers)
    caught_up()
    world = club.world(stream)
    assert world.places["ford"].holder == "r2" and world.rosters["r1"].tallies["koku"] == -4


@accepts("WL-LEV-01")
@refuses("WL-LEV-01")
def test_check_16_a_resting_fighter_is_refused_by_the_match() -> None:
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob", definition=club.river_war(""))
    joined = club.state(stream).joined()["r1"]
    commands.adjust(who, stream, verb="mark", target="resting", roster="r1", fighter="hiro-1", reason="fever")
    match = commands.link_match(who, stream, ("r1", "r2"))
    told = {"player": joined.player, "faction": "temple", "models": [{"id": "hiro-1"}]}
    with pytest.raises(CommandRejected) as refused:
        commands.append(who, match, [{"type": "warband_registered", "data": told}])
    broken = refused.value.violations[0]
    assert (
        broken.rule == "WL-LEV-01"
        and broken.params["mark"] == "resting"
        and broken.params["fighter"] == "hiro-1"
    )
    for language, word in (("en", "resting"), ("ru", "resting")):
        assert word in sentence(broken, language)
    commands.append(
        who, match, [{"type": "warband_registered", "data": {**told, "models": [{"id": "mika-1"}]}}]
    )
    assert warm.current(match).state.play.rice_limit == 40


@accepts("WL-LEV-01")
@refuses("WL-LEV-01")
def test_check_24_a_scar_lowers_the_limit_of_the_next_duel() -> None:
    who = organiser()
    definition = templates()["road-of-ash"]
    stream = commands.create_chronicle(who, name="Ash", definition=definition)
    (ann,) = club.players("Ann")
    commands.join_chronicle(
        club.of(ann), stream, player=ann.id, name="Ronin", fighters=[("ronin", "The ronin")]
    )
    commands.adjust(
        who, stream, verb="mark", target="stiff_arm", roster="r1", fighter="ronin", reason="a fall"
    )
    match = commands.link_match(club.of(ann), stream, ("r1",), chapter="gate")
    told = {"player": str(ann.id), "character": "ronin"}
    with pytest.raises(CommandRejected, match="WL-LEV-01"):
        commands.append(who, match, [{"type": "side_registered", "data": told}])
    commands.append(who, match, [{"type": "side_registered", "data": {**told, "wound_limit": 7}}])
    assert warm.current(match).state.play.fighters[str(ann.id)].wound_limit == 6


def test_check_19_an_adjustment_voids_cleanly() -> None:
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    before = club.world(stream)
    answer = commands.adjust(who, stream, verb="add", target="koku", amount=5, roster="r1", reason="a gift")
    assert club.world(stream).rosters["r1"].tallies["koku"] == 15
    commands.void(who, stream, [answer.first_seq], "given back")
    assert club.world(stream) == before


def test_the_end_opens_the_seed_of_the_dice() -> None:
    who = organiser()
    stream, (ann, _bob) = club.opened(
        who, "Ann", "Bob", definition=club.river_war().replace("count = 6", "count = 1")
    )
    club.play(who, stream, "a")
    link = next(iter(club.state(stream).links))
    club.settled(club.of(ann), stream, link, "r1", club.fell("r1", "hiro-1"))
    club.settled(who, stream, link, "r2")
    commands.close_cycle(who, stream, 1)
    caught_up()
    state = club.state(stream)
    assert state.is_finished() and dice.commitment_of(state.seed) == state.commitment and state.rolled
    assert not list(off_seed(state, state.seed))


def problems() -> list[object]:
    return [one for stream in Stream.objects.order_by("id") for one in verify.verify_stream(stream)]


@pytest.mark.django_db(transaction=True)
def test_check_27_exported_and_checked_elsewhere() -> None:
    """The campaign and its matches as one file: verified here, and again where it was brought to."""
    who = organiser()
    stream, _players = club.opened(who, "Ann", "Bob")
    match = club.play(who, stream, "a", stake="mill")
    before = msgspec.to_builtins(club.world(stream))
    assert not problems()
    content = archive.export_event(stream, lambda _stream: REFEREE, with_people=True)
    assert [name for name, _log in archive.logs_in(content)] == [f"{stream}.jsonl", f"{match}.jsonl"]
    log = archive.logs_in(content)[0][1]
    assert not verify.verify_log(log)
    changed = verify.verify_log(log.replace(b"Hiro 1", b"Hiro 2", 1))
    assert changed and changed[0].seq is not None
    for name, one in archive.logs_in(content):
        rows = one.splitlines(keepends=True)
        for number in (1, len(rows) // 2, len(rows) - 1):
            told = rows[number].replace(b'"type":"', b'"type":"x', 1)
            named = verify.verify_log(b"".join([*rows[:number], told, *rows[number + 1 :]]))
            assert named and named[0].seq == number, f"{name}: line {number}"
    empty(connection)
    warm.forget()
    archive.import_event(content)
    caught_up()
    assert msgspec.to_builtins(club.world(stream)) == before and not problems()
    assert ChronicleRow.objects.get(pk=stream).ranking[0]["roster"] == "r1"


def test_an_arbitrator_enters_nobody_whom_they_have_never_met() -> None:
    """Neither by the command nor by an event; whoever had a roster in the campaign before is no stranger."""
    who = organiser()
    stream, (_ann, boris) = club.opened(who, "Ann", "Boris")
    (zoe,) = club.players("Zoe")
    fighters = [("hiro-3", "Hiro"), ("mika-3", "Mika")]

    def by_event(player: Player) -> None:
        told = msgspec.to_builtins(club.state(stream).joined()["r1"])
        data = {name: told[name] for name in ("name", "at", "fighters")}
        data |= {"roster": "r3", "player": str(player.pk)}
        commands.append(who, stream, [{"type": "roster_joined", "data": data}])

    def by_command(player: Player) -> None:
        commands.join_chronicle(who, stream, player=player.pk, name="Owls", fighters=fighters)

    for enter in (by_event, by_command):
        with pytest.raises(BadInput, match="met no player"):
            enter(zoe)
    commands.leave_chronicle(club.of(boris), stream, "r2")
    by_command(boris)
    Player.objects.filter(pk=zoe.pk).update(made_by=who.user)
    by_command(zoe)
    assert [one.player for one in club.state(stream).joined().values()][2:] == [str(boris.pk), str(zoe.pk)]
