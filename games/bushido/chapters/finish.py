"""How a match ends (BUS-END-02, -06, -07, -09, -11; BUS-HID-07). Called by `rules.py`, turns and VIM."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.chapters.awards import awards_due, in_order
from games.bushido.chapters.setup import needs
from games.bushido.events import MatchEnded
from games.bushido.permissions import Violations, at_detail, in_phase, seated, side_acts, staff_only
from games.bushido.state import BusState, Given, facts_of, other_side, points, wiped_out
from games.judging import echoes, first_broken
from games.ruleset import DRAW, Actor, RuleViolation

CLOCK = "clock"


def check_match_ended(state: BusState, event: MatchEnded, by: Actor) -> Violations:
    """BUS-END-09: a side concedes for itself; the time of the round; the clock of a player, by staff. BUS-END-11: not
    where the award has ended the match."""
    return first_broken(
        in_phase(state, "setup", "turns"),
        at_detail(state, "turns", "full"),
        _check_early(state, event, by),
        _check_over(state, event),
    )


def _check_early(state: BusState, event: MatchEnded, by: Actor) -> Violations:
    if event.reason == "time":
        yield from seated(state, by)
    else:
        yield from side_acts(state, by, event.by_side)
    yield from check_by_side(state, event.reason, event.by_side)
    if event.reason == CLOCK:
        yield from staff_only(by)
        yield from needs(state, CLOCK, "warband", "scenario", "objectives", "vim")


def check_by_side(state: BusState, reason: str, by_side: str | None) -> Violations:
    """BUS-END-09: whose concession or clock it was, no side for anything else; clocks only where there are any."""
    named = by_side in state.sides
    if named != (reason in ("conceded", CLOCK)) or (by_side is not None and not named):
        yield RuleViolation("BUS-END-09", {"reason": reason, "side": by_side or "nobody"})
    elif reason == CLOCK and not state.player_clock:
        yield RuleViolation("BUS-END-09", {"clocks": "no_clock"})
        yield from echoes(RuleViolation("BUS-TOUR-27", {"clocks": "no_clock"}))


def on_match_ended(state: BusState, event: MatchEnded) -> BusState:
    """BUS-END-09: points stand as they are; with a player's clock the opponent gets all that can still be had."""
    left = still_available(state) if event.reason == CLOCK else 0
    if left:
        one = Given(other_side(state, event.by_side or ""), CLOCK, left, state.turn or None)
        state = replace(state, given=(*state.given, one))
    return ended(replace(state, reason=event.reason, by_side=event.by_side))


def still_available(state: BusState) -> int:
    """The victory points of the awards that are neither given nor lost. At full detail those of the turn in play are
    lost one by one as its End phase deals with them; by turns the last recorded turn is over."""
    settled = {one.award for one in state.given}
    due = in_order(awards_due(state))
    settled |= {one.id for one in (due if state.full is None else due[: state.full.group])}
    return sum(
        award.vp
        for award in facts_of(state).awards
        if award.id not in settled
        and (not isinstance(award.due, int) or award.due >= state.turn)
        and (award.condition != "vim_kills_vim" or _duel_goes_on(state))
    )


def _duel_goes_on(state: BusState) -> bool:
    """BUS-VIM-11: whether a VIM can still remove the other: not once one has left play, nor where a side has none."""
    for named in state.vims.values():
        one = state.models.get(named.model or "")
        if named.none_legal or (one is not None and one.out is not None):
            return False
    return True


def due_reason(state: BusState) -> str | None:
    """BUS-END-02, -11: why the match is over after the recorded turn; None when it goes on."""
    scenario = facts_of(state)
    if sum(one.vp for one in state.given) == scenario.vp_total:
        return "award" if scenario.length == "clock" else "all_vp"
    if wiped_out(state):
        return "wiped_out"
    return "last_turn" if state.turn == state.last_turn else None


def _check_over(state: BusState, event: MatchEnded) -> Violations:
    if is_over(state):
        yield RuleViolation("BUS-END-02", {"reason": event.reason})


def is_over(state: BusState) -> bool:
    """BUS-END-11: whether a match by the clock has its award, which ends it wherever the turn is."""
    return state.phase == "turns" and facts_of(state).length == CLOCK and due_reason(state) == "award"


def ended(state: BusState) -> BusState:
    """Over; first the hidden VIM are revealed (BUS-HID-07)."""
    if any(not one.revealed for one in state.vims.values()) and state.vim_kind == "hidden":
        return replace(state, phase="reveal")
    return replace(state, phase="closed", winner=due_winner(state))


def due_winner(state: BusState) -> str:
    """BUS-END-07: more victory points win; who concedes loses."""
    if state.reason == "conceded":
        return other_side(state, state.by_side or "")
    return leader(points(state))


def leader(vp: dict[str, int]) -> str:
    """The side with more victory points, or a draw."""
    best = max(vp.values(), default=0)
    sides = [side for side, told in vp.items() if told == best]
    return sides[0] if len(sides) == 1 else DRAW
