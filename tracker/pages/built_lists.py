"""Lists that are put together card by card, of every game whose descriptor has a `builder`: the page, its live part.

The list travels in the form as it is; a button carries one change, so that the page works without script. With
script only the list is drawn anew, and what may be added stays where the finger is. Called by `rosters`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.builder import Asked, Builder, Fact, Line, Offer, Section, Sheet
from games.ruleset import Cards
from games.system import System
from tracker import selectors
from tracker.messages import language, spoken
from tracker.models.rosters import RosterBase
from tracker.named import card_names
from tracker.pages import list_card, own_lists
from tracker.pages.answers import plain
from tracker.pages.match_forms.generic.lists import reader_of
from tracker.pages.match_forms.generic.reader import Reader

LONGEST, PASTED = 60_000, 20_000
"""Characters of a list in its form, and of one that is pasted as text."""


@dataclass(frozen=True)
class Sent:
    """What a form tells: the list after its change, and where further cards go. `pasted`: a text that could not be
    read, with its `problems`."""

    name: str
    edition: str
    section: str
    body: dict[str, Any]
    pasted: str = ""
    problems: tuple[dict[str, Any], ...] = ()


def sent(request: HttpRequest, game: System) -> Sent:
    """The list as the form has it, with the one change of the button that was tapped."""
    builder, post = _builder(game), request.POST
    edition = post.get("edition", "")[:40]
    cards = selectors.edition_cards(game.key, edition)
    body = builder.told(_decoded(post.get("body", "")), {key: str(value) for key, value in post.items()})
    section = post.get("section", "list")[:20]
    told = Sent(post.get("name", "").strip()[:80], edition, section, body)
    if post.get("action") == "import":
        return _pasted(builder, told, post.get("pasted", "")[:PASTED], cards)
    return replace(told, body=builder.changed(body, _change(post, section), cards))


def _pasted(builder: Builder, told: Sent, text: str, cards: Cards) -> Sent:
    """The list of a text; one with a line that says nothing changes nothing, and stays to be mended."""
    if not text.strip():
        return replace(told, problems=(plain(_("Paste a list first.")),))
    body, unread = builder.pasted(told.body, text, cards)
    where = _("Line %(line)d")
    problems = (
        plain(": ".join(part for part in (one.text, spoken(one.what)) if part), where % {"line": one.line})
        for one in unread
    )
    return replace(told, body=body, pasted=text if unread else "", problems=tuple(problems))


def stored(game: System, row: RosterBase | None) -> Sent:
    """A saved list as its page opens; a new one in the newest edition."""
    if row is None:
        return begun(game, {})
    name, edition, body = own_lists.stored(row)
    return Sent(name, edition, "list", body)


def begun(game: System, options: Mapping[str, Any]) -> Sent:
    """An empty list in the newest edition, under the terms of an event whose options these are."""
    newest = selectors.editions(game.key).first()
    return Sent("", newest.key if newest else "", "list", game.at_event({}, options))


def page(game: System, told: Sent) -> dict[str, Any]:
    """What the templates `builder.html` and `_built.html` show."""
    cards = selectors.edition_cards(game.key, told.edition)
    reader = reader_of(game, cards)
    sheet = _builder(game).sheet(told.body, cards, told.section)
    return {
        "name": told.name,
        "edition": told.edition,
        "section": told.section,
        "body": json.dumps(told.body, ensure_ascii=False),
        "text": told.pasted or _builder(game).text(told.body, cards, language()),
        "pasted": told.pasted,
        "problems": told.problems,
        "unit": sheet.unit.to(language()),
        "card": list_card.card(reader, sheet),
        "picks": [_pick(reader, one) for one in sheet.picks],
        "sections": [_section(reader, one) for one in sheet.sections],
        "offers": _offers(reader, sheet.offers),
        "check": own_lists.checked(
            game.key, told.name, told.edition, told.body, card_names(cards, language())
        )
        if _any(sheet)
        else None,
    }


def shown(game: System, body: dict[str, Any], cards: Cards) -> dict[str, Any] | None:
    """A list as the picture of its cards, for whoever may see it; None for a game without a builder, and for a body of
    another form."""
    if game.builder is None:
        return None
    card = list_card.card(reader_of(game, cards), game.builder.sheet(body, cards, "list"))
    return card if card["sections"] else None


def difference(game: System, cards: Cards, old: dict[str, Any], new: dict[str, Any]) -> dict[str, list[str]]:
    """What a revision changed, card by card."""
    before, after = (_lines(_builder(game).sheet(body, cards, "list")) for body in (old, new))
    return {
        "came": [one for one in after if one not in before],
        "went": [one for one in before if one not in after],
    }


def usual_name(game: System, told: Sent) -> str:
    """What a list without a name is called: by its first choice and its limit."""
    sheet = _builder(game).sheet(told.body, {}, "list")
    return f"{sheet.picks[0].value}, {sheet.sections[0].limit}"[:80]


def _builder(game: System) -> Builder:
    assert game.builder is not None
    return game.builder


def _decoded(text: str) -> dict[str, Any]:
    try:
        told = json.loads(text[:LONGEST]) if text else {}
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _change(post: Mapping[str, Any], section: str) -> str:
    """The change of the tapped button; a card that was typed or chosen beside it is added to it."""
    do = str(post.get("do", ""))[:400]
    if do == "typed":
        return f"add:{section}:{str(post.get('typed', '')).replace(':', ' ').strip()}"
    if do.startswith("fit:") and do.count(":") == 1:
        return f"{do}:{post.get('add|' + do[4:], '')}"
    return do


def _any(sheet: Sheet) -> bool:
    return any(section.lines for section in sheet.sections)


def _lines(sheet: Sheet) -> list[str]:
    several = len(sheet.sections) > 1
    return [
        (f"{section.name.to(language())}: " if several else "") + _told(line)
        for section in sheet.sections
        for line in section.lines
    ]


def _told(line: Line) -> str:
    name, under = line.name.to(language()), ", ".join(one.name.to(language()) for one in line.under)
    return f"{name}{f' ×{line.count}' if line.count > 1 else ''}{f' ({under})' if under else ''}"


def _pick(reader: Reader, pick: Any) -> dict[str, Any]:
    values = [(key, text.to(language())) for key, text in pick.values.items()]
    if values and pick.value and pick.value not in pick.values:
        values.insert(0, (pick.value, pick.value))
    return {
        "key": pick.key,
        "label": reader.field(pick.field),
        "value": pick.value,
        "values": values,
        "number": pick.number,
        "optional": pick.optional,
    }


def _section(reader: Reader, section: Section) -> dict[str, Any]:
    return {
        "key": section.key,
        "name": section.name.to(language()),
        "spent": section.spent,
        "limit": section.limit,
        "left": section.limit - section.spent,
        "over": max(0, section.spent - section.limit),
        "unpriced": section.unpriced,
        "models": section.models,
        "lines": [_line(reader, one) for one in section.lines],
    }


def _line(reader: Reader, line: Line) -> dict[str, Any]:
    asked = [_asked(reader, one) for one in line.asked]
    return {
        "place": line.place,
        "id": line.id,
        "name": line.name.to(language()),
        "count": line.count,
        "counted": line.counted,
        "full": line.most is not None and line.count >= line.most,
        "price": line.price,
        "facts": [_fact(reader, one) for one in line.facts],
        "asked": asked,
        "unknown": [one["label"] for one in asked if not one["value"]],
        "under": [_line(reader, one) for one in line.under],
        "adds": [_offer(reader, one) for one in line.adds],
        "x": _asked(reader, line.x) if line.x else None,
    }


def _asked(reader: Reader, asked: Asked) -> dict[str, Any]:
    return {"key": asked.key, "label": reader.field(asked.field), "kind": asked.kind, "value": asked.value}


def _fact(reader: Reader, fact: Fact) -> dict[str, str]:
    return {"label": reader.field(fact.field), "value": ", ".join(fact.values)}


def _offer(reader: Reader, offer: Offer) -> dict[str, Any]:
    return {
        "id": offer.id,
        "name": offer.name.to(language()),
        "price": offer.price,
        "taken": offer.taken,
        "fits": offer.fits,
        "facts": ", ".join(value for fact in offer.facts for value in fact.values),
    }


def _offers(reader: Reader, offers: tuple[Offer, ...]) -> list[dict[str, Any]]:
    """The offers under their headings."""
    return [
        {"name": name, "offers": [_offer(reader, one) for one in group]}
        for name, group in groupby(offers, key=lambda one: one.group.to(language()))
    ]
