"""Special attacks that remove models without a damage roll, and what that scores (BUS-SPA-18, BUS-DMG-09,
BUS-SCORE-07)."""

from __future__ import annotations

from games.bushido.full.common import side_of_model
from games.bushido.full.fighting.arms import weapons_of
from games.bushido.full.fighting.exchange import changed, the, used
from games.bushido.full.fighting.leave import removed, scored_in_zone
from games.bushido.full.fighting.specials import known_as
from games.bushido.full.traits import trait
from games.bushido.state import BusState, facts_of

GOKUSATSU, IVORY_PRISON = "Gokusatsu Attack", "Ivory Prison Attack"
SPARED_BY_IVORY = ("Insignificant", "Soulless")


def removes(state: BusState, attacker: str, defender: str) -> tuple[str, ...]:
    """BUS-SPA-18: who leaves play if this attack succeeds. An enemy that has Gokusatsu too voids it; an Ivory Prison
    holds nobody who is Insignificant or Soulless, and its Kairai comes by the text of the card."""
    name = used(state, attacker, "attack")
    if name == GOKUSATSU:
        arms = weapons_of(state, defender)
        void = any(GOKUSATSU in map(known_as, one.specials or {}) for one in arms)
        return () if void else (defender, attacker)
    if name == IVORY_PRISON and not any(trait(state, defender, one) for one in SPARED_BY_IVORY):
        return (defender,)
    return ()


def may_score(state: BusState) -> bool:
    """BUS-SCORE-07: whether an attack of the exchange, as both have paid, can score for who is removed in a zone."""
    fight = the(state)
    pairs = ((fight.active, fight.other), (fight.other, fight.active))
    return bool(facts_of(state).kill_sp) and any(removes(state, *pair) for pair in pairs)


def taken_away(state: BusState, attacker: str, defender: str) -> BusState:
    """The attack has succeeded: each whom it removes scores for the enemy, where one of the two is in a zone."""
    gone, in_zone = removes(state, attacker, defender), the(state).in_zone
    if not gone:
        return state
    sides = {attacker: side_of_model(state, attacker), defender: side_of_model(state, defender)}
    state = changed(state, over=True)
    for model in gone:
        state = removed(state, model, attacker, "BUS-SPA-18", "BUS-DMG-09")
        if in_zone:
            enemy = attacker if model == defender else defender
            state = scored_in_zone(state, sides[enemy])
    return state
