"""What a correction would change: the campaign derived twice and compared, and what a person must decide.

The fingerprint binds both, so that nobody accepts what has moved meanwhile. Called by the rules, which refuse a stale
acceptance, and by the arbitrator's page.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec.structs import replace

from games.secrets import canonical
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.standing import ranking
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.world import Question, World


class Change(msgspec.Struct, frozen=True):
    """One field of what the campaign has come to: its path, and what it is before and after."""

    path: str
    before: Any
    after: Any


class Preview(msgspec.Struct, frozen=True):
    """Every change, the questions that come with them, and the fingerprint of both."""

    changes: tuple[Change, ...]
    questions: tuple[Question, ...]
    fingerprint: str


def with_heard(state: ChronicleState, told: ev.MatchHeard, answers: dict[str, str]) -> ChronicleState:
    """The campaign in which this is what its match says."""
    waiting = {link: one for link, one in state.waiting.items() if link != told.link}
    heard = {**state.heard, told.link: told}
    answered = {**state.answers, **answers}
    return replace(
        state, heard=heard, waiting=waiting, answers=answered, as_signed=_as_signed(state, told.link)
    )


def _as_signed(state: ChronicleState, link: str) -> dict[str, ev.MatchHeard]:
    """With what the match says now, for whoever signed that. The first correction keeps it, later ones leave it."""
    before, told = state.heard.get(link), state.links.get(link)
    if before is None or told is None:
        return state.as_signed
    signed = {f"{link}/{roster}" for roster in told.rosters.values()} & set(state.signed)
    return {**dict.fromkeys(sorted(signed), before), **state.as_signed}


def since_signed(state: ChronicleState, link: str, roster: str) -> tuple[Change, ...]:
    """What corrections of a match have changed of a roster since it signed: of its tallies, its figures, its fighters.
    The campaign as it would stand had the match said what it said then is compared with the one that stands.
    """
    before = state.as_signed.get(f"{link}/{roster}")
    if before is None:
        return ()
    seen = compare(replace(state, heard={**state.heard, link: before}), state)
    return tuple(one for one in seen.changes if one.path.startswith(f"roster.{roster}."))


def compare(before: ChronicleState, after: ChronicleState) -> Preview:
    """What the second says and the first does not."""
    was, will = derive(before), derive(after)
    one, two = flat(before, was), flat(after, will)
    changes = tuple(
        Change(path, one.get(path), two.get(path))
        for path in sorted(one.keys() | two.keys())
        if one.get(path) != two.get(path)
    )
    whole = canonical([msgspec.to_builtins(was), msgspec.to_builtins(will)])
    return Preview(changes, new_questions(was, will), hashlib.sha256(whole).hexdigest())


def new_questions(was: World, will: World) -> tuple[Question, ...]:
    """What nobody had to decide before."""
    asked = {one.id for one in was.questions}
    return tuple(one for one in will.questions if one.id not in asked)


def correction(state: ChronicleState, link: str, answers: dict[str, str] | None = None) -> Preview:
    """The preview of what waits for a match. Raises KeyError where nothing does."""
    return compare(state, with_heard(state, state.waiting[link], answers or {}))


def closing(state: ChronicleState, at: str) -> Preview:
    """What closing the cycle would bring."""
    told = ev.CycleClosed(cycle=derive(state).cycle + 1, at=at)
    return compare(state, replace(state, slots=(*state.slots, told)))


def flat(state: ChronicleState, world: World) -> dict[str, Any]:
    """Path -> value of everything that people look at."""
    found: dict[str, Any] = {"cycle": world.cycle, "ending": world.ending}
    found["ranking"] = [one.id for one in ranking(state.rules, world)]
    found |= {f"tally.{key}": value for key, value in world.tallies.items()}
    found |= {f"place.{key}": one.holder for key, one in world.places.items()}
    found |= {f"chapter.{key}": one.status for key, one in world.chapters.items()}
    found |= {f"step.{one.id}": one.kind for one in world.steps}
    found |= {f"opened.{key}": len(moved) for key, moved in world.moved.items()}
    for roster in world.rosters.values():
        top = f"roster.{roster.id}"
        found |= {f"{top}.tally.{key}": value for key, value in roster.tallies.items()}
        found |= {f"{top}.{name}": getattr(roster, name) for name in ("wins", "draws", "losses", "active")}
        for one in roster.fighters.values():
            own = f"{top}.fighter.{one.id}"
            found |= {f"{own}.tally.{key}": value for key, value in one.tallies.items()}
            found |= {f"{own}.marks": sorted(held.mark for held in one.marks), f"{own}.alive": not one.died}
    return found
