"""Simulated parts in the order of their initiative, and the effects of a card from top to bottom.

What the rules wait for (collisions, markers) is logged by `settle`. Called by `turns.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.ruleset import Event
from games.senjutsu.events import LordAttacked, WaveCleared
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.full.cards import part_of, parts_of, seat
from games.senjutsu.full.cursor import applies, effects_of, is_due, running_of, unfinished
from games.senjutsu.full.definitions import (
    AdvantageGain,
    Attack,
    Block,
    Draw,
    FocusGain,
    KamaeChange,
    Move,
    Other,
    RingMove,
    Search,
)
from games.senjutsu.full.events import STUN
from games.senjutsu.full.frame import standing_actors
from games.senjutsu.full.order import candidates, effective, tie_choosers, tied_group
from games.senjutsu.full.replace import check_partner
from games.senjutsu.full.state import Due, Pending, Running
from games.senjutsu.full.vo_choice import can_attack, is_attack
from games.senjutsu.full.vo_counter import shows_attack
from games.senjutsu.full.waves import is_clear
from games.senjutsu.play import motion, strikes
from games.senjutsu.play.table import PlayTable
from games.senjutsu.state import standing_foes

Perform = Callable[[PlayTable, Running, int, Any], bool]


def actors(table: PlayTable) -> tuple[str, ...]:
    """Everybody who stands."""
    return standing_actors(table.state)


def aims(table: PlayTable, card: str, aim: str) -> bool:
    """Whether a card has an attack that is aimed so."""
    effects = [effect for part in parts_of(table.state, card) or () for effect in part.effects or ()]
    return any(isinstance(effect, Attack) and effect.aim == aim for effect in effects)


def fits_partner(table: PlayTable, event: f.InstantPlayed) -> bool:
    """SEN-INST-02, before anything is paid."""
    return not [*check_partner(table.state, event)]


def resolve(table: PlayTable) -> None:
    """Part by part until nothing waits."""
    while waiting := _waiting(table):
        group = tied_group(table.state, waiting)
        _settle_tie(table, [one.actor for one in group])
        waiting = candidates(table.state)
        event = table.rng.choice(table.legal(_starts(table, waiting)))
        table.log(event, table.of(event.actor))
        play_part(table, event.actor)


def _waiting(table: PlayTable) -> tuple[Pending, ...]:
    """The parts that come next when everything before is done."""
    finish_parts(table)
    return candidates(table.state)


def finish_parts(table: PlayTable) -> None:
    """What a success opened on parts that had come to their end before (SEN-BLK-07)."""
    while owing := [one.actor for one in table.full.running if [*unfinished(table.state, one)]]:
        before = len(table.logged)
        for actor in reversed(owing):
            play_part(table, actor)
        if len(table.logged) == before and not _pass_over(table, owing[-1]):
            raise RuntimeError(f"{owing[-1]} owes what cannot be played: {table.full.running}")


def _pass_over(table: PlayTable, actor: str) -> bool:
    """An inner part that could go on is ended, so that the outer one can."""
    running = running_of(table.state, actor)
    if running is None:
        return False
    for place in range(running.effect, len(effects_of(table.state, running) or ())):
        event = g.EffectResolved(
            actor=actor, card=running.card, part=running.part, effect=place, applied=False
        )
        if table.may(event):
            table.log(event, table.of(actor))
            return True
    return False


def _starts(table: PlayTable, waiting: Sequence[Pending]) -> list[f.PartStarted]:
    """The parts that wait; of an opponent's attack card also the part that it plays instead."""
    found = []
    for one in waiting:
        told = _told(table, effective(table.state, one))
        foe, part = table.state.foes.get(one.actor), part_of(table.state, one.card, one.part)
        later = part_of(table.state, one.card, one.part + 1)
        begins = foe is not None and later is not None and not one.part
        attacks = foe and begins and part and is_attack(table.state, one.card)
        if foe and part and attacks and not can_attack(table.state, foe, one.card, part):
            found.append(f.PartStarted(actor=one.actor, card=one.card, part=1))
            continue
        found.append(f.PartStarted(actor=one.actor, card=one.card, part=one.part, initiative=told))
    return found


