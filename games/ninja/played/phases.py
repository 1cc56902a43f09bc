"""The phases of a simulated turn: what may be tried in each, and when it is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.ninja.full import events as f
from games.ninja.full.apart import guards_inside
from games.ninja.full.movement import ways_of_patrol
from games.ninja.full.phases import ORDER, patrols_to_move, still_to_move
from games.ninja.full.table import full_of, map_of, members
from games.ninja.full.window import finished
from games.ninja.played.seats import (
    Match,
    guards,
    intruders,
    of_hand,
    of_side,
    some_hand,
)
from games.ninja.played.steps import any_move, one_step
from games.ninja.played.walk import Walk, searched
from games.ruleset import Event


def _between(table: Match) -> None:
    table.log(f.TurnStarted(turn=table.state.turn + 1))


def _card_phase(table: Match) -> None:
    """Attack, play, listen, form a patrol, read off the alert, or go on."""
    if table.chance(0.02):
        table.log(
            f.AlertRecorded(level=table.state.alert),
            of_side(table, table.rng.choice(("guards", "intruders"))),
        )
        return
    options = [*_attacks(table), *_plays(table)]
    table.rng.shuffle(options)
    options.sort(key=lambda one: getattr(one, "card", "") != "secret_passage")
    legal = next((one for one in options if table.may(one)), None)
    if full_of(table.state).may_step and table.chance(0.5):
        one_step(table)
        return
    if full_of(table.state).may_move and table.chance(0.6):
        legal = any_move(table, full_of(table.state).may_move, "heard", 0, 1)
        legal = legal if table.may(legal) else None
    if legal is None or table.chance(0.3):
        step = full_of(table.state).step
        following: Any = ORDER[ORDER.index(step) + 1]
        split = table.state.mode == "four" and following == "guard_action" and table.chance(0.2)
        guards(table, f.PhaseStarted(phase=following, split=split))
    else:
        hand = getattr(legal, "hand", None)
        (guards(table, legal) if hand is None else of_hand(table, hand, legal))


def _attacks(table: Match) -> Iterator[Event]:
    full = full_of(table.state)
    for name, shown in full.shown.items():
        who: Any = name
        for guard, one in full.figures.items():
            if shown.visible == one.zone:
                yield f.GuardAttacked(hand=some_hand(table), guard=guard, intruder=who)


def _plays(table: Match) -> Iterator[Event]:
    full, rng, hand = full_of(table.state), table.rng, some_hand(table)
    guard, patrol = rng.choice(sorted(full.figures)), rng.choice([*full.facings, None])
    inside = sorted(guards_inside(table.state))
    if inside and table.chance(0.7):
        yield f.GuardCardPlayed(card="sentry_search", hand=hand, guard=rng.choice(inside))
    for card in ("sentry_listen", "sentry_search"):
        kind: Any = card
        yield f.GuardCardPlayed(card=kind, hand=hand, guard=guard)
    for card in ("patrol_listen", "patrol_search"):
        kind = card
        yield f.GuardCardPlayed(card=kind, hand=hand, patrol=patrol)
    yield f.GuardCardPlayed(card="awaken", hand=hand)
    yield f.GuardCardPlayed(card="secret_passage", hand=hand)
    yield f.FreeListenOrdered(hand=hand, guard=guard)
    crowd = [
        name for name, one in full.figures.items() if one.zone == full.figures[guard].zone and not one.drunk
    ]
    legal = map_of(table.state).guard_path.get(full.figures[guard].zone, (None,))
    yield f.PatrolReformed(patrol=f"r{len(table.logged)}", guards=tuple(crowd), facing=rng.choice(legal))


def _patrol_phase(table: Match) -> None:
    waiting = patrols_to_move(table.state)
    attacks = table.legal(_attacks(table)) if table.chance(0.5) else []
    if attacks:
        attack: Any = table.rng.choice(attacks)
        of_hand(table, attack.hand, attack)
    elif not waiting:
        guards(table, f.PhaseStarted(phase="intruder_action"))
    else:
        group = members(table.state, waiting[0])
        way = table.rng.choice(ways_of_patrol(table.state, waiting[0]))
        guards(table, f.GuardsMoved(guards=group, path=way[:-1], cause="patrol", facing=way[-1]))


def _intruder_phase(table: Match) -> None:
    waiting = still_to_move(table.state)
    full = full_of(table.state)
    window = full.window
    shown = full.shown[window.intruder] if window is not None else None
    if shown is not None and shown.moved and not shown.searched and table.chance(0.7) and searched(table):
        return
    if not finished(table.state) and window is not None:
        name: Any = window.intruder
        intruders(table, f.IntruderPassed(intruder=name))
    elif waiting:
        Walk(table, waiting[0]).go()
    else:
        intruders(table, f.TurnEnded(turn=table.state.turn))


PHASES = {
    "between": _between,
    "alert": _card_phase,
    "guard_action": _card_phase,
    "patrol": _patrol_phase,
    "intruder_action": _intruder_phase,
}
