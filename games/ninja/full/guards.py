"""Guard cards, listening, awakening, attacks (NIN-CARD, NIN-LIS, NIN-AWK, NIN-CMB). Called by `rules.py`."""

from __future__ import annotations

from msgspec.structs import replace

from games.gaps import some
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.state import Due, GuardCards
from games.ninja.full.table import (
    HIGH,
    full_of,
    left_map,
    map_of,
    members,
    owing,
    paid,
    present,
    raised,
    spent,
    with_figures,
    with_full,
    with_hidden,
)
from games.ninja.maps import distances
from games.ninja.state import NinjaState, all_out, limit_of, with_fate
from games.ninja.who import Violations, passing, side_acts
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
    yield from passing(
        side_acts(state, by, "guards"),
        _check_phase(state),
        check_held(state, event.card),
        _check_unit(state, event),
        _check_limits(state, event),
    )


def _check_phase(state: NinjaState) -> Violations:
    """NIN-CARD-09."""
    if full_of(state).step not in ("alert", "guard_action"):
        yield RuleViolation("NIN-CARD-09", {"told": f"step_{full_of(state).step}"})


def check_held(state: NinjaState, card: str) -> Violations:
    """NIN-CARD-01 among the drawn cards, NIN-CARD-11 in the hand."""
    full = full_of(state)
    drawn = full.step == "alert"
    number = full.cards.drawn if drawn else full.cards.hand
    known = full.cards.drawn_cards if drawn else full.cards.hand_cards
    if number < 1 or (known is not None and known.get(card, 0) < 1):
        yield RuleViolation("NIN-CARD-01" if drawn else "NIN-CARD-11", {"card": card, "told": number})


def unit_of(state: NinjaState, guard: str | None, patrol: str | None) -> tuple[str, ...]:
    """The guards of a named unit."""
    return members(state, patrol) if patrol is not None else () if guard is None else (guard,)


def _check_unit(state: NinjaState, event: f.GuardCardPlayed) -> Violations:
    """NIN-CARD-07, NIN-CARD-08, NIN-AWK-02, NIN-AWK-03; Kenjutsu is spent by an attack."""
    full = full_of(state)
    if event.card == "kenjutsu":
        yield RuleViolation("NIN-CARD-07", {"card": event.card, "told": some(event.guard)})
    elif event.card in UNIT:
        yield from check_kind(state, UNIT[event.card], event)
    elif event.guard is not None or event.patrol is not None:
        yield RuleViolation("NIN-CARD-07", {"card": event.card, "told": some(event.guard or event.patrol)})
    elif event.card == "awaken" and full.sleepers and len(full.figures) >= LIMITS.guards:
        yield RuleViolation("NIN-AWK-02", {"told": len(full.figures), "limit": LIMITS.guards})
    elif event.card == "awaken" and not full.sleepers and not state.drunk:
        yield RuleViolation("NIN-AWK-03", {"told": state.drunk})


def check_kind(state: NinjaState, kind: str, event: f.GuardCardPlayed | f.FreeListenOrdered) -> Violations:
    """NIN-CARD-07, NIN-CARD-08, NIN-LIS-01: a unit of the kind that the card needs."""
    free = isinstance(event, f.FreeListenOrdered)
    card = "listen" if free else getattr(event, "card", "listen")
    unit = [full_of(state).figures.get(name) for name in unit_of(state, event.guard, event.patrol)]
    one = unit[0] if len(unit) == 1 and event.patrol is None else None
    if one is not None and one.drunk:
        yield RuleViolation(
            "NIN-LIS-01" if free else "NIN-CARD-08", {"told": some(event.guard), "card": card}
        )
        return
    patrol = event.patrol in full_of(state).facings and event.guard is None
    sentry = one is not None and one.patrol is None
    fits = {"patrol": patrol, "sentry": sentry, "guard": one is not None, "any": patrol or sentry}[kind]
    if not fits:
        told = some(event.guard or event.patrol)
        yield RuleViolation("NIN-LIS-01" if free else "NIN-CARD-07", {"told": told, "card": card})


def _check_limits(state: NinjaState, event: f.GuardCardPlayed) -> Violations:
    """NIN-CARD-03 before NIN-CARD-04; NIN-LIS-13."""
    full = full_of(state)
    if full.step == "guard_action" and full.played_action >= LIMITS.cards_in_action:
        yield RuleViolation("NIN-CARD-03", {"told": full.played_action + 1, "limit": LIMITS.cards_in_action})
    elif full.listened:
        yield RuleViolation("NIN-LIS-13")
    marked = [one for one in unit_of(state, event.guard, event.patrol) if full.figures[one].carded]
    if marked:
        yield RuleViolation("NIN-CARD-04", {"told": marked})


