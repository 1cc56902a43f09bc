"""Revealing: a common scheme with its notes, and the name noted for Elimination of Leaders (LB-SCH-01 to -03).

A secret that its owner kept away from the server is opened against its commitment (WL-SEC-01).
Called by `rules.py`. Only the owner and staff get this far, so the answers may depend on the secret.
"""

from __future__ import annotations

import msgspec

from games.last_battle.chapters.awards import (
    check_claim,
    legal_numbers,
    possible_numbers,
    room_left,
    when_it_scores,
)
from games.last_battle.chapters.evidence import Claim
from games.last_battle.chapters.notes import check_note
from games.last_battle.events import Note, SchemeNotePublished, SchemeRevealed
from games.last_battle.facts import LIMITS, SCHEMES, is_unique
from games.last_battle.full.schemes.claims import check_reveal_moment, secrets_due
from games.last_battle.permissions import NOBODY, SETUP, Violations, in_phase, owner_acts
from games.last_battle.state import Held, LastBattleState, Squad, with_held, with_squad
from games.ruleset import Actor, RuleViolation
from games.secrets import commitment

ELIMINATION = "elimination_of_leaders"
HIDDEN = "hidden_secrets"


def reveal_of(squad: Squad, held: Held) -> SchemeRevealed | SchemeNotePublished | None:
    """The event that must stand before the first VP of a scheme, if any."""
    note = held.note or Note(held.scheme)
    if not held.public:
        return SchemeRevealed(
            player=squad.player,
            scheme=held.scheme,
            own_figures=note.own_figures,
            enemy_figures=note.enemy_figures,
        )
    if held.scheme == ELIMINATION and not held.note_public:
        return SchemeNotePublished(player=squad.player, scheme=held.scheme, note=(*note.enemy_figures, "")[0])
    return None


def names_leader(held: Held) -> bool:
    """LB-UNIQ-06: whether the Leader noted for Elimination of Leaders is still to be named by who knows it."""
    noted = held.note is not None and bool(held.note.enemy_figures)
    return held.scheme == ELIMINATION and noted and not held.note_public


def check_scheme_revealed(state: LastBattleState, event: SchemeRevealed, by: Actor) -> Violations:
    """LB-SCH-02, LB-SETUP-14, LB-SCH-03, LB-SETUP-12, LB-SCH-07: by the owner, in play, as recorded, able to score."""
    refused = [*owner_acts(state, by, event.player, exact="LB-SCH-02")]
    if not refused and state.phase in SETUP - {"open"}:
        refused.append(RuleViolation("LB-SETUP-14", {"scheme": event.scheme}))
    refused.extend(in_phase(state, "turns", "end"))
    if not refused:
        refused.extend(_check_secret(state, state.squads[event.player], event))
    if not refused:
        refused.extend(_check_moment(state, state.squads[event.player], event))
    yield from refused


def _check_secret(state: LastBattleState, squad: Squad, event: SchemeRevealed) -> Violations:
    held = squad.held(event.scheme)
    if is_unique(event.scheme) and squad.chosen and not squad.schemes:
        yield RuleViolation("LB-SETUP-05", {"scheme": event.scheme})
    if is_unique(event.scheme):
        yield RuleViolation("LB-SCH-02", {"unique": event.scheme})
    elif held is not None and held.public:
        yield RuleViolation("LB-SCH-02", {"public": event.scheme})
    elif event.scheme not in SCHEMES or not squad.chosen or (held is None and squad.schemes):
        yield RuleViolation("LB-SCH-03", {"unheld": event.scheme, "owner": squad.player})
    elif held is None:
        yield from _check_kept_scheme(squad, event)
        yield from _check_notes(state, squad, None, event)
    else:
        yield from _check_notes(state, squad, held, event)


def _check_kept_scheme(squad: Squad, event: SchemeRevealed) -> Violations:
    secret = {"scheme": event.scheme} if squad.side == "alliance" else {"schemes": [event.scheme]}
    if event.salt is None or commitment(event.salt, secret) != squad.commitment:
        yield RuleViolation("WL-SEC-01", {"type": "scheme_revealed"})
    if squad.dealt is not None and event.scheme not in squad.dealt:
        yield RuleViolation("LB-SETUP-03", {"scheme": event.scheme, "legal": list(squad.dealt)})


