"""How the events of a campaign change its state."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tracker.rulesets.chronicle import challenges
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.preview import new_questions, with_heard
from tracker.rulesets.chronicle.slots import slots_of
from tracker.rulesets.chronicle.state import ChronicleState


def created(state: ChronicleState, event: ev.ChronicleCreated) -> ChronicleState:
    told = (event.name, event.system, event.definition, event.seed_commitment, event.at)
    return ChronicleState(*told, began=event.at)


def slotted(state: ChronicleState, event: Any) -> ChronicleState:
    return replace(state, slots=(*state.slots, event), last=max(state.last, event.at))


def finished(state: ChronicleState, event: ev.ChronicleFinished) -> ChronicleState:
    return replace(slotted(state, event), seed=event.seed)


def left(state: ChronicleState, event: ev.RosterLeft) -> ChronicleState:
    return slotted(challenges.gone(state, event.roster), event)


def linked(state: ChronicleState, event: ev.MatchLinked) -> ChronicleState:
    state = challenges.played(state, event)
    return replace(state, links={**state.links, event.link: event}, last=max(state.last, event.at))


def heard(state: ChronicleState, event: ev.MatchHeard) -> ChronicleState:
    """Applied at once where it asks nobody anything; else it waits for the arbitrator, and what stands goes on."""
    after = with_heard(state, event, {})
    slots = slots_of(after)
    is_last = event.link not in state.heard and (not slots or slots[-1].id == event.link)
    if is_last or not new_questions(derive(state), derive(after)):
        return after
    return replace(state, waiting={**state.waiting, event.link: event})


def rolled(state: ChronicleState, event: ev.DieRolled) -> ChronicleState:
    decisions = {**state.decisions, event.effect: str(sum(event.fell))}
    rolled = {**state.rolled, event.effect: event.fell} if event.server else state.rolled
    return replace(state, decisions=decisions, rolled=rolled)


def chosen(state: ChronicleState, event: ev.Chosen) -> ChronicleState:
    return replace(state, decisions={**state.decisions, event.effect: event.row})


def stated(state: ChronicleState, event: ev.Stated) -> ChronicleState:
    return replace(state, asked={**state.asked, f"{event.link}/{event.roster}": event})


def signed(state: ChronicleState, event: ev.Signed) -> ChronicleState:
    return replace(state, signed=(*state.signed, f"{event.link}/{event.roster}"))


def noted(state: ChronicleState, event: ev.NoteWritten) -> ChronicleState:
    return replace(state, notes=(*state.notes, event), last=max(state.last, event.at))


def accepted(state: ChronicleState, event: ev.CorrectionAccepted) -> ChronicleState:
    waiting = state.waiting.get(event.link)
    if waiting is not None:
        return with_heard(state, waiting, event.answers)
    return replace(state, answers={**state.answers, **event.answers})
