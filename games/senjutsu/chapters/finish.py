"""How a match ends: concession, the final report, annulment (SEN-END, SEN-MULTI-02, -03, SEN-SOLO-22, SEN-HORDE-11).

Called by `rules.py`. Where nothing was logged of the play the report is the whole match; else it must agree with it.
"""

from __future__ import annotations

import msgspec

from games.gaps import known, some
from games.judging import repeated
from games.ruleset import Actor, RuleViolation
from games.senjutsu.chapters.harm import Body, check_counts, reached
from games.senjutsu.chapters.horde import check_pending_clear
from games.senjutsu.chapters.results import (
    CONTRACTS,
    is_decided,
    is_untold,
    may_end_by_contracts,
    turns_played,
    turns_possible,
    winner_by_time,
    winner_of,
)
from games.senjutsu.chapters.solo import YOJIMBO
from games.senjutsu.events import Defeat, Final, HordeResult, MatchAnnulled, MatchFinished, SideConceded
from games.senjutsu.ladder.rank import rank_of, wave_size
from games.senjutsu.permissions import (
    Violations,
    in_mode,
    in_phase,
    opponent_word,
    owner_acts,
    seated,
    staff_only,
)
from games.senjutsu.state import (
    DRAWN,
    OPPONENTS,
    Fighter,
    Run,
    SenjutsuState,
    next_fall,
    sides_of,
    standing,
    standing_foes,
    standing_sides,
    with_fighter,
)

PLAY = ("roster", "turns", "waves", "level", "break")
BETWEEN_TURNS = ("concession", "lord")
"""Causes of defeats that are logged between two turns."""


def check_side_conceded(state: SenjutsuState, event: SideConceded, by: Actor) -> Violations:
    """SEN-END-08: the player's character, while it stands and the match is open."""
    refused = [*in_phase(state, *PLAY), *owner_acts(state, by, event.player)]
    if not refused and state.fighters[event.player].defeated is not None:
        refused.append(RuleViolation("SEN-END-08", {"actor": event.player}))
    elif not refused and is_decided(state):
        refused.append(RuleViolation("SEN-END-04"))
    yield from refused


def on_side_conceded(state: SenjutsuState, event: SideConceded) -> SenjutsuState:
    """SEN-MULTI-04: after everybody who fell so far; before whatever a report of the whole match tells."""
    turn = None if is_untold(state) else state.turn + 1
    told = {"defeated": "concession", "defeated_turn": turn, "fall": next_fall(state)}
    return with_fighter(state, event.player, **told)


def check_match_annulled(state: SenjutsuState, event: MatchAnnulled, by: Actor) -> Violations:
    """By staff, at any moment after the opening, also after the end; once."""
    if state.phase == "open" or state.annulled is not None:
        yield from in_phase(state, *PLAY)
    yield from staff_only(by)


def on_match_annulled(state: SenjutsuState, event: MatchAnnulled) -> SenjutsuState:
    unstarted = state.unstarted or state.phase == "roster"
    return msgspec.structs.replace(
        state, phase="closed", winner=DRAWN, annulled=event.reason, unstarted=unstarted
    )


def check_match_finished(state: SenjutsuState, event: MatchFinished, by: Actor) -> Violations:
    """Who and when, every number, then the winner that follows from them; a clear that is not logged comes first."""
    refused = [*check_pending_clear(state)] or [*in_phase(state, *PLAY), *seated(state, by)]
    if not refused:
        refused.extend(_check_names(state, event))
    if not refused:
        judge = _check_summary if is_untold(state) else _check_against_turns
        refused.extend(judge(state, event))
    if not refused:
        refused.extend(_check_winner(settled(state, event), event))
    yield from refused


def _check_names(state: SenjutsuState, event: MatchFinished) -> Violations:
    """SEN-LOG-04: characters of this match, each defeated once; a run is told of a horde alone."""
    fallen = [defeat.player for defeat in event.defeats or ()]
    strange = sorted({*fallen, *(event.finals or {})} - set(state.fighters))
    twice = sorted(repeated(fallen))
    if strange or twice:
        yield RuleViolation("SEN-LOG-04", {"named": [*strange, *twice]})
    if event.horde is not None:
        yield from in_mode(state, "horde")


