"""One turn in a few taps, and the end of a round: what was scored, who went out of action, how the track moved.

Of matches that are logged turn by turn; what is scored of those at full detail too. Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

from games.lines import Line
from games.ruleset import NextEvent
from games.super_fantasy_brawl.chapters import track
from games.super_fantasy_brawl.chapters.round_report import rolled
from games.super_fantasy_brawl.chapters.track import value_of
from games.super_fantasy_brawl.full.conditions import must_score
from games.super_fantasy_brawl.state import UNNAMED, SfbState, figures_of, mode_of, other_side, side_of
from games.taps import Amount, Called, Choice, Group, OneOf, Row, SomeOf, Taps, Written, of

SCORED, POINTS, OUT, NEW = "scored", "vp:", "out:", "new:"
BACK, UP, AGAIN = "back", "up", "again:"
NAMES = {BACK: "base_side_again", UP: "levelled_up_again"}
BY = "by:"
UNKNOWN_TRACK = 5
"""Where nobody told the track: how many spaces after those without points are taken to give any."""
Data = Mapping[str, Any]


def taps(state: SfbState, told: NextEvent) -> Taps | None:
    """`turn_recorded` and `round_recorded`. What nobody taps did not happen; points and levels follow."""
    if told.type == "round_recorded":
        return Taps(groups=(Group(rows=tuple(_new_cards(state))),), read=partial(_round, state))
    if told.type != "turn_recorded":
        return None
    play = rolled(state)
    active = side_of(play, play.active)
    sides = sorted(play.sides, key=lambda side: side == active)
    fallen = [Group(side=side, rows=tuple(_champions(play, side))) for side in sides]
    first = Group(side=sides[0], rows=fallen[0].rows, intro=Line("knocked_out"))
    return Taps(groups=(_challenges(play), first, *fallen[1:], _rarely(play)), read=partial(_turn, play))


def _challenges(play: SfbState) -> Group:
    """Everything that can be scored; on a track of unknown values the points of each space on which a card lies."""
    if play.round <= 1 and not play.round1_challenges:
        return Group()
    values, cells, met = play.track.values, play.track.cells, Line("met")
    if values is None:
        first = mode_of(play).zero_cells
        spaces = [cell for cell in range(first, first + UNKNOWN_TRACK) if track.at(play.track, cell)]
        named = {cell: Line("space_points", {"cell": str(cell + 1)}) for cell in spaces}
        rows = tuple([Amount(key=f"{POINTS}{cell}", name=name, high=9) for cell, name in named.items()])
        return Group(legend=met, rows=rows) if rows else Group()
    there = [cell for cell, value in enumerate(values) if value and (not any(cells) or cells[cell])]
    choices = tuple(Choice(str(cell), _space(play, cell, values[cell])) for cell in there)
    return Group(rows=(SomeOf(key=SCORED, name=met, choices=choices),) if choices else ())


def _space(play: SfbState, cell: int, value: int) -> Line:
    lying = track.at(play.track, cell)
    if lying and lying != UNNAMED:
        return Line("scores", {"vp": str(value), "card": lying})
    return Line("scores_space", {"vp": str(value), "cell": str(cell + 1)})


def _champions(play: SfbState, side: str) -> Iterator[Row]:
    """How each champion of a side went out of action, if it did."""
    causes = _causes(play, side)
    for key, one in play.figures.items():
        if one.side == side:
            name = Called("champion", one.slug)
            yield OneOf(key=OUT + key, name=name, choices=causes, listed=True, leaves=True)


def _causes(play: SfbState, side: str) -> tuple[Choice, ...]:
    """By what a champion of a side may go out of action; nothing first."""
    foes = [key for key in _acting(play) if play.figures[key].side != side]
    by_foes = (Choice(BY + foe, Line("out_by", {"by": foe})) for foe in foes)
    return (*of("out", ("",)), *by_foes, *of("out", ("trap", "own")))


def _acting(play: SfbState) -> list[str]:
    """SFB-TURN-03, SFB-REACT-09: the champions that do something in a turn: those of the active player, and those for
    which the other side reacts; none of a teammate."""
    active = side_of(play, play.active)
    return [key for key, one in play.figures.items() if one.player == play.active or one.side != active]


def _rarely(play: SfbState) -> Group:
    """SFB-KO-05, SFB-RES-12: nobody else tells whether a champion levelled up before it went out of action or after it;
    SFB-KO-07: those of the active player may come back in the turn and fall once more."""
    own = figures_of(play, play.active)
    base = of("champion", (key for key in _acting(play) if not play.figures[key].levelled))
    levelled = of("champion", (key for key in own if play.figures[key].levelled))
    told: tuple[tuple[str, tuple[Choice, ...]], ...] = ((BACK, base), (UP, levelled))
    rows: list[Row] = [SomeOf(key=key, name=Line(NAMES[key]), choices=some) for key, some in told if some]
    causes = (Choice("", Line("no")), *_causes(play, side_of(play, play.active))[1:])
    for key in own:
        name = Line("out_again", {"champion": key})
        rows.append(OneOf(key=AGAIN + key, name=name, choices=causes, listed=True))
    return Group(more=tuple(rows), fold=Line("levelled_then_out"))


def _turn(play: SfbState, tapped: Data, data: Data) -> dict[str, Any]:
    """With the points of both sides after it, and who levels up."""
    challenges, knockouts = list(claimed(play, tapped)), list(_knockouts(tapped))
    vp = {side: one.vp for side, one in play.sides.items()}
    vp[side_of(play, play.active)] += sum(item["vp"] for item in challenges)
    for out in knockouts:
        vp[other_side(play, play.figures[out["champion"]].side)] += 1
    told = {
        "challenges": challenges,
        "knockouts": knockouts,
        "levelled_up": [*_levelled(play, knockouts, tapped.get(BACK) or ()), *(tapped.get(UP) or ())],
    }
    return {**data, **{name: some for name, some in told.items() if some}, "vp_after": vp}


def scoring(state: SfbState) -> Group:
    """The scoring phase: every challenge that may give points; of those on spaces that nobody told the points of it.
    What is known to be met is ticked."""
    there = {cell: value_of(state.track, mode_of(state), cell) for cell in range(len(state.track.cells))}
    open_ = {cell: vp for cell, vp in there.items() if vp != 0 and track.at(state.track, cell)}
    met = {str(cell) for cell, _card in must_score(state, side_of(state, state.active))}
    known = tuple(Choice(str(cell), _space(state, cell, vp)) for cell, vp in open_.items() if vp is not None)
    ticks = SomeOf(
        key=SCORED, name=Line("met"), choices=known, start=[one.key for one in known if one.key in met]
    )
    unknown = (
        Amount(key=f"{POINTS}{cell}", name=Line("card_points", {"card": track.at(state.track, cell)}), high=9)
        for cell, vp in open_.items()
        if vp is None
    )
    return Group(rows=(*((ticks,) if known else ()), *unknown))


def claimed(play: SfbState, tapped: Data) -> Iterator[dict[str, Any]]:
    """The challenges that were scored, each with what its space gives."""
    cells = (int(cell) for cell in tapped.get(SCORED) or ())
    points = {cell: value_of(play.track, mode_of(play), cell) for cell in cells}
    typed = {key: vp for key, vp in tapped.items() if key.startswith(POINTS) and vp}
    points |= {int(key.removeprefix(POINTS)): vp for key, vp in typed.items()}
    for cell, vp in points.items():
        lying = track.at(play.track, cell)
        yield {"cell": cell, "vp": vp, **({"card": lying} if lying and lying != UNNAMED else {})}


def _knockouts(tapped: Data) -> Iterator[dict[str, Any]]:
    for key, told in tapped.items():
        prefix = next((one for one in (OUT, AGAIN) if key.startswith(one)), "")
        champion = key.removeprefix(prefix)
        if not prefix or not told:
            continue
        if told.startswith(BY):
            yield {"champion": champion, "by": told.removeprefix(BY), "kind": "enemy"}
        else:
            yield {"champion": champion, "kind": told}


def _levelled(play: SfbState, knockouts: list[dict[str, Any]], back: Collection[str]) -> list[str]:
    """SFB-LVL-01, -05: who took an enemy out of action and lies on the base side, but for those who went out of action
    after they had levelled up."""
    earned = dict.fromkeys(str(out["by"]) for out in knockouts if "by" in out)
    again = {out["champion"] for out in knockouts} & {*back}
    return [key for key in earned if not play.figures[key].levelled and key not in again]


def _new_cards(state: SfbState) -> Iterator[Row]:
    """The cards that the end of the round lays, which nobody has to name."""
    for cell in mode_of(state).new_cells:
        yield Written(key=f"{NEW}{cell}", name=Line("new_challenge", {"cell": str(cell + 1)}))


def _round(state: SfbState, tapped: Data, data: Data) -> dict[str, Any]:
    """The track as it lies after the move, with the new cards that were named."""
    mode = mode_of(state)
    cells = list(track.round_ended(state.track, mode).cells)
    for cell in mode.new_cells:
        cells[cell] = tapped[f"{NEW}{cell}"] or cells[cell]
    return {**data, "track": cells, "discarded": track.pushed_off(state.track, mode.shift) or None}
