"""Opening hands, mulligans, draws, plans and shown cards: SFB-SETUP-10 to -12, SFB-DECK-04, SFB-EFF-02, -10, -23.

Called through `rules.py`. `zones.py` does the bookkeeping.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.chapters.draft import by_mode
from games.super_fantasy_brawl.facts import TRAPS
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.common import action_of, at_full, during, put, table
from games.super_fantasy_brawl.full.due import answered, pushed
from games.super_fantasy_brawl.full.effects import check_effect, effect_done, is_ability
from games.super_fantasy_brawl.full.events import (
    CardsDrawn,
    CardsPlanned,
    InformationShown,
    MulliganResolved,
    OpeningHandDrawn,
    PersonalDeckReshuffled,
)
from games.super_fantasy_brawl.full.printed import open_effects, player_of_effect, takers, timings
from games.super_fantasy_brawl.full.state import NO_ACTION, Due, changed, slot_of, with_seat
from games.super_fantasy_brawl.full.zones import (
    available,
    check_draw,
    check_planned,
    check_reshuffle_done,
    drew,
    foreign,
    needs_reshuffle,
    planned,
    seat,
    without,
)
from games.super_fantasy_brawl.permissions import Violations, acts, passing
from games.super_fantasy_brawl.state import SfbState, mode_of, side_of


def next_hand(state: SfbState) -> str:
    """SFB-SETUP-10, -12: whose opening hand or mulligan comes next; "" when all are done."""
    return next((player for player in state.order if not seat(state, player).mulliganed), "")


@during("hands")
def check_opening_hand_drawn(state: SfbState, event: OpeningHandDrawn, by: Actor) -> Violations:
    """SFB-SETUP-10, -12, SFB-MODE-08, -09: player by player, as many cards as the mode says."""
    return passing(
        state,
        _check_turn_of_hand(state, event.player, dealt=False),
        _check_hand_size(state, event),
        check_draw(state, event.player, event.count, event.cards),
    )


def _check_turn_of_hand(state: SfbState, player: str, dealt: bool) -> Violations:
    due, rule = next_hand(state), by_mode(state, "SFB-SETUP-10", "SFB-MODE-08")
    if player != due:
        yield RuleViolation(rule, {"expected": due or "nobody", "told": player})
    elif not dealt and seat(state, player).dealt:
        yield RuleViolation(rule, {"dealt": player})


def _check_hand_size(state: SfbState, event: OpeningHandDrawn) -> Violations:
    expected = mode_of(state).hand
    if event.count != expected:
        rule = by_mode(state, "SFB-SETUP-12", "SFB-MODE-09")
        yield RuleViolation(rule, {"expected": expected, "told": event.count})


def on_opening_hand_drawn(state: SfbState, event: OpeningHandDrawn) -> SfbState:
    state = drew(state, event.player, event.count, event.cards)
    return put(state, with_seat(table(state), event.player, dealt=True))


@during("hands")
def check_mulligan_resolved(state: SfbState, event: MulliganResolved, by: Actor) -> Violations:
    """SFB-SETUP-11: once, after the opening hand; as many drawn as returned, none of them the same."""
    return passing(
        state,
        _check_mulligan_time(state, event),
        _check_turn_of_hand(state, event.player, dealt=True),
        _check_mulligan(state, event),
    )


def _check_mulligan_time(state: SfbState, event: MulliganResolved) -> Violations:
    own = seat(state, event.player)
    if own.mulliganed:
        yield RuleViolation("SFB-SETUP-11", {"done": event.player})
    elif not own.dealt:
        yield RuleViolation("SFB-SETUP-11", {"undealt": event.player})


def _check_mulligan(state: SfbState, event: MulliganResolved) -> Violations:
    own = seat(state, event.player)
    told = [len(cards) for cards in (event.returned, event.drawn) if cards is not None]
    if event.count > own.hand:
        yield RuleViolation("SFB-SETUP-11", {"hand": own.hand, "told": event.count})
        return
    if any(count != event.count for count in told):
        yield RuleViolation("SFB-SETUP-11", {"counts": [event.count, *told]})
        return
    complete = len(own.held) >= own.hand
    back = event.returned or ()
    kept = without(own.held, back)
    strange = foreign(own, back, ()) + [card for card in back if complete and card not in own.held]
    strange += foreign(own, event.drawn or (), (*kept, *back))
    if strange:
        yield RuleViolation("SFB-SETUP-11", {"cards": sorted(set(strange))})


def on_mulligan_resolved(state: SfbState, event: MulliganResolved) -> SfbState:
    """The hand is as large as before, and so is the deck."""
    own = seat(state, event.player)
    held = own.held
    if event.count:
        held = (*without(own.held, event.returned or ()), *(event.drawn or ()))
        held = held if event.returned is not None else event.drawn or ()
    state = put(state, with_seat(table(state), event.player, held=held, mulliganed=True))
    return state if next_hand(state) else replace(state, phase="deploy")


@during("activation")
def check_cards_drawn(state: SfbState, event: CardsDrawn, by: Actor) -> Violations:
    """SFB-EFF-02, SFB-DECK-04, -07: as many as declared, as far as there are cards."""
    return passing(
        state,
        check_effect(state, "draw", event.source, amount=event.declared, rule="SFB-EFF-02"),
        _check_taker(state, event.player, "draw", event.source),
        _check_drawn(state, event),
        check_reshuffle_done(state, event.player, event.declared),
        check_draw(state, event.player, event.drawn, event.cards),
    )


def _check_taker(state: SfbState, player: str, keyword: str, source: str | None) -> Violations:
    """SFB-TURN-04: the effect lets this player draw or plan, and no other."""
    found = open_effects(state, source, keyword)
    if found and not is_ability(state, source):
        named = [who for _, effect in found for who in takers(state, effect, source)]
        if player not in named:
            yield RuleViolation("SFB-TURN-04", {"player": player, "expected": state.active})


def _check_drawn(state: SfbState, event: CardsDrawn) -> Violations:
    due = min(event.declared, available(state, event.player))
    if event.drawn != due:
        yield RuleViolation("SFB-EFF-02", {"limit": due, "told": event.drawn})


def on_cards_drawn(state: SfbState, event: CardsDrawn) -> SfbState:
    state = put(state, answered(table(state), event))
    return effect_done(drew(state, event.player, event.drawn, event.cards), "draw", event.source)


@during("activation")
def check_cards_planned(state: SfbState, event: CardsPlanned, by: Actor) -> Violations:
    """SFB-EFF-10, SFB-ACT-07: up to X cards of the player's hand."""
    return passing(
        state,
        check_effect(state, "plan", event.source, amount=event.count, rule="SFB-EFF-10"),
        _check_taker(state, event.player, "plan", event.source),
        check_planned(state, event.player, event.count, event.cards),
    )


