"""Lists that are put together card by card, of every game whose descriptor has a `builder`: the page, its live part.

The list travels in the form as it is; a button carries one change, so that the page works without script. With
script only the list is drawn anew, and what may be added stays where the finger is. Called by `rosters`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.builder import Asked, Builder, Chart, Fact, Line, Offer, Pick, Section, Sheet
from games.faces import Unread
from games.ruleset import Cards
from games.system import System
from tracker import selectors
from tracker.messages import language, spoken
from tracker.models.rosters import RosterBase
from tracker.named import card_names
from tracker.pages.core.answers import plain
from tracker.pages.core.bars import bars
from tracker.pages.lists import list_card, own_lists
from tracker.pages.match_forms import addresses
from tracker.pages.match_forms.generic.lists import reader_of
from tracker.pages.match_forms.generic.reader import Reader

LONGEST, PASTED = 60_000, 20_000
"""Characters of a list in its form, and of one that is pasted as text."""

READ, TAKEN = "import", "take"
"""What a form asks for with a text: its list on the page, and that list handed in at once."""
SAVED = "save"
"""What it asks for with the list of the page."""


@dataclass(frozen=True)
class Sent:
    """What a form tells: the list after its change, and where further cards go. `pasted`: a text that could not be
    read, with its `problems`; `typed`: a card that was typed and not added, and `why`."""

    name: str
    edition: str
    section: str
    body: dict[str, Any]
    pasted: str = ""
    problems: tuple[dict[str, Any], ...] = ()
    typed: str = ""
    why: str = ""


def sent(request: HttpRequest, game: System) -> Sent:
    """The list as the form has it, with the one change of the button that was tapped. Where nobody chose another part
    than the list opens at by itself, the next card goes where the changed list opens."""
    builder, post = _builder(game), request.POST
    edition = post.get("edition", "")[:40]
    cards = selectors.edition_cards(game.key, edition)
    drawn = _decoded(post.get("body", ""))
    body = builder.told(drawn, {key: str(value) for key, value in post.items()})
    section = post.get("section", "")[:20]
    told = Sent(post.get("name", "").strip()[:80], edition, section, body)
    pasted, action = post.get("pasted", "")[:PASTED], post.get("action")
    if action in (READ, TAKEN) or (action == SAVED and _is_other(pasted, text(game, drawn, cards))):
        return read_text(game, told, pasted, cards)
    unchosen = builder.sheet(body, cards, "").section == section
    told = replace(told, section="" if unchosen else section)
    typed = post.get("typed", "").strip()[:120] if post.get("do") == "typed" else ""
    try:
        changed = builder.changed(body, _change(post, section or "list"), cards)
    except Unread as why:
        return replace(told, typed=typed, why=why.said.to(language()))
    if typed and changed == body:
        return replace(told, typed=typed, why=_("This adds nothing to the list."))
    return replace(told, body=changed)


def _is_other(pasted: str, drawn: str) -> bool:
    """Whether somebody wrote another list over the text of the page's own: it is what they mean to hand in."""
    return bool(pasted.strip()) and pasted.split() != drawn.split()


def read_text(game: System, told: Sent, text: str, cards: Cards) -> Sent:
    """The list of a text; one with a line that says nothing changes nothing, and stays to be mended."""
    if not text.strip():
        return replace(told, problems=(plain(_("Paste a list first.")),))
    body, unread = _builder(game).pasted(told.body, text, cards)
    where = _("Line %(line)d")
    problems = (
        plain(": ".join(part for part in (one.text, spoken(one.what)) if part), where % {"line": one.line})
        for one in unread
    )
    return replace(told, body=body, pasted=text if unread else "", problems=tuple(problems))


def stored(row: RosterBase) -> Sent:
    """A saved list as its page opens."""
    name, edition, body = own_lists.stored(row)
    return Sent(name, edition, "", body)


def begun(game: System, options: Mapping[str, Any], start: str = "") -> Sent:
    """A list in the newest edition, under the terms of an event whose options these are: empty, or as its `start`."""
    newest = selectors.editions(game.key).first()
    told = _builder(game).starts.get(start)
    name, body = (told.name.to(language()), dict(told.body)) if told else ("", {})
    under = game.at_event(body, options)
    # With terms alone a body is no list yet: what else every list says comes as it does with the first tap.
    return Sent(name, newest.key if newest else "", "", _builder(game).told(under, {}) if under else under)


