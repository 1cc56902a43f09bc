"""Turn reports: `turn_summarised` (NIN-TSUM-01 to -09, NIN-RESP-01, -02). Called by `rules.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from games.gaps import some
from games.ninja.events import TurnSummarised
from games.ninja.facts import LIMITS
from games.ninja.state import Fate, NinjaState, all_out, limit_of
from games.ninja.who import Violations, passing, seated
from games.ruleset import Actor, RuleViolation

HIGH = 3
LISTS = ("deaths", "respawned", "left", "missions_completed")
COUNTS = (
    "drawn",
    "cards_alert",
    "cards_action",
    "kenjutsu",
    "guards_end",
    "drunk_end",
    "awakened",
    "ambush_placed",
    "killed",
)


def check_turn_summarised(state: NinjaState, event: TurnSummarised, by: Actor) -> Violations:
    """Who, names and numbers, then NIN-TSUM-01 to -09 in their order."""
    yield from passing(
        seated(state, by),
        _check_values(state, event),
        _check_order(state, event),
        _check_alert(state, event),
        _check_cards(event),
        _check_kenjutsu(state, event),
        _check_guards(state, event),
        _check_searches(state, event),
        _check_wounds(state, event),
        _check_once(state, event),
    )


def _check_values(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-LOG-06: no negative numbers; intruders of this match, each once in a list, all of them in wounds."""
    for field in COUNTS:
        if getattr(event, field) < 0:
            yield RuleViolation("NIN-LOG-06", {"told": {field: getattr(event, field)}, "legal": "0"})
    told = [name for field in LISTS for name in getattr(event, field)]
    strange = {name for name in (*told, *event.wounds, *event.searches) if name not in state.intruders}
    doubled = {f for f in LISTS if len(set(getattr(event, f))) < len(getattr(event, f))}
    for one in sorted(strange | doubled):
        yield RuleViolation("NIN-LOG-06", {"told": some(one), "legal": list(state.intruders)})


