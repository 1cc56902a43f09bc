"""Ki feats as a person types them from a card: `Ward: 2, I, Pe; Venom: X, S, Ta(6), opposed, once a turn`.

A name, then what is printed beside it in any order, in words of either language or as the card has it; whatever means
nothing is the feat's own text. Without an `X` or a number the price is left open, as a price of X is. Called by
`offers` and `builder`.
"""

from __future__ import annotations

import re

from games.bushido.profiles import Feat
from games.rulebook import Text

NONE = "-"
MOST, LONG = 20, 120
"""So many feats of a card are read, and so many letters of a name."""
TIMINGS = {
    "I": ("i", "instant", "мгновенное"),
    "A": ("a", "а", "active", "активное"),
    "S": ("s", "simple", "простое"),
    "C": ("c", "с", "complex", "сложное"),
}
"""Code -> what may be typed for it; a Russian keyboard has letters that look the same."""
TARGETS = {
    "Pe": ("pe", "ре", "personal", "личное"),
    "Ta": ("ta", "та", "target", "цель"),
    "Au": ("au", "aura", "аура"),
    "Pu": ("pu", "pulse", "импульс"),
    "Sp": ("sp", "special", "особое"),
}
LIMITS = {
    "OKi": Text("opposed", "встречное"),
    "NB": Text("not in contact", "не в контакте"),
    "NM": Text("no movement", "не в движении"),
    "1T": Text("once a turn", "раз в ход"),
    "1G": Text("once a game", "раз в игру"),
}
"""Code -> how it is written."""
ALSO = {
    "NB": ("no btb",),
    "1T": ("once per turn", "один раз за ход", "раз за ход"),
    "1G": ("once per game", "один раз за игру", "раз за игру"),
}
"""What may be typed for a limit besides."""
APART = str.maketrans(";\n", ", ")
"""What parts two feats, within the words of one."""
PRICE = re.compile(r"(?:(\d{1,2})|[xх])(?:\s*(?:ki|ки))?", re.IGNORECASE)
TARGET = re.compile(r"([^\W\d]+)\.?\s*\(?\s*(\d{1,2}|[xх])?\s*[\"”″]?\s*\)?", re.IGNORECASE)

_TIMING = {word: code for code, words in TIMINGS.items() for word in words}
_TARGET = {word: code for code, words in TARGETS.items() for word in words}
_LIMIT = {
    word.casefold(): code
    for code, text in LIMITS.items()
    for word in (code, text.en, text.ru, *ALSO.get(code, ()))
}


def read_feats(typed: str) -> list[Feat] | None:
    """The feats of a card; None where nothing is stated, none of them where a dash is."""
    if not typed.strip():
        return None
    told = (one.strip() for one in re.split(r"[;\n]", typed))
    return [_read(one) for one in told if one.strip(" :,") and one != NONE][:MOST]


def _read(typed: str) -> Feat:
    name, _colon, rest = (part.strip() for part in typed.partition(":" if ":" in typed else ","))
    found: dict[str, str] = {}
    limits: list[str] = []
    own: list[str] = []
    for part in filter(None, (one.strip() for one in rest.split(","))):
        limit = _LIMIT.get(part.casefold())
        if limit is not None:
            limits.append(limit)
        elif (fact := _fact(part)) is not None and fact[0] not in found:
            found[fact[0]] = fact[1]
        else:
            own.append(part)
    cost = found.get("cost", "")
    return Feat(
        name=(name or rest)[:LONG],
        timing=found.get("timing"),  # type: ignore[arg-type]
        target=found.get("target"),
        cost=int(cost) if cost.isdecimal() else None,
        limits=tuple(dict.fromkeys(limits)),
        text=", ".join(own)[:2000] or None,
    )


def _fact(part: str) -> tuple[str, str] | None:
    """(which fact it is, the fact); None for what means nothing here."""
    if (timing := _TIMING.get(part.casefold())) is not None:
        return "timing", timing
    if (price := PRICE.fullmatch(part)) is not None:
        return "cost", price[1] or "X"
    aimed = TARGET.fullmatch(part)
    code = _TARGET.get(aimed[1].casefold()) if aimed is not None else None
    if aimed is None or code is None:
        return None
    return "target", code if aimed[2] is None else f"{code}({aimed[2].upper().replace('Х', 'X')})"


def typed_feats(feats: tuple[Feat, ...] | None) -> Text:
    """The same feats as the form has them, in the reader's language; `read_feats` reads either."""
    if feats is None:
        return Text("", "")
    if not feats:
        return Text(NONE, NONE)
    return Text("; ".join(_typed(one, "en") for one in feats), "; ".join(_typed(one, "ru") for one in feats))


def _typed(feat: Feat, language: str) -> str:
    price = "X" if feat.cost is None else str(feat.cost)
    limits = [LIMITS[one].to(language) if one in LIMITS else one for one in feat.limits or ()]
    parts = (price, feat.timing, feat.target, *limits, feat.text)
    return f"{feat.name}: {', '.join(part for part in parts if part)}".translate(APART)


WRITTEN = Text(
    "A name, a colon; then its cost (a number or X), when it is used (I, A, S, C), whom it is for (Pe, Ta(6), Au(4), "
    "Pu(4), Sp) and what is printed beside: opposed, not in contact, no movement, once a turn, once a game. "
    "A semicolon or a new line between two feats; - for none.",
    "Название и двоеточие; затем цена (число или X), когда применяется (I, A, S, C), на кого (Pe, Ta(6), Au(4), Pu(4), "
    "Sp) и что напечатано рядом: встречное, не в контакте, не в движении, раз в ход, раз в игру. "
    "Между умениями точка с запятой или новая строка; «-», если их нет.",
)
"""How they are typed."""
