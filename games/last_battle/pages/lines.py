"""What stands above the fields of a step at full detail: the numbers that the rules have computed.

Called through the game's faces; the sentences stand in `words.toml` under `lines`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.last_battle.facts import FACTS
from games.last_battle.full.action_effects import longest_move
from games.last_battle.full.anytime import overtakes
from games.last_battle.full.cards import HANGED_DRAW, spare_cards, value
from games.last_battle.full.charges import CHARGES
from games.last_battle.full.checks.arcana import touched
from games.last_battle.full.checks.duel import at_hand, flip_size, modifiers, side_of_role, succeeds
from games.last_battle.full.moves import moving
from games.last_battle.full.phases import markers_wanted
from games.last_battle.full.state import Duel, Flip, FullState
from games.last_battle.full.turn import expected_side, no_initiative, swimmers_in_danger
from games.last_battle.state import LastBattleState
from games.lines import Line
from games.ruleset import NextEvent

Lines = Iterator[Line]


def lines(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    """What the step of an offer says first."""
    made = LINES.get(told.type)
    if made is not None:
        yield from made(state, at_hand(full), told)


def _markers(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    yield Line("markers", {"number": len(full.markers) + 1, "wanted": markers_wanted(state.battlefield)})


def _drawn(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    """How many, or how many at least where nobody knows the bonuses of all figures (LB-HAND-02)."""
    known = told.choices.get("count")
    yield (
        Line("drawn", {"pile": known[0]})
        if known
        else Line("drawn_or_more", {"pile": told.limits["count"][0]})
    )


def _discarded(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    side = told.choices["side"][0]
    over = spare_cards(state, full, side)
    if over:
        yield Line("too_many", {"pile": over})


def _prolong(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    yield Line("schemes_first")
    needed = FACTS.prolong.get(full.turn)
    if full.turn == max(FACTS.prolong):
        yield Line("wheel_alone")
    elif needed is not None:
        yield Line("needed", {"number": needed})


def _shuffled(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    """LB-SCH-04: the scoring step ends with it."""
    if full.step == "scoring":
        yield Line("schemes_first")


def _drowning(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    certain = [piece.id for piece, is_so in swimmers_in_danger(state) if is_so]
    if certain:
        yield Line("in_water", {"figures": certain})


def _flip(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    pluses, minuses = modifiers(full.duel, told.choices["role"][0]) or (0, 0)
    pile = full.piles[told.choices["side"][0]]
    yield from _checked(full)
    signs = {"pluses": "+" * pluses, "minuses": "\N{MINUS SIGN}" * minuses}
    said = {name: sign or None for name, sign in signs.items()}
    yield Line("flip", {"pile": flip_size(pile, pluses - minuses), **said})


def _checked(full: FullState) -> Lines:
    """Whose check it is."""
    if full.duel.exists:
        yield Line("check", {"figure": full.duel.actor, "action": full.duel.name, "target": full.duel.target})


def _cheat(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    duel = full.duel
    yield from _checked(full)
    if told.choices["role"] == ("damage",):
        yield from _sum(state, "damage", None, duel.harm)
        return
    yield from _totals(state, duel)
    won = succeeds(state, duel)
    if won is not None and duel.kind != "simple" and not duel.cheats:
        side = side_of_role(full, duel, "defence" if won else "attack")
        yield Line("attack_holds" if won else "attack_fails", {"side": side})


def _totals(state: LastBattleState, duel: Duel) -> Lines:
    """Both sides of the check as they stand now."""
    yield from _sum(state, "simple" if duel.kind == "simple" else "attack", duel.parameter, duel.attack)
    if duel.waived:
        yield Line("waived")
    elif duel.kind != "simple":
        yield from _sum(state, "defence", duel.resistance, duel.defence)
    if duel.tv is not None:
        yield Line("against", {"number": duel.tv})


def _sum(state: LastBattleState, sum_: str, stat: int | None, flip: Flip | None) -> Lines:
    """`Attack: 7 + 6 (6 of Cups) = 13`, as far as it is known."""
    if flip is None:
        return
    points = value(state, flip.card)
    told = {"sum": sum_, "number": points, "card": flip.card, "cheated": "yes" if flip.cheated else None}
    yield Line("sum", told) if stat is None else Line("total", {**told, "stat": stat, "total": stat + points})


def _result(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    yield from _checked(full)
    yield from _totals(state, full.duel)


def _arcanum(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    if "choice" not in told.choices and len(told.choices.get("figures", ())) == 1:
        yield Line("touches", {"figures": sorted(touched(full.duel, told.choices["card"][0]))})


def _trigger(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    yield Line("suit", {"suit": told.choices["suit"][0]})


def _damage(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    """The lives that a damage costs, where both numbers are known."""
    duel = full.duel
    if duel.harm is None:
        return
    yield from _checked(full)
    yield from _sum(state, "damage", None, duel.harm)
    amount, target = told.limits.get("amount"), full.pieces.get(duel.target or "")
    if amount is not None and amount[0] == amount[1] and target is not None and target.lives is not None:
        left = max(0, target.lives - amount[0])
        yield Line("lives", {"figure": target.id, "before": target.lives, "after": left})


def _action(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    """Who acts, with the points left; how far an action takes it; whom a blow of a charge is aimed at."""
    if "source" in told.choices:
        yield Line("aimed", {"figure": told.choices["target"][0]})
    elif "free" not in told.choices:
        piece, action = full.pieces[told.choices["figure"][0]], told.choices.get("action", ("",))[0]
        yield Line("acting", {"figure": piece.id, "ap": full.ap})
        moves = {"move": 1, **dict.fromkeys(CHARGES, 2)}
        cm = longest_move(state, piece, moves[action]) if action in moves else None
        if cm is not None:
            yield Line("longest", {"cm": cm})


def _claim(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    """LB-SCORE-05: whoever claims second asks the other side first."""
    player, scheme = told.choices["player"][0], told.choices["scheme"][0]
    if overtakes(state, player, scheme):
        yield Line("overtakes", {"side": full.first_side})


def _move(state: LastBattleState, full: FullState, told: NextEvent) -> Lines:
    act = moving(full, told.choices["figure"][0])
    if act.exists and act.move_left is not None:
        yield Line("longest", {"cm": act.move_left})


LINES: dict[str, Callable[[LastBattleState, FullState, NextEvent], Lines]] = {
    "action_declared": _action,
    "arcana_resolved": _arcanum,
    "check_flipped": _flip,
    "check_resolved": _result,
    "damage_resolved": _damage,
    "discard_reshuffled": _shuffled,
    "end_effects_applied": _drowning,
    "fate_cheated": _cheat,
    "figure_moved": _move,
    "hand_discarded": _discarded,
    "hand_drawn": _drawn,
    "hanged_man_used": lambda state, full, told: iter((Line("drawn", {"pile": HANGED_DRAW}),)),
    "prolong_flipped": _prolong,
    "scheme_revealed": _claim,
    "scheme_scored": _claim,
    "size_changed": lambda state, full, told: iter(
        (Line("dive"),) if "delta" in told.choices and not full.due else ()
    ),
    "strategy_marker_placed": _markers,
    "trigger_applied": _trigger,
}


def now(state: LastBattleState, full: FullState) -> Line:
    """Where the setup or the turn stands, in one line."""
    if state.phase == "markers":
        return Line("at_markers", {"number": len(full.markers), "wanted": markers_wanted(state.battlefield)})
    if state.phase in ("deploy", "hands"):
        return Line(f"at_{state.phase}")
    if not full.turn:
        return Line("begins", {"turn": 1})
    side, told = expected_side(full), {"turn": full.turn}
    if full.step in ("start", "initiative") and (why := no_initiative(state)) is not None:
        return Line(f"at_initiative_{why}", told)
    if full.step != "activations":
        return Line(f"at_{full.step}", told)
    if full.active is not None and full.active in full.pieces:
        return Line("at_figure", {**told, "figure": full.active, "ap": full.ap})
    return Line("at_side", {**told, "side": side}) if side is not None else Line("at_no_figure", told)
