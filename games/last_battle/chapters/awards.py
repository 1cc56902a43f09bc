"""Scheme VP: which numbers a scheme may give in a turn and at the end of the game (LB-SCH, LB-TLOG-04).

The numbers stand in `catalogue/base.toml`; the three schemes whose turns depend on one another are functions here.
Called by `turns.py`, `finish.py` and `summary.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from games.last_battle.chapters.evidence import Claim, check_evidence
from games.last_battle.events import SchemeScored, TurnReported
from games.last_battle.facts import LIMITS, SCHEMES, SIDES
from games.last_battle.permissions import Violations
from games.last_battle.state import Held, LastBattleState, Squad, side_squads, with_held
from games.ruleset import RuleViolation, ScoreLine

NO_VP = [0]
"""The only number where nothing can be scored."""


class Award(NamedTuple):
    """VP for a scheme of a player, as a report names them; `scheme` None: the player's only public one."""

    player: str
    scheme: str | None
    vp: int


def awards_of(event: TurnReported) -> Iterator[Award]:
    """The scheme numbers of a turn report, zeros included, in the order in which the log keeps them."""
    for player, told in sorted(event.schemes.items()):
        if isinstance(told, int):
            yield Award(player, None, told)
        else:
            yield from (Award(player, scheme, vp) for scheme, vp in sorted(told.items()))


def public_scheme(squad: Squad, scheme: str | None) -> Held | None:
    """The public scheme that an award means; None when it is secret, foreign or not the only one."""
    found = [held for held in squad.schemes if held.public and scheme in (None, held.scheme)]
    return found[0] if len(found) == 1 else None


def check_award(state: LastBattleState, award: Award) -> Violations:
    """LB-LOG-07, LB-SETUP-03, LB-SCORE-07, LB-SCH-01: VP go to a known scheme that everybody can see.

    A secret scheme is refused before anything looks at what it is.
    """
    squad = state.squads.get(award.player)
    if squad is None:
        yield RuleViolation("LB-LOG-07", {"stranger": award.player})
    elif award.scheme is not None and award.scheme not in SCHEMES:
        yield RuleViolation("LB-SETUP-03", {"scheme": award.scheme, "legal": list(SCHEMES)})
    elif award.vp < 0:
        yield RuleViolation("LB-SCORE-07", {"vp": award.vp})
    elif award.vp and public_scheme(squad, award.scheme) is None:
        yield RuleViolation("LB-SCH-01", {"player": award.player})


def check_claim(claim: Claim) -> Violations:
    """LB-SCH-06, LB-SCH-07, LB-TLOG-04, the scheme's own rule, and the log's evidence."""
    refused = [*check_numbers(claim)]
    if not refused:
        refused.extend(check_evidence(claim))
    if refused:
        yield from refused
        yield claim.against("LB-TLOG-04")


def check_numbers(claim: Claim) -> Violations:
    """LB-SCH-06, -07, LB-SCORE-02: whether the scheme can give VP now, and this number of them."""
    yield from [*_check_timing(claim)] or [*_check_amount(claim)]


def _own_rule(claim: Claim) -> str:
    """The scheme's rule in the catalogue: LB-UNIQ-01, LB-UNIQ-02, LB-UNIQ-04, LB-UNIQ-05, LB-UNIQ-08, LB-COMM-01,
    LB-COMM-03, LB-COMM-05, LB-COMM-06, LB-COMM-07, LB-COMM-08, LB-COMM-09, LB-COMM-15, LB-COMM-17;
    at the end LB-UNIQ-09, LB-COMM-14.
    """
    scheme = SCHEMES[claim.held.scheme]
    return (scheme.end_rule if claim.turn is None else None) or scheme.rule


def _check_timing(claim: Claim) -> Violations:
    scheme = SCHEMES[claim.held.scheme]
    numbers = scheme.end_vp if claim.turn is None else scheme.turn_vp
    early = claim.turn is not None and claim.turn < scheme.first_turn
    if not numbers or early:
        when = when_it_scores(claim.held.scheme, claim.turn)
        yield claim.against(_own_rule(claim), **when)
        yield claim.against("LB-SCH-07", **when)
    elif claim.turn is None and claim.held.end_scored:
        yield claim.against("LB-SCH-06", ended=claim.held.scheme)
    elif scheme.once and claim.held.awards:
        yield claim.against(_own_rule(claim), scored=claim.held.awards[0][0])


def when_it_scores(scheme: str, turn: int | None) -> dict[str, Any]:
    """LB-SCH-07: what a sentence says of a scheme that gives nothing in this turn (None: at the end of the game)."""
    facts = SCHEMES[scheme]
    if turn is None:
        return {"turns_only": scheme}
    early = {"early": scheme, "first": facts.first_turn, "current": turn}
    return early if facts.turn_vp else {"end_only": scheme}


def _check_amount(claim: Claim) -> Violations:
    room = room_left(claim.state, claim.squad, claim.held)
    legal = sorted(legal_numbers(claim, room))
    if claim.vp > room:
        yield claim.against("LB-SCH-06", left=room)
        yield claim.against("LB-SCORE-02", left=room)
    elif claim.vp not in legal:
        possible = {"told": claim.vp, "possible": legal or NO_VP}
        yield claim.against(_own_rule(claim), **possible)
        yield claim.against("LB-SCH-06", possible=legal or NO_VP)


