"""What the forms of a pad offer, start with and compute where the rules name no values: cards of decks and hands.

Called through the game's faces. Everything is read from the match as its reader sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from games.lines import Line
from games.ruleset import NextEvent
from games.super_fantasy_brawl.chapters.draft import COMMON, registered_pool
from games.super_fantasy_brawl.chapters.selection import check_side, registered_of
from games.super_fantasy_brawl.chapters.stuck import MIRRORS
from games.super_fantasy_brawl.facts import CHAMPIONS
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.common import table
from games.super_fantasy_brawl.full.legal.moves_action import in_hand
from games.super_fantasy_brawl.full.legal.moves_effects import TO_PLAYER, card_effects
from games.super_fantasy_brawl.full.printed import open_effects, player_of_effect
from games.super_fantasy_brawl.full.zones import seat
from games.super_fantasy_brawl.pages import card_forms as of_cards
from games.super_fantasy_brawl.pages.report import RESULT
from games.super_fantasy_brawl.state import SfbState, mode_of, players_of

Values = dict[str, tuple[Any, ...]]
MOST_CARDS = 9
"""How many cards are offered where the effect is unknown."""
FROM_HAND, FROM_DECK = ("returned", "discarded"), ("drawn", "cards")
LISTS = {
    "opening_hand_drawn": ("cards",),
    "mulligan_resolved": ("returned", "drawn"),
    "cards_drawn": ("cards",),
    "cards_planned": ("cards",),
    "refresh_completed": ("discarded", "drawn"),
    "information_shown": ("cards",),
}
"""Events of cards that come or go face down: their lists, which nobody has to note."""
SHOWN = ("hand", "deck", "other")
REGISTERED = "pool_registered"
OF_CHAMPIONS = ("draft_pool_set", "roster_confirmed", REGISTERED)
"""Events of champions that somebody ticks."""


def step(state: SfbState, told: NextEvent) -> str | None:
    """A step that can wait has a name of its own: what only a card that nobody knows may allow, a first challenge that
    nobody notes. None: nothing is there to be told, or no effect of this player's allows it."""
    if told.type == "challenge_card_laid":
        return "" if state.full is not None else "first_challenge"
    if told.type == "draft_pool_set" and told.choices["player"] == (None,):
        return "common_pool"
    if told.type == "ruling_recorded" and told.choices:
        return "mirror_ruling" if told.choices["rule"] == (MIRRORS,) else "registered_ruling"
    if told.type not in TO_PLAYER:
        return of_cards.step(state, told)
    if told.players[0] not in card_effects(state, told.type):
        return None
    if not _is_guess(state, told):
        return ""
    own = seat(state, told.players[0])
    empty = {"cards_drawn": not own.deck, "cards_planned": not own.hand}.get(told.type, False)
    return None if empty else f"{told.type}_perhaps"


def _source(state: SfbState, told: NextEvent) -> tuple[str | None, int | None]:
    """(the card whose effect it is, None: that of the open action; how many cards it allows, None: unknown)."""
    found = card_effects(state, told.type)
    # whoever's hand is shown or looked at need not be whom the effect names
    return found.get(told.players[0]) or next(iter(found.values()), (None, None))


def _is_guess(state: SfbState, told: NextEvent) -> bool:
    """Whether nobody told what the card does; a deck that was reshuffled for a draw waits for it."""
    reshuffled = told.type == "cards_drawn" and table(state).needs == told.players[0]
    return not reshuffled and open_effects(state, _source(state, told)[0]) is None


def _in_deck(state: SfbState, player: str) -> tuple[str, ...]:
    """Cards that may be drawn: those that are known to be nowhere else."""
    own = seat(state, player)
    whole = own.cards if own.cards is not None else deck_of(state, player) or ()
    return tuple(sorted(card for card in whole if card not in (*own.held, *own.play)))


def _is_hand_known(state: SfbState, player: str) -> bool:
    return len(seat(state, player).held) >= seat(state, player).hand


def _lists(state: SfbState, told: NextEvent) -> Values:
    """The cards that can be named in each list."""
    player = told.players[0]
    hand = tuple(in_hand(state, player))
    of_hand = (*FROM_HAND, "cards") if told.type == "cards_planned" else FROM_HAND
    return {name: hand if name in of_hand else _in_deck(state, player) for name in LISTS[told.type]}


