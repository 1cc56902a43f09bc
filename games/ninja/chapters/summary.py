"""A whole match in one report: `result_reported` (NIN-SUM-01 to -05). Called by `rules.py`."""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from games.gaps import some
from games.judging import first_broken
from games.ninja.events import Fared, ResultReported
from games.ninja.facts import LIMITS, MOST_DEATHS
from games.ninja.permissions import Violations, seated
from games.ninja.state import Fate, NinjaState, result_of
from games.ruleset import Actor, RuleViolation


def check_result_reported(state: NinjaState, event: ResultReported, by: Actor) -> Violations:
    """Who, the names, the turns, then the winner that follows."""
    return first_broken(
        seated(state, by),
        _check_names(state, event),
        _check_turns(state, event),
        _check_fates(state, event),
        _check_winner(state, event),
    )


def _check_names(state: NinjaState, event: ResultReported) -> Violations:
    """NIN-LOG-06: nobody but the intruders of the match."""
    for name in sorted(set(event.intruders) - set(state.intruders)):
        yield RuleViolation("NIN-LOG-06", {"told": some(name), "legal": list(state.intruders)})


def _check_turns(state: NinjaState, event: ResultReported) -> Violations:
    """NIN-SUM-01, -02, NIN-RESP-02, NIN-TURN-02."""
    if not 1 <= event.last_turn <= LIMITS.turns:
        yield RuleViolation("NIN-SUM-01", {"told": event.last_turn, "limit": LIMITS.turns})
        yield RuleViolation("NIN-TURN-02", {"told": event.last_turn, "limit": LIMITS.turns})
    for name, fared in sorted(event.intruders.items()):
        yield from _check_deaths(name, fared, event.last_turn)


def _check_deaths(name: str, fared: Fared, last_turn: int) -> Violations:
    deaths = fared.deaths
    rising = all(earlier < later for earlier, later in pairwise(deaths))
    inside = all(1 <= turn <= last_turn for turn in deaths)
    back = all(turn <= LIMITS.last_respawn for turn in deaths[:-1])
    if len(deaths) > MOST_DEATHS or not (rising and inside and back):
        params = {"intruder": name, "told": list(deaths), "limit": LIMITS.last_respawn}
        yield RuleViolation("NIN-SUM-02", params)
    if len(deaths) > MOST_DEATHS:
        yield RuleViolation("NIN-RESP-02", {"intruder": name})
    elif deaths and not back:
        yield RuleViolation(
            "NIN-RESP-01", {"intruder": name, "turn": deaths[0], "limit": LIMITS.last_respawn}
        )


def _check_fates(state: NinjaState, event: ResultReported) -> Violations:
    """NIN-SUM-01, -03, -05, NIN-END-01."""
    fates = _fates(state, event)
    for name, fate in sorted(fates.items()):
        if fate.dead and fate.left is not None:
            yield RuleViolation("NIN-SUM-03", {"intruder": name})
    if event.last_turn < LIMITS.turns and not all(fate.out for fate in fates.values()):
        left = sorted(name for name, fate in fates.items() if not fate.out)
        yield RuleViolation("NIN-SUM-01", {"told": event.last_turn, "limit": LIMITS.turns})
        yield RuleViolation("NIN-END-01", {"told": left, "turn": event.last_turn, "limit": LIMITS.turns})
    latest = max((turn for fate in fates.values() for turn in fate.deaths), default=0)
    if all(fate.dead for fate in fates.values()) and latest != event.last_turn:
        yield RuleViolation("NIN-SUM-05", {"told": event.last_turn, "expected": latest})


def _check_winner(state: NinjaState, event: ResultReported) -> Violations:
    """NIN-SUM-04."""
    due = result_of(_told(state, event))
    if event.winner not in (None, due):
        yield RuleViolation("NIN-SUM-04", {"told": event.winner, "expected": due})


def _fates(state: NinjaState, event: ResultReported) -> dict[str, Fate]:
    """What became of every intruder of the match."""
    told = {name: event.intruders.get(name, Fared()) for name in state.intruders}
    return {
        name: Fate(deaths=one.deaths, mission=one.mission_done, left=event.last_turn if one.left else None)
        for name, one in told.items()
    }


def _told(state: NinjaState, event: ResultReported) -> NinjaState:
    return replace(state, intruders=_fates(state, event), turn=event.last_turn)


def on_result_reported(state: NinjaState, event: ResultReported) -> NinjaState:
    told = _told(state, event)
    reason = "no_intruders" if all(fate.out for fate in told.intruders.values()) else "dawn"
    return replace(told, phase="closed", winner=result_of(told), reason=reason)
