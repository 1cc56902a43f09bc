"""What a simulated table tells of an event that the rules offer: targets, distances, cards. Called by `steps.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.last_battle.cards import Action
from games.last_battle.faces import fills
from games.last_battle.facts import BATTLEFIELDS, FACTS, SIDES
from games.last_battle.figures import Figure
from games.last_battle.full.asked import new_marker
from games.last_battle.full.cards import HANGED_DRAW, hand_limit
from games.last_battle.full.duel import modifiers
from games.last_battle.full.markers import friendly_markers
from games.last_battle.full.moves import moving
from games.last_battle.full.state import Piece
from games.last_battle.full.strategy import computed
from games.last_battle.full.told import read_facts
from games.last_battle.full.turn import swimmers_in_danger
from games.last_battle.play import reported, setting
from games.last_battle.play.facts import strategy_facts
from games.last_battle.play.table import PlayTable
from games.last_battle.prolong import SUITS
from games.ruleset import Event, NextEvent
from games.simulated import filled

Told = dict[str, Any]
BRAWL = Action("brawl", "melee", 1, None, None)
"""An action of a card that nobody knows."""
CURSED: Told = {"delta": -1, "cause": "a curse"}


def event_of(table: PlayTable, one: NextEvent, player: str) -> Event | None:
    """One of the offered values for each field, facts of the table, and what the rules compute; None: not now."""
    facts = TOLD[one.type](table, one, player) if one.type in TOLD else {}
    if facts is None:
        return None
    return filled(table, one, facts, fills(table.state, one))


def _marker(table: PlayTable, one: NextEvent, player: str) -> Told:
    near = (
        table.told(table.cm(40, 90)) if table.full.markers and table.state.battlefield == "heaven" else None
    )
    edge = None if table.state.battlefield == "heaven" else 46.0
    return {"outside_zones": True, "nearest_portal_cm": near, "edge_cm": edge}


def _deployed(table: PlayTable, one: NextEvent, player: str) -> Told:
    return {"all_inside": True if "all_inside" not in one.choices and table.chance(0.95) else None}


def _deck(table: PlayTable, one: NextEvent, player: str) -> Told:
    """LB-DECK-01: of the profile, or of cards that are listed, those of the other side where it has its deck."""
    if "cards" in one.choices:
        return {"cards": one.choices["cards"]} if one.choices["cards"] else {}
    every = [f"{suit}-{value}" for suit in SUITS for value in range(1, 15)]
    return {"cards": tuple(table.rng.sample(every, 40))}


def _drawn(table: PlayTable, one: NextEvent, player: str) -> Told:
    return {"cards": table.draw(one.choices["side"][0], one.choices["count"][0])}


def _hanged(table: PlayTable, one: NextEvent, player: str) -> Told | None:
    return {"drawn": table.draw(one.choices["side"][0], HANGED_DRAW)} if table.chance(0.7) else None


def _discarded(table: PlayTable, one: NextEvent, player: str) -> Told:
    """LB-HAND-04: down to the limit, perhaps further; of cards that nobody named, any that can be there."""
    side = one.choices["side"][0]
    pile = table.full.piles[side]
    hand = (*pile.hand, *table.deck(side)[: pile.unknown])
    spare = max(0, pile.hand_count - hand_limit(table.state, table.full, side) - pile.extra)
    count = min(len(hand), max(1, spare + table.rng.randint(0, 2)))
    return {"cards": tuple(table.rng.sample(hand, count))}


def _initiative(table: PlayTable, one: NextEvent, player: str) -> Told:
    """A player tells the card of their side, staff mostly both."""
    sides = [side for side in SIDES if one.choices.get(f"{side}_card") != ()]
    return {f"{side}_card": table.draw(side, 1)[0] for side in sides}


def _declared(table: PlayTable, one: NextEvent, player: str) -> Told | None:
    if "source" in one.choices:
        return {"cover": table.chance(0.2)}
    if "free" in one.choices:
        return {"action": "move", "source": "a trigger"}
    piece = table.full.pieces[one.choices["figure"][0]]
    base = BASE.get(one.choices.get("action", ("",))[0])
    return base(table, piece) if base else _printed(table, one, piece)


def _move(table: PlayTable, piece: Piece) -> Told:
    return {"ap": 2 if table.full.ap > 1 and table.foes_of(piece) and table.chance(0.2) else 1}


def _interact(table: PlayTable, piece: Piece) -> Told:
    """Study an enemy on Camp; else a marker or a portal."""
    foes = table.foes_of(piece)
    if table.state.battlefield == "camp" and foes and table.chance(0.7):
        return {"target": table.rng.choice(foes), "engaged": True}
    return {"engaged": table.rng.choice((False, False, None))}


def _prepare(table: PlayTable, piece: Piece) -> Told:
    return {}


def _charge(table: PlayTable, piece: Piece) -> Told:
    return {"engaged": False, "los": True}


BASE: dict[str, Callable[[PlayTable, Piece], Told]] = {
    "move": _move,
    "charge": _charge,
    "falcon_strike": _charge,
    "interact": _interact,
    **dict.fromkeys(("concentrate", "defend", "take_off"), _prepare),
}


def _printed(table: PlayTable, one: NextEvent, piece: Piece) -> Told | None:
    """A printed action; where the card is unknown, one that the players name."""
    name = table.rng.choice(one.choices.get("action", (BRAWL.name,)))
    action = piece.card.action(name) or BRAWL
    friends = [other.id for other in table.pieces(piece.side) if other.id != piece.id]
    foes = table.foes_of(piece)
    pool = friends if friends and (not foes or table.chance(0.1)) else foes
    if action.type != "simple" and not pool:
        return None
    target = None if action.type == "simple" else table.rng.choice(pool)
    return {
        "action": name,
        "kind": action.kind,
        "ap": action.cost_ap or 1,
        "target": target,
        "los": True if target else None,
        "cover": table.rng.choice((None, True, False, False)) if target else None,
        "engaged": False if action.kind == "shooting" else table.rng.choice((None, True, False)),
        "tv": action.target_value if table.chance(0.5) else None,
    }


def _moved(table: PlayTable, one: NextEvent, player: str) -> Told | None:
    act = moving(table.full, one.choices["figure"][0])
    if not act.exists:
        return None
    foes = one.choices["leaves_reach_of"]
    return {
        "distance_cm": table.told(table.cm(0.1, 10 if act.move_left is None else act.move_left)),
        "leaves_reach_of": (table.rng.choice(foes),) if foes and act.paid > 1 else (),
        "hazard_touched": table.chance(0.15) if table.state.battlefield == "heaven" else None,
        "final_reach_ok": table.rng.choice((True, True, True, None, False)) if act.attacks else None,
    }


def _flipped(table: PlayTable, one: NextEvent, player: str) -> Told:
    """One card, and one more for each plus or minus: where nobody knows how many, as far as the deck goes."""
    (role,), (side,) = one.choices["role"], one.choices["side"]
    known = modifiers(table.full.duel, role)
    more = min(2, table.full.piles[side].deck_count - 1)
    pluses, minuses = known or (0, table.rng.randint(0, more))
    return {"pluses": pluses, "minuses": minuses, "cards": table.draw(side, 1 + abs(pluses - minuses))}


def _cheated(table: PlayTable, one: NextEvent, player: str) -> Told | None:
    hand = table.full.piles[one.choices["side"][0]].hand
    return {"card": table.rng.choice(hand)} if hand else None


def _damaged(table: PlayTable, one: NextEvent, player: str) -> Told:
    """Told by the players where the card does not."""
    return {"amount": table.rng.randint(1, 4) if table.chance(0.7) else None}


def _near(table: PlayTable, one: NextEvent, player: str) -> Told:
    """Within reach of a figure that interacts, and of the text of any scheme."""
    return {"distance_cm": table.cm(0, 3)}


def _closed(table: PlayTable, one: NextEvent, player: str) -> Told:
    return {"distance_cm": table.told(table.cm(0, 3))}


def _placed(table: PlayTable, one: NextEvent, player: str) -> Told:
    side = table.full.pieces[one.choices["figure"][0]].side
    friendly = friendly_markers(table.full, side)
    return {
        "marker_id": new_marker(table.full, "m"),
        "nearest_friendly_marker_cm": table.told(table.cm(8, 30)) if friendly else None,
    }


def _healed(table: PlayTable, one: NextEvent, player: str) -> Told:
    """LB-ACT-16: a life back for somebody who is hurt, else one lost; lives that no card tells the players may."""
    if "delta" in one.choices:
        piece = table.full.pieces[one.choices["figure"][0]]
        return {"lives": table.rng.randint(0, 3)} if piece.lives is None and table.chance(0.5) else {}
    hurt = [p for p in table.full.pieces.values() if p.lives and p.initial and p.lives < p.initial]
    return {"figure": table.rng.choice(hurt).id, "delta": 1, "cause": "a hymn"} if hurt else CURSED


def _blessed(table: PlayTable, one: NextEvent, player: str) -> Told:
    if "change" in one.choices:
        return {}
    piece = table.full.pieces[table.rng.choice(one.choices["figure"])]
    change = "lost" if "blessed" in piece.conditions else "gained"
    return {"figure": piece.id, "condition": "blessed", "change": change, "cause": "a hymn"}


def _removed(table: PlayTable, one: NextEvent, player: str) -> Told | None:
    """Shades are sacrificed; a trigger seldom kills."""
    if one.choices["how"] != ("sacrificed",) or len(one.choices["by_figure"]) == 1 == len(
        one.choices["figure"]
    ):
        return {}
    shades = [piece.id for piece in table.full.pieces.values() if piece.summoned]
    return {"figure": table.rng.choice(shades)} if shades else None


def _summoned(table: PlayTable, one: NextEvent, player: str) -> Told:
    shade = Figure("shade", cost=0, size=1, unique=False, move=6.0, lives=1, swimmer=True, actions=())
    name = f"{player}-shade-{table.full.turn}-{table.rng.randint(1, 999)}"
    return {"figure": name, "facts": shade, "acts_now": table.chance(0.3)}


def _climbed(table: PlayTable, one: NextEvent, player: str) -> Told:
    return {} if "delta" in one.choices else {"delta": table.rng.choice((-1, 1)), "cause": "a gust"}


def _link(table: PlayTable, one: NextEvent, player: str) -> Told | None:
    """A link card is created (Sea, Dungeon) or arrives (elsewhere). At an event day its organiser sees to that."""
    card = table.rng.choice(one.choices["arcana"])
    arrived = {} if one.type == "arcana_created" else {"zone": FACTS.deck.arcana[card].zone}
    return None if table.state.campaign else {"arcana": card, **arrived}


def _drowning(table: PlayTable, one: NextEvent, player: str) -> Told:
    danger = swimmers_in_danger(table.state)
    return {"figures": tuple(piece.id for piece, certain in danger if certain or table.chance(0.5))}


def _strategy(table: PlayTable, one: NextEvent, player: str) -> Told:
    """LB-SCORE-04: the numbers follow from the table and the facts."""
    if table.state.full is None:
        return {}
    moment, strategy = one.choices["moment"][0], BATTLEFIELDS[table.state.battlefield].strategy
    untold = moment == "game_end" or table.chance(0.05)
    facts = {} if untold else strategy_facts(table, strategy, table.full)
    told_facts = None if moment == "game_end" else read_facts(strategy, facts)
    numbers = computed(table.state, table.full, moment, told_facts)
    points = {side: table.rng.randint(told.low, told.high) for side, told in numbers.items()}
    return {**points, "facts": facts}


TOLD: dict[str, Callable[[PlayTable, NextEvent, str], Told | None]] = {
    **setting.TOLD,
    **reported.TOLD,
    "action_declared": _declared,
    "activation_ended": lambda table, one, player: {"out_of_sight_of_all_enemies": table.chance(0.3)},
    "arcana_created": _link,
    "arcana_granted": _link,
    "arcana_resolved": lambda table, one, player: {"effect": "as printed"},
    "check_flipped": _flipped,
    "condition_changed": _blessed,
    "damage_resolved": _damaged,
    "deck_prepared": _deck,
    "end_effects_applied": _drowning,
    "fate_cheated": _cheated,
    "figure_moved": _moved,
    "figure_removed": _removed,
    "figure_summoned": _summoned,
    "hand_discarded": _discarded,
    "hand_drawn": _drawn,
    "hanged_man_used": _hanged,
    "initiative_flipped": _initiative,
    "lives_changed": _healed,
    "portal_closed": _closed,
    "prolong_flipped": lambda table, one, player: {"card": table.draw(one.choices["side"][0], 1)[0]},
    "scheme_marker_placed": _placed,
    "scheme_marker_removed": _near,
    "size_changed": _climbed,
    "squad_deployed": _deployed,
    "strategy_marker_placed": _marker,
    "strategy_scored": _strategy,
    "trigger_applied": lambda table, one, player: {"text": "a trigger"},
}
