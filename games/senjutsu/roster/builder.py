"""A deck as it is built card by card: its cards with their copies, what may be added, counts, charts, printed decks.

Whether it is legal says `check.py` alone; as text it stands in `deck_text.py`. Called through the game's descriptor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from games import faces
from games.builder import (
    Builder,
    Chart,
    Count,
    Fact,
    Figures,
    Line,
    Offer,
    Pick,
    Section,
    Sheet,
    Start,
    Unread,
    plain,
)
from games.faults import fault, in_russian
from games.rulebook import YES_NO, Text
from games.ruleset import Cards
from games.senjutsu.facts import CARDS, CHARACTERS, FACTS, LIMITS, SCHOOLS, SIGNATURES, Card
from games.senjutsu.roster.check import Body, deck_of, fact_of, name_of, rules_of
from games.senjutsu.roster.deck import (
    DECK_LIMITS,
    Deck,
    DeckRules,
    counted,
    forbidden_schools,
    schools_of,
)
from games.senjutsu.roster.deck_text import from_text, to_text
from games.senjutsu.roster.deck_view import UNKNOWN, chart
from games.senjutsu.worded import WORDS

MOST = 99
MAT = ("wound_limit", "hand_limit", "advantage")
"""The numbers on a character card."""
KINDS = ("prepared", "poison")
"""Cards that a deck names besides."""
RANKS = ("jade", "gold", "steel", "wood", None)
"""From the rarest, as the cards of an owner are offered."""
DECK, UNIT = Text("Deck", "Колода"), Text("cards", "карты")
COMMON = Text("Common cards", "Общие карты")
TYPED = Text("Copies and number, as in 2 A-130", "Копии и номер, например 2 A-130")
HEADS = {"card_rank": Text("Rank", "Ранг"), "initiative": Text("Init.", "Иниц.")}
NO, YES = (Text(YES_NO["en"][flag], YES_NO["ru"][flag]) for flag in (False, True))


def sheet(raw: Mapping[str, Any], cards: Cards, section: str = "") -> Sheet:
    """The deck as its page shows it, with the cards of its character and those of everybody."""
    body = _body(raw)
    deck = _deck(body, cards)
    size = LIMITS.signature_size if body.signature else body.deck_size
    spent = sum(deck.cards.values())
    return Sheet(
        picks=tuple(_picks(body)),
        sections=(Section(key="list", name=DECK, spent=spent, limit=size, lines=tuple(_lines(deck, cards))),),
        offers=tuple(_offers(deck, cards, size - spent, rules_of(body))),
        unit=UNIT,
        called=_character(body.character),
        priced=False,
        typed=TYPED,
        figures=_figures(deck, cards) if spent else None,
    )


def told(raw: dict[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """The body with the character, weapon, school and the like that were picked."""
    body = _body(raw)
    picked = {
        key.removeprefix("pick-"): one.strip()[:200] for key, one in form.items() if key.startswith("pick-")
    }
    parts = {key: read(picked[key]) for key, read in READ.items() if key in picked}
    other = picked.get("other_character", "").casefold().replace(" ", "_")
    if other or picked.get("character"):
        parts["character"] = (other or picked["character"])[:40]
    weapon = picked.get("weapons", _first(body.weapons))
    if weapon != _first(body.weapons):
        known = FACTS.weapons.get(weapon)
        parts |= {"weapons": (weapon,) if weapon else (), "weapon_cards": (known.card,) if known else ()}
    school = picked.get("schools", _first(body.schools))
    if school != _first(body.schools):
        parts["schools"] = (school,) if school else ()
    return plain(replace(body, **parts))


def changed(raw: dict[str, Any], change: str, cards: Cards) -> dict[str, Any]:
    """The body after one change; see `games.builder`. A line's place is its card."""
    verb, _colon, rest = change.partition(":")
    body = _body(raw)
    copies = dict(_deck(body, cards).cards)
    if verb == "add":
        card = rest.partition(":")[2]
        for key, count in _added(card, cards).items():
            copies[key] = min(MOST, copies.get(key, 0) + count)
    elif rest in copies:
        after = copies[rest] + {"more": 1, "less": -1, "drop": -MOST}.get(verb, 0)
        copies[rest] = min(MOST, max(0, after))
    return plain(replace(body, cards={key: count for key, count in sorted(copies.items()) if count}))


def _added(card: str, cards: Cards) -> dict[str, int]:
    """Copies by card of a key, or of a line that somebody typed. Raises `faces.Unread` for one that says nothing."""
    if card in CARDS or card in cards:
        return {card: 1}
    found, problems = from_text(card, cards)
    if problems:
        what = problems[0].what
        raise faces.Unread(Text(what, in_russian(what)))
    copies: dict[str, int] = found["cards"]
    return copies


def text(raw: dict[str, Any], cards: Cards, language: str) -> str:
    """The deck as text."""
    return to_text(_body(raw), cards, language)


