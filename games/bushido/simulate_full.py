"""A simulated match at full detail: what the rules offer, chosen by chance, with facts and dice. See `simulate.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from games.bushido.chapters.vim import vim_of
from games.bushido.full.aim import pool as shot_pool
from games.bushido.full.aim import the_shot
from games.bushido.full.damage import dice_of
from games.bushido.full.duel import pool as duel_pool
from games.bushido.full.exchange import the
from games.bushido.full.frame import side_of_model, touching
from games.bushido.full.frame import table as table_of
from games.bushido.full.gift_parts import printed
from games.bushido.full.move import move_of
from games.bushido.full.rolls import pool as test_pool
from games.bushido.full.shots import printed_cost
from games.bushido.full.tactics import pool
from games.bushido.full.traits import trait
from games.bushido.rules import TYPES
from games.bushido.simulate_turns import SimulatedTable
from games.ruleset import REFEREE, Event, NextEvent

RARE = {
    "wounds_changed": 0.02,
    "marker_changed": 0.03,
    "tokens_changed": 0.01,
    "model_removed": 0.002,
    "table_checked": 0.02,
    "match_ended": 0.0005,
    "activation_ended": 0.02,
    "ki_boosted": 0.3,
    "melee_exchange_started": 0.1,
    "weapon_chosen": 0.5,
    "flank_plan_recorded": 0.3,
    "fortune_called": 0.5,
    "ki_feat_used": 0.2,
    "effect_changed": 0.01,
    "trait_used": 0.5,
    "ranged_target_reassigned": 0.2,
    "model_summoned": 0.008,
    "model_replaced": 0.006,
    "model_placed": 0.006,
    "models_swapped": 0.004,
    "zone_cleared": 0.9,
    "special_card_used": 0.05,
    "counter_taken": 0.02,
}
"""How often something is chosen that the match does not wait for."""
NEAR = ("believers", "disturbed_by")
TRIES = 4
"""How often the facts of an event are made up anew before nothing fits."""
LAST_ROUND = 9
"""A match by the clock is over after this turn."""


def play(table: SimulatedTable) -> None:
    """From the first test to the end, by what the rules offer."""
    while table.state.phase in ("setup", "turns"):
        if table.state.turn > LAST_ROUND:
            table.log(event_of("match_ended", {"reason": "time"}))
            return
        step(table)


def step(table: SimulatedTable) -> None:
    """One event that is legal now: of those that the match waits for, or a rare one; sometimes what followed."""
    followed = table_of(table.state).followed
    if followed is not None and table.chance(0.1):
        table.log(followed)
        return
    offers = list(table.rules.next_events(table.state, REFEREE))
    wanted = [one for one in offers if table.chance(RARE.get(one.type, 1.0))]
    table.rng.shuffle(wanted)
    wanted.sort(key=lambda one: not _into_the_crowd(table, one))
    stuck = [offer for offer in offers if offer.type == "activation_ended"]
    for one in (*wanted, *TRIES * [offer for offer in offers if offer.type not in RARE], *stuck):
        told = FILL.get(one.type, _plain)(table, one)
        by = table.player(table.rng.choice(one.players)) if one.players else table.anybody()
        if told is not None and table.may_sealed(told, by):
            table.log(told, by)
            return
    raise RuntimeError(f"nothing that is offered is legal: {[one.type for one in offers]}")


def _into_the_crowd(table: SimulatedTable, one: NextEvent) -> bool:
    """A shot at who is in contact with several, which goes astray at times (BUS-RNG-13): rare, so it is taken."""
    if one.type != "action_declared" or one.choices["action"] != ("ranged",):
        return False
    return any(len(touching(table.state, name)) > 1 for name in table.state.models)


def event_of(type_: str, told: dict[str, Any]) -> Event:
    return msgspec.convert({"type": type_, **told}, TYPES[type_])


def _plain(table: SimulatedTable, one: NextEvent, **facts: Any) -> Event:
    """One of the few values for each field, and facts of the table."""
    told = {
        name: table.rng.choice(values) for name, values in one.choices.items() if values and "." not in name
    }
    told |= {name: table.rng.randint(low, high) for name, (low, high) in one.limits.items()}
    return event_of(one.type, {**told, **facts})


def dice(table: SimulatedTable, number: int) -> str:
    return "".join(str(table.rng.randint(1, 6)) for _ in range(max(1, number)))


def _test(table: SimulatedTable, one: NextEvent) -> Event:
    rolled = {side: dice(table, pool(table.state, side, None).value) for side in table.state.sides}
    told = event_of(one.type, {"dice": rolled})
    first = one.choices["first_side"]
    full = event_of(one.type, {"dice": rolled, "first_side": table.rng.choice(first)}) if first else told
    return full if table.may(full) else told


def _deployed(table: SimulatedTable, one: NextEvent) -> Event:
    """All of the side, or the first few of them; Scouts at their range."""
    side = one.choices["side"][0]
    models = [name for name in one.choices["models"] if table.chance(0.7)] or list(one.choices["models"][:1])
    chosen = vim_of(table.state, side)
    plain = [name for name in models if name == chosen and trait(table.state, name, "Disguise")]
    scouts = one.choices["scout"][0]
    near = {"to_zone": 3.0} if scouts and table.chance(0.5) else {}
    return event_of(one.type, {"side": side, "models": models, "scout": scouts, "undisguised": plain, **near})


def _terrain(table: SimulatedTable, one: NextEvent) -> Event:
    passage = table.rng.choice(("normal", "difficult", "impassable", "ideal"))
    return _plain(
        table,
        one,
        passage=passage,
        length=float(table.rng.randint(2, 9)),
        to_objective=3.5,
        to_impassable=4.0,
    )


def _plan(table: SimulatedTable, one: NextEvent) -> Event:
    low = 2 if table.state.phase == "setup" else table.state.turn + 1
    high = 4 if table.state.phase == "setup" else 7
    turn = table.rng.randint(min(low, high), high)
    return _plain(table, one, turn=turn, edge=table.rng.choice(("north", "east", "south", "west")))


def _arrival(table: SimulatedTable, one: NextEvent) -> Event | None:
    model = one.choices["model"][0]
    plan = table.state.plans[model]
    if plan.turn is None or plan.turn > table.state.turn:
        return None
    here = plan.turn == table.state.turn and table.chance(0.9)
    told = {"side": plan.side, "model": model, "turn": plan.turn, "edge": plan.edge, "deployed": here}
    return event_of(one.type, told)


def _activated(table: SimulatedTable, one: NextEvent) -> Event:
    model = table.rng.choice(one.choices["model"])
    facts = ("in_zoc_of", "unseen_by", "hidden")
    told = {fact: [name for name in one.choices[fact] if table.chance(0.05)] for fact in facts}
    if one.choices.get("mates"):
        most = printed(table.state, model, "Pack").x
        told["mates"] = list(one.choices["mates"])[: table.rng.randint(0, most)]
    return event_of(one.type, {"model": model, **told})


def _declared(table: SimulatedTable, one: NextEvent) -> Event:
    also = [name for name in one.choices["also"] if table.chance(0.5)]
    blank = dict.fromkeys(("also", "nominees", *NEAR), ())
    whom = {"target": (crowded(table, one.choices["target"]),)} if one.choices["action"] == ("melee",) else {}
    told = _plain(table, NextEvent(type=one.type, choices={**one.choices, **blank, **whom}))
    named = [name for name in also if name != getattr(told, "target", None)]
    ordered = table.rng.choice(one.choices["nominees"] or ((),))
    return msgspec.structs.replace(told, also=tuple(named), nominees=ordered)


def _active(table: SimulatedTable) -> str:
    one = table_of(table.state).acting
    return one.model if one is not None else ""


def _moved(table: SimulatedTable, one: NextEvent) -> Event:
    """A way; at its end mostly the target is reached."""
    model, full = one.choices["model"][0], table_of(table.state)
    if full.shifts:
        shift = full.shifts[0]
        near = [shift.towards] if shift.towards and table.chance(0.8) else []
        told = {"inches": shift.inches or 1.0, "contact": near}
        hits = table.rng.choice(one.choices["hits"]) if one.choices["hits"] and table.chance(0.2) else None
        return event_of(one.type, {"model": model, **told, "hits": hits, "fell": table.chance(0.05)})
    most = 10 * move_of(table.state, model).value
    near = [name for name in one.choices["contact"][:1] if table.chance(0.8)]
    inches = table.rng.randint(0, max(0, most)) / 10
    return event_of(one.type, {"model": model, "inches": inches, "contact": near})


def _tested(table: SimulatedTable, one: NextEvent) -> Event | None:
    test = table_of(table.state).tests[0]
    number = test_pool(table.state, test).value
    told = {"model": test.model, "dice": dice(table, number)}
    plain, again = event_of(one.type, told), event_of(one.type, {**told, "again": dice(table, number)})
    return table.rng.choice([each for each in (plain, again) if table.may(each)])


def _rolled(table: SimulatedTable, one: NextEvent) -> Event:
    told: dict[str, Any] = {"attack": {}, "defence": {}}
    for commit_side, commit in the(table.state).commits.items():
        model = next(m for m in _fighters(table) if side_of_model(table.state, m) == commit_side)
        for colour, number in (("attack", commit.attack), ("defence", commit.defence)):
            if number:
                told[colour][model] = dice(table, number)
    return event_of(one.type, told)


def _fighters(table: SimulatedTable) -> tuple[str, str]:
    fight = the(table.state)
    return fight.active, fight.other


def _damaged(table: SimulatedTable, one: NextEvent) -> Event:
    harm = table_of(table.state).harm
    assert harm is not None
    number = dice_of(table.state, harm)[0].value
    in_zone = "in_zone" not in one.choices and table.chance(0.5)
    return event_of(one.type, {"dice": dice(table, number), "in_zone": in_zone})


def _declared_feat(table: SimulatedTable, one: NextEvent) -> Event:
    """A feat at any distance from its target, mostly in sight."""
    bare = NextEvent(type=one.type, choices={**one.choices, "believers": (), "disturbed_by": ()})
    facts: dict[str, Any] = {"inches": float(table.rng.randint(1, 8))} if one.choices["target"] else {}
    near = {name: [each for each in one.choices[name] if table.chance(0.3)] for name in NEAR}
    return _plain(table, bare, **facts, **near)


def _gift(table: SimulatedTable, one: NextEvent) -> Event:
    """One of whom the trait may be used on, where it names anybody."""
    whole, named = one.choices.get("targets", ()), one.choices.get("targets.model", ())
    whom = [{"model": table.rng.choice(named)}] if named else table.rng.choice(whole) if whole else ()
    told = {"model": one.choices["model"][0], "trait": one.choices["trait"][0]}
    return event_of(one.type, {**told, "targets": whom, "inches": 1.0})


def _opposed(table: SimulatedTable, one: NextEvent) -> Event:
    return event_of(
        one.type, {"dice": {m: dice(table, duel_pool(table.state, m).value) for m in one.choices["dice.*"]}}
    )


def _boosted(table: SimulatedTable, one: NextEvent) -> Event:
    near = {name: [each for each in one.choices[name] if table.chance(0.3)] for name in NEAR}
    bare = NextEvent(type=one.type, choices={k: v for k, v in one.choices.items() if k not in NEAR})
    return _plain(table, bare, **near)


def _effect(table: SimulatedTable, one: NextEvent) -> Event:
    what = table.rng.choice(("Tough (1)", "Slow", "Evasive", "Fearless"))
    return event_of(one.type, {"model": table.rng.choice(one.choices["model"]), "what": what})


def crowded(table: SimulatedTable, names: tuple[str, ...]) -> str:
    """One of the models, mostly one that is in contact with many."""
    ordered = sorted(names, key=lambda name: -len(touching(table.state, name)))
    return ordered[0] if table.chance(0.6) else table.rng.choice(ordered)


def _shot(table: SimulatedTable, one: NextEvent) -> Event:
    """A target at any distance, now and then in cover or unseen."""
    told = {"target": crowded(table, one.choices["target"]), "cover": table.chance(0.3)}
    arms = one.choices["weapon"]
    named = {"weapon": table.rng.choice(arms)} if arms else {}
    return event_of(one.type, {**told, **named, "distance": float(table.rng.randint(1, 20))})


def _named(table: SimulatedTable, one: NextEvent) -> Event:
    return _plain(table, one, distance=float(table.rng.randint(1, 12)))


def _shot_dice(table: SimulatedTable, one: NextEvent) -> Event:
    cost = printed_cost(table.state, next(iter(one.choices["special"]), None))
    number = shot_pool(table.state, the_shot(table.state)).value - cost
    return _plain(table, one, dice=dice(table, number))


def _started(table: SimulatedTable, one: NextEvent) -> Event:
    return event_of(one.type, {"high": [name for name in one.choices["high"] if table.chance(0.2)]})


def _ended(table: SimulatedTable, one: NextEvent) -> Event:
    return event_of(
        one.type, {"reason": "illegal"} if table.chance(0.5) else {"reason": "effect", "counters": 2}
    )


def _wounds(table: SimulatedTable, one: NextEvent) -> Event:
    return _plain(table, one, number=table.rng.choice((-1, 1, 2)))


def _marker(table: SimulatedTable, one: NextEvent) -> Event:
    kinds = (
        "berserk",
        "bleed",
        "blind",
        "diseased",
        "frightened",
        "impetuous",
        "on_fire",
        "prone",
        "stunned",
    )
    model, kind = table.rng.choice(one.choices["model"]), table.rng.choice(kinds)
    return event_of(one.type, {"model": model, "marker": kind, "value": table.rng.randint(0, 2)})


def _tokens(table: SimulatedTable, one: NextEvent) -> Event:
    return event_of(one.type, {"model": table.rng.choice(one.choices["model"]), "token": "ki", "number": 1})


def _checked(table: SimulatedTable, one: NextEvent) -> Event:
    model = table.rng.choice(one.choices["model"])
    body = table_of(table.state).bodies[model]
    return event_of(
        one.type, {"model": model, "counters": body.counters, "ki": body.ki, "wounds": body.marked}
    )


def _counted(table: SimulatedTable, one: NextEvent) -> Event:
    inside = [name for name in one.choices["inside"] if table.chance(0.25)]
    return event_of(one.type, {"zone": one.choices["zone"][0], "inside": inside})


def _measured(table: SimulatedTable, one: NextEvent) -> Event:
    return _plain(table, one, inches=table.rng.randint(0, 200) / 10)


def _vim(table: SimulatedTable, one: NextEvent) -> Event:
    models = [
        name
        for name in one.choices["model"]
        if table.may_sealed(event_of(one.type, {"side": one.choices["side"][0], "model": name}))
    ]
    told: dict[str, Any] = {"model": table.rng.choice(models)} if models else {"none_legal": True}
    return event_of(one.type, {"side": one.choices["side"][0], **told})


def _ends(table: SimulatedTable, one: NextEvent) -> Event:
    return _plain(table, one)


def _summoned(table: SimulatedTable, one: NextEvent) -> Event | None:
    """A new model mostly, or one that comes back."""
    choices = {**one.choices, "model": ()} if table.chance(0.6) else one.choices
    return _plain(table, NextEvent(type=one.type, choices=choices))


def _cleared(table: SimulatedTable, one: NextEvent) -> Event:
    return event_of(one.type, {"inside": [table.rng.choice(one.choices["inside"])]})


def _replaced(table: SimulatedTable, one: NextEvent) -> Event:
    near = [name for name in one.choices["contact"] if table.chance(0.7)]
    told = _plain(table, NextEvent(type=one.type, choices={**one.choices, "contact": ()}))
    return msgspec.structs.replace(told, contact=tuple(near) if one.choices["contact"] else None)


FILL: dict[str, Callable[[SimulatedTable, NextEvent], Event | None]] = {
    "tactical_test_rolled": _test,
    "models_deployed": _deployed,
    "terrain_placed": _terrain,
    "flank_plan_recorded": _plan,
    "flank_revealed": _arrival,
    "model_activated": _activated,
    "member_chosen": _activated,
    "action_declared": _declared,
    "model_moved": _moved,
    "test_rolled": _tested,
    "melee_exchange_started": _started,
    "melee_rolled": _rolled,
    "damage_rolled": _damaged,
    "ki_feat_used": _declared_feat,
    "ki_boosted": _boosted,
    "opposed_test_rolled": _opposed,
    "trait_used": _gift,
    "effect_changed": _effect,
    "ranged_attack_declared": _shot,
    "ranged_target_reassigned": _named,
    "ranged_attack_rolled": _shot_dice,
    "activation_ended": _ended,
    "wounds_changed": _wounds,
    "marker_changed": _marker,
    "tokens_changed": _tokens,
    "table_checked": _checked,
    "model_summoned": _summoned,
    "model_replaced": _replaced,
    "zone_counted": _counted,
    "zone_cleared": _cleared,
    "vim_measured": _measured,
    "vim_assigned": _vim,
    "match_ended": _ends,
}
