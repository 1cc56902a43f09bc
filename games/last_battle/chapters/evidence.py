"""What the log itself says against a claim: revealed notes and told casualties (LB-UNIQ, LB-COMM).

Only what everybody may know is used: revealed notes, casualties, squads. What was not told decides nothing.
Called by `awards.py`, one function for each scheme that leaves a trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from games.last_battle.chapters.notes import effective_cost, enemy_owner
from games.last_battle.events import Note
from games.last_battle.facts import LIMITS, SCHEMES
from games.last_battle.permissions import NOBODY, Violations
from games.last_battle.state import (
    Fallen,
    Held,
    LastBattleState,
    Squad,
    all_told,
    enemy_squads,
    fallen_copies,
    in_play,
    is_leader,
    may_have_turned,
)
from games.ruleset import RuleViolation


class Claim(msgspec.Struct, frozen=True):
    """VP wanted for a public scheme. `turn` None: at the end of the game. `fell`: this turn's, None if not told.
    `beside`: the (player, scheme) that score in the same report.
    """

    state: LastBattleState
    squad: Squad
    held: Held
    vp: int
    turn: int | None = None
    fell: Sequence[Fallen] | None = None
    beside: Sequence[tuple[str, str]] = ()

    @property
    def note(self) -> Note:
        return self.held.note or Note(self.held.scheme)

    def against(self, rule: str, **why: Any) -> RuleViolation:
        """The violation that refuses this claim; `why`: what a sentence says of the reason."""
        params = {"scheme": self.held.scheme, "player": self.squad.player, "vp": self.vp, "turn": self.turn}
        return RuleViolation(rule, {**params, **why})


def check_evidence(claim: Claim) -> Violations:
    """Every reason in the log that speaks against the claim."""
    check = EVIDENCE.get(claim.held.scheme)
    return check(claim) if check else iter(())


def enemy_kills(claim: Claim, *how: str) -> Iterator[Fallen]:
    """The enemies among `claim.fell` that ended in one of these ways; LB-ARC-06: a figure that the Lovers turned is an
    enemy of the side that hired it."""
    side, fell = claim.squad.side, claim.fell or ()
    turned = may_have_turned(claim.state, side)
    return (f for f in fell if f.how in how and (f.side != side or turned))


def by_squad(claim: Claim, fallen: Fallen, figure_id: str | None = None) -> bool:
    """Whether the squad (or this figure of it) can have done it; an unknown killer can."""
    if fallen.by is None:
        return fallen.by_owner in (None, claim.squad.player)
    return figure_id in (None, fallen.by) and fallen.by_owner in (None, claim.squad.player)


def stands(claim: Claim, squad: Squad | None, figure_id: str) -> bool:
    """Whether the figure can still be in play after this turn's casualties."""
    if squad is None:
        return True
    after = msgspec.structs.replace(claim.state, fallen=(*claim.state.fallen, *(claim.fell or ())))
    return in_play(after, squad, figure_id)


def all_stand(claim: Claim, squad: Squad, figure_id: str) -> bool:
    """Whether no figure of this id has left play after this turn's casualties: of several copies nobody told which one
    is noted."""
    fallen = (*claim.state.fallen, *(claim.fell or ()))
    return not fallen_copies(msgspec.structs.replace(claim.state, fallen=fallen), squad, figure_id)


def _stood(claim: Claim, squad: Squad | None, figure_id: str) -> bool:
    """Whether the figure can have been in play when the turn began."""
    return squad is None or in_play(claim.state, squad, figure_id)


def _time_of_the_great(claim: Claim) -> Violations:
    """LB-UNIQ-01: the squad's leader killed an enemy in this turn."""
    leader = claim.squad.leader
    if leader is None:
        return
    killed = claim.fell is None or any(
        by_squad(claim, f, leader.figure_id) for f in enemy_kills(claim, "killed")
    )
    if not _stood(claim, claim.squad, leader.figure_id):
        yield claim.against("LB-UNIQ-01", gone=leader.figure_id)
    elif not killed:
        yield claim.against("LB-UNIQ-01", bloodless=leader.figure_id)


