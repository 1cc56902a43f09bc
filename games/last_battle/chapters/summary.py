"""A whole match in one event: `match_reported` judged and folded (LB-TLOG-06, LB-SCORE-09).

It may come at any moment before the end, and adds to what is already logged; it ends the match. A player cannot
name, or give VP to, a scheme that is secret to that player. Called by `rules.py`.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from games.last_battle.chapters.awards import legal_numbers, public_scheme
from games.last_battle.chapters.casualties import check_casualties, fallen_from
from games.last_battle.chapters.evidence import Claim
from games.last_battle.chapters.finish import winner
from games.last_battle.chapters.reveal import ELIMINATION
from games.last_battle.chapters.strategies import check_match_strategy, scored_turns
from games.last_battle.chapters.whole_match import check_blood, check_casualties_against, check_shared_kills
from games.last_battle.events import MatchReported, SchemeResult
from games.last_battle.facts import (
    BATTLEFIELDS,
    COMMON_SCHEMES,
    LIMITS,
    SCHEMES,
    SIDES,
    is_unique,
    unique_scheme,
)
from games.last_battle.permissions import Violations, in_phase, knows, seated, staff_only
from games.last_battle.state import Held, LastBattleState, Squad, all_told, totals, with_held
from games.ruleset import Actor, LineKey, RuleViolation, ScoreLine

SHOW = "show_of_force"
UNNAMED = "scheme"
"""The source of scheme VP when nobody stated which scheme gave them."""


def check_match_reported(state: LastBattleState, event: MatchReported, by: Actor) -> Violations:
    """Who and when, the number of turns, then every number, and the result computed from them."""
    refused = [*seated(state, by)]
    if state.phase == "open":
        refused.extend(in_phase(state, "schemes", "hire", "notes", "turns", "end"))
    if event.reason == "closed" or state.stopped is not None:
        refused.extend(staff_only(by, "LB-END-05"))
    if not refused:
        refused.extend(_check_turns(state, event))
    if not refused:
        refused.extend(check_match_strategy(state, event.strategy, event.turns))
        refused.extend(_check_schemes(state, event, by))
        refused.extend(check_casualties(state, event.casualties or ()))
    if not refused:
        refused.extend(_check_fallen(state, event))
    if not refused:
        refused.extend(_check_result(state, event))
    yield from refused


def legal_schemes(state: LastBattleState, squad: Squad, by: Actor) -> tuple[str, ...]:
    """LB-SETUP-03, -04: the schemes that a report of `by` may name for a squad of which the log knows none."""
    told = (SchemeResult(player=squad.player, scheme=scheme, vp=0) for scheme in SCHEMES)
    return tuple(one.scheme or "" for one in told if _is_legal(state, one, by))


def legal_points(
    state: LastBattleState, squad: Squad, scheme: str | None, by: Actor, held: int = 0
) -> tuple[int, ...]:
    """The VP that a report of `by` may give a scheme (None: unnamed) that has `held` of them in the log."""
    numbers = range(held, LIMITS.scheme_vp + 1)
    told = (SchemeResult(player=squad.player, scheme=scheme, vp=vp) for vp in numbers)
    return tuple(one.vp for one in told if _is_legal(state, one, by))


def _is_legal(state: LastBattleState, told: SchemeResult, by: Actor) -> bool:
    return not any(_check_entry(state, told, by)) and not any(_check_together(state, (told,)))


def legal_strategy(state: LastBattleState, side: str, turns: int) -> tuple[int, ...]:
    """LB-SCORE-01, -09, -10: the strategy VP that a side may have after a match of at most `turns` turns."""
    other = next(one for one in SIDES if one != side)
    told = ({side: vp, other: state.strategy.get(other, 0)} for vp in range(LIMITS.strategy_vp + 1))
    return tuple(points[side] for points in told if not any(check_match_strategy(state, points, turns)))


def _check_turns(state: LastBattleState, event: MatchReported) -> Violations:
    """LB-TURN-06, LB-PROL-01, -04, LB-TLOG-06: 5 turns, up to 10 where a battle may be prolonged."""
    field, turns = BATTLEFIELDS[state.battlefield], event.turns
    params = {"entered": turns}
    rules: list[str] = []
    if turns > LIMITS.regular_turns and not field.prolonged:
        rules = [field.no_prolong_rule, "LB-PROL-01"]
    elif turns > LIMITS.last_turn:
        rules, params = ["LB-PROL-04"], {**params, "last": LIMITS.last_turn}
    elif turns < LIMITS.regular_turns and (event.reason == "regular" or turns < 0):
        rules, params = ["LB-TURN-06", "LB-END-01"], {**params, "least": LIMITS.regular_turns}
    elif turns < (scored := scored_turns(state)):
        rules, params = ["LB-SCORE-10"], {**params, "scored": scored}
    elif state.phase == "end" and turns > state.turn:
        rules, params = ["LB-SCORE-10"], {**params, "over": state.turn}
    elif state.phase == "turns" and turns == state.turn >= LIMITS.regular_turns and event.reason == "regular":
        rules, params = ["LB-TURN-06"], {**params, "least": state.turn + 1}
    for rule in (*rules, "LB-TLOG-06") if rules else ():
        yield RuleViolation(rule, params)


def _check_schemes(state: LastBattleState, event: MatchReported, by: Actor) -> Violations:
    refused = [violation for told in event.schemes for violation in _check_entry(state, told, by)]
    if not refused:
        refused.extend(_check_together(state, event.schemes))
        refused.extend(_check_logged(state, event.schemes))
        refused.extend(_check_shows(state, event))
        refused.extend(_check_reached(state, event))
    yield from refused


def _check_reached(state: LastBattleState, event: MatchReported) -> Violations:
    """LB-SCH-06, -07: what a scheme can give in so many turns, where staff closed the table early. A secret scheme, to
    which nobody else gives VP, is not looked at."""
    for told in (line for line in event.schemes if line.vp):
        squad = state.squads[told.player]
        held = meant(squad, told)
        scheme = held.scheme if held is not None else told.scheme
        most = LIMITS.scheme_vp if scheme is None else _most_vp(state, squad, scheme, event.turns)
        if told.vp > most:
            params = {"player": told.player, "scheme": scheme, "vp": told.vp, "turn": None}
            if most:
                yield RuleViolation("LB-SCH-06", {**params, "most": most, "turns": event.turns})
            else:
                yield RuleViolation("LB-SCH-07", {"short": scheme, "turns": event.turns})


def _check_shows(state: LastBattleState, event: MatchReported) -> Violations:
    """LB-COMM-06: in one turn only one side has more figures, so that the VP of both sides are of different turns."""
    shown = dict.fromkeys(SIDES, 0)
    for line in event.schemes:
        squad = state.squads[line.player]
        held = meant(squad, line)
        scheme = line.scheme if held is None else held.scheme
        if scheme == SHOW:
            shown[squad.side] = max(shown[squad.side], line.vp)
    most = event.turns - SCHEMES[SHOW].first_turn + 1
    if all(shown.values()) and (together := sum(shown.values())) > most:
        yield RuleViolation("LB-COMM-06", {"together": together, "most": most})


def _check_fallen(state: LastBattleState, event: MatchReported) -> Violations:
    """LB-UNIQ, LB-COMM, LB-SERP-04: VP that the told casualties leave room for; every line was found open to the
    reporter before."""
    if not event.casualties or not all_told(state):
        return
    fell = (*state.fallen, *fallen_from(state, event.casualties, None))
    yield from check_blood(state, event.strategy, fell)
    before = msgspec.structs.replace(state, fallen=())
    claims: list[Claim] = []
    for told in (line for line in event.schemes if line.vp):
        squad = state.squads[told.player]
        held = meant(squad, told) or (Held(told.scheme) if told.scheme else None)
        if held is not None:
            claims.append(Claim(before, squad, held, told.vp, None, fell))
    yield from [v for one in claims for v in check_casualties_against(one, event.turns)] or (
        check_shared_kills(claims)
    )


def _most_vp(state: LastBattleState, squad: Squad, scheme: str, turns: int) -> int:
    """The VP that a scheme gives at the most in a match of so many turns, with the awards of its end."""
    facts = SCHEMES[scheme]
    claims = (Claim(state, squad, Held(scheme), 0, turn) for turn in range(facts.first_turn, turns + 1))
    in_turns = [max(legal_numbers(claim, LIMITS.scheme_vp), default=0) for claim in claims]
    at_end = max(facts.end_vp, default=0)
    return min(LIMITS.scheme_vp, (max(in_turns, default=0) if facts.once else sum(in_turns)) + at_end)


def _check_entry(state: LastBattleState, told: SchemeResult, by: Actor) -> Violations:
    """One line: a player of the table, a scheme that the reporter may name, and a possible number."""
    params = {"player": told.player, "scheme": told.scheme or UNNAMED, "vp": told.vp, "turn": None}
    squad = state.squads.get(told.player)
    if squad is None:
        yield RuleViolation("LB-LOG-07", {"stranger": told.player})
    elif told.scheme is not None and told.scheme not in SCHEMES:
        yield RuleViolation("LB-SETUP-03", {"scheme": told.scheme, "legal": list(SCHEMES)})
    elif told.vp < 0:
        yield RuleViolation("LB-SCORE-07", {"vp": told.vp})
    elif told.vp > LIMITS.scheme_vp:
        yield RuleViolation("LB-SCH-06", {**params, "left": LIMITS.scheme_vp})
        yield RuleViolation("LB-SCORE-02", {**params, "left": LIMITS.scheme_vp})
    elif not squad.chosen:
        yield from _check_possible(state, squad, told, by)
    else:
        yield from _check_named(squad, told, by)


def meant(squad: Squad, told: SchemeResult) -> Held | None:
    """The logged scheme of a line: the named one, else the only public one, else the only one."""
    if told.scheme is not None:
        return squad.held(told.scheme)
    only = squad.schemes[0] if len(squad.schemes) == 1 else None
    return public_scheme(squad, None) or only


def _check_named(squad: Squad, told: SchemeResult, by: Actor) -> Violations:
    """LB-SCH-01, LB-SETUP-08, -12, LB-UNIQ-06: another's secret is refused whatever it is; the rest fits the log."""
    held = meant(squad, told)
    if told.scheme is None and not told.vp:
        return
    if not (held is not None and held.public) and not (knows(by, squad) and squad.schemes):
        yield RuleViolation("LB-SCH-01", {"player": squad.player})
    elif held is None:
        yield RuleViolation("LB-SETUP-08", {"player": squad.player, "scheme": told.scheme or UNNAMED})
    else:
        yield from _check_number(held.scheme, told)
        if told.vp and held.scheme == ELIMINATION and not (held.note_public or knows(by, squad)):
            yield RuleViolation("LB-UNIQ-06", {"unnamed": squad.player})
        elif told.vp and knows(by, squad) and _note_missing(held):
            yield RuleViolation("LB-SETUP-12", {"without": squad.player})


