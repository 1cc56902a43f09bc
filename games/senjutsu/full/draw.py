"""The start of a turn and the Draw phase: SEN-TURN-02, -04, SEN-DRAW-01 to -05, SEN-HORDE-16.

Called through `rules.py`. The wounds of empty decks fall together: defeats are looked for when everybody has drawn.
"""

from __future__ import annotations

from games.hexes import distance
from games.judging import passing as first
from games.ruleset import Actor, RuleViolation
from games.senjutsu.full.cards import pile, players_to_draw, possible, seat, text_allows
from games.senjutsu.full.cursor import check_effect, effect_at, effect_done, running_of
from games.senjutsu.full.definitions import Draw
from games.senjutsu.full.events import BleedDiscarded, CardDrawn, TurnStarted
from games.senjutsu.full.hands import in_hand_now, told_count
from games.senjutsu.full.harm import Hurt, hurt, settled
from games.senjutsu.full.movement.move import is_far
from games.senjutsu.full.preconditions import at, in_effects, in_step, opening, passing, put, table, together
from games.senjutsu.full.state import NOTHING_RESOLVED, Due, Seat, changed, with_cards
from games.senjutsu.permissions import Violations, in_phase, same, seated
from games.senjutsu.state import SenjutsuState, standing, standing_foes


def check_turn_started(state: SenjutsuState, event: TurnStarted, by: Actor) -> Violations:
    """SEN-SETUP-12, SEN-TURN-02, SEN-HORDE-06."""
    return passing(
        event,
        _check_wave(state),
        together(
            first(
                in_step(state, "prepared", "hands", "between"),
                in_phase(state, *(("turns",) if state.mode == "horde" else ("roster", "turns"))),
            ),
            seated(state, by),
        ),
        together(_check_ready(state), _check_number(state, event.turn)),
    )


def _check_wave(state: SenjutsuState) -> Violations:
    """SEN-HORDE-06: a cleared wave is followed by the next one."""
    waiting = state.phase in ("waves", "level", "break")
    if waiting or (state.mode == "horde" and state.phase == "turns" and not standing_foes(state)):
        yield RuleViolation("SEN-HORDE-06")


def _check_ready(state: SenjutsuState) -> Violations:
    """SEN-SETUP-12: every hand is drawn; a solo game has its opponents."""
    full = table(state)
    if full.step == "between":
        return
    missing = [player for player in standing(state) if not pile(state, player).dealt]
    if state.mode == "solo" and not state.foes:
        missing.append("an_opponent")
    if missing:
        yield RuleViolation("SEN-SETUP-12", {"missing": missing})


def _check_number(state: SenjutsuState, turn: int) -> Violations:
    if turn != state.turn + 1:
        yield RuleViolation("SEN-TURN-02", {"turn": turn, "expected": state.turn + 1})


def on_turn_started(state: SenjutsuState, event: TurnStarted) -> SenjutsuState:
    full = table(state)
    due = () if state.lord is None else _blessings(state)
    seats = {
        actor: Seat(bleeds=one.bleeding > 0) for actor, one in state.foes.items() if one.defeated is None
    }
    for player, fighter in state.fighters.items():
        if fighter.defeated is None:
            seats[player] = Seat(bleeds=fighter.bleeding > 0, far=is_far(state, player))
    full = changed(
        full,
        step="draw",
        stage=0,
        turn=event.turn,
        seats=seats,
        due=due,
        **NOTHING_RESOLVED,
    )
    return put(state, full, phase="turns")


def _blessings(state: SenjutsuState) -> tuple[Due, ...]:
    """SEN-HORDE-16: who gains focus before anything else."""
    return tuple(
        Due("focus_gained", player, "SEN-HORDE-16")
        for player in standing(state)
        if _beside_lord(state, player)
    )


def _beside_lord(state: SenjutsuState, player: str) -> bool:
    """SEN-HORDE-16."""
    here = state.fighters[player].hex
    return state.lord is not None and here is not None and distance(here, state.lord) == 1


@at("draw")
def check_bleed_discarded(state: SenjutsuState, event: BleedDiscarded, by: Actor) -> Violations:
    """SEN-DRAW-04, -05, SEN-TURN-04: once, by who bled when the turn began, before the draw, from a deck."""
    own, now = pile(state, event.actor), seat(state, event.actor)
    if now.drew:
        yield RuleViolation("SEN-TURN-04", {"actor": event.actor})
    elif now.bled or not now.bleeds:
        params = {"actor": event.actor, "told": 1 + now.bled, "expected": int(now.bleeds)}
        yield RuleViolation("SEN-DRAW-04", params)
    elif own.deck == 0:
        yield RuleViolation("SEN-DRAW-05", {"actor": event.actor})


