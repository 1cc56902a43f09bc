"""Set-up at full detail: area, decks, challenges, traps, deployment (SFB-SETUP-01 to -14, SFB-MODE-08 to -13).

Called through `rules.py`. `placed` and `returned` move trap tokens between supply and board also later in the match.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

from msgspec.structs import replace

from games.gaps import some
from games.hexes import spot
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.chapters.draft import by_mode
from games.super_fantasy_brawl.chapters.registration import begun
from games.super_fantasy_brawl.chapters.track import check_card, laid
from games.super_fantasy_brawl.events import ChallengeCardLaid
from games.super_fantasy_brawl.facts import LIMITS, TRAPS
from games.super_fantasy_brawl.full.board.arena import free_start_cells
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.common import at_full, during, known_figure, put, standing, table
from games.super_fantasy_brawl.full.events import (
    ChampionDeployed,
    PersonalDeckBuilt,
    TrapSupplyShuffled,
    TrapTokenPlaced,
    ZoneChosen,
)
from games.super_fantasy_brawl.full.state import (
    FullState,
    KnownTrap,
    Slot,
    changed,
    flagged,
    free_trap_cells,
    trap_at,
    with_seat,
)
from games.super_fantasy_brawl.full.zones import seat
from games.super_fantasy_brawl.permissions import Violations, at_detail, in_phase, passing, seated, staff_only
from games.super_fantasy_brawl.state import (
    SfbState,
    figures_of,
    mode_of,
    other_side,
    side_of,
    with_figure,
    with_side,
)

SHUFFLING = ("order", "zone", "select", "build", "traps")
"""When the trap tokens may be shuffled: nobody knows them before or after."""


@during("zone")
def check_zone_chosen(state: SfbState, event: ZoneChosen, by: Actor) -> Violations:
    """SFB-SETUP-03: by the first player."""
    if event.player != state.order[0]:
        params = {"expected": state.order[0], "told": event.player}
        yield RuleViolation(by_mode(state, "SFB-SETUP-03", "SFB-MODE-08"), params)


def on_zone_chosen(state: SfbState, event: ZoneChosen) -> SfbState:
    own = side_of(state, event.player)
    other = next(zone for zone in LIMITS.zones if zone != event.zone)
    state = with_side(with_side(state, own, zone=event.zone), other_side(state, own), zone=other)
    return begun(replace(state, phase="select"))


@during("build")
def check_personal_deck_built(state: SfbState, event: PersonalDeckBuilt, by: Actor) -> Violations:
    """SFB-SETUP-06, SFB-MODE-09: exactly the action cards of the player's champions, once."""
    size, told, printed = mode_of(state).deck, event.cards, deck_of(state, event.player)
    wrong: dict[str, Any] = {}
    if seat(state, event.player).built:
        wrong = {"built": event.player}
    elif told is not None and len(told) != size:
        wrong = {"told": len(told)}
    elif told is not None and len(set(told)) < size:
        wrong = {"twice": sorted(card for card, copies in Counter(told).items() if copies > 1)}
    elif told is not None and printed is not None and set(told) != set(printed):
        wrong = {"foreign": sorted(set(told) - set(printed)), "missing": sorted(set(printed) - set(told))}
    if wrong:
        yield RuleViolation("SFB-SETUP-06", {"player": event.player, "expected": size, **wrong})


def on_personal_deck_built(state: SfbState, event: PersonalDeckBuilt) -> SfbState:
    """SFB-SETUP-04: with the deck the three cores lie ready."""
    printed = deck_of(state, event.player)
    full = with_seat(
        table(state), event.player, built=True, deck=mode_of(state).deck, cards=event.cards or printed
    )
    return _built(put(state, full if printed is not None else flagged(full, "SFB-SETUP-06")))


def _built(state: SfbState) -> SfbState:
    """SFB-SETUP-01: traps come when every deck is built and the first challenges lie."""
    decks = all(seat(state, player).built for player in state.order)
    if decks and cards_laid(state) == len(mode_of(state).start_cells):
        return replace(state, phase="traps")
    return state


def cards_laid(state: SfbState) -> int:
    """How many challenge cards lie on the track at set-up."""
    return sum(card is not None for card in state.track.cells)


def check_challenge_laid_at_setup(state: SfbState, event: ChallengeCardLaid, by: Actor) -> Violations:
    """SFB-SETUP-07, SFB-MODE-10, SFB-CHAL-05; by turns it may be left out."""
    phases = ("build",) if state.full is not None else ("order", "select", "turns")
    return passing(
        state,
        at_detail(state, "turns", "full"),
        in_phase(state, *phases),
        seated(state, by),
        _check_start_cell(state, event),
        check_card(state, event.card),
    )