def _check_number(scheme: str | None, told: SchemeResult) -> Violations:
    """LB-COMM-08: the only number up to 3 that a scheme cannot reach over a match."""
    if scheme == "take_prisoner" and told.vp == 1:
        possible = [2, LIMITS.scheme_vp]
        yield RuleViolation("LB-COMM-08", {"scheme": scheme, "told": told.vp, "possible": possible})
        yield RuleViolation("LB-SCH-06", {"scheme": scheme, "vp": told.vp, "possible": possible})


def _note_missing(held: Held) -> bool:
    note = held.note
    return (
        SCHEMES[held.scheme].note is not None
        and note is not None
        and not (note.own_figures or note.enemy_figures)
    )


def _check_possible(state: LastBattleState, squad: Squad, told: SchemeResult, by: Actor) -> Violations:
    """LB-SETUP-03, LB-SETUP-04 for a scheme that the log hears of for the first time."""
    scheme, unique = told.scheme, unique_scheme(state.battlefield)
    params = {"scheme": scheme or UNNAMED}
    yield from _check_number(scheme, told)
    if is_unique(scheme) and scheme != unique:
        yield RuleViolation("LB-SETUP-03", {**params, "legal": [unique, *COMMON_SCHEMES]})
    elif is_unique(scheme) and squad.side == "serpent":
        yield RuleViolation("LB-SETUP-04", {"preset": scheme, "holder": squad.player})
    elif scheme in COMMON_SCHEMES and _sees_deal(squad, by) and scheme not in (squad.dealt or COMMON_SCHEMES):
        yield RuleViolation("LB-SETUP-03", {**params, "legal": [unique, *(squad.dealt or ())]})


