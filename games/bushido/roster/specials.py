"""Special cards: who may take and carry them, and how many.

BUS-ROSTER-12 to -22 and -36.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.bushido.profiles import SpecialCard
from games.bushido.roster.keywords import any_of, has_keyword, has_trait, has_type, is_ronin, same
from games.bushido.roster.models import forms, typed
from games.bushido.roster.warband import Found, Model, Said, Special, Unknown, unsure

RESERVED = ("Animal", "Construct", "Kami", "Swarm")
"""BUS-ROSTER-16: models of these take only enhancements that name the word."""


def check_specials(found: Found) -> Said:
    """Every violation of the special cards of one list."""
    yield from _copies(found)
    for special in found.specials:
        yield from _symbol(found, special)
        yield from _place(found, special)
        if special.card is not None and special.card.reverse_only:
            params = {"card": special.name}
            yield found.refuse("BUS-ROSTER-22", {"leave_out": special.name}, **params)
    for special in found.taken:
        yield from _needs_of_warband(found, special)
    for model in found.models:
        for special in model.fitted:
            yield from _carried(found, model, special)
        yield from _equipment(found, model)
    yield from _equipment_of_forms(found)
    yield from _communal(found)


def _symbol(found: Found, special: Special) -> Said:
    """BUS-ROSTER-12; a communal card is of the warband's own faction (BUS-ROSTER-36)."""
    faction = special.card.faction if special.card else None
    if special.card is None and special.kind is not None:
        told: str | None = f"kind_{special.kind}"
    elif faction is None:
        yield Unknown("BUS-ROSTER-12", special.name, "fact_faction")
        return
    else:
        told = None if found.is_own(faction) or is_ronin(faction) else faction
    if told is not None:
        params = {"card": special.name, "told": told, "faction": found.faction}
        yield found.refuse("BUS-ROSTER-12", {"leave_out": special.name}, **params)


def _copies(found: Found) -> Said:
    """BUS-ROSTER-13: once, or as often as Max says."""
    for special in {one.id: one for one in reversed(found.specials)}.values():
        told = sum(one.count for one in found.specials if one.id == special.id)
        legal = most_copies(found, special.card)
        most = legal if told > 1 else 1
        if most is None:
            yield Unknown("BUS-ROSTER-13", special.name, "fact_max")
        elif not 1 <= told <= most:
            params = {"card": special.name, "told": told, "expected": most}
            yield found.refuse("BUS-ROSTER-13", {"take_so_many": most}, **params)


def most_copies(found: Found, card: SpecialCard | None) -> int | None:
    """BUS-ROSTER-13: as often as Max says, once in The Duel (BUS-SCN-17); None where nobody knows."""
    if found.terms.scenario == "duel":
        return 1
    return card.max if card else None


def _place(found: Found, special: Special) -> Said:
    """BUS-ROSTER-14: an enhancement belongs to a model, everything else to the warband."""
    if special.card is None:
        return
    if special.owner is None:
        if special.kind == "enhancement":
            yield found.refuse("BUS-ROSTER-14", {"attach": special.name}, card=special.name, told="to_nobody")
        return
    model = found.models[special.owner]
    if special.kind != "enhancement":
        params = {"card": special.name, "told": model.name}
        yield found.refuse("BUS-ROSTER-14", {"take_beside_models": special.name}, **params)
    elif special.card.serves == "one" and model.count > 1 and special.model is None:
        repair = {"say_which_model": f"1–{model.count}"}
        yield found.refuse("BUS-ROSTER-14", repair, card=special.name, told=model.name)
    elif special.model is not None and not 1 <= special.model <= max(1, model.count):
        repair = {"say_which_model": f"1–{model.count}" if model.count > 1 else "1"}
        yield found.refuse("BUS-ROSTER-14", repair, card=special.name, told=special.model)


def _carried(found: Found, model: Model, special: Special) -> Said:
    """BUS-ROSTER-15 to -19: what a model may carry."""
    carried = {"card": special.name, "model": model.name}
    repair = {"leave_out": special.name}
    insignificant = has_trait(model.known, "Insignificant")
    if insignificant:
        yield found.refuse("BUS-ROSTER-15", repair, **carried)
    if insignificant is None:
        yield Unknown("BUS-ROSTER-15", model.name, "fact_traits")
    if special.card is None:
        return
    faction = special.card.faction
    if model.ronin and faction is not None and not is_ronin(faction):
        yield found.refuse("BUS-ROSTER-17", repair, **carried, told=faction)
    yield from _required(found, model, special, special.card, carried)
    yield from _excluded(found, model, special, special.card, carried)


