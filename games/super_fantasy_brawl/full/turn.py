"""A turn at full detail: start, scoring phase, refresh, end (SFB-TURN-01 to -08, SFB-SCORE-01 to -09, SFB-DECK-02).

Called through `rules.py`. The conditions of challenges stand in `conditions.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.chapters.draft import by_mode
from games.super_fantasy_brawl.chapters.results import settled
from games.super_fantasy_brawl.chapters.track import check_items, taken
from games.super_fantasy_brawl.full.common import action_of, at_full, during, put, table
from games.super_fantasy_brawl.full.conditions import check_conditions, unread
from games.super_fantasy_brawl.full.due import answered
from games.super_fantasy_brawl.full.events import ChallengesScored, RefreshCompleted, TurnEnded, TurnStarted
from games.super_fantasy_brawl.full.setup import next_deployer
from games.super_fantasy_brawl.full.state import NO_ACTION, flagged, with_seat
from games.super_fantasy_brawl.full.zones import (
    available,
    check_draw,
    check_reshuffle_done,
    drew,
    foreign,
    seat,
)
from games.super_fantasy_brawl.permissions import Violations, acts, in_phase, passing, this_round
from games.super_fantasy_brawl.state import SfbState, credited, figures_of, mode_of, side_of


def next_player(state: SfbState) -> str:
    """SFB-TURN-01, SFB-MODE-02: whose turn comes after the one of the active player."""
    order = state.order
    return order[(order.index(state.active) + 1) % len(order)] if state.active in order else order[0]


def check_turn_started(state: SfbState, event: TurnStarted, by: Actor) -> Violations:
    """SFB-SETUP-14, SFB-TURN-01, -06."""
    return passing(
        state,
        _check_deployed(state),
        at_full(state, "between"),
        acts(state, by, event.player),
        _check_next(state, event),
    )


def _check_deployed(state: SfbState) -> Violations:
    if state.phase == "deploy":
        missing = [
            state.figures[figure].slug
            for figure in figures_of(state, next_deployer(state))
            if not state.figures[figure].deployed
        ]
        yield RuleViolation("SFB-SETUP-14", {"missing": missing})


def _check_next(state: SfbState, event: TurnStarted) -> Violations:
    if event.player != next_player(state):
        yield RuleViolation("SFB-TURN-01", {"expected": next_player(state), "told": event.player})
    yield from this_round(state, event.round)


def on_turn_started(state: SfbState, event: TurnStarted) -> SfbState:
    full = with_seat(table(state), event.player, basics=())
    return put(state, full, phase="scoring", active=event.player)


def check_challenges_scored(state: SfbState, event: ChallengesScored, by: Actor) -> Violations:
    """SFB-SCORE-01 to -09, SFB-MODE-14: once, by the active side, everything that is met."""
    return passing(
        state,
        _check_scored_once(state),
        at_full(state, "scoring"),
        acts(state, by, event.player),
        _check_scorer(state, event),
        check_items(state, event.items, state.round),
        check_conditions(state, event),
    )


def _check_scored_once(state: SfbState) -> Violations:
    """SFB-SCORE-01, -07."""
    if state.full is not None and state.phase in ("activation", "refreshed"):
        yield RuleViolation("SFB-SCORE-07")
        yield from in_phase(state, "scoring")


def _check_scorer(state: SfbState, event: ChallengesScored) -> Violations:
    if event.player == state.active:
        return
    params = {"expected": state.active, "told": event.player}
    yield RuleViolation("SFB-SCORE-01", params)
    if side_of(state, event.player) != side_of(state, state.active):
        yield RuleViolation("SFB-SCORE-05", params)
    elif state.mode == "superteams":
        yield RuleViolation("SFB-MODE-14", params)


def on_challenges_scored(state: SfbState, event: ChallengesScored) -> SfbState:
    """SFB-END-02: the end is checked when all are scored. SFB-LOG-05: conditions that nobody imported are not."""
    side = side_of(state, event.player)
    if unread(state, side):
        state = put(state, flagged(table(state), "SFB-SCORE-03"))
    state = credited(state, side, "challenge", sum(item.vp for item in event.items), state.round)
    state = replace(
        state,
        phase="activation",
        track=taken(state.track, event.items),
        scored=state.scored + len(event.items),
    )
    return settled(state, event.player)


@during("activation")
def check_refresh_completed(state: SfbState, event: RefreshCompleted, by: Actor) -> Violations:
    """SFB-TURN-02, SFB-DECK-02, -04, -07, SFB-MODE-09: the whole hand goes, a new one comes."""
    return passing(
        state,
        _check_active(state, event.player),
        _check_closed(state),
        _check_discarded(state, event),
        _check_new_hand(state, event),
        check_reshuffle_done(state, event.player, mode_of(state).hand, refreshing=True),
        check_draw(discarded(state, event), event.player, event.count, event.drawn),
    )


def _check_active(state: SfbState, player: str) -> Violations:
    if player != state.active:
        yield RuleViolation("SFB-TURN-03", {"expected": state.active, "player": player})


def _check_closed(state: SfbState) -> Violations:
    """SFB-ACT-01, SFB-TURN-02: not while an action is open."""
    action = action_of(state)
    if action is not NO_ACTION:
        params = {"phase": f"step_{action.step}", "legal": ["phase_activation"], "absent": True}
        yield RuleViolation("SFB-TURN-02", params)
        yield RuleViolation("SFB-ACT-01", {"phase": f"step_{action.step}"})


def _check_discarded(state: SfbState, event: RefreshCompleted) -> Violations:
    own, told = seat(state, event.player), event.discarded
    if told is None:
        return
    params = {"hand": own.hand, "expected": mode_of(state).hand, "told": some(list(told))}
    strange = foreign(own, told, (*own.open, *own.play, *(card for card in own.top if card)))
    strange += [card for card in own.held if card not in told]
    if len(told) != own.hand or strange:
        yield RuleViolation("SFB-DECK-02", params)


def _check_new_hand(state: SfbState, event: RefreshCompleted) -> Violations:
    due = min(mode_of(state).hand, available(state, event.player, refreshing=True))
    if event.count != due:
        params = {"hand": seat(state, event.player).hand, "expected": due, "told": event.count}
        yield RuleViolation(by_mode(state, "SFB-DECK-02", "SFB-MODE-09"), params)


def discarded(state: SfbState, event: RefreshCompleted) -> SfbState:
    """The match with the hand in the discard pile."""
    own = seat(state, event.player)
    named = event.discarded if event.discarded is not None else ()
    full = with_seat(
        table(state),
        event.player,
        hand=0,
        held=(),
        discard=own.discard + own.hand,
        open=(*own.open, *named),
    )
    return put(state, full)


def on_refresh_completed(state: SfbState, event: RefreshCompleted) -> SfbState:
    """SFB-CORE-06: all own cores are ready again."""
    state = put(state, answered(table(state), event))
    state = drew(discarded(state, event), event.player, event.count, event.drawn)
    full = with_seat(table(state), event.player, exhausted=(), reacted=())
    return put(state, full, phase="refreshed")


@during("refreshed")
def check_turn_ended(state: SfbState, event: TurnEnded, by: Actor) -> Violations:
    """SFB-TURN-02: after the refresh phase, by the active player."""
    return _check_active(state, event.player)


def on_turn_ended(state: SfbState, event: TurnEnded) -> SfbState:
    """SFB-TURN-05: nobody is rooted any more; after the last player the round ends."""
    figures = {
        key: replace(one, immobilised=False) if one.immobilised else one for key, one in state.figures.items()
    }
    last = state.active == state.order[-1]
    return replace(state, figures=figures, phase="round" if last else "between")
