"""Simulated checks: flips, cheating, totals, link cards, triggers, damage. Called by `acts.py`."""

from __future__ import annotations

from games.last_battle.full import events as f
from games.last_battle.full.arcana import FOOL, MAGICIAN, maker_of, touched
from games.last_battle.full.cards import suit, value
from games.last_battle.full.damage import amount_of, tier_of
from games.last_battle.full.duel import (
    attack_total,
    defence_total,
    modifiers,
    next_role,
    side_of_role,
    succeeds,
    waits,
)
from games.last_battle.full.state import Duel
from games.last_battle.play.claims import claim_at_once
from games.last_battle.play.table import PlayTable, best, settle

CHOSEN_ARCANA = (MAGICIAN, FOOL)


def play_duel(table: PlayTable) -> None:
    """From the declared action to the end of its check."""
    duel = table.full.duel
    if duel is None or duel.stage != "attack":
        finish_duel(table)
        return
    target = table.full.pieces.get(duel.target or "")
    actor = table.full.pieces[duel.actor]
    if target is not None and target.side == actor.side and duel.kind != "simple" and table.chance(0.7):
        table.tries(f.ResistanceWaived(figure=target.id), table.owner(target.id))
    finish_duel(table)


def finish_duel(table: PlayTable) -> None:
    """Whatever the open check still wants."""
    while table.full.due or (table.full.duel is not None and _goes_on(table, table.full.duel)):
        settle(table)
        claim_at_once(table)
        duel = table.full.duel
        if duel is not None and _goes_on(table, duel):
            STAGES[duel.stage](table, duel)


def _goes_on(table: PlayTable, duel: Duel) -> bool:
    if duel.stage == "attack":
        return duel.actor in table.full.pieces
    return waits(duel)


def _flip(table: PlayTable, duel: Duel) -> None:
    """One card, and one more for each plus or minus."""
    role = next_role(duel)
    if duel.stage == "attack" and duel.kind is None:
        role = "attack" if duel.target is not None and table.chance(0.7) else "simple"
    role = role or "damage"
    side = side_of_role(table.full, duel, role) or "serpent"
    told = modifiers(duel, role)
    pluses, minuses = told if told is not None else (0, table.rng.randint(0, 2))
    cards = table.draw(side, 1 + abs(pluses - minuses))
    values = {card: value(table.state, card) for card in cards}
    flipped = f.CheckFlipped(
        check_id=duel.check_id or table.new_check(),
        role=role,  # type: ignore[arg-type]
        side=side,  # type: ignore[arg-type]
        pluses=pluses,
        minuses=minuses,
        cards=cards,
        chosen=best(table, cards, values, pluses - minuses),
    )
    table.log(flipped, table.of_side(side))


def _cheat_and_resolve(table: PlayTable, duel: Duel) -> None:
    """The failing side may cheat first, then the other; then the totals."""
    won = succeeds(table.state, duel)
    order = ("simple",) if duel.kind == "simple" else ("defence", "attack") if won else ("attack", "defence")
    for role in order:
        if table.chance(0.3):
            _cheat(table, duel, role)
    duel = table.full.duel or duel
    attack = attack_total(table.state, duel)
    defence = None if duel.kind == "simple" else defence_total(table.state, duel)
    won = succeeds(table.state, duel)
    both = attack is not None and defence is not None
    success = table.chance(0.5) if won is None else won
    resolved = f.CheckResolved(
        check_id=duel.check_id or "",
        attack_total=attack,
        defence_total=defence,
        success=success,
        damages=_damages(table, duel) if success else None,
        margin=attack - defence if both and attack is not None and defence is not None else None,
    )
    table.log(resolved, table.anybody())


def _damages(table: PlayTable, duel: Duel) -> bool | None:
    """Whether a hit deals damage: told by the players where the card does not."""
    if duel.kind != "complex" or duel.target is None or duel.damage is not None:
        return None
    return table.rng.choice((True, False, None))