def _required(
    found: Found, model: Model, special: Special, card: SpecialCard, carried: dict[str, str]
) -> Said:
    """BUS-ROSTER-16 and -18."""
    repair = {"leave_out": special.name}
    if card.required is None:
        yield Unknown("BUS-ROSTER-18", special.name, "fact_required")
        return
    reserved = {word: _is_reserved(model, word) for word in RESERVED}
    kinds = [word for word, answer in reserved.items() if answer]
    named = _names(card, kinds)
    perhaps = [word for word, answer in reserved.items() if answer is None]
    if kinds and not named and not _names(card, perhaps):
        yield found.refuse("BUS-ROSTER-16", repair, **carried, keyword=kinds)
        return
    if perhaps and not named:
        yield from unsure("BUS-ROSTER-16", model, "types", "traits")
    wanted = [True] if named or not card.required else [has_type(model.known, one) for one in card.required]
    fits = any_of([*wanted, *(None for _ in _names(card, perhaps))])
    if fits is None:
        yield from unsure("BUS-ROSTER-18", model, "types")
    if fits is False:
        yield found.refuse("BUS-ROSTER-18", repair, **carried, expected=card.required)


def _names(card: SpecialCard, words: list[str]) -> list[str]:
    """Those of the words that the card requires."""
    return [word for word in words if any(same(word, keyword) for keyword in card.required or ())]


def _is_reserved(model: Model, word: str) -> bool | None:
    """Animals are so by their type, the others by a type or a trait."""
    return has_type(model.known, word) if word == "Animal" else has_keyword(model.known, word)


def _excluded(
    found: Found, model: Model, special: Special, card: SpecialCard, carried: dict[str, str]
) -> Said:
    """BUS-ROSTER-19."""
    if card.excluded is None:
        yield Unknown("BUS-ROSTER-19", special.name, "fact_excluded")
    for keyword in card.excluded or ():
        hit = has_type(model.known, keyword)
        if hit:
            yield found.refuse("BUS-ROSTER-19", {"leave_out": special.name}, **carried, keyword=keyword)
        if hit is None:
            yield from unsure("BUS-ROSTER-19", model, "types")


def _needs_of_warband(found: Found, special: Special) -> Said:
    """BUS-ROSTER-18 of event and terrain cards: the warband has the type."""
    if special.kind not in ("event", "terrain") or special.card is None:
        return
    if special.card.required is None:
        yield Unknown("BUS-ROSTER-18", special.name, "fact_required")
        return
    fits = (
        any_of(typed(found, keyword) for keyword in special.card.required) if special.card.required else True
    )
    if fits is None:
        for model in found.models:
            yield from unsure("BUS-ROSTER-18", model, "types")
    if fits is False:
        params = {"card": special.name, "expected": special.card.required}
        yield found.refuse("BUS-ROSTER-18", {"leave_out": special.name}, **params)


def _equipment(found: Found, model: Model) -> Said:
    """BUS-ROSTER-20: what serves all models of a card is carried by each of them."""
    for number in range(1, max(1, model.count) + 1):
        held = [one.name for one in _equipment_of(model) if _serves(model, one, number)]
        if len(held) > 1:
            params = {"model": model.name, "told": held}
            yield found.refuse("BUS-ROSTER-20", {"keep_one_of": held}, **params)
            return
    for special in model.fitted:
        if special.card is not None and special.card.equipment is None and len(model.fitted) > 1:
            yield Unknown("BUS-ROSTER-20", special.name, "fact_equipment")


def _serves(model: Model, special: Special, number: int) -> bool:
    served_all = special.card is not None and special.card.serves == "all"
    return served_all or model.count <= 1 or special.model == number


def _equipment_of(model: Model) -> Iterator[Special]:
    return (one for one in model.fitted if one.card is not None and one.card.equipment)


def _equipment_of_forms(found: Found) -> Said:
    """BUS-ROSTER-21: forms of one model are one recruit, whose enhancements come together."""
    for one, other in forms(found):
        ours, theirs = list(_equipment_of(one)), list(_equipment_of(other))
        if ours and theirs:
            held = [special.name for special in (*ours, *theirs)]
            params = {"model": one.name, "other": other.name, "told": held}
            yield found.refuse("BUS-ROSTER-21", {"keep_one_of": held}, **params)


def _communal(found: Found) -> Said:
    """BUS-ROSTER-36: free, of the warband's own faction, and no two versions of one."""
    seen: dict[str, str] = {}
    for special in found.taken:
        if special.kind != "communal" or special.card is None:
            continue
        params = {"card": special.name}
        if special.card.faction is not None and not found.is_own(special.card.faction):
            yield found.refuse(
                "BUS-ROSTER-36", {"leave_out": special.name}, **params, told=special.card.faction
            )
        name = (special.card.version_of or special.name).casefold()
        if special.count > 1:
            yield found.refuse("BUS-ROSTER-36", {"take_so_many": 1}, **params, told=special.count)
        if name in seen:
            yield found.refuse("BUS-ROSTER-36", {"leave_out": special.name}, **params, told=seen[name])
        seen.setdefault(name, special.name)
