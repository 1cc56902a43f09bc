"""Concrete legal events of actions: cards and standard actions, movement, attacks, skills, reactions, the close.

Called by `offers`; each event is judged there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from games.moves import each
from games.ruleset import Event, NextEvent
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.board.arena import free_start_cells
from games.super_fantasy_brawl.full.cards import card_of, deck_of
from games.super_fantasy_brawl.full.common import action_of, enemies_of, table
from games.super_fantasy_brawl.full.cores import ready_cores
from games.super_fantasy_brawl.full.fighting.aim import Aim, legal_aims, targeting_of
from games.super_fantasy_brawl.full.fighting.hits import possible_hits
from games.super_fantasy_brawl.full.legal.ways import FAR, arena_cells, walks
from games.super_fantasy_brawl.full.printed import effects_of
from games.super_fantasy_brawl.state import SfbState, figures_of, other_side, side_of

OF_HAND = frozenset(("action_card_played", "reaction_played"))
"""Plays of a card."""


def in_hand(play: SfbState, player: str) -> list[str]:
    """The cards that may be in a hand: those that were noted, or all that are known to be nowhere else."""
    seat = table(play).seats.get(player)
    if seat is None:
        return []
    if len(seat.held) >= seat.hand:
        return sorted(dict.fromkeys(seat.held))
    whole = seat.cards if seat.cards is not None else deck_of(play, player) or ()
    return sorted(dict.fromkeys(card for card in whole if card not in (*seat.open, *seat.play, *seat.top)))


def _cards(play: SfbState, told: NextEvent) -> Iterator[Event]:
    player = play.active
    ready = ready_cores(play, player)
    for figure, card in product(figures_of(play, player), in_hand(play, player)):
        printed = card_of(play, card)
        slug = play.figures[figure].slug
        if printed is not None and (printed.champion != slug or printed.type == "reaction"):
            continue
        for core in ready if printed is None or printed.core is None else (printed.core,):
            yield a.ActionCardPlayed(player=player, champion=figure, card=card, core=core)  # type: ignore[arg-type]


def _returns(play: SfbState, told: NextEvent) -> Iterator[Event]:
    action = action_of(play)
    free = free_start_cells(play, action.champion)
    for cell in sorted(free) if free is not None else arena_cells(play):
        yield a.ChampionReturned(champion=action.champion, cell=cell)


def walking(play: SfbState) -> Iterator[Event]:
    """The walk of the activated champion; after a trap it goes on."""
    action = action_of(play)
    if action.step != "move":
        return
    continues = action.moving is not None and action.moving.kind == "walk"
    for path in walks(play, action.champion, FAR if action.mp is None else action.mp):
        yield a.ChampionMoved(champion=action.champion, kind="walk", path=path, continues=continues)


def _aims(play: SfbState, champion: str, card: str) -> list[Aim]:
    """Targets to choose from; any enemy on the arena where the card or the arena is unknown."""
    known = targeting_of(play, card) is not None and table(play).ground is not None
    if known:
        return list(legal_aims(play, champion, card))
    foes = [key for key in enemies_of(play, champion) if play.figures[key].cell is not None]
    return [((key,), None) for key in foes]


def _attacks(play: SfbState, told: NextEvent) -> Iterator[Event]:
    action = action_of(play)
    if action.card is None:
        return
    for targets, direction in _aims(play, action.champion, action.card):
        yield a.AttackDeclared(
            attacker=action.champion, card=action.card, targets=targets, direction=direction
        )


def _skills(play: SfbState, told: NextEvent) -> Iterator[Event]:
    action = action_of(play)
    if action.card is None:
        return
    aims = _aims(play, action.champion, action.card)
    if targeting_of(play, action.card) is None:
        aims = [((), None), *aims]
    for targets, direction in aims:
        yield a.SkillUsed(champion=action.champion, card=action.card, targets=targets, direction=direction)


def _reactions(play: SfbState, told: NextEvent) -> Iterator[Event]:
    """Only for those who may see their own hands: others learn nothing of what could be played (SFB-HID-08)."""
    action = action_of(play)
    side = other_side(play, side_of(play, play.active))
    for player in play.sides[side].players:
        if player not in told.players:
            continue
        for card, on in product(in_hand(play, player), action.targets):
            printed = card_of(play, card)
            if printed is None or printed.type not in ("reaction", None):
                continue
            for core in (printed.core,) if printed.core is not None else ready_cores(play, player):
                yield a.ReactionPlayed(player=player, card=card, core=core, on_champion=on)  # type: ignore[arg-type]


def _resolutions(play: SfbState, told: NextEvent) -> Iterator[Event]:
    """What the attack does by the rules; a choice for every way in which texts may count."""
    for hits in possible_hits(play):
        yield a.AttackResolved(card=action_of(play).card or "", targets=hits)


def damage_keywords(play: SfbState) -> dict[str, int]:
    """Lifesteal, double and poison of the open attack, with their numbers."""
    return {one.keyword: one.x or 0 for _at, one in effects_of(play, None) or () if one.timing == "damage"}


Make = Callable[[SfbState, NextEvent], Iterator[Event]]


def offered(kind: type[Event]) -> Make:
    """Of what its offer tells whole: every combination of its values."""
    return lambda _play, told: each(kind, told)


MAKERS: dict[str, Make] = {
    "action_ended": offered(a.ActionEnded),
    "basic_action_started": offered(a.BasicActionStarted),
    "card_declined": offered(a.CardDeclined),
    "champion_levelled_up": offered(a.ChampionLevelledUp),
    "reaction_passed": offered(a.ReactionPassed),
    "action_card_played": _cards,
    "champion_returned": _returns,
    "attack_declared": _attacks,
    "skill_used": _skills,
    "reaction_played": _reactions,
    "attack_resolved": _resolutions,
}