def options(state: SfbState, told: NextEvent) -> Values:
    """Field -> the values that a form offers where the rules name none."""
    if told.type in OF_CHAMPIONS:
        full = state.full
        known = full.champions if full is not None and full.champions else CHAMPIONS
        return {"champions": champions(state, told, known)}
    if told.type not in LISTS:
        return {}
    more = NUMBERS[told.type](state, told) if told.type in NUMBERS else {}
    return {**{name: cards for name, cards in _lists(state, told).items() if cards}, **more}


def champions(state: SfbState, told: NextEvent, known: Iterable[str]) -> tuple[str, ...]:
    """Those of the known ones that the other side does not bar (SFB-ROSTER-04) and no team mate has (SFB-MODE-06); to
    be laid out those alone that were registered (SFB-ROSTER-10)."""
    player = told.choices["player"][0]
    if told.type == "roster_confirmed":
        return tuple(slug for slug in known if not any(check_side(state, player, slug)))
    registered = registered_pool(state, player) if told.type == "draft_pool_set" else ()
    mates = _of_mates(state, player)
    return registered or tuple(slug for slug in known if slug not in mates)


def _of_mates(state: SfbState, player: str | None) -> set[str]:
    """What the other members of the team laid out or registered, as far as it may be seen."""
    mates = [mate for side in state.sides.values() if player in side.players for mate in side.players]
    told = (state.draft.pools, state.draft.registered)
    return {slug for mate in mates if mate != player for pools in told for slug in pools.get(mate, ())}


def _draws(state: SfbState, told: NextEvent) -> Values:
    """SFB-DECK-04: as many as the deck holds; more of them after it was reshuffled for that."""
    own, most = seat(state, told.players[0]), _source(state, told)[1] or MOST_CARDS
    if table(state).needs == told.players[0]:
        return {"declared": _up_to(own.deck + 1, most)}
    return {"declared": _up_to(int(_is_guess(state, told)), min(most, own.deck) if own.discard else most)}


def _plans(state: SfbState, told: NextEvent) -> Values:
    guess, most = _is_guess(state, told), _source(state, told)[1] or MOST_CARDS
    return {"count": _up_to(int(guess), min(most, seat(state, told.players[0]).hand))}


def _up_to(least: int, most: int) -> tuple[int, ...]:
    return tuple(range(least, max(least, most) + 1))


def _shows(state: SfbState, told: NextEvent) -> Values:
    """Whether the card lets its player show, or look."""
    source = _source(state, told)[0]
    found, reader = open_effects(state, source), player_of_effect(state, source)
    every = TO_PLAYER[told.type]
    ways = [one.keyword for _at, one in found or () if one.keyword in every] or every
    viewers: tuple[str | None, ...] = (None,) if "show" in ways else ()
    return {"what": SHOWN, "viewer": (*viewers, *((reader,) if "look" in ways else ()))}


NUMBERS: dict[str, Callable[[SfbState, NextEvent], Values]] = {
    "cards_drawn": _draws,
    "cards_planned": _plans,
    "information_shown": _shows,
}


def starts(state: SfbState, told: NextEvent) -> Mapping[str, Any]:
    """Two who meet for a game agree on their teams, since a draft is chosen; a hand is kept; of several
    numbers of cards none is told before it is tapped."""
    if told.type == "selection_method_chosen":
        return {"method": "agreement"}
    if told.type in OF_CHAMPIONS:
        return _registered(state, told)
    if told.type == "mulligan_resolved":
        return {"count": 0}
    more = NUMBERS[told.type](state, told) if told.type in NUMBERS else {}
    return {name: values[0] for name, values in more.items() if name == "viewer" or len(values) == 1}


def _registered(state: SfbState, told: NextEvent) -> Mapping[str, Any]:
    """What was registered is laid out, as a team if it is one; what lies there already, where champions are added."""
    player = told.choices["player"][0]
    if player is None:
        own = state.draft.pools.get(COMMON, ())
    elif told.type == "roster_confirmed":
        team = registered_of(state, player)
        own = team if len(team) == mode_of(state).team else ()
    else:
        own = registered_pool(state, player) if told.type != REGISTERED else ()
    return {"champions": own} if own else {}


