"""The reveal and its stages: SEN-REV-01 to -04, -08, -09, SEN-LOG-06, SEN-SEL at the reveal. Called through `rules.py`.

Stages: 1 reveal, 2 mandatory focus, 3 optional initiative, 4 replacements (`replace.py`), 5 variable initiative.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.gaps import known, some
from games.ruleset import Actor, RuleViolation
from games.secrets import commitment
from games.senjutsu.full.cards import (
    card_of,
    contradictions,
    definition,
    effects_known,
    is_core,
    merged,
    parts_of,
    pile,
    seat,
    without,
)
from games.senjutsu.full.choose import check_choice
from games.senjutsu.full.definitions import Attack, Definition, PartDefinition
from games.senjutsu.full.events import STUN, CardsRevealed, InitiativeChosen, TargetNamed
from games.senjutsu.full.foes import virtual
from games.senjutsu.full.harm import settled
from games.senjutsu.full.preconditions import (
    acts_after,
    at,
    body,
    due_for,
    no_longer_due,
    order_of,
    passing,
    put,
    standing_actors,
    table,
    together,
    with_body,
)
from games.senjutsu.full.state import Due, FullState, Pile, Seat, changed, flagged, with_seat
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState, standing, standing_foes

COSTS = 2
"""The stage in which mandatory focus is paid."""
NAMED = "target_named"
"""What the table waits for from those whose targets follow the reveal."""


@at("select")
def check_cards_revealed(state: SenjutsuState, event: CardsRevealed, by: Actor) -> Violations:
    """SEN-REV-02: everybody's selected card at once; then facts that are declared, and named targets."""
    return passing(
        event,
        _check_all_chose(state),
        _check_everybody(state, event),
        _check_cards(state, event, by),
        together(
            check_declared(state, event.declared), _check_playable(state, event), _check_targets(state, event)
        ),
    )


def _check_all_chose(state: SenjutsuState) -> Violations:
    """SEN-TURN-03, SEN-SEL-01."""
    missing = [player for player in standing(state) if not seat(state, player).chosen]
    if missing:
        yield RuleViolation("SEN-TURN-03", {"missing": missing})
        yield RuleViolation("SEN-SEL-01", {"missing": missing})


def _check_everybody(state: SenjutsuState, event: CardsRevealed) -> Violations:
    drawn = [vo for vo in standing_foes(state) if pile(state, vo).drawn]
    expected = {*standing(state), *drawn}
    if set(event.cards) != expected:
        wrong = {"missing": sorted(expected - set(event.cards)), "extra": sorted(set(event.cards) - expected)}
        yield RuleViolation("SEN-REV-02", wrong)


def _check_cards(state: SenjutsuState, event: CardsRevealed, by: Actor) -> Violations:
    """SEN-REV-02: the selection, or what its commitment opens to; whatever was kept back is judged now."""
    for actor, card in event.cards.items():
        if actor in state.foes:
            yield from virtual.check_turned_up(state, actor, card, by)
            continue
        now = seat(state, actor)
        if now.card is not None:
            if now.card != card:
                yield RuleViolation("SEN-REV-02", {"actor": actor, "told": card})
        elif commitment(event.salts.get(actor, ""), {"card": card}) != now.commitment:
            yield RuleViolation("SEN-REV-02", {"actor": actor, "told": card})
        else:
            yield from check_choice(state, actor, card)


def check_declared(state: SenjutsuState, declared: dict[str, Definition]) -> Violations:
    """SEN-LOG-06: nothing is declared otherwise than it is known, or was declared before."""
    for card, told in declared.items():
        wrong = contradictions(definition(state, card), told)
        if wrong:
            yield RuleViolation("SEN-LOG-06", {"card": card, "fields": [f"fact_{one}" for one in wrong]})


