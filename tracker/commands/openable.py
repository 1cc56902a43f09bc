"""What a tournament names can be played: with its options, and on its battlefields, a match of its game can be opened.

Called where an event is created, where its creation or its settings are logged, and where a round is drawn: whoever
named it hears it then, not whoever starts the round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from games.registry import OPENINGS, TABLES
from games.ruleset import Event
from tracker.commands.opening import opening_of
from tracker.commands.pinning import pinning
from tracker.inputs import BadInput, unknown
from tracker.rulesets.tournament.desk_events import SettingsChanged
from tracker.rulesets.tournament.events import Options, RoundDrawn, TournamentCreated
from tracker.rulesets.tournament.state import TournamentState

OWN = ("detail", "scheme_draw_count")
"""What every match takes from the options of the event itself, whatever `match_options` say."""
OPTIONS = "options.match_options"


def check_created(created: TournamentCreated) -> None:
    """A match with these options could be opened, on each of its battlefields; `match_options` are among those of the
    system that the event does not have itself. Raises `BadInput`."""
    if created.system not in OPENINGS:
        return  # the rules refuse it
    tables = TABLES.get(created.system)
    known = [option for option in (tables.options if tables else ()) if option not in OWN]
    for option in created.options.match_options:
        if option not in known:
            raise unknown(f"{OPTIONS}.{option}", known)
    own = created.options
    opened = _Opened(created.system, own)
    opened.on(None)
    opened.on_each(_listed("options.scenarios", own.scenarios))
    opened.on_each(_listed("options.table_scenarios", own.table_scenarios))


def check_named(system: str, state: TournamentState, event: Event) -> None:
    """The same of the battlefields that changed settings or a draw bring into an event. Those that it had before may
    stay: older programs took any. Raises `BadInput`."""
    if isinstance(event, TournamentCreated):
        check_created(event)
    elif state.created is not None and isinstance(event, (SettingsChanged, RoundDrawn)):
        own = state.options
        _Opened(system, own, (*own.scenarios, *own.table_scenarios)).on_each(_named(event))


def _named(event: SettingsChanged | RoundDrawn) -> Iterator[tuple[str, str]]:
    """Where each battlefield stands in the event, and its key."""
    if isinstance(event, SettingsChanged):
        yield from _listed("scenarios", event.scenarios or ())
        yield from _listed("table_scenarios", event.table_scenarios or ())
        return
    if event.scenario is not None:
        yield "scenario", event.scenario
    for position, table in enumerate(event.pairings):
        if table.scenario is not None:
            yield f"pairings[{position}].scenario", table.scenario


def _listed(field: str, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((f"{field}[{position}]", key) for position, key in enumerate(keys))


class _Opened:
    """Matches that are opened to see whether they can be; none on a battlefield that was `seen`."""

    def __init__(self, system: str, own: Options, seen: Iterable[str] = ()) -> None:
        self.system, self.own, self.seen = system, own, set(seen)
        self.sides = {side: (side,) for side in own.sides}

    @cached_property
    def options(self) -> dict[str, Any]:
        try:
            return pinning(self.system, {**self.own.match_options, "detail": self.own.detail})
        except BadInput as wrong:
            raise BadInput(wrong.field, wrong.message, f"{OPTIONS}.{wrong.place}") from None

    def on(self, scenario: str | None) -> None:
        """Raises `BadInput`."""
        opening_of(self.system, self.sides, scenario, self.options, _first, OPTIONS)

    def on_each(self, scenarios: Iterable[tuple[str, str]]) -> None:
        """Raises `BadInput` at the first (place, key) on which none can be opened."""
        for place, scenario in scenarios:
            if scenario in self.seen:
                continue
            self.seen.add(scenario)
            try:
                self.on(scenario)
            except BadInput as wrong:
                raise BadInput(place.partition("[")[0], wrong.message, place) from None


def _first(cards: Sequence[str], count: int) -> list[str]:
    """Deals as the tracker does, without chance."""
    return list(cards)[:count]