def wanted(state: SfbState, told: NextEvent) -> int:
    """How many champions make a team, or a pool; at least so many the common one, and one more than lie there."""
    if told.counts:
        return told.counts["champions"][0]
    mode, lying = mode_of(state), state.draft.pools.get(COMMON, ())
    least = max(mode.normal_pool, len(lying) + 1)
    return least if told.choices["player"] == (None,) else mode.tournament_pool


def tells(state: SfbState, told: NextEvent) -> tuple[Line, ...]:
    """Where a challenge is laid; how many champions are needed; whose text it is where there is only one; the points
    that win."""
    if told.type == RESULT:
        return (Line("wins", {"to_win": mode_of(state).target}),)
    if told.type in OF_CHAMPIONS:
        return (Line("needed", {"needed": wanted(state, told)}),)
    if told.type == "challenge_card_laid":
        return (Line("on_space", {"cell": str(told.limits["cell"][0] + 1)}),)
    if told.type == "reaction_played":
        return of_cards.answered(state)
    if told.type == "ruling_recorded" and told.choices:
        return tuple(_drafted(state))
    if told.type in ("champion_banned", "champion_picked"):
        bans = told.type == "champion_banned"
        return (*([Line("ban_of", {"owner": told.choices["owner"][0]})] if bans else []), *_drafted(state))
    texts = told.choices["source"] if told.type == "card_effect_applied" else ()
    return (Line("by_text", {"source": texts[0]}),) if len(texts) == 1 else ()


def _drafted(state: SfbState) -> Iterator[Line]:
    """What each player has picked so far, what was banned of whose pool, and what is left of it."""
    for player in players_of(state):
        picks = [slug for who, slug in state.draft.picks if who == player]
        bans = [slug for _by, owner, slug in state.draft.bans if owner == player]
        left = [slug for slug in state.draft.pools.get(player, ()) if slug not in (*picks, *bans)]
        if picks or bans or left:
            told = {"player": player, "champions": picks, "banned": bans, "left": left}
            yield Line("drafted", told)


def fills(state: SfbState, told: NextEvent) -> Mapping[str, Any]:
    """The fields that follow: how many cards there are, what is left of a known hand, whose effect it is; a lot is
    what a table throws (SFB-SETUP-02)."""
    if told.type == "first_player_determined":
        return {"method": "random"}
    if told.type == "ruling_recorded":
        if told.choices:
            return {"organiser": "organiser", "rule": told.choices["rule"][0]}
        return {"organiser": "organiser", "rule": lambda data: (data.get("rule") or "").upper() or None}
    if told.type not in LISTS:
        return {}
    nobody = {name: None for name, cards in _lists(state, told).items() if not cards}
    return {**nobody, **(FILLS[told.type](state, told) if told.type in FILLS else {})}


def _drawn(state: SfbState, told: NextEvent) -> dict[str, Any]:
    own = seat(state, told.players[0])
    there = own.deck + own.discard
    return {**_of_source(state, told), "drawn": lambda data: min(data["declared"], there)}


def _shown(state: SfbState, told: NextEvent) -> dict[str, Any]:
    return {**_of_source(state, told), "owner": told.players[0]}


def _of_source(state: SfbState, told: NextEvent) -> dict[str, Any]:
    return {"source": _source(state, told)[0]}


def _exchanged(state: SfbState, told: NextEvent) -> dict[str, Any]:
    """SFB-SETUP-10: none keeps the hand."""

    def kept(data: Mapping[str, Any]) -> Any:
        return None if data["count"] else []

    count = {"count": lambda data: data.get("count") or len(data.get("returned") or ())}
    return {**count, "returned": kept, "drawn": kept}


def _refreshed(state: SfbState, told: NextEvent) -> dict[str, Any]:
    own = seat(state, told.players[0])
    known = {"discarded": sorted(own.held)} if _is_hand_known(state, told.players[0]) else {}
    return {"count": min(mode_of(state).hand, own.deck + own.discard + own.hand), **known}


FILLS: dict[str, Callable[[SfbState, NextEvent], dict[str, Any]]] = {
    "cards_drawn": _drawn,
    "cards_planned": _of_source,
    "information_shown": _shown,
    "mulligan_resolved": _exchanged,
    "refresh_completed": _refreshed,
}