def on_cards_planned(state: SfbState, event: CardsPlanned) -> SfbState:
    return effect_done(planned(state, event.player, event.count, event.cards), "plan", event.source)


@during("activation")
def check_personal_deck_reshuffled(state: SfbState, event: PersonalDeckReshuffled, by: Actor) -> Violations:
    """SFB-DECK-01, -04, -06: right before a draw that needs it; cards in play are not in the discard pile."""
    own, refreshing = seat(state, event.player), action_of(state) is NO_ACTION
    size = own.discard + (own.hand if refreshing else 0)
    wanted = mode_of(state).hand if refreshing else largest_draw(state, event.player)
    foreign_turn = refreshing and event.player != state.active
    needed = wanted is None or needs_reshuffle(state, event.player, wanted, refreshing)
    if not needed or foreign_turn or not size or table(state).needs:
        params = {"player": event.player, "deck": own.deck, "count": 0 if wanted is None else wanted}
        yield RuleViolation("SFB-DECK-04", params)
    elif event.size != size:
        rule = "SFB-DECK-06" if event.size == size + len(own.play) and own.play else "SFB-DECK-04"
        params = {"player": event.player, "deck": own.deck, "count": wanted or 0}
        yield RuleViolation(rule, {**params, "expected": size, "told": event.size})
        whole = mode_of(state).deck
        cards = {"expected": whole, "told": whole - size + event.size}
        yield RuleViolation("SFB-DECK-01", {"player": event.player, **cards})