def settled(state: SenjutsuState, event: MatchFinished) -> SenjutsuState:
    """The match with what its report tells, where the report is the whole match. A defeat whose turn nobody told
    belongs to the last one; who gave up before the report fell before everybody whom it lists (SEN-MULTI-04)."""
    if not is_untold(state):
        return state
    fall = next_fall(state)
    for player, final in (event.finals or {}).items():
        state = with_fighter(state, player, wounds=final.wounds, bleeding=final.bleeding, stuns=final.stuns)
    for defeat in event.defeats or ():
        before = state.fighters[defeat.player]
        if before.defeated is None:
            turn = event.turns if defeat.turn is None else defeat.turn
            state = with_fighter(state, defeat.player, defeated=defeat.cause, defeated_turn=turn, fall=fall)
        elif defeat.turn is not None:
            state = with_fighter(state, defeat.player, defeated_turn=defeat.turn)
    run = event.horde or HordeResult(waves_cleared=0)
    return msgspec.structs.replace(
        state,
        turn=event.turns or 0,
        run=Run(run.waves_cleared, run.vos_in_wave, run.last_clear_turn),
    )


def _check_against_turns(state: SenjutsuState, event: MatchFinished) -> Violations:
    """SEN-LOG-08: whatever the report tells is what the turns gave."""
    played = turns_possible(state)
    if event.turns is not None and event.turns not in played:
        yield _differs("what_turns", played[0], event.turns)
    fallen = {p: fighter.defeated for p, fighter in state.fighters.items() if fighter.defeated}
    if event.defeats is not None:
        told: dict[str, str | None] = {defeat.player: defeat.cause for defeat in event.defeats}
        if told != fallen:
            yield _differs("what_defeats", fallen, told)
        else:
            yield from _check_falls(state, event.defeats)
    for player, final in (event.finals or {}).items():
        fighter = state.fighters[player]
        if final != Final(fighter.wounds, fighter.bleeding, fighter.stuns):
            yield _differs("what_finals", [fighter.wounds, fighter.bleeding, fighter.stuns], _listed(final))
    if event.horde is not None:
        yield from _check_run(state, event.horde)


def _check_falls(state: SenjutsuState, defeats: tuple[Defeat, ...]) -> Violations:
    """SEN-LOG-08: who fell in a recorded turn fell in that one. A defeat between two turns may be told of either."""
    for defeat in defeats:
        due = state.fighters[defeat.player].defeated_turn
        if due is None or defeat.turn is None:
            continue
        possible = (due, due - 1) if defeat.cause in BETWEEN_TURNS else (due,)
        if defeat.turn not in possible:
            yield _differs("what_fall", due, defeat.turn)


def _differs(what: str, expected: object, told: object) -> RuleViolation:
    return RuleViolation("SEN-LOG-08", {"what": what, "expected": _shown(expected), "told": _shown(told)})


def _shown(value: object) -> object:
    """A number as it is, also 0; nothing else may be empty."""
    return value if isinstance(value, int) else some(value)


def _listed(final: Final) -> list[int]:
    return [final.wounds, final.bleeding, final.stuns]


def _check_run(state: SenjutsuState, told: HordeResult) -> Violations:
    run = state.run
    due = [run.cleared, run.vos_in_wave, run.last_clear_turn]
    if due != [told.waves_cleared, told.vos_in_wave, told.last_clear_turn]:
        numbers = [told.waves_cleared, told.vos_in_wave, told.last_clear_turn]
        yield _differs("what_horde", due, numbers)
    yield from _check_rank(told)


def _check_rank(told: HordeResult) -> Violations:
    """SEN-HORDE-12."""
    due = rank_of(told.waves_cleared)
    if told.rank not in (None, due):
        params = {"cleared": told.waves_cleared, "expected": f"rank_{due}", "told": f"rank_{told.rank}"}
        yield RuleViolation("SEN-HORDE-12", params)


def _check_summary(state: SenjutsuState, event: MatchFinished) -> Violations:
    """SEN-END-10 for every character, SEN-SCORE-06 for a run, and turns that the defeats do not outlast."""
    causes = {p: f.defeated for p, f in state.fighters.items()}
    causes.update({defeat.player: defeat.cause for defeat in event.defeats or ()})
    for player, final in (event.finals or {}).items():
        yield from _check_final(state.fighters[player], final, causes[player])
    yield from _check_given_up(state, event)
    yield from _check_gave_up_last(state, event)
    yield from _check_last_turn(state, event)
    if not state.options.fallen_lord and "lord" in causes.values():
        yield RuleViolation("SEN-HORDE-15", {"lord": False})
    if event.horde is not None:
        yield from _check_rank(event.horde)
        yield from _check_score(event)


