"""The effects on a card at the simulated table, from top to bottom, one function for each keyword.

What may be chosen is chosen by the dice; what the rules compute is computed. Called by `actions.py` and `attacks.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.ruleset import Actor, Event
from games.super_fantasy_brawl.definitions import Effect
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.frame import action_of, owner_of, standing
from games.super_fantasy_brawl.full.owed import can_take
from games.super_fantasy_brawl.full.printed import champion_of_effect, effects_of, player_of_effect, receivers
from games.super_fantasy_brawl.full.zones import available, needs_reshuffle
from games.super_fantasy_brawl.play import motion
from games.super_fantasy_brawl.play.dues import settle, stunned
from games.super_fantasy_brawl.play.table import PlayTable


class Doing(NamedTuple):
    """An effect that is carried out: the card (None: the open action's own), its number, on one champion."""

    source: str | None
    effect: Effect
    on: str
    by: str

    @property
    def x(self) -> int:
        return self.effect.x or 0


def run(table: PlayTable, source: str | None, timing: str) -> None:
    """The effects of one timing of a card, whatever is due after each of them included."""
    for _, effect in effects_of(table.state, source) or ():
        if effect.timing == timing and effect.keyword in APPLY:
            for champion in _receivers(table, effect, source):
                _apply(table, source, effect, champion)


def _receivers(table: PlayTable, effect: Effect, source: str | None) -> tuple[str, ...]:
    """On whom: everybody who is named, or one of those whom the player may choose."""
    found = tuple(receivers(table.state, effect, source) or ())
    action = action_of(table.state)
    if action is None or effect.keyword in TO_PLAYER:
        return found[:1]
    choose = effect.on in ("ally", "enemy") or (effect.on == "target" and action.step in ("move", "pre"))
    if not choose:
        return found
    near = [one for one in found if can_take(table.state, source, effect, one)]
    if effect.keyword == "heal":
        near = [one for one in near if table.state.figures[one].damage] or near
    return (table.rng.choice(near),) if near else ()


def _apply(table: PlayTable, source: str | None, effect: Effect, champion: str) -> None:
    """Nothing is done to, or by, a champion at its gates."""
    by = champion_of_effect(table.state, source)
    if not by or table.state.figures[by].cell is None or table.state.figures[champion].cell is None:
        return
    APPLY[effect.keyword](table, Doing(source, effect, champion, by))
    settle(table)


def _player(table: PlayTable, doing: Doing) -> Actor:
    return table.player(player_of_effect(table.state, doing.source))


def _log_if_legal(table: PlayTable, event: Event, by: Actor) -> None:
    """What is impossible is left out (SFB-LOG-07)."""
    if table.may(event, by):
        table.log(event, by)


def draw(table: PlayTable, doing: Doing) -> None:
    """SFB-EFF-02."""
    player = player_of_effect(table.state, doing.source)
    declared = table.rng.randint(0, doing.x)
    count = min(declared, available(table.state, player))
    if declared and needs_reshuffle(table.state, player, declared):
        size = len(table.thrown[player])
        table.log(f.PersonalDeckReshuffled(player=player, size=size), table.player(player))
    drawn = table.drawn(player, count)
    told = table.named(player, drawn)
    event = f.CardsDrawn(player=player, declared=declared, drawn=len(drawn), source=doing.source, cards=told)
    table.log(event, table.player(player))


def plan(table: PlayTable, doing: Doing) -> None:
    """SFB-EFF-10."""
    player = player_of_effect(table.state, doing.source)
    hand = table.hands[player]
    cards = table.rng.sample(hand, table.rng.randint(0, min(doing.x, len(hand))))
    for card in cards:
        hand.remove(card)
    table.decks[player] += reversed(cards)
    told = table.named(player, cards)
    event = f.CardsPlanned(player=player, count=len(cards), source=doing.source, cards=told)
    table.log(event, table.player(player))


def heal(table: PlayTable, doing: Doing) -> None:
    """SFB-EFF-04."""
    amount = min(doing.x, table.state.figures[doing.on].damage)
    if amount and table.chance(0.9):
        event = a.ChampionHealed(
            champion=doing.on,
            amount=table.rng.randint(1, amount),
            cause="effect" if _is_card(table) else "basic",
            source=doing.source,
        )
        table.log(event, _player(table, doing))


def _is_card(table: PlayTable) -> bool:
    action = action_of(table.state)
    return action is not None and action.kind != "basic"


def damage(table: PlayTable, doing: Doing) -> None:
    """SFB-CMB-20."""
    event = a.DamageDealt(
        target=doing.on,
        amount=doing.x,
        cause="effect" if _is_card(table) else "basic",
        by=doing.by,
        source=doing.source,
    )
    _log_if_legal(table, event, _player(table, doing))


def displace(table: PlayTable, doing: Doing) -> None:
    """SFB-EFF-08, -09, -12, -17."""
    motion.displace(table, doing.effect.keyword, doing.on, doing.by, doing.x, doing.source)


def move(table: PlayTable, doing: Doing) -> None:
    """SFB-EFF-13 to -15, SFB-MOVE-08, -09: the champion itself moves; toward or away from an enemy."""
    kind = doing.effect.keyword
    mover = doing.by if kind in ("approach", "retreat") else doing.on
    toward = None
    if kind in ("approach", "retreat"):
        toward = table.state.figures[doing.on].cell
    motion.go(table, mover, kind, doing.x, doing.source, toward)


def place(table: PlayTable, doing: Doing) -> None:
    """SFB-EFF-16."""
    by = _player(table, doing)
    here = table.state.figures[doing.on].cell
    taken = set(standing(table.state).values())
    cells = sorted(table.full.ground.cells - taken) if table.full.ground is not None and here else []
    events = [a.ChampionPlaced(champion=doing.on, cell=cell, source=doing.source) for cell in cells]
    legal = table.legal(events, by)
    if legal and table.chance(0.9):
        table.log(table.rng.choice(legal), by)


def stun(table: PlayTable, doing: Doing) -> None:
    """SFB-EFF-07."""
    owner = owner_of(table.state, doing.on)
    _log_if_legal(table, stunned(table, doing.on, "effect", doing.source), table.player(owner))


def immobilise(table: PlayTable, doing: Doing) -> None:
    """SFB-EFF-06."""
    event = a.ChampionImmobilised(champion=doing.on, source=doing.source)
    _log_if_legal(table, event, _player(table, doing))


def show(table: PlayTable, doing: Doing) -> None:
    """SFB-EFF-23."""
    player = player_of_effect(table.state, doing.source)
    looks = doing.effect.keyword == "look"
    event = f.InformationShown(
        owner=player,
        what="other" if looks else "hand",
        viewer=player if looks else None,
        source=doing.source,
        note=doing.effect.text,
    )
    table.log(event, table.player(player))


def other(table: PlayTable, doing: Doing) -> None:
    """SFB-LOG-04: what only the text says."""
    action = action_of(table.state)
    source = doing.source or (action.card if action is not None else None)
    if source is not None and table.chance(0.8):
        event = a.CardEffectApplied(source=source, description=doing.effect.text or "As the card says.")
        table.log(event, _player(table, doing))


APPLY: dict[str, Callable[[PlayTable, Doing], None]] = {
    "draw": draw,
    "plan": plan,
    "heal": heal,
    "damage": damage,
    "push": displace,
    "pull": displace,
    "compel": displace,
    "fear": displace,
    "dash": move,
    "fly": move,
    "leap": move,
    "approach": move,
    "retreat": move,
    "place": place,
    "stun": stun,
    "immobilise": immobilise,
    "show": show,
    "look": show,
    "other": other,
}
TO_PLAYER = ("draw", "plan", "show", "look", "other")
"""What concerns the player, not a champion."""
