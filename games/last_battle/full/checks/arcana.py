"""The eight link cards as final cards of a check (LB-ARC-01 to -09).

What must happen (Empress, Lovers, Devil, Tower) waits in `Duel.arcana`; the Magician and the Fool are a choice.
An effect belongs to the attack, simple or defence check; on a damage flip only the band of the card counts.
Called through `rules.py`, and by `check_totals.py` when a check is resolved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from games.last_battle.cards import Action
from games.last_battle.facts import FACTS
from games.last_battle.full.action_effects import resistance_of
from games.last_battle.full.checks.duel import untargeted
from games.last_battle.full.events import ArcanaResolved
from games.last_battle.full.preconditions import commands, passing, put, table
from games.last_battle.full.state import Due, Duel, FullState, Piece, changed, flagged, with_piece, with_pile
from games.last_battle.permissions import NOBODY, Violations
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation

MAGICIAN, FOOL, EMPRESS = "M-magician", "M-fool", "M-empress"
LOVERS, DEVIL, TOWER = "M-lovers", "M-devil", "M-tower"
RULES = {
    MAGICIAN: "LB-ARC-03",
    FOOL: "LB-ARC-04",
    EMPRESS: "LB-ARC-05",
    LOVERS: "LB-ARC-06",
    "M-strength": "LB-ARC-07",
    DEVIL: "LB-ARC-08",
    TOWER: "LB-ARC-09",
}
DEVIL_AP = 2
MAGIC = (None, "magic")
"""Kinds of actions that the Magician may take: magic, and what no card tells."""


def maker_of(duel: Duel, card: str) -> tuple[str, str | None] | None:
    """(figure that made the check, its opposite) where this card is the final one; None where it is not."""
    if duel.attack is not None and duel.attack.card == card:
        return duel.actor, duel.target
    if duel.defence is not None and duel.defence.card == card and duel.target is not None:
        return duel.target, duel.actor
    return None


def with_arcana(full: FullState, duel: Duel) -> FullState:
    """LB-ARC-02: the effects that must be resolved before anything else, the attacker's first."""
    finals = [flip.card for flip in (duel.attack, duel.defence) if flip is not None]
    must = tuple(card for card in finals if card in MANDATORY and MANDATORY[card](full, duel, card))
    return changed(full, duel=msgspec.structs.replace(duel, arcana=must)) if must else full


def _opposite(full: FullState, duel: Duel, card: str) -> tuple[Piece, Piece] | None:
    made = maker_of(duel, card)
    if made is None:
        return None
    maker, other = full.pieces.get(made[0]), full.pieces.get(made[1] or "")
    return None if maker is None or other is None else (maker, other)


def _friend(full: FullState, duel: Duel, card: str) -> bool:
    pair = _opposite(full, duel, card)
    return pair is not None and pair[0].side == pair[1].side


def _enemy(full: FullState, duel: Duel, card: str) -> bool:
    pair = _opposite(full, duel, card)
    return pair is not None and pair[0].side != pair[1].side


def _active(full: FullState, duel: Duel, card: str) -> bool:
    made = maker_of(duel, card)
    return made is not None and made[0] == duel.actor == full.active


def _always(full: FullState, duel: Duel, card: str) -> bool:
    return True


MANDATORY: dict[str, Callable[[FullState, Duel, str], bool]] = {
    EMPRESS: _friend,
    LOVERS: _enemy,
    DEVIL: _active,
    TOWER: _always,
}


def check_arcana_resolved(state: LastBattleState, event: ArcanaResolved, by: Actor) -> Violations:
    """LB-ARC-01, -02: right after the check whose final card it is; then the card's own rule."""
    full = table(state)
    duel = full.duel
    rule = RULES.get(event.card)
    if rule is None or maker_of(duel, event.card) is None:
        yield RuleViolation("LB-ARC-01", {"card": event.card})
    elif duel.stage != "resolved" or duel.triggered or duel.passed:
        early = duel.stage in ("attack", "defence", "cheat")
        yield RuleViolation("LB-ARC-02", {"early" if early else "late": event.card})
    elif out_of_turn(duel, event.card):
        yield RuleViolation("LB-ARC-02", {"first": list(duel.arcana)})
    else:
        owner = commands(state, by, decider(duel, event.card, event.figures), rule)
        yield from passing(event, owner, _check_effect(full, duel, event, rule))


