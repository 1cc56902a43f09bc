"""Simulated virtual opponents: their decks, joining a solo game, draws face down, and what a card makes them do.

The decks lie here as they really are; a stun that an opponent gets is shuffled in by `table.py`.
Called by `turns.py`, `parts.py` and `runs.py`.
"""

from __future__ import annotations

import msgspec

from games.hexes import Hex, distance
from games.senjutsu.facts import OPPONENTS, opponent_limit
from games.senjutsu.full import events as f
from games.senjutsu.full import training, training_foes
from games.senjutsu.full.cards import pile
from games.senjutsu.full.definitions import Attack, Move, PartDefinition
from games.senjutsu.full.draw import owes_bleeding
from games.senjutsu.full.events import STUN
from games.senjutsu.full.reach import hits
from games.senjutsu.full.state import Running
from games.senjutsu.full.steps import Stand
from games.senjutsu.full.vo_choice import targets
from games.senjutsu.play.setup import is_free
from games.senjutsu.play.table import PlayTable
from games.senjutsu.simulate_table import ORGANISER
from games.senjutsu.state import standing_foes

TYPES = {"leader": "leader", "k1": "katana", "k2": "katana", "k3": "katana", "yari": "yari", "yumi": "yumi"}


def register_decks(table: PlayTable, names: tuple[str, ...], suffix: str = "") -> dict[str, str]:
    """Staff build these decks; answers deck name -> the name that it is registered by."""
    given = {}
    for name in names:
        given[name] = f"{name}{suffix}"
        table.log(msgspec.structs.replace(training_foes.deck(name, TYPES[name]), vo_deck=given[name]))
    return given


def join(table: PlayTable) -> None:
    """One to four opponents on free start hexes."""
    names = tuple(table.rng.sample(tuple(TYPES), table.rng.randint(1, 4)))
    given = register_decks(table, names)
    for number, name in enumerate(names, start=1):
        place = table.rng.choice([spot for spot in training.STARTS if is_free(table, spot)])
        limit = opponent_limit(len(names))
        event = training_foes.joined(
            f"vo-{number}",
            TYPES[name],
            len(names),
            vo_deck=given[name],
            hex=place,
            facing=table.rng.randint(0, 5),
            wound_limit=limit + 1 if table.state.options.custom else limit,
            behaviour=table.rng.choice(("left", "middle", "right")),
            stance=table.rng.choice(("offensive", "defensive")),
        )
        table.log(event, table.anybody())
        shuffle_deck(table, f"vo-{number}", name)


def shuffle_deck(table: PlayTable, vo: str, name: str) -> None:
    """The deck of an opponent as it really lies."""
    cards = list(training_foes.DECKS[name])
    table.rng.shuffle(cards)
    table.vo_decks[vo], table.vo_discards[vo] = cards, []
    table.vo_down.pop(vo, None)


def draw(table: PlayTable, vo: str) -> None:
    """SEN-SOLO-03, -08, -13: bleeding, an empty deck, then one card face down."""
    deck = table.vo_decks[vo]
    if owes_bleeding(table.state, vo):
        table.vo_discards[vo].append(deck.pop())
        table.log(f.BleedDiscarded(actor=vo), table.anybody())
    if not deck:
        deck += table.vo_discards[vo]
        table.vo_discards[vo] = []
        table.rng.shuffle(deck)
    card = deck.pop() if deck else None
    table.vo_down[vo] = card
    told = (card,) if card is not None and table.chance(0.1) else None
    by = ORGANISER if told else table.anybody()
    table.log(f.CardDrawn(actor=vo, drawn=int(card is not None), cards=told), by)


def draw_all(table: PlayTable) -> None:
    """Every opponent that has a deck draws."""
    for vo in standing_foes(table.state):
        draw(table, vo)


def turned_up(table: PlayTable) -> dict[str, str]:
    """What the opponents turn up."""
    found = {vo: table.vo_down.get(vo) for vo in standing_foes(table.state) if pile(table.state, vo).drawn}
    return {vo: card for vo, card in found.items() if card is not None}


def nearest_player(table: PlayTable, vo: str) -> tuple[str, ...]:
    """SEN-SOLO-16."""
    here, found = table.state.foes[vo].hex, targets(table.state) or {}
    players = {name: place for name, place in found.items() if name in table.state.fighters}
    if not isinstance(here, tuple) or not players:
        return tuple(table.standing()[:1])
    return (min(players, key=lambda name: (distance(here, players[name]), name)),)


def put_away(table: PlayTable) -> None:
    """At the end of a turn what was turned up lies on the discard pile; a stun lies beside the deck."""
    for vo, card in table.vo_down.items():
        if card is not None and card != STUN and vo in table.vo_discards:
            table.vo_discards[vo].append(card)
    table.vo_down.clear()


def aimed_stands(
    table: PlayTable, running: Running, part: PartDefinition, move: Move, stands: list[Stand]
) -> list[Stand]:
    """Of the stands that a movement can end in, those from which the attack behind it hits somebody, if there are."""
    foe, found = table.state.foes[running.actor], targets(table.state)
    effects = part.effects or ()
    behind = effects[effects.index(move) :]
    attack = next((effect for effect in behind if isinstance(effect, Attack)), None)
    if attack is None or not found:
        return stands
    good = [where for where in stands if hits(table.state, foe, running.card, attack, where, found)]
    return good or stands


def start_hexes(table: PlayTable) -> dict[str, Hex]:
    """The letters of a horde."""
    return {letter: place for letter, place in table.full.letters.items() if letter in OPPONENTS.horde.starts}
