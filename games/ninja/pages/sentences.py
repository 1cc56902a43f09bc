"""What the sentences of a log of Ninja have besides the fields of its events: whose a card or a move is, in the case
that the sentence asks for, and numbers with what they count. Secrets stay out: of what is not told nothing is made.

Called through `faces`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.faces import Around, Run, said_by_type

Data = Mapping[str, Any]
Said = dict[str, Any]


def _of_an_intruder(data: Data) -> Said:
    """The intruder of an event, in every case that a sentence needs."""
    intruder = data.get("intruder")
    return {"whose": intruder, "whom": intruder, "agent": intruder} if intruder else {}


def _hand(data: Data) -> Said:
    return {"hand_cards": _each(data.get("cards")), "hand_size": data.get("size"), **_more(data)}


def _more(data: Data) -> Said:
    """How many cards were drawn or taken, for either case of the noun."""
    return {"more": data.get("count"), "drawn_more": data.get("count")}


def _each(cards: Any) -> list[Said] | None:
    """Cards of a hand, each with its copies; None where they are secret."""
    if not isinstance(cards, Mapping):
        return None
    return [
        {"card": card, "copies": number if number > 1 else None} for card, number in cards.items() if number
    ]


def _missions(data: Data) -> Said:
    letters = data.get("letters")
    return {
        "letters": [{"intruder": name, "letter": one} for name, one in letters.items()] if letters else None
    }


def _struck(data: Data) -> Said:
    """A blade or a star kills, sake makes drunk; of a mixed hand the deck stands before the card."""
    card = str(data.get("by")).rpartition(".")[2]
    return {"how": "drunk" if card == "potent_sake" else "killed"}


def _played(data: Data) -> Said:
    """Of a card that is spent for nothing whoever may know it reads that it is a bluff."""
    use = data.get("use")
    return {"use": {**use, "feint": "bluff"}} if isinstance(use, Mapping) and use.get("bluff") else {}


def _listened(data: Data) -> Said:
    """NIN-LIS-10: against a cat nobody is heard, whoever is there; a rival's covers the traitor alone."""
    return {"cat": bool(data.get("cat")) and not data.get("heard")}


def _bonus(data: Data) -> Said:
    return {"hand_cards": _each(data.get("cards")), **_more(data), "asleep": data.get("sleepers")}


def _guards(data: Data) -> Said:
    """One guard, or several that go together."""
    guards = list(data.get("guards") or ())
    return {"one": guards[0] if len(guards) == 1 else None, "several": guards if len(guards) > 1 else None}


TOLD: dict[str, Callable[[Data], Said]] = {
    "guard_cards_drawn": _hand,
    "guard_neutralised": _struck,
    "guards_moved": _guards,
    "hand_chosen": _hand,
    "intruder_card_played": _played,
    "intruder_respawned": _hand,
    "listen_answered": _listened,
    "missions_drawn": _missions,
    "respawn_bonus_taken": _bonus,
}

told = said_by_type(TOLD, _of_an_intruder)
"""What the sentence of an event has besides or instead of its fields."""


def _among_answers(type_: str, data: Data, before: Around, after: Around) -> Said:
    """NIN-HID-09: of a way that a meeting cut short the part that was walked; which way a group looks then, the board
    or its own entry says. NIN-HID-21: whoever was met before is not denied. NIN-INT-13: of a cat against a listen
    nobody says whether it was needed; logs of before called every one a bluff."""
    if type_ == "intruder_card_played":
        return {"use": None} if before else {}
    if type_ == "guards_moved":
        return _walked(list(data.get("path") or ()), [one["zone"] for one in _met(after)])
    if type_ == "movement_cleared" and _met(before):
        return {"met": True}
    return {}


def _walked(path: list[str], met: list[str]) -> Said:
    """Up to the zone of the first meeting; the whole way where nobody was met before its end."""
    cut = path.index(met[0]) + 1 if met and met[0] in path else len(path)
    return {"path": path[:cut], "facing": None} if cut < len(path) else {}


def _met(around: Around) -> list[Data]:
    return [data for type_, data in around if type_ == "intruder_detected"]


run = Run(
    frozenset(("guards_moved", "guard_awakened", "guard_card_played", "free_listen_ordered")),
    frozenset(("intruder_detected", "passage_discovered", "movement_cleared", "intruder_card_played")),
    _among_answers,
)
"""A movement of guards or a listen, and what the intruders say to it."""
