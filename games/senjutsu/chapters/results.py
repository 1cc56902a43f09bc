"""What the defeats so far mean: whether a match is decided, who wins, places, and the score of a run.

SEN-END-05, -06, -09, SEN-MULTI-02 to -04, SEN-SOLO-22, SEN-HORDE-11. Called by `turns.py`, `finish.py`, `scoring.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.senjutsu.chapters.solo import YOJIMBO
from games.senjutsu.facts import OPPONENTS as FOES
from games.senjutsu.ladder.rank import wave_size
from games.senjutsu.state import (
    DRAWN,
    OPPONENTS,
    Fighter,
    Foe,
    Run,
    SenjutsuState,
    sides_of,
    standing,
    standing_foes,
    standing_sides,
)

CONTRACTS = FOES.limits.contracts
"""What a yojimbo has to fulfil (SEN-SOLO-24)."""


def contracts_kept(state: SenjutsuState) -> bool:
    """SEN-SOLO-24: a yojimbo that stands has fulfilled all its contracts, as far as they are logged (full detail)."""
    done = [
        foe.defeated for foe in state.foes.values() if foe.contracts and len(foe.contracts) == len(CONTRACTS)
    ]
    return None in done


def may_end_by_contracts(state: SenjutsuState) -> bool:
    """SEN-SOLO-24: whether the opponents may win so now. Only full detail lists the contracts; turn by turn a yojimbo
    stands, and a report of the whole match lists no opponents."""
    if state.mode != "solo" or state.detail == "full":
        return contracts_kept(state)
    if state.scenario is not None and all(one.vo_type != YOJIMBO for one in state.scenario.opponents):
        return False
    return is_untold(state) or any(state.foes[vo].vo_type == YOJIMBO for vo in standing_foes(state))


def is_decided(state: SenjutsuState) -> bool:
    """No further turn can change the winner."""
    if state.mode in ("solo", "horde"):
        beaten = state.mode == "solo" and bool(state.foes) and _all_fell(state.foes.values())
        return beaten or _all_fell(state.fighters.values()) or contracts_kept(state)
    return len({fighter.side for fighter in state.fighters.values() if fighter.defeated is None}) < 2


def _all_fell(bodies: Iterable[Fighter | Foe]) -> bool:
    return None not in [one.defeated for one in bodies]


def turns_played(state: SenjutsuState) -> int:
    """How many turns were begun: at full detail a match may be decided inside the one in progress."""
    return state.turn if state.full is None else state.full.turn


def turns_possible(state: SenjutsuState) -> tuple[int, ...]:
    """SEN-LOG-08, SEN-END-04: how many turns were played, the likeliest number first. A turn that nobody recorded may
    have been begun and broken off: by who gave up, by time, by contracts, by the lord; never behind the defeat in a
    recorded turn that decided the match."""
    last = turns_played(state)
    if state.full is not None:
        return (last,)
    falls = [fighter.defeated_turn or 0 for fighter in state.fighters.values()]
    return (last,) if is_decided(state) and max(falls) <= last else (last, last + 1)


def is_untold(state: SenjutsuState) -> bool:
    """Nothing of the play is logged: one report may tell the whole match, at whatever level it was opened.

    An event that logs turn by turn still has a table that kept its match on paper.
    """
    return state.detail == "summary" or state.phase == "roster"


def winner_of(state: SenjutsuState) -> str | None:
    """The winning side, "draw" or "vo" by the defeats alone; None while the match goes on.

    Who falls together draws; the player of a solo or horde game loses then.
    """
    if state.mode in ("solo", "horde"):
        if not standing(state) or contracts_kept(state):
            return OPPONENTS
        return standing_sides(state)[0] if is_decided(state) else None
    left = standing_sides(state)
    return DRAWN if not left else left[0] if len(left) == 1 else None


def _wounds_left(state: SenjutsuState) -> dict[str, int] | None:
    """SEN-END-09: side that stands -> the wounds left to its characters; None where a wound limit is unknown."""
    left: dict[str, int] = {}
    for player in standing(state):
        fighter = state.fighters[player]
        if fighter.wound_limit is None:
            return None
        left[fighter.side] = left.get(fighter.side, 0) + fighter.wound_limit - fighter.wounds
    return left


def best_by_time(state: SenjutsuState) -> tuple[str, ...]:
    """SEN-END-09: the sides with most wounds left; all that stand, where a wound limit is unknown."""
    left = _wounds_left(state)
    if left is None:
        return standing_sides(state)
    return tuple(side for side, wounds in left.items() if wounds == max(left.values()))


def level_by_time(state: SenjutsuState) -> tuple[str, ...]:
    """SEN-SCORE-02: who shares a draw by time; all that stand, where the wounds that were told make no draw."""
    best = best_by_time(state)
    return best if len(best) > 1 else standing_sides(state)


def winner_by_time(state: SenjutsuState) -> str | None:
    """SEN-END-09: the side with most wounds left, a draw if equal; None where a wound limit is unknown."""
    if _wounds_left(state) is None:
        return None
    best = best_by_time(state)
    return best[0] if len(best) == 1 else DRAWN


def run_of(state: SenjutsuState) -> Run:
    """SEN-SCORE-06: the opponents defeated in the unfinished wave; one of them always stands (SEN-HORDE-05)."""
    fallen = len(state.foes) - len(standing_foes(state))
    if state.phase != "turns" or not state.foes:
        return state.run
    return msgspec.structs.replace(state.run, vos_in_wave=min(fallen, wave_size(state.run.cleared) - 1))


def places_of(state: SenjutsuState) -> dict[str, int]:
    """SEN-MULTI-04: side -> place: the last standing is first, the others in reverse order of defeat; SEN-END-09: by
    time those who stand follow the winner by the wounds that they have left, as far as these were told."""
    left: dict[str, int] = {}
    if state.reason == "time":
        left = {**(_wounds_left(state) or {}), state.winner or DRAWN: 10**6}
    last: dict[str, tuple[int, int]] = {}
    for side, players in sides_of(state).items():
        falls = [(state.fighters[p].defeated_turn or 0, state.fighters[p].fall) for p in players]
        alive = any(state.fighters[player].defeated is None for player in players)
        last[side] = (10**6, left.get(side, 0)) if alive else max(falls)
    return {side: 1 + sum(other > turn for other in last.values()) for side, turn in last.items()}
