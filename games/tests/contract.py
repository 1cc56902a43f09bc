"""What every rule set promises, as functions over played streams. Used by the contract tests of games and tournaments.

A `Story` is a legal stream with the state before and after each event; `assert_...` functions hold one promise each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from games.codec import codec_for, tag
from games.consequences import following, waited_for
from games.replay import judge, refold, rejudge
from games.ruleset import (
    EVERYONE,
    REFEREE,
    RULES,
    SYSTEM,
    Actor,
    Entry,
    Event,
    Ruleset,
    SecretEvent,
    Setup,
    Viewer,
)
from games.secrets import canonical, check_commitment, concealed

Told = tuple[Event, Actor]
Disguise = Callable[[Event, Random], Event]
"""The same event with other secrets: everything that is public in it stays."""


MOMENTS = 40


class Story(NamedTuple):
    """A stream: `states[n]` is the state after n events."""

    rules: Ruleset[Any, Any]
    setup: Setup
    entries: list[Entry]
    states: list[Any]


def story_of(rules: Ruleset[Any, Any], setup: Setup, told: Iterable[Told]) -> Story:
    """Folds a stream step by step, judging each event; fails at the first that is refused."""
    entries = [Entry(seq, event, by) for seq, (event, by) in enumerate(told, start=1)]
    states = [rules.initial(setup)]
    for entry in entries:
        refused = judge(rules, states[-1], entry.event, entry.actor)
        assert not refused, f"event {entry.seq} {entry.event} was refused: {refused}"
        states.append(rules.evolve(states[-1], entry.event))
    return Story(rules, setup, entries, states)


def assert_consequences_are_forced(story: Story) -> int:
    """What follows by itself is legal, known to everybody, and what these players told; returns how often it was."""
    rules, followed = story.rules, 0
    for state, entry in zip(story.states, story.entries, strict=False):
        answer = rules.consequences(state).answer
        event = following(rules, state)
        assert answer is not None or following(rules, rules.visible_to(state, EVERYONE)) == event
        assert rules.consequences(rules.visible_to(state, EVERYONE)).answer in (None, answer)
        if event is None:
            continue
        assert rules.check(state, event, Actor(RULES, "1")) == (), event
        if rules.consequences(state).settled is not None:
            continue
        if tag(type(entry.event)) in {one.type for one in waited_for(rules, state)}:
            assert event == unsealed(entry.event)
            followed += 1
        else:
            # What secrets alone determine is not always seen to be waited for.
            secretly = answer is not None and event == unsealed(entry.event)
            assert secretly or tag(type(entry.event)) in beside(rules, state), entry.event
    return followed


def unsealed(event: Event) -> Event:
    """As it was before the log sealed it."""
    return (
        msgspec.structs.replace(event, commitment="", salt=None) if isinstance(event, SecretEvent) else event
    )


def beside(rules: Ruleset[Any, Any], state: Any) -> set[str]:
    """What is legal but keeps nothing waiting, as everybody may know it."""
    return {one.type for one in rules.next_events(state, EVERYONE)} - {
        one.type for one in waited_for(rules, state)
    }


def moments(story: Story) -> list[int]:
    """Places to look at: all of a short stream, `MOMENTS` of a long one, spread evenly from the first to the last."""
    last = len(story.entries)
    if last < MOMENTS:
        return list(range(last + 1))
    return sorted({round(n * last / (MOMENTS - 1)) for n in range(MOMENTS)})


def viewers_of(story: Story) -> list[Viewer]:
    """Everyone who is not staff: the public, each side's bystander, and every player on their own side."""
    sides = story.rules.sides(story.states[-1])
    players = [Viewer("player", name, side) for side, names in sides.items() for name in names]
    return [EVERYONE, *players]


def assert_events_round_trip(story: Story) -> None:
    """See `assert_round_trip`, for every event of a stream."""
    for entry in story.entries:
        assert_round_trip(story.rules, entry.event)