def pasted(raw: dict[str, Any], told: str, cards: Cards) -> tuple[dict[str, Any], list[Unread]]:
    """The body with the deck of a text, of the same character where the text names none; what no text tells stays."""
    found, unread = from_text(told, cards)
    if not unread and not raw.get("character") and "character" not in found:
        unread = [Unread(line=1, text="", what=fault("no_character", known=", ".join(CHARACTERS)))]
    if unread:
        return raw, unread
    body = _body(raw)
    kept = {name: getattr(body, name) for name in ("character", *UNTOLD)}
    return plain(msgspec.convert({**kept, **found}, Body)), []


UNTOLD = ("weapon_slots", "weapon_options", "deck_size", "signature_requires_40", "forbidden")
"""What stands in the body of a deck and in no text."""


def printed_deck(character: str) -> dict[str, Any]:
    """The body of a character's printed deck. Raises KeyError for one without."""
    printed, weapons = SIGNATURES[character], CHARACTERS[character].weapons
    body = Body(
        character,
        dict(printed.cards),
        signature=True,
        weapons=weapons,
        weapon_cards=tuple(FACTS.weapons[key].card for key in weapons),
        schools=(printed.school,) if printed.school else (),
    )
    return plain(body)


# What is read.


def _body(raw: Mapping[str, Any]) -> Body:
    """The body; an empty deck of nobody yet for a new or a broken one."""
    try:
        return msgspec.convert(raw, Body)
    except msgspec.ValidationError:
        return Body("")


def _deck(body: Body, cards: Cards) -> Deck:
    """The deck with what is known of its cards, without an edition that is broken."""
    try:
        return deck_of(body, cards)
    except msgspec.ValidationError:
        return Deck(body.character, counted(body.cards), signature=body.signature)


def _first(values: tuple[str, ...]) -> str:
    return next(iter(values), "")


def _number(text: str) -> int | None:
    return min(99, int(text)) if text.isdecimal() and len(text) < 4 else None


def _keys(text: str) -> tuple[str, ...]:
    return tuple(part.strip().upper() for part in text.replace(";", ",").split(",") if part.strip())


READ: dict[str, Any] = {
    "signature": lambda value: value == "yes",
    "format": lambda value: "competitive" if value == "competitive" else "casual",
    "wound_limit": lambda value: _number(value) or None,
    "hand_limit": lambda value: _number(value) or None,
    "advantage": _number,
    **dict.fromkeys(KINDS, _keys),
}
"""Field of the body -> how its value is read."""


# What is shown.


def _character(key: str) -> Text:
    known = CHARACTERS.get(key)
    return known.name if known else Text(key.replace("_", " "), key.replace("_", " "))


def _picks(body: Body) -> Iterator[Pick]:
    chosen = body.character
    characters = dict.fromkeys((*CHARACTERS, *((chosen,) if chosen else ())))
    yield _pick("character", chosen, characters, told="alone", again=True, optional=not chosen)
    yield _pick("weapons", _first(body.weapons), dict.fromkeys(FACTS.weapons), told="alone", optional=True)
    yield _pick("signature", "yes" if body.signature else "", {"": NO, "yes": YES}, told="field")
    competitive = "" if body.format == "casual" else body.format
    yield _pick("format", competitive, {"": NO, "competitive": YES})
    yield _pick("schools", _first(body.schools), dict.fromkeys(SCHOOLS), told="alone", optional=True)
    yield _pick("other_character", "", seldom=True)
    for name in MAT:
        value = getattr(body, name)
        yield _pick(name, "" if value is None else str(value), seldom=True, number=True)
    for name in KINDS:
        yield _pick(name, ", ".join(getattr(body, name)), seldom=True, told="field")


def _pick(field: str, value: str, values: Mapping[str, Text | None] | None = None, **more: Any) -> Pick:
    return Pick(key=field, field=field, value=value, values=values or {}, **more)


def _fact_of(key: str, cards: Cards) -> Card:
    """What is known of a card: the edition's word before the rulebook's, but for a rank of which that is certain."""
    base = CARDS.get(key, Card())
    try:
        told = fact_of(cards[key]) if key in cards else base
    except msgspec.ValidationError:
        return base
    printed = {name: getattr(told, name) for name in ("owner", "rank", "types", "initiative")}
    if base.rank_source == "certain":
        printed["rank"] = base.rank
    return replace(base, **{name: value for name, value in printed.items() if value is not None})


def _name(key: str, cards: Cards) -> Text:
    """A card by its name and number; by its number alone where nobody knows its name."""
    names = (name_of(key, language, cards) for language in ("en", "ru"))
    return Text(*(key if name == key else f"{name} ({key})" for name in names))


