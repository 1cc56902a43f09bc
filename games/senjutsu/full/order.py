"""The queue of Resolve: parts by initiative, and who chooses in a tie (SEN-INIT-01 to -09). Called through `rules.py`.

The effective initiative is computed anew whenever the next part is picked. The pure rules stand in
`games.senjutsu.full.initiative`.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.gaps import known, some
from games.ruleset import Actor, RuleViolation
from games.senjutsu.full.cards import card_of, definition, parts_of, seat
from games.senjutsu.full.cursor import unfinished
from games.senjutsu.full.definitions import PartDefinition
from games.senjutsu.full.events import STUN, PartStarted, TieOrderChosen
from games.senjutsu.full.initiative import Rank, choosers, rank, slowed
from games.senjutsu.full.preconditions import at, is_above, order_of, passing, put, standing_actors, table
from games.senjutsu.full.state import NO_SEAT, FullState, Pending, Running, Seat, changed, flagged, is_of_part
from games.senjutsu.permissions import Violations
from games.senjutsu.state import ALONE, SenjutsuState


def queued(state: SenjutsuState) -> tuple[Pending, ...]:
    """Every part of every card in play; a stun has none, an unknown card at least one."""
    found: list[Pending] = []
    for actor in standing_actors(state):
        now = seat(state, actor)
        if not now.play or now.play[0] == STUN:
            continue
        card = now.play[0]
        known_ = definition(state, card)
        weapon, types = known_.core_kind == "weapon", known_.types
        if known_.parts is None:
            found.append(Pending(actor, card, 0, now.initiative, types, weapon))
            continue
        for index, part in enumerate(known_.parts):
            follows = part.initiative is None and index > 0
            found.append(Pending(actor, card, index, _value(part, now), types, weapon, follows))
    return tuple(found)


def _value(part: PartDefinition, now: Seat) -> int | None:
    """SEN-INIT-02: the printed, the bought or the chosen initiative."""
    if now.bought and part.optional_initiative is not None:
        return part.optional_initiative.value
    return now.initiative if part.up_to is not None else part.initiative


def injuries_of(state: SenjutsuState, actor: str) -> int:
    """The active injuries of an actor."""
    one = state.fighters.get(actor) or state.foes.get(actor)
    return len(one.timers) if one else 0


def effective(state: SenjutsuState, pending: Pending) -> int | None:
    """SEN-INIT-02: what is left after the injuries, 1 at the least."""
    return None if pending.value is None else slowed(pending.value, injuries_of(state, pending.actor))


def candidates(state: SenjutsuState) -> tuple[Pending, ...]:
    """SEN-INIT-03, -09: the next part of every card that has not ended; one without its own initiative goes first."""
    full = table(state)
    found: dict[str, Pending] = {}
    for pending in full.queue:
        if pending.actor not in found and not full.seats.get(pending.actor, NO_SEAT).ended:
            if pending.follows:
                return (pending,)
            found[pending.actor] = pending
    return tuple(found.values())


def tied_group(state: SenjutsuState, waiting: Sequence[Pending]) -> tuple[Pending, ...]:
    """The parts that come next; several where nothing but a choice tells them apart (SEN-INIT-04, -05)."""
    if len(waiting) < 2:
        return tuple(waiting)
    ranks = [_rank(state, one) for one in waiting]
    best = min(ranks)
    return tuple([one for one, place in zip(waiting, ranks, strict=True) if place == best])


def _rank(state: SenjutsuState, one: Pending) -> Rank:
    return rank(slowed(one.value or 0, injuries_of(state, one.actor)), one.types or (), one.weapon_core)


def foremost(state: SenjutsuState, waiting: Sequence[Pending]) -> tuple[Pending, ...]:
    """SEN-INIT-01, -04, -05: the waiting parts before which no other comes, as far as that is known."""
    if len(waiting) < 2:
        return tuple(waiting)
    return tuple([one for one in waiting if not any(_precedes(state, other, one) for other in waiting)])


def _precedes(state: SenjutsuState, one: Pending, other: Pending) -> bool:
    """Whether a part comes before another one whatever is unknown turns out to be (SEN-LOG-05)."""
    mine, theirs = effective(state, one), effective(state, other)
    if mine is None or theirs is None:
        return False
    if mine != theirs or one.types is None or other.types is None:
        return mine > theirs
    return _rank(state, one) < _rank(state, other)


def is_open(first: Sequence[Pending]) -> bool:
    """SEN-LOG-05: an unknown initiative or type among the foremost parts leaves their order unchecked."""
    unknown = any(one.value is None or one.types is None for one in first)
    return len(first) > 1 and unknown


def tie_choosers(state: SenjutsuState, group: Sequence[Pending]) -> tuple[str, ...]:
    """SEN-INIT-06, -07, SEN-SOLO-11: who chooses a position, in this order."""
    actors = [one.actor for one in group]
    if state.mode in ALONE:
        players = tuple(actor for actor in actors if actor in state.fighters)
        alone = len(players) == 1 and len(actors) > 1 and players[0] not in table(state).settled
        return players if alone else ()
    return choosers(actors, order_of(state))


def positions_in(state: SenjutsuState, group: Sequence[Pending]) -> dict[str, int]:
    """SEN-INIT-08: the positions that were chosen among these tied parts. A tie that lost one of them meanwhile, by a
    fall, a collision or an injury, is another one: whoever is left chooses anew, from the top of the track."""
    full = table(state)
    return full.positions if set(full.tied) == {one.actor for one in group} else {}


def still_choosing(state: SenjutsuState, group: Sequence[Pending]) -> tuple[str, ...]:
    """SEN-INIT-06, -07: who has to choose a position among these tied parts, the next one first."""
    chosen = positions_in(state, group)
    return tuple(actor for actor in tie_choosers(state, group) if actor not in chosen)


def free_places(state: SenjutsuState, group: Sequence[Pending]) -> tuple[int, ...]:
    """SEN-INIT-07: the positions among these tied parts that nobody has chosen."""
    taken = positions_in(state, group).values()
    return tuple(place for place in range(1, len(group) + 1) if place not in taken)


def settled_order(state: SenjutsuState, actors: Sequence[str], chosen: dict[str, int]) -> tuple[str, ...]:
    """The tied actors in the order of the choices; who did not choose takes what is left, from the top."""
    tied = [actor for actor in order_of(state) if actor in actors]
    free = iter(place for place in range(1, len(tied) + 1) if place not in chosen.values())
    places = {actor: chosen[actor] if actor in chosen else next(free, len(tied)) for actor in tied}
    return tuple(sorted(tied, key=lambda actor: places[actor]))


@at("resolve")
def check_tie_order_chosen(state: SenjutsuState, event: TieOrderChosen, by: Actor) -> Violations:
    """SEN-INIT-06, -07, -08: a free position in the group that is tied now, from the top of the track."""
    return passing(event, check_part_over(state), _check_position(state, event))


def _check_position(state: SenjutsuState, event: TieOrderChosen) -> Violations:
    first, full = foremost(state, candidates(state)), table(state)
    group = tied_group(state, first)
    who, free = [*still_choosing(state, group)], [*free_places(state, group)]
    settled = full.settled and {one.actor for one in group} <= set(full.settled)
    if is_open(first):
        return
    if settled or len(group) < 2 or not who or who[0] != event.player or event.position not in free:
        rule = "SEN-INIT-07" if len(group) > 2 else "SEN-INIT-06"
        told = {event.player: event.position}
        yield RuleViolation(rule, {"expected": who[:1] or "nobody", "legal": some(free), "told": told})


def on_tie_order_chosen(state: SenjutsuState, event: TieOrderChosen) -> SenjutsuState:
    full = table(state)
    group = tied_group(state, candidates(state))
    positions = {**positions_in(state, group), event.player: event.position}
    actors = tuple(one.actor for one in group)
    if any(actor not in positions for actor in tie_choosers(state, group)):
        return put(state, changed(full, tied=actors, positions=positions))
    settled = settled_order(state, actors, positions)
    return put(state, changed(full, tied=(), positions={}, settled=settled))


def check_part_over(state: SenjutsuState) -> Violations:
    """The part before is done: whatever it owes is named with SEN-TURN-03."""
    for running in table(state).running:
        owed = [*unfinished(state, running)]
        if owed and not is_suspended(state, running):
            yield RuleViolation("SEN-TURN-03", {"missing": [running.actor]})
            yield from owed


def is_suspended(state: SenjutsuState, running: Running) -> bool:
    """SEN-BLK-07: the effects below a block wait for the attacks that it may stop: those of the same initiative."""
    full = table(state)
    if running.success or not full.blocks:
        return False
    if not any(is_of_part(block, running) for block in full.blocks):
        return False
    waiting = (one for one in candidates(state) if one.actor != running.actor)
    return any(effective(state, one) in (None, full.initiative) for one in waiting)


@at("resolve")
def check_part_started(state: SenjutsuState, event: PartStarted, by: Actor) -> Violations:
    """SEN-INIT-01 to -09: the part comes next on its card, its card among the cards, and with its initiative."""
    mine, waiting = pending_of(state, event), candidates(state)
    return passing(
        event,
        check_part_over(state),
        _check_waits(state, event, mine, waiting),
        _check_order(state, event, mine, waiting),
        _check_initiative(state, event, mine),
    )


def pending_of(state: SenjutsuState, event: PartStarted) -> Pending | None:
    """The part that an event starts, if it waits."""
    for one in table(state).queue:
        if one.actor == event.actor and one.card == event.card and one.part == event.part:
            return one
    return None


def _check_waits(
    state: SenjutsuState, event: PartStarted, mine: Pending | None, waiting: Sequence[Pending]
) -> Violations:
    """SEN-INIT-03, -09: the part is one of the cards in play, has not started and comes next on its card."""
    params = {"actor": event.actor, "card": event.card, "part": event.part + 1, "absent": True}
    now = seat(state, event.actor)
    if now.ended:
        yield RuleViolation("SEN-INIT-09", params)
    elif event.card == STUN:
        yield RuleViolation("SEN-SEL-06", params)
    elif now.instants and event.card == now.card and event.card not in now.play:
        yield RuleViolation("SEN-REV-07", {**params, "expected": now.play[0]})
    elif mine not in waiting and not (event.part > 0 and _is_untold(state, event)):
        first = foremost(state, waiting)
        due = () if is_open(first) else tied_group(state, first)
        yield RuleViolation("SEN-INIT-03", {**params, "expected": [one.actor for one in due]})


def _is_untold(state: SenjutsuState, event: PartStarted) -> bool:
    """SEN-LOG-05: the card in play has parts that nobody told."""
    return parts_of(state, event.card) is None and event.card == card_of(state, event.actor)


def _check_order(
    state: SenjutsuState, event: PartStarted, mine: Pending | None, waiting: Sequence[Pending]
) -> Violations:
    """SEN-INIT-01, -04 to -08."""
    first = foremost(state, waiting)
    if mine is None or (mine in first and is_open(first)):
        return
    if mine not in first:
        faster = (one for one in waiting if _precedes(state, one, mine))
        yield _out_of_order(state, mine, next(faster, first[0]))
        return
    group = tied_group(state, first)
    if len(group) > 1:
        yield from _check_tie(state, event, group)


def _check_tie(state: SenjutsuState, event: PartStarted, group: Sequence[Pending]) -> Violations:
    """SEN-INIT-06 to -08: the one that comes first by the choices."""
    full, actors = table(state), [one.actor for one in group]
    order = [actor for actor in full.settled if actor in actors]
    if set(actors) <= set(full.settled):
        if event.actor not in firsts(state, actors):
            rule = "SEN-INIT-07" if len(group) > 2 else "SEN-INIT-06"
            yield RuleViolation(rule, {"expected": order[:1], "legal": order, "told": event.actor})
    elif choosing := still_choosing(state, group):
        yield RuleViolation("SEN-INIT-08", {"expected": [*choosing], "told": event.actor})
    elif state.mode in ALONE:
        yield from _check_solo_order(state, actors, event)


def firsts(state: SenjutsuState, actors: Sequence[str]) -> tuple[str, ...]:
    """SEN-SOLO-11: who of these tied actors may come first, where choices gave their order or there is none to make.
    Without a track opponents stand for each other, and so do players whom their starting advantage does not tell apart.
    """
    settled = [actor for actor in table(state).settled if actor in actors]
    if len(settled) == len(actors) and (state.mode not in ALONE or settled[0] in state.foes):
        return tuple(
            actor for actor in settled if actor == settled[0] or {actor, settled[0]} <= set(state.foes)
        )
    players = [actor for actor in actors if actor in state.fighters]
    return tuple(
        one for one in players or actors if not any(is_above(state, other, one) for other in players)
    )


def _check_solo_order(state: SenjutsuState, actors: list[str], event: PartStarted) -> Violations:
    """SEN-SOLO-11: players among themselves by starting advantage, then opponents in any order."""
    players = [actor for actor in order_of(state) if actor in actors and actor in state.fighters]
    if event.actor not in firsts(state, actors):
        yield RuleViolation("SEN-SOLO-11", {"actor": players})


def _out_of_order(state: SenjutsuState, mine: Pending, due: Pending) -> RuleViolation:
    """The most exact rule: another initiative, another type, or a weapon core card that steps back."""
    params = {
        "actor": mine.actor,
        "told": known(effective(state, mine)),
        "expected": due.actor,
        "due": known(effective(state, due)),
    }
    if effective(state, mine) != effective(state, due):
        return RuleViolation("SEN-INIT-01", params)
    core = mine.weapon_core and not due.weapon_core
    same = set(mine.types or ()) - {"core"} <= set(due.types or ())
    return RuleViolation("SEN-INIT-05" if core and same else "SEN-INIT-04", params)


def _check_initiative(state: SenjutsuState, event: PartStarted, mine: Pending | None) -> Violations:
    """SEN-INIT-02."""
    due = effective(state, mine) if mine is not None else None
    if mine is not None and mine.follows:
        due = table(state).initiative
    if due is not None and event.initiative not in (None, due):
        yield RuleViolation("SEN-INIT-02", {"actor": event.actor, "told": event.initiative, "expected": due})


def on_part_started(state: SenjutsuState, event: PartStarted) -> SenjutsuState:
    """Blocks act until the queue moves to another initiative (SEN-BLK-01); what happened "at once" is past."""
    full, mine = table(state), pending_of(state, event)
    value = effective(state, mine) if mine is not None else None
    value = full.initiative if mine is not None and mine.follows else value
    initiative = event.initiative if value is None else value
    full = changed(
        full,
        queue=tuple([one for one in full.queue if one is not mine]),
        initiative=initiative,
        running=(*_blocking(full, initiative), Running(event.actor, event.card, event.part, initiative)),
        blocks=tuple([block for block in full.blocks if block.initiative == initiative]),
        window=(),
        tied=(),
        positions={},
        settled=_still_settled(state, full, event.actor),
    )
    return put(state, _flag(state, full, mine))


def _blocking(full: FullState, initiative: int | None) -> tuple[Running, ...]:
    """SEN-BLK-01, -06: parts whose block acts at this initiative stay open, since it may yet succeed."""
    acting = [block for block in full.blocks if block.initiative == initiative]
    if not acting:
        return ()
    return tuple(one for one in full.running if any(is_of_part(block, one) for block in acting))


def _still_settled(state: SenjutsuState, full: FullState, started: str) -> tuple[str, ...]:
    """The order of the choices without who started; SEN-SOLO-11: several players of a tie keep theirs without any,
    and an opponent that started in another one's place leaves its own to it."""
    if not full.settled and (state.mode not in ALONE or len(state.fighters) < 2):
        return ()
    if state.mode not in ALONE or full.settled:
        first = full.settled[0] if started in full.settled else started
        rest = [actor for actor in full.settled if actor != first]
        return tuple(first if actor == started else actor for actor in rest)
    tied = {one.actor for one in tied_group(state, candidates(state))}
    players = [actor for actor in order_of(state) if actor in tied and actor in state.fighters]
    return tuple(actor for actor in players if actor != started) if len(players) > 1 else ()


def _flag(state: SenjutsuState, full: FullState, mine: Pending | None) -> FullState:
    """SEN-LOG-05: whether the part that started in `state` was the next one could not be told."""
    first = foremost(state, candidates(state))
    if mine is None or is_open(first):
        return flagged(full, "SEN-INIT-01")
    tied = [state.fighters[one.actor] for one in first if one.actor in state.fighters]
    unknown = len(tied) > 1 and any(fighter.advantage is None for fighter in tied)
    return flagged(full, "SEN-SOLO-11") if unknown and state.mode in ALONE else full
