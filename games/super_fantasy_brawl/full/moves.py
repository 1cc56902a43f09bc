"""Concrete legal events that a person at the table may log next, as the pad offers them: one tap each.

Made from what stands on the table and from the cards as far as they are known; each is judged before it is offered.
What nobody can guess (cards drawn face down, texts of cards) has a form of its own. Called by `forms`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import get_args

from games import moves as common
from games.ruleset import Actor, Event, NextEvent
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.facts import LIMITS, TRAPS
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full import moves_action, moves_effects
from games.super_fantasy_brawl.full.arena import free_start_cells
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.frame import action_of, owner_of, table
from games.super_fantasy_brawl.full.state import Due
from games.super_fantasy_brawl.full.ways import arena_cells
from games.super_fantasy_brawl.state import SfbState, figures_of, mode_of, players_of
from games.super_fantasy_brawl.track import may_leave

MOST = 120
"""More choices than that are no choice on a phone."""


def moves(play: SfbState, told: NextEvent, by: Actor) -> list[Event]:
    """The concrete events of one kind, those that `by` may log."""
    make = MAKERS.get(told.type)
    events = make(play, told) if make is not None else common.plain(RULES, told)
    return common.legal(RULES, play, events, MOST, by)


def players_for(play: SfbState, told: NextEvent) -> tuple[str, ...]:
    """Whose event it can be."""
    named = told.choices.get("player") or told.choices.get("by")
    return tuple(map(str, named)) if named else told.players or players_of(play)


def _methods(play: SfbState, told: NextEvent) -> Iterator[Event]:
    for method in told.choices.get("method") or get_args(e.Method):
        yield e.SelectionMethodChosen(method=method)


def _bans(play: SfbState, told: NextEvent) -> Iterator[Event]:
    for by in players_for(play, told):
        for owner, pool in play.draft.pools.items():
            for champion in pool:
                yield e.ChampionBanned(by=by, owner=owner, champion=champion)


def _picks(play: SfbState, told: NextEvent) -> Iterator[Event]:
    for player in players_for(play, told):
        for champion in dict.fromkeys((*play.draft.pools.get(player, ()), *play.draft.pools.get("", ()))):
            yield e.ChampionPicked(player=player, champion=champion)


def _zones(play: SfbState, told: NextEvent) -> Iterator[Event]:
    for player, zone in product(players_for(play, told), LIMITS.zones):
        yield f.ZoneChosen(player=player, zone=zone)


def _decks(play: SfbState, told: NextEvent) -> Iterator[Event]:
    for player in players_for(play, told):
        yield f.PersonalDeckBuilt(player=player, cards=deck_of(play, player))


def _supply(play: SfbState, told: NextEvent) -> Iterator[Event]:
    yield f.TrapSupplyShuffled()


def _traps(play: SfbState, told: NextEvent) -> Iterator[Event]:
    full = table(play)
    due = next((one for one in full.due if one.kind == "trap_token_placed"), None)
    cause = "setup" if due is None else "replacement"
    owners = (due.player or owner_of(play, due.champion),) if due is not None else players_for(play, told)
    slot = f"t{len(full.slots) + 1}"
    for player, cell in product(owners, arena_cells(play)):
        yield f.TrapTokenPlaced(player=player, cell=cell, slot=slot, cause=cause)  # type: ignore[arg-type]


def _deployed(play: SfbState, told: NextEvent) -> Iterator[Event]:
    for player in players_for(play, told):
        for champion in figures_of(play, player):
            free = free_start_cells(play, champion)
            for cell in sorted(free if free is not None else arena_cells(play)):
                yield f.ChampionDeployed(player=player, champion=champion, cell=cell)


def _turns(play: SfbState, told: NextEvent) -> Iterator[Event]:
    for round_, player in product((play.round, play.round + 1), players_of(play)):
        if round_:
            yield f.TurnStarted(round=round_, player=player)


def _turn_ends(play: SfbState, told: NextEvent) -> Iterator[Event]:
    yield f.TurnEnded(player=play.active)


def _shifts(play: SfbState, told: NextEvent) -> Iterator[Event]:
    mode = mode_of(play)
    for gone in may_leave(play.track, mode):
        yield f.ChallengeTrackShifted(shift=mode.shift, discarded=gone)


def _challenges_shuffled(play: SfbState, told: NextEvent) -> Iterator[Event]:
    yield f.ChallengeDeckReshuffled(size=len(play.track.discard))


def _round_ends(play: SfbState, told: NextEvent) -> Iterator[Event]:
    yield f.RoundEnded(round=play.round)


def _reshuffles(play: SfbState, told: NextEvent) -> Iterator[Event]:
    for player in players_for(play, told):
        own = table(play).seats.get(player)
        for size in (own.discard, own.discard + own.hand) if own is not None else ():
            yield f.PersonalDeckReshuffled(player=player, size=size)


def _turned_over(play: SfbState, told: NextEvent) -> Iterator[Event]:
    """What lies under the champion is seen at the table, unless the server keeps the tokens."""
    full = table(play)
    for due in dues(play, "trap_triggered"):
        slot = next((one for one in full.traps if one.slot == due.told["slot"]), None)
        for kind in (slot.token,) if slot is not None and slot.token else TRAPS:
            if slot is not None:
                yield a.TrapTriggered(
                    champion=due.champion,
                    cell=slot.cell,
                    slot=slot.slot,
                    kind=kind,  # type: ignore[arg-type]
                    caused_by=due.told.get("by"),
                )


def _fallen(play: SfbState, told: NextEvent) -> Iterator[Event]:
    for due in dues(play, "champion_knocked_out"):
        yield a.ChampionKnockedOut(
            champion=due.champion, by=due.told.get("by"), cause=due.told.get("cause", "card")
        )
    if not table(play).due:
        yield from _perhaps_fallen(play, told)


def _perhaps_fallen(play: SfbState, told: NextEvent) -> Iterator[Event]:
    """Of unknown health: only the players see that the damage has reached it; by whose card, or by nobody's."""
    action = action_of(play)
    if action is None:
        return
    cause = "basic" if action.kind == "basic" else "card"
    makers = [(action.champion, cause)]
    if action.reaction is not None:
        makers.append((action.reaction.champion, "reaction"))
    for champion in told.choices.get("champion", ()):
        side = play.figures[champion].side
        for by, why in makers:
            if play.figures[by].side != side:
                yield a.ChampionKnockedOut(champion=champion, by=by, cause=why)  # type: ignore[arg-type]
        yield a.ChampionKnockedOut(champion=champion, cause=cause)  # type: ignore[arg-type]


def dues(play: SfbState, kind: str) -> list[Due]:
    """What is due of one kind now."""
    full = table(play)
    return [due for due in full.due if due.kind == full.due[0].kind and kind in due.kind.split("|")]


Make = Callable[[SfbState, NextEvent], Iterator[Event]]
MAKERS: dict[str, Make] = {
    "selection_method_chosen": _methods,
    "champion_banned": _bans,
    "champion_picked": _picks,
    "zone_chosen": _zones,
    "personal_deck_built": _decks,
    "trap_supply_shuffled": _supply,
    "trap_token_placed": _traps,
    "champion_deployed": _deployed,
    "turn_started": _turns,
    "turn_ended": _turn_ends,
    "challenge_track_shifted": _shifts,
    "challenge_deck_reshuffled": _challenges_shuffled,
    "round_ended": _round_ends,
    "personal_deck_reshuffled": _reshuffles,
    "trap_triggered": _turned_over,
    "champion_knocked_out": _fallen,
    **moves_action.MAKERS,
    **moves_effects.MAKERS,
}
