"""Actions from their first event to the last: SFB-ACT-01 to -10, SFB-CORE-02, -04, -05, SFB-SKILL-02, SFB-CMB-04.

`action_card_played` or `basic_action_started` opens one, `card_declined` leaves its attack or skill out, `action_ended`
closes it. What happens in between stands in the other chapters. Called through `rules.py`.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.facts import BASICS
from games.super_fantasy_brawl.full.action_events import (
    ActionCardPlayed,
    ActionEnded,
    BasicActionStarted,
    CardDeclined,
)
from games.super_fantasy_brawl.full.board.arena import cell_of, free_start_cells
from games.super_fantasy_brawl.full.bonuses import movement
from games.super_fantasy_brawl.full.cards import card_of, has_move
from games.super_fantasy_brawl.full.closing import check_complete, closed
from games.super_fantasy_brawl.full.common import (
    action_of,
    in_step,
    in_turn,
    known_figure,
    no_action,
    put,
    table,
)
from games.super_fantasy_brawl.full.cores import check_core, exhausted
from games.super_fantasy_brawl.full.due import pushed
from games.super_fantasy_brawl.full.effects import stepped
from games.super_fantasy_brawl.full.mandatory import check_finished
from games.super_fantasy_brawl.full.state import Action, Due, Seat, changed, flagged
from games.super_fantasy_brawl.full.zones import check_hand_card, from_hand, seat
from games.super_fantasy_brawl.permissions import Violations, passing
from games.super_fantasy_brawl.state import SfbState, side_of


def check_action_card_played(state: SfbState, event: ActionCardPlayed, by: Actor) -> Violations:
    """SFB-ACT-02, -04, -09, SFB-TURN-03, SFB-CORE-02, SFB-KO-08."""
    card = card_of(state, event.card)
    return passing(
        state,
        in_turn(state, by, event.player),
        no_action(state),
        known_figure(state, event.champion),
        _check_own(state, event.player, event.champion),
        _check_card(state, event),
        _check_hand(state, event),
        check_core(state, event.player, event.core, card.core if card is not None else None),
        _check_activated(state, event),
    )


def _check_own(state: SfbState, player: str, champion: str) -> Violations:
    """SFB-TURN-03, SFB-MODE-15: only the player's champions, not those of the teammate."""
    owner = state.figures[champion].player
    if owner != player:
        yield RuleViolation("SFB-TURN-03", {"champion": champion, "owner": owner})
        if state.figures[champion].side == side_of(state, player):
            yield RuleViolation("SFB-MODE-15", {"player": player, "expected": owner, "champion": champion})


def _check_card(state: SfbState, event: ActionCardPlayed) -> Violations:
    """SFB-ACT-02: an attack or skill card of the champion that it activates."""
    card = card_of(state, event.card)
    if card is None:
        return
    if card.champion != state.figures[event.champion].slug:
        params = {"printed": event.card, "owner": card.champion, "champion": event.champion}
        yield RuleViolation("SFB-ACT-02", params)
    elif card.type == "reaction":
        yield RuleViolation("SFB-ACT-02", {"reaction": event.card})


def _check_hand(state: SfbState, event: ActionCardPlayed) -> Violations:
    """SFB-ACT-02, -10: not a card that lies in the discard pile."""
    found = tuple(check_hand_card(state, event.player, event.card))
    yield from found
    if found and event.card in seat(state, event.player).open:
        yield RuleViolation("SFB-ACT-10", {"card": event.card, "player": event.player})


def _movement_of(state: SfbState, event: ActionCardPlayed) -> tuple[int | None, bool | None]:
    """The movement points of the card for its champion, and whether it has a movement value at all."""
    card = card_of(state, event.card)
    if card is None:
        return None, None
    return movement(state, event.champion, card.move, has_move(card)), has_move(card)


def _check_activated(state: SfbState, event: ActionCardPlayed | BasicActionStarted) -> Violations:
    if isinstance(event, BasicActionStarted):
        yield from _check_return(state, event.champion, _basic_movement(state, event), True)
    else:
        yield from _check_return(state, event.champion, *_movement_of(state, event))


def _check_return(state: SfbState, champion: str, mp: int | None, has_value: bool | None) -> Violations:
    """SFB-ACT-09, SFB-KO-08: a champion at its gates needs a movement point and a free cell to come back to."""
    if cell_of(state, champion) is not None:
        return
    if has_value is False or mp == 0:
        yield RuleViolation("SFB-ACT-09", {"champion": champion})
    elif free_start_cells(state, champion) == frozenset():
        yield RuleViolation("SFB-KO-08", {"waiting": champion})