def starts(game: System) -> list[tuple[str, str]]:
    """(key, name) of the lists that a new one may begin as."""
    known = game.builder.starts if game.builder else {}
    return [(key, one.name.to(language())) for key, one in known.items()]


def page(game: System, told: Sent) -> dict[str, Any]:
    """What the templates `lists/builder.html` and `_built.html` show. `offers` are made when they are asked for,
    since the latter draws no shelf."""
    cards = selectors.edition_cards(game.key, told.edition)
    reader = reader_of(game, cards)
    sheet = _builder(game).sheet(told.body, cards, told.section)
    picks = [_pick(reader, one) for one in sheet.picks]
    return {
        "name": told.name,
        "edition": told.edition,
        "section": sheet.section,
        "at": addresses(game.key),
        "body": json.dumps(told.body, ensure_ascii=False),
        "text": told.pasted or text(game, told.body, cards),
        "pasted": told.pasted,
        "written": written(game),
        "problems": told.problems,
        "unit": sheet.unit.to(language()),
        "priced": sheet.priced,
        "typed": sheet.typed.to(language()) if sheet.typed else "",
        "typed_now": told.typed,
        "typed_why": told.why,
        "card": list_card.card(reader, sheet),
        "picks": [one for one in picks if not one["seldom"]],
        "seldom": [one for one in picks if one["seldom"]],
        "sections": [_section(reader, one) for one in sheet.sections],
        "stocked": bool(sheet.offers),
        "offers": cache(lambda: _offers(reader, sheet.offers)),
        "counts": _counts(sheet),
        "charts": [_chart(one) for one in sheet.figures.charts] if sheet.figures else [],
        "check": _checked(game, told, sheet, cards),
    }


def _checked(game: System, told: Sent, sheet: Sheet, cards: Cards) -> dict[str, Any] | None:
    """The rules' answer, of a list with something in it or of another form."""
    if not _any(sheet) and not (told.body and own_lists.is_unreadable(game.key, told.body)):
        return None
    return own_lists.checked(game.key, told.name, told.edition, told.body, _named(sheet, cards))


def names(game: System, body: dict[str, Any], cards: Cards) -> dict[str, str]:
    """What a refusal calls the cards of a list: as the list does, whether it names them by their ids or as printed."""
    if game.builder is None:
        return card_names(cards, language())
    return _named(game.builder.sheet(body, cards, ""), cards)


def _named(sheet: Sheet, cards: Cards) -> dict[str, str]:
    lines = (line for section in sheet.sections for line in section.lines)
    return {**card_names(cards, language()), **{line.id: line.name.to(language()) for line in lines}}


def shown(game: System, body: dict[str, Any], cards: Cards) -> dict[str, Any] | None:
    """A list as the picture of its cards, for whoever may see it; None for a game without a builder, and for a body of
    another form."""
    if game.builder is None:
        return None
    card = list_card.card(reader_of(game, cards), game.builder.sheet(body, cards, ""))
    return card if card["sections"] else None


def written(game: System) -> str:
    """How a list of the game is written as text."""
    return _builder(game).written.to(language())


def text(game: System, body: dict[str, Any], cards: Cards) -> str:
    """A list as people send it."""
    return _builder(game).text(body, cards, language())


def difference(game: System, cards: Cards, old: dict[str, Any], new: dict[str, Any]) -> dict[str, list[str]]:
    """What a revision changed, card by card: those that came or of which there are more, those that went, what was
    chosen anew for the whole list."""
    reader = reader_of(game, cards)
    before, after = (_builder(game).sheet(body, cards, "") for body in (old, new))
    was, now = _lines(before), _lines(after)
    told = {key: _told(key, was[key], now[key]) for key in (*now, *(key for key in was if key not in now))}
    return {
        "came": [text for key, text in told.items() if now[key] > was[key]],
        "went": [text for key, text in told.items() if now[key] < was[key]],
        "rest": _chosen_anew(reader, before.picks, after.picks),
    }


def usual_name(game: System, told: Sent) -> str:
    """What a list without a name is called."""
    cards = selectors.edition_cards(game.key, told.edition)
    return _builder(game).sheet(told.body, cards, "").called.to(language())[:80]


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