def _sees_deal(squad: Squad, by: Actor) -> bool:
    """LB-HID-01: what was dealt is known to its player and to staff alone."""
    return by.is_staff or by.player == squad.player


def _check_together(state: LastBattleState, told: tuple[SchemeResult, ...]) -> Violations:
    """LB-SETUP-04, -08: one scheme for each Alliance player, the unique one once; LB-SCORE-02 over a side (GAP-03)."""
    holders = {
        squad.player for squad in state.squads.values() if squad.held(unique_scheme(state.battlefield))
    }
    takers = {line.player for line in told if line.scheme == unique_scheme(state.battlefield)}
    takers = {player for player in takers | holders if state.squads[player].side == "alliance"}
    if len(takers) > 1:
        told_ = {"scheme": unique_scheme(state.battlefield), "takers": sorted(takers)}
        yield RuleViolation("LB-SETUP-04", told_)
    lines = Counter(line.player for line in told)
    same = Counter((line.player, line.scheme) for line in told)
    for player in {p for p, n in lines.items() if n > 1 and state.squads[p].side == "alliance"} | {
        p for (p, _), n in same.items() if n > 1
    }:
        yield RuleViolation("LB-SETUP-08", {"twice": player})
    for side in SIDES if state.cap_scope == "side" else ():
        vp = sum(line.vp for line in told if state.squads[line.player].side == side)
        if vp > LIMITS.scheme_vp:
            yield RuleViolation("LB-SCORE-02", {"side": side, "all": vp})


