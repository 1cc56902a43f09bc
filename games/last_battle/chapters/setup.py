"""Opening the table, and the schemes: dealt, chosen, preset, shared (LB-MULTI, LB-SETUP-02 to -08).

Called by `rules.py`. Nothing here answers one player from what another one holds in secret.
"""

from __future__ import annotations

import msgspec

from games.judging import repeated
from games.last_battle.events import (
    SchemeChosen,
    SchemesDealt,
    SchemeShared,
    SerpentSchemesPreset,
    TableOpened,
)
from games.last_battle.facts import COMMON_SCHEMES, SCHEMES, SIDES, is_unique, unique_scheme
from games.last_battle.full import phases as full
from games.last_battle.full.cards import largest_deck
from games.last_battle.permissions import NOBODY, Violations, in_phase, owner_acts, staff_only
from games.last_battle.state import Held, LastBattleState, Squad, side_squads, with_squad
from games.ruleset import Actor, RuleViolation


def check_table_opened(state: LastBattleState, event: TableOpened, by: Actor) -> Violations:
    """LB-MULTI-01, LB-MULTI-02, LB-SETUP-02; by staff, once."""
    yield from in_phase(state, "open")
    yield from staff_only(by)
    seats = [players for players in event.sides.values() if players and all(players)]
    if set(event.sides) != set(SIDES):
        yield RuleViolation("LB-MULTI-01", {"sides": list(event.sides) or NOBODY})
    elif len(seats) < len(event.sides):
        empty = [side for side, players in event.sides.items() if not players or not all(players)]
        yield RuleViolation("LB-MULTI-01", {"empty": empty})
    limits = event.hand_limits or {}
    if set(limits) - set(SIDES):
        yield RuleViolation("LB-MULTI-01", {"sides": list(limits)})
    if any(limit < 0 for limit in limits.values()):
        yield RuleViolation("LB-HAND-01", {"negative": min(limits.values())})
    elif any(limit >= largest_deck(event.deck_profile) for limit in limits.values()):
        told = {"overdrawn": max(limits.values()), "most": largest_deck(event.deck_profile) - 1}
        yield RuleViolation("LB-HAND-01", told)
    players = [player for side in event.sides.values() for player in side]
    if len(set(players)) < len(players):
        twice = sorted(repeated(players))
        yield RuleViolation("LB-MULTI-02", {"twice": twice})
    if event.scheme_draw_count is not None and not 1 <= event.scheme_draw_count <= len(COMMON_SCHEMES):
        told = {"count": event.scheme_draw_count, "limit": len(COMMON_SCHEMES)}
        yield RuleViolation("LB-SETUP-02", told)


def on_table_opened(state: LastBattleState, event: TableOpened) -> LastBattleState:
    squads = {player: Squad(player, side) for side in SIDES for player in event.sides[side]}
    state = msgspec.structs.replace(
        state,
        phase="schemes",
        battlefield=event.battlefield,
        detail=event.detail,
        deck_profile=event.deck_profile,
        draw_count=event.scheme_draw_count,
        cap_scope=event.scheme_cap_scope,
        corner_zones=event.corner_zones,
        hand_limits=event.hand_limits,
        squads=squads,
    )
    return full.opened(state) if event.detail == "full" else state


def check_schemes_dealt(state: LastBattleState, event: SchemesDealt, by: Actor) -> Violations:
    """LB-SETUP-02: different common schemes, as many as set, once to each Alliance player; LB-SETUP-07."""
    strangers = [*staff_only(by), *owner_acts(state, by, event.player)]
    if strangers:
        yield from strangers
        return
    squad = state.squads[event.player]
    if squad.side == "serpent":
        yield RuleViolation("LB-SETUP-07", {"player": event.player})
    if squad.was_dealt or squad.chosen:
        yield RuleViolation("LB-SETUP-02", {"dealt" if squad.was_dealt else "chosen": event.player})
    yield from in_phase(state, "schemes")
    yield from _check_deal(state, event.schemes)


def _check_deal(state: LastBattleState, schemes: tuple[str, ...] | None) -> Violations:
    if schemes is None:
        return
    twice = sorted(repeated(schemes))
    strange = [scheme for scheme in schemes if scheme not in COMMON_SCHEMES]
    wanted = state.draw_count or max(1, len(schemes))
    if len(schemes) != wanted:
        yield RuleViolation("LB-SETUP-02", {"wanted": wanted, "told": len(schemes)})
    elif twice:
        yield RuleViolation("LB-SETUP-02", {"twice": twice})
    elif strange:
        yield RuleViolation("LB-SETUP-02", {"strange": strange})


def on_schemes_dealt(state: LastBattleState, event: SchemesDealt) -> LastBattleState:
    squad = state.squads[event.player]
    return with_squad(state, msgspec.structs.replace(squad, was_dealt=True, dealt=event.schemes))


def check_scheme_chosen(state: LastBattleState, event: SchemeChosen, by: Actor) -> Violations:
    """LB-SETUP-03, -04, -07, -08: one scheme for each Alliance player, dealt or the table's unique one."""
    strangers = [*owner_acts(state, by, event.player)]
    if strangers:
        yield from strangers
        return
    squad = state.squads[event.player]
    if squad.side == "serpent":
        yield RuleViolation("LB-SETUP-07", {"player": event.player})
    elif squad.chosen:
        yield RuleViolation("LB-SETUP-08", {"chosen": event.player})
    yield from in_phase(state, "schemes")
    if event.scheme is not None:
        yield from check_choice(state, squad, event.scheme)
    elif state.draw_count is not None and not squad.was_dealt:
        free = unique_scheme(state.battlefield)
        yield RuleViolation("LB-SETUP-03", {"undealt": event.player, "free": free})


