"""What a model has now: traits with their values, statistics, immunities (BUS-TRG-03, -04, BUS-GEN-04, -24).

From its card, from what it gained and lost, and from its markers. Every answer knows the rules behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import get_args

from games.bushido.chapters.vim import vim_of
from games.bushido.full.common import body, sheet
from games.bushido.full.printed import WORDS, Trait, parsed, rule_of
from games.bushido.full.state import Effect, Figure, Marker
from games.bushido.full.terms import MarkerKind
from games.bushido.profiles import Profile
from games.bushido.roster.keywords import has_keyword
from games.bushido.state import BusState

IMMUNE = {
    "blind": ("Sixth Sense",),
    "held": ("Agile", "Intangible"),
    "immobilised": ("Intangible",),
    "frightened": ("Fearless", "Soulless"),
    "poisoned": ("Soulless", "Kami"),
    "bleed": ("Soulless", "Kami"),
    "on_fire": ("Kami",),
    "diseased": ("Kami",),
    "prone": ("Immovable",),
}
"""Marker -> the traits that keep it away (section 3.9)."""
LENT = {
    "aggressive": (("berserk", "BUS-COND-01"),),
    "defensive": (("frightened", "BUS-COND-08"), ("held", "BUS-COND-09")),
}
"""Trait -> the markers that give it."""

MARKERS_CALLED = {
    "blind": ("ослепление",),
    "bleed": ("кровотечение",),
    "diseased": ("disease", "болезнь"),
    "disguised": ("disguise", "неузнаваемый"),
    "frightened": ("испуг",),
    "held": ("удержание",),
    "immobilised": ("immobilized", "обездвиживание"),
    "on_fire": ("fire", "огонь"),
    "poisoned": ("poison", "отравление", "яд"),
    "prone": ("сбит с ног",),
    "stunned": ("stun", "оглушение"),
}
"""Marker -> what else the rulebook and cards call it that are immune to it (BUS-TRT-50)."""

SIZES = ("tiny", "small", "medium", "large", "huge")
BY_BASE = {30: "small", 40: "medium", 50: "large", 60: "huge"}


def trait(state: BusState, model: str, name: str, weapon: Iterable[str] = ()) -> Figure | None:
    """The value of a trait and the rules behind it; None without it. `weapon`: the traits of the weapon in use."""
    printed, told = sheet(state, model).traits or (), body(state, model)
    if not told.markers:  # nearly always: nothing lends a trait
        return _told(name, printed, tuple(weapon), told.effects)
    return _trait(printed, told.effects, told.markers, name, tuple(weapon))


def _trait(
    printed: tuple[str, ...],
    effects: tuple[Effect, ...],
    markers: tuple[Marker, ...],
    name: str,
    weapon: tuple[str, ...] = (),
) -> Figure | None:
    """`trait` of a model with these traits on its card, these changes and these markers."""
    lent = _lent(printed, effects, markers, name.casefold()) if markers else ()
    return _told(name, printed, weapon, effects, lent)


def _lent(
    printed: tuple[str, ...], effects: tuple[Effect, ...], markers: tuple[Marker, ...], wanted: str
) -> tuple[str, ...]:
    """The rules by which markers give a model a trait."""
    kinds = {one.kind for one in markers}
    if (
        wanted == "fearless"
        and "impetuous" in kinds
        and _trait(printed, effects, markers, "Impetuous") is not None
    ):
        return ("BUS-TRT-53",)
    return tuple(rule for kind, rule in LENT.get(wanted, ()) if kind in kinds)


@lru_cache(maxsize=16384)
def _told(
    name: str,
    printed: tuple[str, ...],
    weapon: tuple[str, ...],
    effects: tuple[Effect, ...] = (),
    lent: tuple[str, ...] = (),
) -> Figure | None:
    """A trait of a card with these traits, of a weapon, of what was gained and lost and of markers: few models differ
    in any of it, and the same question comes again and again."""
    wanted = name.casefold()
    found = list(_named(wanted, printed, weapon))
    armed = any(parsed(one).name == wanted for one in weapon)
    changes = [one for one in effects if parsed(one.what).name == wanted]
    why = (*rule_of(name), *(("BUS-TRG-02",) if armed else ()))
    if any(one.adds and one.x < 0 for one in found):
        why = (*why, "BUS-TRG-04")
    for one in changes:
        found = _changed(one, found)
        why = (*why, "BUS-TRG-03", *((one.why,) if one.why else ()))
    if any(one.mode == "lose" for one in changes):
        lent = ()  # BUS-GEN-02: what takes it away wins over a marker that gives it
    if not found and not lent:
        return None
    value = max((one.x for one in found if not one.adds), default=None)
    return Figure(_summed(value, [one.x for one in found if one.adds]), (*why, *lent))


def _all(state: BusState, model: str, wanted: str, weapon: Iterable[str]) -> tuple[Trait, ...]:
    """Every trait of a name that the card or the weapon in use prints."""
    return _named(wanted, sheet(state, model).traits or (), tuple(weapon))


@lru_cache(maxsize=16384)
def _named(wanted: str, printed: tuple[str, ...], weapon: tuple[str, ...] = ()) -> tuple[Trait, ...]:
    return tuple(one for one in map(parsed, (*printed, *weapon)) if one.name == wanted)


def _summed(value: int | None, signed: list[int]) -> int:
    """BUS-TRG-03, -04: signed values change what is there, or 0."""
    return (0 if value is None and signed else 1 if value is None else value) + sum(signed)


def _changed(one: Effect, found: list[Trait]) -> list[Trait]:
    """BUS-TRG-03, -04: what a model has of a trait once an effect gives, sets or takes it."""
    told = _given(one)
    if one.mode in ("lose", "set"):
        found = [each for each in found if not _is_of(each, told)]
    return found if one.mode == "lose" else [*found, told]


def _given(one: Effect) -> Trait:
    """BUS-TRG-03, -04: the trait of an effect with its number; `adds` where that changes what is there."""
    printed = parsed(one.what)
    told = printed if one.value is None else printed._replace(x=one.value, adds=False)
    signed = one.mode == "plus" or (one.mode == "gain" and (told.adds or told.x < 0))
    return told._replace(adds=signed)


def _is_of(one: Trait, told: Trait) -> bool:
    """BUS-TRG-03: whether a trait is the one that is told: another keyword makes another trait; without any it is each
    of that name."""
    return not told.keyword or one.keyword.casefold() == told.keyword.casefold()


def worth(state: BusState, model: str, name: str, weapon: Iterable[str] = ()) -> Figure:
    """The value of a trait, 0 without it; one without a number counts as 1 (BUS-GEN-24)."""
    told = trait(state, model, name, weapon)
    if told is None:
        return Figure(0)
    bare = any(one.bare for one in _all(state, model, name.casefold(), weapon))
    return Figure(told.value, (*told.why, "BUS-GEN-24")) if bare else told


def keyworded(state: BusState, model: str, name: str, weapon: Iterable[str] = ()) -> Iterator[Trait]:
    """Every trait of this name with its keyword: those that the card or the weapon in use prints, and what was gained,
    changed and lost since (BUS-TRG-03)."""
    card, effects = sheet(state, model).traits or (), body(state, model).effects
    if not effects:
        return iter(_named(name.casefold(), card, tuple(weapon)))
    return _keyworded(card, effects, name.casefold(), tuple(weapon))


def _keyworded(
    card: tuple[str, ...], effects: tuple[Effect, ...], wanted: str, weapon: tuple[str, ...] = ()
) -> Iterator[Trait]:
    """`keyworded` of a model with these traits on its card and these changes."""
    printed = _named(wanted, card, weapon)
    if not effects:
        return iter(printed)
    found = list(printed)
    for effect in effects:
        if parsed(effect.what).name == wanted:
            found = _altered(found, effect)
    return iter(found)


def _altered(found: list[Trait], effect: Effect) -> list[Trait]:
    """BUS-TRG-03, -04: the traits of a name after an effect, which adds to each that it is about."""
    told = _given(effect)
    if effect.mode == "lose":
        return [one for one in found if not _is_of(one, told)]
    if not any(_is_of(one, told) for one in found) or (effect.mode == "gain" and not told.adds):
        return [*found, told]
    return [_with(one, told) if _is_of(one, told) else one for one in found]


def _with(one: Trait, told: Trait) -> Trait:
    """BUS-TRG-03: a trait with a number that is added to its own, or set instead of it; ranges in the same way."""
    if not told.adds:
        return one._replace(x=told.x, y=told.y or one.y)
    y = told.y or 0
    return one._replace(x=one.x + told.x, y=one.y if one.y is None and not y else (one.y or 0) + y)


def by_keyword(found: Iterable[Trait]) -> dict[str, int]:
    """BUS-TRG-03: keyword -> the highest number of a trait that several things give; they never add up."""
    most: dict[str, int] = {}
    for one in found:
        word = one.keyword.casefold()
        most[word] = max(most.get(word, one.x), one.x)
    return most


def for_whom(state: BusState, model: str, name: str, whom: Iterable[str] = ()) -> Trait:
    """BUS-TRG-03: of several traits of a name with their keywords the one that is for all these models, the strongest
    first; the first if none is, and nothing of a trait that the model does not have."""
    found, named = list(keyworded(state, model, name)), tuple(whom)
    fits = [one for one in found if all(not one.keyword or is_a(state, each, one.keyword) for each in named)]
    best = max(fits, key=lambda one: (one.x >= len(named), not one.y, one.y or 0, one.x), default=None)
    return best or next(iter(found), Trait(name.casefold(), "", 0, 0))


def is_for(state: BusState, model: str, name: str, friend: str) -> bool:
    """Whether a model has the trait with a keyword of this friend."""
    found = keyworded(state, model, name)
    return any(not one.keyword or is_a(state, friend, one.keyword) for one in found)


def prints(state: BusState, model: str, name: str) -> bool:
    """Whether its card has the trait, gained and lost ones aside."""
    return bool(_all(state, model, name.casefold(), ()))


def restricted(
    state: BusState, model: str, name: str, kind: str, weapon: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """BUS-TRG-06: the rules of a trait that acts in this kind of attack or test; () without it."""
    told = trait(state, model, name, weapon)
    if told is None:
        return ()
    limits = [part for one in keyworded(state, model, name, weapon) for part in parts_of(one.keyword)]
    if limits and "" not in limits and kind not in limits:
        return ()
    return (*told.why, "BUS-TRG-06") if any(limits) else told.why


def within(state: BusState, model: str, name: str, kind: str, weapon: tuple[str, ...] = ()) -> Figure:
    """BUS-TRG-06: `worth` of a trait in an attack of this kind; 0 of one that the card limits to the other kind. What
    else a card may mean by a keyword nobody knows."""
    limits = {part for one in keyworded(state, model, name, weapon) for part in parts_of(one.keyword)}
    if limits and limits <= {"melee", "ranged"} and kind not in limits:
        return Figure(0)
    foreign = limits & {"melee", "ranged"} - {kind}
    told = _besides(state, model, name, weapon, foreign) if foreign else worth(state, model, name, weapon)
    return told.noting("BUS-TRG-06") if limits & {"melee", "ranged"} else told


def _besides(state: BusState, model: str, name: str, weapon: tuple[str, ...], foreign: set[str]) -> Figure:
    """BUS-TRG-03: a trait without those of its name that are limited to something else: each is a trait of its own."""

    def acts(printed: str) -> bool:
        told = parsed(printed)
        return told.name != name.casefold() or told.keyword.casefold() not in foreign

    card, told = sheet(state, model).traits or (), body(state, model)
    printed = tuple(filter(acts, card))
    effects = tuple(one for one in told.effects if acts(one.what))
    lent = _lent(card, told.effects, told.markers, name.casefold())
    return _told(name, printed, tuple(filter(acts, weapon)), effects, lent) or Figure(0)


def is_a(state: BusState, model: str, keyword: str) -> bool:
    """BUS-ROSTER-31: whether a model has a keyword, as far as its card is known; of several in one bracket any."""
    card = sheet(state, model)
    return any(has_keyword(card, one) for one in (keyword, *parts_of(keyword)))


@lru_cache(maxsize=1024)
def parts_of(keyword: str) -> tuple[str, ...]:
    """The keywords of one bracket, which commas part: `Held, Immobilised`."""
    parts = (part.strip() for part in keyword.casefold().split(","))
    return tuple(WORDS.get(part, part) for part in parts if part) or ("",)


def immune(state: BusState, model: str, kind: str) -> tuple[str, ...]:
    """BUS-COND-20, BUS-TRT-50: the rules that keep a marker away from a model; () if nothing does."""
    card, told = sheet(state, model).traits or (), body(state, model)
    barred = _undisguised(state, model) if kind == "disguised" else ()
    return (
        _by_trait(kind, card, told.effects, told.markers) or barred or _by_keyword(kind, card, told.effects)
    )


def _by_trait(
    kind: str, printed: tuple[str, ...], effects: tuple[Effect, ...], markers: tuple[Marker, ...]
) -> tuple[str, ...]:
    """The rules of the trait that keeps such a marker away."""
    found = (_trait(printed, effects, markers, name) for name in IMMUNE.get(kind, ()))
    return next((told.why for told in found if told is not None), ())


def _by_keyword(kind: str, printed: tuple[str, ...], effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """BUS-TRT-50: those of an Immune that names it."""
    words = {kind.replace("_", " "), *MARKERS_CALLED.get(kind, ())}
    found = _keyworded(printed, effects, "immune")
    return rule_of("Immune") if any(not words.isdisjoint(parts_of(one.keyword)) for one in found) else ()


def _undisguised(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-VIM-03, -04: the rule by which a VIM gains no Disguise; who came back is none any more (BUS-VIM-07). Of a
    hidden one nothing may show that it is one (BUS-VIM-06)."""
    one = state.models.get(model)
    if one is None or one.returned or state.vim_kind in (None, "hidden") or vim_of(state, one.side) != model:
        return ()
    return ("BUS-VIM-04",) if state.vim_kind == "nominated" else ("BUS-VIM-03",)


