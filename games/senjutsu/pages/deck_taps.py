"""A deck by taps: the one that was handed in, the printed one, one written down as text, or one that stays secret.

Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.faces import Unread
from games.faults import in_russian
from games.lines import Line
from games.rulebook import Text
from games.ruleset import NextEvent
from games.senjutsu.facts import SIGNATURES
from games.senjutsu.roster.deck import strange_weapons
from games.senjutsu.roster.deck_text import from_text
from games.senjutsu.state import SenjutsuState
from games.taps import Amount, Choice, Group, OneOf, Taps, Written

HANDED_IN, PRINTED, TYPED, SECRET = "list", "printed", "text", "secret"
LONGEST = 8000
Data = Mapping[str, Any]


def taps(play: SenjutsuState, told: NextEvent) -> Taps | None:
    """`deck_registered`: what only one answer asks for is shown with that answer."""
    if told.type != "deck_registered":
        return None
    fighter = play.fighters[str(told.choices["player"][0])]
    character = fighter.character or ""
    printed = character in SIGNATURES and not strange_weapons(character, fighter.weapon_cards or ())
    choices = (
        *((Choice(HANDED_IN, Line("deck_list")),) if "cards" in told.choices else ()),
        *((Choice(PRINTED, Line("deck_printed")),) if printed else ()),
        Choice(TYPED, Line("deck_text")),
        Choice(SECRET, Line("deck_secret")),
    )
    rows = (
        OneOf(key="which", name=Line("deck"), choices=choices, start=HANDED_IN, needed=True),
        Written(
            key="text",
            name=Line("deck_cards"),
            lines=8,
            longest=LONGEST,
            example=Line("plain", {"number": "2 A-044"}),
            asked_by=TYPED,
        ),
        Amount(key="poison_size", name=Line("poison_size"), asked_by=SECRET),
    )
    return Taps(groups=(Group(rows=rows),), read=partial(_read, character))


def _read(character: str, tapped: Data, data: Data) -> Data:
    """SEN-ROSTER-20: of a list that stays with its owner, the size of the poison deck is public."""
    which, player = tapped["which"], {"player": data["player"]}
    if which == SECRET:
        return {**player, "poison_size": tapped["poison_size"]}
    if which == PRINTED:
        printed = SIGNATURES[character]
        schools = [printed.school] if printed.school else []
        told: dict[str, Any] = {
            "signature": True,
            "cards": dict(printed.cards),
            "schools": schools,
            "poison_cards": [],
        }
    elif which == TYPED:
        told = _from_text(tapped["text"])
    else:
        told = {**data}
    poison = told.get("poison_cards")
    return {**told, **player, "poison_size": None if poison is None else len(poison)}


def _from_text(text: str) -> dict[str, Any]:
    body, problems = from_text(text)
    if problems:
        told = [f"{one.line}: {one.text}: {one.what}" for one in problems]
        russian = [f"{one.line}: {one.text}: {in_russian(one.what)}" for one in problems]
        raise Unread(Text("; ".join(told), "; ".join(russian)), "text")
    if not body["cards"]:
        raise Unread(Text("Name the cards.", "Назовите карты."), "text")
    return {
        "signature": body.get("signature", False),
        "cards": body["cards"],
        "schools": list(body.get("schools", ())),
        "poison_cards": list(body.get("poison", ())),
    }