def _check_notes(
    state: LastBattleState, squad: Squad, held: Held | None, event: SchemeRevealed
) -> Violations:
    told = Note(event.scheme, event.own_figures, event.enemy_figures)
    if held is not None and held.note is not None:
        if _figures(held.note) != _figures(told):
            noted = [*held.note.own_figures, *held.note.enemy_figures]
            yield RuleViolation("LB-SCH-03", {"scheme": event.scheme, "noted": noted or NOBODY})
            return
    elif squad.note_commitment:
        yield from _check_kept_note(squad, told, event.note_salt)
    if SCHEMES[event.scheme].note and _figures(told) == ([], []):
        yield RuleViolation("LB-SETUP-12", {"without": squad.player})
    elif _figures(told) != ([], []) and (held is None or held.note is None):
        yield from check_note(state, squad, told)


def _figures(note: Note) -> tuple[list[str], list[str]]:
    return sorted(note.own_figures), sorted(note.enemy_figures)


def _check_kept_note(squad: Squad, note: Note, salt: str | None) -> Violations:
    secret = {**msgspec.structs.asdict(note), "more": None}
    if salt is None or commitment(salt, secret) != squad.note_commitment:
        yield RuleViolation("WL-SEC-01", {"type": "scheme_noted"})


def _check_moment(state: LastBattleState, squad: Squad, event: SchemeRevealed) -> Violations:
    """LB-SCH-07, LB-COMM-11, LB-COMM-14: a reveal stands before the VP, where the scheme can score."""
    scheme, turn = SCHEMES[event.scheme], state.turn + 1
    if state.phase == "turns" and (event.at_end or state.whole_match_next):
        return
    if state.full is not None:
        yield from check_reveal_moment(state, squad, event)
        return
    if state.phase == "end":
        late = not scheme.end_vp or event.scheme == "vendetta"
    else:
        late = not scheme.turn_vp or turn < scheme.first_turn
    if late:
        when = when_it_scores(event.scheme, _turn(state))
        if event.scheme == HIDDEN:
            yield RuleViolation("LB-COMM-11", {"turn": turn, "phase": f"step_{state.phase}"})
        else:
            yield RuleViolation(_timing_rule(state, event), when)
        yield RuleViolation("LB-SCH-07", when)
    elif event.scheme != HIDDEN and not worth_revealing(state, squad, event):
        yield from check_claim(_least_claim(state, squad, _as_told(squad, event)))
        if (least := _least_with_pending(state, squad, _as_told(squad, event))) > LIMITS.scheme_vp:
            yield RuleViolation("LB-SCORE-02", {"side": squad.side, "all": least})
        yield RuleViolation("LB-SCH-01", {"worthless": event.scheme})


def _least_claim(state: LastBattleState, squad: Squad, held: Held) -> Claim:
    """The claim of the fewest VP that the scheme gives, so that a refusal speaks of what stands against it."""
    claim = Claim(state, squad, held, 1, _turn(state))
    return msgspec.structs.replace(claim, vp=min(legal_numbers(claim, LIMITS.scheme_vp), default=1))


def may_reveal(state: LastBattleState, squad: Squad, held: Held) -> bool:
    """LB-SCH-01, LB-SCH-07: whether its owner may reveal a scheme now, in a match that is logged by turns."""
    scheme = SCHEMES[held.scheme]
    if held.public or (scheme.note and held.note and not (held.note.own_figures or held.note.enemy_figures)):
        return False
    if state.phase == "end":
        may = bool(scheme.end_vp) and held.scheme not in ("vendetta", HIDDEN)
    else:
        may = bool(scheme.turn_vp) and state.turn + 1 >= scheme.first_turn
    return may and (held.scheme == HIDDEN or worth_revealing(state, squad, held))


