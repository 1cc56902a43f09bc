"""What the active model does (BUS-ACT-10, -13 to -16, -20 to -27, BUS-KI-14, BUS-COND-21, -26, -28): the choice, and
the actions that are over at once."""

from __future__ import annotations

from games.bushido.full import band, helping
from games.bushido.full.allowed import (
    FEATS,
    REVEALING,
    SCENARIO,
    STRAINING,
    TARGETED,
    declarable,
    has_to_leave,
    in_zones,
    kind_of,
    legal_targets,
    pressing,
    refusals,
    target_refusals,
    unhealable,
)
from games.bushido.full.common import (
    acting,
    acting_side,
    body,
    broken,
    enemies,
    flagged,
    has,
    markers,
    own,
    put,
    side_of_model,
    table,
    touching,
    with_acting,
    with_body,
    without,
)
from games.bushido.full.effects import rid
from games.bushido.full.events import ActionDeclared
from games.bushido.full.fear import contact_tests
from games.bushido.full.feats import ki_feats
from games.bushido.full.fighting.harm import ki_of, spendable, with_ki
from games.bushido.full.fighting.unreached import WITH_A_WAY, check_beyond
from games.bushido.full.printed import bonuses
from games.bushido.full.rolls import SIZE_VALUE
from games.bushido.full.scenario import check_scenario_action, performed
from games.bushido.full.state import Acting, Effect, Test
from games.bushido.full.steps import told_now
from games.bushido.full.traits import keyworded, trait
from games.bushido.permissions import Violations
from games.bushido.state import BusState
from games.judging import first_broken
from games.ruleset import Actor, RuleViolation

RAN = "ran"
FIRE_BY_WAIT = 2
"""BUS-COND-28."""
WALKING = ("ranged", "simple_feat", "complex_feat")
"""Actions with a walk before or after them."""
AIMED = (*TARGETED, "stand_up", "heal")
"""Actions for which a model goes for somebody, or fights at once; others touch nobody whom their declaration names."""
WAITED_OFF = ("stunned", "immobilised", "on_fire", "reloading")
"""BUS-ACT-22: the markers that a Wait removes."""
DEMOLITION = 2
"""BUS-TER-06: the Ki for a Destructible piece of terrain."""


def check_action_declared(state: BusState, event: ActionDeclared, by: Actor) -> Violations:
    """BUS-ACT-10: one action in each activation; then everything that closes this one."""
    side = acting_side(state) or None
    return first_broken(
        told_now(state, by, side, "declare", rule="BUS-ACT-10"),
        _check_declared(state, event),
    )


def _check_declared(state: BusState, event: ActionDeclared) -> Violations:
    one = acting(state)
    yield from refusals(state, one, event.action)
    yield from _check_other_actions(event, one)
    if event.action in TARGETED:
        yield from _check_targets(state, event, one)
        yield from band.check_also(state, event)
    yield from _check_split(state, event, one)
    yield from check_beyond(state, event, one)
    if event.action in SCENARIO:
        yield from check_scenario_action(state, event, one.model)
    if event.action == "wait":
        yield from _check_wait(state, event, one.model)
    yield from helping.check(state, event, one)
    if event.action == "heal":
        yield from unhealable(state, one, event.target or one.model)
    yield from _check_walk(state, event, one)
    if event.action == "stand_up":
        yield from _check_risen(state, event, one)
    yield from _check_berserk(state, event, one)


def _check_other_actions(event: ActionDeclared, one: Acting) -> Violations:
    """BUS-ACT-10: nothing of another action: an objective, a feat or what a Wait removes would be told in vain."""
    strange: list[str | None] = []
    if event.action != "wait" and event.wait != "none":
        strange.append(event.wait)
    if event.action not in SCENARIO:
        strange += event.objective, event.interaction
    if event.action not in FEATS:
        strange.append(event.feat)
    strange = [value for value in strange if value]
    if strange:
        yield broken("BUS-ACT-10", told=[event.action, *strange], expected=[event.action], model=one.model)