def immunities(state: BusState, model: str) -> frozenset[str]:
    """The markers that are kept away from a model."""
    told = body(state, model)
    found = _kept_away(sheet(state, model).traits or (), told.effects, told.markers)
    return found | {"disguised"} if _undisguised(state, model) else found


@lru_cache(maxsize=4096)
def _kept_away(
    printed: tuple[str, ...], effects: tuple[Effect, ...], markers: tuple[Marker, ...]
) -> frozenset[str]:
    """`immunities`, but for what a VIM is: asked of every model whenever somebody asks what is legal now."""
    return frozenset(
        kind
        for kind in get_args(MarkerKind)
        if _by_trait(kind, printed, effects, markers) or _by_keyword(kind, printed, effects)
    )


def base(state: BusState, model: str, stat: str) -> int | None:
    """A statistic with its lasting changes, before modifiers; None if nobody knows it. `-` is 0 (BUS-GEN-04)."""
    told = printed_stat(sheet(state, model), stat)
    if told is None:
        return None
    for one in body(state, model).effects:
        if one.what == stat and one.value is not None and isinstance(told, int):
            told = one.value if one.mode == "set" else told + one.value
    return told if isinstance(told, int) else 0


def printed_stat(card: Profile, stat: str) -> int | str | None:
    """A statistic as printed."""
    told: int | str | None = getattr(card, stat)
    return told