def _told(table: PlayTable, value: int | None) -> int | None:
    return value if table.chance(0.8) else None


def _settle_tie(table: PlayTable, group: list[str]) -> None:
    """SEN-INIT-06, -07: positions from the top of the track."""
    for player in tie_choosers(table.state, tied_group(table.state, candidates(table.state))):
        events = [f.TieOrderChosen(player=player, position=place) for place in range(1, len(group) + 1)]
        legal = table.legal(events)
        if legal:
            table.log(table.rng.choice(legal), table.of(player))


def play_part(table: PlayTable, actor: str) -> None:
    """The effects of the part that just started, then what its owner may add to it."""
    index = 0
    while (running := running_of(table.state, actor)) is not None:
        effects = effects_of(table.state, running) or ()
        index = max(index, running.effect)
        if index >= len(effects) or seat(table.state, actor).ended:
            break
        _effect(table, running, index, effects[index])
        settle(table)
        for player in strikes.answer(table):
            play_part(table, player)
        index += 1
    if strikes.add_instants(table, actor):
        play_part(table, actor)


def _effect(table: PlayTable, running: Running, place: int, effect: Any) -> None:
    """Pays, then does it, if the rules ask for it or the owner likes to."""
    if not applies(table.state, running, place):
        return
    if effect.optional_focus and place not in running.paid:
        paid = f.FocusPaid(
            player=running.actor,
            amount=effect.optional_focus,
            reason="effect",
            card=running.card,
            effect=place,
        )
        wanted = is_due(table.state, running, place) or table.chance(0.6)
        if running.actor not in table.state.fighters or not wanted or not table.may(paid):
            return
        table.log(paid, table.of(running.actor))
        running = running_of(table.state, running.actor) or running
    if is_due(table.state, running, place) or table.chance(0.8):
        DO[type(effect)](table, running, place, effect)


def _gain(table: PlayTable, running: Running, place: int, effect: FocusGain) -> bool:
    table.log(
        g.FocusGained(player=running.actor, amount=effect.amount, effect=place), table.of(running.actor)
    )
    return True


def _advance(table: PlayTable, running: Running, place: int, effect: AdvantageGain) -> bool:
    table.log(g.AdvantageGained(player=running.actor, effect=place), table.of(running.actor))
    return True


def _search(table: PlayTable, running: Running, place: int, effect: Search) -> bool:
    """Cards of the own choice out of the deck, which is shuffled."""
    player = running.actor
    deck = table.decks[player]
    cards = table.rng.sample(deck, min(effect.count, len(deck)))
    for card in cards:
        deck.remove(card)
        table.hands[player].append(card)
    table.rng.shuffle(deck)
    event = f.CardsMoved(
        player=player,
        source="deck",
        to="hand",
        count=len(cards),
        by=running.card,
        search=True,
        effect=place,
        cards=table.named(player, cards),
    )
    table.log(event, table.of(player))
    return True


def _draw(table: PlayTable, running: Running, place: int, effect: Draw) -> bool:
    player = running.actor
    cards = table.drawn(player, effect.count)
    event = f.CardDrawn(
        actor=player, reason="effect", asked=effect.count, drawn=len(cards), cards=table.named(player, cards)
    )
    table.log(event, table.of(player))
    return True


def _other(table: PlayTable, running: Running, place: int, effect: Other) -> bool:
    """What the text says is done, and something follows from it."""
    actor = running.actor
    event = g.EffectResolved(
        actor=actor, card=running.card, part=running.part, effect=place, applied=True, choice="as printed"
    )
    table.log(event, table.of(actor))
    legal = table.legal(_texts(table, actor, running.card), table.of(actor))
    if legal:
        table.log(table.rng.choice(legal), table.of(actor))
    return True