def _check_targets(state: BusState, event: ActionDeclared, one: Acting) -> Violations:
    """BUS-LOG-04, BUS-MOVE-06: enemies on the battlefield."""
    named, there = (event.target, *event.also), enemies(state, one.model)
    for enemy in named:
        if enemy not in there:
            yield RuleViolation("BUS-LOG-04", {"model": enemy or "nobody", "legal": there or "nobody"})
            return
        yield from target_refusals(state, one, event.action, enemy or "")
    if event.action == "charge" and not event.sees:
        for rule in ("BUS-MOVE-06", "BUS-GEN-12"):
            yield broken(rule, told=event.target, model=one.model)


def _check_split(state: BusState, event: ActionDeclared, one: Acting) -> Violations:
    """BUS-TRT-93, BUS-MEL-31: several enemies by a Melee or a Charge of a model with Split Attack, each named once."""
    if not event.also:
        return
    named = (event.target, *event.also)
    splits = event.action in WITH_A_WAY and trait(state, one.model, "Split Attack") is not None
    if not splits or len(set(named)) < len(named):
        for rule in ("BUS-MEL-31", "BUS-TRT-93", "BUS-ACT-12"):
            yield broken(rule, told=event.also, model=one.model)


def _check_walk(state: BusState, event: ActionDeclared, one: Acting) -> Violations:
    """BUS-ACT-18, BUS-TRT-51: who walks besides its action."""
    walks = event.walk != "none"
    if walks and event.action not in WALKING:
        yield broken("BUS-ACT-18", told=event.walk, expected="no_walk", model=one.model)
    firm = trait(state, one.model, "Immovable") if walks else None
    if firm is not None:
        yield from (broken(rule, told=event.walk, expected="no_walk", model=one.model) for rule in firm.why)
    if event.action in FEATS:
        yield from ki_feats.check_declared(state, event, one)
    if event.action == "ranged":
        yield from _check_shooter(state, event, one)


def _check_shooter(state: BusState, event: ActionDeclared, one: Acting) -> Violations:
    """BUS-ACT-11, -18, BUS-TRT-03: who has to walk out of a zone of control before it shoots."""
    if event.walk == "none" and has_to_leave(state, one.model):
        yield broken("BUS-TRT-03", told=event.walk, expected="before", model=one.model)
    if in_zones(state, one) and event.walk != "before":
        for rule in ("BUS-ACT-18", "BUS-ACT-11"):
            yield broken(rule, told=in_zones(state, one), expected="before", model=one.model)


def _check_wait(state: BusState, event: ActionDeclared, model: str) -> Violations:
    """BUS-ACT-22: what a Wait removes is there."""
    told = event.wait or "none"
    friend = event.target if event.target is not None else model
    if told == "terrain":
        yield from _check_terrain(state, event, model)
    elif told != "none":
        yield from _check_markers(state, event, model, friend)


def _check_markers(state: BusState, event: ActionDeclared, model: str, friend: str) -> Violations:
    """BUS-ACT-22, BUS-COND-28: markers of its own that are there, or the fire of a friend that it touches."""
    kind, mine = event.wait or "none", friend == model
    burns = (
        kind == "on_fire" and friend in own(state, side_of_model(state, model)) and has(state, friend, kind)
    )
    there = [one for one in WAITED_OFF if mine and has(state, model, one)]
    if burns and not mine and not event.reaches:
        yield from (broken(rule, told="no_contact", model=friend) for rule in ("BUS-ACT-22", "BUS-COND-28"))
    elif not burns and kind not in there:
        yield broken("BUS-ACT-22", told=kind, expected=there or "nothing", model=friend)


def _check_terrain(state: BusState, event: ActionDeclared, model: str) -> Violations:
    """BUS-TER-06: a piece that the model touches, for Ki that it has."""
    left = spendable(state, model)
    if not event.reaches:
        yield from (broken(rule, told="no_contact", model=model) for rule in ("BUS-ACT-22", "BUS-TER-06"))
    elif left.value < DEMOLITION:
        yield broken("BUS-ACT-22", told="terrain", model=model)
        for rule in ("BUS-TER-06", *left.why):
            yield broken(rule, told=left.value, expected=DEMOLITION, model=model)