def on_guard_card_played(state: NinjaState, event: f.GuardCardPlayed) -> NinjaState:
    """NIN-CARD-06: the card is discarded, Secret Passage stays on the table; then what the card asks for."""
    full = full_of(state)
    unit = unit_of(state, event.guard, event.patrol)
    alert = full.step == "alert"
    state = with_full(
        state,
        cards=_played(full.cards, event.card, alert),
        may_move=(),
        played_alert=full.played_alert + alert,
        played_action=full.played_action + (not alert),
    )
    state = with_figures(state, unit, carded=True) if unit else state
    if event.card in LISTENS:
        return owing(state, Due("listen", unit))
    if event.card in UNIT:
        return owing(state, Due("move", unit, cause=event.card))
    return owing(state, Due("awaken")) if event.card == "awaken" else state


def _played(cards: GuardCards, card: str, alert: bool) -> GuardCards:
    table = card == "secret_passage"
    cards = replace(cards, table=cards.table + table, discard=cards.discard + (not table))
    return taken(cards, card, alert)


def taken(cards: GuardCards, card: str, alert: bool) -> GuardCards:
    """The cards without one: of the drawn ones in the Alert Phase, of the hand later."""
    if alert:
        return replace(cards, drawn=cards.drawn - 1, drawn_cards=spent(cards.drawn_cards, card))
    return replace(cards, hand=cards.hand - 1, hand_cards=spent(cards.hand_cards, card))


def check_free_listen_ordered(state: NinjaState, event: f.FreeListenOrdered, by: Actor) -> Violations:
    """NIN-LIS-01, NIN-LIS-12."""
    yield from passing(side_acts(state, by, "guards"), _check_free(state), check_kind(state, "any", event))


def _check_free(state: NinjaState) -> Violations:
    full = full_of(state)
    if full.step != "guard_action" or full.listened or full.played_alert or full.played_action:
        yield RuleViolation("NIN-LIS-12")


def on_free_listen_ordered(state: NinjaState, event: f.FreeListenOrdered) -> NinjaState:
    unit = unit_of(state, event.guard, event.patrol)
    return owing(with_full(state, listened=True, may_move=()), Due("listen", unit))


def heard(state: NinjaState, unit: tuple[str, ...]) -> bool | None:
    """NIN-LIS-02 to -05: whether the unit hears somebody; None where the log does not tell enough."""
    full, zone = full_of(state), full_of(state).figures[unit[0]].zone
    answers = [
        _heard_one(state, name, zone)
        for name in state.intruders
        if present(state, name) and not full.shown[name].inside
    ]
    return True if True in answers else None if None in answers else False


def _heard_one(state: NinjaState, name: str, zone: str) -> bool | None:
    hidden = full_of(state).hidden.get(name)
    if hidden is None or hidden.zone is None or hidden.distance is None:
        return None
    return hidden.distance >= 1 and distances(map_of(state), zone).get(hidden.zone, 99) <= hidden.distance


def check_listen_answered(state: NinjaState, event: f.ListenAnswered, by: Actor) -> Violations:
    """NIN-LIS-02, NIN-LIS-10, NIN-LIS-14."""
    yield from passing(
        side_acts(state, by, "intruders"), _check_listening(state), _check_answer(state, event)
    )


def _check_listening(state: NinjaState) -> Violations:
    if first_due(state).kind != "listen":
        yield RuleViolation("NIN-LIS-14")


def _check_answer(state: NinjaState, event: f.ListenAnswered) -> Violations:
    due = first_due(state)
    truth = heard(state, due.guards)
    if event.cat != due.cat or (event.cat and event.heard):
        yield RuleViolation("NIN-LIS-10", {"told": event.cat, "heard": event.heard})
    elif not event.cat and truth is not None and event.heard != truth:
        yield RuleViolation("NIN-LIS-02", {"told": event.heard, "expected": truth})


def first_due(state: NinjaState) -> Due:
    """What is owed first; a due of no unit when nothing is."""
    due = full_of(state).due
    return due[0] if due else Due("draw", cause="none")


