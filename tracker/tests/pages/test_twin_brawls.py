"""Two matches of Super Fantasy Brawl that differ in one hidden thing look the same to everybody who may not know it.

Hands, exchanges, plans, upkeep, what somebody looked at, registered champions, trap tokens and possible reactions: on
pages, in REST with its headers, in the downloaded log, on the live stream and in the refusals of guesses.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from api.views import live
from games.codec import codec_for
from games.ruleset import Entry, Event
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.effects import reacting_side
from games.super_fantasy_brawl.play.simulate import simulate
from games.super_fantasy_brawl.play.training import CARDS
from games.super_fantasy_brawl.state import SfbState, mode_of
from games.super_fantasy_brawl.tests.full.test_setup import TOKENS
from games.super_fantasy_brawl.tests.tables import (
    ORGANISER,
    POOLS,
    built,
    deployed,
    ordered,
    trapped,
    turn_begun,
)
from games.testing import Case
from games.tests.rounds import quick_are
from tracker import selectors
from tracker.tests.pages.brawl_log import RULES, LoggedBrawl, renamed, unsealed
from tracker.tests.pages.full_table import builtin
from tracker.tests.pages.twins import PARTS, plain

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = (
    "/matches/{match}/",
    "/matches/{match}/?at=14",
    "/matches/{match}/board/?at=14",
    "/logs/{match}.jsonl",
    *("/api/v1/matches/{match}/" + part for part in PARTS),
)
OWN_PAGES = ("/matches/{match}/pad/", "/api/v1/matches/{match}/next/?moves=1", "/my/")


class Twin(LoggedBrawl):
    """One of the two matches."""

    def seen(self, reader: str, path: str) -> tuple[int, str, list[tuple[str, str]]]:
        """What a player, or the public (""), gets."""
        client = self.phones[reader].client if reader else Client(headers={"accept-language": "en"})
        answer: Any = client.get(path.format(match=self.match))
        return plain(answer)

    def guessed(self, reader: str, event: Event) -> tuple[int, str, list[tuple[str, str]]]:
        type_, data = builtin(event)
        told = {"type": type_, "data": renamed(data, self.ids), "dry_run": True}
        path = f"/api/v1/matches/{self.match}/events/"
        answer = self.phones[reader].client.post(path, json.dumps(told), content_type="application/json")
        return plain(answer)


@dataclass(frozen=True)
class Secret:
    """One hidden thing: the events of both twins, the players from whom it is hidden, one who knows it, wrong guesses.

    `knows`: "" where nobody at the table may know it.
    """

    one: tuple[Event, ...]
    other: tuple[Event, ...]
    hidden_from: tuple[str, ...]
    knows: str
    guesses: tuple[Event, ...]


def log_of(case: Case) -> tuple[Event, ...]:
    case.then_accepted()
    return tuple(entry.event for entry in case.entries if isinstance(entry, Entry))


def cards_of(case: Case, player: str = "r") -> tuple[str, ...]:
    return deck_of(case.state, player) or ()


def about(player: str, *cards: str) -> tuple[Event, ...]:
    """What others may try to learn where these cards are."""
    told: list[Event] = []
    for card in cards:
        told += [
            f.OpeningHandDrawn(player=player, count=1, cards=(card,)),
            f.MulliganResolved(player=player, count=1, returned=(card,)),
            f.CardsDrawn(player=player, declared=1, drawn=1, cards=(card,)),
            f.CardsPlanned(player=player, count=1, cards=(card,)),
            f.RefreshCompleted(player=player, count=1, discarded=(card,)),
            f.InformationShown(owner=player, what="hand", cards=(card,)),
            a.ActionCardPlayed(player=player, champion="red:anvil", card=card, core="creation"),
            a.ReactionPlayed(player=player, card=card, core="creation", on_champion="red:anvil"),
            a.ChampionStunned(champion="red:anvil", cause="effect", discarded=card),
        ]
    return tuple(told)


def with_hand(hand: tuple[str, ...], *exchange: tuple[str, ...], mode: str = "duel") -> Case:
    """The first player drew this hand, perhaps exchanged cards of it; it is that player's turn."""
    case = trapped(mode=mode)
    size = mode_of(case.state).hand
    back, fresh = exchange or ((), ())
    for player in case.state.order:
        told, gone = (hand[:size], back) if player == "r" else (None, ())
        case = case.when(f.OpeningHandDrawn(player=player, count=size, cards=told))
        kept = f.MulliganResolved(player=player, count=0)
        swapped = f.MulliganResolved(player=player, count=len(gone), returned=back, drawn=fresh)
        case = case.when(swapped if gone else kept)
    return turn_begun(deployed(case))


