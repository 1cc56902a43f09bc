"""A simulated turn: draws, the hidden choice, the reveal and its stages, parts by initiative, the end of the turn."""

from __future__ import annotations

from games.senjutsu.full import events as f
from games.senjutsu.full.cards import card_of, core_cards, definition
from games.senjutsu.full.choose import check_choice
from games.senjutsu.full.discard import excess
from games.senjutsu.full.draw import owes_bleeding
from games.senjutsu.full.frame import order_of
from games.senjutsu.full.pay import optional_initiative
from games.senjutsu.full.reveal import lacks_initiative, ranged_part
from games.senjutsu.play import opponents, parts
from games.senjutsu.play.table import PlayTable


def play_turn(table: PlayTable) -> None:
    """One whole turn. Raises `Over` when the match is decided."""
    table.log(f.TurnStarted(turn=table.state.turn + 1), table.anybody())
    parts.settle(table)
    for player in table.standing():
        _draw(table, player)
    opponents.draw_all(table)
    table.log(f.PhaseStarted(phase="select"), table.anybody())
    chosen = {player: _choose(table, player) for player in table.standing()}
    _reveal(table, chosen)
    parts.settle(table)
    table.log(f.PhaseStarted(phase="resolve"), table.anybody())
    parts.resolve(table)
    table.log(f.PhaseStarted(phase="discard"), table.anybody())
    opponents.put_away(table)
    for player in table.standing():
        _trim(table, player)
    parts.settle(table)
    table.log(f.TurnEnded(turn=table.full.turn), table.anybody())


def _draw(table: PlayTable, player: str) -> None:
    """Bleeding first; from an empty deck nothing comes."""
    if owes_bleeding(table.state, player):
        card = table.decks[player].pop()
        table.log(f.BleedDiscarded(actor=player, card=card if table.chance(0.5) else None), table.of(player))
    cards = table.drawn(player, 1)
    told = table.named(player, cards)
    table.log(f.CardDrawn(actor=player, drawn=len(cards), cards=told), table.of(player))


def _choose(table: PlayTable, player: str) -> str:
    """A card of the hand that may be played; a stun to get rid of it; a core card where nothing else goes."""
    held = sorted({*table.hands[player], *core_cards(table.state, player)})
    stuns = (f.STUN,) if table.state.fighters[player].stuns else ()
    legal = [card for card in (*held, *stuns) if not [*check_choice(table.state, player, card)]]
    card = f.STUN if stuns and table.chance(0.5) else table.rng.choice(legal)
    table.log(f.CardSelected(player=player, card=card), table.player(player))
    return card


def _reveal(table: PlayTable, chosen: dict[str, str]) -> None:
    up = {**chosen, **opponents.turned_up(table)}
    targets = {actor: _targets(table, actor, card) for actor, card in up.items()}
    named = {actor: found for actor, found in targets.items() if found}
    aiming = tuple(actor for actor in named if actor in chosen)
    later = aiming if len(aiming) > 1 else ()
    now = {actor: found for actor, found in named.items() if actor not in later}
    table.log(f.CardsRevealed(cards=up, targets=now, naming=later), table.anybody())
    for actor in later:
        table.log(f.TargetNamed(actor=actor, targets=named[actor]), table.of(actor))
    for player, card in chosen.items():
        table.played(player, card)
    for player in chosen:
        _pay(table, player)
    for player in chosen:
        _buy(table, player)
    for player in reversed(order_of(table.state)):
        if player in chosen:
            _replace(table, player)
    order = reversed(order_of(table.state))
    for actor in sorted(order, key=lambda actor: actor in table.state.foes):
        _initiative(table, actor)


def _targets(table: PlayTable, actor: str, card: str) -> tuple[str, ...]:
    """SEN-REV-09: an attack without a grid names its target; an opponent's the nearest one."""
    if not parts.aims(table, card, "named"):
        return ()
    if actor in table.state.foes:
        return opponents.nearest_player(table, actor)
    others = [other for other in parts.actors(table) if other != actor]
    return (table.rng.choice(others),)


def _pay(table: PlayTable, player: str) -> None:
    card = card_of(table.state, player) or f.STUN
    if card == f.STUN:
        return
    cost = definition(table.state, card).mandatory_focus or 0
    if cost:
        paid = f.FocusPaid(player=player, amount=cost, reason="mandatory", card=card)
        table.log(paid, table.of(player))


def _buy(table: PlayTable, player: str) -> None:
    """SEN-REV-04."""
    card = card_of(table.state, player)
    bought = optional_initiative(table.state, card) if card else None
    if card and bought is not None and table.chance(0.6):
        paid = f.FocusPaid(player=player, amount=bought.cost, reason="initiative", card=card)
        if table.may(paid):
            table.log(paid, table.of(player))


def _replace(table: PlayTable, player: str) -> None:
    """SEN-REV-05: an instant replacement where one fits, else mostly a pass."""
    on = card_of(table.state, player)
    held = sorted(set(table.hands[player]))
    table.rng.shuffle(held)
    for card in held:
        if "replacement" in (definition(table.state, card).instant or ()) and _replaced(
            table, player, card, on
        ):
            return
    if table.chance(0.7) and table.may(f.InstantPassed(player=player)):
        table.log(f.InstantPassed(player=player), table.of(player))


def _replaced(table: PlayTable, player: str, card: str, on: str | None) -> bool:
    cost = definition(table.state, card).mandatory_focus or 0
    played = f.InstantPlayed(player=player, card=card, kind="replacement", on=on)
    if (table.state.fighters[player].focus or 0) < cost or not table.chance(0.6):
        return False
    if cost:
        paid = f.FocusPaid(player=player, amount=cost, reason="replacement", card=card)
        if not parts.fits_partner(table, played) or not table.may(paid):
            return False
        table.log(paid, table.of(player))
    elif not table.may(played):
        return False
    table.log(played, table.of(player))
    table.played(player, card)
    return True


def _initiative(table: PlayTable, actor: str) -> None:
    """SEN-REV-08."""
    if not lacks_initiative(table.state, actor):
        return
    part = ranged_part(table.state, actor)
    assert part is not None
    values = range(part.initiative or 0, (part.up_to or 0) + 1)
    events = table.legal(f.InitiativeChosen(actor=actor, value=value) for value in values)
    table.log(table.rng.choice(events), table.of(actor))


def _trim(table: PlayTable, player: str) -> None:
    """SEN-DISC-04."""
    over = excess(table.state, player)
    if not over:
        return
    cards = table.rng.sample(table.hands[player], over)
    for card in cards:
        table.hands[player].remove(card)
    told = table.named(player, cards)
    table.log(f.HandTrimmed(player=player, count=over, cards=told), table.of(player))