def out_of_turn(duel: Duel, card: str) -> bool:
    """LB-ARC-02: the attacker's effect comes first."""
    if not duel.arcana or card == duel.arcana[0]:
        return False
    first = duel.attack is not None and duel.attack.card == duel.arcana[0]
    return card in MANDATORY or first


def decider(duel: Duel, card: str, figures: Sequence[str]) -> str:
    """LB-ARC-04: the figure whose owner decides: of the Fool the one that leaves, else the one that made the check."""
    if card == FOOL and len(figures) == 1:
        return figures[0]
    maker = maker_of(duel, card)
    return maker[0] if maker is not None else ""


def _check_effect(full: FullState, duel: Duel, event: ArcanaResolved, rule: str) -> Violations:
    if event.card in MANDATORY:
        wanted = touched(duel, event.card)
        if event.card not in duel.arcana:
            yield RuleViolation(rule, {"idle": event.card})
        elif set(event.figures) != wanted:
            yield RuleViolation(rule, {"wanted": sorted(wanted), "told": list(event.figures) or NOBODY})
    elif event.card == FOOL:
        duelists = [name for name in (duel.actor, duel.target) if name is not None]
        if len(event.figures) != 1 or event.figures[0] not in duelists:
            yield RuleViolation(rule, {"wanted": duelists, "told": list(event.figures) or NOBODY})
    elif event.card == MAGICIAN:
        made = maker_of(duel, MAGICIAN)
        if made is None or made[0] != duel.actor:
            yield RuleViolation(rule, {"acting": duel.actor})
        elif magic_action(full, event) is None:
            yield RuleViolation(rule, {"spell": event.choice or NOBODY})
    else:
        yield RuleViolation(rule, {"idle": event.card})


def touched(duel: Duel, card: str) -> set[str]:
    """The figures that a mandatory effect names: the opposite one, the acting one, or both (Tower)."""
    made = maker_of(duel, card)
    if made is None:
        return set()
    if card == TOWER:
        return {figure for figure in (duel.actor, duel.target) if figure}
    return {made[0]} if card == DEVIL else {made[1]} if made[1] else set()


def magic_action(full: FullState, event: ArcanaResolved) -> Action | None:
    """LB-ARC-03: the named action of kind magic on the card of a figure of the table; of `figures` if one is named.
    LB-LOG-01: on a card that nobody knows any action may stand, of which nothing is known.
    """
    owners = [full.pieces[name] for name in event.figures if name in full.pieces] or full.pieces.values()
    for piece in owners:
        action = piece.card.action(event.choice or "")
        if action is not None and action.kind in MAGIC:
            return action
    unread = any(piece.card.actions is None for piece in owners)
    return Action(event.choice) if unread and event.choice else None


def on_arcana_resolved(state: LastBattleState, event: ArcanaResolved) -> LastBattleState:
    full = table(state)
    duel = full.duel
    if not duel.exists:
        return state
    left = tuple(card for card in duel.arcana if card != event.card)
    duel = msgspec.structs.replace(duel, arcana=left)
    effect = EFFECTS.get(event.card)
    full = changed(full, duel=duel)
    return put(state, effect(full, duel, event) if effect else full)


