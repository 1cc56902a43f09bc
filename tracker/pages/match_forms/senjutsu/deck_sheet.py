"""A deck as a sheet that people fill in: one number for each card, and back to the body of a roster.

Judging is for `check_roster` alone. Called by the pages of decks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.ruleset import Cards
from games.senjutsu.deck import Deck
from games.senjutsu.deck_text import from_text, to_text
from games.senjutsu.facts import CARDS, CHARACTERS, FACTS, LIMITS, SCHOOLS, SIGNATURES
from games.senjutsu.roster import Body, deck_of, name_of
from tracker.pages.match_forms.senjutsu import words as w

COUNT = "n:"
MOST = 9
MAT = ("wound_limit", "hand_limit", "advantage")
ORDER = ("jade", "gold", "steel", "wood", None)


def read_sheet(sent: Any) -> tuple[dict[str, Any], list[tuple[int, str]]]:
    """(body of a roster, lines of the free list that say nothing) of a sent form (a QueryDict)."""
    told, problems = from_text(sent.get("others", ""))
    counts = {
        key[len(COUNT) :]: number for key in sent if key.startswith(COUNT) if (number := _number(sent[key]))
    }
    for key, count in told.get("cards", {}).items():
        counts[key] = min(99, counts.get(key, 0) + count)
    body: dict[str, Any] = {"character": _character(sent), "cards": dict(sorted(counts.items()))}
    body |= {name: number for name in MAT if (number := _number(sent.get(name, ""))) is not None}
    return {**body, **_choices(sent)}, [(problem.line, problem.text) for problem in problems]


def _character(sent: Any) -> str:
    other = sent.get("other", "").strip().casefold().replace(" ", "_")[:40]
    return other if sent.get("character") == "other" and other else sent.get("character", "")


def _choices(sent: Any) -> dict[str, Any]:
    """What is not a number; nothing is written where nothing was chosen."""
    weapon, school = sent.get("weapon", ""), sent.get("school", "")
    card = (
        FACTS.weapons[weapon].card if weapon in FACTS.weapons else sent.get("weapon_card", "").strip().upper()
    )
    told: dict[str, Any] = {
        "weapons": [weapon] if weapon else [],
        "weapon_cards": [card] if weapon and card else [],
        "schools": [school] if school else [],
        "signature": sent.get("signature") == "on",
        "format": "competitive" if sent.get("competitive") == "on" else "casual",
        "prepared": _split(sent.get("prepared", "")),
        "poison": _split(sent.get("poison", "")),
    }
    return {key: value for key, value in told.items() if value and value != "casual"}


def _number(text: str) -> int | None:
    text = text.strip()
    return min(99, int(text)) if text.isdecimal() and len(text) < 4 else None


def _split(text: str) -> list[str]:
    return [part.strip().upper() for part in text.replace(";", ",").split(",") if part.strip()]


def printed_body(character: str) -> dict[str, Any]:
    """The signature deck of a character as a body to start from. Raises KeyError for one without."""
    printed = SIGNATURES[character]
    weapons = list(CHARACTERS[character].weapons)
    return {
        "character": character,
        "cards": dict(printed.cards),
        "signature": True,
        "weapons": weapons,
        "weapon_cards": [FACTS.weapons[key].card for key in weapons],
        **({"schools": [printed.school]} if printed.school else {}),
    }


def sheet_of(body: Mapping[str, Any], cards: Cards, language: str) -> dict[str, Any]:
    """What the page draws: the chosen things, and every card of the character and of everybody with its copies."""
    deck = read_body(body, cards)
    counts = dict(deck.cards) if deck else {}
    character = str(body.get("character") or next(iter(CHARACTERS)))
    groups: list[dict[str, Any]] = [
        {"title": title, "rows": [_row(key, counts, deck, cards, language) for key in keys]}
        for title, keys in _groups(character, cards, language)
    ]
    shown = {row["id"] for group in groups for row in group["rows"]}
    return {
        "body": dict(body),
        "character": character,
        "other": "" if character in CHARACTERS else character,
        "weapon": next(iter(body.get("weapons") or ()), ""),
        "school": next(iter(body.get("schools") or ()), ""),
        "signature": bool(body.get("signature")),
        "competitive": body.get("format") == "competitive",
        "prepared": ", ".join(body.get("prepared") or ()),
        "poison": ", ".join(body.get("poison") or ()),
        "groups": groups,
        "others": "\n".join(f"{count} {key}" for key, count in counts.items() if key not in shown),
        "characters": [(key, w.said("character", key, language)) for key in CHARACTERS],
        "weapons": [(key, w.said("weapons", key, language)) for key in FACTS.weapons],
        "schools": [(key, w.said("schools", key, language)) for key in SCHOOLS],
    }


def read_body(body: Mapping[str, Any], cards: Cards) -> Deck | None:
    """The deck of a body; None for one that cannot be read: the check says why."""
    try:
        return deck_of(msgspec.convert(dict(body), Body), cards)
    except msgspec.ValidationError:
        return None


def _groups(character: str, cards: Cards, language: str) -> Iterator[tuple[str, list[str]]]:
    """The character's own cards, then those that everybody may use, each from jade to wood."""
    known = {key: _facts(key, cards) for key in {*CARDS, *cards} if key.startswith("A-")}
    usable = {key: card for key, card in known.items() if card["rank"] != "core"}
    for owner, title in (
        (character, w.said("character", character, language)),
        ("common", _("Common cards")),
    ):
        keys = [key for key, card in usable.items() if card["owner"] == owner]
        if keys:
            yield title, sorted(keys, key=lambda key: (ORDER.index(usable[key]["rank"]), key))


def _facts(key: str, cards: Cards) -> dict[str, Any]:
    base = msgspec.structs.asdict(CARDS[key]) if key in CARDS else {}
    told = {name: value for name, value in cards.get(key, {}).items() if value is not None}
    facts = {"owner": None, "rank": None, "types": None, "initiative": None, **base, **told}
    if base and base["rank_source"] == "certain":
        facts["rank"] = base["rank"]
    return facts


def _row(
    key: str, counts: Mapping[str, int], deck: Deck | None, cards: Cards, language: str
) -> dict[str, Any]:
    facts = _facts(key, cards)
    rank = facts["rank"]
    return {
        "id": key,
        "name": name_of(key, language, cards),
        "rank": rank,
        "rank_name": w.words_of("card_rank")[rank] if rank else "",
        "types": ", ".join(w.words_of("types")[type_] for type_ in facts["types"] or ()),
        "initiative": facts["initiative"],
        "count": counts.get(key, 0),
        "limit": FACTS.copies.get(rank or "", LIMITS.unknown_copies),
    }


def plain_body(told: Mapping[str, Any]) -> dict[str, Any]:
    """A body as JSON has it."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in told.items()}


def text_of(body: Mapping[str, Any], cards: Cards, language: str) -> str:
    """The deck as text; "" for a body that cannot be read."""
    try:
        return to_text(msgspec.convert(dict(body), Body), cards, language)
    except msgspec.ValidationError:
        return ""


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What changed between two bodies: {"cards": [(card, before, after)], "rest": [names of other fields]}."""
    before, after = _counts(old), _counts(new)
    keys = sorted({*before, *after})
    fields = sorted({*old, *new} - {"cards"})
    return {
        "cards": [(k, before.get(k, 0), after.get(k, 0)) for k in keys if before.get(k) != after.get(k)],
        "rest": [field for field in fields if old.get(field) != new.get(field)],
    }


def _counts(body: Mapping[str, Any]) -> dict[str, int]:
    deck = read_body(body, {})
    return dict(deck.cards) if deck else {}
