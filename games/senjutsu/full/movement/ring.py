"""Moving the ring and changing the kamae: SEN-KAM-02 to -09. Called through `rules.py`; the paths are judged by
`games.senjutsu.full.movement.kamae` on the study card that the match pinned."""

from __future__ import annotations

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.senjutsu.facts import FACTS, LIMITS
from games.senjutsu.full.cursor import by_text, check_effect, effect_at, effect_done
from games.senjutsu.full.definitions import KamaeChange, RingMove
from games.senjutsu.full.effect_events import KamaeChanged, KamaeMoved
from games.senjutsu.full.movement.kamae import StudyCard, check_change, check_ring_move, is_focus, ring_moved
from games.senjutsu.full.movement.move import check_named
from games.senjutsu.full.preconditions import in_effects, opening, passing, put, table, together, with_body
from games.senjutsu.full.state import flagged
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState


def study_of(state: SenjutsuState, player: str) -> StudyCard | None:
    """The study card of a player's character; None: nobody imported it."""
    lines = table(state).studies.get(state.fighters[player].character or "")
    return None if lines is None else StudyCard(lines)


@opening(in_effects)
def check_kamae_moved(state: SenjutsuState, event: KamaeMoved, by: Actor) -> Violations:
    """SEN-KAM-02 to -06: the effect's limit, a path along the lines, and the cell where it ends."""
    return passing(
        event,
        check_effect(state, event.player, RingMove, event.effect),
        check_named(state, event.player, event.card, None),
        together(_check_limit(state, event), _check_path(state, event), _check_end(state, event)),
    )


def _check_limit(state: SenjutsuState, event: KamaeMoved) -> Violations:
    effect = effect_at(state, event.player, RingMove, event.effect)
    if isinstance(effect, RingMove) and effect.limit != event.limit:
        yield RuleViolation("SEN-KAM-03", {"path": some(list(event.path)), "limit": effect.limit})


def _check_path(state: SenjutsuState, event: KamaeMoved) -> Violations:
    study = study_of(state, event.player)
    if study is not None:
        start = state.fighters[event.player].kamae or "neutral"
        yield from check_ring_move(study, start, event.limit, event.path)


def _check_end(state: SenjutsuState, event: KamaeMoved) -> Violations:
    """SEN-KAM-06, SEN-LOG-08: the ring stands where the path leads, or back where it began."""
    due, _ = ring_moved(state.fighters[event.player].kamae or "neutral", event.path)
    if event.to != due:
        rule = "SEN-KAM-06" if event.path and is_focus(event.path[-1]) else "SEN-LOG-08"
        params = {"path": some(list(event.path)), "limit": event.limit}
        yield RuleViolation(rule, {**params, "what": "what_kamae", "expected": due, "told": event.to})


def on_kamae_moved(state: SenjutsuState, event: KamaeMoved) -> SenjutsuState:
    """SEN-KAM-04: every focus cell on the way gives 1 at once."""
    fighter = state.fighters[event.player]
    to, gained = ring_moved(fighter.kamae or "neutral", event.path)
    full = effect_done(state, event.player, RingMove, event.effect)
    if study_of(state, event.player) is None:
        full = flagged(full, "SEN-KAM-02", "SEN-KAM-03", "SEN-KAM-05", "SEN-KAM-06")
    kamae = to if to in FACTS.kamae else fighter.kamae
    state = with_body(
        state, event.player, kamae=kamae, focus=min(LIMITS.focus, (fighter.focus or 0) + gained)
    )
    return put(state, full)


@opening(in_effects)
def check_kamae_changed(state: SenjutsuState, event: KamaeChanged, by: Actor) -> Violations:
    """SEN-KAM-07, -08."""
    own = () if by_text(state, event.player, event.card, KamaeChange) else _check_own_change(state, event)
    return passing(event, own, check_change(event.instruction, event.to))


def _check_own_change(state: SenjutsuState, event: KamaeChanged) -> Violations:
    """SEN-KAM-07: an effect of one's part, as it is printed."""
    yield from check_effect(state, event.player, KamaeChange, event.effect)
    yield from check_named(state, event.player, event.card, None)
    effect = effect_at(state, event.player, KamaeChange, event.effect)
    if isinstance(effect, KamaeChange) and effect.to != event.instruction:
        yield RuleViolation("SEN-KAM-07", {"expected": effect.to, "told": event.instruction})


def on_kamae_changed(state: SenjutsuState, event: KamaeChanged) -> SenjutsuState:
    own = not by_text(state, event.player, event.card, KamaeChange)
    full = effect_done(state, event.player, KamaeChange, event.effect) if own else table(state)
    kamae = event.to if event.to in FACTS.kamae else state.fighters[event.player].kamae
    return put(with_body(state, event.player, kamae=kamae), full)