def _gravediggers(claim: Claim) -> Violations:
    """LB-COMM-01: the squad killed or sacrificed an enemy in this turn. Of several that score it beside each other each
    has a kill of its own: one whose killer nobody named is that of one squad alone."""
    if claim.fell is None:
        return
    killers = [fallen.by_owner for fallen in enemy_kills(claim, "killed", "sacrificed")]
    sharing = sorted({claim.squad.player, *_friends(claim)} - {*killers})
    unnamed = killers.count(None)
    if claim.squad.player in sharing and not unnamed:
        yield claim.against("LB-COMM-01", bloodless=claim.squad.player)
    elif claim.squad.player in sharing and unnamed < len(sharing):
        yield claim.against("LB-COMM-01", sharing=sharing)


def _friends(claim: Claim) -> Iterator[str]:
    """The players of the same side that score the same scheme in this report."""
    for player, scheme in claim.beside:
        if scheme == claim.held.scheme and claim.state.squads[player].side == claim.squad.side:
            yield player


def _trap(claim: Claim) -> Violations:
    """LB-COMM-03: the noted Leader is in play."""
    for figure_id in claim.note.enemy_figures:
        if not stands(claim, enemy_owner(claim.state, claim.squad, figure_id), figure_id):
            yield claim.against("LB-COMM-03", gone=figure_id)


def _loophole(claim: Claim) -> Violations:
    """LB-COMM-05: the player's leader is in play at the end."""
    leader = claim.squad.leader
    if leader and not stands(claim, claim.squad, leader.figure_id):
        yield claim.against("LB-COMM-05", gone=leader.figure_id)


def _take_prisoner(claim: Claim) -> Violations:
    """LB-COMM-08: the noted enemy is in play at the end. Who holds it may be a figure that the squad summoned or that
    the Lovers gave it, which no report names, so that a squad whose hired figures all fell can still score."""
    for figure_id in claim.note.enemy_figures:
        if not stands(claim, enemy_owner(claim.state, claim.squad, figure_id), figure_id):
            yield claim.against("LB-COMM-08", gone=figure_id)


def _show_of_force(claim: Claim) -> Violations:
    """LB-COMM-06: only one side can have more figures, so that nobody of the other one scores in this turn."""
    for player, scheme in (*claim.beside, *claim.state.pending):
        if scheme == claim.held.scheme and claim.state.squads[player].side != claim.squad.side:
            yield claim.against("LB-COMM-06", rival=player)
            return


def _public_demonstration(claim: Claim) -> Violations:
    """LB-COMM-17: 1 VP for each noted figure in play, near an enemy Leader in play; a Leader that the Lovers turned is
    one for its former friends."""
    near = [figure_id for figure_id in claim.note.own_figures if stands(claim, claim.squad, figure_id)]
    enemies = list(enemy_squads(claim.state, claim.squad))
    leaders = any(s.leader is None or stands(claim, s, s.leader.figure_id) for s in enemies)
    if not leaders and not may_have_turned(claim.state, claim.squad.side):
        yield claim.against("LB-COMM-17", gone=[s.leader.figure_id for s in enemies if s.leader])
    elif claim.vp > len(near):
        yield claim.against("LB-COMM-17", present=near or NOBODY)


def _elimination(claim: Claim) -> Violations:
    """LB-UNIQ-08, -09: the second VP of the turns wants the noted Leader's fall, the last one its absence."""
    for figure_id in claim.note.enemy_figures:
        owner = enemy_owner(claim.state, claim.squad, figure_id)
        if claim.turn is None:
            if all_told(claim.state) and owner is not None and all_stand(claim, owner, figure_id):
                yield claim.against("LB-UNIQ-09", stands=figure_id)
        elif not _stood(claim, owner, figure_id):
            yield claim.against("LB-UNIQ-08", gone=figure_id)
        elif _needs_fall(claim) and not _fell(claim, figure_id):
            yield claim.against("LB-UNIQ-08", stands=figure_id)


def _needs_fall(claim: Claim) -> bool:
    return claim.fell is not None and claim.held.vp + claim.vp > 1


def _fell(claim: Claim, figure_id: str) -> bool:
    kinds = ("killed", "sacrificed", "dead_no_killer")
    return any(f.figure_id == figure_id for f in enemy_kills(claim, *kinds))


