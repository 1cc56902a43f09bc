"""What every chapter begins with: who may log it, at which step, what is due first, and overrides.

`judged` is the door: `games.senjutsu.rules` sends every event of a match at full detail through it, with the
chapter's own check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from itertools import chain
from typing import Any

from msgspec.structs import replace

from games.chapters import Check
from games.judging import passing as first
from games.rulebook import all_rules
from games.ruleset import Actor, Event, RuleViolation
from games.senjutsu.chapters.results import is_decided
from games.senjutsu.full.events import STUN, Override
from games.senjutsu.full.state import Due, FullState, changed
from games.senjutsu.permissions import Violations, seated
from games.senjutsu.state import Fighter, Foe, SenjutsuState

ENDS = frozenset(("MatchFinished", "MatchAnnulled", "WaveCleared"))
"""What may still come when the match is decided."""
ANY_TIME = ENDS | {"SideConceded"}
"""What never waits for an event that is due."""
Opening = Callable[[Check[SenjutsuState]], Check[SenjutsuState]]
NEVER_WAIVED = ("SEN-LOG-", "SEN-HID-", "SEN-END-06", "WL-")


def table(state: SenjutsuState) -> FullState:
    """The table of a match at full detail."""
    assert state.full is not None
    return state.full


def put(state: SenjutsuState, full: FullState, **changes: Any) -> SenjutsuState:
    """The match with another table, and other fields changed at the same time."""
    return replace(state, full=full, **changes)


def body(state: SenjutsuState, actor: str) -> Fighter | Foe | None:
    """The character or virtual opponent of this name."""
    return state.fighters.get(actor) or state.foes.get(actor)


def with_body(state: SenjutsuState, actor: str, **changes: Any) -> SenjutsuState:
    """The match with one character or virtual opponent changed. Raises KeyError for a stranger."""
    if actor in state.fighters:
        one = replace(state.fighters[actor], **changes)
        return replace(state, fighters={**state.fighters, actor: one})
    foe = replace(state.foes[actor], **changes)
    return replace(state, foes={**state.foes, actor: foe})


def standing_actors(state: SenjutsuState) -> tuple[str, ...]:
    """Every undefeated actor, players first."""
    found = [name for name, fighter in state.fighters.items() if fighter.defeated is None]
    if state.foes:
        found += [name for name, foe in state.foes.items() if foe.defeated is None]
    return tuple(found)


def team_of(state: SenjutsuState, actor: str) -> str:
    """The side of an actor; the virtual opponents are one side (SEN-MULTI-01)."""
    fighter = state.fighters.get(actor)
    return fighter.side if fighter else "vo"


def enemies_of(state: SenjutsuState, actor: str) -> tuple[str, ...]:
    """SEN-MULTI-01: every undefeated actor of another team."""
    own = team_of(state, actor)
    return tuple([other for other in standing_actors(state) if team_of(state, other) != own])


def judged(
    state: SenjutsuState, event: Event, by: Actor, check: Check[SenjutsuState]
) -> Sequence[RuleViolation]:
    """SEN-END-04, SEN-LOG-07 and what is due, then the chapter. An override lifts the one rule that it names."""
    name = type(event).__name__
    if name not in ENDS and is_decided(state):
        return (RuleViolation("SEN-END-04"),)
    full = table(state)
    override = getattr(event, "override", None)
    found = [] if override is None else _check_override(full, override)
    waiting = full.due[0] if full.due and name not in ANY_TIME else None
    if waiting is not None and not is_due(full, event):
        return [*found, RuleViolation(waiting.rule, _not_now(waiting, event))]
    found.extend(check(state, event, by))
    if override is not None:
        found = [
            violation for violation in found if violation.rule != override.rule or not waivable(violation)
        ]
    return found


def _not_now(waiting: Due, event: Event) -> dict[str, Any]:
    """What is due instead of an event; one of the same kind is told by whose it is."""
    tag = str(event.__struct_config__.tag)
    if tag in waiting.kind.split("|"):
        return {"actor": waiting.actor, "expected": waiting.kind, "told": [whose(event)]}
    return {"actor": waiting.actor, "expected": waiting.kind, "told": tag}


def _check_override(full: FullState, override: Override) -> list[RuleViolation]:
    """SEN-LOG-07: the card is in play, and the rule is one that a card can waive."""
    in_play = any(override.card in (*seat.play, *seat.past) for seat in full.seats.values())
    if not in_play or override.rule not in all_rules() or not may_waive(override.rule):
        return [RuleViolation("SEN-LOG-07", {"card": override.card, "rule": override.rule})]
    return []


def waivable(violation: RuleViolation) -> bool:
    """What is not there at all cannot be waived: such violations say so by the parameter `absent`."""
    return "absent" not in violation.params and may_waive(violation.rule)


def cards_in_play(play: SenjutsuState, of: Iterable[str] | None = None) -> tuple[str, ...]:
    """The cards that lie open in this turn, of these alone or of everybody; none that a collision ended
    (SEN-COL-05)."""
    seats = table(play).seats
    shown = (seats[actor] for actor in (seats if of is None else of) if actor in seats)
    return tuple(dict.fromkeys(card for one in shown if not one.ended for card in one.play))


def may_waive(rule: str) -> bool:
    """SEN-LOG-07: whether a card can lift this rule at all."""
    return bool(rule) and not rule.startswith(NEVER_WAIVED)


def waivers(state: SenjutsuState) -> tuple[str, ...]:
    """SEN-LOG-07: the cards that may lift a rule now: those in play in this turn, and those that were replaced."""
    seats = state.full.seats.values() if state.full is not None else ()
    return tuple(dict.fromkeys(card for one in seats for card in (*one.play, *one.past) if card != STUN))


def with_override(state: SenjutsuState, override: Override) -> SenjutsuState:
    """SEN-LOG-07: the match with the waived rule marked as overridden."""
    full = table(state)
    if override.rule in full.overridden:
        return state
    return put(state, replace(full, overridden=(*full.overridden, override.rule)))


def whose(event: Event) -> str:
    """The actor that an event names."""
    for field in ("actor", "player", "attacker", "vo"):
        name = getattr(event, field, None)
        if name is not None:
            return str(name)
    return ""


def is_due(full: FullState, event: Event) -> bool:
    """Whether this very event is waited for. The first in the line comes first, others of the same kind may pass."""
    kind = event.__struct_config__.tag
    line = [due for due in full.due if due.kind == full.due[0].kind]
    return any(kind in due.kind.split("|") and due.actor in ("", whose(event)) for due in line)


def due_for(full: FullState, kind: str, actor: str) -> Due | None:
    """The first event of this kind that is waited for. `Due.kind` may name several kinds, parted by "|"."""
    for due in full.due:
        if due.actor in ("", actor) and kind in due.kind.split("|"):
            return due
    return None


def no_longer_due(full: FullState, kind: str, actor: str) -> FullState:
    """The table when an event that it waited for was logged."""
    return changed(full, due=without_due(full, due_for(full, kind, actor)))


def without_due(full: FullState, done: Due | None) -> tuple[Due, ...]:
    """What is still waited for when one event was logged."""
    return tuple([due for due in full.due if due is not done]) if full.due else ()


def in_step(state: SenjutsuState, *steps: str) -> Violations:
    """SEN-LOG-02: the event is legal in these steps only (table 5.3)."""
    step = table(state).step
    if step not in steps:
        legal = [f"step_{step}" for step in steps]
        return (RuleViolation("SEN-LOG-02", {"phase": f"step_{step}", "legal": legal}),)
    return ()


def in_effects(state: SenjutsuState, _event: Event) -> Violations:
    """SEN-LOG-02: effects belong to Resolve; SEN-INST-04: those of an instant played in Draw or Reveal come at once."""
    return () if resolves(state) else in_step(state, "resolve")


def resolves(state: SenjutsuState) -> bool:
    """Whether a part is resolved now: in Resolve, or of an instant that breaks the order of the turn."""
    full = table(state)
    early = full.step in ("draw", "reveal") and bool(full.running or full.strike)
    return full.step == "resolve" or early or (full.step == "reveal" and any(map(_is_harm, full.due)))


def cards_resolved(state: SenjutsuState) -> tuple[str, ...]:
    """The cards of the parts that are resolved now."""
    return tuple(dict.fromkeys(one.card for one in table(state).running))


def in_texts(state: SenjutsuState, card: str | None, *steps: str) -> Violations:
    """SEN-LOG-02: what the text of a card does belongs to these steps; SEN-INST-04: what that of an instant played in
    Reveal does comes at once."""
    early = table(state).step == "reveal" and card in cards_resolved(state)
    return () if early else in_step(state, *steps)


def _is_harm(due: Due) -> bool:
    """What the effects of an instant make due: it may have fallen by them."""
    return due.kind in ("collision_happened", "condition_gained|wound_taken")


END_EFFECTS = 2
"""The stage of Discard that effects of the end of the turn belong to."""


def check_end_stage(state: SenjutsuState, actor: str) -> Violations:
    """SEN-DISC-01: effects of the end of the turn come before the hand limit."""
    if table(state).step == "discard" and table(state).stage > END_EFFECTS:
        yield RuleViolation("SEN-DISC-01", {"actor": actor})


def acts(state: SenjutsuState, by: Actor, actor: str) -> Violations:
    """SEN-LOG-04, SEN-TURN-05: an undefeated actor, logged by its player or staff; opponents by any player."""
    one = body(state, actor)
    own = by.is_staff or (by.player == actor if actor in state.fighters else by.player in state.fighters)
    if one is not None and own and one.defeated is None:
        return ()
    foreign = RuleViolation("SEN-LOG-04", {"actor": actor})
    if one is None or not own:
        return (foreign,)
    return RuleViolation("SEN-TURN-05", {"actor": actor, "standing": [*standing_actors(state)]}), foreign


def player_acts(state: SenjutsuState, by: Actor, player: str) -> Violations:
    """As `acts`, for what only players' characters do."""
    if player not in state.fighters:
        return (RuleViolation("SEN-LOG-04", {"actor": player}),)
    return acts(state, by, player)