def check_choice(state: LastBattleState, squad: Squad, scheme: str) -> Violations:
    """LB-SETUP-03, LB-SETUP-04 for an Alliance player, from what that player knows."""
    if scheme == unique_scheme(state.battlefield):
        others = [other for other in side_squads(state, "alliance") if other is not squad]
        takers = [other.player for other in others if other.held(scheme)]
        if takers:
            yield RuleViolation("LB-SETUP-04", {"scheme": scheme, "takers": takers})
        return
    params = {"scheme": scheme, "legal": [unique_scheme(state.battlefield), *_choices(state, squad)]}
    if scheme not in _choices(state, squad):
        yield RuleViolation("LB-SETUP-03", params)
    if is_unique(scheme):
        yield of_another_table(state, scheme)


def of_another_table(state: LastBattleState, scheme: str) -> RuleViolation:
    """LB-SETUP-04: the unique scheme of another table."""
    own = unique_scheme(state.battlefield)
    return RuleViolation("LB-SETUP-04", {"foreign": scheme, "own": own})


def _choices(state: LastBattleState, squad: Squad) -> tuple[str, ...]:
    if squad.dealt is not None:
        return squad.dealt
    return () if state.draw_count is not None and not squad.was_dealt else COMMON_SCHEMES


def on_scheme_chosen(state: LastBattleState, event: SchemeChosen) -> LastBattleState:
    held = () if event.scheme is None else (_held(event.scheme),)
    squad = state.squads[event.player]
    squad = msgspec.structs.replace(squad, chosen=True, commitment=event.commitment, schemes=held)
    return advanced(with_squad(state, squad))


def _held(scheme: str) -> Held:
    return Held(scheme, public=is_unique(scheme))


def check_serpent_schemes_preset(
    state: LastBattleState, event: SerpentSchemesPreset, by: Actor
) -> Violations:
    """LB-SETUP-07: staff set different schemes for a Serpent squad, once, before the squads are hired."""
    strangers = [*staff_only(by, "LB-SETUP-07"), *owner_acts(state, by, event.squad)]
    if strangers:
        yield from strangers
        return
    squad = state.squads[event.squad]
    if squad.side != "serpent":
        yield RuleViolation("LB-SETUP-07", {"ally": event.squad})
    elif squad.chosen:
        yield RuleViolation("LB-SETUP-07", {"done": event.squad})
    yield from in_phase(state, "schemes")
    yield from _check_preset(state, event.schemes)


def _check_preset(state: LastBattleState, schemes: tuple[str, ...] | None) -> Violations:
    if schemes is None:
        return
    if not schemes:
        yield RuleViolation("LB-SETUP-07", {"count": 0})
    elif len(set(schemes)) < len(schemes):
        yield RuleViolation("LB-SETUP-07", {"twice": sorted(repeated(schemes))})
    for scheme in schemes:
        if scheme not in SCHEMES:
            yield RuleViolation("LB-SETUP-03", {"scheme": scheme, "legal": list(COMMON_SCHEMES)})
        elif is_unique(scheme) and scheme != unique_scheme(state.battlefield):
            yield of_another_table(state, scheme)


def on_serpent_schemes_preset(state: LastBattleState, event: SerpentSchemesPreset) -> LastBattleState:
    held = tuple(_held(scheme) for scheme in event.schemes or ())
    squad = state.squads[event.squad]
    squad = msgspec.structs.replace(squad, chosen=True, commitment=event.commitment, schemes=held)
    return with_squad(state, squad)


def check_scheme_shared(state: LastBattleState, event: SchemeShared, by: Actor) -> Violations:
    """LB-SETUP-06: a player with a scheme shows it to another player of the same side."""
    strangers = [*owner_acts(state, by, event.from_player, exact="LB-SETUP-06")]
    if strangers:
        yield from strangers
        return
    squad, friend = state.squads[event.from_player], state.squads.get(event.to_player or "")
    if not squad.chosen:
        yield RuleViolation("LB-SETUP-06", {"without": event.from_player})
    elif friend is squad or event.to_player is None:
        yield RuleViolation("LB-SETUP-06", {"teller": event.from_player})
    elif friend is None:
        yield RuleViolation("LB-SETUP-06", {"stranger": event.to_player})
    elif friend.side != squad.side:
        yield RuleViolation("LB-SETUP-06", {"foe": event.to_player})


def on_scheme_shared(state: LastBattleState, event: SchemeShared) -> LastBattleState:
    squad = state.squads[event.from_player]
    if event.to_player is None or event.to_player in squad.shared:
        return state
    return with_squad(state, msgspec.structs.replace(squad, shared=(*squad.shared, event.to_player)))


def advanced(state: LastBattleState) -> LastBattleState:
    """The next phase, when everybody has done what this one waits for; several at once where nobody has to act."""
    squads = state.squads.values()
    phase, table = state.phase, state.full
    if phase == "schemes" and all(squad.chosen for squad in squads if squad.side == "alliance"):
        phase = "hire"
    if phase == "hire" and all(squad.hired for squad in squads):
        phase = "notes" if table is None else "markers"
        table = full.stood_up(state, table) if table else None
    if table is not None:
        phase = full.next_phase(state, table, phase)
    elif phase == "notes" and all(squad.noted for squad in squads if squad.chosen):
        phase = "turns"
    return state if phase == state.phase else msgspec.structs.replace(state, phase=phase, full=table)