def hands() -> Secret:
    deck = cards_of(trapped())
    one, other = deck[:5], deck[6:11]
    return Secret(
        log_of(with_hand(one)), log_of(with_hand(other)), ("b", ""), "r", about("r", one[0], other[0])
    )


def hands_of_a_team() -> Secret:
    deck = cards_of(trapped(mode="superteams"))
    logs = [log_of(with_hand(hand, mode="superteams")) for hand in (deck[:4], deck[4:8])]
    return Secret(logs[0], logs[1], ("b", "c", ""), "s", about("r", deck[0], deck[4]))


def exchanges() -> Secret:
    deck = cards_of(trapped())
    logs = [
        log_of(with_hand(deck[:5], back, fresh))
        for back, fresh in ((deck[:2], deck[8:10]), (deck[2:4], deck[10:12]))
    ]
    return Secret(logs[0], logs[1], ("b", ""), "r", about("r", deck[0], deck[2], deck[8]))


def plans() -> Secret:
    hand = cards_of(trapped())[:5]
    logs = []
    for card in hand[:2]:
        case = with_hand(hand)
        case = case.when(a.BasicActionStarted(player="r", champion="red:anvil", basic=1, core="manipulation"))
        logs.append(log_of(case.when(f.CardsPlanned(player="r", count=1, cards=(card,)))))
    return Secret(logs[0], logs[1], ("b", ""), "r", about("r", *hand[:2]))


def upkeeps() -> Secret:
    deck = cards_of(trapped())
    logs = []
    for drawn in (deck[5:10], deck[10:15]):
        case = with_hand(deck[:5])
        case = case.when(f.RefreshCompleted(player="r", count=5, discarded=deck[:5], drawn=drawn))
        logs.append(log_of(turn_begun(case.when(f.TurnEnded(player="r")))))
    return Secret(logs[0], logs[1], ("b", ""), "r", about("r", deck[5], deck[10]))


def registered() -> Secret:
    pools = (POOLS["r"], (*POOLS["r"][:4], "glimmer"))
    logs = [
        log_of(ordered(detail="full").when(e.PoolRegistered(player="r", champions=pool), ORGANISER))
        for pool in pools
    ]
    guesses: list[Event] = []
    for pool in pools:
        guesses += [
            e.PoolRegistered(player="r", champions=pool),
            e.DraftPoolSet(player="r", champions=pool),
            e.RosterConfirmed(player="r", champions=pool[-3:]),
            e.ChampionBanned(by="b", owner="r", champion=pool[-1]),
        ]
    return Secret(logs[0], logs[1], ("b", ""), "r", tuple(guesses))


def trap_guesses() -> tuple[Event, ...]:
    cell = sorted(trapped().state.full.ground.trap_cells)[0]
    kinds = dict.fromkeys(TOKENS)
    turned = [a.TrapTriggered(champion="blue:drift", cell=cell, slot="slot-0", kind=kind) for kind in kinds]
    looked = [
        f.InformationShown(owner="b", viewer="b", what="trap", slot="slot-0", cards=(k,)) for k in kinds
    ]
    return (*turned, *looked)


def kept_tokens() -> Secret:
    logs = [
        log_of(with_traps(built().when(f.TrapSupplyShuffled(tokens=tokens), ORGANISER)))
        for tokens in (TOKENS, TOKENS[::-1])
    ]
    return Secret(logs[0], logs[1], ("r", "b", ""), "", trap_guesses())


def noted_tokens() -> Secret:
    logs = [log_of(with_traps(built(), kind)) for kind in ("stun", "damage_3")]
    return Secret(logs[0], logs[1], ("r", "b", ""), "", trap_guesses())


def with_traps(case: Case, first: Any = None) -> Case:
    """All traps lie; staff noted the kind of the first one."""
    if first is not None:
        cell = sorted(case.state.full.ground.trap_cells)[0]
        token = f.TrapTokenPlaced(player="r", cell=cell, slot="slot-0", token=first)
        case = case.when(token, ORGANISER)
        cells = sorted(case.state.full.ground.trap_cells)[1:4]
        for number, place in enumerate(cells):
            player = "r" if number == 0 else "b"
            case = case.when(f.TrapTokenPlaced(player=player, cell=place, slot=f"slot-{number + 1}"))
        return case
    return trapped(case)


Moment = Callable[[SfbState, list[Event]], Secret | None]


def simulated(moment: Moment) -> Secret:
    """The first moment of a simulated duel that makes twins; it gets the state after the last of the events."""
    for seed in range(200):
        setup, logged = simulate(seed, "full", mode="duel")
        state = RULES.initial(setup)
        events: list[Event] = []
        for event, _by in logged:
            events.append(event)
            state = RULES.evolve(state, event)
            found = moment(state.play, events)
            if found is not None:
                return found
    raise AssertionError("no simulated match came there")