def room_left(state: LastBattleState, squad: Squad, held: Held) -> int:
    """LB-SCH-06: what the cap leaves for this scheme (GAP-03: or for all schemes of the side)."""
    if state.cap_scope == "scheme":
        return LIMITS.scheme_vp - held.vp
    used = sum(other.vp for friend in side_squads(state, squad.side) for other in friend.schemes)
    return LIMITS.scheme_vp - used


def possible_numbers(state: LastBattleState, squad: Squad, held: Held, turn: int | None) -> tuple[int, ...]:
    """The VP that the scheme may get in this turn (None: at the end of the game) as far as the log tells."""
    claims = (Claim(state, squad, held, vp, turn) for vp in range(1, LIMITS.scheme_vp + 1))
    return tuple(claim.vp for claim in claims if not any(check_claim(claim)))


def legal_numbers(claim: Claim, room: int) -> set[int]:
    """The VP that the scheme may give now: what its text allows, cut down to `room`."""
    scheme = SCHEMES[claim.held.scheme]
    if claim.turn is None:
        special = END_NUMBERS.get(claim.held.scheme)
        numbers = set(special(claim) if special else scheme.end_vp)
    else:
        rule = TURN_NUMBERS.get(claim.held.scheme)
        numbers = set(rule(claim) if rule else scheme.turn_vp)
    return {min(number, room) for number in numbers} - {0}


def _scapegoat_turn(claim: Claim) -> set[int]:
    """1 for the fall, 1 for a greater killer, 1 from turn 4."""
    return {2, 3} if (claim.turn or 0) >= 4 else {1, 2}


def _vendetta_turn(claim: Claim) -> set[int]:
    """1 for the first attack; the kill brings the total to 3."""
    return {2} if claim.held.awards else {1, 3}


def _elimination_turn(claim: Claim) -> set[int]:
    """1 for the wounded Leader and 1 for the fallen one."""
    return {1, 2} if not claim.held.awards else {1} if claim.held.vp < 2 else set()


def _vendetta_end(claim: Claim) -> set[int]:
    """LB-COMM-14: only after the first attack scored, and not after the kill."""
    return {1} if [vp for _, vp in claim.held.awards] == [1] else set()


TURN_NUMBERS: dict[str, Callable[[Claim], set[int]]] = {
    "scapegoat": _scapegoat_turn,
    "vendetta": _vendetta_turn,
    "elimination_of_leaders": _elimination_turn,
}
END_NUMBERS: dict[str, Callable[[Claim], set[int]]] = {"vendetta": _vendetta_end}


def check_note_shown(claim: Claim) -> Violations:
    """LB-UNIQ-06: the name noted for Elimination of Leaders is published before the first award."""
    if claim.held.scheme == "elimination_of_leaders" and not claim.held.note_public:
        yield claim.against("LB-UNIQ-06", unnamed=claim.squad.player)


def awarded(state: LastBattleState, award: Award, turn: int | None) -> LastBattleState:
    """The state with the VP of an accepted award, as a line of the score."""
    squad = state.squads[award.player]
    held = public_scheme(squad, award.scheme)
    if held is None or not award.vp:
        return state
    awards = held.awards if turn is None else (*held.awards, (turn, award.vp))
    held = msgspec.structs.replace(held, vp=held.vp + award.vp, awards=awards, end_scored=turn is None)
    line = ScoreLine(squad.side, held.scheme, award.vp, turn, squad.player)
    squads = {**state.squads, squad.player: with_held(squad, held)}
    return msgspec.structs.replace(state, squads=squads, lines=_with_line(state.lines, line))


def not_owed(state: LastBattleState, event: SchemeScored) -> LastBattleState:
    """LB-SCH-01: the state after the award that a reveal waited for."""
    pending = tuple(waiting for waiting in state.pending if waiting != (event.player, event.scheme))
    return msgspec.structs.replace(state, pending=pending)


def _with_line(lines: tuple[ScoreLine, ...], new: ScoreLine) -> tuple[ScoreLine, ...]:
    """The lines with one more award; a second one of the same turn joins the first."""
    for place, line in enumerate(lines):
        if line.key == new.key:
            joined = msgspec.structs.replace(line, vp=line.vp + new.vp)
            return (*lines[:place], joined, *lines[place + 1 :])
    return (*lines, new)


def check_side_caps(state: LastBattleState, awards: list[Award]) -> Violations:
    """LB-SCORE-02 under the ruling GAP-03 `scheme_cap_scope = side`, for several awards of one report."""
    for side in SIDES if state.cap_scope == "side" else ():
        new = sum(award.vp for award in awards if state.squads[award.player].side == side)
        used = sum(held.vp for squad in side_squads(state, side) for held in squad.schemes)
        if new and used + new > LIMITS.scheme_vp:
            yield RuleViolation("LB-SCORE-02", {"side": side, "all": used + new})