def _check_playable(state: SenjutsuState, event: CardsRevealed) -> Violations:
    """SEN-SEL-02, -03, -05: a card whose facts are told now must have been a legal choice by them."""
    if not event.declared:
        return
    told = put(state, with_declared(table(state), state, event.declared))
    for player, card in event.cards.items():
        if player in state.fighters and card in event.declared:
            yield from check_choice(told, player, card)


def _check_targets(state: SenjutsuState, event: CardsRevealed) -> Violations:
    """SEN-REV-09: who owns an attack without a grid names its targets, who stand on the board, now or right after."""
    left = standing_actors(state)
    for actor, card in event.cards.items():
        targets = event.targets.get(actor, ())
        told = event.declared.get(card)
        parts = (told.parts if told else None) or parts_of(state, card)
        told_now = bool(targets) or actor in event.naming
        both = bool(targets) and actor in event.naming
        if both or is_strange(left, actor, targets) or (effects_known(parts) and names(parts) != told_now):
            yield RuleViolation("SEN-REV-09", {"actor": actor, "card": card, "told": some(list(targets))})
    for actor in sorted(set(event.naming) - set(event.cards)):
        yield RuleViolation("SEN-REV-09", {"actor": actor, "card": "nothing", "told": "nothing"})


def names(parts: tuple[PartDefinition, ...] | None) -> bool:
    """SEN-REV-09: whether a card has an attack on named targets, as far as it is known."""
    for part in parts or ():
        for effect in part.effects or ():
            if isinstance(effect, Attack) and effect.aim == "named":
                return True
    return False


def is_strange(left: Sequence[str], actor: str, targets: tuple[str, ...]) -> bool:
    """Whether somebody is named who is not there (who is `left`), or the attacker itself."""
    return actor in targets or not set(targets) <= set(left)


@at("reveal")
def check_target_named(state: SenjutsuState, event: TargetNamed, by: Actor) -> Violations:
    """SEN-REV-09: right after the reveal, by whom it waits for."""
    due = due_for(table(state), NAMED, event.actor)
    if due is None or not event.targets or is_strange(standing_actors(state), event.actor, event.targets):
        card = known(card_of(state, event.actor))
        params = {"actor": event.actor, "card": card, "told": some(list(event.targets))}
        yield RuleViolation("SEN-REV-09", params)


def on_target_named(state: SenjutsuState, event: TargetNamed) -> SenjutsuState:
    full = no_longer_due(table(state), NAMED, event.actor)
    return put(state, with_seat(full, event.actor, targets=event.targets))


def with_declared(full: FullState, state: SenjutsuState, declared: dict[str, Definition]) -> FullState:
    """SEN-LOG-06: the table with what was declared."""
    if not declared:
        return full
    new = {card: merged(definition(state, card), told) for card, told in declared.items()}
    told = dict.fromkeys((*full.declared, *(card for card in declared if card not in full.cards)))
    return changed(full, cards={**full.cards, **new}, declared=tuple(told))


def on_cards_revealed(state: SenjutsuState, event: CardsRevealed) -> SenjutsuState:
    """Every card goes from the hand into play; what a virtual opponent drew is turned up."""
    full = with_declared(table(state), state, event.declared)
    state = put(state, full) if event.declared else state
    full = flagged(full, *_unchecked(state, event))
    piles, seats = {**full.piles}, {**full.seats}
    for player, card in event.cards.items():
        if player in state.fighters:
            piles[player] = _less(state, player, card)
            seats[player] = _shown(state, player, card, event.targets.get(player, ()))
            state = with_body(state, player, stuns=_stuns_left(state, player)) if card == STUN else state
    due = tuple(Due(NAMED, actor, "SEN-REV-09") for actor in event.naming)
    full = changed(full, step="reveal", stage=1, piles=piles, seats=seats)
    state = put(state, changed(full, due=(*full.due, *due)) if due else full)
    if not state.foes:
        return state
    for vo in [vo for vo in event.cards if vo in state.foes]:
        state = virtual.turned_up(state, vo, event.cards[vo], event.targets.get(vo, ()))
    return _without_namers(settled(state))