def opponent(state: SfbState, player: str) -> str:
    """The other player of a duel."""
    return next(side.players[0] for side in state.sides.values() if player not in side.players)


def attacked(state: SfbState, events: list[Event]) -> Secret | None:
    """An attack waits: in one twin the attacked player holds reactions, in the other one none. Only if the player
    named the whole hand at the last upkeep, out of a deck as it was dealt, and nothing has touched it
    since."""
    if not isinstance(events[-1], a.AttackDeclared) or state.full is None or state.full.due:
        return None
    (player,) = state.sides[reacting_side(state)].players
    seat = state.full.seats[player]
    at = next((n for n in reversed(range(len(events))) if _is_upkeep(events[n], player)), None)
    if at is None or getattr(events[at], "drawn", None) != seat.held or seat.top or seat.play:
        return None
    if any(isinstance(event, f.CardsPlanned | f.PersonalDeckReshuffled) for event in events[:at]):
        return None
    gone = {*seat.held, *seat.open, *(getattr(events[at], "discarded", None) or ())}
    left = [card for card in deck_of(state, player) or () if card not in gone]
    calm = tuple(card for card in left if CARDS[card].type != "reaction")[:5]
    answers = [card for card in seat.held if CARDS[card].type == "reaction"]
    if len(calm) < len(seat.held) or not answers:
        return None
    twin = unsealed(builtin(events[at])[1])
    drawn = codec_for(RULES).from_payload("refresh_completed", {**twin, "drawn": calm})
    guesses = tuple(
        a.ReactionPlayed(
            player=player,
            card=card,
            core=CARDS[card].core or "creation",
            on_champion=events[-1].targets[0],
        )
        for card in (*answers, *calm)
    )
    other = (*events[:at], drawn, *events[at + 1 :])
    return Secret(tuple(events), other, (opponent(state, player), ""), player, guesses)


def _is_upkeep(event: Event, player: str) -> bool:
    return isinstance(event, f.RefreshCompleted) and event.player == player


def looked_at(state: SfbState, events: list[Event]) -> Secret | None:
    """A player looks at a card alone, by an effect that allows it."""
    look = events[-1]
    if not isinstance(look, f.InformationShown) or look.viewer is None:
        return None
    told, codec = unsealed(builtin(look)[1]), codec_for(RULES)
    one, other = (
        codec.from_payload("information_shown", {**told, "what": "other", "cards": [card]})
        for card in sorted(CARDS)[:2]
    )
    unseen = (opponent(state, look.viewer), "")
    before = tuple(events[:-1])
    return Secret((*before, one), (*before, other), unseen, look.viewer, (one, other))


SECRETS: dict[str, Callable[[], Secret]] = {
    "hand": hands,
    "hand of a team": hands_of_a_team,
    "exchange": exchanges,
    "plan": plans,
    "upkeep": upkeeps,
    "registered pool": registered,
    "kept tokens": kept_tokens,
    "noted token": noted_tokens,
    "reaction": lambda: simulated(attacked),
    "look": lambda: simulated(looked_at),
}


@pytest.fixture(params=quick_are(("kept tokens",), SECRETS))
def secret(request: pytest.FixtureRequest) -> Secret:
    return SECRETS[request.param]()


@pytest.fixture
def twins(secret: Secret) -> tuple[Twin, Twin]:
    return Twin(secret.one), Twin(secret.other)


def pages(secret: Secret, reader: str) -> Iterator[str]:
    yield from (*PAGES, *(OWN_PAGES if reader else ()))
    yield last_events(secret)


def last_events(secret: Secret) -> str:
    """The address of the newest events, the secret one among them."""
    return f"/api/v1/matches/{{match}}/events/?after={max(0, len(secret.one) - 20)}&limit=20"


def test_nothing_tells_the_secret(
    secret: Secret, twins: tuple[Twin, Twin], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = twins
    assert selectors.head(one.match).version >= len(secret.one)
    for reader in secret.hidden_from:
        for path in pages(secret, reader):
            assert one.seen(reader, path) == other.seen(reader, path), (reader, path)
        for guess in secret.guesses if reader else ():
            told = one.guessed(reader, guess)
            assert told == other.guessed(reader, guess) and told[0] in (400, 403, 422), (reader, guess)
    monkeypatch.setattr(live, "HELD_FOR", 0.0)
    for reader in secret.hidden_from:
        streams = [twin.phones[reader].client if reader else Client() for twin in twins]
        told_live = [
            plain(client.get(f"/api/v1/live/{twin.match}/", headers={"last-event-id": "0"}))
            for client, twin in zip(streams, twins, strict=True)
        ]
        assert told_live[0] == told_live[1] and "event" in told_live[0][1], reader
    if secret.knows:
        path = last_events(secret)
        assert one.seen(secret.knows, path) != other.seen(secret.knows, path), "its owner sees the difference"
