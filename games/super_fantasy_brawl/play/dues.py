"""Whatever must come next at the simulated table (SFB-LOG-06): traps and their effects, knock-outs, missing steps."""

from __future__ import annotations

from games.ruleset import Event
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.frame import owner_of
from games.super_fantasy_brawl.full.state import Due
from games.super_fantasy_brawl.play.setup import place_token
from games.super_fantasy_brawl.play.table import PlayTable


def settle(table: PlayTable) -> None:
    """Everything that is due, in its order; a displacement that goes on after a trap is left to `motion.py`."""
    while table.full.due:
        due = table.full.due[0]
        if due.kind == "champion_displaced":
            return
        if due.kind == "trap_token_placed":
            _replace(table, due)
            continue
        event = _answer(table, due)
        table.log(event, table.of(due.champion) if due.champion else table.anybody())


def _replace(table: PlayTable, due: Due) -> None:
    """SFB-TRAP-05, -08: a new token first, then the triggered one goes back into the supply."""
    turned = table.full.turned
    place_token(table, due.player or owner_of(table.state, due.champion), "replacement")
    if turned is not None and turned.slot in table.under:
        table.tokens.append(table.under.pop(turned.slot))
        table.rng.shuffle(table.tokens)


def _answer(table: PlayTable, due: Due) -> Event:
    told, champion = due.told, due.champion
    if due.kind == "champion_knocked_out":
        return a.ChampionKnockedOut(champion=champion, by=told.get("by"), cause=told.get("cause", "card"))
    if due.kind == "trap_triggered":
        return _trap(table, due)
    if due.kind == "damage_dealt":
        return a.DamageDealt(target=champion, amount=told["amount"], cause=told["why"], by=told.get("by"))
    if due.kind == "champion_healed":
        return a.ChampionHealed(champion=champion, amount=told["amount"], cause=told["why"])
    if due.kind == "champion_stunned":
        return stunned(table, champion, "trap", None)
    assert due.kind == "champion_immobilised", due
    return a.ChampionImmobilised(champion=champion, cause="trap")


def _trap(table: PlayTable, due: Due) -> a.TrapTriggered:
    slot = next(slot for slot in table.full.traps if slot.slot == due.told["slot"])
    return a.TrapTriggered(
        champion=due.champion,
        cell=slot.cell,
        slot=slot.slot,
        kind=slot.token or table.under[slot.slot],  # type: ignore[arg-type]
        caused_by=due.told.get("by"),
    )


def stunned(table: PlayTable, champion: str, cause: str, source: str | None) -> a.ChampionStunned:
    """SFB-EFF-07: a card of the champion goes, or the whole hand is shown."""
    hand = table.hands[owner_of(table.state, champion)]
    slug = table.state.figures[champion].slug
    own = sorted(card for card in hand if table.full.cards[card].champion == slug)
    discarded = table.rng.choice(own) if own else None
    return a.ChampionStunned(
        champion=champion,
        cause=cause,  # type: ignore[arg-type]
        discarded=discarded,
        shown=None if own else tuple(sorted(hand)),
        source=source,
    )
