"""The door of every event: what is due first, the end, rulings; then the chapter that judges it.

`rules.py` sends every event through `judged` with its chapter's own check.
"""

from __future__ import annotations

from games.chapters import Check
from games.ruleset import Actor, Event, RuleViolation
from games.secrets import until
from games.super_fantasy_brawl.events import (
    GameEnded,
    MatchConceded,
    RoundRecorded,
    RulingRecorded,
    TurnRecorded,
)
from games.super_fantasy_brawl.full.due import check_due
from games.super_fantasy_brawl.full.events import (
    ChallengeTrackShifted,
    RefreshCompleted,
    TurnEnded,
    TurnStarted,
)
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.waived import is_waived

ANY_TIME = frozenset((GameEnded, MatchConceded, RulingRecorded))
"""What never waits for an event that is due."""
AFTER_THE_END: dict[type[Event], tuple[str, ...]] = {
    TurnRecorded: ("SFB-RES-10",),
    RoundRecorded: ("SFB-CHAL-07",),
    ChallengeTrackShifted: ("SFB-CHAL-07",),
    TurnStarted: ("SFB-TURN-08",),
    RefreshCompleted: ("SFB-TURN-08",),
    TurnEnded: ("SFB-TURN-08",),
}
"""The rule that names best what may not come once a side has the points."""


def judged(state: SfbState, event: Event, by: Actor, check: Check[SfbState]) -> tuple[RuleViolation, ...]:
    """SFB-LOG-03, SFB-LOG-06, SFB-END-02, then the chapter; what a card or a ruling lifts is left out (SFB-LOG-04).
    SFB-HID-01: who may not act at all learns nothing more."""
    if state.phase == "closed" and type(event) is not RulingRecorded:
        return (RuleViolation("SFB-LOG-03"),)
    if type(event) not in ANY_TIME:
        if state.phase == "over":
            return (*map(RuleViolation, AFTER_THE_END.get(type(event), ())), RuleViolation("SFB-END-02"))
        if state.full is not None and state.full.due and (waiting := tuple(check_due(state, event, by))):
            return waiting
    found = tuple(check(state, event, by))
    return until("SFB-LOG-02", (one for one in found if not is_waived(state, one))) if found else ()
