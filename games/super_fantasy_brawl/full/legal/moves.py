"""Concrete legal events that a person at the table may log next, as the pad offers them: one tap each.

Made from what stands on the table and from the cards as far as they are known; each is judged before it is offered.
What nobody can guess (cards drawn face down, texts of cards) has a form of its own. Called by `forms`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from games import moves as common
from games.ruleset import Actor, Event, NextEvent
from games.super_fantasy_brawl.facts import TRAPS
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.common import action_of, owner_of, table
from games.super_fantasy_brawl.full.fighting.hits import possible_hits
from games.super_fantasy_brawl.full.hands import unlisted
from games.super_fantasy_brawl.full.legal import moves_action, moves_effects
from games.super_fantasy_brawl.full.legal.ways import arena_cells
from games.super_fantasy_brawl.rules import SuperFantasyBrawl
from games.super_fantasy_brawl.state import SfbState

RULES = SuperFantasyBrawl()
MOST = 120
"""More choices than that are no choice on a phone."""


def moves(play: SfbState, told: NextEvent, by: Actor) -> list[Event]:
    """The concrete events of one kind, those that `by` may log."""
    make = MAKERS.get(told.type)
    events = make(play, told) if make is not None else common.plain(RULES, told)
    return common.legal(RULES, play, events, MOST, by)


def _decks(play: SfbState, told: NextEvent) -> Iterator[Event]:
    for player in told.choices["player"]:
        yield f.PersonalDeckBuilt(player=player, cards=deck_of(play, player))


def _traps(play: SfbState, told: NextEvent) -> Iterator[Event]:
    cause, slot = "replacement" if table(play).due else "setup", f"t{len(table(play).slots) + 1}"
    for player, cell in product(told.choices["player"], arena_cells(play)):
        yield f.TrapTokenPlaced(player=player, cell=cell, slot=slot, cause=cause)  # type: ignore[arg-type]


def _deployed(play: SfbState, told: NextEvent) -> Iterator[Event]:
    cells = told.choices.get("cell") or arena_cells(play)
    for player, champion, cell in product(told.choices["player"], told.choices["champion"], cells):
        yield f.ChampionDeployed(player=player, champion=champion, cell=cell)


def _turned_over(play: SfbState, told: NextEvent) -> Iterator[Event]:
    """What lies under the champion is seen at the table, unless the server keeps the tokens."""
    kinds = told.choices.get("kind", tuple(TRAPS))
    return common.each(a.TrapTriggered, replace(told, choices={**told.choices, "kind": kinds}))


def _perhaps_fallen(play: SfbState, told: NextEvent) -> Iterator[Event]:
    """Of unknown health: only the players see that the damage has reached it; by whoever dealt the last of it in this
    action (SFB-KO-03, -04). Where the log has none of it, by whose card, or by nobody's."""
    action = action_of(play)
    cause = "basic" if action.kind == "basic" else "card"
    makers = [(action.champion, cause)]
    if action.reaction is not None:
        makers.append((action.reaction.champion, "reaction"))
    for champion in told.choices.get("champion", ()):
        if champion in action.wounds:
            dealt_by, why = action.wounds[champion]
            yield a.ChampionKnockedOut(champion=champion, by=dealt_by, cause=why)  # type: ignore[arg-type]
            continue
        side = play.figures[champion].side
        for by, why in makers:
            if play.figures[by].side != side:
                yield a.ChampionKnockedOut(champion=champion, by=by, cause=why)  # type: ignore[arg-type]
        yield a.ChampionKnockedOut(champion=champion, cause=cause)  # type: ignore[arg-type]


MAKERS: dict[str, moves_action.Make] = {
    "personal_deck_built": _decks,
    "trap_token_placed": _traps,
    "champion_deployed": _deployed,
    "trap_triggered": _turned_over,
    "champion_knocked_out": moves_effects.due_or(a.ChampionKnockedOut, _perhaps_fallen),
    **moves_action.MAKERS,
    **moves_effects.MAKERS,
}
MADE: frozenset[str] = moves_effects.WHOLE | {
    *MAKERS,
    "challenge_deck_reshuffled",
    "challenge_track_shifted",
    "champion_banned",
    "champion_picked",
    "personal_deck_reshuffled",
    "round_ended",
    "selection_method_chosen",
    "trap_supply_shuffled",
    "turn_ended",
    "turn_started",
    "zone_chosen",
}
"""What is made whole here; of what has no maker the offer tells every value."""


def typed(play: SfbState) -> frozenset[str]:
    """Of these what nobody can list: what an effect does with cards or by its text, the play of a hand that nobody
    listed, and the numbers of an attack by cards that nobody imported."""
    if play.full is None:
        return frozenset()
    owners = {owner_of(play, champion) for champion, _cause, _source in moves_effects.stuns(play)}
    hands = {
        "action_card_played": {play.active},
        "reaction_played": {player for player in play.full.seats if player != play.active},
        "champion_stunned": owners,
    }
    if moves_effects.unknown_sources(play):
        del hands["champion_stunned"]
    listed = {kind for kind, players in hands.items() if not any(unlisted(play, one) for one in players)}
    attacks = action_of(play).kind == "attack"
    read_off = {"attack_resolved"} if attacks and not possible_hits(play) else set()
    return (moves_effects.WHOLE - listed) | read_off
