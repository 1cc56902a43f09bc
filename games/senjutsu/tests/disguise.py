"""Other secrets behind the same public face, for the contract's test that no secret gets out."""

from __future__ import annotations

from random import Random

import msgspec

from games.ruleset import Event
from games.senjutsu.events import DeckRegistered, SideRegistered, VoDeckRegistered
from games.senjutsu.full.events import CardDrawn, FullSecret
from games.senjutsu.play import training, training_foes

CARDS = (*training.DECK_CARDS, "A-023")
POISONS = ("C-002", "C-010", "C-011")
SOLO = tuple(training_foes.SOLO)


def disguised(event: Event, dice: Random) -> Event:
    """The event with other secret fields. The commitment stays; what is public by the rules stays too."""
    if isinstance(event, SideRegistered):
        weapon = dice.choice((("tachi", "A-075"), ("yumi", "A-076")))
        return msgspec.structs.replace(event, weapons=weapon[:1], weapon_cards=weapon[1:])
    if isinstance(event, DeckRegistered):
        cards = {"A-120": dice.randint(1, 2), "A-300": dice.randint(1, 3)}
        schools = dice.choice(((), ("autumn_hare",)))
        poison = (
            None if event.poison_cards is None else tuple(dice.choices(POISONS, k=len(event.poison_cards)))
        )
        told = {"cards": cards, "schools": schools, "poison_cards": poison, "facts": {}}
        return msgspec.structs.replace(event, **told)
    if isinstance(event, VoDeckRegistered):
        built = tuple(dice.sample(SOLO, len(event.cards or ())))
        return msgspec.structs.replace(event, cards=built, substitutions=())
    if isinstance(event, CardDrawn) and event.cards and event.cards[0].startswith("S-"):
        return msgspec.structs.replace(event, cards=tuple(dice.sample(SOLO, len(event.cards))))
    assert isinstance(event, FullSecret)
    others = {name: _others(dice, getattr(event, name)) for name in event.secret_fields}
    return msgspec.structs.replace(event, **others)


def _others(dice: Random, told: str | tuple[str, ...] | None) -> str | tuple[str, ...] | None:
    """As many other cards; what was not told stays untold."""
    if isinstance(told, tuple):
        return tuple(dice.choice(CARDS) for _ in told)
    return None if told is None else dice.choice(CARDS)
