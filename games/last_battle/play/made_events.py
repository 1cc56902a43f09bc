"""What a simulated table tells of an event that the rules offer: targets, distances, cards. Called by `steps.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.last_battle.chapters.prolong import SUITS
from games.last_battle.facts import FACTS, SIDES
from games.last_battle.figures import Figure
from games.last_battle.full.actions import BASE
from games.last_battle.full.cards import HANGED_DRAW, spare_cards
from games.last_battle.full.charges import CHARGES
from games.last_battle.full.checks.duel import flip_size, modifiers
from games.last_battle.full.moves import moving
from games.last_battle.full.state import Piece
from games.last_battle.full.turn import swimmers_in_danger
from games.last_battle.pages.faces import details, fills
from games.last_battle.play import reports, squads
from games.last_battle.play.table import CM, PlayTable
from games.made_up import made_up
from games.ruleset import Event, NextEvent
from games.simulated import filled, told_at

Told = dict[str, Any]
CURSED: Told = {"delta": -1, "cause": "a curse"}
AT_THE_TABLE: dict[str, dict[str, tuple[Any, ...]]] = {
    "activation_ended": {"out_of_sight_of_all_enemies": (True, False, False)},
    "damage_resolved": {"amount": (None, 1, 2, 3, 4)},
    "play_stopped": {"reason": ("time",)},
    "portal_closed": {"distance_cm": (0.0, 1.5, 3.0, None)},
    "scheme_marker_placed": {"nearest_friendly_marker_cm": (None, 8.0, 12.5, 30.0)},
    "scheme_marker_removed": {"distance_cm": (0.0, 1.5, 3.0)},
    "squad_deployed": {"all_inside": (*(True,) * 9, None)},
    "strategy_marker_placed": {
        "outside_zones": (True,),
        "nearest_portal_cm": (None, 40.0, 62.5, 90.0),
        "edge_cm": (46.0,),
    },
    "trigger_applied": {"text": ("a trigger",)},
}
"""What only the table knows of an event: type -> field -> values, where the offer does not say that there is none."""


def event_of(table: PlayTable, one: NextEvent, player: str) -> Event | None:
    """One of the offered values for each field, facts of the table, and what the rules compute; None: not now."""
    made = TOLD[one.type](table, one, player) if one.type in TOLD else {}
    if made is None:
        return None
    told = {**told_at(table, one, AT_THE_TABLE.get(one.type, {})), **made}
    return filled(table, one, told, fills(table.state, one))


def _deck(table: PlayTable, one: NextEvent, player: str) -> Told:
    """LB-DECK-01: of the profile, or of cards that are listed, those of the other side where it has its deck."""
    if "cards" in one.choices:
        return {"cards": one.choices["cards"]} if one.choices["cards"] else {}
    every = [f"{suit}-{value}" for suit in SUITS for value in range(1, 15)]
    return {"cards": tuple(table.rng.sample(every, 40))}


def _drawn(table: PlayTable, one: NextEvent, player: str) -> Told:
    """As many as the hand lacks by what is known of the bonuses."""
    side = one.choices["side"][0]
    count = one.choices["count"][0] if "count" in one.choices else one.limits["count"][0]
    return {"count": count, "cards": table.draw(side, count)}


def _hanged(table: PlayTable, one: NextEvent, player: str) -> Told | None:
    return {"drawn": table.draw(one.choices["side"][0], HANGED_DRAW)} if table.chance(0.7) else None


def _discarded(table: PlayTable, one: NextEvent, player: str) -> Told:
    """LB-HAND-04: down to the limit, perhaps further; of cards that nobody named, any that can be there."""
    side = one.choices["side"][0]
    pile = table.full.piles[side]
    hand = (*pile.hand, *table.deck(side)[: pile.unknown])
    spare = spare_cards(table.state, table.full, side)
    count = min(len(hand), max(1, spare + table.rng.randint(0, 2)))
    return {"cards": tuple(table.rng.sample(hand, count))}


def _initiative(table: PlayTable, one: NextEvent, player: str) -> Told:
    """A player tells the card of their side, staff mostly both."""
    sides = [side for side in SIDES if one.choices.get(f"{side}_card") != ()]
    return {f"{side}_card": table.draw(side, 1)[0] for side in sides}


def _declared(table: PlayTable, one: NextEvent, player: str) -> Told | None:
    """A blow of a charge, a free move, an action of every figure, or one of a card, which tells what it costs."""
    if "source" in one.choices:
        return {"cover": table.chance(0.2)}
    if "free" in one.choices:
        return {"action": "move", "source": "a trigger"}
    piece, name = (
        table.full.pieces[one.choices["figure"][0]],
        table.rng.choice(one.choices.get("action", ("",))),
    )
    return _base(table, piece, name) if name in BASE else _printed(table, piece, name)


def _base(table: PlayTable, piece: Piece, name: str) -> Told:
    """On Camp foes are studied (LB-CAMP-01); elsewhere a marker or a portal is what is interacted with."""
    foes = table.foes_of(piece)
    if name in CHARGES:
        return {"engaged": False, "los": True}
    if name == "move":
        return {"ap": 2 if table.full.ap > 1 and foes and table.chance(0.2) else 1}
    if name == "interact" and table.state.battlefield == "camp" and foes and table.chance(0.7):
        return {"target": table.rng.choice(foes), "engaged": True}
    return {"engaged": table.rng.choice((False, False, None))} if name == "interact" else {}


def _printed(table: PlayTable, piece: Piece, name: str) -> Told | None:
    """Mostly at an enemy; where the card is unknown, the players name neither the action nor what it costs."""
    action = piece.card.action(name)
    known = {"action": name, "kind": None, "ap": None} if action is not None else {"ap": 1}
    if action is not None and action.type == "simple":
        return {**known, "engaged": table.rng.choice((None, True, False))}
    friends = [other.id for other in table.pieces(piece.side) if other.id != piece.id]
    foes = table.foes_of(piece)
    pool = friends if friends and (not foes or table.chance(0.1)) else foes
    seen = {"los": True, "cover": table.rng.choice((None, True, False, False)), "engaged": False}
    return {**known, **seen, "target": table.rng.choice(pool)} if pool else None


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
    pile = table.full.piles[side]
    more = min(2, pile.deck_count - 1)
    pluses, minuses = modifiers(table.full.duel, role) or (0, table.rng.randint(0, more))
    return {
        "pluses": pluses,
        "minuses": minuses,
        "cards": table.draw(side, flip_size(pile, pluses - minuses)),
    }


def _cheated(table: PlayTable, one: NextEvent, player: str) -> Told | None:
    hand = table.full.piles[one.choices["side"][0]].hand
    return {"card": table.rng.choice(hand)} if hand else None


def _spell(table: PlayTable, one: NextEvent, player: str) -> Told:
    """LB-ARC-03: of a card that nobody knows the Magician takes an action that the players name."""
    return {} if "choice" in one.choices else {"choice": "a spell"}


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
    due = len(one.choices["by_figure"]) == 1 == len(one.choices["figure"])
    if one.choices["how"] != ("sacrificed",) or due:
        return {}
    shades = [piece.id for piece in table.full.pieces.values() if piece.summoned]
    return {"figure": table.rng.choice(shades)} if shades else None


def _summoned(table: PlayTable, one: NextEvent, player: str) -> Told:
    shade = Figure(
        f"{player}-shade", cost=0, size=1, unique=False, move=6.0, lives=1, swimmer=True, actions=()
    )
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
    """LB-SCORE-04: the numbers follow from the table and the facts, which are not always told."""
    asked = details(table.state, one).get("facts")
    return {"facts": made_up(table, asked, CM)} if asked is not None and not table.chance(0.05) else {}


TOLD: dict[str, Callable[[PlayTable, NextEvent, str], Told | None]] = {
    "action_declared": _declared,
    "arcana_created": _link,
    "arcana_granted": _link,
    "arcana_resolved": _spell,
    "check_flipped": _flipped,
    "condition_changed": _blessed,
    "deck_prepared": _deck,
    "end_effects_applied": _drowning,
    "fate_cheated": _cheated,
    "fates_published": reports.fates,
    "figure_moved": _moved,
    "figure_removed": _removed,
    "figure_summoned": _summoned,
    "hand_discarded": _discarded,
    "hand_drawn": _drawn,
    "hanged_man_used": _hanged,
    "initiative_flipped": _initiative,
    "lives_changed": _healed,
    "match_reported": reports.match,
    "prolong_flipped": lambda table, one, player: {"card": table.draw(one.choices["side"][0], 1)[0]},
    "scheme_noted": squads.noted,
    "schemes_dealt": squads.dealt,
    "serpent_schemes_preset": squads.preset,
    "size_changed": _climbed,
    "squad_hired": squads.hired,
    "strategy_scored": _strategy,
    "turn_reported": reports.turn,
}
"""What hangs together of an event, or has to lie in a deck."""
