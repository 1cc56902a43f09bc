"""What must be logged next (SFB-LOG-06): knock-outs, traps and their effects, missing steps.

`FullState.due` is a line whose first group (events of one kind) comes next, in any order among themselves. What an
event makes due is pushed to the FRONT, so that an interrupt is finished before what it interrupted.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ruleset import Actor, Event, RuleViolation
from games.super_fantasy_brawl.full.cards import health_of
from games.super_fantasy_brawl.full.state import Due, FullState, changed
from games.super_fantasy_brawl.permissions import Violations, seated
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.waived import is_waived


def check_due(state: SfbState, event: Event, by: Actor) -> Violations:
    """SFB-LOG-06: the event that is waited for, and no other."""
    full = state.full
    if full is None or not full.due or _unforeseen(state, event):
        return
    answer = due_of(full, event)
    if answer is not None and answer.kind != full.due[0].kind and not does_nothing(state):
        answer = None
    if answer is not None and _is_meant(event):
        return
    yield from seated(state, by)
    first = answer or full.due[0]
    named = _other(first, event) if answer is None else _named(first, event)
    params = {**named, "who": first.champion or first.player or "the_table"}
    yield RuleViolation(first.rule, {**params, **first.told.get("words", {})})


EFFECTS = {
    "champion_healed": "heal",
    "champion_immobilised": "immobilise",
    "champion_stunned": "stun",
    "damage_dealt": "damage",
}
"""Events that also carry out effects of cards: such a one is never what is due (a trap, missing steps, a double)."""


WHOSE = ("champion", "target", "player")
"""The fields that tell whom an event is about, the nearest first."""


def _is_meant(event: Event) -> bool:
    """Whether the event tells what is due, and no effect of a card of the same kind."""
    kind = event.__struct_config__.tag
    if kind == "champion_displaced":
        return bool(getattr(event, "continues", False))
    return kind not in EFFECTS or getattr(event, "cause", "") not in ("effect", "basic")


def _other(due: Due, event: Event) -> dict[str, object]:
    """What is due and what was told instead: of the same kind of event whose it is, since that is what differs."""
    told = str(event.__struct_config__.tag)
    whose = next((one for name in WHOSE if (one := getattr(event, name, None)) is not None), None)
    if told != due.kind or whose is None:
        return {"expected": due.kind, "told": told}
    return {"expected": due.kind, "told": whose if due.player else [told, whose]}


def _named(due: Due, event: Event) -> dict[str, object]:
    """What is due and what was told instead, where both are of one kind."""
    expected = due.told.get("why") or due.told.get("kind") or "trap"
    told = EFFECTS.get(str(event.__struct_config__.tag)) or getattr(event, "kind", "")
    return {"expected": str(expected), "told": str(told)}


def _unforeseen(state: SfbState, event: Event) -> bool:
    """SFB-LOG-05: where the health is unknown nobody could wait for the knock-out."""
    if event.__struct_config__.tag != "champion_knocked_out":
        return False
    champion = getattr(event, "champion", None)
    return champion in state.figures and health_of(state, champion) is None


REPLACED = "trap_token_placed"


def _is_of_trap(due: Due) -> bool:
    """Whether it is what a trap does to the champion on it."""
    return "trap" in due.told and due.kind != REPLACED


def does_nothing(state: SfbState) -> bool:
    """SFB-LOG-04: the trap that was turned over need not do anything, by a text or a ruling, and may be replaced."""
    full = state.full
    if full is None or not full.due or not _is_of_trap(full.due[0]):
        return False
    return is_waived(state, RuleViolation("SFB-TRAP-04"))


def _line(full: FullState, event: Event) -> tuple[Due, ...]:
    """What is due, without the effect of a trap that is replaced before it has done anything."""
    passed_over = bool(full.due) and _is_of_trap(full.due[0]) and event.__struct_config__.tag == REPLACED
    return full.due[1:] if passed_over else full.due


def due_of(full: FullState, event: Event) -> Due | None:
    """The entry of the first group that this event answers, or None. Kinds may be several, parted by "|"."""
    line = _line(full, event)
    if not line:
        return None
    kind, group = event.__struct_config__.tag, line[0].kind
    champion = getattr(event, "champion", None) or getattr(event, "target", None)
    player = getattr(event, "player", None)
    for due in line:
        if due.kind != group:
            break
        fits = due.champion in ("", champion) and (player is None or due.player in ("", player))
        if kind in due.kind.split("|") and fits:
            return due
    return None


def pushed(full: FullState, *dues: Due) -> FullState:
    """With these events due before everything else."""
    return changed(full, due=(*dues, *full.due)) if dues else full


def answered(full: FullState, event: Event) -> FullState:
    """Without the entry that this event answers."""
    done = due_of(full, event)
    if done is None:
        return full
    return changed(full, due=tuple([due for due in _line(full, event) if due is not done]))


def taken(state: SfbState, event: Event) -> tuple[SfbState, Due | None]:
    """The match without the entry that this event answers, and that entry."""
    full = state.full
    if full is None or not full.due:
        return state, None
    return replace(state, full=answered(full, event)), due_of(full, event)
