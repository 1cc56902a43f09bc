"""What nobody decides is logged by the server: a whole match is told by people without it, and stays legal with it."""

from __future__ import annotations

from functools import cache
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from games.consequences import following
from games.fields import HIDING
from games.match import EventVoided
from games.ninja.full.events import Found, SearchAnswered, ZonesSearched
from games.ninja.tests.demo import moved, to
from games.ninja.tests.test_disputed import NINJA, TRAITOR, night
from games.registry import MATCHES, SYSTEMS
from games.ruleset import RULES, SYSTEM, Actor, Event, Setup
from games.super_fantasy_brawl.full.action_events import ChampionKnockedOut
from tracker import appended, log, warm
from tracker.after import follow_up
from tracker.handle import Answer, Command, CommandRejected, StaleVersion, _tells, handle
from tracker.models import Stream
from tracker.proof.verify import damage, verify_stream

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = pytest.mark.parametrize("system", ("last_battle", "senjutsu", "super_fantasy_brawl"))
Told = tuple[Event, Actor]


@cache
def played(system: str) -> tuple[Setup, list[Told]]:
    """A match at full detail, as people would log it who log everything and of whom nobody gives up."""
    matches = (SYSTEMS[system].simulation().simulate(seed, "full") for seed in range(3, 99))
    return next((setup, told) for setup, told in matches if not _is_cut_short(system, setup, told))


def _is_cut_short(system: str, setup: Setup, told: list[Told]) -> bool:
    """Whether somebody ended the match where otherwise an event would have followed by itself."""
    rules = MATCHES[system]
    state = rules.initial(setup)
    for event, _ in told:
        if following(rules, state) not in (None, event):
            return True
        state = rules.evolve(state, event)
    return False


def opened(system: str) -> UUID:
    return log.create_stream("match", system, MATCHES[system].version, played(system)[0]).id


def tell(stream: UUID, *events: Event, by: Actor = SYSTEM, **options: Any) -> Answer:
    return handle(Command(stream=stream, actor=by, events=events, **options))


def version(stream: UUID) -> int:
    return len(log.read(stream))


def logged(stream: UUID) -> list[tuple[Event, Actor]]:
    entries = warm.entries_of(warm.get(stream).codec, log.read(stream))
    return [(entry.event, entry.actor) for entry in entries]


def by_people(stream: UUID, told: list[Told]) -> int:
    """Logs a match; what stands there already since it followed by itself is not logged again. How many were told."""
    count = place = 0
    with appended.held():  # rows are not what these tests look at
        while place < len(told):
            place = warm.current(stream).head.version
            if place < len(told):
                tell(stream, told[place][0], by=told[place][1])
                count, place = count + 1, place + 1
    follow_up.catch_up()
    return count


@GAMES
def test_a_match_needs_only_what_somebody_decides(system: str) -> None:
    stream, (_, told) = opened(system), played(system)
    count = by_people(stream, told)
    assert [_bare(event) for event, _ in logged(stream)] == [_bare(event) for event, _ in told]
    followed = [actor for _, actor in logged(stream) if actor.role == RULES]
    assert count == len(told) - len(followed) and len(followed) > len(told) / 40
    assert damage(verify_stream(Stream.objects.get(id=stream))) == []


def _bare(event: Event) -> dict[str, Any]:
    """An event without the salt that the server made anew."""
    raw: dict[str, Any] = msgspec.to_builtins(event)
    return {name: value for name, value in raw.items() if name not in HIDING}


@GAMES
def test_who_tells_it_all_is_taken_at_their_word(system: str) -> None:
    stream, (_, told) = opened(system), played(system)
    with appended.held():
        for event, by in told:
            tell(stream, event, by=by)
    assert [_bare(event) for event, _ in logged(stream)] == [_bare(event) for event, _ in told]


def before_a_turn(system: str = "super_fantasy_brawl") -> tuple[UUID, Told, Event]:
    """A match just before an event from which something follows: that event, and what follows first."""
    setup, told = played(system)
    rules = MATCHES[system]
    state, events = rules.initial(setup), [event for event, _ in told]
    for place, event in enumerate(events):
        after = rules.evolve(state, event)
        then = following(rules, after)
        if following(rules, state) is None and then is not None:
            stream = opened(system)
            by_people(stream, told[:place])
            return stream, told[place], then
        state = after
    raise AssertionError("nothing follows from anything")