def _scapegoat(claim: Claim) -> Violations:
    """LB-COMM-09, LB-COMM-10: the noted figure fell to an enemy in this turn; the number follows from the killer."""
    for figure_id in claim.note.own_figures:
        if not _stood(claim, claim.squad, figure_id):
            yield claim.against("LB-COMM-09", gone=figure_id)
        elif claim.fell is not None:
            own = [f for f in claim.fell if (f.owner, f.figure_id) == (claim.squad.player, figure_id)]
            if not any(_fits(claim, scapegoat_vp(claim, f)) for f in own):
                yield _not_this_way(claim, figure_id, own)


def _not_this_way(claim: Claim, figure_id: str, own: list[Fallen]) -> RuleViolation:
    """The scapegoat is told to stand, fell to nobody, or its fall is worth another number."""
    if not own:
        return claim.against("LB-COMM-09", stands=figure_id)
    worth = {number for fallen in own for number in scapegoat_vp(claim, fallen)}
    if worth:
        return claim.against("LB-COMM-09", told=claim.vp, possible=sorted(worth))
    by_friends = any(f.how in ("killed", "sacrificed") for f in own)
    return claim.against("LB-COMM-09" if by_friends else "LB-COMM-10", unkilled=figure_id)


def _fits(claim: Claim, numbers: set[int]) -> bool:
    """A cap over the whole side (GAP-03) may have cut the number down."""
    cut = claim.state.cap_scope == "side" and claim.vp < max(numbers, default=0)
    return cut or claim.vp in numbers


def scapegoat_vp(claim: Claim, fallen: Fallen) -> set[int]:
    """The possible VP for this fall; several where the killer or a cost is unknown."""
    killer = claim.state.squads.get(fallen.by_owner or "")
    if fallen.how not in ("killed", "sacrificed") or (killer and killer.side == claim.squad.side):
        return set()
    late = int((claim.turn or 0) >= 4)
    greater = {0, 1} if killer is None or fallen.by is None else _greater(claim, fallen, killer)
    return {1 + bonus + late for bonus in greater}


def _greater(claim: Claim, fallen: Fallen, killer: Squad) -> set[int]:
    """LB-COMM-10: 1 for a Leader or a higher cost, where cost 0 counts as 13."""
    if is_leader(killer, fallen.by or ""):
        return {1}
    theirs = effective_cost(killer, fallen.by or "")
    ours = effective_cost(claim.squad, fallen.figure_id)
    if theirs is None or ours is None:
        return {0, 1}
    return {int((theirs or LIMITS.cost_of_nothing) > (ours or LIMITS.cost_of_nothing))}


def _vendetta(claim: Claim) -> Violations:
    """LB-COMM-13 to -15: both noted figures stood; the full 3 VP want the kill; the end wants the enemy gone."""
    for own, enemy in zip(claim.note.own_figures, claim.note.enemy_figures, strict=False):
        owner = enemy_owner(claim.state, claim.squad, enemy)
        if claim.turn is None:
            if all_told(claim.state) and owner is not None and all_stand(claim, owner, enemy):
                yield claim.against("LB-COMM-14", stands=enemy)
            return
        kill = claim.held.vp + claim.vp == LIMITS.scheme_vp
        fallen = [own] if not _stood(claim, claim.squad, own) else []
        fallen += [enemy] if not _stood(claim, owner, enemy) else []
        if fallen:
            yield claim.against("LB-COMM-15" if kill else "LB-COMM-13", gone=fallen)
        elif kill and not _killed_by(claim, own, enemy):
            yield claim.against("LB-COMM-15", bloodless=own)


def _killed_by(claim: Claim, own: str, enemy: str) -> bool:
    kills = enemy_kills(claim, "killed")
    return claim.fell is None or any(f.figure_id == enemy and by_squad(claim, f, own) for f in kills)


EVIDENCE: dict[str, Callable[[Claim], Violations]] = {
    "time_of_the_great": _time_of_the_great,
    "elimination_of_leaders": _elimination,
    "gravediggers": _gravediggers,
    "trap": _trap,
    "loophole": _loophole,
    "take_prisoner": _take_prisoner,
    "scapegoat": _scapegoat,
    "vendetta": _vendetta,
    "show_of_force": _show_of_force,
    "public_demonstration": _public_demonstration,
}
assert EVIDENCE.keys() <= SCHEMES.keys()
