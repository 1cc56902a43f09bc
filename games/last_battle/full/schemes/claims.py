"""Schemes at full detail: when they may be revealed and claimed, and how many VP the facts give (LB-SCH, LB-FACT).

`scheme_scored` and the moment of `scheme_revealed` are judged here, for every scheme alike; what a scheme is worth is
computed in `at_once.py` (at once), `turn_ends.py` and `game_ends.py`. Called through `rules.py` and by `reveal.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games.judging import passing as first
from games.last_battle.chapters.awards import (
    Award,
    awarded,
    check_award,
    check_note_shown,
    check_numbers,
    not_owed,
    public_scheme,
    room_left,
    when_it_scores,
)
from games.last_battle.chapters.evidence import Claim
from games.last_battle.events import Note, SchemeRevealed, SchemeScored
from games.last_battle.facts import FOES, SCHEMES
from games.last_battle.full.preconditions import put, table
from games.last_battle.full.schemes.at_once import DEEDS
from games.last_battle.full.schemes.claim_facts import read_facts, trusted_facts
from games.last_battle.full.schemes.game_ends import GAME_ENDS
from games.last_battle.full.schemes.measures import SCORED, Found, Scene, why_wrong
from games.last_battle.full.schemes.strategy_scored import check_facts, ended_turn, may_end
from games.last_battle.full.schemes.turn_ends import TURN_ENDS, shown_by_foe
from games.last_battle.full.state import FullState, Happened, changed, flagged, pieces_of
from games.last_battle.permissions import Violations, in_phase, owner_acts
from games.last_battle.state import Held, LastBattleState, Squad
from games.ruleset import Actor, RuleViolation

Procedure = Callable[[Scene, Any], Found]
MOMENTS: dict[str, dict[str, Procedure]] = {"at_once": DEEDS, "turn_end": TURN_ENDS, "game_end": GAME_ENDS}
HIDDEN, VENDETTA = "hidden_secrets", "vendetta"
COMPROMATS, FIRST_REVEAL = 5, 2
ONCE_A_TURN = ("gravediggers", "time_of_the_great", "sea_treasures", "show_of_force")
ONCE_DEEDS = ("start", "activations", "end_effects")
MARKED = (
    "gravediggers", "sea_treasures", "search_the_ruins", "surround_them", "trap", "underground_passages"
)  # fmt: skip
"""Schemes that give nothing without a scheme marker on the table."""
ABILITIES_ONLY = ("initiative", "scoring")
"""Steps in which a figure falls to the ability of a card alone."""


def rule_of(scheme: str, moment: str) -> str:
    """The scheme's own rule at this moment."""
    facts = SCHEMES[scheme]
    return (facts.end_rule if moment == "game_end" else None) or facts.rule


def check_scheme_scored(state: LastBattleState, event: SchemeScored, by: Actor) -> Violations:
    """LB-SCH-05, -01, -04, -07, then the number: every rule of the scheme before the general ones."""
    award = Award(event.player, event.scheme, event.amount)
    return first(
        owner_acts(state, by, event.player, exact="LB-SCH-05"),
        in_phase(state, "turns", "end"),
        _check_late_vendetta(state, event),
        check_award(state, award),
        _check_claim(state, event),
    )


def _check_claim(state: LastBattleState, event: SchemeScored) -> Violations:
    squad = state.squads[event.player]
    held = public_scheme(squad, event.scheme)
    if held is None:
        yield RuleViolation("LB-SCH-01", {"player": event.player})
        return
    scene = Scene(state, table(state), squad, held, event.moment)
    claim = Claim(state, squad, held, event.amount, _turn(scene))
    yield from first(
        _check_positive(claim),
        check_window(scene, event.amount),
        check_note_shown(claim),
        check_facts(held.scheme, event.facts),
        _check_found(scene, event),
        check_numbers(claim),
    )


def _check_late_vendetta(state: LastBattleState, event: SchemeScored) -> Violations:
    """LB-COMM-14, -16: at the end of the game only a Vendetta that was revealed before scores. Said to its owner."""
    squad = state.squads[event.player]
    held = squad.held(VENDETTA) if (event.scheme, event.moment) == (VENDETTA, "game_end") else None
    if held is not None and not held.public:
        yield _late_vendetta(Scene(state, table(state), squad, held, event.moment))
        yield RuleViolation("LB-SCH-01", {"player": event.player})


