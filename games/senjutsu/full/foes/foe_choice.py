"""What a virtual opponent does with its card: whom it attacks, whether it attacks at all, when it blocks, whether it
moves. SEN-SOLO-16 to -20. Called through `rules.py`, besides the rules that hold for every actor.

Where a place or a card is unknown nothing is judged. The decisions that the rules leave to the table (which of several
ways, which of several hexes) are taken as they are logged (SEN-SOLO-01, -27).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from games.gaps import known, some
from games.hexes import Hex, distance
from games.ruleset import Actor, RuleViolation
from games.senjutsu.facts import OPPONENTS
from games.senjutsu.full import reveal
from games.senjutsu.full.attacks.aim import initiative_of
from games.senjutsu.full.attacks.attack import strike_of
from games.senjutsu.full.attacks.blocking import in_reach
from games.senjutsu.full.cards import card_of, definition, part_of, parts_of, seat
from games.senjutsu.full.cursor import effect_place, effects_of, running_of
from games.senjutsu.full.definitions import Attack, Move, PartDefinition
from games.senjutsu.full.effect_events import ActorMoved, AttackDeclared
from games.senjutsu.full.events import STUN, CardsRevealed, InitiativeChosen, PartStarted, TargetNamed
from games.senjutsu.full.foes.reach import aimed, part_initiative, stands_after
from games.senjutsu.full.movement.ground import walls
from games.senjutsu.full.movement.steps import Stand
from games.senjutsu.full.order import effective, injuries_of, queued
from games.senjutsu.full.preconditions import table
from games.senjutsu.full.state import Pending, changed
from games.senjutsu.permissions import Violations
from games.senjutsu.state import Foe, SenjutsuState, standing, standing_foes

EXECUTION = 5
"""What an execution counts when opponents compare wounds (SEN-SOLO-18)."""


def kind_of(foe: Foe) -> str:
    """The rule by which an opponent attacks or not: melee or ranged."""
    return "SEN-SOLO-19" if OPPONENTS.types[foe.vo_type].ranged else "SEN-SOLO-18"


def keeps_out(foe: Foe) -> bool:
    """SEN-SOLO-18, -19: whether an opponent would rather not attack than be hit or hit another one: in the defensive
    stance, of those that fight hand to hand; who shoots does so whenever it can."""
    return foe.stance == "defensive" and not OPPONENTS.types[foe.vo_type].ranged


def targets(state: SenjutsuState) -> dict[str, Hex] | None:
    """Whom opponents fight: the characters, and the fallen lord's token (SEN-HORDE-14). None: a place is unknown."""
    found = {"lord": state.lord} if state.lord is not None else {}
    for player in standing(state):
        place = state.fighters[player].hex
        if place is None:
            return None
        found[player] = place
    return found


def nearest(place: Hex, found: dict[str, Hex]) -> set[str]:
    """SEN-SOLO-16: the targets at the smallest distance."""
    if len(found) < 2:
        return {*found}
    far = {name: distance(place, other) for name, other in found.items()}
    least = min(far.values(), default=0)
    return {name for name, steps in far.items() if steps == least}


def check_attack(state: SenjutsuState, event: AttackDeclared) -> Violations:
    """SEN-SOLO-16, -18, -19: an attack that can hit, on the nearest target, and no ally of a defensive opponent."""
    foe, found = state.foes.get(event.attacker), targets(state)
    if foe is None or found is None or not isinstance(foe.hex, tuple):
        return
    strike = strike_of(state, event)
    aimed = {name for name, place in found.items() if place in strike.hexes or name in strike.targets}
    hit_allies = allies_hit(state, event.attacker, strike.hexes)
    if not aimed or (hit_allies and keeps_out(foe)):
        told = {"actor": event.attacker, "card": event.card, "told": some(hit_allies)}
        yield RuleViolation(kind_of(foe), told)
    elif not aimed & (nearest(foe.hex, found) | {*seat(state, event.attacker).targets}):
        yield _not_nearest(event.attacker, aimed, nearest(foe.hex, found))


def check_named_later(state: SenjutsuState, event: TargetNamed) -> Violations:
    """SEN-SOLO-16: whom an opponent names where the reveal left it open."""
    yield from check_named(state, {event.actor: event.targets})


def check_named(state: SenjutsuState, named: Mapping[str, tuple[str, ...]]) -> Violations:
    """SEN-SOLO-16: whom opponents name at the reveal."""
    found = {name: place for name, place in (targets(state) or {}).items() if name in state.fighters}
    for vo, told in named.items():
        foe = state.foes.get(vo)
        near = nearest(foe.hex, found) if foe is not None and isinstance(foe.hex, tuple) else set()
        if near and told and not set(told) & near:
            yield _not_nearest(vo, set(told), near)


def check_cards_revealed(state: SenjutsuState, event: CardsRevealed, by: Actor) -> Violations:
    """The rules of every reveal, then SEN-SOLO-16."""
    found = [*reveal.check_cards_revealed(state, event, by)]
    yield from found or check_named(state, event.targets)


