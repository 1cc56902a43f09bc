"""Simulated attacks and blocks, and what answers them: counterattacks and instant additions.

An attack's results are what the table gives; where the attacker may choose (a direction, a poison card) the dice do.
Called by `parts.py`.
"""

from __future__ import annotations

from games.hexes import Hex, pattern
from games.senjutsu.full import aim
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.full.cards import card_of, definition
from games.senjutsu.full.definitions import Attack, Block
from games.senjutsu.full.displaced import directions_of
from games.senjutsu.full.ground import place_of, stand_of
from games.senjutsu.full.poison import available
from games.senjutsu.full.state import Running, Strike
from games.senjutsu.full.strikes import Blow, blow_at, outcome_at, victims
from games.senjutsu.play.table import PlayTable
from games.senjutsu.simulate_table import ORGANISER, RULES


def attack(table: PlayTable, running: Running, place: int, effect: Attack) -> bool:
    """Declared and resolved; where nothing can be attacked the effect is left out."""
    by = table.of(running.actor)
    if not aim.can_attack(table.state, running, effect):
        return _left_out(table, running, place)
    declared = table.legal(_declarations(table, running, place, effect), by)
    if not declared:
        return _left_out(table, running, place)
    table.log(table.rng.choice(declared), by)
    strike = table.full.strike
    assert strike is not None
    table.log(g.AttackResolved(attacker=running.actor, results=tuple(_results(table, strike))), by)
    return True


def _left_out(table: PlayTable, running: Running, place: int) -> bool:
    event = g.EffectResolved(
        actor=running.actor, card=running.card, part=running.part, effect=place, applied=False
    )
    if table.may(event):
        table.log(event, table.of(running.actor))
    return False


def _declarations(table: PlayTable, running: Running, place: int, effect: Attack) -> list[g.AttackDeclared]:
    hexes: tuple[Hex, ...] = ()
    targets: tuple[str | None, ...] = (None,)
    if effect.aim == "grid" and table.chance(0.7):
        hexes = aim.grid_hexes(table.state, running, effect) or ()
    if effect.aim == "compare":
        targets = aim.slower(table.state, running)
    elif effect.aim == "named":
        targets = aim.choices(table.state, running)
    initiative = running.initiative if table.chance(0.7) else None
    return [
        g.AttackDeclared(
            attacker=running.actor,
            card=running.card,
            part=running.part,
            effect=place,
            hexes=hexes,
            target=target,
            initiative=initiative,
        )
        for target in targets
    ]


def _results(table: PlayTable, strike: Strike) -> list[g.Result]:
    """Every target hex, and everybody on it."""
    poisons = list(available(table.state, strike.attacker) or ())
    found: list[g.Result] = []
    for hex_ in strike.hexes:
        outcome = outcome_at(table.state, strike, hex_) or "empty"
        there = victims(table.state, strike, hex_)
        blow = blow_at(table.state, strike, hex_)
        if outcome != "hit" or blow is None or not there:
            if there or table.chance(0.6):
                target = there[0] if len(there) == 1 else None
                found.append(g.Result(hex=hex_, outcome=outcome, target=target))
            continue
        found += [_result(table, strike, hex_, target, blow, poisons) for target in there]
    return found


def _result(
    table: PlayTable, strike: Strike, hex_: Hex, target: str, blow: Blow, poisons: list[str]
) -> g.Result:
    single = len(poisons) == 1 and len(available(table.state, strike.attacker) or ()) == 1
    used = tuple(poisons[:1] if single else [poisons.pop() for _ in range(min(blow.poison, len(poisons)))])
    return g.Result(
        hex=hex_,
        outcome="hit",
        target=target,
        wounds=blow.wounds,
        bleeding=blow.bleeding,
        stuns=blow.stuns,
        injuries=blow.injuries,
        poison=used if blow.poison else (),
        executed=blow.executed,
        push=_shift(table, strike, target, "push", blow.push),
        pull=_shift(table, strike, target, "pull", blow.pull),
        turns=g.ForcedTurn(blow.turns, table.rng.choice((1, -1))) if blow.turns else None,
    )


def _shift(table: PlayTable, strike: Strike, target: str, cause: str, cells: int) -> g.Shift | None:
    """SEN-HEX-04, -05: the attacker chooses between the legal directions."""
    here, there = place_of(table.state, strike.attacker), place_of(table.state, target)
    if not cells or here is None or there is None:
        return None
    directions = directions_of(cause, here, there)
    return g.Shift(cells, table.rng.choice(directions)) if directions else None


def block(table: PlayTable, running: Running, place: int, effect: Block) -> bool:
    """The hexes of the grid, those on the board."""
    stand = stand_of(table.state, running.actor)
    if stand is None:
        return False
    board = table.full.board
    hexes = [hex_ for hex_ in pattern(stand.hex, stand.facing, effect.grid) if board is None or hex_ in board]
    event = g.BlockApplied(
        actor=running.actor,
        card=running.card,
        hexes=tuple(hexes),
        initiative=running.initiative if table.chance(0.7) else None,
        effect=place,
    )
    table.log(event, table.of(running.actor))
    return True


def answer(table: PlayTable) -> list[str]:
    """Counterattacks and conditional additions right after an attack: who opened a new part."""
    opened = []
    for player in table.standing():
        if table.chance(0.7) and (_countered(table, player) or _added(table, player)):
            opened.append(player)
    return opened


def _countered(table: PlayTable, player: str) -> bool:
    """SEN-CTR-01 to -04."""
    happened = [one for one in table.full.window if one.kind == "blocked" and one.actor == player]
    for one in happened:
        for card in _shuffled_hand(table, player):
            event = g.CounterattackPlayed(player=player, card=card, against=one.other or "")
            if _paid_and_played(table, player, card, event):
                return True
    return False


def _added(table: PlayTable, player: str) -> bool:
    """SEN-INST-06, -07, SEN-INST-04."""
    on = card_of(table.state, player)
    for card in _shuffled_hand(table, player):
        for kind in definition(table.state, card).instant or ():
            if kind == "replacement":
                continue
            partner = on if kind == "addition" else None
            event = f.InstantPlayed(player=player, card=card, kind=kind, on=partner)
            if _paid_and_played(table, player, card, event):
                return True
    return False


def add_instants(table: PlayTable, player: str) -> bool:
    """SEN-INST-07: when the effects of the own card are done."""
    return player in table.hands and table.chance(0.7) and _added(table, player)


def _shuffled_hand(table: PlayTable, player: str) -> list[str]:
    held = sorted(set(table.hands[player]))
    table.rng.shuffle(held)
    return held


def _paid_and_played(
    table: PlayTable, player: str, card: str, event: f.InstantPlayed | g.CounterattackPlayed
) -> bool:
    """SEN-INST-08: the cost right before the card."""
    cost = definition(table.state, card).mandatory_focus or 0
    if cost:
        paid = f.FocusPaid(player=player, amount=cost, reason="instant", card=card)
        if not _only_unpaid(table, event) or not table.may(paid):
            return False
        table.log(paid, table.of(player))
    elif not table.may(event):
        return False
    table.log(event, table.of(player))
    table.played(player, card)
    return True


def _only_unpaid(table: PlayTable, event: f.InstantPlayed | g.CounterattackPlayed) -> bool:
    """Whether nothing but the payment is missing."""
    return {violation.rule for violation in RULES.check(table.state, event, ORGANISER)} <= {"SEN-INST-08"}
