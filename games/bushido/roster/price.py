"""What a warband costs: the rice limit, declared totals, changed costs and prices that depend on others.

BUS-ROSTER-01, -02, -09, -10, -11, -37 and BUS-TOUR-01.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.bushido.profiles import Profile
from games.bushido.roster.body import Terms
from games.bushido.roster.keywords import has_type, same
from games.bushido.roster.warband import Found, Model, Said, Special, Unknown

SIZES = {"small": (40,), "medium": (70, 75), "standard": (100,)}
"""BUS-TOUR-01: size of a game -> its rice limits."""
RULE = "BUS-ROSTER-02"


class Item(msgspec.Struct, frozen=True):
    """Something that may be left out as a whole; `rice` None: unknown."""

    name: str
    rice: int | None


def check_price(found: Found) -> Said:
    """Every violation of the prices of one list."""
    yield from _terms(found)
    yield from _recruitable(found)
    yield from _free_prices(found)
    yield from _total(found)


def _terms(found: Found) -> Said:
    terms = found.terms
    if terms.rice_limit < 1:
        repair = {"agree_on": [70, 100]}
        yield found.refuse("BUS-ROSTER-01", repair, told=terms.rice_limit, expected="positive_number")
    yield from _size(found, terms)


def _size(found: Found, terms: Terms) -> Said:
    legal = SIZES.get(terms.size)
    if legal is not None and terms.rice_limit not in legal:
        told = {"told": terms.rice_limit, "size": f"size_{terms.size}", "legal": legal}
        yield found.refuse("BUS-TOUR-01", {"agree_on": legal}, **told)


def _recruitable(found: Found) -> Said:
    """BUS-ROSTER-10: Su and Sp; a second form of a recruited model is not bought at all (BUS-ROSTER-21)."""
    for model in found.models:
        kind = model.known.cost and model.known.cost.kind
        if kind in ("Su", "Sp") and first_form(found, model) is model:
            yield found.refuse("BUS-ROSTER-10", {"leave_out": model.name}, model=model.name, cost=kind)


def _free_prices(found: Found) -> Said:
    """BUS-ROSTER-37: a free X is fixed at construction, at 1 at least."""
    for special in found.specials:
        cost = special.card.cost if special.card else None
        if cost is None:
            continue
        if cost.free and (special.x is None or special.x < 1):
            told = "not_told" if special.x is None else special.x
            yield found.refuse("BUS-ROSTER-37", {"set_x": 1}, card=special.name, told=told, legal="from_one")
        if not cost.free and special.x is not None:
            repair = {"take_x_away": special.name}
            yield found.refuse("BUS-ROSTER-37", repair, card=special.name, told=special.x, legal="no_x")


def _total(found: Found) -> Said:
    """BUS-ROSTER-02, -09, -11. An unknown price counts as nothing, and a warning names it."""
    items = items_of(found)
    unknown = [item.name for item in items if item.rice is None]
    rules = (RULE,) if found.told.total is None else (RULE, "BUS-ROSTER-09")
    yield from (Unknown(rule, name, "fact_cost") for name in unknown for rule in rules)
    total = sum(item.rice or 0 for item in items)
    if total > found.rice:
        over = total - found.rice
        surplus = _surplus(items, over)
        too_much = {"leave_out": surplus} if surplus else {}
        told_of = {"told": total, "limit": found.rice, "by": found.limit_by, "over": over}
        yield found.refuse(RULE, too_much, **told_of, **({"spare": surplus} if surplus else {}))
    told = found.told.total
    if told is not None and told != total and (told < total or not unknown):
        yield found.refuse("BUS-ROSTER-09", {"declare": total}, told=told, expected=total)
        if told == sum(item.rice or 0 for item in items_of(found, printed=True)):
            repair = {"declare": total}
            yield found.refuse("BUS-ROSTER-11", repair, theme=found.theme_name, told=told, expected=total)


def known_rice(found: Found) -> int:
    """The sum of what is known; an unknown price counts as nothing."""
    return sum(item.rice or 0 for item in items_of(found))


def rice_left(found: Found) -> int | None:
    """What may still be spent; None while a price is unknown."""
    items = items_of(found)
    if any(item.rice is None for item in items):
        return None
    return found.rice - sum(item.rice or 0 for item in items)


def _surplus(items: Iterable[Item], over: int) -> list[str]:
    """What to leave out: the cheapest single thing that is enough, else the dearest ones."""
    priced = sorted((item for item in items if item.rice), key=lambda item: (item.rice or 0, item.name))
    enough = [item for item in priced if (item.rice or 0) >= over]
    if enough:
        return [enough[0].name]
    names = []
    for item in reversed(priced):
        if over <= 0:
            break
        names.append(item.name)
        over -= item.rice or 0
    return names


def items_of(found: Found, printed: bool = False) -> list[Item]:
    """What costs rice, each as a whole. `printed`: without the changes of a theme."""
    models = [Item(model.name, model_rice(found, model, printed)) for model in found.models]
    return [*models, *(Item(one.name, special_rice(found, one, printed)) for one in found.specials)]


def model_rice(found: Found, model: Model, printed: bool = False) -> int | None:
    """BUS-ROSTER-09, -11: all models of a card in rice; None if it is unknown.

    Forms of one model are paid once (BUS-ROSTER-21), and so are cards with a price together.
    """
    if first_form(found, model) is not model or _paid_together(found, model):
        return 0
    cost = model.known.cost
    if cost is None or (cost.value is None and cost.kind not in ("Su", "Sp")):
        return None
    one = max(0, (cost.value or 0) + (0 if printed else _change(found, model)))
    return one * model.count if cost.kind == "Ea" else one


def printed_rice(model: Model) -> int | None:
    """The printed price, which every effect of the game uses (BUS-ROSTER-11)."""
    return model.known.cost.value if model.known.cost else None


def special_rice(found: Found, special: Special, printed: bool = False) -> int | None:
    """BUS-ROSTER-37: the copies of a special card in rice; None if it is unknown. A communal one is free, whatever it
    prints (BUS-ROSTER-36)."""
    if special.kind == "communal":
        return 0
    cost = special.card.cost if special.card else None
    if cost is None:
        return None
    if cost.free:
        value: int | None = special.x
    elif cost.share is not None:
        owner = None if special.owner is None else printed_rice(found.models[special.owner])
        value = None if owner is None else max(1, owner * cost.share[0] // cost.share[1] + cost.plus)
    else:
        value = cost.value
    change = 0 if printed else _named_change(found, special.name)
    if value is None:
        return None
    return (max(1, value + change) if change else value) * special.count


def first_form(found: Found, model: Model) -> Model:
    """The recruited form of the same model that is paid for (BUS-ROSTER-21): the first that can be bought, whatever
    stands before it in the list."""
    same_model = [one for one in found.models if one is model or are_forms(one, model)]
    bought = (one for one in same_model if one.known.cost is None or one.known.cost.kind not in ("Su", "Sp"))
    return next(bought, next(iter(same_model), model))


def are_forms(one: Model, other: Model) -> bool:
    """Whether two different cards are declared the same model."""
    ours, theirs = one.known.same_model_as, other.known.same_model_as
    return one.id != other.id and (other.id in ours or one.id in theirs)


def _paid_together(found: Found, model: Model) -> bool:
    """Whether another card of the list has the price for this one too; where both print it, the earlier one."""
    place = next((place for place, one in enumerate(found.models) if one is model), 0)
    before = {one.id for one in found.models[:place]}
    ours = model.known.cost
    for one in found.models:
        cost = one.known.cost
        if one is model or cost is None or cost.kind != "for_all" or model.id not in cost.together:
            continue
        both = ours is not None and ours.kind == "for_all" and one.id in ours.together
        if not both or one.id in before:
            return True
    return False


def _change(found: Found, model: Model) -> int:
    """What the theme changes for a model: by its name or a type; of several the first that is printed."""
    changes = (found.theme.cost_changes if found.theme else None) or {}
    profile: Profile = model.known
    return next((change for keyword, change in changes.items() if has_type(profile, keyword)), 0)


def _named_change(found: Found, name: str) -> int:
    changes = (found.theme.cost_changes if found.theme else None) or {}
    return next((change for keyword, change in changes.items() if same(keyword, name)), 0)