def _late_vendetta(scene: Scene) -> RuleViolation:
    own = (p for p in scene.full.pieces.values() if p.player == scene.squad.player and p.attacked)
    for piece in own:
        first = (piece.attacked or "").partition("#")[0]
        if piece.figure_id in scene.note.own_figures and first not in scene.note.enemy_figures:
            return RuleViolation("LB-COMM-16", {"attacker": piece.id, "first": piece.attacked})
    return RuleViolation("LB-COMM-14", {"unshown": scene.squad.player})


def _turn(scene: Scene) -> int | None:
    return None if scene.moment == "game_end" else scene.full.turn


def _check_positive(claim: Claim) -> Violations:
    if claim.vp == 0:
        yield claim.against("LB-SCH-06")


def check_window(scene: Scene, vp: int = 1) -> Violations:
    """LB-SCH-04, -07, -10, LB-SCORE-05: the scheme scores at this moment, and this is the moment. `vp`: as many as are
    claimed; whoever reveals wants 1 at least."""
    scheme, full = scene.held.scheme, scene.full
    params = {"scheme": scheme, "player": scene.squad.player, "vp": vp, "turn": full.turn}
    rule = rule_of(scheme, scene.moment)
    if scheme not in MOMENTS[scene.moment] or (_turn(scene) or 99) < SCHEMES[scheme].first_turn:
        moments = [name for name, schemes in MOMENTS.items() if scheme in schemes]
        when = {"misplaced": scheme, "moment": moments} if scene.moment not in moments else None
        when = when or when_it_scores(scheme, _turn(scene))
        yield RuleViolation(rule, {**params, **when})
        yield RuleViolation("LB-SCH-07", when)
    elif not _window_open(scene):
        now = f"step_{full.step}" if scene.state.phase == "turns" else f"step_{scene.state.phase}"
        yield RuleViolation("LB-SCH-04", {"scheme": scheme, "moment": scene.moment, "phase": now})
        if scene.moment == "turn_end" and scene.state.phase == "end":
            yield RuleViolation("LB-SCH-10", {"scheme": scheme})
    elif scheme in ONCE_A_TURN and (scene.squad.player, scheme) in full.claimed:
        yield RuleViolation(rule, {**params, "scored": full.turn})
        yield RuleViolation("LB-SCH-06", {**params, "once": full.turn})
    elif scene.moment == "turn_end" and _out_of_order(scene):
        yield RuleViolation("LB-SCORE-05", {"side": full.first_side})


def _window_open(scene: Scene) -> bool:
    full, playing = scene.full, scene.state.phase == "turns"
    if scene.moment == "game_end":
        return may_end(scene.state) or scene.state.stopped is not None
    if scene.moment == "turn_end":
        return playing and full.step == "scoring" and full.strategy_scored
    fell = full.step in ABILITIES_ONLY and any(one.kind != SCORED for one in full.window)
    return playing and (full.step in ONCE_DEEDS or fell)


def _out_of_order(scene: Scene) -> bool:
    """LB-SCORE-05: the first side claims before the other one has begun."""
    return scene.squad.side == scene.full.first_side and second_side_claimed(scene.full)


def second_side_claimed(full: FullState) -> bool:
    """LB-SCORE-05: whether the side that went second has begun its claims at the end of this turn; what scores at once
    has no order."""
    ended = (one for one in full.window if one.kind == SCORED and one.figure in TURN_ENDS)
    return any(one.side != full.first_side for one in ended)


def found_by(scene: Scene, facts: Any) -> Found:
    """What the facts come to, before the cap."""
    return MOMENTS[scene.moment][scene.held.scheme](scene, facts)


