"""The lists that a player hands in, by the organisers' variant: one, two, with a sideboard, or open.

BUS-TOUR-23 to -26; the lists of each are judged one by one by the other chapters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from games.bushido.profiles import Name, Profile, SpecialCard, Theme
from games.bushido.roster.body import Body, Fitted, Recruit, Sideboard, Taken, Terms, Warband
from games.bushido.roster.keywords import same
from games.bushido.roster.price import known_rice
from games.bushido.roster.warband import Found, Said, Unknown, found_of
from games.bushido.scenarios import SCENARIOS
from games.ruleset import Cards, RuleViolation


def lists_of(body: Body, cards: Cards) -> list[Found]:
    """Every list that must be legal, with its limit. Raises `msgspec.ValidationError` for a broken import."""
    terms = body.terms
    limit, agreed = terms.rice_limit, "agreed_limit"
    own = SCENARIOS[terms.scenario].rice_limit if terms.scenario else None
    if own is not None:
        limit, agreed = own, str(terms.scenario)
    lists = [found_of("warband_list", body, terms, cards, limit, agreed)]
    if body.second is not None:
        lists.append(found_of("second_list", body.second, terms, cards, limit, agreed))
    if body.sideboard is not None:
        both = _together(body, body.sideboard)
        whole = limit + terms.sideboard_rice
        lists.append(found_of("with_sideboard", both, terms, cards, whole, "limit_with_sideboard"))
    if body.played is not None:
        lists.append(found_of("played_list", body.played, terms, cards, limit, agreed))
    return lists


def _together(body: Body, sideboard: Sideboard) -> Warband:
    """The base list with everything of its sideboard; models of one card stand together."""
    models: dict[str, Recruit] = {}
    for told in (*body.models, *sideboard.models):
        one = Recruit(told) if isinstance(told, str) else told
        before = models.get(one.profile, Recruit(one.profile, 0))
        fitted = (*_named(before, 0, one.count), *_named(one, before.count, before.count))
        models[one.profile] = Recruit(one.profile, before.count + one.count, fitted)
    cards = (*body.cards, *sideboard.cards)
    return Warband(body.faction, body.theme, tuple(models.values()), cards, vim=body.vim)


def _named(recruit: Recruit, before: int, beside: int) -> tuple[Name | Fitted, ...]:
    """BUS-ROSTER-14: its enhancements once so many models of its card stand `before` it, or `beside` it at all: each
    says which model has it, which goes without saying of a single one. One for a card without models of its own says
    it itself."""
    if not recruit.count or not beside:
        return recruit.enhancements
    told = (Fitted(one) if isinstance(one, str) else one for one in recruit.enhancements)
    return tuple(_moved(one, before, recruit.count) for one in told)


def _moved(fitted: Fitted, before: int, count: int) -> Fitted:
    alone = 1 if count == 1 else None
    model = fitted.model or alone
    return fitted if model is None else replace(fitted, model=before + model)


def check_variant(body: Body, lists: Sequence[Found]) -> Iterator[RuleViolation]:
    """What the variant asks of the lists together."""
    yield from _two(body)
    name_of = lists[0].name_of
    yield from _sideboard(body, name_of)
    yield from _sideboard_rice(body.terms, {found.label: found for found in lists})
    yield from _open(body, name_of)


def _two(body: Body) -> Iterator[RuleViolation]:
    """BUS-TOUR-23: two lists of one faction."""
    if body.terms.lists == "two" and body.second is None:
        yield _refused("BUS-TOUR-23", "hand_in", "second_list", "one_list")
    if body.terms.lists != "two" and body.second is not None:
        yield _refused("BUS-TOUR-23", "leave_out", "second_list", "two_lists")
    if body.second is not None and not same(body.faction, body.second.faction):
        yield _refused("BUS-TOUR-23", "choose_faction", body.faction, body.second.faction)
    if body.terms.lists == "two" and body.played is not None:
        lists = [one for one in (body, body.second) if one is not None]
        if not any(_alike(body.played, one) for one in lists):
            yield _refused("BUS-TOUR-23", "play_one_of", ["warband_list", "second_list"], "played_list")


def _sideboard(body: Body, name_of: Callable[[str], str]) -> Iterator[RuleViolation]:
    """BUS-TOUR-24: a sideboard where one is played, and games out of what was handed in."""
    if body.terms.lists != "sideboard":
        if body.sideboard is not None:
            yield _refused("BUS-TOUR-24", "leave_out", "sideboard", "sideboard", "extra")
        if body.terms.lists != "one":
            return
    if body.played is None:
        return
    brought = _cards_of(body)
    if body.sideboard is not None:
        brought += _cards_of(Warband(body.faction, None, body.sideboard.models, body.sideboard.cards))
    more = _cards_of(body.played) - brought
    strange = {name_of(card): more[card] for card in sorted(more)}
    if body.played.theme not in (None, body.theme):
        strange[name_of(body.played.theme or "")] = 1
    if strange or not same(body.faction, body.played.faction):
        told = strange or body.played.faction
        yield _refused("BUS-TOUR-24", "leave_out", told, told, "strange")


def _sideboard_rice(terms: Terms, lists: dict[str, Found]) -> Iterator[RuleViolation]:
    """BUS-TOUR-24: the rice of the cards that a sideboard adds; unknown prices count as nothing."""
    if "with_sideboard" in lists:
        added = known_rice(lists["with_sideboard"]) - known_rice(lists["warband_list"])
        if added > terms.sideboard_rice:
            yield _refused("BUS-TOUR-24", "sideboard_rice", terms.sideboard_rice, added, "rice")


def _open(body: Body, name_of: Callable[[str], str]) -> Iterator[RuleViolation]:
    """BUS-TOUR-25: before the match-up is known only the faction is declared."""
    declared = [name_of(card) for card in (*([body.theme] if body.theme else []), *_cards_of(body))]
    if body.terms.lists == "open" and declared and body.played is None and not body.models:
        yield _refused("BUS-TOUR-25", "leave_out", declared, declared)
    if body.terms.lists == "open" and body.played is not None and not same(body.faction, body.played.faction):
        yield _refused("BUS-TOUR-25", "choose_faction", body.faction, body.played.faction)


def _refused(rule: str, word: str, value: object, told: object, name: str = "told") -> RuleViolation:
    """`name`: the parameter that `told` is; `word` with its `value` is what mends it."""
    return RuleViolation(rule, {"list": "warband_list", name: told, "repair": {word: value}})


def _alike(one: Warband, other: Warband) -> bool:
    """The same list: faction, theme, every card, and what was fixed as it was built: who has which enhancement, and
    each free price (BUS-ROSTER-14, -37)."""
    fixed = same(one.faction, other.faction) and (one.theme, one.vim) == (other.theme, other.vim)
    return fixed and _cards_of(one) == _cards_of(other) and _fixed_of(one) == _fixed_of(other)


def _fixed_of(told: Warband) -> Counter[tuple[str | None, str, int | None]]:
    """(who has it, card, free price) of every special card; which of several alike models has it is all the same."""
    counted: Counter[tuple[str | None, str, int | None]] = Counter()
    for model in told.models:
        recruit = Recruit(model) if isinstance(model, str) else model
        for fitted in recruit.enhancements:
            worn = Fitted(fitted) if isinstance(fitted, str) else fitted
            counted[recruit.profile, worn.card, worn.x] += 1
    for card in told.cards:
        taken = Taken(card) if isinstance(card, str) else card
        counted[None, taken.card, taken.x] += taken.count
    return counted


def _cards_of(told: Warband) -> Counter[str]:
    """Copies of every card of a list."""
    counted: Counter[str] = Counter()
    for model in told.models:
        recruit = Recruit(model) if isinstance(model, str) else model
        counted[recruit.profile] += recruit.count
        counted.update(one if isinstance(one, str) else one.card for one in recruit.enhancements)
    for card in told.cards:
        taken = Taken(card) if isinstance(card, str) else card
        counted[taken.card] += taken.count
    return counted


def check_decks(found: Found) -> Said:
    """BUS-TOUR-26: only named cycle decks."""
    decks = found.terms.decks
    if decks is None:
        return
    named: list[tuple[str, Profile | SpecialCard | Theme | None]] = [
        *((model.name, model.card) for model in found.models),
        *((special.name, special.card) for special in found.specials),
    ]
    if found.theme_name is not None:
        named.append((found.theme_name, found.theme))
    for name, card in named:
        deck = card.deck if card else None
        if deck is None:
            yield Unknown("BUS-TOUR-26", name, "fact_deck")
        elif not any(same(deck, one) for one in decks):
            yield found.refuse("BUS-TOUR-26", {"leave_out": name}, told={name: deck}, expected=list(decks))
