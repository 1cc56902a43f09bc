"""How people play Senjutsu by chance on its pads (see `pad_play`): matches of every mode, and what is typed there."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from games.senjutsu.full import training, training_foes
from tracker import commands
from tracker.models import Player
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.dojo import organiser
from tracker.tests.pages.full_duel import deck_text
from tracker.tests.pages.pad_play import Form, Habits, PadPlay

SEATS: dict[str, dict[str, int]] = {
    "duel": {"red": 1, "blue": 1},
    "multi": {"red": 1, "blue": 1, "green": 1},
    "team": {"red": 2, "blue": 2},
    "solo": {"red": 1},
    "horde": {"red": 1},
}
IDLE = frozenset(
    {"concede", "contest", "annul", "time", "by_text", "override", "vo_deck_seen", "vo_state_changed"}
)
WEIGHTS = {"concede": 0.0, "contest": 0.0, "annul": 0.0, "report": 0.0}
NAMES = ("Anna", "Борис", "Carl", "Дина")


def table(mode: str, detail: str, *, edition: bool = False, **told: Any) -> tuple[Any, list[Phone]]:
    """A match outside events and the phones at it; `edition`: with the board and cards of the training edition."""
    people = [Player.objects.create(name=name) for name in NAMES[: sum(SEATS[mode].values())]]
    left = iter(people)
    sides = {side: tuple(str(next(left).id) for _ in range(count)) for side, count in SEATS[mode].items()}
    data: dict[str, Any] = {"mode": mode, "sides": sides, "detail": detail, **told}
    if edition:
        maker = training_foes if mode in ("solo", "horde") else training
        made = msgspec.to_builtins(maker.opening(mode, sides, **told))
        data = {key: value for key, value in made.items() if key != "type" and value is not None}
    match = commands.create_match(
        organiser(), system="senjutsu", events=[{"type": "match_created", "data": data}]
    )
    return match, [Phone(person) for person in people]


def sit(mode: str, detail: str, seed: int, **told: Any) -> PadPlay:
    """The table of `table`, ready to be played by chance."""
    match, phones = table(mode, detail, **told)
    return PadPlay(match, phones, Random(seed), Habits(WEIGHTS, IDLE, fill))


def fill(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """What the players read off their cards."""
    made = FILLS.get(form.step)
    return made(form, play) if made is not None else {}


def _character(form: Form, play: PadPlay) -> Mapping[str, Any]:
    keys = [key for key in form.options("character") if key != "other"]
    numbers = {"wound_limit": "3", "hand_limit": "4", "advantage": str(play.rng.randint(1, 9))}
    return {"character": play.rng.choice(keys), "other": "", "weapon": "", "cover": None, **numbers}


def _deck(form: Form, play: PadPlay) -> Mapping[str, Any]:
    return {"which": play.rng.choice(["text", "secret"]), "text": deck_text()}


def _turn(form: Form, play: PadPlay) -> Mapping[str, Any]:
    """A wound more for somebody; what the cards did else is left as it stands."""
    told: dict[str, Any] = {}
    for name, control in form.controls.items():
        if name.endswith(":wounds") and play.rng.random() < 0.6:
            last = control.options[-1]
            told[name] = str(min(int(last), int(form.value(name)) + 1))
        elif name.partition(":")[0] in ("c", "v"):
            told[name] = form.value(name) or None
    return told


FILLS = {"character": _character, "deck": _deck, "turn": _turn}