def on_bleed_discarded(state: SenjutsuState, event: BleedDiscarded) -> SenjutsuState:
    own = pile(state, event.actor)
    bled = own.bled if event.card is None else (*own.bled, event.card)
    deck = None if own.deck is None else max(0, own.deck - 1)
    told = {"deck": deck, "discard": own.discard + 1, "bled": bled}
    return put(state, with_cards(table(state), event.actor, told, {"bled": True}))


def owes_bleeding(state: SenjutsuState, actor: str) -> bool:
    """SEN-DRAW-04, -05: whether an actor still has to discard for its bleeding."""
    now = seat(state, actor)
    return now.bleeds and not (now.bled or now.drew) and pile(state, actor).deck != 0


def _in_time(state: SenjutsuState, event: CardDrawn) -> Violations:
    """SEN-LOG-02: the draw of the phase in Draw, those of effects with them."""
    return in_step(state, "draw") if event.reason == "phase" else in_effects(state, event)


@opening(_in_time)
def check_card_drawn(state: SenjutsuState, event: CardDrawn, by: Actor) -> Violations:
    """The phase's draw, or the draw of an effect."""
    judge = _check_phase_draw if event.reason == "phase" else _check_effect_draw
    return passing(event, judge(state, event), check_drawn(state, event))


def _check_phase_draw(state: SenjutsuState, event: CardDrawn) -> Violations:
    """SEN-DRAW-01, -04."""
    if seat(state, event.actor).drew or event.asked != 1:
        yield RuleViolation("SEN-DRAW-01", {"actor": event.actor, "told": event.asked})
    elif owes_bleeding(state, event.actor):
        yield RuleViolation("SEN-DRAW-04", {"actor": event.actor, "told": 0, "expected": 1})


def _check_effect_draw(state: SenjutsuState, event: CardDrawn) -> Violations:
    """A draw effect of the card that is resolved, with as many cards as it prints; or a draw that its text tells."""
    if draws_by_text(state, event.actor):
        return
    yield from check_effect(state, event.actor, Draw)
    effect = effect_at(state, event.actor, Draw)
    if isinstance(effect, Draw):
        yield from same("what_cards", effect.count, event.asked)


def draws_by_text(state: SenjutsuState, player: str) -> bool:
    """Whether the card that is resolved prints no draw any more and has a text, which may say one; SEN-COL-05: a card
    that a collision ended does nothing any more."""
    running = running_of(state, player)
    if running is None or seat(state, player).ended or effect_at(state, player, Draw) is not None:
        return False
    return text_allows(state, running.card)


def check_drawn(state: SenjutsuState, event: CardDrawn) -> Violations:
    """SEN-DRAW-02: what the deck had; SEN-ZONE-02: cards that can lie there."""
    own = pile(state, event.actor)
    due = event.asked if own.deck is None else min(event.asked, own.deck)
    if event.drawn > event.asked or (own.deck is not None and event.drawn != due):
        yield RuleViolation("SEN-DRAW-02", {"actor": event.actor, "drawn": event.drawn, "gives": due})
    elif event.cards is not None and len(event.cards) != event.drawn:
        yield told_count(event.drawn, len(event.cards))
    elif event.cards and not possible(state, event.actor, event.cards, event.drawn):
        yield RuleViolation("SEN-ZONE-02", {"actor": event.actor, "cards": list(event.cards)})


def on_card_drawn(state: SenjutsuState, event: CardDrawn) -> SenjutsuState:
    phase, own = event.reason == "phase", pile(state, event.actor)
    full = table(state) if phase else effect_done(state, event.actor, Draw)
    told = in_hand_now(own, event.drawn, event.cards)
    state = put(state, with_cards(full, event.actor, told, {"drew": True} if phase else {}))
    missed = event.asked - event.drawn
    if missed > 0:
        state = hurt(state, [Hurt(event.actor, wounds=missed)], settle=not phase)
    return settled(state) if phase and all_drew(state) else state


def all_drew(state: SenjutsuState) -> bool:
    """Whether the last draw of the phase is made."""
    return not players_to_draw(state)


def draws_missing(state: SenjutsuState) -> list[str]:
    """SEN-DRAW-01, SEN-SOLO-03: who has not drawn in this phase."""
    return players_to_draw(state) + [
        vo for vo in standing_foes(state) if vo in table(state).piles and not seat(state, vo).drew
    ]
