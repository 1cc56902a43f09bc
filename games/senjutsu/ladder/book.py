"""The ladder of horde runs in words: `catalogue/ladder.toml` with the names of the characters.

Registered in `games.registry`; what ranks the runs is in `ladder.py`.
"""

from __future__ import annotations

from games.catalogue import load
from games.ladders import Ladder, LadderFile
from games.rulebook import Text
from games.senjutsu.facts import CHARACTERS, FOLDER, OPPONENTS

FILE: LadderFile = load(FOLDER / "ladder.toml", LadderFile)


def _alone(name: Text) -> Text:
    """The name of an opponent as it stands by itself, in a list or beside a player's, like that of a character."""
    return Text(name.en[:1].upper() + name.en[1:], name.ru[:1].upper() + name.ru[1:])


LADDER = Ladder(
    boards=FILE.boards,
    ranks=FILE.ranks,
    figures=FILE.figures,
    characters={
        **{key: _alone(kind.name) for key, kind in OPPONENTS.types.items() if kind.character},
        **{key: character.name for key, character in CHARACTERS.items()},
    },
)