def _lines(sheet: Sheet) -> Counter[str]:
    """Copies of each card by its name and what is attached to it, where there are several lists by its list too."""
    several = len(sheet.sections) > 1
    found = Counter[str]()
    for section in sheet.sections:
        for line in section.lines:
            found[(f"{section.name.to(language())}: " if several else "") + _whole(line)] += line.count
    return found


def _whole(line: Line) -> str:
    """A card by its name, with what is attached to it."""
    name, under = line.name.to(language()), ", ".join(one.name.to(language()) for one in line.under)
    return f"{name} ({under})" if under else name


def _told(name: str, was: int, now: int) -> str:
    """A card with its copies: all of them where it is new or gone, else before and after."""
    if was and now:
        return f"{name} {was} → {now}"
    return f"{name} ×{was or now}" if was + now > 1 else name


def _chosen_anew(reader: Reader, old: tuple[Pick, ...], new: tuple[Pick, ...]) -> list[str]:
    """The names of what was chosen differently."""
    before, after = ({one.key: one.value for one in picks} for picks in (old, new))
    fields = {one.key: one.field for one in (*old, *new)}
    changed = (key for key in fields if before.get(key, "") != after.get(key, ""))
    return [reader.field(fields[key]) for key in changed]


def _counts(sheet: Sheet) -> list[dict[str, Any]]:
    return [
        {"label": one.name.to(language()), "count": one.count, "limit": one.limit}
        for one in (sheet.figures.counts if sheet.figures else ())
    ]


def _chart(chart: Chart) -> dict[str, Any]:
    told = {name.to(language()): count for name, count in chart.bars}
    return bars(chart.name.to(language()), told, chart.note.to(language()) if chart.note else "")


def _pick(reader: Reader, pick: Pick) -> dict[str, Any]:
    values = [
        (key, text.to(language()) if text else reader.value(pick.field, key))
        for key, text in pick.values.items()
    ]
    if values and pick.value and pick.value not in pick.values:
        values.insert(0, (pick.value, pick.value))
    label = reader.field(pick.field)
    return {
        "key": pick.key,
        "label": label[:1].upper() + label[1:],
        "value": pick.value,
        "values": values,
        "number": pick.number,
        "none": "" not in pick.values and (pick.optional or not pick.value),
        "seldom": pick.seldom and not pick.value,
    }


def _section(reader: Reader, section: Section) -> dict[str, Any]:
    return {
        "key": section.key,
        "name": section.name.to(language()),
        "spent": section.spent,
        "limit": section.limit,
        "left": None if section.limit is None else section.limit - section.spent,
        "over": 0 if section.limit is None else max(0, section.spent - section.limit),
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
        "alone": line.most == 1 == line.count,
        "price": line.price,
        "facts": [_fact(reader, one) for one in line.facts],
        "asked": asked,
        "unknown": [one["label"] for one in asked if not one["value"]],
        "under": [_line(reader, one) for one in line.under],
        "adds": [_offer(reader, one) for one in line.adds],
        "x": _asked(reader, line.x) if line.x else None,
    }


def _asked(reader: Reader, asked: Asked) -> dict[str, Any]:
    value = asked.value if isinstance(asked.value, str) else asked.value.to(language())
    written = asked.written.to(language()) if asked.written else ""
    label = reader.field(asked.field)
    return {"key": asked.key, "label": label, "kind": asked.kind, "value": value, "written": written}


def _fact(reader: Reader, fact: Fact) -> dict[str, str]:
    return {"label": reader.field(fact.field), "value": _values(reader, fact)}


def _values(reader: Reader, fact: Fact) -> str:
    return ", ".join(reader.value(fact.field, value) for value in fact.values)


def _offer(reader: Reader, offer: Offer) -> dict[str, Any]:
    return {
        "id": offer.id,
        "name": offer.name.to(language()),
        "price": offer.price,
        "taken": offer.taken,
        "fits": offer.fits,
        "facts": ", ".join(list_card.note(reader, fact) for fact in offer.facts),
    }


def _offers(reader: Reader, offers: tuple[Offer, ...]) -> list[dict[str, Any]]:
    """The offers under their headings."""
    return [
        {"name": name, "offers": [_offer(reader, one) for one in group]}
        for name, group in groupby(offers, key=lambda one: one.group.to(language()))
    ]
