"""What a simulated player does with ready cores: action cards and standard actions, each to its end."""

from __future__ import annotations

from games.super_fantasy_brawl.facts import BASICS
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.aim import limits, targeting_of
from games.super_fantasy_brawl.full.arena import apart
from games.super_fantasy_brawl.full.cards import card_of
from games.super_fantasy_brawl.full.cores import ready_cores
from games.super_fantasy_brawl.full.frame import action_of, enemies_of, standing
from games.super_fantasy_brawl.play import attacks, effects
from games.super_fantasy_brawl.play.dues import settle
from games.super_fantasy_brawl.play.motion import come_back, stands, walk
from games.super_fantasy_brawl.play.table import PlayTable
from games.super_fantasy_brawl.state import figures_of

Started = a.ActionCardPlayed | a.BasicActionStarted


def act(table: PlayTable, player: str) -> bool:
    """One action of the player; False: the player ends the phase."""
    by = table.player(player)
    if table.chance(0.03):
        return False
    found = table.legal(_possible(table, player), by)
    if not found:
        return False
    started = max(found, key=lambda event: (_promise(table, event), table.rng.random()))
    if table.chance(0.3):
        started = table.rng.choice(found)
    table.log(started, by)
    if come_back(table, started.champion):
        _carry_out(table, started)
    _close(table)
    return True


def _possible(table: PlayTable, player: str) -> list[Started]:
    """Every card of the hand with its champion, every standard action with each champion."""
    found: list[Started] = []
    ready = ready_cores(table.state, player)
    for figure in figures_of(table.state, player):
        slug = table.state.figures[figure].slug
        for card in sorted(table.hands[player]):
            printed = card_of(table.state, card)
            if printed is not None and printed.champion == slug and printed.core in ready:
                found.append(a.ActionCardPlayed(player=player, champion=figure, card=card, core=printed.core))
        for number, basic in BASICS.items():
            for core in ready if basic.core is None else (basic.core,):
                found.append(
                    a.BasicActionStarted(player=player, champion=figure, basic=number, core=core)  # type: ignore[arg-type]
                )
    return found


def _promise(table: PlayTable, event: Started) -> int:
    """How good it looks: an attack that reaches somebody, then skills, then standard actions."""
    if isinstance(event, a.BasicActionStarted):
        return 1 if event.basic == 3 else 0
    printed = card_of(table.state, event.card)
    if printed is None or printed.type != "attack":
        return 2
    targeting = targeting_of(table.state, event.card)
    far = _nearest(table, event.champion)
    reach = (limits(targeting)[1] if targeting is not None else 1) + (printed.move or 0)
    return 3 if far is not None and far <= reach else 1


def _nearest(table: PlayTable, figure: str) -> int | None:
    """The distance to the nearest enemy."""
    places = standing(table.state)
    here = places.get(figure)
    if here is None:
        return None
    found = [
        apart(table.state, here, places[foe]) or 99
        for foe in enemies_of(table.state, figure)
        if foe in places
    ]
    return min(found, default=None)


def _carry_out(table: PlayTable, started: Started) -> None:
    """The movement, then what the card or the standard action does."""
    figure = started.champion
    if isinstance(started, a.BasicActionStarted):
        walk(table, figure, 1 if started.basic in (3, 4) else None)
        if stands(table, figure):
            effects.run(table, None, "main")
        return
    printed = card_of(table.state, started.card)
    assert printed is not None
    targeting = targeting_of(table.state, started.card)
    aims = targeting is not None and targeting.kind != "none"
    walk(table, figure, limits(targeting)[1] if targeting is not None and aims else None)
    if stands(table, figure):
        (attacks.attack if printed.type == "attack" else attacks.skill)(table, figure, started.card)


def _close(table: PlayTable) -> None:
    """SFB-LVL-01, SFB-ACT-10: level-ups, then the end of the action."""
    settle(table)
    while (action := action_of(table.state)) is not None and action.credits:
        champion = action.credits[0]
        table.log(a.ChampionLevelledUp(champion=champion), table.player(table.state.active))
        settle(table)
    table.log(a.ActionEnded(), table.player(table.state.active))
