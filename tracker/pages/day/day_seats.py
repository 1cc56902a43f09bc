"""The form that seats all players of an event day at once: as proposed, changed by the organiser, confirmed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tracker import commands
from tracker.inputs import BadInput
from tracker.models import Player
from tracker.pages.core.pressed import Sent
from tracker.pages.match_forms import pages_of
from tracker.rulesets.campaign.seating import Seat, free_tables, proposed
from tracker.rulesets.campaign.state import CampaignState

FIELD, BETWEEN = "seat-", "|"
"""A field for each player: `seat-<player>` holds `<battlefield>|<side>`, or nothing."""


def seats_view(
    state: CampaignState, people: Iterable[Player], posted: Mapping[str, str], system: str, language: str
) -> dict[str, Any]:
    """{"seats": [{"player", "value", "here"}], "places": [(value, its name)]}; empty where there is nothing to choose.

    Table by table as proposed, then those who get no seat. What was posted and refused stays chosen.
    """
    places = _places(state, system, language)
    free = {str(one.pk): one for one in people if state.table_of(str(one.pk)) is None}
    if not places or not free or state.finished is not None:
        return {"seats": [], "places": []}
    told, absent = proposed(state), set(state.absent())
    ordered = [*told, *sorted(free.keys() - told.keys(), key=lambda id_: (id_ in absent, free[id_].name))]
    return {
        "seats": [
            {
                "player": free[id_],
                "value": posted.get(FIELD + id_, _value(told.get(id_))),
                "here": id_ not in absent,
            }
            for id_ in ordered
        ],
        "places": places,
        "proposed": bool(told),
    }


def _places(state: CampaignState, system: str, language: str) -> list[tuple[str, str]]:
    words = pages_of(system)
    return [
        (_value((key, side)), f"{words.battlefield_name(key, language)}: {words.side_name(side, language)}")
        for key in free_tables(state)
        for side in state.options.sides
    ]


def _value(seat: Seat | None) -> str:
    return BETWEEN.join(seat) if seat else ""


def seat(sent: Sent) -> Any:
    """The tables as the form says, all or none. Raises `BadInput` where it seats nobody."""
    tables: dict[str, dict[str, list[str]]] = {}
    for name, value in sent.data.items():
        battlefield, between, side = str(value).partition(BETWEEN)
        if name.startswith(FIELD) and between:
            tables.setdefault(battlefield, {}).setdefault(side, []).append(name.removeprefix(FIELD))
    if not tables:
        raise BadInput("seats", _("choose who sits where"))
    return commands.add_tables(sent.who, sent.event, tables, key=sent.key)
