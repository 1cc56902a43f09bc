"""What the report of a whole match asks: how each character fared, how far a run came, and an end without defeats.

Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from games.lines import Line
from games.ruleset import NextEvent
from games.senjutsu.chapters.results import is_decided, is_untold, may_end_by_contracts
from games.senjutsu.ladder.rank import wave_size
from games.senjutsu.pages.fills import bare, entailed
from games.senjutsu.state import DRAWN, OPPONENTS, Fighter, SenjutsuState, sides_of
from games.senjutsu.worded import WORDS
from games.taps import Amount, Called, Choice, Group, Numbers, OneOf, Taps, of

FINISHED, STEP = "match_finished", "report"
HARM = ("wounds", "stun", "execution")
CAUSES = (*HARM, "concession")
ORDER = tuple(WORDS.sides)
"""The sides as every page shows them."""
MOST_TURNS, MOST_WAVES = 9999, 999
LAST_LEVEL = 3
"""No wave is larger than those of this level."""


def tells_whole(state: SenjutsuState, told: NextEvent) -> bool:
    """Whether the end of the match is told with all of it."""
    whole = state.detail == "summary" or (is_untold(state) and not is_decided(state))
    return told.type == FINISHED and "reason" not in told.choices and whole


def taps(state: SenjutsuState, told: NextEvent) -> Taps | None:
    """`match_finished`. It starts with what the match says now: nothing yet, or the result that is entered anew."""
    if not tells_whole(state, told):
        return None
    fighters = sorted(state.fighters.values(), key=lambda one: ORDER.index(one.side))
    turns = Amount(key="turns", name=Line("turns_played"), start=state.turn or None, high=MOST_TURNS)
    groups = (
        *((_run(state),) if state.mode == "horde" else ()),
        Group(rows=(turns,)),
        *(_of_fighter(state, one) for one in fighters),
        Group(rows=tuple(_endings(state, told))),
    )
    return Taps(groups=groups, read=partial(_read, state))


def _run(state: SenjutsuState) -> Group:
    run, most = state.run, wave_size(LAST_LEVEL)
    rows = (
        Amount(key="waves", name=Line("waves_cleared"), start=run.cleared, high=MOST_WAVES, needed=True),
        Numbers(key="fallen", name=Line("last_wave"), start=run.vos_in_wave, numbers=tuple(range(most))),
        Amount(key="clear_turn", name=Line("last_clear"), start=run.last_clear_turn or None, high=MOST_TURNS),
    )
    return Group(rows=rows, intro=Line("jade"))


def _of_fighter(state: SenjutsuState, one: Fighter) -> Group:
    """What brought a character down, and its wounds and stuns; a run ends with its fall."""
    at, choices = f"c:{one.player}:", _causes(state)
    name = Line("fighter", {"player": one.player, "character": one.character})
    cause = OneOf(key=f"{at}cause", name=name, choices=choices, start=one.defeated or choices[0].key)
    numbers = (
        Amount(key=at + field, name=Called(field), start=getattr(one, field) or None)
        for field in ("wounds", "stuns")
    )
    return Group(rows=(cause, *_when(state, one), *numbers))


def _when(state: SenjutsuState, one: Fighter) -> Iterator[Amount]:
    """SEN-MULTI-04: with three sides or more the turns of the defeats give the places."""
    if len(sides_of(state)) > 2:
        yield Amount(
            key=f"c:{one.player}:turn", name=Line("fell_turn"), start=one.defeated_turn, high=MOST_TURNS
        )


def _causes(state: SenjutsuState) -> tuple[Choice, ...]:
    """SEN-HORDE-11: nobody stands at the end of a run, unless its player ended it."""
    lord = ("lord",) if state.options.fallen_lord else ()
    if state.mode != "horde":
        return of("fell", ("", *CAUSES, *lord))
    return (*of("fell", (*HARM, *lord)), Choice("concession", Line("ended_here")))


def _endings(state: SenjutsuState, told: NextEvent) -> Iterator[OneOf]:
    """Who was ahead when time ran out (SEN-END-09); whether a yojimbo fulfilled its contracts (SEN-SOLO-24)."""
    winners = told.choices["winner"]
    if state.mode == "solo" and may_end_by_contracts(state):
        choices = (Choice("", Line("by_defeats")), Choice(OPPONENTS, Called("ending", "contracts")))
        start = OPPONENTS if state.reason == "contracts" else ""
        yield OneOf(key="ahead", name=Line("how_it_ended"), choices=choices, start=start)
    if state.mode not in ("solo", "horde") and state.options.time_limit and len(winners) > 1:
        shown = (side for side in ORDER if side in winners)
        sides = (Choice(side, Line("victory", {"side": side})) for side in shown)
        who = (Choice("", Line("in_time")), *sides, Choice(DRAWN, Called("outcome", DRAWN)))
        start = (state.winner or "") if state.reason == "time" else ""
        yield OneOf(key="ahead", name=Line("out_of_time"), choices=who, start=start)


def lines(state: SenjutsuState, told: NextEvent) -> Iterator[Line]:
    """What stands above the form: what follows speaks of another end where the report has one; nobody wins a run."""
    if tells_whole(state, told) and state.mode != "horde":
        yield Line("standing_wins_unless" if any(_endings(state, told)) else "standing_wins")


def _read(state: SenjutsuState, tapped: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    ahead, reason = tapped.get("ahead") or None, "contracts" if state.mode == "solo" else "time"
    causes = {p: tapped[f"c:{p}:cause"] for p, one in state.fighters.items() if one.defeated is None}
    defeats = [
        bare({"player": player, "cause": cause, "turn": tapped.get(f"c:{player}:turn")})
        for player, cause in causes.items()
        if cause
    ]
    told = {
        "winner": ahead,
        "reason": reason if ahead else None,
        "turns": tapped["turns"],
        "defeats": defeats or None,
        "finals": _finals(state, tapped) or None,
    }
    if state.mode == "horde":
        run = {"waves_cleared": "waves", "vos_in_wave": "fallen", "last_clear_turn": "clear_turn"}
        told["horde"] = {field: tapped[key] or 0 for field, key in run.items()}
    return entailed(state, FINISHED, bare(told))


def _finals(state: SenjutsuState, tapped: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """Of the characters whose wounds are told."""
    told = {p: [tapped[f"c:{p}:{name}"] for name in ("wounds", "stuns")] for p in state.fighters}
    return {
        player: {"wounds": wounds, "stuns": stuns or 0}
        for player, (wounds, stuns) in told.items()
        if wounds is not None
    }
