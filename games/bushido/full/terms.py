"""The words and numbers that the events of full detail are made of."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.bushido.events import Name

Dice = Annotated[str, msgspec.Meta(pattern="^[1-6]{1,30}$")]
Bands = Annotated[str, msgspec.Meta(pattern="^[1-9][0-9]?(/[1-9][0-9]?){0,2}$")]
"""The far ends of range bands as a card prints them, as in `6/12/18`."""
Models = tuple[Name, ...]
Passage = Literal["impassable", "difficult", "normal", "ideal"]
ActionName = Literal[
    "walk",
    "run",
    "charge",
    "melee",
    "disengage",
    "ranged",
    "simple_feat",
    "complex_feat",
    "wait",
    "focus",
    "stand_up",
    "order",
    "heal",
    "command",
    "simple_scenario",
    "complex_scenario",
]
Interaction = Literal["influence", "prayer", "worship"]
WaitFor = Literal["none", "stunned", "immobilised", "on_fire", "reloading", "terrain"]
MarkerKind = Literal[
    "berserk",
    "bleed",
    "blind",
    "controlled",
    "death_sentence",
    "diseased",
    "disguised",
    "frightened",
    "held",
    "immobilised",
    "impetuous",
    "on_fire",
    "poisoned",
    "prone",
    "reloading",
    "spirit_block",
    "stunned",
]
HARMFUL = {"on_fire": "BUS-COND-12", "bleed": "BUS-COND-02", "poisoned": "BUS-COND-13"}
"""BUS-TURN-20: the states that wound in END 2 by the value of a marker, in their order."""
Token = Literal["ki", "virtue"]
Boosted = Literal["move", "melee", "ranged", "ki"]
GiftName = Literal[
    "channel",
    "leech",
    "virtue",
    "virtue_spent",
    "cultist",
    "death_sentence",
    "oni_rage",
    "orochi",
    "intimidate",
    "booted",
    "jump_up",
    "cavalry",
    "protected",
    "sacrifice",
    "bodyguard",
    "last_stand",
]
Walk = Literal["none", "before", "after"]
Reach = Literal["melee", "charge", "beyond"]
Colour = Literal["attack", "defence"]
