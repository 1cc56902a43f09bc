"""Reading champions and action cards as they are printed; None is unknown (SFB-LOG-05)."""

from __future__ import annotations

from games.super_fantasy_brawl.definitions import ActionCard, ChampionSide
from games.super_fantasy_brawl.facts import LIMITS
from games.super_fantasy_brawl.full.common import table
from games.super_fantasy_brawl.state import SfbState

NOTHING_KNOWN = ChampionSide()


def card_of(state: SfbState, card: str | None) -> ActionCard | None:
    """An action card of the imported edition."""
    return table(state).cards.get(card) if card is not None else None


def has_move(card: ActionCard) -> bool | None:
    """SFB-ACT-12: whether a movement value is printed; None: unknown."""
    return True if card.move is not None else card.moves


def has_attack(card: ActionCard) -> bool | None:
    """SFB-ACT-12: whether an attack strength is printed; None: unknown."""
    return True if card.attack is not None else card.strikes


def face_of(state: SfbState, figure: str) -> ChampionSide:
    """The side of a champion's card that lies up."""
    one = state.figures[figure]
    champion = table(state).champions.get(one.slug)
    if champion is None:
        return NOTHING_KNOWN
    return champion.levelled if one.levelled else champion.base


def health_of(state: SfbState, figure: str) -> int | None:
    """SFB-KO-01: the health of the side that lies up."""
    return face_of(state, figure).health


def defence_of(state: SfbState, figure: str) -> int | None:
    """SFB-CMB-13: the printed defence of the side that lies up."""
    return face_of(state, figure).defence


def cards_of_champion(state: SfbState, slug: str) -> tuple[str, ...] | None:
    """The six action cards of a champion; None: they are not all known."""
    full = table(state)
    champion = full.champions.get(slug)
    if champion is not None and champion.cards is not None:
        return champion.cards
    found = tuple([key for key, card in full.cards.items() if card.champion == slug])
    return found if len(found) == LIMITS.cards_of_champion else None


def deck_of(state: SfbState, player: str) -> tuple[str, ...] | None:
    """SFB-SETUP-06: the action cards of a player's champions, None if those of one of them are unknown."""
    found: list[str] = []
    for slug in state.rosters.get(player, ()):
        cards = cards_of_champion(state, slug)
        if cards is None:
            return None
        found.extend(cards)
    return tuple(found)
