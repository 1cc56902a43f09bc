"""A team or a pool of champions as it is put together champion by champion, and as text.

`For: the pool of a competitive draft`, `Mode: Duel`, then a champion in a line, by name or slug. Whether it is legal
says `check.py` alone. Called through the game's descriptor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from games import faults
from games.builder import (
    Builder,
    Fact,
    Line,
    Offer,
    Pick,
    Section,
    Sheet,
    Unread,
    names_to_ids,
    plain,
    said_lines,
)
from games.rulebook import Text
from games.ruleset import Cards
from games.super_fantasy_brawl.facts import MODES
from games.super_fantasy_brawl.roster.check import USES, Body, called, champion_names, size_of, slug_of

MOST = 20
"""So many champions a list can name."""
NAME, UNIT = Text("Champions", "Чемпионы"), Text("champions", "чемпионы")
HEADS: dict[str, tuple[Text, dict[str, Text]]] = {
    "use": (Text("For", "Для чего"), USES),
    "mode": (Text("Mode", "Режим"), {key: one.name for key, one in MODES.items()}),
}
"""Field of the body -> its heading in a text, and the values that may stand behind it."""
ALSO = {"what the list is for": "use", "для чего список": "use"}
"""Other headings that people write, as the page itself calls a field."""


def sheet(raw: Mapping[str, Any], cards: Cards, section: str = "") -> Sheet:
    """The champions of the list, and all that may be added."""
    body, names = _body(raw), champion_names(cards)
    taken, size = Counter(body.champions), size_of(body)
    lines = tuple(_line(slug, count, names, cards) for slug, count in taken.items())
    left = size - len(body.champions)
    return Sheet(
        picks=tuple(
            Pick(key=key, field=key, value=getattr(body, key), values=values, told="alone")
            for key, (_head, values) in HEADS.items()
        ),
        sections=(Section(key="list", name=NAME, spent=len(body.champions), limit=size, lines=lines),),
        offers=tuple(_offer(slug, names, cards, taken[slug], left) for slug in names),
        unit=UNIT,
        called=Text(*(", ".join(line.name.to(one) for line in lines) for one in ("en", "ru"))),
        priced=False,
    )


def told(raw: dict[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """The body with what was picked: for which matches the champions are."""
    picked = {key: form.get(f"pick-{key}") for key in HEADS}
    known = {key: value for key, value in picked.items() if value in HEADS[key][1]}
    return plain(replace(_body(raw), **known))


def changed(raw: dict[str, Any], change: str, cards: Cards) -> dict[str, Any]:
    """The body after one change; see `games.builder`. A line's place is the champion."""
    verb, _colon, place = change.partition(":")
    body = _body(raw)
    champions = list(body.champions)
    if verb in ("add", "more") and len(champions) < MOST:
        name = place.partition(":")[2] if verb == "add" else place
        slug = _slug(name.strip()[:80], names_to_ids(champion_names(cards))) if name.strip() else ""
        champions += [slug] if slug else []
    elif verb in ("less", "drop") and place in champions:
        champions.remove(place)
    return plain(replace(body, champions=tuple(champions)))


def text(raw: dict[str, Any], cards: Cards, language: str) -> str:
    """The list as text; `pasted` reads it back to the same one."""
    body, names = _body(raw), champion_names(cards)
    heads = (
        f"{head.to(language)}: {values[getattr(body, key)].to(language)}"
        for key, (head, values) in HEADS.items()
    )
    ids, told = names_to_ids(names), ((slug, called(slug, names).to(language)) for slug in body.champions)
    champions = (name if _slug(name, ids) == slug else slug for slug, name in told)
    return "\n".join((*heads, "", *champions)) + "\n"


def pasted(raw: dict[str, Any], told: str, cards: Cards) -> tuple[dict[str, Any], list[Unread]]:
    """The body with the champions of a text; a heading that says nothing is told by its line."""
    ids, heads = names_to_ids(champion_names(cards)), dict[str, str]()
    champions, unread = list[str](), list[Unread]()
    for number, line in said_lines(told):
        head, colon, value = line.partition(":")
        if not colon:
            champions += [
                _slug(name.strip(), ids) for name in line.replace(";", ",").split(",") if name.strip()
            ]
        elif found := _headed(head.strip(), value.strip()):
            heads |= found
        else:
            known = faults.told(_headings("en"), _headings("ru"))
            unread.append(Unread(line=number, text=line, what=faults.fault("heading", known=known)))
    body = replace(_body(raw), champions=tuple(champions[:MOST]), **heads)
    return (raw if unread else plain(body)), unread


def _headings(language: str) -> str:
    """Every heading with one of its values, as somebody would write them."""
    return ", ".join(
        f"{head.to(language)}: {next(iter(values.values())).to(language)}" for head, values in HEADS.values()
    )


def _headed(head: str, value: str) -> dict[str, str]:
    """What a heading says of the list; {} where it says nothing."""
    for key, (name, values) in HEADS.items():
        if ALSO.get(head.casefold(), head.casefold()) in (key, name.en.casefold(), name.ru.casefold()):
            found = names_to_ids(values).get(value.casefold())
            return {key: found} if found else {}
    return {}


def _body(raw: Mapping[str, Any]) -> Body:
    """The body; of an empty or broken one a pool without champions."""
    try:
        return msgspec.convert(raw, Body)
    except msgspec.ValidationError:
        return Body((), use="pool")


def _slug(name: str, ids: Mapping[str, str]) -> str:
    return ids.get(name.casefold()) or slug_of(name)


def _line(slug: str, count: int, names: Mapping[str, Text], cards: Cards) -> Line:
    return Line(
        place=slug,
        id=slug,
        name=called(slug, names),
        count=count,
        most=1,
        price=count,
        facts=tuple(_facts(cards.get(slug, {}))),
    )


def _offer(slug: str, names: Mapping[str, Text], cards: Cards, taken: int, left: int) -> Offer:
    facts = tuple(_facts(cards.get(slug, {})))
    return Offer(
        id=slug, name=names[slug], group=NAME, price="1", taken=taken, fits=taken == 0 < left, facts=facts
    )


def _facts(card: Mapping[str, Any]) -> Iterator[Fact]:
    """Defence and health of both sides of the card: `2/6`, `3/7`."""
    sides = (card.get(side) or {} for side in ("base", "levelled"))
    values = tuple(
        "/".join(str(side.get(key, "?")) for key in ("defence", "health"))
        for side in sides
        if side.get("defence") is not None or side.get("health") is not None
    )
    if values:
        yield Fact(field="defence_health", values=values)


WRITTEN = Text(
    "A champion in a line. What the list is for stays as it is chosen above, unless a line says it: "
    "“For: the pool of a competitive draft” or “For: the team of every match”.",
    "По чемпиону в строке. Для чего список, остаётся как выбрано выше, если об этом нет строки: "
    "«Для чего: набор для турнирного драфта» или «Для чего: команда для всех партий».",
)
BUILDER = Builder(sheet=sheet, told=told, changed=changed, text=text, pasted=pasted, written=WRITTEN)
