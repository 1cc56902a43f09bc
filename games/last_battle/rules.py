"""Last Battle as a rule set: dispatch only. The chapters judge and fold, one pair of functions for each event.

`games.registry` wraps `RULES` in `games.match.Match`, which adds the confirmation of the result.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.base import Game
from games.chapters import Pairs, events_of, pairs
from games.last_battle import events as e
from games.last_battle.chapters import finish, hiring, links, notes, reveal, setup, summary, turns
from games.last_battle.chapters.scoring import outcome
from games.last_battle.forced import consequences
from games.last_battle.full import chapters
from games.last_battle.full.preconditions import judged, with_override
from games.last_battle.next_events import next_events
from games.last_battle.permissions import Violations
from games.last_battle.roster.check import Body, list_report
from games.last_battle.state import LastBattleState
from games.last_battle.visibility import redact, visible_to
from games.ruleset import Actor, Event, NextEvent, RuleViolation, Setup, Viewer
from games.secrets import until

CHAPTERS: Pairs[LastBattleState] = pairs(
    (*events_of(vars(e)), e.ArcanaCreated, e.ArcanaGranted),
    *(setup, hiring, notes, reveal, turns, finish, summary, links),
)
AT_FULL: Pairs[LastBattleState] = {**CHAPTERS, **chapters.CHAPTERS}
AFTER_REVEAL = {
    "turns": (e.SchemeRevealed, e.SchemeNotePublished, e.TurnReported, e.MatchReported),
    "end": (e.SchemeScored, e.MatchReported),
}


class Options(msgspec.Struct, frozen=True):
    """What the setup of a match may carry besides the table's own options; unknown ones are ignored."""

    available_figures: dict[str, tuple[str, ...]] | None = None
    dead_figures: tuple[str, ...] = ()
    campaign: str | None = None


class LastBattle(Game[LastBattleState]):
    """The rules of Last Battle at every level of detail. Satisfies `Ruleset[LastBattleState, Event]`."""

    key = "last_battle"
    event_types = e.EVENT_TYPES
    state_type, body_type = LastBattleState, Body

    outcome = staticmethod(outcome)
    visible_to = staticmethod(visible_to)
    redact = staticmethod(redact)
    consequences = staticmethod(consequences)
    list_report = staticmethod(list_report)

    def initial(self, setup: Setup) -> LastBattleState:
        """An empty table. Raises `msgspec.ValidationError` for options of a wrong type."""
        options = msgspec.convert(setup.options, Options)
        return LastBattleState(
            available_figures=options.available_figures,
            dead_figures=options.dead_figures,
            campaign=options.campaign,
        )

    def check(self, state: LastBattleState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        """LB-LOG-06, LB-SCH-01, then the chapter. LB-HID-02: nothing is told after LB-LOG-07."""
        if state.phase == "closed" and type(event) is not e.FatesPublished:
            return (RuleViolation("LB-LOG-06"),)
        if state.pending and not self._may_follow(state, event):
            _, scheme = state.pending[0]
            return (RuleViolation("LB-SCH-01", {"due": scheme}),)
        return until("LB-LOG-07", self._judged(state, event, by))

    def _judged(self, state: LastBattleState, event: Event, by: Actor) -> Iterable[RuleViolation]:
        if state.full is not None:
            return judged(state, event, by, AT_FULL[type(event)][0])
        chapter = CHAPTERS.get(type(event))
        return chapter[0](state, event, by) if chapter else _only_at_full_detail(state)

    def _may_follow(self, state: LastBattleState, event: Event) -> bool:
        """LB-SCH-01: after a reveal comes its award. What other tables do, and who gives up, waits for nobody."""
        if isinstance(event, (*e.LINKS, e.MatchConceded)):
            return True
        if state.whole_match_next and isinstance(event, e.TurnReported):
            return False
        if isinstance(event, e.SchemeScored):
            return (event.player, event.scheme) in state.pending
        closed = isinstance(event, e.GameEnded) and event.reason == "closed"
        if state.full is not None and not state.whole_match_next:
            return closed or isinstance(event, e.MatchReported)
        return closed or isinstance(event, AFTER_REVEAL[state.phase])

    def evolve(self, state: LastBattleState, event: Event) -> LastBattleState:
        if state.full is None:
            return CHAPTERS[type(event)][1](state, event)
        lifted = getattr(event, "card_override", None)
        told = state if lifted is None else with_override(state, event, lifted)
        return AT_FULL[type(event)][1](told, event)

    def sides(self, state: LastBattleState) -> dict[str, tuple[str, ...]]:
        sides: dict[str, tuple[str, ...]] = {"serpent": (), "alliance": ()}
        for player, squad in state.squads.items():
            sides[squad.side] = (*sides[squad.side], player)
        return sides

    def next_events(self, state: LastBattleState, viewer: Viewer) -> tuple[NextEvent, ...]:
        return next_events(state, viewer)


def _only_at_full_detail(state: LastBattleState) -> Violations:
    """LB-LOG-05: single actions and cards are logged at full detail alone."""
    yield RuleViolation("LB-LOG-05", {"phase": f"step_{state.phase}", "legal": ["full"]})
