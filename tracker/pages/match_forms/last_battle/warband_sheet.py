"""A warband as a sheet that people fill in: rows of figures to a roster body and back, text import, differences.

Costs and sizes that the imported cards know need not be typed. Judging is for `check_roster` alone.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.last_battle.facts import LIMITS
from games.last_battle.roster import LEADER, Body, squad_of
from games.ruleset import Cards
from tracker.commands import BadInput

SPARE_ROWS = 3
MOST_COPIES = 25
ROSTER_LINE = re.compile(
    r"(?:(?P<count>\d{1,2})\s*[x×х]\s*)?(?P<name>[^;\t]+)(?P<rest>(?:[;\t][^;\t]*)*)", re.I
)
Sheet = dict[str, Any]


def read_sheet(sent: Any) -> dict[str, Any]:
    """The roster body in a sent form (a QueryDict): blank rows are left out, copies become entries of their own."""
    rows = zip(*(sent.getlist(name) for name in ("figure", "count", "cost", "size", "unique")), strict=False)
    figures = [figure for row in rows for figure in _copies(*row)]
    leader = sent.get("leader", "").strip()
    facts = _facts(leader, sent.get("leader_cost", ""), sent.get("leader_size", ""), "")
    trait = sent.get("leader_trait", "")
    if trait in ("yes", "no"):
        facts["traits"] = [LEADER] if trait == "yes" else []
    if leader and len(facts) > 1:
        figures.insert(0, facts)
    body: dict[str, Any] = {"leader": leader or None, "figures": figures}
    return {**body, **({"battlefield": sent["battlefield"]} if sent.get("battlefield") else {})}


def _copies(name: str, count: str, cost: str, size: str, unique: str) -> list[dict[str, Any]]:
    if not name.strip():
        return []
    wanted = int(count) if count.isdecimal() and len(count) < 3 else 1
    return [_facts(name.strip(), cost, size, unique)] * min(wanted, MOST_COPIES)


def _facts(name: str, cost: str, size: str, unique: str) -> dict[str, Any]:
    facts: dict[str, Any] = {"figure_id": name[:80]}
    for key, text in (("cost", cost), ("size", size)):
        if text.strip():
            facts[key] = int(text) if text.strip().isdecimal() and len(text) < 5 else text.strip()
    if unique in ("yes", "no"):
        facts["unique"] = unique == "yes"
    return facts


def sheet_of(body: Mapping[str, Any], cards: Cards) -> Sheet:
    """The rows of a body, and what their cards say."""
    entries = [{"figure_id": e} if isinstance(e, str) else dict(e) for e in body.get("figures") or ()]
    leader = str(body.get("leader") or "")
    own = next((entry for entry in entries if entry.get("figure_id") == leader), None) if leader else None
    if own is not None:
        entries.remove(own)
    return {
        "leader": {**_shown(own or {"figure_id": leader}, cards), "trait": _trait(own)},
        "rows": [*_rows(entries, cards), *({} for _spare in range(SPARE_ROWS))],
        "battlefield": body.get("battlefield") or "",
    }


def _trait(leader: Mapping[str, Any] | None) -> str:
    """`yes`, `no`, or nothing where the card decides."""
    traits = leader.get("traits") if leader else None
    return "" if traits is None else "yes" if LEADER in traits else "no"


def _rows(entries: list[dict[str, Any]], cards: Cards) -> list[Sheet]:
    """Equal entries once, with their number, in the order in which they first come."""
    count = Counter(json.dumps(entry, sort_keys=True, default=str) for entry in entries)
    return [{**_shown(json.loads(text), cards), "count": number} for text, number in count.items()]


def _shown(entry: Mapping[str, Any], cards: Cards) -> Sheet:
    card = cards.get(str(entry.get("figure_id")), {})
    return {**entry, "card": card, "known_cost": card.get("cost"), "known_size": card.get("size")}


def points(body: Mapping[str, Any], cards: Cards) -> dict[str, int]:
    """What the figures besides the leader cost, `count`, against the `limit`; 0 of a body that cannot be read."""
    try:
        _leader, others = squad_of(msgspec.convert(dict(body), Body), cards)
    except msgspec.ValidationError:
        others = ()
    return {"count": sum(figure.cost or 0 for figure in others), "limit": LIMITS.hire_points}


def from_text(text: str) -> dict[str, Any]:
    """A body from a roster file, a body in JSON, or lines: the leader first, then `2x name; cost; size`."""
    if text.lstrip().startswith("{"):
        return _from_json(text)
    told = [line.strip() for line in text.splitlines() if line.strip()]
    if not told:
        raise BadInput("text", _("Paste a list first."))
    leader = re.sub(r"^(leader|лидер)\s*:\s*", "", told[0], flags=re.I).partition(";")[0].strip()
    figures = [figure for number, line in enumerate(told[1:], start=2) for figure in _from_line(number, line)]
    return {"leader": leader, "figures": figures}


def _from_json(text: str) -> dict[str, Any]:
    try:
        told = json.loads(text)
        body = told.get("body", told)
        msgspec.convert(body, Body)
    except (ValueError, RecursionError, AttributeError) as error:
        raise BadInput("text", str(error)) from None
    return dict(body)


def _from_line(number: int, line: str) -> list[dict[str, Any]]:
    found = ROSTER_LINE.fullmatch(line)
    if found is None:
        raise BadInput("text", _("Line %(line)d: write name; cost; size.") % {"line": number})
    rest = [part.strip() for part in re.split(r"[;\t]", found["rest"])[1:]] + ["", ""]
    return _copies(found["name"], found["count"] or "1", rest[0], rest[1], "")


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What a revision changed: the leader, figures that came, figures that went."""
    before, after = _ids(old), _ids(new)
    led = (old.get("leader"), new.get("leader"))
    return {
        "leader": led if led[0] != led[1] else None,
        "came": sorted((after - before).elements()),
        "went": sorted((before - after).elements()),
    }


def _ids(body: Mapping[str, Any]) -> Counter[str]:
    entries = [e if isinstance(e, str) else str(e.get("figure_id")) for e in body.get("figures") or ()]
    count = Counter(entries)
    count.pop(str(body.get("leader")), None)
    return count
