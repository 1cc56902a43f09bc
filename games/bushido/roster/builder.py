"""A warband as it is built card by card: lines with prices and facts, what may be recruited, one change at a time.

Prices and legality are those of `roster/`; nothing is judged here. Called through the game's descriptor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from games.builder import Asked, Builder, Line, Pick, Section, Sheet, Unread
from games.bushido.cards import card_of, kind_of
from games.bushido.opening import TABLES
from games.bushido.roster.body import Body, Fitted, Recruit, Sideboard, Stated, Taken, Warband
from games.bushido.roster.keywords import is_ronin
from games.bushido.roster.list_text import NOBODY, SECTIONS, from_text, to_text
from games.bushido.roster.models import copies_of
from games.bushido.roster.offers import (
    asked_of_profile,
    card_name,
    enhancements,
    is_of,
    most_of,
    of_model,
    offers,
    profile_facts,
    questions,
    read_stated,
    special_facts,
)
from games.bushido.roster.price import items_of, known_rice, model_rice, special_rice
from games.bushido.roster.variants import lists_of
from games.bushido.roster.warband import Found, Model, Special, found_of
from games.bushido.scenarios import SCENARIOS
from games.rulebook import Text
from games.ruleset import Cards

FOUND = {"list": "warband_list", "second": "second_list", "played": "played_list"}
"""Section -> the label of its list in `roster.variants`."""
OF_VARIANT = {"two": ("list", "second"), "sideboard": ("list", "sideboard")}
RICE = Text("rice", "стоимость")
NAMING = {
    "list": ("vim", "vim_model"),
    "second": ("vim_second", "vim_of_second"),
    "played": ("vim_played", "vim_of_played"),
}
"""List -> what is picked as its VIM, and how that is called."""
OF_SCENARIOS = ("honbasho", "duel", "bavarian_botoku")
"""Scenarios that ask something of the lists themselves (BUS-SCN-16 to -18)."""


def sheet(raw: dict[str, Any], cards: Cards, section: str = "") -> Sheet:
    """The list as its page shows it, with what may go into this section."""
    body = _body(raw, cards)
    known = body.known(cards)
    sections = tuple(_section(key, body, known, cards) for key in _sections(body))
    chosen = next((one for one in sections if one.key == section), sections[0])
    found = _found(body, chosen.key, known)
    called = f"{body.faction}, {body.terms.rice_limit}"
    return Sheet(
        picks=tuple(_picks(body, cards)),
        sections=sections,
        offers=tuple(offers(found, cards, chosen)),
        unit=RICE,
        called=Text(called, called),
        section=chosen.key,
    )


def told(raw: dict[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """The body with the faction, theme, limit and variant that were picked, and the facts and X that were stated."""
    body = _body({**raw, **_picked(raw, form)}, {})
    body = replace(body, facts=_stated(body, form))
    for key, value in form.items():
        if key.startswith("x|"):
            body = _edited(body, key[2:], partial(_priced, x=value))
    return _plain(body)


def changed(raw: dict[str, Any], change: str, cards: Cards) -> dict[str, Any]:
    """The body after one change; see `games.builder`."""
    verb, _colon, rest = change.partition(":")
    place, _colon, card = rest.partition(":")
    body = _body(raw, cards)
    if verb == "add" and card.strip():
        return _plain(_added(body, place, card.strip()[:120], cards))
    if verb == "fit" and card:
        return _plain(_edited(body, place, lambda one: _fitted(one, card, cards)))
    steps = {"more": 1, "less": -1, "drop": -99}
    if verb in steps:
        return _plain(_edited(body, place, lambda one: _counted(one, steps[verb], cards)))
    return raw


def text(raw: dict[str, Any], cards: Cards, language: str) -> str:
    """The list as text."""
    return to_text(_body(raw, cards), cards, language)


def pasted(raw: dict[str, Any], told: str, cards: Cards) -> tuple[dict[str, Any], list[Unread]]:
    """The body with the list of a text; it stays as it is where a line says nothing."""
    body, unread = from_text(told, _body(raw, cards), cards)
    return (raw if unread else _plain(body)), unread


def _body(raw: Mapping[str, Any], cards: Cards) -> Body:
    """The body; of an empty or broken one the first faction of the edition."""
    first = min(_factions(cards), default=NOBODY)
    try:
        told = {key: value for key, value in raw.items() if value is not None}
        chosen = told.get("faction", NOBODY)
        return msgspec.convert({**told, "faction": first if chosen == NOBODY else chosen}, Body)
    except msgspec.ValidationError:
        return Body(first)


def _plain(body: Body) -> dict[str, Any]:
    """In plain form, without declared totals: the page computes them."""
    plain: dict[str, Any] = msgspec.to_builtins(body)
    for part in (plain, plain.get("second") or {}, plain.get("played") or {}):
        part.pop("total", None)
    return plain


def _factions(cards: Cards) -> dict[str, Text]:
    names = {str(row["faction"]) for row in cards.values() if row.get("faction")}
    return {name: Text(name, name) for name in sorted(names) if not is_ronin(name)}


# What is picked and stated.


def _picks(body: Body, cards: Cards) -> Iterator[Pick]:
    factions = _factions(cards)
    yield Pick(key="faction", field="faction", value=body.faction, values=factions, again=True, told="alone")
    themes = {
        id_: card_name(id_, row)
        for id_, row in cards.items()
        if kind_of(row) == "theme" and is_of(row.get("faction"), body.faction)
    }
    if themes:
        yield Pick(
            key="theme",
            field="theme",
            value=body.theme or "",
            values=themes,
            again=True,
            optional=True,
            told="alone",
        )
    limit = str(body.terms.rice_limit)
    yield Pick(key="rice_limit", field="rice_limit", value=limit, number=True, again=True)
    lists = next(one.values for one in TABLES.choices if one.key == "lists")
    yield Pick(key="lists", field="lists", value=body.terms.lists, values=lists, again=True)
    own = {key: SCENARIOS[key].name for key in OF_SCENARIOS}
    chosen = body.terms.scenario or ""
    yield Pick(key="scenario", field="scenario", value=chosen, values=own, again=True, optional=True)
    if body.terms.scenario == "duel":
        yield from _vims(body, cards)


def _vims(body: Body, cards: Cards) -> Iterator[Pick]:
    """BUS-SCN-17: each list names the VIM of its own; one without models has none yet."""
    for section, (key, field) in NAMING.items():
        part = body if section == "list" else getattr(body, section)
        names = [one.profile for one in _recruits(part)] if part is not None else []
        if names or section == "list":
            mine = {id_: card_name(id_, cards.get(id_, {})) for id_ in names}
            vim = part.vim or ""
            yield Pick(key=key, field=field, value=vim, values=mine, optional=True, told="field")


def _picked(raw: Mapping[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """The fields of the body that were picked for the whole list."""
    told: dict[str, Any] = {}
    faction = form.get("pick-faction", "").strip()[:120]
    if faction:
        told["faction"] = faction
        if raw.get("second"):
            told["second"] = {**raw["second"], "faction": faction}
    if "pick-theme" in form:
        moved = bool(faction) and faction != raw.get("faction", faction)
        told["theme"] = None if moved else form["pick-theme"][:120] or None
    if "pick-vim" in form:
        told["vim"] = form["pick-vim"][:120] or None
    for section in ("second", "played"):
        picked = form.get(f"pick-{NAMING[section][0]}")
        if picked is not None and raw.get(section):
            told[section] = {**raw[section], **told.get(section, {}), "vim": picked[:120] or None}
    terms = {**raw.get("terms", {}), **_terms(form)}
    for variant, (_list, section) in OF_VARIANT.items():
        if terms.get("lists") != variant and not _lies_in(raw.get(section)):
            told[section] = None
    return {**told, "terms": terms}


def _terms(form: Mapping[str, str]) -> dict[str, Any]:
    """For which matches the list is."""
    told: dict[str, Any] = {}
    if form.get("pick-rice_limit", "").isdecimal():
        told["rice_limit"] = int(form["pick-rice_limit"][:4])
    if form.get("pick-lists"):
        told["lists"] = form["pick-lists"]
    if form.get("pick-scenario") in ("", *OF_SCENARIOS):
        told["scenario"] = form["pick-scenario"] or None
    return told


def _lies_in(part: Any) -> bool:
    return isinstance(part, Mapping) and bool(part.get("models") or part.get("cards"))


def _stated(body: Body, form: Mapping[str, str]) -> dict[str, Stated]:
    """What was typed of the cards that still lie in the list; an empty field is unknown again."""
    here = {one.profile if isinstance(one, Recruit) else one.card for one in _all(body)}
    found = {id_: msgspec.to_builtins(one) for id_, one in body.facts.items() if id_ in here}
    for key, value in form.items():
        kind, _bar, rest = key.partition("|")
        id_, _bar, field = rest.rpartition("|")
        if kind == "fact" and id_ in here:
            found.setdefault(id_, {})[field] = read_stated(field, value.strip())
    facts = {}
    for id_, told in found.items():
        kept = {field: value for field, value in told.items() if value is not None}
        try:
            facts[id_] = msgspec.convert(kept, Stated)
        except msgspec.ValidationError:
            facts[id_] = body.facts.get(id_, Stated())
    return {id_: one for id_, one in facts.items() if one != Stated()}


# One change.


def _sections(body: Body) -> tuple[str, ...]:
    wanted = OF_VARIANT.get(body.terms.lists, ("list",))
    here = [key for key in ("second", "sideboard", "played") if getattr(body, key) is not None]
    return tuple(dict.fromkeys((*wanted, *here)))


def _of(body: Body, section: str) -> Warband | Sideboard:
    if section == "list":
        return body
    part: Warband | Sideboard | None = getattr(body, section)
    return part or (Sideboard() if section == "sideboard" else Warband(body.faction, body.theme))


def _with(body: Body, section: str, **parts: Any) -> Body:
    if section == "list":
        return replace(body, **parts)
    return replace(body, **{section: replace(_of(body, section), **parts)})


def _recruits(part: Warband | Sideboard) -> list[Recruit]:
    return [Recruit(one) if isinstance(one, str) else one for one in part.models]


def _takes(part: Warband | Sideboard) -> list[Taken]:
    return [Taken(one) if isinstance(one, str) else one for one in part.cards]


def _all(body: Body) -> Iterator[Recruit | Taken | Fitted]:
    for section in SECTIONS:
        part = _of(body, section)
        for one in _recruits(part):
            yield one
            yield from (Fitted(each) if isinstance(each, str) else each for each in one.enhancements)
        yield from _takes(part)


def _added(body: Body, section: str, card: str, cards: Cards) -> Body:
    """One more of a card: of a profile one model more; at most as many as a list may have (`most_of`)."""
    if section not in SECTIONS:
        return body
    part, known = _of(body, section), body.known(cards)
    row = known.get(card, {})
    if kind_of(row) == "theme":
        return replace(body, theme=card)
    models, taken = _recruits(part), _takes(part)
    lies = [one.count for one in models if one.profile == card]
    lies += [one.count for one in taken if one.card == card]
    most = most_of(_found(body, section, known), card_of(row), kind_of(row)) if row else None
    if most is not None and sum(lies) >= most:
        return body
    if kind_of(row) == "profile":
        at = next((at for at, one in enumerate(models) if one.profile == card), None)
        if at is None:
            models.append(Recruit(card))
        else:
            models[at] = _counted(models[at], 1, known)
        return _with(body, section, models=tuple(models))
    at = next((at for at, each in enumerate(taken) if each.card == card), None)
    if at is None:
        taken.append(Taken(card))
    else:
        taken[at] = _counted(taken[at], 1, known)
    return _with(body, section, cards=tuple(taken))


def _edited(body: Body, place: str, change: Callable[[Any], Any]) -> Body:
    """The body with the card at a place changed, or without it where `change` gives None."""
    section, _dot, rest = place.partition(".")
    kind, _dot, rest = rest.partition(".")
    at, _dot, under = rest.partition(".")
    if section not in SECTIONS or kind not in ("models", "cards") or not at.isdecimal():
        return body
    part = _of(body, section)
    lines: list[Any] = list(_recruits(part) if kind == "models" else _takes(part))
    if int(at) >= len(lines):
        return body
    if under:
        lines[int(at)] = _under(lines[int(at)], under, change)
    else:
        after = change(lines[int(at)])
        lines[int(at) : int(at) + 1] = [] if after is None else [after]
    return _with(body, section, **{kind: tuple(lines)})


def _under(recruit: Recruit, at: str, change: Callable[[Any], Any]) -> Recruit:
    fitted: list[Any] = [Fitted(one) if isinstance(one, str) else one for one in recruit.enhancements]
    if not at.isdecimal() or int(at) >= len(fitted):
        return recruit
    after = change(fitted[int(at)])
    fitted[int(at) : int(at) + 1] = [] if after is None else [after]
    return replace(recruit, enhancements=tuple(fitted))


def _counted(one: Any, step: int, cards: Cards) -> Any:
    """So many more of it; None when none is left. Enhancements of one of several models say which."""
    if isinstance(one, Fitted):
        return None
    count = min(99, one.count + step)
    if count < 1:
        return None
    if isinstance(one, Recruit) and count > 1:
        named = [_numbered(each, cards) for each in one.enhancements]
        return replace(one, count=count, enhancements=tuple(named))
    return replace(one, count=count)


def _numbered(fitted: str | Fitted, cards: Cards) -> str | Fitted:
    told = Fitted(fitted) if isinstance(fitted, str) else fitted
    for_all = cards.get(told.card, {}).get("serves") == "all"
    return fitted if for_all or told.model is not None else replace(told, model=1)


def _fitted(one: Any, card: str, cards: Cards) -> Any:
    if not isinstance(one, Recruit):
        return one
    name, _hash, number = card.rpartition("#")
    fitted: str | Fitted = card
    if name in cards and number.isdecimal() and len(number) < 3:
        fitted = Fitted(name, int(number))
    elif one.count > 1:
        fitted = _numbered(card, cards)
    return replace(one, enhancements=(*one.enhancements, fitted))


def _priced(one: Any, x: str) -> Any:
    if isinstance(one, Recruit):
        return one
    return replace(one, x=int(x) if x.isdecimal() and len(x) < 4 else None)


# What is shown.


def _found(body: Body, section: str, cards: Cards) -> Found:
    if section in FOUND:
        found = {one.label: one for one in lists_of(body, cards)}
        if FOUND[section] in found:
            return found[FOUND[section]]
    part = _of(body, section)
    limit = body.terms.sideboard_rice if section == "sideboard" else body.terms.rice_limit
    alone = Warband(body.faction, body.theme, part.models, part.cards)
    return found_of(section, alone, body.terms, cards, limit, "agreed_limit")


def _section(key: str, body: Body, known: Cards, cards: Cards) -> Section:
    found = _found(body, key, known)
    lines = (
        *(_model_line(found, key, at, model, body, cards) for at, model in enumerate(found.models)),
        *(_card_line(found, f"{key}.cards.{at}", one, body, cards) for at, one in enumerate(found.taken)),
    )
    return Section(
        key=key,
        name=SECTIONS[key],
        spent=known_rice(found),
        limit=found.rice,
        lines=lines,
        unpriced=sum(item.rice is None for item in items_of(found)),
        models=sum(model.count for model in found.models),
    )


def _model_line(found: Found, key: str, at: int, model: Model, body: Body, cards: Cards) -> Line:
    place = f"{key}.models.{at}"
    row = cards.get(model.id, {})
    under = (
        _card_line(found, f"{place}.{number}", one, body, cards) for number, one in enumerate(model.fitted)
    )
    return Line(
        place=place,
        id=model.id,
        name=card_name(model.id, row),
        count=model.count,
        most=copies_of(model.known),
        price=model_rice(found, model),
        facts=tuple(profile_facts(model.known)),
        asked=tuple(asked_of_profile(model.id, row, body)),
        under=tuple(under),
        adds=tuple(enhancements(found, model, cards)),
    )


def _card_line(found: Found, place: str, one: Special, body: Body, cards: Cards) -> Line:
    row = cards.get(one.id, {})
    cost = one.card.cost if one.card else None
    missing = () if (cost is not None and "cost" in row) or one.kind == "communal" else ("rice",)
    free = cost is not None and cost.free
    x = "" if one.x is None else str(one.x)
    return Line(
        place=place,
        id=one.id,
        name=of_model(card_name(one.id, row), one.model),
        count=one.count,
        most=most_of(found, one.card, one.kind),
        price=special_rice(found, one),
        counted=one.owner is None,
        facts=tuple(special_facts(one.card)) if one.card else (),
        asked=tuple(questions(one.id, missing, body)),
        x=Asked(key=f"x|{place}", field="own_x", kind="number", value=x) if free else None,
    )


WRITTEN = Text(
    "Faction: its name, then 2x Guards; a line with + is attached to the card above.",
    "Фракция: название, затем 2x Стражи; строка с плюсом относится к карте над ней.",
)
BUILDER = Builder(sheet=sheet, told=told, changed=changed, text=text, pasted=pasted, written=WRITTEN)