def _without_namers(state: SenjutsuState) -> SenjutsuState:
    """SEN-REV-09: whoever is left alone, since the last opponents fell as they turned up stuns, names nobody."""
    full = table(state)
    if len(standing_actors(state)) > 1 or not full.due:
        return state
    return put(state, changed(full, due=tuple(due for due in full.due if due.kind != NAMED)))


def _stuns_left(state: SenjutsuState, player: str) -> int:
    return max(0, state.fighters[player].stuns - 1)


UNCHECKED = {
    "mandatory_focus": ("SEN-SEL-02", "SEN-REV-03"),
    "required_kamae": ("SEN-SEL-03",),
    "instant": ("SEN-SEL-05",),
    "types": ("SEN-INIT-04", "SEN-INST-02"),
    "parts": ("SEN-INIT-01", "SEN-REV-04", "SEN-REV-08"),
}
OF_FOES = ("types", "parts")
"""What counts of an opponent's card: it costs nothing and asks for no kamae (SEN-SOLO-03, -10)."""
UNTOLD = ("SEN-ATK-01", "SEN-ATK-13")
"""SEN-LOG-05: what cannot be checked of a revealed card whose fact is unknown."""


def _unchecked(state: SenjutsuState, event: CardsRevealed) -> list[str]:
    cards = {actor: definition(state, card) for actor, card in event.cards.items() if card != STUN}
    found = [
        rule
        for fact, rules in UNCHECKED.items()
        if any(getattr(cards[actor], fact) is None for actor in cards if _counts(state, actor, fact))
        for rule in rules
    ]
    return [*found, *(UNTOLD if any(not effects_known(card.parts) for card in cards.values()) else ())]


def _counts(state: SenjutsuState, actor: str, fact: str) -> bool:
    return actor in state.fighters or fact in OF_FOES


def _shown(state: SenjutsuState, player: str, card: str, targets: tuple[str, ...]) -> Seat:
    """The turn of a player whose card is turned up."""
    types, now = definition(state, card).types, seat(state, player)
    attacks = types is not None and "attack" in types
    return msgspec.structs.replace(now, card=card, play=(card, *now.play), targets=targets, obliged=attacks)


def _less(state: SenjutsuState, player: str, card: str) -> Pile:
    """The cards of a player without one that is played; stuns and core cards stand in no count."""
    own = pile(state, player)
    if card == STUN or is_core(state, card):
        return own
    return msgspec.structs.replace(own, hand=max(0, own.hand - 1), held=without(own.held, (card,)))


def from_hand(state: SenjutsuState, player: str, card: str) -> SenjutsuState:
    """The hand without a card that is played: a stun, a core card (which no count holds), or a deck card."""
    if card == STUN:
        return with_body(state, player, stuns=_stuns_left(state, player))
    full = table(state)
    return put(state, changed(full, piles={**full.piles, player: _less(state, player, card)}))


def check_costs_paid(state: SenjutsuState) -> Violations:
    """SEN-REV-03: nobody owes the mandatory cost of the revealed card."""
    for player in standing(state):
        card = card_of(state, player)
        cost = definition(state, card).mandatory_focus if card not in (None, STUN) else 0
        if cost and not seat(state, player).paid:
            params = {"actor": player, "card": known(card), "told": 0, "expected": cost}
            yield RuleViolation("SEN-REV-03", params)


def check_stage(state: SenjutsuState, stage: int) -> Violations:
    """SEN-REV-01: no event of an earlier stage after one of a later stage; SEN-REV-03: none of a later stage while
    somebody owes a mandatory cost, which could not be paid any more."""
    if table(state).stage > stage:
        yield RuleViolation("SEN-REV-01", {"told": stage, "expected": table(state).stage})
    if stage > COSTS:
        yield from check_costs_paid(state)


