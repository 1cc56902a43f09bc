"""Wounds, conditions and defeats: ONE door for whatever hurts an actor (SEN-EFF, SEN-END-01 to -05, -07, SEN-COV-02).

Every chapter that hurts somebody makes `Hurt`s and calls `hurt` once for all that one event does at the same time:
all of it is applied, then the defeats are looked for (SEN-END-05). Healing goes through `heal`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from games.senjutsu.chapters.results import run_of
from games.senjutsu.full.cards import players_to_draw
from games.senjutsu.full.preconditions import body, put, table, with_body
from games.senjutsu.full.state import changed, with_pile
from games.senjutsu.state import Fighter, Foe, SenjutsuState


class Hurt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one actor suffers. `wounds` are normal ones, `bleeding` come besides; `poisons` stay with the actor."""

    actor: str
    wounds: int = 0
    bleeding: int = 0
    stuns: int = 0
    injuries: int = 0
    poisons: tuple[str, ...] = ()
    executed: bool = False
    lose_focus: bool = False
    poisoned: bool = False

    @property
    def harms(self) -> bool:
        """SEN-COV-02: a wound or a condition."""
        conditions = self.stuns or self.injuries or self.poisons or self.poisoned
        return bool(self.wounds or self.bleeding or conditions)


def hurt(state: SenjutsuState, hurts: Iterable[Hurt], settle: bool = True) -> SenjutsuState:
    """All that happens at once, then the defeats. `settle` False: the caller looks for the defeats later."""
    hurts = tuple(hurts)
    for one in hurts:
        state = _suffered(state, one)
    executed = tuple(one.actor for one in hurts if one.executed)
    return settled(state, executed, {one.actor for one in hurts}) if settle else state


def _suffered(state: SenjutsuState, one: Hurt) -> SenjutsuState:
    now = body(state, one.actor)
    if now is None or now.defeated is not None:
        return state
    changes: dict[str, object] = {}
    if one.wounds or one.bleeding:
        changes["wounds"] = now.wounds + one.wounds + one.bleeding
        changes["bleeding"] = now.bleeding + one.bleeding
    if one.injuries:
        changes["timers"] = (*now.timers, *(0,) * one.injuries)
        changes["injuries"] = len(now.timers) + one.injuries
    if one.poisons:
        changes["poisons"] = (*now.poisons, *one.poisons)
    if one.lose_focus and isinstance(now, Fighter):
        changes["focus"] = 0
    if one.harms and now.in_cover:
        changes["in_cover"] = False
    if one.stuns and isinstance(now, Fighter):
        changes["stuns"] = now.stuns + one.stuns
    state = with_body(state, one.actor, **changes) if changes else state
    return _shuffled_in(state, one) if one.stuns and not isinstance(now, Fighter) else state


def _shuffled_in(state: SenjutsuState, one: Hurt) -> SenjutsuState:
    """SEN-SOLO-07: the stun of a virtual opponent goes into its deck."""
    full = table(state)
    pile = full.piles.get(one.actor)
    deck = None if pile is None or pile.deck is None else pile.deck + one.stuns
    stuns = (pile.stuns if pile else 0) + one.stuns
    return put(state, with_pile(full, one.actor, deck=deck, stuns=stuns))


def cause_of(now: Fighter | Foe) -> str | None:
    """SEN-END-01, -02, SEN-SOLO-06, -08: what defeats an actor now; an unknown limit defeats nobody."""
    stun_limit = now.hand_limit if type(now) is Fighter else now.wound_limit
    if now.wound_limit is not None and now.wounds >= now.wound_limit:
        return "wounds"
    return "stun" if stun_limit is not None and now.stuns >= stun_limit else None


def settled(
    state: SenjutsuState, executed: Iterable[str] = (), struck: Collection[str] | None = None
) -> SenjutsuState:
    """SEN-END-04, -05: everybody who is defeated by now, at the same moment. `struck`: whom alone an event hurt; in the
    Draw phase whoever missed a draw meanwhile waits for all others' draws, since their wounds count together."""
    causes = dict.fromkeys(executed, "execution")
    bodies: dict[str, Fighter | Foe] = {**state.fighters, **state.foes}
    for actor, one in bodies.items():
        if one.defeated is None and (cause := cause_of(one)) is not None:
            causes.setdefault(actor, cause)
    if struck is not None and table(state).step == "draw":
        now = {actor: cause for actor, cause in causes.items() if actor in struck}
        causes = now if set(players_to_draw(state)) - set(now) else causes
    return fallen(state, causes) if causes else state


def fallen(state: SenjutsuState, causes: dict[str, str]) -> SenjutsuState:
    """SEN-END-07, SEN-ADV-03: the defeated leave the board, the track and the queue; their blocks end."""
    full = table(state)
    moment = full.falls + 1
    for actor, cause in causes.items():
        state = with_body(
            state, actor, defeated=cause, defeated_turn=full.turn, fall=moment, hex=None, in_cover=False
        )
    full = table(state)
    full = changed(
        full,
        falls=moment,
        track=tuple(actor for actor in full.track if actor not in causes),
        queue=tuple(part for part in full.queue if part.actor not in causes),
        running=tuple(part for part in full.running if part.actor not in causes),
        blocks=tuple(block for block in full.blocks if block.actor not in causes),
        due=tuple(due for due in full.due if due.actor not in causes),
        strike=None if full.strike is not None and full.strike.attacker in causes else full.strike,
    )
    state = put(state, full)
    return msgspec.structs.replace(state, run=run_of(state)) if state.mode == "horde" else state


def heal(state: SenjutsuState, actor: str, wounds: int = 0, bleeding: int = 0) -> SenjutsuState:
    """SEN-EFF-01: a card takes normal and bleeding wounds away; never below none."""
    now = body(state, actor)
    assert now is not None
    return with_body(
        state,
        actor,
        wounds=max(0, now.wounds - wounds - bleeding),
        bleeding=max(0, now.bleeding - bleeding),
    )
