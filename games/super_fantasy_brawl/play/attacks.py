"""Simulated attacks and skills: targets, reactions, damage, and the effects around them. Called by `actions.py`."""

from __future__ import annotations

from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.aim import Aim, legal_aims
from games.super_fantasy_brawl.full.bonuses import Sums, defence_sums, printed_defence, strength_sums
from games.super_fantasy_brawl.full.cards import card_of, health_of
from games.super_fantasy_brawl.full.cores import ready_cores
from games.super_fantasy_brawl.full.effects import reacting_side
from games.super_fantasy_brawl.full.frame import action_of
from games.super_fantasy_brawl.full.state import Action
from games.super_fantasy_brawl.play import effects
from games.super_fantasy_brawl.play.dues import settle
from games.super_fantasy_brawl.play.motion import stands
from games.super_fantasy_brawl.play.table import PlayTable


def skill(table: PlayTable, figure: str, card: str) -> None:
    """SFB-SKILL-01 to -03."""
    by = table.of(figure)
    aims = list(legal_aims(table.state, figure, card))
    if not aims or table.chance(0.05):
        table.log(a.CardDeclined(card=card), by)
        return
    targets, direction = _chosen(table, figure, aims)
    table.log(a.SkillUsed(champion=figure, card=card, targets=targets, direction=direction), by)
    effects.run(table, None, "main")


def attack(table: PlayTable, figure: str, card: str) -> None:
    """SFB-CMB-01, steps 2 to 9."""
    effects.run(table, None, "pre")
    if not stands(table, figure):
        return
    by = table.of(figure)
    aims = list(legal_aims(table.state, figure, card))
    if not aims or table.chance(0.03):
        table.log(a.CardDeclined(card=card), by)
        return
    targets, direction = _chosen(table, figure, aims)
    table.log(a.AttackDeclared(attacker=figure, card=card, targets=targets, direction=direction), by)
    _react(table)
    if not stands(table, figure):
        return
    _resolve(table, figure, card)
    _afterwards(table)


def _chosen(table: PlayTable, figure: str, aims: list[Aim]) -> Aim:
    """Mostly the targets that will fall first, the own champions spared."""
    side = table.state.figures[figure].side

    def worth(aim: Aim) -> tuple[int, int, float]:
        hurt = [one for one in aim[0] if table.state.figures[one].side != side]
        left = [(health_of(table.state, one) or 9) - table.state.figures[one].damage for one in hurt]
        return len(hurt) * 2 - len(aim[0]), -min(left, default=9), table.rng.random()

    return max(aims, key=worth) if table.chance(0.8) else table.rng.choice(aims)


def _react(table: PlayTable) -> None:
    """SFB-REACT-01 to -05, SFB-MODE-16: somebody of the attacked side reacts, or all pass."""
    side = reacting_side(table.state)
    action = action_of(table.state)
    assert action is not None
    played = _reactions(table, side, action) if table.chance(0.75) else []
    if not played:
        passer = table.rng.choice(table.state.sides[side].players)
        table.log(a.ReactionPassed(side=side), table.player(passer))
        return
    reaction = table.rng.choice(played)
    table.log(reaction, table.player(reaction.player))
    effects.run(table, reaction.card, "pre")


def _reactions(table: PlayTable, side: str, action: Action) -> list[a.ReactionPlayed]:
    """Every reaction card that can be paid for, on every attacked champion of the side."""
    found = []
    for player in table.state.sides[side].players:
        for card in sorted(table.hands[player]):
            printed = card_of(table.state, card)
            if printed is None or printed.type != "reaction" or printed.core is None:
                continue
            if printed.core in ready_cores(table.state, player):
                found += [
                    a.ReactionPlayed(player=player, card=card, core=printed.core, on_champion=one)
                    for one in action.targets
                    if table.state.figures[one].side == side and table.state.figures[one].cell is not None
                ]
    return found


def _resolve(table: PlayTable, figure: str, card: str) -> None:
    """SFB-CMB-13, -15, -23: attack damage; who falls, lifesteal, double and poison are due then."""
    action = action_of(table.state)
    assert action is not None
    standing = [one for one in action.targets if table.state.figures[one].cell is not None]
    hits = tuple(_hit(table, card, target) for target in standing)
    table.log(a.AttackResolved(card=card, targets=hits), table.of(figure))
    settle(table)


def _hit(table: PlayTable, card: str, target: str) -> a.Hit:
    printed = card_of(table.state, card)
    strength = (printed.attack or 0) if printed is not None else 0
    defence = printed_defence(table.state, target) or 0
    more = _one(table, strength_sums(table.state))
    guard = _one(table, defence_sums(table.state, target))
    return a.Hit(
        champion=target,
        strength=strength,
        defence=defence,
        damage=max(0, strength + more - max(0, defence + guard)),
        strength_mods=(a.Modified(more),) if more else (),
        defence_mods=(a.Modified(guard),) if guard else (),
    )


def _one(table: PlayTable, sums: Sums | None) -> int:
    return table.rng.choice(sorted(sums)) if sums else 0


def _afterwards(table: PlayTable) -> None:
    """SFB-CMB-16, -17: the reaction's after-attack effects, then the attack's."""
    action = action_of(table.state)
    if action is not None and action.reaction is not None:
        effects.run(table, action.reaction.card, "post")
    if stands(table, action.champion if action is not None else ""):
        effects.run(table, None, "post")