def _check_given_up(state: SenjutsuState, event: MatchFinished) -> Violations:
    """SEN-LOG-08: a defeat that was logged before the report has the cause that it had."""
    causes = {defeat.player: defeat.cause for defeat in event.defeats or ()}
    for player, fighter in state.fighters.items():
        if fighter.defeated is not None and causes.get(player, fighter.defeated) != fighter.defeated:
            yield _differs("what_defeats", {player: fighter.defeated}, {player: causes[player]})


def _check_gave_up_last(state: SenjutsuState, event: MatchFinished) -> Violations:
    """SEN-END-08: a report in which nobody is left tells two sides at least that fell together: a concession is a
    moment of its own. Beside one that was logged before any defeats stand: logs of the first release have it so."""
    defeats, fighters = event.defeats or (), state.fighters
    alone = state.mode in ("solo", "horde")
    if alone or len(standing(state)) < len(fighters) or len(defeats) < len(fighters):
        return
    fought = {fighters[defeat.player].side for defeat in defeats if defeat.cause != "concession"}
    if len(fought) < 2:
        gave_up = [defeat.player for defeat in defeats if defeat.cause == "concession"]
        yield RuleViolation("SEN-END-08", {"gave_up": gave_up})


def _check_last_turn(state: SenjutsuState, event: MatchFinished) -> Violations:
    """SEN-LOG-08, SEN-END-04: turns that no defeat outlasts, and no defeat after the one that decides the match. More
    turns than that stand: logs of before the first release tell them."""
    defeats = event.defeats or ()
    fought = any(defeat.cause != "concession" for defeat in defeats) or _beat_opponents(state, event)
    falls = [defeat.turn for defeat in defeats if defeat.turn is not None]
    least, last = max([int(fought), *falls]), _deciding_turn(state, defeats)
    if any(one.turn == 0 and one.cause != "concession" for one in defeats):
        yield _differs("what_fall", 1, 0)
    if event.turns is not None and event.turns < least:
        yield _differs("what_turns", least, event.turns)
    elif last is not None and max(falls) > last:
        yield _differs("what_last_turn", last, max(falls))


def _beat_opponents(state: SenjutsuState, event: MatchFinished) -> bool:
    """SEN-SOLO-22, -24: whether the report tells a solo game that one of both sides won, which takes a turn."""
    return state.mode == "solo" and (event.reason == "contracts" or event.winner in sides_of(state))


def _deciding_turn(state: SenjutsuState, defeats: tuple[Defeat, ...]) -> int | None:
    """SEN-END-04: the turn that left nobody to play against; None where not every defeat of the match is told by its
    turn, or none decides it."""
    if len(standing(state)) < len(state.fighters) or any(one.turn is None for one in defeats):
        return None
    for turn in sorted({one.turn or 0 for one in defeats}):
        for defeat in defeats:
            if defeat.turn == turn:
                state = with_fighter(state, defeat.player, defeated=defeat.cause)
        if is_decided(state):
            return turn
    return None


def _check_final(fighter: Fighter, final: Final, cause: str | None) -> Violations:
    """SEN-END-10, SEN-EFF-02: numbers that fit the cause; an unknown limit is not judged."""
    limits = (fighter.wound_limit, fighter.hand_limit)
    yield from check_counts(Body(fighter.player, final.wounds, final.bleeding, final.stuns, *limits), 0, 0)
    params = {
        "actor": fighter.player,
        "wounds": final.wounds,
        "wound_limit": known(limits[0]),
        "stuns": final.stuns,
        "hand_limit": known(limits[1]),
        "cause": cause or "undefeated",
    }
    by_wounds, by_stuns = reached(final.wounds, limits[0]), reached(final.stuns, limits[1])
    alive_but_beaten = cause is None and (by_wounds or by_stuns)
    if (
        alive_but_beaten
        or (cause == "wounds" and by_wounds is False)
        or (cause == "stun" and by_stuns is False)
    ):
        yield RuleViolation("SEN-END-10", params)


def _check_score(event: MatchFinished) -> Violations:
    """SEN-SCORE-06: a possible number of opponents, and a last clear within the turns and not after the fall. That the
    next wave comes in a later turn (SEN-HORDE-06) is not asked: logs of the first release tell opponents who fell in
    the same one."""
    told = event.horde
    if told is None:
        return
    most = wave_size(told.waves_cleared) - 1
    falls = [defeat.turn for defeat in event.defeats or () if defeat.turn is not None]
    end = min([*falls, *([] if event.turns is None else [event.turns])], default=None)
    late = end is not None and told.last_clear_turn > end
    never = told.last_clear_turn > 0 and not told.waves_cleared
    untold = told.last_clear_turn == 0 < told.waves_cleared and event.turns is not None
    early = 0 < told.last_clear_turn < told.waves_cleared
    if told.vos_in_wave > most or late or never or untold or early:
        last = known(end) if told.waves_cleared else 0
        params = {"cleared": told.waves_cleared, "limit": most, "first": told.waves_cleared, "turns": last}
        numbers = [told.waves_cleared, told.vos_in_wave, told.last_clear_turn]
        yield RuleViolation("SEN-SCORE-06", {**params, "told": numbers})


