"""Terrain, zones and deployment (BUS-SETUP-05 to -19, -24 to -28, BUS-GEN-17)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from games.bushido.chapters.setup import laid_out
from games.bushido.chapters.vim import vim_of
from games.bushido.full.common import (
    COUNTERS,
    agree,
    body,
    broken,
    flagged,
    option,
    put,
    sheet,
    table,
    with_body,
)
from games.bushido.full.events import (
    DeploymentOrderChosen,
    DeploymentZoneChosen,
    ModelsDeployed,
    TerrainPlaced,
    TerrainStopped,
)
from games.bushido.full.fighting.arms import name_of
from games.bushido.full.fighting.harm import ki_limit, marks_left, with_ki
from games.bushido.full.printed import parsed, rule_of
from games.bushido.full.state import Piece
from games.bushido.full.steps import in_setup, now
from games.bushido.full.text import marked
from games.bushido.full.traits import immune, keyworded, trait
from games.bushido.permissions import Violations, known_sides
from games.bushido.scenarios import unlike
from games.bushido.state import BusState, facts_of, other_side, with_model
from games.judging import first_broken
from games.ruleset import Actor, RuleViolation

LEAST_PIECES = 6
LONGEST = 9
"""BUS-SETUP-09: inches of a piece of terrain."""
GAP, EVENT_GAP = 2, 3
"""BUS-SETUP-07, -11, -27."""
START_KI = 2
"""BUS-TRT-110: what a Kumo starts with."""


def placer(state: BusState) -> str:
    """BUS-SETUP-05, -12, -26: the side that places the next piece."""
    full = table(state)
    if now(state) != "card_terrain":
        return full.placing or ""
    waiting = [side for side in state.sides if cards_left(state, side)]
    first = (full.deploys if option(state, "setup") == "event" else full.tactician) or ""
    mine = full.placing if option(state, "setup") == "event" else first
    return mine if mine in waiting else next(iter(waiting), "")


def cards_left(state: BusState, side: str) -> tuple[str, ...]:
    """The terrain cards that a side still has to place."""
    told = table(state).specials.get(side, {})
    return tuple(name for name, one in told.items() if one.kind == "terrain" and one.left)


def check_terrain_placed(state: BusState, event: TerrainPlaced, by: Actor) -> Violations:
    """BUS-SETUP-05, -06, -12: by the side whose turn it is, a piece that may lie there."""
    return first_broken(
        in_setup(state, by, event.side, "terrain", "card_terrain"),
        _check_turn(state, event.side),
        _check_source(state, event),
        _check_piece(state, event),
    )


def _check_turn(state: BusState, side: str) -> Violations:
    due = placer(state)
    if side != due:
        cards, event = now(state) == "card_terrain", option(state, "setup") == "event"
        rule = "BUS-SETUP-26" if event else "BUS-SETUP-12" if cards else "BUS-SETUP-05"
        yield broken(rule, told=side, expected=due)


def _check_source(state: BusState, event: TerrainPlaced) -> Violations:
    legal = cards_left(state, event.side) if now(state) == "card_terrain" else ()
    if (event.card or "") not in (legal or ("",)):
        yield broken("BUS-SETUP-12", told=event.card or "nothing", expected=legal or "nothing")


def _check_piece(state: BusState, event: TerrainPlaced) -> Violations:
    """BUS-SETUP-07, -09, -11, -27; distances that nobody told are not checked."""
    if max(event.length or 0, event.width or 0) > LONGEST or event.touches:
        yield broken("BUS-SETUP-09", told=max(event.length or 0, event.width or 0), expected=LONGEST)
    strict = option(state, "terrain_rules") == "event"
    if event.passage == "impassable":
        yield from _check_impassable(event, strict)
    elif strict and event.in_deployment and event.card is None:
        yield broken("BUS-SETUP-27", told="in_a_zone", expected="outside_zones")
    gap = event.to_terrain is not None and event.to_terrain < EVENT_GAP and event.card is None
    if gap and (strict or option(state, "terrain_gap_3") == "yes"):
        yield broken("BUS-SETUP-27" if strict else "BUS-SETUP-11", told=event.to_terrain, expected=EVENT_GAP)


def _check_impassable(event: TerrainPlaced, strict: bool) -> Violations:
    rule = "BUS-SETUP-27" if strict else "BUS-SETUP-07"
    if event.in_zone or event.in_deployment:
        yield broken(rule, told="in_a_zone", expected="outside_zones")
    least = EVENT_GAP if strict else GAP
    for inches in (event.to_objective, None if strict else event.to_impassable):
        near = inches is not None and (inches < least if strict else inches <= least)
        if near:
            yield broken(rule, told=inches, expected=least if strict else "over_the_gap")


def on_terrain_placed(state: BusState, event: TerrainPlaced) -> BusState:
    full, other = table(state), other_side(state, event.side)
    piece = Piece(event.side, event.passage, event.card)
    state = put(state, terrain=(*full.terrain, piece), placing=other)
    if event.card is not None:
        mine = full.specials[event.side]
        used = {**mine, event.card: replace(mine[event.card], left=mine[event.card].left - 1)}
        return put(state, specials={**full.specials, event.side: used})
    return put(state, stopped=(*full.stopped, event.side)) if other in full.stopped else state


def check_terrain_stopped(state: BusState, event: TerrainStopped, by: Actor) -> Violations:
    """BUS-SETUP-06: not before enough pieces lie on the table."""
    return first_broken(
        in_setup(state, by, event.side, "terrain"),
        _check_turn(state, event.side),
        _check_enough(state),
    )


def _check_enough(state: BusState) -> Violations:
    number = len(table(state).terrain)
    if number < LEAST_PIECES:
        yield broken("BUS-SETUP-06", told=number, expected=LEAST_PIECES)


def on_terrain_stopped(state: BusState, event: TerrainStopped) -> BusState:
    full = table(state)
    return put(state, stopped=(*full.stopped, event.side), placing=other_side(state, event.side))


def zone_chooser(state: BusState) -> str:
    """BUS-SETUP-08, -26: who stopped first, or player 2; the loser of the test where nobody placed (decision 8-54)."""
    full = table(state)
    if option(state, "setup") == "event":
        return other_side(state, full.player_one or "")
    placed = option(state, "terrain") == "players"
    return full.stopped[0] if placed else other_side(state, full.tactician or "")


def check_deployment_zone_chosen(state: BusState, event: DeploymentZoneChosen, by: Actor) -> Violations:
    return first_broken(
        in_setup(state, by, event.side, "zones"), _check_chooser(state, event), _check_size(state, event)
    )


def _check_chooser(state: BusState, event: DeploymentZoneChosen) -> Violations:
    due = zone_chooser(state)
    rule = "BUS-SETUP-26" if option(state, "setup") == "event" else "BUS-SETUP-08"
    yield from agree(event.side, due, rule)


def _check_size(state: BusState, event: DeploymentZoneChosen) -> Violations:
    """BUS-SETUP-03: the size that the scenario names, none without objectives."""
    facts = facts_of(state)
    legal = (facts.base_mm, None) if facts.base_mm else (30, 50, None)
    if event.base_mm not in (legal if facts.objectives else (None,)):
        expected = facts.base_mm or "no_objectives"
        yield RuleViolation("BUS-SETUP-03", {"expected": expected, "told": event.base_mm})


def on_deployment_zone_chosen(state: BusState, event: DeploymentZoneChosen) -> BusState:
    """BUS-SETUP-03, -08: objectives and zones lie as the side at the near edge sees them."""
    near = event.side if event.zone == "near" else other_side(state, event.side)
    return laid_out(state, near, event.base_mm)


def order_chooser(state: BusState) -> str:
    """BUS-SETUP-14, -26: W, player 1 at an event; the edition `reference` asks player 1 too (13-09)."""
    full = table(state)
    one = option(state, "setup") == "event" or state.edition == "reference"
    return (full.player_one if one else full.tactician) or ""


def check_deployment_order_chosen(state: BusState, event: DeploymentOrderChosen, by: Actor) -> Violations:
    return first_broken(
        known_sides(state, [event.first_side]),
        in_setup(state, by, event.side, "order"),
        _check_order(state, event.side),
    )


def _check_order(state: BusState, side: str) -> Violations:
    rule = "BUS-SETUP-26" if option(state, "setup") == "event" else "BUS-SETUP-14"
    yield from agree(side, order_chooser(state), rule)


def on_deployment_order_chosen(state: BusState, event: DeploymentOrderChosen) -> BusState:
    return put(state, deploys=event.first_side, placing=event.first_side)


class Turn(NamedTuple):
    """Whose deployment it is, of what kind, and which models wait for it."""

    side: str
    scouts: bool
    models: tuple[str, ...]


def deploying(state: BusState) -> Turn | None:
    """BUS-SETUP-14, -15: all models of one side, then of the other, then Scouts, those of W last."""
    full = table(state)
    first = full.deploys or ""
    loser = other_side(state, full.tactician or "")
    for side in (first, other_side(state, first)):
        left = undeployed(state, side)
        if any(not scout(state, name) for name in left):
            return Turn(side, False, left)
    for side in (loser, other_side(state, loser)):
        left = undeployed(state, side)
        if left:
            return Turn(side, True, left)
    return None


def undeployed(state: BusState, side: str) -> tuple[str, ...]:
    """The models of a side that wait for its deployment."""
    return tuple(n for n, one in state.models.items() if one.side == side and n not in table(state).deployed)


def scout(state: BusState, model: str) -> bool:
    """BUS-TRT-87; in The Duel everybody is one (BUS-SCN-17)."""
    return bool(facts_of(state).scouts) or trait(state, model, "Scout") is not None


def check_models_deployed(state: BusState, event: ModelsDeployed, by: Actor) -> Violations:
    """BUS-SETUP-14 to -19, BUS-GEN-17."""
    return first_broken(
        in_setup(state, by, event.side, "deployment"),
        _check_models(state, event),
        _check_disguise(state, event),
        _check_places(state, event),
    )


def _check_disguise(state: BusState, event: ModelsDeployed) -> Violations:
    """BUS-VIM-03: a side's own VIM has lost Disguise, nobody else has. What a side keeps to itself proves nothing."""
    for name in event.models:
        hides, plain = trait(state, name, "Disguise") is not None, _unhidden(state, event, name)
        if hides and not _vim_unknown(state, event.side) and plain != may_show(state, event.side, name):
            yield RuleViolation("BUS-VIM-03", {"plain" if plain else "model": name})
            yield broken("BUS-TRT-32", model=name)


