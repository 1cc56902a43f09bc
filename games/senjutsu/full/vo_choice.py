"""What a virtual opponent does with its card: whom it attacks, whether it attacks at all, when it blocks, whether it
moves. SEN-SOLO-16 to -20. Called through `foes.py`, besides the rules that hold for every actor.

Where a place or a card is unknown nothing is judged. The decisions that the rules leave to the table (which of several
ways, which of several hexes) are taken as they are logged (SEN-SOLO-01, -27).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.hexes import Hex, distance
from games.ruleset import RuleViolation
from games.senjutsu.facts import FACTS, OPPONENTS
from games.senjutsu.full.blocking import in_reach
from games.senjutsu.full.cards import card_of, definition, part_of, parts_of, seat
from games.senjutsu.full.definitions import Attack, PartDefinition
from games.senjutsu.full.effect_events import ActorMoved, AttackDeclared
from games.senjutsu.full.events import STUN, InitiativeChosen, PartStarted
from games.senjutsu.full.frame import table
from games.senjutsu.full.order import effective, injuries_of, queued
from games.senjutsu.full.reach import hits, stands_before
from games.senjutsu.full.state import Pending, changed
from games.senjutsu.state import Foe, SenjutsuState, standing, standing_foes
from games.senjutsu.who import Violations

EXECUTION = 5
"""What an execution counts when opponents compare wounds (SEN-SOLO-18)."""


def kind_of(foe: Foe) -> str:
    """The rule by which an opponent attacks or not: melee or ranged."""
    return "SEN-SOLO-19" if OPPONENTS.types[foe.vo_type].ranged else "SEN-SOLO-18"


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
    least = min((distance(place, other) for other in found.values()), default=0)
    return {name for name, other in found.items() if distance(place, other) == least}


def check_attack(state: SenjutsuState, event: AttackDeclared) -> Violations:
    """SEN-SOLO-16, -18, -19: an attack that can hit, on the nearest target, and no ally of a defensive opponent."""
    foe, found = state.foes.get(event.attacker), targets(state)
    if foe is None or found is None or not isinstance(foe.hex, tuple):
        return
    aimed = {name for name, place in found.items() if place in event.hexes or name == event.target}
    hit_allies = allies_hit(state, event.attacker, event.hexes)
    if not aimed or (hit_allies and foe.stance == "defensive"):
        yield RuleViolation(
            kind_of(foe), {"actor": event.attacker, "card": event.card, "told": hit_allies or "nothing"}
        )
    elif not aimed & nearest(foe.hex, found):
        told, expected = sorted(aimed), sorted(nearest(foe.hex, found))
        yield RuleViolation("SEN-SOLO-16", {"actor": event.attacker, "told": told, "expected": expected})


def allies_hit(state: SenjutsuState, vo: str, hexes: tuple[Hex, ...]) -> list[str]:
    """Other opponents on these hexes."""
    return [other for other in standing_foes(state) if other != vo and state.foes[other].hex in hexes]


def is_attack(state: SenjutsuState, card: str) -> bool:
    """SEN-SOLO-18: an attack card, of which an opponent plays one part alone."""
    types = definition(state, card).types
    return types is not None and "attack" in types and "defence" not in types


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


def check_skip(state: SenjutsuState, event: PartStarted) -> Violations:
    """SEN-SOLO-18, -19: the second part only where the opponent cannot attack, or its defensive stance forbids it."""
    foe, gone = state.foes.get(event.actor), skipped(state, event)
    part = part_of(state, event.card, 0)
    if foe is None or not gone or part is None:
        return
    if can_attack(state, foe, event.card, part):
        yield RuleViolation(kind_of(foe), {"actor": event.actor, "card": event.card, "told": "second_part"})


def can_attack(state: SenjutsuState, foe: Foe, card: str, part: PartDefinition) -> bool:
    """Whether the attack of a part must be made from where its movement can lead."""
    found = targets(state)
    attack = next((one for one in part.effects if isinstance(one, Attack)), None)
    if found is None or attack is None or not isinstance(foe.hex, tuple) or foe.facing is None:
        return False
    threatened = foe.stance == "defensive" and threats(state)
    for where in stands_before(state, foe, part, attack):
        hexes = hits(state, foe, card, attack, where, found)
        spared = foe.stance == "defensive" and allies_hit(state, foe.vo, hexes)
        if hexes and not spared and not threatened:
            return True
    return False


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
    """SEN-SOLO-17: a ranged opponent that sees the character from its preferred range does not move."""
    foe, found = state.foes.get(event.actor), targets(state)
    if foe is None or not found or not isinstance(foe.hex, tuple) or foe.facing is None:
        return
    kind = OPPONENTS.types[foe.vo_type]
    steps = [step for step in event.sequence if step.op == "step"]
    if not kind.ranged or kind.range is None or not steps:
        return
    places = [found[name] for name in sorted(nearest(foe.hex, found))]
    far = all(distance(foe.hex, place) >= kind.range for place in places)
    if far and any(_sees(state, foe.hex, foe.facing, place) for place in places):
        params = {"actor": event.actor, "limit": kind.range, "told": len(steps)}
        yield RuleViolation("SEN-SOLO-17", params)


def _sees(state: SenjutsuState, place: Hex, facing: int, target: Hex) -> bool:
    walls = [thing.hex for thing in table(state).terrain if FACTS.terrain[thing.object].blocks]
    return in_reach(place, facing, target, distance(place, target), walls)


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
            for effect in part.effects:
                if isinstance(effect, Attack) and not seat(state, pending.actor).ended:
                    yield weight(effect), initiative


def weight(attack: Attack) -> int:
    """The most wounds that an attack effect deals to one target; an execution counts as 5."""
    wounds = max((cell.wounds for cell in attack.grid), default=attack.wounds)
    return max(wounds, EXECUTION) if attack.execute else wounds
