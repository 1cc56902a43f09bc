"""The arbitrator's entries: adjustments, cycles, corrections, the end with its seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.ruleset import Actor, RuleViolation
from tracker.rulesets.chronicle import dice
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.checks import Violations, unused
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.effects import ANSWERS
from tracker.rulesets.chronicle.preview import correction
from tracker.rulesets.chronicle.slots import slot_id
from tracker.rulesets.chronicle.state import ChronicleState


def check_adjusted(state: ChronicleState, event: ev.Adjusted, by: Actor) -> Violations:
    """CHR-ADJ-01, -02: a reason, and something that the definition knows."""
    rules, world = state.rules, derive(state)
    yield from unused(state, event.id)
    if not event.reason.strip():
        yield RuleViolation("CHR-ADJ-01")
    targets: dict[str, Any] = {"add": rules.tallies, "mark": rules.marks, "clear": rules.marks}
    targets |= {
        "hold": rules.places,
        "release": rules.places,
        "open": rules.chapters,
        "close": rules.chapters,
    }
    legal = targets.get(event.verb)
    if legal is not None and event.target not in legal:
        yield RuleViolation("CHR-ADJ-02", {"told": event.target or "-", "legal": sorted(legal)})
        return
    needs = event.verb in ("mark", "clear", "remove", "revive")
    if event.verb == "add":
        needs = rules.tallies[event.target].of == "fighter"
    if event.verb not in ("release", "open", "close") and not _is_campaigns(state, event):
        roster = world.rosters.get(event.roster)
        if roster is None or (needs and event.fighter not in roster.fighters):
            told = event.fighter if roster else event.roster
            legal = sorted(roster.fighters if roster else world.rosters)
            yield RuleViolation("CHR-ADJ-02", {"told": told or "-", "legal": legal})


def _is_campaigns(state: ChronicleState, event: ev.Adjusted) -> bool:
    return event.verb == "add" and state.rules.tallies[event.target].of == "campaign"


def check_cycle(state: ChronicleState, event: ev.CycleClosed, by: Actor) -> Violations:
    """CHR-CYC-01: one after the other. What was closed after the campaign had ended is closed all the same."""
    now = derive(state).cycle
    closed = any(slot_id(one) == slot_id(event) for one in state.slots)
    if closed or event.cycle != now + 1 or (state.rules.cycles and now >= state.rules.cycles):
        yield RuleViolation("CHR-CYC-01", {"now": now, "told": event.cycle})


def check_accepted(state: ChronicleState, event: ev.CorrectionAccepted, by: Actor) -> Violations:
    """CHR-COR-01 to -03: what waits, as it was seen, with an answer to everything that it asks."""
    if event.link and event.link not in state.waiting:
        yield RuleViolation("CHR-COR-01", {"match": event.link})
        return
    if event.link:
        seen = correction(state, event.link)
        if event.preview != seen.fingerprint:
            yield RuleViolation("CHR-COR-02")
        asked = {one.id: one for one in seen.questions}
        missing = asked.keys() - event.answers.keys()
    else:
        asked, missing = {one.id: one for one in derive(state).questions}, set()
    wrong = [
        key for key, one in event.answers.items() if key not in asked or one not in ANSWERS[asked[key].kind]
    ]
    if missing or wrong or not (event.link or event.answers):
        yield RuleViolation("CHR-COR-03", {"count": max(1, len(missing) + len(wrong))})


def check_finished(state: ChronicleState, event: ev.ChronicleFinished, by: Actor) -> Violations:
    """CHR-DIE-04: what the server rolled follows from what it had committed to."""
    if not state.commitment:
        return
    if dice.commitment_of(event.seed) != state.commitment or list(off_seed(state, event.seed)):
        yield RuleViolation("CHR-DIE-04", {"effects": list(off_seed(state, event.seed))})


def off_seed(state: ChronicleState, seed: str) -> Iterator[str]:
    """The effects whose dice the server cannot have rolled with this seed."""
    for effect, fell in state.rolled.items():
        faces = _faces(state, effect)
        if faces and dice.fallen(seed, effect, len(fell), faces) != fell:
            yield effect


def _faces(state: ChronicleState, effect: str) -> int:
    """The dice of the table that an effect was rolled on, as its line says; 0 for one that was struck out."""
    for line in derive(state).lines:
        if line.id == f"{effect}/fell":
            return state.rules_in(line.term).tables[line.params["table"]].faces
    return 0