def _unhidden(state: BusState, event: ModelsDeployed, model: str) -> bool:
    """BUS-VIM-03: told of a VIM that is hidden; of any other everybody knows it."""
    known = state.vim_kind != "hidden" and may_show(state, event.side, model)
    return known or model in event.undisguised


def may_show(state: BusState, side: str, model: str) -> bool:
    """BUS-VIM-03, BUS-TRT-32: whether a model with Disguise comes to the table without, as the VIM does, as far as the
    state knows it."""
    chosen = vim_of(state, side)
    return trait(state, model, "Disguise") is not None and (_vim_unknown(state, side) or model == chosen)


def _vim_unknown(state: BusState, side: str) -> bool:
    return state.vim_kind == "hidden" and vim_of(state, side) is None


def _check_models(state: BusState, event: ModelsDeployed) -> Violations:
    turn = deploying(state)
    side, scouts = (turn.side, turn.scouts) if turn else ("", False)
    for name in event.models:
        known = state.models.get(name)
        again = name in table(state).deployed or event.models.count(name) > 1
        if known is None or known.side != event.side or again:
            yield RuleViolation("BUS-LOG-04", {"model": name})
        elif event.scout and not scout(state, name):
            yield broken("BUS-TRT-87", model=name)
    yield from agree(event.side, side, "BUS-SETUP-15" if event.scout or scouts else "BUS-SETUP-14")
    if event.scout != scouts:
        yield broken("BUS-SETUP-15", told="scouts" if event.scout else "no_scouts")