def _check_winner(state: SenjutsuState, event: MatchFinished) -> Violations:
    """The result by the defeats, by time, or by contracts; `state` is the settled match."""
    if event.reason == "time":
        yield from _check_time(state, event)
    elif event.reason == "contracts":
        yield from _check_contracts(state, event)
    else:
        yield from _check_regular(state, event, _due(state))


def _due(state: SenjutsuState) -> str | None:
    """A solo game that the players survived is won where the report is all: nobody listed the opponents' fates."""
    if state.mode == "solo" and is_untold(state) and standing(state):
        return standing_sides(state)[0]
    return winner_of(state)


def _check_regular(state: SenjutsuState, event: MatchFinished, due: str | None) -> Violations:
    params = {"expected": due or "goes_on", "told": event.winner}
    if due is None:
        yield from _check_undecided(state, params)
    elif event.winner != due and state.mode == "solo":
        yield RuleViolation("SEN-SOLO-22", params)
    elif event.winner != due:
        if not standing(state) and state.mode != "horde":
            yield RuleViolation("SEN-END-05", params)
        elif state.mode == "team":
            yield RuleViolation("SEN-MULTI-03", params)
        yield RuleViolation("SEN-END-06", params)


def _check_undecided(state: SenjutsuState, params: dict[str, str]) -> Violations:
    """A match that goes on has no result: SEN-SOLO-22, SEN-HORDE-11, SEN-MULTI-02, SEN-END-06."""
    if state.mode == "solo":
        yield RuleViolation("SEN-SOLO-22", params)
    elif state.mode == "horde":
        yield RuleViolation("SEN-HORDE-11")
    else:
        if len(sides_of(state)) > 2 or state.mode == "team":
            yield RuleViolation("SEN-MULTI-02", {"standing": list(standing_sides(state))})
        yield RuleViolation("SEN-END-06", params)


def _check_time(state: SenjutsuState, event: MatchFinished) -> Violations:
    """SEN-END-09: an option of the organisers, while several sides stand; unknown limits, and wounds that a report of
    the whole match leaves out, leave the winner open."""
    sides = standing_sides(state)
    duel = state.mode not in ("solo", "horde")
    told = not is_untold(state) or set(standing(state)) <= set(event.finals or {})
    due = winner_by_time(state) if duel and told else None
    possible = (due,) if due is not None else (*sides, DRAWN)
    if not duel:
        yield RuleViolation("SEN-END-09", {"mode": state.mode})
    elif not state.options.time_limit:
        yield RuleViolation("SEN-END-09", {"limit": False})
    elif len(sides) < 2:
        yield RuleViolation("SEN-END-09", {"standing": some(list(sides))})
    elif event.winner not in possible:
        yield RuleViolation("SEN-END-09", {"expected": known(due), "told": event.winner})


def _check_contracts(state: SenjutsuState, event: MatchFinished) -> Violations:
    """SEN-SOLO-24: only the opponents win so, and of them a yojimbo that stands."""
    if event.winner != OPPONENTS:
        yield RuleViolation("SEN-SOLO-24", {"told": event.winner})
    elif not may_end_by_contracts(state):
        foes = [state.foes[vo] for vo in standing_foes(state)]
        left = [foe for foe in foes if foe.vo_type == YOJIMBO]
        missing = [f"contract_{key}" for key in CONTRACTS if any(key not in foe.contracts for foe in left)]
        standing_ = some([opponent_word(foe.vo_type) for foe in foes])
        yield RuleViolation("SEN-SOLO-24", {"missing": missing} if left else {"standing": standing_})


def on_match_finished(state: SenjutsuState, event: MatchFinished) -> SenjutsuState:
    ended = settled(state, event)
    turn = turns_played(ended) if event.turns is None else event.turns
    ended = msgspec.structs.replace(ended, unstarted=state.phase == "roster")
    return msgspec.structs.replace(ended, phase="closed", turn=turn, winner=event.winner, reason=event.reason)
