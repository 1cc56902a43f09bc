"""What a tournament names can be played: with its options, and on its battlefields, a match of its game can be opened.

Called where an event is created, where its creation or its settings are logged, and where a round is drawn: whoever
named it hears it then, not whoever starts the round.
"""

from __future__ import annotations

from collections.abc import Iterable
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


def check_created(created: TournamentCreated) -> None:
    """A match with these options could be opened, on each of its battlefields; `match_options` are among those of the
    system that the event does not have itself. Raises `BadInput`."""
    if created.system not in OPENINGS:
        return  # the rules refuse it
    tables = TABLES.get(created.system)
    known = [option for option in (tables.options if tables else ()) if option not in OWN]
    for option in created.options.match_options:
        if option not in known:
            raise unknown(f"options.match_options.{option}", known)
    own = created.options
    opened = _opened(created.system, own)
    opened.on(None, "options.match_options")
    opened.on_each(own.scenarios, "options.scenarios")
    opened.on_each(own.table_scenarios, "options.table_scenarios")


def check_named(system: str, state: TournamentState, event: Event) -> None:
    """The same of the battlefields that changed settings or a draw bring into an event. Those that it had before may
    stay: older programs took any. Raises `BadInput`."""
    if isinstance(event, TournamentCreated):
        return check_created(event)
    if state.created is None or not isinstance(event, (SettingsChanged, RoundDrawn)):
        return None
    own = state.options
    opened = _opened(system, own, (*own.scenarios, *own.table_scenarios))
    if isinstance(event, SettingsChanged):
        opened.on_each(event.scenarios or (), "scenarios")
        opened.on_each(event.table_scenarios or (), "table_scenarios")
        return None
    opened.on_each([event.scenario] if event.scenario else (), "scenario", listed=False)
    for position, table in enumerate(event.pairings):
        opened.on_each([table.scenario] if table.scenario else (), f"pairings[{position}].scenario", False)
    return None


def _opened(system: str, own: Options, had: Iterable[str] = ()) -> _Opened:
    try:
        options = pinning(system, {**own.match_options, "detail": own.detail})
    except BadInput as wrong:
        raise BadInput(wrong.field, wrong.message, f"options.match_options.{wrong.place}") from None
    return _Opened(system, own.sides, options, set(had))


class _Opened:
    """Matches that are opened to see whether they can be; each battlefield once."""

    def __init__(self, system: str, sides: Iterable[str], options: dict[str, Any], seen: set[str]) -> None:
        self.system, self.options, self.seen = system, options, seen
        self.sides = {side: (side,) for side in sides}

    def on(self, scenario: str | None, at: str) -> None:
        """Raises `BadInput` at `at` of the request."""
        opening_of(
            self.system, self.sides, scenario, self.options, lambda cards, count: list(cards)[:count], at
        )

    def on_each(self, scenarios: Iterable[str], field: str, listed: bool = True) -> None:
        """Raises `BadInput` at the first of `field` on which none can be opened."""
        for position, scenario in enumerate(scenarios):
            if scenario in self.seen:
                continue
            self.seen.add(scenario)
            try:
                self.on(scenario, field)
            except BadInput as wrong:
                raise BadInput(field, wrong.message, f"{field}[{position}]" if listed else field) from None