def is_dash(state: BusState, model: str, stat: str) -> bool:
    """BUS-GEN-04: `-` is never changed."""
    return printed_stat(sheet(state, model), stat) == "-"


def capped(state: BusState, model: str, stat: str, figure: Figure) -> Figure:
    """BUS-GEN-04, -05: never above twice the printed base, and 1 for a base of 0."""
    printed = printed_stat(sheet(state, model), stat)
    own = printed if isinstance(printed, int) else 0
    if printed == "-":
        return Figure(0, ("BUS-GEN-04",)) if figure.value else figure
    most = 2 * own if own else 1
    if figure.value <= most:
        return figure
    return Figure(most, (*figure.why, "BUS-GEN-04", "BUS-GEN-05"))


def size_of(state: BusState, model: str) -> Figure | None:
    """BUS-GEN-14: the place of a model's size in `SIZES`; None if nobody knows its base."""
    for name in ("Tiny", "Huge"):
        told = trait(state, model, name)
        if told is not None:
            return Figure(SIZES.index(name.casefold()), told.why)
    card = sheet(state, model)
    if card.size is not None and card.size.casefold() in SIZES:
        return Figure(SIZES.index(card.size.casefold()), ("BUS-GEN-14",))
    if not card.base_mm or card.base_mm[0] not in BY_BASE:
        return None
    return Figure(SIZES.index(BY_BASE[card.base_mm[0]]), ("BUS-GEN-14",))


def added_strength(state: BusState, model: str) -> int:
    """What effects add to the strength of a model's weapons, which no card prints as a statistic."""
    return sum(one.value or 0 for one in body(state, model).effects if one.what == "strength")
