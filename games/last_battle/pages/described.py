"""What the page of events says of facts: their fields stand in no type of event. Asked for by `system`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from games.last_battle.full.schemes import claim_facts
from games.last_battle.full.schemes.claim_facts import FACTS_OF, Fact

PARTS = re.compile(r"claim_facts\.(\w+)")


def facts() -> Iterator[str]:
    """What `facts` of a strategy or scheme may hold."""
    yield "## Facts of `strategy_scored` and `scheme_scored`"
    yield ""
    yield "At full detail the VP follow from the log and from these facts (LB-FACT-01 to -03). Distances are in cm with"
    yield "one decimal; what is left out or null was not measured: the event is then accepted and marked as unverified."
    yield "`event` names the figure (or compromat marker) of the event that earned the VP."
    yield ""
    for mission, struct in FACTS_OF.items():
        yield f"- `{mission}`: {_shape(struct)}"
    yield ""


def _shape(struct: type[Fact]) -> str:
    """The fields of a struct of facts, those of its parts in braces."""
    fields = [_field(field) for field in msgspec.structs.fields(struct)]
    return ", ".join(fields) or "none: the log holds all that matters"


def _field(field: msgspec.structs.FieldInfo) -> str:
    part = PARTS.search(str(field.type))
    struct = getattr(claim_facts, part[1]) if part else None
    return f"`{field.name}` [{{{_shape(struct)}}}]" if struct else f"`{field.name}`"