def _check_start_cell(state: SfbState, event: ChallengeCardLaid) -> Violations:
    cells, done = mode_of(state).start_cells, cards_laid(state)
    begun_already = state.detail == "turns" and bool(state.tallies or state.round > 1 or state.scored)
    due = None if done >= len(cells) or begun_already else cells[done]
    if event.cell != due:
        params = {"expected": "nothing" if due is None else due, "told": event.cell}
        if state.mode == "superteams":
            params["expected"] = mode_of(state).zero_cells
        yield RuleViolation(by_mode(state, "SFB-SETUP-07", "SFB-MODE-10"), params)


def on_challenge_laid_at_setup(state: SfbState, event: ChallengeCardLaid) -> SfbState:
    state = replace(state, track=laid(state.track, event.cell, event.card))
    return _built(state) if state.full is not None else state


def check_trap_supply_shuffled(state: SfbState, event: TrapSupplyShuffled, by: Actor) -> Violations:
    """SFB-SETUP-01, SFB-TRAP-10: by staff, before the first trap, the tokens that the box holds."""
    return passing(state, at_full(state, *SHUFFLING), staff_only(by), _check_supply(state, event))


def _check_supply(state: SfbState, event: TrapSupplyShuffled) -> Violations:
    copies = Counter({str(kind): trap.copies for kind, trap in TRAPS.items()})
    if table(state).shuffled or table(state).laid:
        yield RuleViolation("SFB-SETUP-01", {"phase": "phase_traps", "legal": ["phase_build"]})
    elif event.tokens is not None and Counter(event.tokens) != copies:
        params = {"tokens": some(list(event.tokens)), "all": copies.total()}
        yield RuleViolation("SFB-TRAP-10", params)


def on_trap_supply_shuffled(state: SfbState, event: TrapSupplyShuffled) -> SfbState:
    return put(state, changed(table(state), shuffled=True, supply=event.tokens, salt=event.salt or ""))


def next_placer(state: SfbState) -> str:
    """SFB-SETUP-08, -09, SFB-MODE-12: who places the next trap at set-up."""
    each = mode_of(state).traps_each
    plan = [player for player in state.order for _ in range(each)]
    done = len(table(state).laid)
    return plan[done] if done < len(plan) else ""


@during("traps")
def check_trap_laid(state: SfbState, event: TrapTokenPlaced, by: Actor) -> Violations:
    """SFB-SETUP-08, -09, SFB-MODE-12: unseen, in order, on an empty trap hex."""
    return passing(
        state,
        _check_placer(state, event),
        _check_trap_cell(state, event),
        _check_clear(state, event),
        check_token(state, event, by),
    )


def _check_placer(state: SfbState, event: TrapTokenPlaced) -> Violations:
    if event.player != next_placer(state):
        params = {"expected": next_placer(state), "told": event.player}
        yield RuleViolation(by_mode(state, "SFB-SETUP-09", "SFB-MODE-12"), params)


def _check_trap_cell(state: SfbState, event: TrapTokenPlaced) -> Violations:
    full = table(state)
    off = full.ground is not None and full.ground.trap_cells and event.cell not in full.ground.trap_cells
    if trap_at(full, event.cell) is not None:
        yield RuleViolation("SFB-SETUP-08", {"taken": spot(event.cell)})
    elif off and full.ground is not None:
        free = free_trap_cells(full, full.ground)
        legal = some([spot(cell) for cell in free])
        yield RuleViolation("SFB-SETUP-08", {"told": spot(event.cell), "legal": legal})


def _check_clear(state: SfbState, event: TrapTokenPlaced) -> Violations:
    """SFB-HEX-01, -06: where nobody imported which hexes are trap hexes, still one of the arena without a statue."""
    yield from check_on_arena(state, event.cell)
    ground = table(state).ground
    if ground is not None and event.cell in ground.statues:
        there = {"place": spot(event.cell), "stands": "a_statue"}
        yield RuleViolation("SFB-HEX-06", {"who": event.player, **there})


def check_token(state: SfbState, event: TrapTokenPlaced, by: Actor) -> Violations:
    """SFB-HID-09: a new name; SFB-TRAP-01: nobody but staff can note a kind, and not where the server keeps them;
    SFB-TRAP-10: nor more of a kind than there are. Only staff, who see every note, are told so."""
    if event.slot in table(state).slots:
        yield RuleViolation("SFB-HID-09", {"told": event.slot})
    if event.token is not None and (not by.is_staff or table(state).shuffled):
        yield RuleViolation("SFB-TRAP-01", {"told": event.token})
    elif event.token is not None and _out_of_supply(table(state), event.token) >= TRAPS[event.token].copies:
        yield RuleViolation("SFB-TRAP-10", {"told": event.token, "limit": TRAPS[event.token].copies})