def _not_nearest(vo: str, told: set[str], expected: set[str]) -> RuleViolation:
    return RuleViolation("SEN-SOLO-16", {"actor": vo, "told": sorted(told), "expected": sorted(expected)})


def finds_target(state: SenjutsuState, vo: str, card: str, attack: Attack) -> bool:
    """SEN-SOLO-16, -18: whether an attack made now, from where the opponent stands, would be one that it makes."""
    foe = state.foes[vo]
    found = targets(state)
    if found is None or not isinstance(foe.hex, tuple) or foe.facing is None:
        return True
    return striking(state, foe, card, attack, found)(Stand(foe.hex, foe.facing))


def striking(
    state: SenjutsuState, foe: Foe, card: str, attack: Attack, found: dict[str, Hex]
) -> Callable[[Stand], bool]:
    """From which stands the attack would hit the nearest of the targets `found`, and spare the allies of a defensive
    opponent."""
    named = seat(state, foe.vo).targets if attack.aim == "named" else ()
    wanted = {name for name in named if name in found}
    hits = aimed(state, foe, card, attack, found)

    def strikes(where: Stand) -> bool:
        hexes = hits(where, wanted if named else nearest(where.hex, found))
        return bool(hexes) and not (keeps_out(foe) and allies_hit(state, foe.vo, hexes))

    return strikes


def allies_hit(state: SenjutsuState, vo: str, hexes: tuple[Hex, ...]) -> list[str]:
    """Other opponents on these hexes."""
    return [other for other in standing_foes(state) if other != vo and state.foes[other].hex in hexes]


def is_attack(state: SenjutsuState, card: str) -> bool:
    """SEN-SOLO-18: an attack card, of which an opponent plays one part alone."""
    types = definition(state, card).types
    return types is not None and "attack" in types and "defence" not in types


def is_other_part(state: SenjutsuState, event: PartStarted) -> bool:
    """SEN-SOLO-18: whether an opponent that played one part of its attack card begins another one."""
    parts = parts_of(state, event.card) or ()
    waits = any((one.actor, one.card) == (event.actor, event.card) for one in table(state).queue)
    return (
        event.card == card_of(state, event.actor)
        and is_attack(state, event.card)
        and event.part < len(parts)
        and not waits
    )


def skipped(state: SenjutsuState, event: PartStarted) -> tuple[Pending, ...]:
    """The attack parts that an opponent passes over when it begins its card with a later part."""
    if not is_attack(state, event.card):
        return ()
    queue = table(state).queue
    own = [one for one in queue if one.actor == event.actor and one.card == event.card]
    begun = any(one.part == 0 for one in own)
    return tuple(one for one in own if begun and one.part < event.part)


def without_attack(state: SenjutsuState, event: PartStarted) -> SenjutsuState:
    """The match in which the second part of an attack card stands in the place of the first."""
    gone = skipped(state, event)
    if not gone:
        return state
    queue = tuple(
        _in_place_of(one, gone[0]) if (one.actor, one.part) == (event.actor, event.part) else one
        for one in table(state).queue
        if one not in gone
    )
    return msgspec.structs.replace(state, full=changed(table(state), queue=queue))


def _in_place_of(later: Pending, first: Pending) -> Pending:
    if not later.follows:
        return later
    return msgspec.structs.replace(later, value=first.value, follows=False)


def check_part(state: SenjutsuState, event: PartStarted) -> Violations:
    """SEN-SOLO-18, -19: the second part only where the opponent cannot attack, or keeps out of one; the first part only
    where it can."""
    foe, part = state.foes.get(event.actor), part_of(state, event.card, 0)
    parts = parts_of(state, event.card) or ()
    if foe is None or part is None or not is_attack(state, event.card) or len(parts) < 2:
        return
    able, told = can_attack(state, foe, event.card, part), {"actor": event.actor, "card": event.card}
    if able and skipped(state, event) and not (keeps_out(foe) and threats(state)):
        yield RuleViolation(kind_of(foe), {**told, "told": "second_part"})
    elif event.part == 0 and able is False:
        yield RuleViolation(kind_of(foe), {**told, "told": "the_attack"})


def compares(state: SenjutsuState, vo: str) -> bool:
    """SEN-LOG-05, SEN-ATK-08: whether the initiatives of an opponent and of every character are known."""
    theirs = [initiative_of(state, player) for player in standing(state)]
    return None not in (part_initiative(state, vo), *theirs)


def can_attack(state: SenjutsuState, foe: Foe, card: str, part: PartDefinition) -> bool | None:
    """Whether the attack of a part can be made from where its movement leads; None: a place, or an initiative that it
    compares, is unknown."""
    effects = part.effects or ()
    attack = next((one for one in effects if isinstance(one, Attack)), None)
    found = targets(state)
    if found is None or attack is None or not isinstance(foe.hex, tuple) or foe.facing is None:
        return None
    if attack.aim == "compare" and not compares(state, foe.vo):
        return None
    before = effects[: effects.index(attack)]
    stands = stands_after(state, foe, before, Stand(foe.hex, foe.facing))
    return any(map(striking(state, foe, card, attack, found), stands))


