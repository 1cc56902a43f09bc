"""Other secrets behind the same public face, for the contract's test that no secret gets out."""

from __future__ import annotations

from random import Random

import msgspec

from games.ruleset import Event
from games.senjutsu.events import DeckRegistered, SideRegistered, VoDeckRegistered


def disguised(event: Event, dice: Random) -> Event:
    """The event with other secret fields. The commitment stays; what is public by the rules stays too."""
    if isinstance(event, SideRegistered):
        weapon = dice.choice((("tachi", "A-075"), ("yumi", "A-076")))
        return msgspec.structs.replace(event, weapons=weapon[:1], weapon_cards=weapon[1:])
    if isinstance(event, DeckRegistered):
        cards = {"A-120": dice.randint(1, 2), "A-300": dice.randint(1, 3)}
        schools = dice.choice(((), ("autumn_hare",)))
        told = {"cards": cards, "schools": schools, "poison_cards": (), "facts": {}}
        return msgspec.structs.replace(event, **told)
    assert isinstance(event, VoDeckRegistered)
    return msgspec.structs.replace(event, cards=(f"S-0{dice.randint(10, 41)}",), substitutions=())