def named_acts(state: SenjutsuState, event: Event, by: Actor) -> Violations:
    """As `acts`, for whom the event names; what names nobody is logged by anybody who sits here."""
    actor = whose(event)
    if not actor:
        return seated(state, by)
    return (player_acts if hasattr(event, "player") else acts)(state, by, actor)


def order_of(state: SenjutsuState) -> tuple[str, ...]:
    """The undefeated actors from the top of the advantage track; without a track (SEN-SOLO-11) by starting advantage,
    the virtual opponents last. Who stands level there comes in any place of the group, see `is_above`."""
    full = table(state)
    if full.track:
        return full.track
    left = standing_actors(state)
    players = [actor for actor in left if actor in state.fighters]
    players.sort(key=lambda actor: -(state.fighters[actor].advantage or 0))
    return (*players, *(actor for actor in left if actor in state.foes))


def is_above(state: SenjutsuState, one: str, other: str) -> bool:
    """Whether an actor stands above another one for certain: on the track, or without one (SEN-SOLO-11) by a higher
    starting advantage, players above virtual opponents. Equal and unknown values (SEN-LOG-05) tell no order."""
    track = table(state).track
    if track:
        return one in track and other in track and track.index(one) < track.index(other)
    mine, theirs = state.fighters.get(one), state.fighters.get(other)
    if mine is None or theirs is None:
        return mine is not None and theirs is None
    known = mine.advantage is not None and theirs.advantage is not None
    return known and (mine.advantage or 0) > (theirs.advantage or 0)


