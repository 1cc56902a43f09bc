"""A warband as it is built figure by figure: its leader, its figures with their costs, what may be hired.

What no card tells of a figure is asked for. Whether the warband is legal says `check.py` alone. Called through the
game's descriptor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from games.builder import (
    Asked,
    Builder,
    Fact,
    Kind,
    Line,
    Offer,
    Pick,
    Section,
    Sheet,
    Unread,
    names_to_ids,
    plain,
    read_fact,
    typed_fact,
)
from games.last_battle.facts import BATTLEFIELDS, LIMITS
from games.last_battle.figures import Figure
from games.last_battle.roster.check import LEADER, Body, squad_of
from games.last_battle.roster.list_text import (
    LEADS,
    MOST,
    figures_of,
    from_text,
    name_of,
    parts_of,
    to_text,
    with_parts,
)
from games.rulebook import Text
from games.ruleset import Cards

NAMES = {"leader": LEADS, "list": Text("Figures", "Фигуры")}
"""The parts of a warband, by their keys."""
WARBAND, POINTS, SIZE = Text("Warband", "Отряд"), Text("points", "очки"), Text("Size", "Размер")
TYPED = Text("2x name; cost; size", "2x имя; стоимость; размер")
ASKED: dict[str, Kind] = {"leader_trait": "yes_no", "cost": "number", "size": "number", "unique": "yes_no"}
"""What may be asked of a figure."""
ON_CARD = {"leader_trait": "is_leader_trait"}
"""The field of a card that tells it, where that is called otherwise."""
OF_PART = {"leader": ("leader_trait", "size"), "list": ("cost", "size", "unique")}

Rows = list[tuple[Figure, int]]
"""Figures with the facts that the list states, and how many of each."""


def sheet(raw: Mapping[str, Any], cards: Cards, section: str = "") -> Sheet:
    """The warband as its page shows it; where nobody chose a section, a leader comes first."""
    body = _body(raw)
    leader, others = squad_of(body, cards)
    spent = sum(figure.cost or 0 for figure in others)
    limit = None if body.side == "serpent" else LIMITS.hire_points  # LB-ROSTER-08
    lead, rows = (_lines(key, rows, cards) for key, rows in _rows(body).items())
    chosen = section if section in NAMES else "list" if body.leader else "leader"
    return Sheet(
        picks=(_battlefield(body),),
        sections=(
            Section(key="leader", name=LEADS, spent=len(lead), limit=None, lines=lead),
            Section(
                key="list",
                name=NAMES["list"],
                spent=spent,
                limit=limit,
                lines=rows,
                unpriced=sum(figure.cost is None for figure in others),
            ),
        ),
        offers=tuple(_offers(chosen, body, cards, None if limit is None else limit - spent)),
        unit=POINTS,
        called=WARBAND if leader is None else name_of(leader.figure_id, cards),
        section=chosen,
        typed=TYPED,
    )


def told(raw: dict[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """The body with the battlefield that was picked, and what was stated of its figures."""
    body = _body(raw)
    rows = _rows(body)
    for key, value in form.items():
        kind, _bar, rest = key.partition("|")
        place, _bar, field = rest.partition("|")
        part, at = _place(place)
        if kind == "fact" and at < len(rows.get(part, ())) and field in OF_PART[part]:
            figure, count = rows[part][at]
            rows[part][at] = (_stated(figure, field, value.strip()), count)
    if form.get("pick-battlefield") in ("", *BATTLEFIELDS):
        body = replace(body, battlefield=form["pick-battlefield"] or None)
    return plain(_with(body, rows))


def changed(raw: dict[str, Any], change: str, cards: Cards) -> dict[str, Any]:
    """The body after one change; see `games.builder`. A place is `leader.0`, or `list` and the number of the row."""
    verb, _colon, rest = change.partition(":")
    place, _colon, card = rest.partition(":")
    body = _body(raw)
    rows = _rows(body)
    if verb == "add" and place in NAMES:
        figures = (
            [Figure(card)] if card in cards else [*figures_of(card.strip(), names_to_ids(_names(cards)))]
        )
        for figure in figures:
            _add(rows, place, figure)
    part, at = _place(place)
    if verb in ("more", "less", "drop") and at < len(rows.get(part, ())):
        figure, count = rows[part][at]
        left = {"more": min(MOST, count + 1), "less": count - 1, "drop": 0}[verb]
        rows[part][at : at + 1] = [(figure, left)] if left else []
    return plain(_with(body, rows))


def text(raw: dict[str, Any], cards: Cards, language: str) -> str:
    """The list as text."""
    return to_text(_body(raw), cards, language)


def pasted(raw: dict[str, Any], told: str, cards: Cards) -> tuple[dict[str, Any], list[Unread]]:
    """The body with the list of a text; it stays as it is where a line says nothing."""
    body, unread = from_text(told, _body(raw), cards)
    return (raw if unread else plain(body)), unread


def _body(raw: Mapping[str, Any]) -> Body:
    """The body; an empty one for a broken one."""
    try:
        return msgspec.convert(raw, Body)
    except msgspec.ValidationError:
        return Body()


def _rows(body: Body) -> dict[str, Rows]:
    """The figures by the part of the warband, equal ones once with their number."""
    leader, others = parts_of(body)
    return {"leader": [(leader, 1)] if leader else [], "list": [*Counter(others).items()]}


def _with(body: Body, rows: Mapping[str, Rows]) -> Body:
    leader = next((figure for figure, _count in rows["leader"]), None)
    others = (figure for figure, count in rows["list"] for _copy in range(count))
    return with_parts(body, leader, tuple(others))


def _place(place: str) -> tuple[str, int]:
    """(part, number of its row); a number that no row has for a place that is none."""
    part, _dot, at = place.partition(".")
    return part, int(at) if at.isdecimal() and len(at) < 4 else 10_000


def _add(rows: dict[str, Rows], part: str, figure: Figure) -> None:
    """One more of a figure, with the facts that the list states of it already; the leader is another one then."""
    if part == "leader":
        rows[part] = [(figure, 1)]
        return
    for at, (one, count) in enumerate(rows[part]):
        if one == figure or (one.figure_id == figure.figure_id and figure == Figure(figure.figure_id)):
            rows[part][at] = (one, min(MOST, count + 1))
            return
    rows[part].append((figure, 1))


def _stated(figure: Figure, field: str, value: str) -> Figure:
    """The figure with a fact that was typed; an empty field is unknown again."""
    told = read_fact(ASKED[field], value)
    if field == "leader_trait":
        return replace(figure, traits=None if told is None else (LEADER,) if told else ())
    return replace(figure, **{field: told})


# What is shown.


def _battlefield(body: Body) -> Pick:
    return Pick(
        key="battlefield",
        field="battlefield",
        value=body.battlefield or "",
        values=dict.fromkeys(BATTLEFIELDS),
        optional=True,
        told="field",
    )


def _names(cards: Cards) -> dict[str, Text]:
    return {id_: name_of(id_, cards) for id_ in cards}


def _lines(part: str, rows: Rows, cards: Cards) -> tuple[Line, ...]:
    return tuple(
        _line(part, f"{part}.{at}", figure, count, cards.get(figure.figure_id, {}), cards)
        for at, (figure, count) in enumerate(rows)
    )


def _line(part: str, place: str, figure: Figure, count: int, card: Mapping[str, Any], cards: Cards) -> Line:
    cost = card.get("cost") if figure.cost is None else figure.cost
    size = card.get("size") if figure.size is None else figure.size
    unique = card.get("unique") if figure.unique is None else figure.unique
    return Line(
        place=place,
        id=figure.figure_id,
        name=name_of(figure.figure_id, cards),
        count=count,
        most=1 if unique or part == "leader" else MOST,
        price=0 if part == "leader" else None if cost is None else cost * count,
        facts=() if size is None else (Fact(field="size", values=(str(size),), short=SIZE),),
        asked=tuple(_asked(part, place, figure, card)),
    )


def _asked(part: str, place: str, figure: Figure, card: Mapping[str, Any]) -> Iterator[Asked]:
    """What the card does not tell, and what the list states all the same."""
    trait = None if figure.traits is None else LEADER in figure.traits
    for field in OF_PART[part]:
        value = typed_fact(trait if field == "leader_trait" else getattr(figure, field))
        if value or card.get(ON_CARD.get(field, field)) is None:
            yield Asked(key=f"fact|{place}|{field}", field=field, kind=ASKED[field], value=value)


def _offers(part: str, body: Body, cards: Cards, left: int | None) -> Iterator[Offer]:
    """The cards that may go into this part, by name: as leaders those that may be one, for nothing."""
    taken = {figure.figure_id: count for figure, count in _rows(body)[part]}
    for id_, name in sorted(_names(cards).items(), key=lambda one: one[1].en):
        card = cards[id_]
        if part == "leader" and card.get("is_leader_trait") is False:
            continue
        cost = 0 if part == "leader" else card.get("cost")
        yield Offer(
            id=id_,
            name=name,
            group=NAMES[part],
            price=None if cost is None else str(cost),
            taken=taken.get(id_, 0),
            fits=cost is None or left is None or cost <= left,
            facts=() if card.get("size") is None else (Fact(field="size", values=(f"{card['size']}",)),),
        )


WRITTEN = Text(
    "The leader first, then 2x name; cost; size.", "Сначала лидер, затем 2x имя; стоимость; размер."
)
BUILDER = Builder(sheet=sheet, told=told, changed=changed, text=text, pasted=pasted, written=WRITTEN)
