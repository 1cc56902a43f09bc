"""The words of Senjutsu: `words.toml`, with the names that the catalogue gives."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from games.catalogue import load
from games.rulebook import Text
from games.senjutsu.facts import BATTLEFIELDS, CHARACTERS, FACTS, OPPONENTS, SCHOOLS
from games.words import Words, with_catalogue

OF_CARDS = ("played", "cards", "discarded", "on", "cause", "lifting", "poison")


def _worded() -> Words:
    words = load(Path(__file__).parent / "words.toml", Words)
    zones, kamae = words.values["zone"], FACTS.kamae
    terrain = {key: one.name for key, one in FACTS.terrain.items()}
    stun = words.values["card"]
    names: dict[str, Mapping[str, Text]] = {
        **dict.fromkeys(OF_CARDS, stun),
        "battlefield": {key: one.name for key, one in BATTLEFIELDS.items()},
        "character": {key: one.name for key, one in CHARACTERS.items()},
        "weapons": {key: one.name for key, one in FACTS.weapons.items()},
        "vo_type": {key: one.name for key, one in OPPONENTS.types.items()},
        "schools": {key: one.name for key, one in SCHOOLS.items()},
        "named": stun,
        "kamae": kamae,
        "object": terrain,
        "cause": {**terrain, **stun},
        "source": zones,
        "to": {**zones, **kamae},
    }
    return with_catalogue(words, {}, names)


WORDS = _worded()