def _check_places(state: BusState, event: ModelsDeployed) -> Violations:
    if event.contact or event.in_zoc:
        yield broken("BUS-GEN-17", told="contact" if event.contact else "in_zoc")
    if event.no_room:
        return
    if event.scout:
        for name in event.models:
            most = _scouts_to(state, name)
            if most is not None and event.to_zone is not None and event.to_zone > most:
                yield broken("BUS-SETUP-18", told=event.to_zone, expected=most, model=name)
                yield broken("BUS-TRT-87", told=event.to_zone, expected=most, model=name)
                if facts_of(state).scouts:
                    yield unlike(facts_of(state), "to_zone", most, event.to_zone)
    elif not event.in_zone:
        rule = "BUS-SETUP-16" if state.deployment == "baseline" else "BUS-SETUP-17"
        yield broken(rule, model=event.models[0])


def _scouts_to(state: BusState, model: str) -> int | None:
    """How far from its zone a Scout may stand; the VIM of The Duel stands inside the ring (BUS-SCN-17)."""
    facts = facts_of(state)
    if facts.vim_ring and model == vim_of(state, state.models[model].side):
        return None
    return max((facts.scouts, *(one.y or 0 for one in keyworded(state, model, "Scout"))))


def on_models_deployed(state: BusState, event: ModelsDeployed) -> BusState:
    for name in event.models:
        state = put(state, deployed=(*table(state).deployed, name))
        if event.no_room:
            state = with_model(state, name, place="out", out=0)
        else:
            state = started_with(state, name, _unhidden(state, event, name))
    return state


