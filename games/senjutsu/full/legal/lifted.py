"""Events that a rule forbids and a card in play allows (SEN-LOG-07), as the pad offers them: one tap each.

Wider than `moves.py`, which it builds on: further steps, any direction, a second instant. Whatever is refused by one
rule that a card can waive is offered with that rule; the text of the card is for the players to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from msgspec.structs import replace

from games.ruleset import SYSTEM, Event, NextEvent
from games.senjutsu import RULES
from games.senjutsu.facts import FACTS, LIMITS
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.full.attacks.strikes import blow_at, victims
from games.senjutsu.full.cards import pile, seat
from games.senjutsu.full.definitions import KamaeChange, Move
from games.senjutsu.full.legal.moves import MAKERS, of_target, open_effects, orders, resolutions, ring_moves
from games.senjutsu.full.movement.ground import stand_of
from games.senjutsu.full.movement.steps import end_of
from games.senjutsu.full.order import effective
from games.senjutsu.full.preconditions import standing_actors, table, waivable, waivers
from games.senjutsu.state import SenjutsuState, standing

MOST = 60
"""More choices than that are no choice on a phone."""
MORE = 1
"""How many steps or turns more than printed a card's text is expected to allow."""
Maker = Callable[[SenjutsuState, str], Iterator[Event]]


def with_waiver(play: SenjutsuState, event: Event, card: str) -> Event | None:
    """The event with the one rule lifted that forbids it; None where it is legal anyway, or no card helps."""
    for violation in RULES.check(play, event, SYSTEM):
        if waivable(violation):
            lifted = replace(event, override=f.Override(card, violation.rule))
            if not RULES.check(play, lifted, SYSTEM):
                return lifted
    return None


def lifted_offers(play: SenjutsuState, players: tuple[str, ...]) -> list[Event]:
    """What a card in play could allow these players and the opponents now, at most `MOST`."""
    cards = waivers(play)
    found: list[Event] = []
    own = [actor for actor in standing_actors(play) if actor in players or actor in play.foes]
    for actor, make in product(own if cards else (), WIDE):
        for event in make(play, actor):
            lifted = with_waiver(play, event, cards[0])
            if lifted is not None and lifted not in found:
                found.append(lifted)
            if len(found) == MOST:
                return found
    return found


def _as_offered(type_: str, field: str, **choices: str) -> Maker:
    """What the pad makes of a kind of event anyway, before it is judged."""

    def make(play: SenjutsuState, actor: str) -> Iterator[Event]:
        given = {field: (actor,), **{name: (value,) for name, value in choices.items()}}
        yield from MAKERS[type_](play, NextEvent(type=type_, choices=given))

    return make


def _moves(play: SenjutsuState, actor: str) -> Iterator[Event]:
    """One step or one turn more than printed, in any direction, through whatever stands there; one way to each end."""
    stand = stand_of(play, actor)
    if stand is None:
        return
    told = NextEvent(type="actor_moved", choices={"actor": (actor,)})
    seen = {one.to for one in MAKERS["actor_moved"](play, told) if isinstance(one, g.ActorMoved)}
    for _running, place, effect in open_effects(play, actor, Move):
        for direction, rotation, (steps, turns) in product(range(6), (1, -1), _amounts(effect)):
            way = next(orders(steps, turns, direction, rotation))
            end = end_of(stand, way)
            to = g.Stand(end.hex, end.facing)
            if to not in seen:
                sequence = tuple(g.Step(op, amount) for op, amount in way)
                event = g.ActorMoved(actor=actor, sequence=sequence, to=to, effect=place)
                seen |= {to} if with_waiver(play, event, waivers(play)[0]) else set()
                yield event


def _amounts(effect: Move) -> list[tuple[int, int]]:
    """(steps, turns): what is printed, and one of either more."""
    steps, turns = effect.steps, effect.turns
    all_ = product(range(steps + MORE + 1), range(turns + MORE + 1))
    return [(made, done) for made, done in all_ if made <= steps or done <= turns]


def _kamae(play: SenjutsuState, actor: str) -> Iterator[Event]:
    for _running, place, effect in open_effects(play, actor, KamaeChange):
        for to in FACTS.kamae:
            yield g.KamaeChanged(player=actor, instruction=effect.to, to=to, effect=place)


def _draws(play: SenjutsuState, actor: str) -> Iterator[Event]:
    """A card more, in the phase or as an effect."""
    step = table(play).step
    if step in ("draw", "resolve") and actor in play.fighters:
        for count in (1, 2, 3):
            by_phase = f.CardDrawn(actor=actor, asked=count, drawn=count)
            yield by_phase if step == "draw" else replace(by_phase, reason="effect")


def _parts(play: SenjutsuState, actor: str) -> Iterator[Event]:
    """A part out of its order."""
    for one in table(play).queue:
        if one.actor == actor:
            yield f.PartStarted(actor=actor, card=one.card, part=one.part, initiative=effective(play, one))


def _instants(play: SenjutsuState, actor: str) -> Iterator[Event]:
    for kind in ("normal", "addition", "replacement") if actor in play.fighters else ():
        yield from _as_offered("instant_played", "player", kind=kind)(play, actor)


def _trims(play: SenjutsuState, actor: str) -> Iterator[Event]:
    """Fewer cards discarded than the hand limit asks for, or more."""
    most = pile(play, actor).hand if actor in play.fighters and table(play).step == "discard" else 0
    for count in range(1, most + 1):
        yield f.HandTrimmed(player=actor, count=count)


def _payments(play: SenjutsuState, actor: str) -> Iterator[Event]:
    """Focus for the card in play at another price, or at another moment."""
    shown = seat(play, actor).play[:1] if actor in standing(play) else ()
    for card, amount in product(shown, range(1, LIMITS.focus + 1)):
        yield f.FocusPaid(player=actor, amount=amount, reason="mandatory", card=card)


def _results(play: SenjutsuState, actor: str) -> Iterator[Event]:
    """The declared attack through a block, or with other wounds to one of those whom it hits."""
    strike = table(play).strike
    if strike is None or strike.attacker != actor:
        return
    told = NextEvent(type="attack_resolved", choices={"attacker": (actor,)})
    for event in resolutions(play, told):
        for place, result in enumerate(event.results):
            for other in _otherwise(play, result):
                yield replace(event, results=(*event.results[:place], other, *event.results[place + 1 :]))


def _otherwise(play: SenjutsuState, result: g.Result) -> Iterator[g.Result]:
    strike = table(play).strike
    assert strike is not None
    blow = blow_at(play, strike, result.hex)
    if result.outcome == "hit" and result.target is not None:
        for wounds in range(result.wounds + MORE + 1):
            yield replace(result, wounds=wounds, bleeding=min(wounds, result.bleeding))
    elif result.outcome == "ignored" and blow is not None:
        for target in victims(play, strike, result.hex):
            yield from of_target(play, strike, result.hex, target, blow)


WIDE: tuple[Maker, ...] = (
    _results,
    _moves,
    partial(ring_moves, more=MORE),
    _kamae,
    _as_offered("attack_declared", "attacker"),
    _as_offered("block_applied", "actor"),
    _as_offered("effect_resolved", "actor"),
    _instants,
    _as_offered("counterattack_played", "player"),
    _parts,
    _draws,
    _trims,
    _payments,
)