def _out_of_supply(full: FullState, kind: str) -> int:
    """How many tokens known to be of this kind lie on the board, with the one that was just turned over."""
    turned = [one.kind for one in full.known if one.returned is None]
    return [*(slot.token for slot in full.traps), *turned].count(kind)


def on_trap_laid(state: SfbState, event: TrapTokenPlaced) -> SfbState:
    state = placed(state, event)
    state = put(state, changed(table(state), laid=(*table(state).laid, event.player)))
    return state if next_placer(state) else replace(state, phase="hands")


def placed(state: SfbState, event: TrapTokenPlaced) -> SfbState:
    """A token from the top of the supply lies face down on its hex, under a new name."""
    full = table(state)
    token, supply = event.token, full.supply
    if supply:
        token, supply = supply[0], supply[1:]  # type: ignore[assignment]
    slot = Slot(event.slot, event.cell, full.moment, token)
    full = changed(
        full,
        traps=(*full.traps, slot),
        supply=supply,
        moment=full.moment + 1,
        slots=(*full.slots, event.slot),
    )
    return put(state, full)


def returned(state: SfbState, slot: Slot, kind: str) -> SfbState:
    """SFB-TRAP-08: the triggered token is shuffled back; its place in a kept supply follows from the secret salt."""
    full = table(state)
    supply = full.supply
    if supply is not None:
        digest = hashlib.sha256(f"{full.salt}\n{slot.slot}".encode()).digest()
        at = int.from_bytes(digest[:8]) % (len(supply) + 1)
        supply = (*supply[:at], kind, *supply[at:])
    known = tuple(replace(one, returned=full.moment) if one.slot == slot.slot else one for one in full.known)
    if all(one.slot != slot.slot for one in known):
        known = (*known, KnownTrap(slot.slot, kind, slot.placed, full.moment))
    return put(state, changed(full, supply=supply, known=known, turned=None, moment=full.moment + 1))


def next_deployer(state: SfbState) -> str:
    """SFB-SETUP-13: the first in turn order with a champion that is not deployed; "" when all are."""
    for player in state.order:
        if any(not state.figures[figure].deployed for figure in figures_of(state, player)):
            return player
    return ""


@during("deploy")
def check_champion_deployed(state: SfbState, event: ChampionDeployed, by: Actor) -> Violations:
    """SFB-SETUP-13, SFB-MODE-13: on a free hex of the side's area, in turn order."""
    return passing(
        state,
        known_figure(state, event.champion),
        _check_deployment(state, event),
        check_on_arena(state, event.cell),
    )


def _check_deployment(state: SfbState, event: ChampionDeployed) -> Violations:
    rule = by_mode(state, "SFB-SETUP-13", "SFB-MODE-13")
    own = state.figures[event.champion]
    if event.player != next_deployer(state):
        yield RuleViolation(rule, {"expected": some(next_deployer(state)), "told": event.player})
    elif own.player != event.player:
        yield RuleViolation(rule, {"champion": own.slug, "owner": own.player})
    elif own.deployed:
        yield RuleViolation(rule, {"done": own.slug})
    elif not is_free_in_zone(state, own.side, event.cell):
        free = free_start_cells(state, event.champion)
        legal = some([spot(cell) for cell in sorted(free or ())])
        yield RuleViolation(rule, {"place": spot(event.cell), "legal": legal})


def is_free_in_zone(state: SfbState, side: str, cell: tuple[int, int]) -> bool:
    """A hex of the side's deployment area without statue and champion; an unknown area is not checked."""
    ground, zone = table(state).ground, state.sides[side].zone
    if cell in standing(state).values():
        return False
    if ground is None:
        return True
    hexes = ground.zones.get(zone or "")
    return (hexes is None or cell in hexes) and cell not in ground.statues


def check_on_arena(state: SfbState, *cells: tuple[int, int]) -> Violations:
    """SFB-HEX-01."""
    ground = table(state).ground
    for cell in cells:
        if ground is not None and cell not in ground.cells:
            yield RuleViolation("SFB-HEX-01", {"place": spot(cell)})


def on_champion_deployed(state: SfbState, event: ChampionDeployed) -> SfbState:
    """SFB-SETUP-14: when all stand, the first turn may come."""
    state = with_figure(state, event.champion, cell=event.cell, deployed=True)
    if next_deployer(state):
        return state
    return replace(state, phase="between", round=1, active="")