def largest_draw(state: SfbState, player: str) -> int | None:
    """The most that an open effect of the action lets this player draw; None: unknown."""
    sources = action_of(state).sources
    found = {one: open_effects(state, one, "draw") for one in sources if timings(state, one)}
    if None in found.values():
        return None
    own = [
        effect.x or 0
        for source, effects in found.items()
        for _, effect in effects or ()
        if player in takers(state, effect, source)
    ]
    return max(own, default=0)


def on_personal_deck_reshuffled(state: SfbState, event: PersonalDeckReshuffled) -> SfbState:
    """The draw that needs it comes next, and takes the rest of the old deck first."""
    full = changed(table(state), needs=event.player)
    return put(state, pushed(full, Due("cards_drawn|refresh_completed", "SFB-LOG-06", player=event.player)))


def check_information_shown(state: SfbState, event: InformationShown, by: Actor) -> Violations:
    """SFB-EFF-23: to everybody, or to the player whose effect it is."""
    keyword = "show" if event.viewer is None else "look"
    allowed = tuple(check_effect(state, keyword, event.source))
    if event.what == "trap":
        allowed = (RuleViolation("SFB-TRAP-01", {"told": some(event.slot)}),) if allowed else ()
    return passing(
        state,
        at_full(state, "activation"),
        acts(state, by, event.owner),
        iter(allowed),
        _check_viewer(state, event),
        _check_token_seen(state, event),
        _check_shown(state, event),
    )


def _check_token_seen(state: SfbState, event: InformationShown) -> Violations:
    """SFB-TRAP-01, SFB-TRAP-10: a token that lies on the board, and the kind that it is known to be."""
    if event.what != "trap":
        if event.slot is not None:
            yield RuleViolation("SFB-TRAP-01", {"told": event.slot, "absent": True})
        return
    token = slot_of(table(state), event.slot)
    if token is None:
        yield RuleViolation("SFB-TRAP-01", {"told": some(event.slot), "absent": True})
        return
    kinds = event.cards or ()
    strange = [kind for kind in kinds if kind not in TRAPS or token.token not in (None, kind)]
    if len(kinds) > 1 or strange:
        yield RuleViolation("SFB-TRAP-10", {"other": kinds[0]})


def _check_viewer(state: SfbState, event: InformationShown) -> Violations:
    if event.viewer is not None and event.viewer != player_of_effect(state, event.source):
        yield RuleViolation("SFB-EFF-23", {"told": event.viewer})


def _check_shown(state: SfbState, event: InformationShown) -> Violations:
    """SFB-DECK-07: cards that can lie there."""
    own = seat(state, event.owner)
    if event.cards is None or event.what in ("other", "trap"):
        return
    planned_ = tuple(card for card in own.top if card is not None)
    elsewhere = (*own.open, *own.play, *(planned_ if event.what == "hand" else own.held))
    strange = foreign(own, event.cards, elsewhere)
    if event.what == "hand" and (len(event.cards) != own.hand or len(own.held) >= own.hand):
        strange += [card for card in event.cards if card not in own.held]
    if strange:
        yield RuleViolation("SFB-DECK-07", {"player": event.owner, "cards": strange})


def on_information_shown(state: SfbState, event: InformationShown) -> SfbState:
    """A hand that is shown whole is known from then on."""
    keyword = "show" if event.viewer is None else "look"
    if event.what == "trap" and open_effects(state, event.source, keyword) == ():
        return state
    own = seat(state, event.owner)
    shown = event.what == "hand" and event.viewer is None and event.cards is not None
    if shown and len(event.cards or ()) == own.hand and side_of(state, event.owner):
        state = put(state, with_seat(table(state), event.owner, held=event.cards))
    return effect_done(state, keyword, event.source)


def unlisted(state: SfbState, player: str) -> bool:
    """Whether nobody told which cards are in the hand, so that a card is named as it is played. Public facts, and the
    player's own."""
    own = table(state).seats.get(player)
    if own is None or len(own.held) >= own.hand:
        return False
    return own.cards is None and deck_of(state, player) is None
