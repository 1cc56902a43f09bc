"""Every read query of pages, REST, exports and live streams. What leaves here is redacted for its viewer.

`streams` reads logs and states, `events` (tournaments) and `matches` the read models, `people` players and rosters.
"""

from tracker.selectors.audits import commitments
from tracker.selectors.matches import match, matches, matches_of, my_matches
from tracker.selectors.people import (
    decks_of,
    edition_cards,
    editions,
    player_names,
    players,
    players_named,
    scenarios,
    warband,
    warband_revision,
    warbands_of,
)
from tracker.selectors.streams import (
    EventsPage,
    EventView,
    current_state,
    events_page,
    head,
    is_newer_here,
    kind_of,
    marks,
    next_events,
    outcome,
    sides_of,
    state_view,
    stream_of,
)
from tracker.selectors.tournaments import (
    Explained,
    entrants,
    explained,
    pairings,
    standing_rounds,
    standings,
    tournament,
    tournaments,
)

__all__ = [
    "EventView",
    "EventsPage",
    "Explained",
    "commitments",
    "current_state",
    "decks_of",
    "edition_cards",
    "editions",
    "entrants",
    "events_page",
    "explained",
    "head",
    "is_newer_here",
    "kind_of",
    "marks",
    "match",
    "matches",
    "matches_of",
    "my_matches",
    "next_events",
    "outcome",
    "pairings",
    "player_names",
    "players",
    "players_named",
    "scenarios",
    "sides_of",
    "standing_rounds",
    "standings",
    "state_view",
    "stream_of",
    "tournament",
    "tournaments",
    "warband",
    "warband_revision",
    "warbands_of",
]