def worth_revealing(state: LastBattleState, squad: Squad, told: SchemeRevealed | Held) -> bool:
    """LB-SCH-01: whether the log leaves the scheme any VP now; what is revealed has to score."""
    held = told if isinstance(told, Held) else _as_told(squad, told)
    if not possible_numbers(state, squad, held, _turn(state)):
        return False
    return _least_with_pending(state, squad, held) <= LIMITS.scheme_vp


def _least_with_pending(state: LastBattleState, squad: Squad, held: Held) -> int:
    """LB-SCORE-02 under the ruling GAP-03: the VP of the side's schemes, with the least that this one and those which
    were revealed before it must give now; 0 where each scheme has a cap of its own."""
    if state.cap_scope == "scheme":
        return 0
    waiting = [(state.squads[player], scheme) for player, scheme in state.pending]
    due = [(squad, held), *((one, one.held(scheme)) for one, scheme in waiting if one.side == squad.side)]
    least = (min(possible_numbers(state, one, told, _turn(state)), default=0) for one, told in due if told)
    return LIMITS.scheme_vp - room_left(state, squad, held) + sum(least)


def _turn(state: LastBattleState) -> int | None:
    """The turn that is reported next; None at the end of the game."""
    return None if state.phase == "end" else state.turn + 1


def _as_told(squad: Squad, event: SchemeRevealed) -> Held:
    note = Note(event.scheme, event.own_figures, event.enemy_figures)
    held = squad.held(event.scheme) or Held(event.scheme)
    return msgspec.structs.replace(held, public=True, note=note, note_public=True)


def _timing_rule(state: LastBattleState, event: SchemeRevealed) -> str:
    scheme = SCHEMES[event.scheme]
    return (state.phase == "end" and scheme.end_rule) or scheme.rule


def on_scheme_revealed(state: LastBattleState, event: SchemeRevealed) -> LastBattleState:
    squad = state.squads[event.player]
    held = _as_told(squad, event)
    waits = event.scheme != HIDDEN or event.at_end
    pending = (*state.pending, (event.player, event.scheme)) if waits else state.pending
    whole = state.whole_match_next or (event.at_end and state.phase == "turns")
    if state.full is not None and event.scheme == HIDDEN and not waits:
        state = msgspec.structs.replace(state, full=secrets_due(state, squad))
    return with_squad(state, with_held(squad, held), pending=pending, whole_match_next=whole)


def check_scheme_note_published(state: LastBattleState, event: SchemeNotePublished, by: Actor) -> Violations:
    """LB-UNIQ-06: the holder of Elimination of Leaders publishes the noted Leader, once and as recorded."""
    refused = [*owner_acts(state, by, event.player, exact="LB-SCH-02"), *in_phase(state, "turns", "end")]
    if not refused:
        refused.extend(_check_published(state, state.squads[event.player], event))
    yield from refused


def _check_published(state: LastBattleState, squad: Squad, event: SchemeNotePublished) -> Violations:
    held = squad.held(event.scheme)
    if event.scheme != ELIMINATION or held is None:
        yield RuleViolation("LB-UNIQ-06", {"without": squad.player})
    elif held.note_public:
        yield RuleViolation("LB-SCH-02", {"published": event.scheme})
    elif held.note is None:
        note = Note(ELIMINATION, (), (event.note,))
        yield from _check_kept_note(squad, note, event.note_salt)
        yield from check_note(state, squad, note)
    elif not held.note.enemy_figures:
        yield RuleViolation("LB-SETUP-12", {"without": squad.player})
    elif held.note.enemy_figures != (event.note,):
        yield RuleViolation("LB-SCH-03", {"scheme": event.scheme, "noted": list(held.note.enemy_figures)})


def on_scheme_note_published(state: LastBattleState, event: SchemeNotePublished) -> LastBattleState:
    squad = state.squads[event.player]
    held = squad.held(event.scheme)
    if held is None:
        return state
    note = Note(event.scheme, (), (event.note,))
    return with_squad(state, with_held(squad, msgspec.structs.replace(held, note=note, note_public=True)))