def on_action_card_played(state: SfbState, event: ActionCardPlayed) -> SfbState:
    """SFB-CORE-05: the core is paid at once; SFB-DECK-06: the card is in play."""
    card = card_of(state, event.card)
    mp, _ = _movement_of(state, event)
    kind: Literal["attack", "skill"] = "skill" if card is not None and card.type == "skill" else "attack"
    action = Action(kind, event.player, event.champion, event.core, card=event.card, mp=mp)
    own = from_hand(seat(state, event.player), event.card)
    unknown = card is None or card.type is None or card.core is None
    return _opened(state, action, own, *(("SFB-ACT-02",) if unknown else ()))


def _opened(state: SfbState, action: Action, own: Seat, *rules: str) -> SfbState:
    """The open action, its core paid; SFB-KO-08: its champion comes back first if it is at its gates."""
    rules = (*rules, "SFB-MOVE-01") if action.mp is None else rules
    own, full = exhausted(own, action.core, action.player != state.active), table(state)
    full = flagged(changed(full, action=action, seats={**full.seats, action.player: own}), *rules)
    if cell_of(state, action.champion) is None:
        full = pushed(full, Due("champion_returned", "SFB-LOG-06", champion=action.champion))
    return put(state, full)


def check_basic_action_started(state: SfbState, event: BasicActionStarted, by: Actor) -> Violations:
    """SFB-ACT-04, -05, -09, SFB-TURN-03, SFB-CORE-04."""
    return passing(
        state,
        in_turn(state, by, event.player),
        no_action(state),
        known_figure(state, event.champion),
        _check_own(state, event.player, event.champion),
        _check_first_time(state, event),
        check_core(state, event.player, event.core, BASICS[event.basic].core, "SFB-CORE-04"),
        _check_activated(state, event),
    )


def _check_first_time(state: SfbState, event: BasicActionStarted) -> Violations:
    """SFB-ACT-05: each standard action once in an activation phase."""
    if event.basic in seat(state, event.player).basics:
        yield RuleViolation("SFB-ACT-05", {"player": event.player, "told": event.basic})


def _basic_movement(state: SfbState, event: BasicActionStarted) -> int | None:
    return movement(state, event.champion, BASICS[event.basic].move)


def on_basic_action_started(state: SfbState, event: BasicActionStarted) -> SfbState:
    """SFB-CORE-05: the core is paid at once."""
    mp = _basic_movement(state, event)
    own = seat(state, event.player)
    own = replace(own, basics=(*own.basics, event.basic))
    action = Action("basic", event.player, event.champion, event.core, basic=event.basic, mp=mp)
    return _opened(state, action, own)


def check_card_declined(state: SfbState, event: CardDeclined, by: Actor) -> Violations:
    """SFB-CMB-04, SFB-SKILL-02: only after the movement and every before-attack effect."""
    action = action_of(state)
    rule = "SFB-SKILL-01" if action.kind == "skill" else "SFB-CMB-01"
    return passing(
        state,
        in_turn(state, by),
        in_step(state, rule, "move", "pre"),
        check_open_card(state, event.card),
        check_finished(state, None) if action.kind == "attack" else (),
    )


def check_open_card(state: SfbState, card: str) -> Violations:
    """SFB-LOG-08: the card of the open action is meant; a standard action has none."""
    action = action_of(state)
    if action.card != card:
        params = {"what": "what_card", "expected": some(action.card), "told": card}
        yield RuleViolation("SFB-LOG-08", params)


def on_card_declined(state: SfbState, event: CardDeclined) -> SfbState:
    """SFB-CMB-04, SFB-SKILL-02: nothing of the card comes any more."""
    return stepped(state, "close")


def check_action_ended(state: SfbState, event: ActionEnded, by: Actor) -> Violations:
    """SFB-ACT-04, SFB-CMB-01, SFB-SKILL-01, SFB-LVL-01."""
    return passing(state, in_turn(state, by), check_complete(state), _check_levels(state))


def _check_levels(state: SfbState) -> Violations:
    """SFB-LVL-01: nobody waits to level up."""
    action = action_of(state)
    if action.credits:
        yield RuleViolation("SFB-LVL-01", {"champion": action.credits[0], "expected": list(action.credits)})


def on_action_ended(state: SfbState, event: ActionEnded) -> SfbState:
    """SFB-ACT-10, SFB-END-02."""
    return closed(state)