def on_listen_answered(state: NinjaState, event: f.ListenAnswered) -> NinjaState:
    """NIN-LIS-07, NIN-LIS-08."""
    unit = first_due(state).guards
    state = paid(state)
    if not event.heard:
        return state
    free = not any(full_of(state).figures[one].moved for one in unit)
    return raised(with_full(state, may_move=unit if free else ()), 1)


def check_guard_awakened(state: NinjaState, event: f.GuardAwakened, by: Actor) -> Violations:
    """NIN-AWK-01."""
    yield from passing(side_acts(state, by, "guards"), _check_awakening(state, event))


def _check_awakening(state: NinjaState, event: f.GuardAwakened) -> Violations:
    full = full_of(state)
    if first_due(state).kind != "awaken":
        yield RuleViolation("NIN-AWK-01", {"told": some(event.zone)})
    elif not full.sleepers:
        yield RuleViolation("NIN-AWK-03", {"told": state.drunk})
    elif event.zone not in map_of(state).barracks or (full.marks and not full.marks.sleepers.get(event.zone)):
        yield RuleViolation("NIN-AWK-01", {"told": some(event.zone)})
    yield from check_new_guard(state, event.guard)


def check_new_guard(state: NinjaState, guard: str | None) -> Violations:
    """NIN-LOG-06: a new figure takes the next free number."""
    due = f"g{full_of(state).next_guard}"
    if guard != due:
        yield RuleViolation("NIN-LOG-06", {"told": some(guard), "legal": due})


def on_guard_awakened(state: NinjaState, event: f.GuardAwakened) -> NinjaState:
    from games.ninja.full.state import Figure

    full = full_of(state)
    figures = {**full.figures, event.guard: Figure(event.zone, carded=True, moved=True)}
    marks = full.marks
    if marks is not None:
        marks = replace(marks, sleepers=spent(marks.sleepers, event.zone) or {})
    state = with_full(
        paid(state), figures=figures, marks=marks, sleepers=full.sleepers - 1, next_guard=full.next_guard + 1
    )
    return owing(state, Due("answer", (event.guard,), (event.zone,), cause="awaken"))


def check_guard_sobered(state: NinjaState, event: f.GuardSobered, by: Actor) -> Violations:
    """NIN-AWK-03."""
    full = full_of(state)
    one = full.figures.get(event.guard)
    yield from side_acts(state, by, "guards")
    if first_due(state).kind != "awaken" or full.sleepers or one is None or not one.drunk:
        yield RuleViolation("NIN-AWK-03", {"told": state.drunk})


def on_guard_sobered(state: NinjaState, event: f.GuardSobered) -> NinjaState:
    return with_figures(paid(state), (event.guard,), drunk=False, carded=True)


def check_guard_attacked(state: NinjaState, event: f.GuardAttacked, by: Actor) -> Violations:
    """NIN-CMB-05, -06, -08, -11."""
    yield from passing(
        side_acts(state, by, "guards"),
        _check_attack_phase(state),
        check_held(state, "kenjutsu"),
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
    elif guard.attacked:
        yield RuleViolation("NIN-CMB-06", {"told": event.guard})
    elif shown is None or shown.visible is None or shown.visible != guard.zone:
        yield RuleViolation("NIN-CMB-11", {"intruder": event.intruder, "told": event.guard})


def on_guard_attacked(state: NinjaState, event: f.GuardAttacked) -> NinjaState:
    """NIN-ALERT-06: High; the card lies by the intruder as a wound."""
    full = full_of(state)
    cards = taken(full.cards, "kenjutsu", full.step == "alert")
    state = with_figures(with_full(state, cards=cards, may_move=()), (event.guard,), attacked=True)
    wounds = state.intruders[event.intruder].wounds + 1
    state = with_fate(replace(state, alert=HIGH), event.intruder, wounds=wounds)
    return owing(state, Due("died", intruder=event.intruder)) if wounds >= limit_of(event.intruder) else state


def check_intruder_died(state: NinjaState, event: f.IntruderDied, by: Actor) -> Violations:
    """NIN-CMB-09: it follows from the last wound."""
    from games.ninja.who import seated

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
    state = left_map(paid(state), event.intruder)
    state = with_fate(state, event.intruder, deaths=(*fate.deaths, state.turn), mission=False, awaited=back)
    state = with_hidden(state, event.intruder, zone=None, distance=None, cards=None, mission=None)
    return replace(state, phase="over") if all_out(state) else state