def keeps_attack(state: SenjutsuState, event: ActorMoved) -> bool:
    """Whether the attack behind a movement can still be made from where the movement ends, if it could before."""
    foe, running = state.foes[event.actor], running_of(state, event.actor)
    if running is None or not is_attack(state, running.card):
        return True
    effects = effects_of(state, running) or ()
    place = effect_place(state, running, Move, event.effect)
    attack = next((one for one in effects[place or 0 :] if isinstance(one, Attack)), None)
    found = targets(state)
    if place is None or attack is None or found is None:
        return True
    if not isinstance(foe.hex, tuple) or foe.facing is None:
        return True
    at, strikes = effects.index(attack), striking(state, foe, running.card, attack, found)

    def reaches(first: int, start: Stand) -> bool:
        return any(map(strikes, stands_after(state, foe, effects[first:at], start)))

    now, then = Stand(foe.hex, foe.facing), Stand(event.to.hex, event.to.facing)
    return reaches(place + 1, then) or not reaches(place, now)


def threats(state: SenjutsuState) -> bool:
    """Whether a player's card in play attacks, or is not known: a defensive opponent may keep out of it."""
    cards = [card_of(state, player) for player in standing(state)]
    kinds = [definition(state, card).types for card in cards if card is not None and card != STUN]
    return any(types is None or "attack" in types for types in kinds)


def drop_rest(state: SenjutsuState, event: AttackDeclared) -> SenjutsuState:
    """SEN-SOLO-18: who attacks does not play the second part."""
    if not is_attack(state, event.card):
        return state
    full = table(state)
    left = tuple(one for one in full.queue if (one.actor, one.card) != (event.attacker, event.card))
    return msgspec.structs.replace(state, full=changed(full, queue=left))


def check_move(state: SenjutsuState, event: ActorMoved) -> Violations:
    """SEN-SOLO-17, -18: a ranged opponent in sight and at its range stays; who attacks moves so that it can."""
    if not keeps_attack(state, event):
        foe, card = state.foes[event.actor], card_of(state, event.actor)
        yield RuleViolation(kind_of(foe), {"actor": event.actor, "card": known(card), "told": "nothing"})
        return
    yield from _check_shooter(state, event)


def _check_shooter(state: SenjutsuState, event: ActorMoved) -> Violations:
    """SEN-SOLO-17: line of sight and the preferred range: no move."""
    foe, found = state.foes[event.actor], targets(state)
    steps = [step for step in event.sequence if step.op == "step"]
    kind = OPPONENTS.types[foe.vo_type]
    if not found or not steps or not isinstance(foe.hex, tuple) or foe.facing is None:
        return
    if not kind.ranged or kind.range is None:
        return
    places = [found[name] for name in sorted(nearest(foe.hex, found))]
    far = all(distance(foe.hex, place) >= kind.range for place in places)
    if far and any(_sees(state, foe.hex, foe.facing, place) for place in places):
        params = {"actor": event.actor, "limit": kind.range, "told": len(steps)}
        yield RuleViolation("SEN-SOLO-17", params)


def _sees(state: SenjutsuState, place: Hex, facing: int, target: Hex) -> bool:
    return in_reach(place, facing, target, distance(place, target), walls(table(state)))


def check_initiative(state: SenjutsuState, event: InitiativeChosen) -> Violations:
    """SEN-SOLO-20: the initiative of the player's attack, if the range allows it; of several the heaviest, then the
    quickest."""
    card = card_of(state, event.actor)
    parts = parts_of(state, card) if card is not None else None
    ranged = next((part for part in parts or () if part.up_to is not None), None)
    if ranged is None or ranged.initiative is None or ranged.up_to is None:
        return
    slow = injuries_of(state, event.actor)
    legal = {max(1, value - slow): value for value in range(ranged.up_to, ranged.initiative - 1, -1)}
    due = [initiative for _, initiative in sorted(attacks(state), reverse=True) if initiative in legal]
    if due and max(1, event.value - slow) != due[0]:
        params = {"actor": event.actor, "told": event.value, "expected": legal[due[0]]}
        yield RuleViolation("SEN-SOLO-20", params)


def attacks(state: SenjutsuState) -> Iterator[tuple[int, int]]:
    """(wounds, effective initiative) of every attack effect that the players' cards in play hold."""
    for pending in queued(state):
        part, initiative = part_of(state, pending.card, pending.part), effective(state, pending)
        if pending.actor in state.fighters and part is not None and initiative is not None:
            for effect in part.effects or ():
                if isinstance(effect, Attack) and not seat(state, pending.actor).ended:
                    yield weight(effect), initiative


def weight(attack: Attack) -> int:
    """The most wounds that an attack effect deals to one target; an execution counts as 5."""
    wounds = max((cell.wounds for cell in attack.grid), default=attack.wounds)
    return max(wounds, EXECUTION) if attack.execute else wounds