def started_with(state: BusState, model: str, plain: bool = False) -> BusState:
    """BUS-SETUP-24, -28: markers and tokens of the traits of a model that comes into play. `plain`: not Disguised."""
    hides = trait(state, model, "Disguise")
    if hides is not None and not plain and not immune(state, model, "disguised"):
        why = ("BUS-TRT-32", "BUS-SETUP-24", "BUS-COND-07")
        state = marked(state, model, "disguised", 1, hides.value, None, *why)
    if trait(state, model, "Kami"):
        full_ki = ki_limit(state, model) or 0
        state = with_body(state, model, "BUS-TRT-59", "BUS-TRG-12", "BUS-SETUP-28", ki=full_ki)
    elif trait(state, model, "Kumo"):
        state = _with_start_ki(state, model)
    ammo = {
        name_of(weapon): told.x
        for weapon in sheet(state, model).weapons or ()
        for told in map(parsed, weapon.traits or ())
        if told.name == "ammo"
    }
    if ammo:
        state = with_body(state, model, *rule_of("Ammo"), "BUS-SETUP-24", ammo=ammo)
    return state


def _with_start_ki(state: BusState, model: str) -> BusState:
    """BUS-SETUP-28, BUS-GEN-20: besides what it has generated Elsewhere; up to its limit, where the card says it."""
    why = ("BUS-TRT-110", "BUS-SETUP-28")
    if sheet(state, model).ki_limit is None:
        return with_body(state, model, *why, ki=body(state, model).ki + START_KI)
    return with_ki(state, model, START_KI, *why)


def arrived(state: BusState, model: str) -> BusState:
    """BUS-SETUP-22, BUS-GEN-27: a model that comes from a flank has its counters at once, and no wounds if it was
    killed before."""
    state = with_body(state, model, "BUS-GEN-27", marked=marks_left(state, model))
    state = started_with(state, model, state.models[model].returned)
    state = flagged(state, model, "1T:flank")
    return with_body(state, model, "BUS-SETUP-22", counters=COUNTERS)