def _check_found(scene: Scene, event: SchemeScored) -> Violations:
    """LB-FACT-02 for what is named; LB-FACT-01: both numbers where the told one does not follow (LB-SCH-06).
    LB-LOG-10: where the table does give as much, what is missing is room, and nothing else is named."""
    found = found_by(scene, read_facts(event.scheme, event.facts))
    rule = rule_of(event.scheme, event.moment)
    params = {"scheme": event.scheme, "player": event.player, "vp": event.amount, "turn": scene.full.turn}
    if found.wrong or found.broken:
        yield from (RuleViolation(name, params) for name in (found.broken, rule) if name)
        for name in found.wrong:
            yield RuleViolation("LB-FACT-02", why_wrong(scene.full, name))
        return
    room = room_left(scene.state, scene.squad, scene.held)
    fits = [n for n in range(found.low, found.high + 1) if event.computed in (None, n, min(n, room))]
    if event.amount in fits and event.amount > room:
        yield RuleViolation("LB-SCH-06", {**params, "left": room})
        yield RuleViolation("LB-SCORE-02", {**params, "left": room})
    elif event.amount not in {min(number, room) for number in fits} - {0}:
        possible = sorted({min(n, room) for n in range(found.low, found.high + 1)})
        yield from _exact(scene, rule, {**params, "told": event.amount, "possible": possible}, found)
        computed = found.low if found.certain else [found.low, found.high]
        yield RuleViolation("LB-FACT-01", {**params, "computed": computed, "mission": event.scheme})
        yield RuleViolation("LB-SCH-06", {**params, "possible": possible})
        if scene.moment == "at_once" and _worthless(scene):
            yield RuleViolation("LB-SCH-04", {"unearned": event.scheme})


def _worthless(scene: Scene) -> bool:
    """Whether nothing that anybody could measure makes the scheme worth a point now."""
    return not found_by(scene, trusted_facts(scene.held.scheme, {})).high


def _exact(scene: Scene, rule: str, params: dict[str, Any], found: Found) -> Iterator[RuleViolation]:
    """LB-LOG-10: the scheme's own rule; the rule of the part that is missing before it."""
    part = PARTS.get((scene.held.scheme, scene.moment))
    more = part(scene) if part and not found.high else None
    params = params if found.high else {**params, **why_nothing(scene)}
    for name in dict.fromkeys(filter(None, (more, rule))):
        yield _late_vendetta(scene) if name == "LB-COMM-16" else RuleViolation(name, params)


def why_nothing(scene: Scene) -> dict[str, Any]:
    """What a sentence says of a scheme for which the table gives nothing: who is gone or still stands, no marker."""
    scheme, note, squad = scene.held.scheme, scene.note, scene.squad
    if scheme in MARKED and not scene.markers(own=scheme != "sea_treasures"):
        return {"markerless": squad.player}
    if scheme in ("trap", "take_prisoner"):
        there = {piece.figure_id for piece in scene.enemies()}
        return {"gone": [name for name in note.enemy_figures if name not in there]}
    if scheme == "show_of_force" and (rival := shown_by_foe(scene)) is not None:
        return {"rival": rival}
    if scheme == "public_demonstration":
        there = {piece.figure_id for piece in scene.full.pieces.values() if piece.player == squad.player}
        return {"gone": [name for name in note.own_figures if name not in there]}
    if scheme == "loophole" and squad.leader is not None and scene.leader() is None:
        return {"gone": squad.leader.figure_id}
    if scene.moment == "game_end" and scheme in ("elimination_of_leaders", VENDETTA):
        there = {piece.figure_id for piece in scene.full.pieces.values()}
        return {"stands": [name for name in note.enemy_figures if name in there]}
    if scheme == "time_of_the_great" and squad.leader is not None:
        return {"bloodless": squad.leader.figure_id}
    killed = any(h.by_player == squad.player and h.side != squad.side for h in scene.full.kills)
    return {"bloodless": squad.player} if scheme == "gravediggers" and not killed else {}


def _elimination_part(scene: Scene) -> str:
    """LB-UNIQ-07: below half a second time; else the death that did not happen."""
    noted = scene.note.enemy_figures
    healed = any(p.halved and p.figure_id in noted for p in scene.enemies())
    return "LB-UNIQ-07" if healed or not scene.held.awards else "LB-UNIQ-08"


def _vendetta_part(scene: Scene) -> str:
    """LB-COMM-16: the first attack was another one; LB-COMM-13: there was none."""
    attacked = any(
        p.attacked and p.figure_id in scene.note.own_figures and p.player == scene.squad.player
        for p in scene.full.pieces.values()
    )
    return "LB-COMM-16" if attacked and not scene.held.awards else "LB-COMM-13"


def _scapegoat_part(scene: Scene) -> str | None:
    """LB-COMM-10: the scapegoat fell, but to nobody."""
    fell = any(
        h.figure_id in scene.note.own_figures and h.player == scene.squad.player and h.by_side is None
        for h in scene.fresh("removed")
    )
    return "LB-COMM-10" if fell else None