def _magician(full: FullState, duel: Duel, event: ArcanaResolved) -> FullState:
    """LB-ARC-03: parameter + 7 is the new attack total; the cards of the check stand. Whether damage follows is told
    by the new action.
    """
    action = magic_action(full, event)
    actor = full.pieces.get(duel.actor)
    if action is None or actor is None:
        return full
    parameter, tv, simple = action.parameter, action.target_value, action.type == "simple"
    total = None if parameter is None else parameter + actor.bonus + FACTS.deck.arcana[MAGICIAN].value
    resisted = duel.kind == "complex" and not simple
    against = _against(full, duel, action, total) if resisted else None
    known = total is not None and (against is not None or not resisted)
    enough = total is not None and all(total >= number for number in (tv, against) if number is not None)
    duel = msgspec.structs.replace(
        duel,
        name=action.name,
        family="magic",
        kind="simple" if simple else duel.kind,
        parameter=parameter,
        tv=tv,
        damage=action.damage,
        damages=None,
        suits=None if action.triggers is None else tuple(trigger.suit for trigger in action.triggers),
        attack_total=total,
        defence_total=against,
        margin=None if total is None or against is None else total - against,
        success=enough if known else duel.success,
    )
    full = changed(full, duel=duel)
    return full if known else flagged(full, "LB-ARC-03")


def _against(full: FullState, duel: Duel, action: Action, total: int | None) -> int | None:
    """LB-CHK-06: the target resists with the stat that the new action names; LB-CHK-08: not where it waived that."""
    if duel.waived:
        return total
    if action.resist is None or duel.defence_total is None:
        return duel.defence_total
    stat = resistance_of(action, full.pieces.get(duel.target or ""))
    return None if stat is None or duel.resistance is None else duel.defence_total - duel.resistance + stat


def _fool(full: FullState, duel: Duel, event: ArcanaResolved) -> FullState:
    """LB-ARC-04: the figure leaves in peace, the action ends."""
    figure = event.figures[0]
    over = msgspec.structs.replace(duel, stage="over", arcana=())
    due = Due("figure_removed", figure, "LB-ARC-04", how="withdrawn")
    return changed(full, duel=over, due=(*full.due, due))


def _empress(full: FullState, duel: Duel, event: ArcanaResolved) -> FullState:
    """LB-ARC-05: initial lives, and +1 to all action parameters."""
    pair = _opposite(full, duel, EMPRESS)
    if pair is None:
        return full
    piece = pair[1]
    lives = piece.lives if piece.initial is None else piece.initial
    return with_piece(full, msgspec.structs.replace(piece, lives=lives, bonus=piece.bonus + 1))


def _lovers(full: FullState, duel: Duel, event: ArcanaResolved) -> FullState:
    """LB-ARC-06: the enemy joins the squad of the check's maker, the action ends, the card leaves the match."""
    pair = _opposite(full, duel, LOVERS)
    if pair is None:
        return full
    maker, piece = pair
    piece = msgspec.structs.replace(piece, player=maker.player, side=maker.side)
    full = with_piece(full, piece, duel=msgspec.structs.replace(duel, stage="over", arcana=()))
    if piece.id in (full.act.figure, full.act.target):
        full = changed(full, act=untargeted(full.act))
    if piece.id in (full.aside.figure, full.aside.target):
        full = changed(full, aside=untargeted(full.aside))
    pile = full.piles[maker.side]
    discard = tuple(card for card in pile.discard if card != LOVERS)
    pile = msgspec.structs.replace(pile, discard=discard, removed=(*pile.removed, LOVERS))
    return with_pile(full, maker.side, pile)


def _devil(full: FullState, duel: Duel, event: ArcanaResolved) -> FullState:
    """LB-ARC-08: 2 AP at once."""
    return changed(full, ap=full.ap + DEVIL_AP)


def _tower(full: FullState, duel: Duel, event: ArcanaResolved) -> FullState:
    """LB-ARC-09: both are removed as dead, without a killer."""
    gone = [figure for figure in (duel.actor, duel.target) if figure in full.pieces]
    dues = tuple(
        Due("figure_removed", figure, "LB-ARC-09", how="dead_no_killer")
        for figure in dict.fromkeys(gone)
        if figure
    )
    full = changed(full, duel=msgspec.structs.replace(duel, stage="over", arcana=()))
    return changed(full, due=(*full.due, *dues))


EFFECTS: dict[str, Callable[[FullState, Duel, ArcanaResolved], FullState]] = {
    MAGICIAN: _magician,
    FOOL: _fool,
    EMPRESS: _empress,
    LOVERS: _lovers,
    DEVIL: _devil,
    TOWER: _tower,
}
