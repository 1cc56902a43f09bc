"""Guard cards, awakening, attacks (NIN-CARD, NIN-AWK, NIN-CMB). Called by `rules.py`; `listening.py` judges listens."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.gaps import some
from games.judging import first_broken, passing
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.ownership import guards_inside, passages
from games.ninja.full.piles import (
    FIGURES,
    WEAPONS,
    check_held,
    check_owned,
    free_weapons,
    hand_acts,
    pile,
    played,
    taken,
    wounded,
    wounds_returned,
)
from games.ninja.full.state import Due, Figure
from games.ninja.full.table import (
    added,
    alarmed,
    calm,
    changed,
    first_due,
    full_of,
    map_of,
    members,
    off_board,
    owing,
    paid,
    shifted,
    spent,
    with_figures,
    with_full,
    with_guards,
    with_hidden,
)
from games.ninja.permissions import Violations, seated, side_acts
from games.ninja.state import NinjaState, all_out, limit_of, with_fate
from games.ruleset import Actor, RuleViolation

UNIT = {
    "patrol_listen": "patrol",
    "patrol_search": "patrol",
    "sentry_listen": "sentry",
    "sentry_search": "guard",
}
LISTENS = ("patrol_listen", "sentry_listen")


def check_guard_card_played(state: NinjaState, event: f.GuardCardPlayed, by: Actor) -> Violations:
    """NIN-CARD-01 to -11: the phase, the card, its unit, the limits of the turn."""
    unit = unit_of(state, event.guard, event.patrol)
    return first_broken(
        hand_acts(state, by, event.hand),
        _check_phase(state),
        check_owned(state, event.hand, unit),
        check_held(state, event.hand, event.card),
        _check_unit(state, event, unit),
        _check_limits(state, event, unit),
    )


def _check_phase(state: NinjaState) -> Violations:
    """NIN-CARD-09."""
    if full_of(state).step not in ("alert", "guard_action"):
        yield RuleViolation("NIN-CARD-09", {"told": f"step_{full_of(state).step}"})


def unit_of(state: NinjaState, guard: str | None, patrol: str | None) -> tuple[str, ...]:
    """The guards of a named unit."""
    return members(state, patrol) if patrol is not None else () if guard is None else (guard,)


def _check_unit(state: NinjaState, event: f.GuardCardPlayed, unit: tuple[str, ...]) -> Violations:
    """NIN-CARD-07, NIN-CARD-08, NIN-AWK-02, NIN-AWK-03; Kenjutsu is spent by an attack."""
    full = full_of(state)
    if event.card == "kenjutsu":
        told = some(event.guard)
        yield RuleViolation("NIN-CARD-07", {"card": event.card, "told": told, "needs": "need_attack"})
    elif event.card in UNIT:
        yield from check_kind(state, UNIT[event.card], event, unit)
    elif event.guard is not None or event.patrol is not None:
        told = some(event.guard or event.patrol)
        yield RuleViolation("NIN-CARD-07", {"card": event.card, "told": told, "needs": "need_nobody"})
    elif event.card == "awaken" and full.sleepers and len(full.figures) >= LIMITS.guards:
        yield RuleViolation("NIN-AWK-02", {"told": len(full.figures), "limit": LIMITS.guards})
        if guards_inside(state):
            yield RuleViolation("NIN-PASS-13", {"told": len(full.figures), "limit": LIMITS.guards})
    elif event.card == "awaken" and not full.sleepers and not drunk_of(state, event.hand):
        yield RuleViolation("NIN-AWK-03", {"told": state.drunk})
    elif event.card == "awaken" and full.sleepers:
        yield from check_figure(state, WEAPONS.get(event.hand))


def check_figure(state: NinjaState, weapon: str | None) -> Violations:
    """NIN-LIM-02: of two guard players, one without a free figure brings nobody."""
    if weapon is not None and weapon not in free_weapons(state):
        yield RuleViolation("NIN-LIM-02", {"told": weapon, "limit": FIGURES})


def drunk_of(state: NinjaState, hand: str) -> tuple[str, ...]:
    """The drunk guards that a player may bring back to duty."""
    weapon = WEAPONS.get(hand)
    figures = full_of(state).figures.items()
    return tuple(name for name, one in figures if one.drunk and weapon in (None, one.weapon))


def check_kind(
    state: NinjaState, kind: str, event: f.GuardCardPlayed | f.FreeListenOrdered, named: tuple[str, ...]
) -> Violations:
    """NIN-CARD-07, NIN-CARD-08, NIN-LIS-01: a unit of the kind that the card needs. `named`: its guards."""
    free = isinstance(event, f.FreeListenOrdered)
    card = "listen" if free else getattr(event, "card", "listen")
    full = full_of(state)
    unit = [full.figures.get(name) for name in named]
    one = unit[0] if len(unit) == 1 and event.patrol is None else None
    if one is not None and one.drunk:
        yield RuleViolation(
            "NIN-LIS-01" if free else "NIN-CARD-08", {"told": some(event.guard), "card": card}
        )
        return
    patrol = event.patrol in full.facings and event.guard is None
    sentry = one is not None and one.patrol is None
    fits = {"patrol": patrol, "sentry": sentry, "guard": one is not None, "any": patrol or sentry}[kind]
    if not fits:
        told = some(event.guard or event.patrol)
        needs = {} if free else {"needs": f"need_{kind}"}
        yield RuleViolation("NIN-LIS-01" if free else "NIN-CARD-07", {"told": told, "card": card, **needs})
        yield from fallen(state, event.guard or "")
    elif card in (*LISTENS, "listen") and any(
        one is not None and one.zone in passages(state) for one in unit
    ):
        yield RuleViolation("NIN-LIS-01", {"told": some(event.guard or event.patrol), "card": card})


def fallen(state: NinjaState, *guards: str) -> Violations:
    """NIN-CMB-04: who was killed is gone for good."""
    for name in guards:
        if name in full_of(state).fallen:
            yield RuleViolation("NIN-CMB-04", {"told": name})


def _check_limits(state: NinjaState, event: f.GuardCardPlayed, unit: tuple[str, ...]) -> Violations:
    """NIN-CARD-03 before NIN-CARD-04; NIN-LIS-13."""
    full = full_of(state)
    if full.step == "guard_action" and full.played_action >= LIMITS.cards_in_action:
        yield RuleViolation("NIN-CARD-03", {"told": full.played_action + 1, "limit": LIMITS.cards_in_action})
        if event.card == "secret_passage":
            yield RuleViolation("NIN-CARD-05", {"card": event.card})
    elif full.listened:
        yield RuleViolation("NIN-LIS-13")
    elif full.step == "guard_action" and full.split and full.played_by.get(event.hand):
        yield RuleViolation("NIN-MODE-4P-05", {"told": event.hand})
    marked = [one for one in unit if full.figures[one].carded]
    if marked:
        yield RuleViolation("NIN-CARD-04", {"told": marked})


def on_guard_card_played(state: NinjaState, event: f.GuardCardPlayed) -> NinjaState:
    """NIN-CARD-06: the card is discarded, Secret Passage stays on the table; then what the card asks for."""
    full = full_of(state)
    unit = unit_of(state, event.guard, event.patrol)
    alert = full.step == "alert"
    by_hand = full.played_by.get(event.hand, 0) + (not alert)
    table: dict[str, Any] = {
        "piles": {**full.piles, event.hand: played(pile(state, event.hand), event.card, alert)},
        "played_alert": full.played_alert + alert,
        "played_action": full.played_action + (not alert),
        "played_by": {**full.played_by, event.hand: by_hand},
        "due": (*_asked_for(event, unit), *full.due),
    }
    if unit:
        table["figures"] = changed(full.figures, unit, carded=True)
    return with_full(state, **table)


def _asked_for(event: f.GuardCardPlayed, unit: tuple[str, ...]) -> tuple[Due, ...]:
    """What a card lets its unit do."""
    if event.card in LISTENS:
        return (Due("listen", unit),)
    if event.card in UNIT:
        return (Due("move", unit, cause=event.card),)
    return (Due("awaken", hand=event.hand),) if event.card == "awaken" else ()


def check_guard_awakened(state: NinjaState, event: f.GuardAwakened, by: Actor) -> Violations:
    """NIN-AWK-01."""
    return first_broken(_awakener(state, by), _check_awakening(state, event))


def _awakener(state: NinjaState, by: Actor) -> Violations:
    """The guard player who played the card."""
    due = first_due(state)
    yield from hand_acts(state, by, due.hand) if due.kind == "awaken" else side_acts(state, by, "guards")


def _check_awakening(state: NinjaState, event: f.GuardAwakened) -> Violations:
    full = full_of(state)
    if first_due(state).kind != "awaken":
        yield RuleViolation("NIN-AWK-01", {"told": some(event.zone)})
    elif not full.sleepers:
        yield RuleViolation("NIN-AWK-03", {"told": state.drunk})
    elif event.zone not in map_of(state).barracks or not may_sleep(state, event.zone):
        yield RuleViolation("NIN-AWK-01", {"told": some(event.zone), "legal": sorted(beds(state))})
    yield from check_new_guard(state, event.guard)


def beds(state: NinjaState) -> tuple[str, ...]:
    """NIN-AWK-01: where a guard may wake up, as far as the log tells it; without a map nobody can list it."""
    marks = full_of(state).marks
    asleep = map_of(state).barracks if marks is None else tuple(marks.sleepers)
    return tuple(zone for zone in asleep if may_sleep(state, zone))


def may_sleep(state: NinjaState, zone: str) -> bool:
    """NIN-AWK-01 by the guard's map; where a device alone has it NIN-SETUP-11: no more guards wake up in a zone than
    may sleep there, until sleepers are added."""
    full = full_of(state)
    if full.marks is not None:
        return full.marks.sleepers.get(zone, 0) > 0
    return full.woken.get(zone, 0) < LIMITS.sleepers_in_zone


def check_new_guard(state: NinjaState, guard: str | None) -> Violations:
    """NIN-LOG-06: a new figure takes the next free number."""
    due = f"g{full_of(state).next_guard}"
    if guard != due:
        yield RuleViolation("NIN-LOG-06", {"told": some(guard), "legal": due})


def on_guard_awakened(state: NinjaState, event: f.GuardAwakened) -> NinjaState:
    full, weapon = full_of(state), WEAPONS.get(first_due(state).hand, "")
    woken = Figure(event.zone, weapon=weapon, carded=True, moved=True, woken=True)
    figures = {**full.figures, event.guard: woken}
    marks = full.marks
    if marks is not None:
        marks = replace(marks, sleepers=spent(marks.sleepers, event.zone) or {})
    counts = {"sleepers": full.sleepers - 1, "woken": added(full.woken, {event.zone: 1})}
    due = (Due("answer", (event.guard,), (event.zone,), cause="awaken"), *full.due[1:])
    return with_guards(state, figures, marks=marks, next_guard=full.next_guard + 1, due=due, **counts)


def check_guard_sobered(state: NinjaState, event: f.GuardSobered, by: Actor) -> Violations:
    """NIN-AWK-03, NIN-MODE-4P-03."""
    due, full = first_due(state), full_of(state)
    yield from passing(_awakener(state, by), check_owned(state, due.hand, (event.guard,)))
    if due.kind != "awaken" or full.sleepers or event.guard not in drunk_of(state, due.hand):
        yield RuleViolation("NIN-AWK-03", {"told": state.drunk})


def on_guard_sobered(state: NinjaState, event: f.GuardSobered) -> NinjaState:
    return calm(with_figures(paid(state), (event.guard,), drunk=False, carded=True))


def check_guard_attacked(state: NinjaState, event: f.GuardAttacked, by: Actor) -> Violations:
    """NIN-CMB-05, -06, -08, -11, NIN-MODE-4P-03."""
    return first_broken(
        hand_acts(state, by, event.hand),
        _check_attack_phase(state),
        check_owned(state, event.hand, (event.guard,)),
        check_held(state, event.hand, "kenjutsu"),
        _check_attacker(state, event),
    )


def _check_attack_phase(state: NinjaState) -> Violations:
    """NIN-CMB-08."""
    if full_of(state).step not in ("alert", "guard_action", "patrol"):
        yield RuleViolation("NIN-CMB-08")


def _check_attacker(state: NinjaState, event: f.GuardAttacked) -> Violations:
    full = full_of(state)
    guard, shown = full.figures.get(event.guard), full.shown.get(event.intruder)
    if guard is None or guard.drunk:
        yield RuleViolation("NIN-CMB-05", {"told": some(event.guard)})
        yield from fallen(state, event.guard)
    elif guard.attacked:
        yield RuleViolation("NIN-CMB-06", {"told": event.guard})
    elif shown is None or shown.visible is None or shown.visible != guard.zone:
        yield RuleViolation("NIN-CMB-11", {"intruder": event.intruder, "told": event.guard})


def on_guard_attacked(state: NinjaState, event: f.GuardAttacked) -> NinjaState:
    """NIN-ALERT-06: High; the card lies by the intruder as a wound."""
    full = full_of(state)
    cards = taken(pile(state, event.hand), "kenjutsu", full.step == "alert")
    figures = changed(full.figures, (event.guard,), attacked=True)
    state = shifted(state, figures, piles={**full.piles, event.hand: cards})
    state = wounded(state, event.intruder, event.hand)
    wounds = state.intruders[event.intruder].wounds + 1
    state = with_fate(alarmed(state), event.intruder, wounds=wounds)
    return owing(state, Due("died", intruder=event.intruder)) if wounds >= limit_of(event.intruder) else state


def check_intruder_died(state: NinjaState, event: f.IntruderDied, by: Actor) -> Violations:
    """NIN-CMB-09: it follows from the last wound."""
    yield from seated(state, by)
    due = first_due(state)
    if due.kind != "died" or due.intruder != event.intruder:
        wounds = state.intruders[event.intruder].wounds if event.intruder in state.intruders else 0
        params = {"intruder": event.intruder, "told": wounds, "high": limit_of(event.intruder) - 1}
        yield RuleViolation("NIN-CMB-09", params)


def on_intruder_died(state: NinjaState, event: f.IntruderDied) -> NinjaState:
    """NIN-RESP-01: a first death by turn 10 brings a new copy."""
    fate = state.intruders[event.intruder]
    back = state.turn <= LIMITS.last_respawn and not fate.deaths
    state = calm(off_board(paid(state), event.intruder))
    state = with_fate(state, event.intruder, deaths=(*fate.deaths, state.turn), mission=False, awaited=back)
    # Its letter stays its own until a new copy draws: nobody else may draw it (NIN-RESP-05).
    state = with_hidden(state, event.intruder, zone=None, distance=None, cards=None)
    state = wounds_returned(state, event.intruder, over=all_out(state))
    return replace(state, phase="over") if all_out(state) else state
