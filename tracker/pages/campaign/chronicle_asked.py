"""What players are asked after a match of a campaign, and what is known of it already.

Called by `chronicle_aftermath`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.campaigns import Campaigns, Told, facts_of
from games.registry import SYSTEMS
from tracker.pages.campaign.chronicle_words import Words, match_url
from tracker.rulesets.chronicle.world import FighterNow, OpenStep


def step_view(words: Words, step: OpenStep) -> dict[str, Any]:
    """An open step: what it is about, and what its form offers."""
    words = words.then(step.term)
    view: dict[str, Any] = {"step": step, "who": words.who(f"{step.roster}/{step.fighter}".rstrip("/"))}
    if step.kind == "facts":
        return view | {"facts": [fact_form(words, key, step.roster, step.slot) for key in step.facts]}
    table = words.rules.tables[step.table]
    rows = [(row.key, row.name.to(words.language)) for row in table.rows]
    return view | {
        "table": words.table(step.table),
        "rows": rows,
        "dice": f"{table.count}d{table.faces}" if table.count else "",
        "each": range(table.count),
        "faces": table.faces,
        "by_arbitrator": table.by == "arbitrator",
    }


def fact_form(words: Words, key: str, roster: str, link: str) -> dict[str, Any]:
    """What a player may state of one kind of fact: a box for each fighter, or one for the roster, and its fields."""
    now = words.now
    kind = facts_of(SYSTEMS[now.rules.system].campaigns or Campaigns())[key]
    own = now.world.rosters[roster]
    subjects = [(roster, own.name)]
    if kind.of == "fighter":
        subjects = [(f"{roster}/{one.id}", one.name) for one in own.fighters.values() if _fought(one, link)]
    others = [
        (f"{one.id}/{fighter.id}", f"{fighter.name} ({one.name})")
        for one in map(now.world.rosters.__getitem__, now.state.links[link].rosters.values())
        if one.id != roster
        for fighter in one.fighters.values()
        if _fought(fighter, link)
    ]
    fields = []
    asked = {
        name
        for rule in now.rules.rules
        if rule.test
        for part in rule.test.facts()
        if part.name == key
        for name, _v in part.wanted
    }
    for name, holds in kind.fields.items():
        if name in asked or name == "is":
            options = (
                others
                if holds == "fighter"
                else [(one, one) for one in holds]
                if isinstance(holds, tuple)
                else []
            )
            fields.append({"name": name, "label": field_word(name), "holds": holds, "options": options})
    return {"key": key, "name": words.fact(key), "subjects": subjects, "fields": fields}


def _fought(fighter: FighterNow, link: str) -> bool:
    """Whether a fighter may have been in a match: alive, or dead by what followed that very match."""
    return fighter.died.partition("/")[0] in ("", link)


def field_word(name: str) -> str:
    """A field of a fact in words."""
    known = {"by": _("by"), "is": _("how many"), "cause": _("how"), "turn": _("turn")}
    return known.get(name, name)


def known_facts(words: Words, link: str) -> list[dict[str, Any]]:
    """What the log of a match told, and what players stated besides: each line opens to the match."""
    state = words.now.state
    heard, linked = state.heard.get(link), state.links[link]
    answers = [state.asked.get(f"{link}/{roster}") for roster in linked.rosters.values()]
    stated = [fact for one in answers if one is not None for fact in one.facts]
    url = match_url(linked.match)
    return [
        {
            "name": words.fact(fact.fact),
            "who": words.who(fact.of) if fact.of else "",
            "told": ", ".join(_told_values(words, fact)),
            "stated": fact.stated,
            "url": url,
        }
        for fact in (*(heard.facts if heard else ()), *stated)
        if fact.fact not in ("fielded", "points")
    ]


def _told_values(words: Words, fact: Told) -> Iterator[str]:
    """The fields of a fact that people read."""
    if fact.fact == "winner" and fact.values.get("is") == "draw":
        yield _("nobody")
        return
    for name, value in fact.values.items():
        said = words.winner if fact.fact == "winner" else words.who
        told = said(value) if isinstance(value, str) else str(value)
        if name == "is":
            yield told
        elif name == "by":
            yield f"{field_word(name)} {told}"