def _check_risen(state: BusState, event: ActionDeclared, one: Acting) -> Violations:
    """BUS-ACT-21: whom it fights once it stands, an enemy in contact; of several that stand one has to be named."""
    near = touching(state, one.model)
    unsaid = event.target is None and len(pressing(state, one.model)) < 2
    if event.target not in near and not unsaid:
        yield broken("BUS-ACT-21", told=event.target or "nobody", expected=near or "nobody", model=one.model)


def _check_berserk(state: BusState, event: ActionDeclared, one: Acting) -> Violations:
    """BUS-COND-21: the nearest enemy is fought, charged or run at, where the players say how far it is; nobody is
    nearer than who is in contact, and that the log knows."""
    if not has(state, one.model, "berserk"):
        return
    near = touching(state, one.model)
    if event.reach is None and not near:
        return
    if near and event.reach is not None and (event.nearest not in near or event.reach != "melee"):
        yield from _goads(one, (event.reach, event.nearest), ("melee", near[0]))
        return
    first = fought_first(state, one) or near
    nearest = event.target if event.target in first else next(iter(first), event.nearest)
    wanted = goaded(state, one, nearest, "melee" if near else event.reach or "")
    target = None if wanted == "run" else nearest
    if wanted is not None and (event.action != wanted or target not in (None, event.target)):
        yield from _goads(one, (event.action, event.target), (wanted, target))


def fought_first(state: BusState, one: Acting) -> tuple[str, ...]:
    """BUS-COND-21: the enemies in contact of whom a Berserk model has to fight one, whatever else it might do."""
    return tuple(name for name in touching(state, one.model) if goaded(state, one, name, "melee") == "melee")


def _goads(one: Acting, told: tuple[str, str | None], due: tuple[str, str | None]) -> Violations:
    for rule in ("BUS-COND-21", "BUS-COND-01"):
        yield broken(rule, told=told, expected=due, model=one.model)


def goaded(state: BusState, one: Acting, nearest: str | None, reach: str) -> str | None:
    """BUS-COND-21: what a Berserk model has to declare; an enemy that it may not go for it runs at. None: anything."""
    attack = {"melee": "melee", "charge": "charge"}.get(reach)
    may = declarable(state)
    if attack in may and nearest in legal_targets(state, one, attack):
        return attack
    return "run" if "run" in may else None


def on_action_declared(state: BusState, event: ActionDeclared) -> BusState:
    """What the action still has to do; before it the tests that it needs."""
    one = acting(state)
    model, kind = one.model, kind_of(state, one.model, event.action)
    goes_for = (event.target, *event.also) if event.action in AIMED else ()
    targets = tuple(name for name in goes_for if name is not None)
    state = with_acting(
        state,
        action=event.action,
        targets=targets,
        cost=kind.cost,
        queue=_walking(_steps(state, kind.steps, model, targets), event.walk),
        walk=event.walk,
        feat=event.feat,
        helps=event.nominees or ((event.target or model,) if event.action == "heal" else ()),
        objective=event.objective,
        interaction=event.interaction,
        wait=event.wait or "none",
        aided=event.target if event.action == "wait" else None,
        leaves=event.leaves,
        beyond=event.beyond,
    )
    if event.action in REVEALING and has(state, model, "disguised"):
        state = without(state, model, "disguised", "BUS-COND-26", "BUS-COND-07")
    if event.action in TARGETED:
        state = band.aimed(state, event.target)
    if event.action in FEATS:
        state = ki_feats.paid_for(state, ki_feats.of_declaration(event, model))
    if event.action == "run":
        state = flagged(state, model, RAN)
    if event.action == "charge":
        state = rid(_bonus(state, model), model)
    strains = event.action in STRAINING or event.walk != "none"
    reached = tuple(name for name in targets if name not in event.beyond)
    return _tested(state, event.action, model, reached, strains)


