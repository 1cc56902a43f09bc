"""`seasons/ID/league/`: the table of a season over its tournaments, explained, at once; POST sets its formula."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.urls import reverse

from api import inputs
from api.answers import as_json
from api.endpoint import Endpoint
from api.errors import Problem
from api.shapes import ladders as shapes
from api.views.access import require_kind
from api.views.logs import appended
from api.views.tournaments import write_options
from tracker import commands, selectors
from tracker.rulesets.season.league import Part, Place
from tracker.standings.structs import shown
from tracker.systems import SEASON


class LeagueView(Endpoint):
    """The league of a season."""

    def get(self, request: Any, stream: UUID) -> HttpResponse:
        self.identity.require_scope("read")
        require_kind(stream, SEASON)
        found = selectors.league(stream)
        if found is None:
            raise Problem("not_found")
        formula = found.state.league
        body = shapes.League(
            season=str(stream),
            name=found.state.name,
            system=found.system,
            closed=found.state.closed,
            formula=_formula(formula) if formula else None,
            tournaments=[
                shapes.LeagueTournament(
                    one.id, reverse("api:tournament", args=[one.id]), one.name, one.weight, one.over
                )
                for one in found.tournaments
            ],
            tables=[
                shapes.LeagueTable(table.name, [_place(found.names, one) for one in table.places])
                for table in found.tables
            ],
            version=found.version,
        )
        return as_json(body)

    def post(self, request: Any, stream: UUID) -> HttpResponse:
        require_kind(stream, SEASON)
        asked = inputs.body(self.http_request, shapes.LeagueFormula)
        told = msgspec.to_builtins(asked)
        told.pop("dry_run", None)
        return appended(commands.shape_league(self.identity, stream, told, **write_options(self)))


def _formula(formula: Any) -> shapes.LeagueFormula:
    return msgspec.convert(
        {key: one for key, one in msgspec.to_builtins(formula).items() if key != "type"}, shapes.LeagueFormula
    )


def _number(value: Fraction) -> str:
    return shown(value.numerator, value.denominator)


def _place(names: dict[str, str], one: Place) -> shapes.LeaguePlace:
    parts = [_part(part) for part in one.parts]
    name = names.get(one.player, "")
    move: Any = one.move
    return shapes.LeaguePlace(one.place, one.shared, one.player, name, _number(one.total), parts, move)


def _part(one: Part) -> shapes.LeaguePart:
    return shapes.LeaguePart(
        tournament=one.tournament,
        place=one.place,
        base=_number(one.base),
        attended=one.attended,
        weight=one.weight,
        value=_number(one.value),
        counts=one.counts,
    )