def _check_order(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-01, NIN-TURN-02, NIN-SETUP-02."""
    due = state.turn + 1
    if event.turn != due or event.alert_start != state.alert:
        told = {"turn": event.turn, "alert": event.alert_start}
        params = {"told": told, "expected": {"turn": due, "alert": state.alert}}
        yield RuleViolation("NIN-TSUM-01", params)
    if event.turn != due:
        yield RuleViolation("NIN-TURN-02", {"told": event.turn, "limit": due})
    elif due == 1 and event.alert_start:
        yield RuleViolation("NIN-SETUP-02", {"told": event.alert_start})


def _check_alert(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-02, -03, NIN-ALERT-01, -03, -04, -08."""
    most = event.alert_start * (2 if state.mode == "four" else 1)
    short = event.drawn < event.alert_start and not event.deck_short
    if event.drawn > most or short:
        params = {"told": event.drawn, "expected": event.alert_start}
        yield RuleViolation("NIN-TSUM-02", params)
        yield RuleViolation("NIN-ALERT-03", params)
    least = max(0, event.alert_start - 1)
    if not least <= event.alert_end <= HIGH:
        params = {"told": event.alert_end, "low": least, "high": HIGH}
        yield RuleViolation("NIN-TSUM-03", params)
        beyond = not 0 <= event.alert_end <= HIGH
        yield RuleViolation("NIN-ALERT-01" if beyond else "NIN-ALERT-08", params)


def _check_cards(event: TurnSummarised) -> Violations:
    """NIN-TSUM-04, NIN-CARD-03, NIN-LIS-12."""
    told = {"cards_alert": event.cards_alert, "cards_action": event.cards_action}
    legal = {"cards_alert": event.drawn, "cards_action": LIMITS.cards_in_action}
    over_alert = event.cards_alert > event.drawn
    over_action = event.cards_action > LIMITS.cards_in_action
    listened = event.free_listen and any(told.values())
    if over_alert or over_action or listened:
        params = {"told": told, "limit": legal, "listened": event.free_listen}
        yield RuleViolation("NIN-TSUM-04", params)
    if over_action:
        yield RuleViolation("NIN-CARD-03", {"told": event.cards_action, "limit": LIMITS.cards_in_action})
    if listened:
        yield RuleViolation("NIN-LIS-12")


def _check_kenjutsu(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-05: the cards are the wounds of this turn; an attack leaves the alert at High."""
    due = sum(_wounded(state, event, name) for name, fate in state.intruders.items() if not fate.out)
    if event.kenjutsu != due or (event.kenjutsu and event.alert_end != HIGH):
        params = {"told": event.kenjutsu, "expected": due, "alert": event.alert_end}
        yield RuleViolation("NIN-TSUM-05", params)


def _wounded(state: NinjaState, event: TurnSummarised, name: str) -> int:
    before, after = state.intruders[name].wounds, event.wounds.get(name, 0)
    return after - before + (limit_of(name) if name in event.deaths else 0)


def _check_guards(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-06, NIN-LIM-01."""
    due = state.guards + event.awakened + event.ambush_placed - event.killed
    drunk = min(LIMITS.drunk, event.guards_end)
    wrong = event.guards_end != due or not 0 <= event.guards_end <= LIMITS.guards
    if wrong or event.drunk_end > drunk:
        params = {"told": event.guards_end, "expected": due, "drunk": event.drunk_end, "limit": drunk}
        yield RuleViolation("NIN-TSUM-06", params)
    if event.guards_end > LIMITS.guards:
        yield RuleViolation("NIN-LIM-01", {"told": event.guards_end, "limit": LIMITS.guards})


def _check_searches(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-07, NIN-SRCH-02."""
    for name, told in sorted(event.searches.items()):
        most = 0 if state.intruders[name].out else LIMITS.searches
        if not 0 <= told <= most:
            yield RuleViolation("NIN-TSUM-07", {"intruder": name, "told": told, "limit": most})
            if told > LIMITS.searches:
                yield RuleViolation("NIN-SRCH-02", {"intruder": name, "told": told, "limit": most})


def _check_wounds(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-08, NIN-RESP-01, -02, NIN-CMB-09, -10."""
    for name, fate in state.intruders.items():
        after = event.wounds.get(name, 0)
        least = 0 if name in event.deaths or fate.out else fate.wounds
        most = 0 if name in event.deaths or fate.out else limit_of(name) - 1
        if not least <= after <= most:
            params = {"intruder": name, "told": after, "low": least, "high": most}
            yield RuleViolation("NIN-TSUM-08", params)
            yield RuleViolation("NIN-CMB-09" if after > most else "NIN-CMB-10", params)
    yield from _check_respawns(state, event)


def _check_respawns(state: NinjaState, event: TurnSummarised) -> Violations:
    due = _respawning(state, event)
    for name in sorted(set(event.respawned) ^ due):
        second = name in event.respawned and bool(state.intruders[name].deaths)
        params = {"intruder": name, "turn": event.turn, "limit": LIMITS.last_respawn}
        yield RuleViolation("NIN-RESP-02" if second else "NIN-RESP-01", params)
        yield RuleViolation("NIN-TSUM-08", {"intruder": name, "told": 0, "low": 0, "high": 0})


def _respawning(state: NinjaState, event: TurnSummarised) -> set[str]:
    early = event.turn <= LIMITS.last_respawn
    return {name for name in event.deaths if early and not state.intruders[name].deaths}


def _check_once(state: NinjaState, event: TurnSummarised) -> Violations:
    """NIN-TSUM-09: nothing after it is out; a mission once per copy; what comes after a death is the new copy's."""
    acts = Counter([*event.left, *event.missions_completed, *(n for n, k in event.searches.items() if k)])
    for name in sorted({*acts, *event.deaths}):
        if not all(_may(state.intruders[name], event, name)):
            yield RuleViolation("NIN-TSUM-09", {"intruder": name})


def _may(fate: Fate, event: TurnSummarised, name: str) -> Iterator[bool]:
    yield not fate.out
    acted = name in event.left or name in event.missions_completed or event.searches.get(name, 0) > 0
    died = name in event.deaths
    yield not (died and acted) or name in event.respawned
    yield not (name in event.missions_completed and fate.mission and not died)


def on_turn_summarised(state: NinjaState, event: TurnSummarised) -> NinjaState:
    fates = {name: _fate_after(fate, event, name) for name, fate in state.intruders.items()}
    state = replace(
        state,
        turn=event.turn,
        alert=event.alert_end,
        guards=event.guards_end,
        drunk=event.drunk_end,
        killed=state.killed + event.killed,
        intruders=fates,
    )
    over = all_out(state) or state.turn >= LIMITS.turns
    return replace(state, phase="over") if over else state


def _fate_after(fate: Fate, event: TurnSummarised, name: str) -> Fate:
    died = name in event.deaths
    return replace(
        fate,
        wounds=event.wounds.get(name, 0),
        deaths=(*fate.deaths, event.turn) if died else fate.deaths,
        mission=name in event.missions_completed or (fate.mission and not died),
        left=event.turn if name in event.left else fate.left,
    )
