"""Decks of virtual opponents: recipes, substitutions, nightmare cards (SEN-VOD-01 to -08). Called by `rules.py`.

Only staff register them, so that no refusal can tell a player what lies in a deck (SEN-HID-08).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import msgspec

from games.gaps import some
from games.ruleset import Actor, NextEvent, RuleViolation
from games.senjutsu.chapters.horde import missing_decks, types_of
from games.senjutsu.events import Substitution, VoDeckRegistered
from games.senjutsu.facts import OPPONENTS, SELECTION_OF, Opponent
from games.senjutsu.permissions import Violations, in_mode, in_phase, opponent_word, staff_only
from games.senjutsu.state import FoeDeck, SenjutsuState

NIGHTMARE = "D8"
REPLACEABLE = ("D3", "D4")


def check_vo_deck_registered(state: SenjutsuState, event: VoDeckRegistered, by: Actor) -> Violations:
    """By staff, before the start or between levels, for a known type; a deck that is kept secret is not judged."""
    refused = [*in_phase(state, "roster", "break"), *in_mode(state, "solo", "horde"), *staff_only(by)]
    kind = OPPONENTS.types.get(event.vo_type)
    if not refused and kind is None:
        refused.append(RuleViolation("SEN-LOG-04", {"type": event.vo_type}))
    elif not refused and event.vo_deck in state.foe_decks:
        refused.append(RuleViolation("SEN-LOG-04", {"taken": event.vo_deck}))
    elif not refused and _is_spare(state, event.vo_type):
        types = sorted((*(deck.vo_type for deck in state.foe_decks.values()), event.vo_type))
        refused.append(RuleViolation("SEN-HORDE-01", {"told": types}))
    if not refused and kind is not None and event.cards is not None:
        refused.extend(_check_cards(state, event, kind))
        refused = refused or [*_check_personal(state, event, kind)]
        refused = refused or [*_check_recipe(state, event, kind)]
    yield from refused


def _is_spare(state: SenjutsuState, vo_type: str) -> bool:
    """SEN-HORDE-01: whether a horde has no slot for one deck more, or for none of this type. One that another of its
    type keeps out is offered to nobody, and not refused: a released log has such a run."""
    if state.mode != "horde":
        return False
    types = types_of(state).values()
    return vo_type not in types or len(state.foe_decks) >= len(types)


def deck_due(state: SenjutsuState) -> Iterator[NextEvent]:
    """A deck that may be built now: in a solo game of any type, in a horde of those that have none yet."""
    if state.mode == "solo":
        yield NextEvent(type="vo_deck_registered")
    elif missing := missing_decks(state):
        yield NextEvent(type="vo_deck_registered", choices={"vo_type": missing})


def used_cards(state: SenjutsuState) -> set[str]:
    """The solo cards that lie in registered decks."""
    return {card for deck in state.foe_decks.values() for card in deck.cards or ()}


def _is_personal(card: str, kind: Opponent) -> bool:
    """A card of an opponent character: its number is not among the selection decks."""
    return kind.character and card not in SELECTION_OF and card[:2] in ("S-", "K-")


def _check_cards(state: SenjutsuState, event: VoDeckRegistered, kind: Opponent) -> Violations:
    """SEN-VOD-01: each solo card exists, once."""
    told = Counter(event.cards or ())
    wrong = {
        "strange": sorted(card for card in told if card not in SELECTION_OF and not _is_personal(card, kind)),
        "twice": sorted(card for card, count in told.items() if count > 1),
        "used": sorted(set(told) & used_cards(state)),
    }
    if any(wrong.values()):
        yield RuleViolation("SEN-VOD-01", wrong)


def _check_personal(state: SenjutsuState, event: VoDeckRegistered, kind: Opponent) -> Violations:
    """SEN-VOD-03, -06, -07: its personal cards, as far as the imported edition names them, and one nightmare card."""
    told = [card for card in event.cards or () if _is_personal(card, kind)]
    nightmares = [card for card in told if card.startswith("K-")]
    due = [card for card in personal_cards(state, event.vo_type) if card.startswith("S-")]
    missing = sorted(set(due) - set(told))
    foreign = sorted(card for card in told if owner_of(state, card) not in (None, event.vo_type))
    if missing or foreign:
        yield RuleViolation("SEN-VOD-03", {"type": event.vo_type, "expected": some(due), "told": some(told)})
    if nightmares and not event.nightmare:
        yield RuleViolation("SEN-VOD-06", {"type": event.vo_type, "told": len(nightmares)})
    elif event.nightmare and kind.character and kind.personal is None and len(nightmares) != 1:
        yield RuleViolation("SEN-VOD-07", {"type": event.vo_type, "told": some(nightmares)})


def owner_of(state: SenjutsuState, card: str) -> str | None:
    """The opponent character that a pinned card belongs to; None where the edition does not tell."""
    known = state.full.cards.get(card) if state.full is not None else None
    return known.owner if known is not None and known.owner in OPPONENTS.types else None


def personal_cards(state: SenjutsuState, vo_type: str) -> tuple[str, ...]:
    """The cards that the pinned edition gives to an opponent character."""
    pinned = state.full.cards if state.full is not None else {}
    return tuple(
        sorted(card for card in pinned if card[:2] in ("S-", "K-") and owner_of(state, card) == vo_type)
    )


def _check_recipe(state: SenjutsuState, event: VoDeckRegistered, kind: Opponent) -> Violations:
    cards = event.cards or ()
    counts = Counter(SELECTION_OF[card] for card in cards if card in SELECTION_OF)
    if kind.personal is not None:
        if counts or len(cards) != kind.personal:
            foreign = sum(counts.values())
            params = {"expected": kind.personal, "told": len(cards) - foreign, "foreign": foreign}
            yield RuleViolation("SEN-VOD-04", params)
        return
    yield from _check_substitutions(state, event, kind)
    nightmares = counts.pop(NIGHTMARE, 0)
    rule = "SEN-VOD-08" if event.nightmare and not _replaceable(kind) else "SEN-VOD-06"
    if nightmares != int(event.nightmare):
        yield RuleViolation(rule, {"type": event.vo_type, "told": nightmares})
    elif not any(_fits(try_, kind, event) for try_ in _before_nightmare(counts, kind, event.nightmare)):
        ordinary = any(_fits(try_, kind, event) for try_ in _with_any(counts))
        broken = rule if event.nightmare and ordinary else "SEN-VOD-02"
        yield RuleViolation(broken, _recipe(kind, event.vo_type, counts, nightmares))


def _recipe(kind: Opponent, type_: str, counts: Counter[str], nightmares: int) -> dict[str, object]:
    told = {**dict(sorted(counts.items())), **({NIGHTMARE: nightmares} if nightmares else {})}
    return {
        "type": opponent_word(type_),
        "expected": some(dict(kind.fixed)),
        "extra": kind.extra,
        "legal": some(list(kind.extra_from)),
        "told": some(told),
    }


def _replaceable(kind: Opponent) -> list[str]:
    """SEN-VOD-06: the selection decks of this recipe whose card a nightmare card may replace."""
    return [deck for deck in REPLACEABLE if deck in kind.fixed or deck in kind.extra_from]


def _before_nightmare(counts: Counter[str], kind: Opponent, nightmare: bool) -> Iterator[Counter[str]]:
    """What the deck may have been before the nightmare card replaced one: of D3 or D4, else an extra (SEN-VOD-08)."""
    if not nightmare:
        yield counts
        return
    strict = not _replaceable(kind)
    if strict and any(counts[deck] < number for deck, number in kind.fixed.items()):
        return
    for deck in kind.extra_from if strict else _replaceable(kind):
        yield counts + Counter({deck: 1})


def _with_any(counts: Counter[str]) -> Iterator[Counter[str]]:
    """One card more, of any selection deck."""
    for deck in OPPONENTS.selection:
        yield counts + Counter({deck: 1})


def _fits(counts: Counter[str], kind: Opponent, event: VoDeckRegistered) -> bool:
    """SEN-VOD-02: the fixed cards, with their substitutes, and as many extra ones from the decks named for them."""
    needed = Counter(kind.fixed)
    swaps = [*(event.substitutions or ())]
    extra_from = {*kind.extra_from, *(swap.used for swap in swaps if swap.empty in kind.extra_from)}
    for swap in swaps:
        if needed[swap.empty] > 0:
            needed[swap.empty] -= 1
            needed[swap.used] += 1
    rest = counts - needed
    complete = all(counts[deck] >= number for deck, number in needed.items())
    return complete and rest.total() == kind.extra and set(rest) <= extra_from


def _check_substitutions(state: SenjutsuState, event: VoDeckRegistered, kind: Opponent) -> Violations:
    """SEN-VOD-05: only for an empty selection deck, from another one of the recipe, and D4 when all are empty."""
    empty, legal = _empty_and_legal(state, event, kind)
    for swap in event.substitutions or ():
        if swap.empty not in empty or swap.used not in legal or swap.used == swap.empty:
            yield RuleViolation("SEN-VOD-05", _swap(swap, legal))


def _empty_and_legal(
    state: SenjutsuState, event: VoDeckRegistered, kind: Opponent
) -> tuple[list[str], list[str]]:
    """The selection decks of a recipe that this deck leaves empty, and those that a substitute may come from."""
    before = used_cards(state)
    taken = before | set(event.cards or ())
    recipe = [deck for deck in OPPONENTS.selection if deck in kind.fixed or deck in kind.extra_from]
    empty = [deck for deck in recipe if set(OPPONENTS.selection[deck]) <= taken]
    open_decks = [deck for deck in recipe if not set(OPPONENTS.selection[deck]) <= before]
    return empty, open_decks or [OPPONENTS.limits.substitute]


def substitutions_of(state: SenjutsuState, event: VoDeckRegistered) -> tuple[Substitution, ...]:
    """SEN-VOD-05: the fewest substitutions by which a deck follows its recipe; none where none are needed, or none
    help. They follow from the cards, so that whoever builds a deck by hand need not tell them."""
    kind = OPPONENTS.types[event.vo_type]
    if kind.personal is not None or not event.cards:
        return ()
    empty, legal = _empty_and_legal(state, event, kind)
    ways = [Substitution(deck, used) for deck, used in product(empty, legal) if deck != used]
    most = sum(kind.fixed.get(deck, 0) for deck in empty) + kind.extra * any(
        deck in kind.extra_from for deck in empty
    )
    for count in range(most + 1 if ways else 0):
        for swaps in combinations_with_replacement(ways, count):
            tried = msgspec.structs.replace(event, substitutions=swaps)
            if not any(True for _ in _check_recipe(state, tried, kind)):
                return swaps
    return ()


def _swap(swap: Substitution, legal: list[str]) -> dict[str, object]:
    return {"deck": swap.empty, "legal": legal, "told": swap.used}


def on_vo_deck_registered(state: SenjutsuState, event: VoDeckRegistered) -> SenjutsuState:
    deck = FoeDeck(event.vo_type, event.nightmare, event.cards)
    return msgspec.structs.replace(state, foe_decks={**state.foe_decks, event.vo_deck: deck}, decks_told=True)