def _steps(state: BusState, steps: tuple[str, ...], model: str, targets: tuple[str, ...]) -> tuple[str, ...]:
    """BUS-ACT-15: who is in contact with all that it goes for fights at once."""
    there = bool(targets) and all(name in touching(state, model) for name in targets)
    return ("fight",) if there and "fight" in steps else steps


def _bonus(state: BusState, model: str) -> BusState:
    """BUS-TRT-22: the bonus of a Charge lasts for this activation."""
    gained = tuple(each for one in keyworded(state, model, "Charging Bonus") for each in bonus(one.keyword))
    return with_body(state, model, effects=(*body(state, model).effects, *gained)) if gained else state


def bonus(text: str) -> tuple[Effect, ...]:
    """`Strength +1` as a number, anything else as a trait."""
    return tuple(
        Effect(what, "gain" if number is None else "plus", number, "activation", "BUS-TRT-22")
        for what, number in bonuses(text)
    )


def _walking(steps: tuple[str, ...], walk: str) -> tuple[str, ...]:
    """BUS-ACT-18: the walk is declared with the action."""
    return {"none": steps, "before": ("walk", *steps), "after": (*steps, "walk")}[walk]


def _tested(state: BusState, action: str, model: str, targets: tuple[str, ...], strains: bool) -> BusState:
    """BUS-ACT-27, BUS-COND-26, and in the edition `reference` fear (13-02): tests before anything moves."""
    tests = []
    if strains and has(state, model, "immobilised"):
        tests.append(Test("size", model, "immobilised", SIZE_VALUE))
    for enemy in targets:
        disguises = markers(state, enemy, "disguised")
        if disguises and enemy in enemies(state, model) and enemy not in touching(state, model):
            tests.append(Test("ki", model, "disguise", max(one.value for one in disguises), enemy))
    if tests:
        state = put(state, tests=(*table(state).tests, *tests))
    if state.edition == "reference" and action in ("melee", "charge", "heal"):
        for enemy in targets:
            if enemy in enemies(state, model) and enemy not in touching(state, model):
                state = contact_tests(state, model, enemy)
    return state


def done(state: BusState) -> BusState:
    """The next step of the action is over."""
    return with_acting(state, queue=acting(state).queue[1:])


def focused(state: BusState) -> BusState:
    """BUS-ACT-23, BUS-KI-14."""
    one = acting(state)
    return done(with_ki(state, one.model, ki_of(state, one.model), "BUS-ACT-23", "BUS-KI-14"))


def waited(state: BusState) -> BusState:
    """BUS-ACT-22, BUS-COND-27, -28."""
    one = acting(state)
    model, told = one.model, one.wait
    if told == "terrain":
        state = with_ki(state, model, -DEMOLITION, "BUS-TER-06", "BUS-ACT-22")
    elif told == "on_fire":
        state = without(state, one.aided or model, told, "BUS-COND-28", "BUS-ACT-22", number=FIRE_BY_WAIT)
    elif told == "reloading":
        state = without(state, model, told, "BUS-COND-15", "BUS-ACT-22", number=1)
    elif told != "none":
        rule = "BUS-COND-27" if told == "immobilised" else "BUS-COND-17"
        state = without(state, model, told, rule, "BUS-ACT-22")
    return done(state)


def stood_up(state: BusState) -> BusState:
    """BUS-ACT-21, BUS-COND-14: in contact with an enemy an exchange follows; with several, the one that was named. A
    Prone one is fought only where it was named."""
    one = acting(state)
    state = without(state, one.model, "prone", "BUS-ACT-21", "BUS-COND-14")
    state = with_acting(done(state), stood=True)
    chosen = one.targets or pressing(state, one.model)[:1]
    if not chosen:
        return state
    return with_acting(state, targets=chosen, queue=("fight",))


def did(state: BusState) -> BusState:
    """A scenario action."""
    one = acting(state)
    return done(performed(state, one))