PARTS: dict[tuple[str, str], Callable[[Scene], str | None]] = {
    ("elimination_of_leaders", "at_once"): _elimination_part,
    (VENDETTA, "at_once"): _vendetta_part,
    ("scapegoat", "at_once"): _scapegoat_part,
}


def on_scheme_scored(state: LastBattleState, event: SchemeScored) -> LastBattleState:
    """The VP, the markers that the scheme's text removes (LB-UNIQ-03, LB-COMM-04), and what stays unverified."""
    full, squad = table(state), state.squads[event.player]
    held = public_scheme(squad, event.scheme)
    if held is None:
        return not_owed(state, event)
    scene = Scene(state, full, squad, held, event.moment)
    found = found_by(scene, trusted_facts(event.scheme, event.facts))
    full = _after(scene, found)
    state = awarded(state, Award(event.player, event.scheme, event.amount), _turn(scene))
    state = put(not_owed(state, event), full)
    return ended_turn(state) if event.moment == "game_end" else state


def _after(scene: Scene, found: Found) -> FullState:
    squad, scheme, full = scene.squad, scene.held.scheme, scene.full
    rule = rule_of(scheme, scene.moment)
    done = Happened(SCORED, scheme, rule, squad.player, squad.side, markers=found.gone)
    full = changed(
        full,
        window=(*full.window, done),
        claimed=(*full.claimed, (squad.player, scheme)),
        markers={name: marker for name, marker in full.markers.items() if name not in found.gone}
        if found.gone
        else full.markers,
    )
    return full if found.certain else flagged(full, rule_of(scheme, scene.moment))


def check_reveal_moment(state: LastBattleState, squad: Squad, event: SchemeRevealed) -> Violations:
    """LB-SCH-01, -04, LB-COMM-11: a scheme is revealed where its VP can be claimed at once after it."""
    if event.scheme == HIDDEN:
        yield from _check_secrets(state)
        return
    held = squad.held(event.scheme) or Held(event.scheme)
    note = Note(event.scheme, event.own_figures, event.enemy_figures)
    held = msgspec.structs.replace(held, note=note)
    scenes = [
        Scene(state, table(state), squad, held, moment)
        for moment, procedures in MOMENTS.items()
        if event.scheme in procedures and (event.scheme, moment) != (VENDETTA, "game_end")
    ]
    if event.scheme == VENDETTA and may_end(state):
        yield _late_vendetta(Scene(state, table(state), squad, held, "game_end"))
    refused = [[*_check_worth(scene)] for scene in scenes]
    if all(refused):
        yield from refused[0]


def _check_secrets(state: LastBattleState) -> Violations:
    """LB-COMM-11: at the start of turn 2 or later."""
    full = table(state)
    if state.phase != "turns" or full.step != "start" or full.turn < FIRST_REVEAL:
        now = f"step_{full.step}" if state.phase == "turns" else f"step_{state.phase}"
        yield RuleViolation("LB-COMM-11", {"turn": full.turn, "phase": now})
        yield RuleViolation("LB-SCH-07", {"early": HIDDEN, "first": FIRST_REVEAL, "current": full.turn})


def _check_worth(scene: Scene) -> Violations:
    refused = [*check_window(scene)]
    params = {"scheme": scene.held.scheme, "player": scene.squad.player, "vp": 1, "turn": scene.full.turn}
    if not refused:
        if _worthless(scene):
            found = found_by(scene, trusted_facts(scene.held.scheme, {}))
            late = ("LB-SCH-04",) if scene.moment == "at_once" else ()
            refused = [*_exact(scene, rule_of(scene.held.scheme, scene.moment), params, found)]
            refused.extend(RuleViolation(rule, {"unearned": scene.held.scheme}) for rule in late)
            refused.append(RuleViolation("LB-SCH-01", {"worthless": scene.held.scheme}))
        elif (room := room_left(scene.state, scene.squad, scene.held)) < 1:
            told = {**params, "left": room}
            refused = [RuleViolation("LB-SCH-06", told), RuleViolation("LB-SCORE-02", told)]
    yield from refused


def secrets_due(state: LastBattleState, squad: Squad) -> FullState:
    """LB-COMM-11: five compromat markers are due, one for each figure of the other side if there are fewer."""
    full = table(state)
    number = min(COMPROMATS, len(list(pieces_of(full, FOES[squad.side]))))
    return changed(full, secrets={**full.secrets, squad.player: number}) if number else full