def test_a_consequence_names_its_cause_and_needs_no_second_command() -> None:
    stream, (event, by), then = before_a_turn()
    before = version(stream)
    answer = tell(stream, event, by=by, expected_version=before)
    assert answer.first_seq == before + 1 and answer.version == before + answer.count > before + 1
    stood = logged(stream)[before:]
    assert stood[1] == (then, Actor(RULES, str(before + 1)))
    assert stood[1][1].cause == before + 1 and stood[0][1].cause is None


def test_a_dry_run_tells_of_it_and_logs_nothing() -> None:
    stream, (event, by), _ = before_a_turn()
    before = log.head_of(stream)
    assert tell(stream, event, by=by, dry_run=True).count > 1
    assert log.head_of(stream) == before


def test_a_client_may_tell_it_in_the_same_command() -> None:
    stream, (event, _), then = before_a_turn()
    before = version(stream)
    tell(stream, event, then)
    assert logged(stream)[before + 1] == (then, SYSTEM)


def test_a_client_may_tell_it_afterwards_with_the_version_that_it_counted() -> None:
    stream, (event, by), then = before_a_turn()
    before = version(stream)
    after = tell(stream, event, by=by).version
    answer = tell(stream, then, by=by, expected_version=before + 1)
    assert answer.repeated and (answer.version, answer.count) == (after, 0)
    assert version(stream) == after


def test_who_leaves_to_the_rules_what_they_know_has_told_it_too() -> None:
    """A fact with a default that the client did not tell, and one that it tells otherwise."""
    happened = ChampionKnockedOut(champion="red:anvil", by="blue:jolt", cause="card")
    assert _tells(happened, ChampionKnockedOut(champion="red:anvil"))
    assert _tells(happened, happened) and not _tells(
        happened, ChampionKnockedOut(champion="red:anvil", by="red:ivy")
    )
    assert not _tells(happened, ChampionKnockedOut(champion="red:ivy"))


def test_what_did_not_follow_is_refused_as_ever() -> None:
    stream, (event, by), _ = before_a_turn()
    before = version(stream)
    tell(stream, event, by=by)
    with pytest.raises((CommandRejected, StaleVersion)):
        tell(stream, event, by=by)
    with pytest.raises(StaleVersion):
        tell(stream, event, by=by, expected_version=before)


def test_a_refusal_after_what_followed_names_the_place_in_the_whole_command() -> None:
    stream, (event, by), then = before_a_turn()
    tell(stream, event, by=by)
    with pytest.raises(CommandRejected) as refused:
        tell(stream, then, event)
    assert refused.value.position == 1


def test_nobody_tries_out_what_followed_in_secret() -> None:
    """Ninja between rivals: the server answers the search of one of them. The other is refused whatever it says of it,
    true or not, and learns nothing (NIN-LOG-02, NIN-MODE-DL-03); who searched is taken at its word."""
    case = night()
    stream = log.create_stream("match", "ninja", MATCHES["ninja"].version, case.setup).id
    with appended.held():
        by_people(stream, [(entry.event, entry.actor) for entry in case.entries])
        tell(stream, moved("ninja", "A3", to("A2")), by=NINJA)
        search = ZonesSearched(intruder="ninja", secret_zones=("A2",))
        stood = tell(stream, search, by=NINJA).version
        true = SearchAnswered(intruder="ninja", secret_results=(Found(zone="A2", found="nothing"),))
        assert logged(stream)[-1][1].cause is not None and _tells(logged(stream)[-1][0], true)
        told = []
        results: tuple[Any, ...] = (("A2", "nothing"), ("A2", "trap"), ("A3", "nothing"))
        for zone, found in results:
            guess = replace(true, secret_results=(Found(zone=zone, found=found),))
            with pytest.raises(CommandRejected) as refused:
                tell(stream, guess, by=TRAITOR)
            told.append(refused.value.violations)
        assert told[0] == told[1] == told[2]
        assert tell(stream, true, by=NINJA).repeated and version(stream) == stood


def test_the_key_of_a_command_answers_for_what_followed_too() -> None:
    stream, (event, by), _ = before_a_turn()
    first = tell(stream, event, by=by, key="once")
    again = tell(stream, event, by=by, key="once")
    assert again.repeated and (again.first_seq, again.count) == (first.first_seq, first.count)


def test_nothing_follows_what_staff_take_back() -> None:
    stream, (event, by), _ = before_a_turn()
    before = version(stream)
    after = tell(stream, event, by=by).version
    staff = Actor("organiser", "anna")
    answer = tell(stream, EventVoided(seqs=tuple(range(before + 2, after + 1)), reason="by hand"), by=staff)
    assert answer.version == after + 1
    assert following(MATCHES["super_fantasy_brawl"], warm.current(stream).state) is not None
