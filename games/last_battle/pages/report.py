"""The report of a whole match by taps: its turns, the points of the strategy, and of every scheme that whoever taps
knows.

What is legal the rules of the report say themselves (`summary.py`). Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.last_battle.chapters.finish import winner
from games.last_battle.chapters.reveal import names_leader, reveal_of
from games.last_battle.chapters.summary import legal_points, legal_schemes, legal_strategy
from games.last_battle.facts import BATTLEFIELDS, LIMITS, strategy_of
from games.last_battle.pages.claims import EVERY_NUMBER, covered
from games.last_battle.pages.sentences import SHOWN, fallen_of, shown_squads
from games.last_battle.state import Fallen, Held, LastBattleState, Squad
from games.lines import Line
from games.ruleset import SYSTEM, Actor, NextEvent
from games.taps import Anew, Called, Group, Kept, Name, Numbers, OneOf, Row, Taps, Told, as_told, of

REPORTED = "match_reported"
Data = Mapping[str, Any]


class Entry(NamedTuple):
    """A scheme of a squad in the report; `held` None: whoever taps does not know it."""

    squad: Squad
    held: Held | None = None

    @property
    def vp(self) -> str:
        """The key of its number."""
        return f"vp:{self.squad.player}:{self.held.scheme if self.held is not None else ''}"

    @property
    def pick(self) -> str:
        """The key of its name, where that may be told: of a squad whose scheme the log does not know at all."""
        return f"scheme:{self.squad.player}" if self.held is None and not self.squad.chosen else ""


def taps(state: LastBattleState, told: NextEvent) -> Taps | None:
    """`match_reported`, with `scheme_note_published` before it where a noted Leader is still to be named."""
    if told.type != REPORTED:
        return None
    by = SYSTEM if told.staff else Actor("player", next(iter(told.players), ""))
    squads = shown_squads(state)
    entries = [Entry(squad, held) for squad in squads for held in squad.schemes or (None,)]
    groups = (
        *_turns(state, told.staff),
        _strategy(state),
        *(_scheme(state, one, by) for one in entries),
    )
    return Taps(
        groups=groups,
        events=partial(_events, entries),
        again=partial(_again, entries),
        kept=_kept,
        totals=SHOWN,
        offered=state.detail == "summary" or state.phase in ("turns", "end"),
    )


def _last_turn(state: LastBattleState) -> int:
    return LIMITS.last_turn if BATTLEFIELDS[state.battlefield].prolonged else LIMITS.regular_turns


def _turns(state: LastBattleState, by_staff: bool) -> Iterator[Group]:
    """LB-END-05: staff may close a table early; the points that it has stand."""
    regular = max(LIMITS.regular_turns, state.turn)
    numbers = range(state.turn if by_staff else regular, _last_turn(state) + 1)
    row = Numbers(key="turns", name=Line("turns_played"), numbers=tuple(numbers), start=regular)
    early = by_staff and state.turn < LIMITS.regular_turns
    yield Group(rows=(row,), after=Line("closed_early") if early else None)


def _strategy(state: LastBattleState) -> Group:
    """A match of which no turn was logged begins without points: nobody enters 0 : 0 by a form left as it was."""
    rows = (
        Numbers(
            key=f"strategy_{side}",
            name=Called("side", side),
            numbers=legal_strategy(state, side, _last_turn(state)),
            start=state.strategy.get(side, 0) if state.turn else None,
            needed=not state.turn,
            adds=side,
        )
        for side in SHOWN
    )
    return Group(legend=strategy_of(state.battlefield).name, rows=tuple(rows))


def _scheme(state: LastBattleState, one: Entry, by: Actor) -> Group:
    squad, held = one.squad, one.held
    group = Group(legend=Called("player", squad.player), side=squad.side)
    if held is not None:
        secret = None if held.public else Called("scheme", held.scheme)
        return replace(group, rows=(_known(state, squad, held, by),), secret=secret)
    numbers = legal_points(state, squad, None, by)
    row = Numbers(key=one.vp, name=Line("scheme_vp"), numbers=numbers, adds=squad.side)
    if squad.chosen:
        return replace(group, rows=(row,), after=Line("secret_to_you"))
    return replace(group, rows=(_pick(state, one, by), row))


def _known(state: LastBattleState, squad: Squad, held: Held, by: Actor) -> Numbers:
    """The points of a scheme; of a secret one any number may be tapped, on a phone as on the screen of staff."""
    name: Name = Called("scheme", held.scheme)
    if not held.public:
        name = Line("secret_scheme" if by.is_staff else "my_secret")
    legal = legal_points(state, squad, held.scheme, by, held.vp)
    row = Numbers(key=Entry(squad, held).vp, name=name, numbers=legal, start=held.vp, adds=squad.side)
    return row if held.public else covered(row)


def _pick(state: LastBattleState, one: Entry, by: Actor) -> Row:
    """LB-SCH-01: what somebody else keeps secret gets no VP from here."""
    schemes = legal_schemes(state, one.squad, by)
    numbers = {scheme: legal_points(state, one.squad, scheme, by) for scheme in schemes}
    fewer = {scheme: vp for scheme, vp in numbers.items() if len(vp) < len(EVERY_NUMBER)}
    return OneOf(
        key=one.pick,
        name=Called("scheme"),
        choices=of("scheme", schemes),
        listed=True,
        narrows={one.vp: fewer},
    )


def _events(entries: Iterable[Entry], tapped: Data, data: Data) -> Iterator[Told]:
    """LB-UNIQ-06: the noted Leader is named before VP come for it."""
    yield from _named(entries, tapped)
    yield REPORTED, _report(entries, tapped)


def _report(entries: Iterable[Entry], tapped: Data) -> Data:
    strategy = {side: tapped[f"strategy_{side}"] for side in SHOWN}
    vp, schemes = dict(strategy), []
    for one in entries:
        number = tapped[one.vp]
        scheme = one.held.scheme if one.held is not None else tapped.get(one.pick)
        vp[one.squad.side] += number
        if scheme or number:
            told = {"player": one.squad.player, "vp": number}
            schemes.append({**told, "scheme": scheme} if scheme else told)
    closed = tapped["turns"] < LIMITS.regular_turns
    return {
        "turns": tapped["turns"],
        "strategy": strategy,
        "schemes": schemes,
        "result": winner(vp),
        "reason": "closed" if closed else None,
    }


def _named(entries: Iterable[Entry], tapped: Data) -> Iterator[Told]:
    for squad, held in entries:
        if held is not None and held.public and names_leader(held) and tapped[Entry(squad, held).vp]:
            event = reveal_of(squad, held)
            if event is not None:
                yield as_told(event)


def _again(entries: Iterable[Entry], ended: LastBattleState) -> dict[str, Any]:
    """What the match says now, of a report that is entered anew."""
    turns = ended.turn if ended.incomplete else max(ended.turn, LIMITS.regular_turns)
    found: dict[str, Any] = {"turns": turns}
    found |= {f"strategy_{side}": ended.strategy.get(side, 0) for side in SHOWN}
    for one in entries:
        player, held = one.squad.player, one.held
        known = [held.scheme] if held is not None else [one.scheme for one in ended.squads[player].schemes]
        scored = [line for line in ended.lines if line.player == player]
        found[one.vp] = sum(line.vp for line in scored if held is None or line.source in known)
        if one.pick and known:
            found[one.pick] = known[0]
    return found


def _kept(anew: Anew) -> Kept | None:
    """Who left the table, whoever reported it: no row asks for it, and points that are entered anew change nothing of
    it."""
    fallen = anew.ended.fallen[len(anew.left.fallen) :]
    if not fallen:
        return None
    told = {"casualties": [_casualty(one) for one in fallen]}
    return Kept(told, Line("stay_fallen", {"casualties": fallen_of(told)}))


def _casualty(one: Fallen) -> dict[str, Any]:
    """A record of the log as a report tells it; whose figure it was says its owner, whom it may have left since."""
    told = {"figure_id": one.figure_id, "how": one.how, "by": one.by, "by_owner": one.by_owner}
    whose = {"owner": one.owner} if one.owner else {"side": one.side}
    return {**told, **whose, "summoned": one.summoned}