def acts_after(state: SenjutsuState, one: str, other: str) -> bool:
    """Whether an actor comes after another one in stages 4 and 5 of Reveal: from the bottom of the track upward;
    against virtual opponents the players by ascending advantage, then the opponents (SEN-SOLO-11)."""
    if (one in state.foes) != (other in state.foes):
        return one in state.foes
    return is_above(state, one, other)


together = chain
"""SEN-LOG-10: what can be judged each by itself is told at once; whoever may not act at all reads no further, see
`games.secrets.until`."""


def passing(event: Event, *parts: Iterable[RuleViolation]) -> Violations:
    """As `first`, where what a card waives does not hide what comes after it."""
    override = getattr(event, "override", None)
    if override is None:
        return first(*parts)
    return first(*parts, lifted=lambda one: one.rule == override.rule and waivable(one))


def opening(when: Callable[[SenjutsuState, Any], Violations]) -> Opening:
    """How checks begin: `when` the event may come (SEN-LOG-02) and who may log it, before anything else is judged."""

    def opened(check: Check[SenjutsuState]) -> Check[SenjutsuState]:
        @wraps(check)
        def judge(state: SenjutsuState, event: Event, by: Actor) -> Violations:
            begins = together(when(state, event), named_acts(state, event, by))
            return passing(event, begins, check(state, event, by))

        return judge

    return opened


def at(*steps: str) -> Opening:
    """As `opening`, for an event of these steps."""
    return opening(lambda state, _event: in_step(state, *steps))
