"""Instant normal cards and instant additions: SEN-INST-01 to -04, -06 to -08, SEN-BLK-05, SEN-EFF-09.

Replacements belong to the reveal (`replace.py`). Called through `rules.py`; `open_parts` is used by `counter.py` too.
"""

from __future__ import annotations

import msgspec

from games.gaps import known
from games.ruleset import Actor, RuleViolation
from games.senjutsu.full.cards import card_of, definition, part_of, parts_of, seat
from games.senjutsu.full.cursor import effects_of, opened, unfinished, with_running
from games.senjutsu.full.definitions import Moment
from games.senjutsu.full.events import STUN, InstantPlayed
from games.senjutsu.full.order import injuries_of, is_suspended
from games.senjutsu.full.preconditions import due_for, in_step, no_longer_due, opening, passing, put, table
from games.senjutsu.full.refusals import broken
from games.senjutsu.full.replace import check_instant_card, check_partner, declared_by, with_facts
from games.senjutsu.full.reveal import check_declared, from_hand, with_declared
from games.senjutsu.full.state import FullState, Happened, Running, changed, flagged, with_seat
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState

AFTER = {"attack": ("hit",), "block": ("blocked", "countered")}
"""What a condition of an addition is met by."""
RESTS_ON: dict[str, tuple[str, ...]] = {"after_hit": AFTER["attack"], "after_block": AFTER["block"]}
"""What an instant normal card may rest on at once."""
PAID_FOR = "instant_played"


def _in_time(state: SenjutsuState, event: InstantPlayed) -> Violations:
    """SEN-LOG-02: when each kind may come."""
    return in_step(state, *(("resolve",) if event.kind == "addition" else ("draw", "reveal", "resolve")))


@opening(_in_time)
def check_instant_played(state: SenjutsuState, event: InstantPlayed, by: Actor) -> Violations:
    """A normal instant when its text says so; an addition on the player's card at its moment."""
    declared, added = declared_by(event), event.kind == "addition"
    told = with_facts(state, declared)
    return passing(
        event,
        check_declared(state, declared),
        check_instant_card(told, event.player, event.card, event.kind),
        _check_stun(told, event) if added else iter(()),
        check_partner(told, event) if added else iter(()),
        _check_moment(told, event) if added else _check_normal(told, event),
        check_paid(told, event.player, event.card, "SEN-INST-08"),
    )


def _check_normal(state: SenjutsuState, event: InstantPlayed) -> Violations:
    """SEN-INST-04: a new card, on no other one, at a moment that its text names."""
    params = {"actor": event.player, "card": event.card}
    moments = definition(state, event.card).normal_when
    if event.on is not None:
        yield RuleViolation("SEN-INST-04", {**params, "expected": "moment_alone"})
    elif moments is None and table(state).step == "draw":
        yield RuleViolation("SEN-INST-04", {**params, "expected": ["moment_reveal", "moment_resolve"]})
    elif moments is not None and not any(is_moment(state, event.player, moment) for moment in moments):
        yield RuleViolation("SEN-INST-04", {**params, "expected": [f"moment_{one}" for one in moments]})


def is_moment(state: SenjutsuState, player: str, moment: Moment) -> bool:
    """Whether a moment that an instant normal card names is now."""
    full = table(state)
    if moment in ("draw", "reveal", "resolve"):
        return full.step == moment
    if moment in RESTS_ON:
        return rests_on(state, player, RESTS_ON[moment]) is not None
    if moment == "when_hit":
        return any(one.kind == "hit" and one.other == player for one in full.window)
    if moment == "after_card":
        return full.step == "resolve" and is_card_done(state, player)
    return any(one.actor == player and one.card == card_of(state, player) for one in full.running)


def _check_stun(state: SenjutsuState, event: InstantPlayed) -> Violations:
    """SEN-EFF-09: a condition card is no ability card, so nothing is added to it."""
    if STUN in (event.on, card_of(state, event.player)):
        params = {
            "actor": event.player,
            "card": event.card,
            "told": "a_stun",
            "cards": ["a_stun"],
            "absent": True,
        }
        yield RuleViolation("SEN-INST-02", params)
        yield RuleViolation("SEN-EFF-09", params)


def check_paid(state: SenjutsuState, player: str, card: str, rule: str) -> Violations:
    """SEN-INST-08: the exact mandatory cost was paid right before."""
    due, cost = due_for(table(state), PAID_FOR, player), definition(state, card).mandatory_focus
    told = due.told.get("amount") if due is not None and due.told.get("card") == card else 0
    if (cost is not None and told != cost) or (due is not None and due.told.get("card") != card):
        params = {"actor": player, "card": card, "told": told, "expected": known(cost), "absent": True}
        yield RuleViolation(rule, params)


def rests_on(state: SenjutsuState, player: str, kinds: tuple[str, ...]) -> Happened | None:
    """What happened "at once" to this player that an instant may rest on."""
    return next(
        (one for one in reversed(table(state).window) if one.actor == player and one.kind in kinds), None
    )


