"""Keywords: name, type and trait, matched exactly but for singular and plural (BUS-ROSTER-31)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from games.bushido.full.printed import called
from games.bushido.profiles import RONIN, Profile

IN_RUSSIAN = {
    "ronin": ("ронин", "ронины"),
    "animal": ("животное", "животные"),
    "construct": ("конструкт", "конструкты", "конструкция"),
    "kami": ("ками",),
    "swarm": ("рой",),
}
"""The words of cards that rules speak of by themselves -> how a Russian card has them (BUS-ROSTER-04, -16)."""
_ENGLISH = {word: name for name, words in IN_RUSSIAN.items() for word in words}
BARE = re.compile(r"[\[(]")
"""Where a printed trait goes on after its name."""
KEYWORD = re.compile(r"([^\[(]+)\[([^\]]+)\]")
WORD = re.compile(r"[^\W_]+")


def has_type(profile: Profile, keyword: str) -> bool | None:
    """Whether its name or one of its types is the keyword; None if that is unknown."""
    if _in_name(profile, keyword) or _among(profile.types, keyword):
        return True
    return None if profile.types is None else False


def has_keyword(profile: Profile, keyword: str) -> bool | None:
    """Whether its name, a type or a trait is the keyword; None if that is unknown."""
    typed, trait = has_type(profile, keyword), has_trait(profile, keyword)
    return True if typed or trait else None if None in (typed, trait) else False


def has_trait(profile: Profile, trait: str) -> bool | None:
    """Whether the card prints this trait, whatever its numbers; None if its traits are unknown."""
    if profile.traits is None:
        return None
    return _among([called(BARE.split(printed)[0].strip()) for printed in profile.traits], called(trait))


def any_of(answers: Iterable[bool | None]) -> bool | None:
    """Whether one is true; None if none is, and one is unknown."""
    told = list(answers)
    return True if True in told else None if None in told else False


def hated_by(profile: Profile) -> Iterator[str]:
    """The keywords of its Hatred, as printed: one for each bracket, parted by commas."""
    for trait in profile.traits or ():
        hit = KEYWORD.match(trait)
        if hit is not None and called(hit[1].strip()) == "hatred":
            yield from (part.strip() for part in hit[2].split(",") if part.strip())


def is_ronin(faction: str) -> bool:
    """Whether a faction symbol is that of the Ronin."""
    return same(faction, RONIN)


def same(one: str, other: str) -> bool:
    """Whether two keywords are one: capitals do not count, nor singular and plural."""
    return _words(one) == _words(other)


def _among(printed: Iterable[str] | None, keyword: str) -> bool:
    return any(same(one, keyword) for one in printed or ())


def _in_name(profile: Profile, keyword: str) -> bool:
    """A name counts as a keyword, and so does a word of it: a Fisherman of anywhere is a Fisherman."""
    name, wanted = _words(profile.name or ""), _words(keyword)
    places = range(len(name) - len(wanted) + 1)
    return bool(wanted) and any(name[place : place + len(wanted)] == wanted for place in places)


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_singular(_ENGLISH.get(word, word)) for word in WORD.findall(text.casefold()))


def _singular(word: str) -> str:
    if word.endswith("men"):
        return word[:-3] + "man"
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