def _facts(card: Card) -> Iterator[Fact]:
    if card.rank:
        yield Fact(field="printed.card_rank", values=(card.rank,), short=HEADS["card_rank"])
    if card.types:
        yield Fact(field="printed.types", values=card.types)
    if card.initiative is not None:
        yield Fact(field="printed.initiative", values=(str(card.initiative),), short=HEADS["initiative"])


def _most(card: Card) -> int:
    return FACTS.copies.get(card.rank or "", LIMITS.unknown_copies)


def _lines(deck: Deck, cards: Cards) -> Iterator[Line]:
    for key, count in sorted(deck.cards.items()):
        card = _fact_of(key, cards)
        yield Line(
            place=key,
            id=key,
            name=_name(key, cards),
            count=count,
            most=_most(card),
            price=count,
            facts=tuple(_facts(card)),
        )


def _full(deck: Deck, cards: Cards) -> set[str]:
    """SEN-ROSTER-08, -09: the ranks of which the deck holds as many cards as it may."""
    held = Counter[str | None]()
    for key, count in deck.cards.items():
        held[_fact_of(key, cards).rank] += count
    return {rank for rank, (_rule, most) in DECK_LIMITS.items() if held[rank] >= most}


def _offers(deck: Deck, cards: Cards, left: int, rules: DeckRules) -> Iterator[Offer]:
    """The character's own cards, then those that everybody may use, each from jade to wood."""
    known = {key: _fact_of(key, cards) for key in {*CARDS, *cards} if key.startswith("A-")}
    full, declared = _full(deck, cards), schools_of(deck)
    others = (keys for school, keys in forbidden_schools(rules).items() if school not in declared)
    barred = {key for keys in others for key in keys}
    for owner, group in ((deck.character, _character(deck.character)), ("common", COMMON)):
        own = [key for key, card in known.items() if card.owner == owner and card.rank != "core"]
        for key in sorted(own, key=lambda key: (RANKS.index(known[key].rank), key)):
            taken, rank = deck.cards.get(key, 0), known[key].rank
            yield Offer(
                id=key,
                name=_name(key, cards),
                group=group,
                price="1",
                taken=taken,
                fits=left > 0 and taken < _most(known[key]) and rank not in full and key not in barred,
                facts=tuple(_facts(known[key])),
            )


def _figures(deck: Deck, cards: Cards) -> Figures:
    """Gold and jade against their limits; the charts of ranks, initiative, focus and types."""
    told = chart(deck, cards)
    ranks, types = WORDS.values["card_rank"], WORDS.values["types"]
    scarce = (("gold", LIMITS.gold_cards), ("jade", LIMITS.jade_cards))
    both = Text("a card with two types counts for both", "карта с двумя типами считается в обоих")
    return Figures(
        counts=tuple(
            Count(name=_capital(ranks[rank]), count=told.ranks[rank], limit=limit) for rank, limit in scarce
        ),
        charts=(
            Chart(name=Text("Ranks", "Ранги"), bars=_bars(ranks, told.ranks)),
            _curve(Text("Initiative", "Инициатива"), told.initiative, told.unknown_initiative),
            _curve(Text("Focus cost", "Цена: концентрация"), told.focus, told.unknown_focus),
            Chart(
                name=Text("Types", "Типы"),
                bars=_bars(types, dict(sorted(told.types.items()))),
                note=both if told.types.keys() - {UNKNOWN} else None,
            ),
        ),
    )


def _capital(text: Text) -> Text:
    return Text(text.en.capitalize(), text.ru.capitalize())


def _bars(words: Mapping[str, Text], counts: Mapping[str, int]) -> tuple[tuple[Text, int], ...]:
    """A question mark stands under what is unknown."""
    unknown = Text("?", "?")
    return tuple((unknown if key == UNKNOWN else words[key], count) for key, count in counts.items())


def _curve(name: Text, counts: Mapping[int, int], unknown: int) -> Chart:
    """A curve without holes; what is unknown is said beside it."""
    span = range(min(counts), max(counts) + 1) if counts else range(0)
    note = Text(f"unknown for {unknown} of the cards", f"неизвестно для {unknown} карт")
    bars = tuple((Text(str(value), str(value)), counts.get(value, 0)) for value in span)
    return Chart(name=name, bars=bars, note=note if unknown else None)


def _start(character: str) -> Start:
    name = CHARACTERS[character].name
    return Start(
        name=Text(f"{name.en}, printed deck", f"{name.ru}, готовая колода"), body=printed_deck(character)
    )


WRITTEN = Text(
    "character: ronin first, then 2 A-025. A printed deck needs no cards: signature: yes.",
    "Сначала character: ronin, затем 2 A-025. Готовой колоде карты не нужны: signature: yes.",
)
BUILDER = Builder(
    sheet=sheet,
    told=told,
    changed=changed,
    text=text,
    pasted=pasted,
    written=WRITTEN,
    starts={character: _start(character) for character in SIGNATURES},
)
