"""Traits as they are printed, and the rule that each of them is. Pure reading of cards; no state.

`Tough (1)`, `Command [Guard] (2/6")`, `Charging Bonus [Strength +1]`; without a number it counts as 1.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from games.rulebook import title

RULE = {
    "adept": "BUS-TRT-01",
    "aggressive": "BUS-TRT-02",
    "agile": "BUS-TRT-03",
    "aloof": "BUS-TRT-04",
    "ammo": "BUS-TRT-05",
    "armour": "BUS-TRT-06",
    "assassin": "BUS-TRT-07",
    "aware": "BUS-TRT-08",
    "banzai!": "BUS-TRT-09",
    "bear stands alone": "BUS-TRT-10",
    "believer": "BUS-TRT-11",
    "bleed": "BUS-TRT-12",
    "blood of orochi": "BUS-TRT-13",
    "bodyguard": "BUS-TRT-14",
    "booted": "BUS-TRT-15",
    "bravery": "BUS-TRT-16",
    "brutal": "BUS-TRT-17",
    "camouflage": "BUS-TRT-18",
    "cavalry": "BUS-TRT-19",
    "channel": "BUS-TRT-20",
    "chain weapon": "BUS-TRT-21",
    "charging bonus": "BUS-TRT-22",
    "cloudwalk": "BUS-TRT-23",
    "command": "BUS-TRT-24",
    "construct": "BUS-TRT-25",
    "coordinated attack": "BUS-TRT-26",
    "courage": "BUS-TRT-27",
    "cowardly": "BUS-TRT-28",
    "cultist": "BUS-TRT-29",
    "defensive": "BUS-TRT-30",
    "disease": "BUS-TRT-31",
    "disguise": "BUS-TRT-32",
    "disturb flow": "BUS-TRT-33",
    "dodge": "BUS-TRT-34",
    "dread": "BUS-TRT-35",
    "durable": "BUS-TRT-36",
    "endurance": "BUS-TRT-37",
    "entangling": "BUS-TRT-38",
    "evasive": "BUS-TRT-39",
    "fear": "BUS-TRT-40",
    "fearless": "BUS-TRT-41",
    "feint": "BUS-TRT-42",
    "fire": "BUS-TRT-43",
    "flank": "BUS-TRT-44",
    "fortune": "BUS-TRT-45",
    "group": "BUS-TRT-46",
    "hatred": "BUS-TRT-47",
    "heal": "BUS-TRT-48",
    "huge": "BUS-TRT-49",
    "immune": "BUS-TRT-50",
    "immovable": "BUS-TRT-51",
    "impenetrable defence": "BUS-TRT-52",
    "impetuous": "BUS-TRT-53",
    "indomitable": "BUS-TRT-54",
    "insignificant": "BUS-TRT-55",
    "intangible": "BUS-TRT-56",
    "intimidate": "BUS-TRT-57",
    "jump up": "BUS-TRT-58",
    "kami": "BUS-TRT-59",
    "kata": "BUS-TRT-60",
    "ki block": "BUS-TRT-61",
    "last stand": "BUS-TRT-62",
    "leadership": "BUS-TRT-63",
    "leech": "BUS-TRT-64",
    "light weight": "BUS-TRT-65",
    "lightfooted": "BUS-TRT-66",
    "lightning reflexes": "BUS-TRT-67",
    "mantra": "BUS-TRT-68",
    "mettle": "BUS-TRT-69",
    "oni rage": "BUS-TRT-70",
    "order": "BUS-TRT-71",
    "overwhelm": "BUS-TRT-72",
    "pack": "BUS-TRT-73",
    "parry": "BUS-TRT-74",
    "pierce": "BUS-TRT-75",
    "poison": "BUS-TRT-76",
    "protected": "BUS-TRT-77",
    "prowess": "BUS-TRT-78",
    "ranged defence": "BUS-TRT-79",
    "rapid fire": "BUS-TRT-80",
    "reach": "BUS-TRT-81",
    "regenerate": "BUS-TRT-82",
    "reload": "BUS-TRT-83",
    "resistance": "BUS-TRT-84",
    "rise": "BUS-TRT-85",
    "sacrifice": "BUS-TRT-86",
    "scout": "BUS-TRT-87",
    "sharp": "BUS-TRT-88",
    "sixth sense": "BUS-TRT-89",
    "slow": "BUS-TRT-90",
    "soulless": "BUS-TRT-91",
    "spirit": "BUS-TRT-92",
    "split attack": "BUS-TRT-93",
    "steadfast": "BUS-TRT-94",
    "strategy": "BUS-TRT-95",
    "strong": "BUS-TRT-96",
    "stupid": "BUS-TRT-97",
    "swarm": "BUS-TRT-98",
    "tactician": "BUS-TRT-99",
    "terror": "BUS-TRT-100",
    "tiny": "BUS-TRT-101",
    "tireless": "BUS-TRT-102",
    "tough": "BUS-TRT-103",
    "unblockable": "BUS-TRT-104",
    "unstable": "BUS-TRT-105",
    "vengeance": "BUS-TRT-106",
    "virtue": "BUS-TRT-107",
    "weak": "BUS-TRT-108",
    "willpower": "BUS-TRT-109",
    "kumo": "BUS-TRT-110",
}
"""Trait -> its rule."""
_SHAPE = re.compile(r"\s*([^\[(]+?)\s*(?:\[((?:[^\[\]]|\[[^\[\]]*\])*)\])?\s*(?:\(([^)]*)\))?\s*")
"""A keyword may be a trait with a keyword of its own: `Strategy [Prowess [Attack] (1)]`."""
SPELT = {
    "ranged defense": "ranged defence",
    "impenetrable defense": "impenetrable defence",
    "armor": "armour",
    "lightweight": "light weight",
    "banzai": "banzai!",
    "неузнаваемый": "disguise",
    "длинное": "reach",
    "мелкий": "tiny",
    "защитный": "defensive",
}
"""Other names of traits in the rulebook and on cards -> how it is called here."""
WORDS = {
    "defense": "defence",
    "рукопашная": "melee",
    "рукопашный бой": "melee",
    "стрельба": "ranged",
    "движение": "move",
    "сила": "strength",
    "атака": "attack",
    "защита": "defence",
    "ки": "ki",
    "размер": "size",
    "страх": "fear",
    "tactics": "tactical",
    "тактика": "tactical",
    "тактическая": "tactical",
}
"""Other names of what a bracket is about: a statistic, dice of a colour, a test (BUS-TRG-06)."""
_CYRILLIC = re.compile("[а-яё]")
_NUMBERS = re.compile(r"([+-]?\d+)?[\"”]?\s*(?:/\s*([+-]?\d+))?[\"”]?")

_BONUS = re.compile(
    r"([+-]?\d+) +(\S.*)|(\S.*?) +([+-]?\d+)|(strength|melee|ranged|move|ki|сила) *\( *([+-]?\d+) *\)",
    re.IGNORECASE,
)
_APART = re.compile(r"\s*,\s*(?![^\[]*\])")


class Trait(NamedTuple):
    """A trait: `x` and `y` of (X/Y), `adds` where X is told with a sign (BUS-TRG-03), `bare` without a number."""

    name: str
    keyword: str = ""
    x: int = 1
    y: int | None = None
    adds: bool = False
    bare: bool = True


@lru_cache(maxsize=4096)
def parsed(printed: str) -> Trait:
    """A printed trait in its parts; whatever has another form is a trait of that name."""
    printed = " ".join(printed.split())  # the pattern would try every way to part a run of blanks
    hit = _SHAPE.fullmatch(printed)
    if hit is None:
        return Trait(printed.casefold())
    numbers = _NUMBERS.fullmatch((hit[3] or "").strip())
    x, y = (numbers[1], numbers[2]) if numbers else (None, None)
    return Trait(
        called(hit[1]),
        (hit[2] or "").strip(),
        int(x) if x else 1,
        int(y) if y else None,
        bool(x) and str(x)[0] in "+-",
        x is None,
    )


def called(name: str) -> str:
    """A trait by the name that it has here: a card may have it in Russian, or spelt otherwise."""
    told = name.casefold()
    if _CYRILLIC.search(told) is not None:
        told = told.replace("ё", "е")
        return SPELT.get(told) or _in_russian().get(told, told)
    return SPELT.get(told, told)


@cache
def _in_russian() -> dict[str, str]:
    """The Russian title of the rule that a trait is -> the trait."""
    return {title(rule, "ru").casefold().replace("ё", "е"): name for name, rule in RULE.items()}


@lru_cache(maxsize=1024)
def bonuses(text: str) -> tuple[tuple[str, int | None], ...]:
    """BUS-TRT-22, -95: what a bracket of Charging Bonus or Strategy gives: (what, number to add), without a number a
    trait as printed. `Strength +1`, `Strength (+1)` and `+1 Strength` are the same; commas part several."""
    return tuple(_bonus(part) for part in _APART.split(text.strip()) if part)


def _bonus(text: str) -> tuple[str, int | None]:
    hit = _BONUS.fullmatch(text)
    if hit is None:
        return text, None
    what = (hit[2] or hit[3] or hit[5]).casefold()
    return WORDS.get(what, what), int(hit[1] or hit[4] or hit[6])


def rule_of(name: str) -> tuple[str, ...]:
    """The rule that a trait is; () for one of a card alone."""
    rule = RULE.get(name.casefold())
    return (rule,) if rule else ()