def is_card_done(state: SenjutsuState, player: str) -> bool:
    """SEN-INST-07: every part of the revealed card was started, and nothing of them is owed. SEN-BLK-07: a block that
    may still stop an attack may still bring what rests on its success."""
    full, card = table(state), card_of(state, player)
    own = [one for one in full.running if one.actor == player]
    waiting = any(one.actor == player and one.card == card for one in full.queue)
    owed = any(True for one in own for _ in unfinished(state, one))
    return not waiting and not owed and not any(_hopes(state, one) for one in own)


def _hopes(state: SenjutsuState, running: Running) -> bool:
    """Whether effects of a part wait for the success of its block."""
    left = (effects_of(state, running) or ())[running.effect :]
    return any(effect.if_success for effect in left) and is_suspended(state, running)


def _check_moment(state: SenjutsuState, event: InstantPlayed) -> Violations:
    """SEN-INST-06, -07, SEN-ATK-07, SEN-BLK-07: at once after what it rests on, or when the card is done."""
    after = definition(state, event.card).addition_after
    params = {"actor": event.player, "card": event.card}
    met = {key: rests_on(state, event.player, kinds) is not None for key, kinds in AFTER.items()}
    done = is_card_done(state, event.player)
    if after in met and not met[after]:
        sheltered = after == "block" and rests_on(state, event.player, ("sheltered",)) is not None
        missing = "SEN-ATK-09" if after == "attack" else "SEN-BLK-05" if sheltered else "SEN-BLK-06"
        yield from broken(event, {**params, "expected": f"after_{after}"}, "SEN-INST-06", missing)
    elif (after == "none" and not done) or (after is None and not done and not any(met.values())):
        yield from broken(event, params, "SEN-INST-07")


def on_instant_played(state: SenjutsuState, event: InstantPlayed) -> SenjutsuState:
    """SEN-INST-08: from the hand into play; its parts are resolved before anything else goes on."""
    full = no_longer_due(table(state), PAID_FOR, event.player)
    full = with_declared(full, state, declared_by(event))
    state = from_hand(put(state, full), event.player, event.card)
    now, full = seat(state, event.player), answered(table(state), event)
    after = definition(state, event.card).addition_after
    full = with_seat(
        full,
        event.player,
        play=(*now.play, event.card),
        instants=now.instants + 1,
        added=now.added or after == "none",
    )
    full = closed(state, full, event.player) if after == "none" else full
    full = open_parts(state, full, event.player, event.card, "instant")
    return put(state, flagged(full, *_unchecked(state, event)))


def _unchecked(state: SenjutsuState, event: InstantPlayed) -> tuple[str, ...]:
    """SEN-LOG-05: the rule of the kind, where the card's kind or its moment is unknown."""
    known_ = definition(state, event.card)
    moment = known_.addition_after if event.kind == "addition" else known_.normal_when
    rule = "SEN-INST-06" if event.kind == "addition" else "SEN-INST-04"
    return (rule,) if known_.instant is None or moment is None else ()


def closed(state: SenjutsuState, full: FullState, player: str) -> FullState:
    """SEN-INST-07: what was left out of the revealed card stays left out."""
    for one in full.running:
        effects = effects_of(state, one) or ()
        if one.actor == player and one.effect < len(effects):
            full = with_running(full, one, msgspec.structs.replace(one, effect=len(effects)))
    return full


def answered(full: FullState, event: InstantPlayed) -> FullState:
    """SEN-BLK-07: after an addition no counterattack comes any more."""
    if event.kind != "addition":
        return full
    return marked(full, event.player, AFTER["block"], "answered")


def marked(full: FullState, player: str, kinds: tuple[str, ...], kind: str) -> FullState:
    """The table where a player has answered to the successful blocks of the moment."""
    if not any(one.actor == player and one.kind in kinds for one in full.window):
        return full
    window = tuple(
        Happened(kind, one.actor, one.other, one.card, one.initiative)  # type: ignore[arg-type]
        if one.actor == player and one.kind in kinds
        else one
        for one in full.window
    )
    return changed(full, window=window)


def open_parts(state: SenjutsuState, full: FullState, player: str, card: str, source: str) -> FullState:
    """All parts of a card that is played besides the revealed one, the first innermost."""
    parts = parts_of(state, card)
    for part in reversed(range(1 if parts is None else len(parts))):
        initiative = initiative_of(state, player, card, part) if source == "counter" else full.initiative
        full = opened(full, Running(player, card, part, initiative, source=source))  # type: ignore[arg-type]
    return full


def initiative_of(state: SenjutsuState, player: str, card: str, part: int = 0) -> int | None:
    """SEN-CTR-02: the effective initiative of a part, the lowest of a range; behind a divider that before it."""
    for place in range(part, -1, -1):
        found = part_of(state, card, place)
        if found is not None and found.initiative is not None:
            return max(1, found.initiative - injuries_of(state, player))
    return None