def _check_logged(state: LastBattleState, told: tuple[SchemeResult, ...]) -> Violations:
    """LB-SCORE-10, LB-SCH-01: no scheme ends below what the turns gave it, and a revealed one has scored."""
    vp = {}
    for line in told:
        held = meant(state.squads[line.player], line)
        vp[line.player, held.scheme if held else line.scheme] = line.vp
    for squad in state.squads.values():
        for held in squad.schemes:
            now = vp.get((squad.player, held.scheme), 0)
            if now < held.vp:
                told_ = {"scheme": held.scheme, "told": now, "logged": held.vp}
                yield RuleViolation("LB-SCORE-10", told_)
    for player, scheme in state.pending:
        if not vp.get((player, scheme)):
            yield RuleViolation("LB-SCH-01", {"due": scheme})


def _check_result(state: LastBattleState, event: MatchReported) -> Violations:
    """LB-END-03, LB-END-04: the declared result is the computed one."""
    points = totals(_scored(state, event))
    if event.result != winner(points):
        yield RuleViolation("LB-END-04", {**points, "result": winner(points)})


def on_match_reported(state: LastBattleState, event: MatchReported) -> LastBattleState:
    fallen = fallen_from(state, event.casualties or (), None)
    return msgspec.structs.replace(
        _scored(state, event),
        phase="closed",
        turn=event.turns,
        fallen=(*state.fallen, *fallen),
        result=event.result,
        incomplete=event.reason == "closed",
        summarised=True,
        pending=(),
        whole_match_next=False,
    )


def _scored(state: LastBattleState, event: MatchReported) -> LastBattleState:
    """The state with the numbers that the report adds to the logged ones, as lines without a turn."""
    lines = list(state.lines)
    for side in SIDES:
        more = event.strategy.get(side, 0) - state.strategy.get(side, 0)
        lines.extend([ScoreLine(side, "strategy", more)] if more else [])
    for told in event.schemes:
        squad = state.squads[told.player]
        held = meant(squad, told)
        scheme = held.scheme if held else told.scheme
        more = told.vp - (held.vp if held else 0)
        lines.extend([ScoreLine(squad.side, scheme or UNNAMED, more, None, told.player)] if more else [])
        if scheme:
            held = msgspec.structs.replace(held or Held(scheme), vp=told.vp, public=True)
            squads = {**state.squads, told.player: with_held(squad, held)}
            state = msgspec.structs.replace(state, squads=squads)
    strategy = {side: event.strategy.get(side, 0) for side in SIDES}
    return msgspec.structs.replace(state, strategy=strategy, lines=_merged(lines))


def _merged(lines: list[ScoreLine]) -> tuple[ScoreLine, ...]:
    """Each line once: what the report adds joins an award of the end."""
    sums: dict[LineKey, int] = {}
    for line in lines:
        sums[line.key] = sums.get(line.key, 0) + line.vp
    return tuple(
        ScoreLine(side, source, vp, turn, player) for (side, player, source, turn), vp in sums.items()
    )
