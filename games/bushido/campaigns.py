"""What a campaign hears of a match of Bushido, and what it may move in one. Named in `system.py`.

A fighter is a model under the ID that its warband gives it; the match puts its side before that (`a:hiro`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.bushido.events import WarbandRegistered
from games.bushido.state import BusState, side_of
from games.campaigns import Campaigns, FactKind, Lever, Pinned, Told
from games.rulebook import Text
from games.ruleset import Event, Outcome

LEVELS = ("turns", "full")
"""A summary counts the models that each side lost and names none."""


def _read(play: BusState, outcome: Outcome) -> Iterator[Told]:
    for model, fighter in play.models.items():
        who = _who(fighter.side, model)
        yield Told(fact="fielded", key=who, of=who)
        if fighter.out is not None:
            by = play.models.get(fighter.by or "")
            values: dict[str, str | int | bool] = {"turn": fighter.out}
            if by is not None:
                values["by"] = _who(by.side, str(fighter.by))
            yield Told(fact="model_removed", key=who, of=who, values=values)
    for side, told in play.sides.items():
        yield Told(fact="scenario_points", key=side, of=side, values={"is": told.sp})


def _who(side: str, model: str) -> str:
    return f"{side}/{model.removeprefix(f'{side}:')}"


def _brings(fighters: Mapping[str, str]) -> dict[str, Any]:
    return {"models": [{"id": fighter} for fighter in fighters]}


def _banned(event: Event, pinned: Pinned, play: BusState) -> bool:
    """Whether a warband fields the model that has to rest."""
    return (
        isinstance(event, WarbandRegistered)
        and side_of(play, event.player) == pinned.side
        and any(model.id == pinned.fighter for model in event.models)
    )


CAMPAIGNS = Campaigns(
    facts={
        "fielded": FactKind(name=Text("a model that fought", "кто сражался"), of="fighter", levels=LEVELS),
        "model_removed": FactKind(
            name=Text("a model that was removed", "кто выбыл"),
            of="fighter",
            fields={"by": "fighter", "turn": "number"},
            levels=LEVELS,
            deed=Text("takes out {who}", "побеждает: {who}"),
            fate=Text("taken out by {who}", "выбывает; победитель: {who}"),
            alone=Text("taken out", "выбывает"),
        ),
        "scenario_points": FactKind(
            name=Text("scenario points of a side", "очки сценария стороны"),
            of="side",
            fields={"is": "number"},
        ),
    },
    levers={
        "rice_limit": Lever(name=Text("Rice limit", "Лимит стоимости"), of="match", option="rice_limit"),
        "banned_model": Lever(
            name=Text("May not be in the warband", "Не может быть в отряде"), of="fighter", breaks=_banned
        ),
    },
    read=_read,
    dead="banned_model",
    brings=_brings,
)