def at_stage(full: FullState, stage: int) -> FullState:
    """The table at this stage at least."""
    return full if full.stage >= stage else changed(full, stage=stage)


def ranged_part(state: SenjutsuState, actor: str) -> PartDefinition | None:
    """The part of an actor's card that has a variable initiative; SEN-REV-04: an initiative that was bought for the
    part stands in the place of its range."""
    card, bought = card_of(state, actor), seat(state, actor).bought
    parts = (parts_of(state, card) if card is not None else None) or ()
    ranges = (part for part in parts if part.up_to is not None)
    return next((part for part in ranges if not (bought and part.optional_initiative is not None)), None)


def lacks_initiative(state: SenjutsuState, actor: str) -> bool:
    """SEN-REV-08: whether an actor still has to choose within a range."""
    now = seat(state, actor)
    return ranged_part(state, actor) is not None and now.initiative is None


@at("reveal")
def check_initiative_chosen(state: SenjutsuState, event: InitiativeChosen, by: Actor) -> Violations:
    """SEN-REV-01, -08: in stage 5, from the bottom of the track upward, a value of the range."""
    return together(check_stage(state, 5), _check_value(state, event), _check_from_below(state, event))


def _check_value(state: SenjutsuState, event: InitiativeChosen) -> Violations:
    card = card_of(state, event.actor)
    part = ranged_part(state, event.actor)
    if card is not None and card != STUN and parts_of(state, card) is None:
        return
    low, high = (part.initiative, part.up_to) if part is not None else (None, None)
    chosen = seat(state, event.actor).initiative
    if part is None or not (low or 0) <= event.value <= (high or 0):
        yield RuleViolation("SEN-REV-08", _of_range(state, event.actor, event.value))
    elif chosen is not None:
        yield RuleViolation("SEN-REV-08", {"actor": event.actor, "chosen": chosen})


def _of_range(state: SenjutsuState, actor: str, told: int | str) -> dict[str, int | str]:
    """The range of an actor's card, and what was told instead of a value of it."""
    part = ranged_part(state, actor)
    legal = "nothing" if part is None else f"{part.initiative}–{part.up_to}"
    return {"actor": actor, "told": told, "legal": legal}


def choosing(state: SenjutsuState) -> tuple[str, ...]:
    """SEN-REV-08, SEN-SOLO-11: who may choose within a range now; several where nothing tells who comes first."""
    waiting = [actor for actor in order_of(state) if lacks_initiative(state, actor)]
    return tuple(actor for actor in waiting if not any(acts_after(state, actor, other) for other in waiting))


def _check_from_below(state: SenjutsuState, event: InitiativeChosen) -> Violations:
    first = [actor for actor in choosing(state) if acts_after(state, event.actor, actor)]
    if first:
        yield RuleViolation("SEN-REV-08", {"actor": event.actor, "first": first[:1]})


def on_initiative_chosen(state: SenjutsuState, event: InitiativeChosen) -> SenjutsuState:
    full = at_stage(table(state), 5)
    card = card_of(state, event.actor)
    if card is not None and parts_of(state, card) is None:
        full = flagged(full, "SEN-REV-08")
    return put(state, with_seat(full, event.actor, initiative=event.value))


def check_reveal_done(state: SenjutsuState) -> Violations:
    """SEN-TURN-03 with SEN-REV-03 and -08: mandatory costs are paid, variable initiatives chosen."""
    for owed in check_costs_paid(state):
        yield RuleViolation("SEN-TURN-03", {"missing": [owed.params["actor"]]})
        yield owed
    for actor in standing_actors(state):
        one = body(state, actor)
        if one is not None and lacks_initiative(state, actor):
            yield RuleViolation("SEN-TURN-03", {"missing": [actor]})
            yield RuleViolation("SEN-REV-08", _of_range(state, actor, "nothing"))