def _cheat(table: PlayTable, duel: Duel, role: str) -> None:
    side = side_of_role(table.full, duel, role)
    hand = table.full.piles[side].hand if side else ()
    if side is None or not hand:
        return
    cheated = f.FateCheated(
        check_id=duel.check_id or "",
        role=role,  # type: ignore[arg-type]
        side=side,  # type: ignore[arg-type]
        card=table.rng.choice(hand),
    )
    table.tries(cheated, table.of_side(side))


def _after_success(table: PlayTable, duel: Duel) -> None:
    """Link cards, at most one trigger, then the damage flip."""
    if duel.arcana:
        _arcanum(table, duel, duel.arcana[0])
        return
    for card in CHOSEN_ARCANA:
        if maker_of(duel, card) is not None and table.chance(0.7) and _chosen_arcanum(table, duel, card):
            return
    trigger(table, duel)
    duel = table.full.duel or duel
    if next_role(duel) == "damage" and not table.full.due:
        _flip(table, duel)


def _arcanum(table: PlayTable, duel: Duel, card: str) -> None:
    figures = tuple(sorted(touched(duel, card)))
    maker = (maker_of(duel, card) or (duel.actor, None))[0]
    table.log(f.ArcanaResolved(card=card, effect="as printed", figures=figures), table.owner(maker))


def _chosen_arcanum(table: PlayTable, duel: Duel, card: str) -> bool:
    """The Magician and the Fool are a choice of their owners."""
    if card == FOOL:
        leaves = table.rng.choice([name for name in (duel.actor, duel.target) if name])
        return table.tries(f.ArcanaResolved(card=card, figures=(leaves,)))
    spells = [
        (piece.id, action.name)
        for piece in table.full.pieces.values()
        for action in piece.card.actions or ()
        if action.kind == "magic" and action.type == "complex"
    ]
    if not spells or duel.family == "magic":
        return False
    owner, spell = table.rng.choice(spells)
    return table.tries(f.ArcanaResolved(card=card, choice=spell, figures=(owner,)))


def trigger(table: PlayTable, duel: Duel) -> None:
    """By the suit of the final card; sometimes it brings a free move or the end of the target."""
    found = suit(duel.attack.card) if duel.attack is not None else None
    if duel.triggered or found is None or not duel.success or table.chance(0.4):
        return
    fired = f.TriggerApplied(check_id=duel.check_id or "", suit=found, text="a trigger")  # type: ignore[arg-type]
    if not table.tries(fired):
        return
    if duel.target in table.full.pieces and duel.target != duel.actor and table.chance(0.05):
        table.tries(f.FigureRemoved(figure=duel.target, how="killed", by_figure=duel.actor))
        settle(table)
    elif table.chance(0.2):
        free_move(table, duel.actor)


def free_move(table: PlayTable, figure: str) -> None:
    """A move that a trigger or ability grants."""
    granted = f.ActionDeclared(figure=figure, action="move", free=True, source="a trigger")
    if figure in table.full.pieces and table.tries(granted, table.owner(figure)):
        table.log(
            f.FigureMoved(figure=figure, distance_cm=1.5, hazard_touched=_no_hazard(table)),
            table.owner(figure),
        )
        settle(table)


def _no_hazard(table: PlayTable) -> bool | None:
    return False if table.state.battlefield == "heaven" else None


def _damage(table: PlayTable, duel: Duel) -> None:
    """The attacker may cheat; then the band of the card."""
    if table.chance(0.25):
        _cheat(table, duel, "damage")
    duel = table.full.duel or duel
    if duel.harm is None:
        return
    tier = tier_of(table.state, duel.harm.card)
    amount = amount_of(tier, duel.damage)
    told = table.rng.randint(1, 4) if amount is None and table.chance(0.7) else amount
    resolved = f.DamageResolved(check_id=duel.check_id or "", tier=tier, amount=told)  # type: ignore[arg-type]
    table.log(resolved, table.anybody())


STAGES = {
    "attack": _flip,
    "defence": _flip,
    "cheat": _cheat_and_resolve,
    "resolved": _after_success,
    "cheat_damage": _damage,
}