def assert_round_trip(rules: Ruleset[Any, Any], event: Event) -> None:
    """Stored, sent and typed forms of an event are the same event, also without its secret."""
    codec = codec_for(rules)
    type_, data, secret = codec.to_row(event)
    stored = (type_, type(event).schema_number, data.decode())
    assert codec.from_row(*stored, secret.decode() if secret else None) == event
    assert codec.from_row(*stored, None) == (concealed(event) if secret else event)
    sent = msgspec.json.decode(msgspec.json.encode(event))
    assert codec.from_payload(sent.pop("type"), sent) == event
    assert codec.to_row(codec.from_row(*stored, None))[1] == data


def assert_states_round_trip(story: Story) -> None:
    """A state survives a snapshot (MessagePack) and an answer (JSON), and shows the same to everybody."""
    rules = story.rules
    for state in (story.states[place] for place in moments(story)):
        for encoded, decode in (
            (msgspec.msgpack.encode(state), msgspec.msgpack.decode),
            (msgspec.json.encode(state), msgspec.json.decode),
        ):
            read = decode(encoded, type=rules.state_type)
            assert read == state
            assert rules.outcome(read) == rules.outcome(state)


def assert_replay_equals_step_by_step(story: Story) -> None:
    """The fold of the log, that of what is left of it, the audit of the log, and the steps lead to the same state."""
    assert refold(story.rules, story.setup, story.entries) == story.states[-1]
    state, refused = rejudge(story.rules, story.setup, story.entries)
    assert (state, refused) == (story.states[-1], [])
    for place in (len(story.entries) * quarter // 4 for quarter in range(4)):
        begun = story.states[place]
        before = msgspec.msgpack.encode(begun)
        rest = [entry.event for entry in story.entries[place:]]
        assert story.rules.fold(begun, rest) == story.states[-1]
        assert msgspec.msgpack.encode(begun) == before, "folding on changed an earlier state"


def assert_outcome_adds_up(story: Story) -> None:
    """At every moment the lines of a side add up to its VP, no line comes twice, and an end has a winner."""
    for state in story.states:
        outcome = story.rules.outcome(state)
        keys = [line.key for line in outcome.lines]
        assert len(keys) == len(set(keys)), f"doubled lines: {outcome.lines}"
        for side, vp in outcome.vp.items():
            told = sum(line.vp for line in outcome.lines if line.side == side)
            assert vp == told, f"{side} has {vp} VP, its lines come to {told}"
        strangers = {line.side for line in outcome.lines} - set(outcome.vp)
        assert not strangers, f"lines of sides that have no VP: {strangers}"
        assert (outcome.winner is None) == (outcome.status == "open"), f"an end has a winner: {outcome}"


def assert_any_event_is_judged_and_changes_nothing(story: Story, others: Sequence[Told], dice: Random) -> int:
    """`check` answers for events from anywhere, by anybody, at any moment; and leaves state and event as they were.

    Whatever it accepts can be folded and shown. Returns how many events were refused.
    """
    refused = 0
    for state in (story.states[place] for place in moments(story)):
        event, by = dice.choice(others)
        by = dice.choice([by, SYSTEM, Actor("player", "a-stranger")])
        refused += assert_answered(story.rules, state, event, by)
    return refused


def assert_answered(rules: Ruleset[Any, Any], state: Any, event: Event, by: Actor, *viewers: Viewer) -> bool:
    """The answer can be sent, comes again and changes nothing; an accepted event can be folded and shown to everybody,
    to these `viewers` too. Returns whether the event was refused.
    """
    before = (canonical(state), canonical(event))
    violations = judge(rules, state, event, by)
    assert msgspec.json.encode(violations)
    assert violations == judge(rules, state, event, by)
    after = None if violations else rules.evolve(state, event)
    assert (canonical(state), canonical(event)) == before
    if after is not None:
        assert_all_can_be_shown(rules, after, *viewers)
        for viewer in (EVERYONE, REFEREE, *viewers):
            rules.redact(after, event, viewer)
    return bool(violations)


def assert_all_can_be_shown(rules: Ruleset[Any, Any], state: Any, *viewers: Viewer) -> None:
    """Outcome, views and what comes next exist in every state."""
    for viewer in (EVERYONE, REFEREE, Viewer("player", "a-stranger"), *viewers):
        canonical([rules.outcome(state), rules.visible_to(state, viewer), rules.next_events(state, viewer)])


def assert_no_secret_gets_out(story: Story, others: Sequence[Told], dice: Random, disguise: Disguise) -> None:
    """What a viewer can get does not depend on what the log hides from that viewer.

    Beside the true stream stands one in which every secret that the viewer may not know is another: both must lead
    to the same visible state, outcome, next events and refusals.
    """
    for viewer in viewers_of(story):
        twin = Twin(story, viewer, disguise, dice)
        for place in moments(story):
            state = story.states[place]
            other, _ = twin.at(place)
            seen = all_that_is_seen(story.rules, state, viewer)
            assert all_that_is_seen(story.rules, other, viewer) == seen, f"after event {place}, to {viewer}"
            if viewer.player:
                tries = dice.choices(others, k=6)
                _assert_refusals_tell_nothing(story.rules, state, other, viewer.player, tries)


class Twin:
    """A stream that the viewer cannot tell from the true one by its log: what is hidden from them is another thing.

    What is hidden depends on the moment. Asked for one moment after the other, it folds again only what is told
    differently now, with new disguises.
    """

    def __init__(self, story: Story, viewer: Viewer, disguise: Disguise, dice: Random) -> None:
        self.story, self.viewer, self.disguise, self.dice = story, viewer, disguise, dice
        self.seen: list[Event | None] = []
        self.events: list[Event | None] = []
        self.states = [story.rules.initial(story.setup)]

    def at(self, place: int) -> tuple[Any, list[tuple[Event, Event]]]:
        """The twin's state after so many events, and (true event, its twin) of all that the viewer knows of."""
        entries = self.story.entries[:place]
        for index, entry in enumerate(entries):
            seen = self.story.rules.redact(self.story.states[place], entry.event, self.viewer)
            if index == len(self.seen) or self.seen[index] != seen:
                self._tell(index, entry.event, seen)
        told = zip(entries, self.events, strict=False)
        return self.states[place], [(entry.event, other) for entry, other in told if other is not None]

    def _tell(self, index: int, event: Event, seen: Event | None) -> None:
        """Goes on from before this event; whatever was told after it is forgotten."""
        other = seen if seen is None or seen == event else self.disguise(event, self.dice)
        state = self.states[index]
        self.seen[index:], self.events[index:] = [seen], [other]
        self.states[index + 1 :] = [state if other is None else self.story.rules.evolve(state, other)]


def twin_of(
    story: Story, place: int, viewer: Viewer, disguise: Disguise, dice: Random
) -> tuple[Any, list[tuple[Event, Event]]]:
    """The state of a stream that the viewer cannot tell from the true one by its log; (true event, its twin)."""
    return Twin(story, viewer, disguise, dice).at(place)


def all_that_is_seen(rules: Ruleset[Any, Any], state: Any, viewer: Viewer) -> tuple[Any, ...]:
    """What a page or an answer about a state is made of."""
    return rules.visible_to(state, viewer), rules.outcome(state), rules.next_events(state, viewer)


def _assert_refusals_tell_nothing(
    rules: Ruleset[Any, Any], state: Any, other: Any, player: str, tries: Sequence[Told]
) -> None:
    by = Actor("player", player)
    for event, _ in tries:
        refusal, elsewhere = rules.check(state, event, by), rules.check(other, event, by)
        assert refusal == elsewhere, (
            f"{tag(type(event))} by {player} is refused by what {player} may not know"
        )


def assert_redaction_is_honest(story: Story) -> None:
    """Staff see the log as it is; nobody sees a commitment that the log does not hold, nor another type of event."""
    for place in moments(story):
        state = story.states[place]
        for entry in story.entries[:place]:
            assert story.rules.redact(state, entry.event, REFEREE) == entry.event
            for viewer in viewers_of(story):
                seen = story.rules.redact(state, entry.event, viewer)
                assert seen is None or (type(seen) is type(entry.event) and not check_commitment(seen))