def _texts(table: PlayTable, actor: str, card: str) -> list[Event]:
    """What a text may do: to its owner, or to what opponents are about."""
    if actor in table.state.foes:
        return [
            g.VoStateChanged(vo=actor, stance=table.rng.choice(("offensive", "defensive")), cause=card),
            g.VoStateChanged(vo=actor, behaviour=table.rng.choice(("left", "right")), cause=card),
            g.VoDeckRefreshed(vo=actor, cause=card),
        ]
    foes = standing_foes(table.state)
    seen = [g.VoDeckSeen(player=actor, vo=foe, card=card) for foe in foes]
    return [
        *seen,
        g.WoundsHealed(actor=actor, card=card, normal=1),
        g.WoundTaken(actor=actor, normal=1, cause=card),
        g.ConditionGained(actor=actor, kind="injury", cause=card),
        g.FocusLost(player=actor, amount=1, card=card),
    ]


DO: dict[type, Perform] = {
    Move: motion.move,
    RingMove: motion.move_ring,
    KamaeChange: motion.change_kamae,
    FocusGain: _gain,
    AdvantageGain: _advance,
    Attack: strikes.attack,
    Block: strikes.block,
    Search: _search,
    Draw: _draw,
    Other: _other,
}


def settle(table: PlayTable) -> None:
    """Logs whatever the rules wait for."""
    while table.full.due:
        due = table.full.due[0]
        SETTLE[due.kind](table, due)
    if table.state.mode == "horde" and table.state.phase == "turns" and is_clear(table.state):
        run, fallen = table.state.run, [foe.defeated_turn or 0 for foe in table.state.foes.values()]
        table.log(WaveCleared(level=run.level, wave=run.wave, turn=max(fallen)), table.anybody())


def _collide(table: PlayTable, due: Due) -> None:
    """SEN-COL-03: a card of the own choice is discarded where there is one."""
    discards = (
        due.told["against"] == "character" and due.actor in table.hands and bool(table.hands[due.actor])
    )
    card = table.rng.choice(table.hands[due.actor]) if discards else None
    if card is not None:
        table.hands[due.actor].remove(card)
    event = g.CollisionHappened(
        actor=due.actor,
        cause=due.told["cause"],
        against=due.told["against"],
        hex=tuple(due.told["hex"]),
        other=due.told["other"],
        discards=discards,
        discarded=card if discards and table.tells[due.actor] else None,
    )
    table.log(event, table.of(due.actor))


def _mark(table: PlayTable, due: Due) -> None:
    """SEN-TER-02: a marker of unknown icons."""
    kinds = [kind for kind in ("stun", "injury") if kind not in due.told["kinds"]]
    event = g.ConditionGained(actor=due.actor, kind=table.rng.choice(kinds), cause=due.told["terrain"])  # type: ignore[arg-type]
    table.log(event, table.of(due.actor))


def _lord(table: PlayTable, due: Due) -> None:
    """SEN-HORDE-16."""
    table.log(g.FocusGained(player=due.actor, amount=1, reason="lord"), table.of(due.actor))


def _counter(table: PlayTable, due: Due) -> None:
    """SEN-SOLO-21: the top card of the opponent's deck."""
    deck = table.vo_decks[due.actor]
    card = deck.pop() if deck else None
    if card not in (None, STUN):
        table.vo_discards[due.actor].append(card)
    shows = card is not None and bool(shows_attack(table.state, card))
    event = g.VoCounterResolved(vo=due.actor, card=card, attack_effect=shows, wound=int(shows))  # type: ignore[arg-type]
    table.log(event, table.anybody())


def _attack_lord(table: PlayTable, due: Due) -> None:
    """SEN-HORDE-15."""
    table.log(LordAttacked(vo=due.actor, ignored=due.told["ignored"]), table.anybody())


SETTLE: dict[str, Callable[[PlayTable, Due], None]] = {
    "collision_happened": _collide,
    "condition_gained|wound_taken": _mark,
    "focus_gained": _lord,
    "vo_counter_resolved": _counter,
    "lord_attacked": _attack_lord,
}
