"""What only its owner knows at the simulated table: cards drawn, planned or thrown away, tokens, new challenges.

How many, of what and when is the rules' (`nexts`, `full/moves.py`); which card it is comes from the table. Called by
`choices.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from games.ruleset import Event, NextEvent
from games.simulated import ORGANISER
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.frame import action_of, owner_of
from games.super_fantasy_brawl.full.moves import moves
from games.super_fantasy_brawl.full.moves_effects import card_effects, stuns
from games.super_fantasy_brawl.full.printed import open_effects
from games.super_fantasy_brawl.full.zones import available, needs_reshuffle
from games.super_fantasy_brawl.play.table import PlayTable
from games.super_fantasy_brawl.simulate_setup import event_of
from games.super_fantasy_brawl.state import mode_of

Told = Iterable[Event]


def is_true(table: PlayTable, event: Event) -> bool:
    """Whether the cards and tokens of a move are really where it says."""
    if isinstance(event, a.ActionCardPlayed | a.ReactionPlayed):
        return event.card in table.hands[event.player]
    if isinstance(event, a.TrapTriggered):
        return table.under.get(event.slot, event.kind) == event.kind
    return True


def champions(table: PlayTable, told: NextEvent) -> Told:
    """SFB-ROSTER-01: the teams and pools that players bring."""
    event = event_of(table, told)
    return () if event is None else (event,)


def supply(table: PlayTable, told: NextEvent) -> Told:
    """SFB-HID-02: from now on the server keeps the tokens."""
    yield f.TrapSupplyShuffled(tokens=tuple(table.tokens))  # type: ignore[arg-type]


def trap(table: PlayTable, told: NextEvent) -> Told:
    """SFB-SETUP-08, SFB-TRAP-05: where a token may lie; staff sometimes note which one it is."""
    found = moves(table.state, told, ORGANISER)
    noted = table.full.supply is None and table.chance(0.05)
    for event in found:
        assert isinstance(event, f.TrapTokenPlaced)
        yield replace(event, token=table.tokens[0]) if noted else event


def challenge(table: PlayTable, told: NextEvent) -> Told:
    """SFB-CHAL-04: the next card of the challenge deck."""
    cause = told.choices["cause"][0]
    yield e.ChallengeCardLaid(cell=told.limits["cell"][0], card=table.challenges[-1], cause=cause)


def opening_hand(table: PlayTable, told: NextEvent) -> Told:
    """SFB-SETUP-10."""
    player, count = told.players[0], told.limits["count"][1]
    cards = table.drawn(player, count)
    yield f.OpeningHandDrawn(player=player, count=count, cards=table.named(player, cards))


def mulligan(table: PlayTable, told: NextEvent) -> Told:
    """SFB-SETUP-11, -12: some of the cards go back after new ones came."""
    player, hand = told.players[0], table.hands[told.players[0]]
    back = table.rng.sample(hand, table.rng.choice((0, 0, 1, 2, len(hand))))
    hand[:] = [card for card in hand if card not in back]
    fresh = table.drawn(player, len(back))
    table.decks[player] += back
    table.rng.shuffle(table.decks[player])
    returned, drawn = table.named(player, back), table.named(player, fresh)
    yield f.MulliganResolved(player=player, count=len(back), returned=returned, drawn=drawn)


def refresh(table: PlayTable, told: NextEvent) -> Told:
    """SFB-DECK-02, -04: the whole hand goes, a new one comes, through a reshuffle where it is needed."""
    player, count = told.players[0], mode_of(table.state).hand
    left = list(table.hands[player])
    table.thrown[player] += left
    table.hands[player].clear()
    if needs_reshuffle(table.state, player, count, refreshing=True):
        table.log(
            f.PersonalDeckReshuffled(player=player, size=len(table.thrown[player])), table.player(player)
        )
    drawn = table.drawn(player, count)
    discarded = tuple(left) if table.chance(0.8) else None
    told_of = table.named(player, drawn)
    yield f.RefreshCompleted(player=player, count=len(drawn), discarded=discarded, drawn=told_of)


def draw(table: PlayTable, told: NextEvent) -> Told:
    """SFB-EFF-02."""
    for player, (source, most) in card_effects(table.state, told.type).items():
        declared = table.rng.randint(0, most or 1)
        if declared and needs_reshuffle(table.state, player, declared):
            table.log(
                f.PersonalDeckReshuffled(player=player, size=len(table.thrown[player])), table.player(player)
            )
        drawn = table.drawn(player, min(declared, available(table.state, player)))
        cards = table.named(player, drawn)
        yield f.CardsDrawn(player=player, declared=declared, drawn=len(drawn), source=source, cards=cards)
        return


def plan(table: PlayTable, told: NextEvent) -> Told:
    """SFB-EFF-10: cards of the hand onto the deck."""
    for player, (source, most) in card_effects(table.state, told.type).items():
        hand = table.hands[player]
        cards = table.rng.sample(hand, table.rng.randint(0, min(most or 1, len(hand))))
        hand[:] = [card for card in hand if card not in cards]
        table.decks[player] += reversed(cards)
        yield f.CardsPlanned(player=player, count=len(cards), source=source, cards=table.named(player, cards))
        return


def show(table: PlayTable, told: NextEvent) -> Told:
    """SFB-EFF-23: the hand to everybody, or something that its player alone looks at."""
    for player, (source, _most) in card_effects(table.state, told.type).items():
        effects = [
            one for _at, one in open_effects(table.state, source) or () if one.keyword in ("show", "look")
        ]
        looks = any(one.keyword == "look" for one in effects)
        note = next((one.text for one in effects), None)
        viewer = player if looks else None
        yield f.InformationShown(
            owner=player, what="other" if looks else "hand", viewer=viewer, source=source, note=note
        )


def text(table: PlayTable, told: NextEvent) -> Told:
    """SFB-LOG-04: what only the text of a card says."""
    action = action_of(table.state)
    for source in (
        (None, action.reaction.card) if action is not None and action.reaction is not None else (None,)
    ):
        for _at, effect in open_effects(table.state, source) or ():
            card = source or (action.card if action is not None else None)
            if effect.keyword == "other" and card is not None:
                yield a.CardEffectApplied(source=card, description=effect.text or "As the card says.")


def stun(table: PlayTable, told: NextEvent) -> Told:
    """SFB-EFF-07: a card of the champion goes, or the whole hand is shown."""
    for champion, cause, source in stuns(table.state):
        hand, slug = table.hands[owner_of(table.state, champion)], table.state.figures[champion].slug
        own = sorted(card for card in hand if table.full.cards[card].champion == slug)
        yield a.ChampionStunned(
            champion=champion,
            cause=cause,  # type: ignore[arg-type]
            discarded=table.rng.choice(own) if own else None,
            shown=None if own else tuple(sorted(hand)),
            source=source,
        )


HIDDEN: dict[str, Callable[[PlayTable, NextEvent], Told]] = {
    "card_effect_applied": text,
    "cards_drawn": draw,
    "cards_planned": plan,
    "challenge_card_laid": challenge,
    "champion_stunned": stun,
    "draft_pool_set": champions,
    "information_shown": show,
    "mulligan_resolved": mulligan,
    "opening_hand_drawn": opening_hand,
    "personal_deck_reshuffled": refresh,
    "pool_registered": champions,
    "refresh_completed": refresh,
    "roster_confirmed": champions,
    "trap_supply_shuffled": supply,
    "trap_token_placed": trap,
}
"""Types of events whose cards or tokens the rules do not know."""
