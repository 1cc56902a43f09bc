"""The facts of a claim as rows of fields: one row for each marker or figure that can matter (LB-FACT-01 to -03).

A row whose first field is empty is not named, which counts as not fulfilling the condition.
Called by `claim_forms.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from games.last_battle.full.found import Scene
from games.last_battle.full.state import FullState
from tracker.pages.match_forms.last_battle.base import choice
from tracker.pages.match_forms.last_battle.full.fields import ANSWERS, answer, centimetres

Subjects = list[tuple[str, str]]
Make = Callable[["Facts"], forms.Field]


class Column(NamedTuple):
    """A field of every row: its key in the facts, and how it is made."""

    key: str
    make: Make


class Rows(NamedTuple):
    """A list of the facts: its key, what identifies an entry, which entries there can be, and the columns."""

    key: str
    subject: str
    subjects: Callable[[Facts], Subjects]
    columns: tuple[Column, ...]


class Facts(NamedTuple):
    """What the fields are made from: the table, names, and for a scheme its scene."""

    full: FullState
    piece: Callable[[str], str]
    corners: tuple[str, ...]
    scene: Scene | None = None

    def claim(self) -> Scene:
        """The scene of a scheme."""
        assert self.scene is not None
        return self.scene


def _cm(label: Callable[[], str]) -> Make:
    return lambda facts: centimetres(label())


def _yes(label: Callable[[], str]) -> Make:
    return lambda facts: answer(label())


def _pick(label: Callable[[], str], options: Callable[[Facts], Iterable[tuple[str, str]]]) -> Make:
    def field(facts: Facts) -> forms.Field:
        listed = [("", "\N{EM DASH}"), *options(facts)]
        made = choice(label(), listed, required=False)
        made.choices = listed
        return made

    return field


def _named(facts: Facts, pieces: Iterable[Any]) -> Subjects:
    return [(piece.id, facts.piece(piece.id)) for piece in pieces]


def _own_markers(facts: Facts) -> Subjects:
    return [(name, name) for name in facts.claim().markers()]


def _friendly_markers(facts: Facts) -> Subjects:
    return [(name, name) for name in facts.claim().markers(own=False)]


def _everybody(facts: Facts) -> Subjects:
    return _named(facts, (piece for piece in facts.full.pieces.values() if not piece.summoned))


def _weighty(facts: Facts) -> Subjects:
    return _named(facts, (piece for piece in facts.full.pieces.values() if piece.cost != 0))


def _noted(facts: Facts) -> Subjects:
    scene = facts.claim()
    own = scene.note.own_figures
    return _named(facts, (p for p in facts.full.pieces.values() if p.figure_id in own and scene.own(p.id)))


def _friends(facts: Facts) -> Subjects:
    return _named(facts, (p for p in facts.full.pieces.values() if facts.claim().friend(p.id)))


def _leaders(facts: Facts) -> Subjects:
    return _named(facts, (piece for piece in facts.claim().enemies() if piece.leader))


def _other_enemies(facts: Facts) -> Subjects:
    noted = facts.claim().note.enemy_figures
    return _named(facts, (piece for piece in facts.claim().enemies() if piece.figure_id not in noted))


def _quarters(facts: Facts) -> Subjects:
    return [*((str(n), str(n)) for n in range(1, 5)), ("0", _("on the line"))]


def _corners(facts: Facts) -> Subjects:
    return [(corner, corner) for corner in facts.corners]


def _centre() -> str:
    return _("to the centre, cm")


def _distance() -> str:
    return _("cm")


ROWS: dict[str, Rows] = {
    "methodical_capture": Rows(
        "figures",
        "figure",
        _everybody,
        (Column("quarter", _pick(lambda: _("Quarter"), _quarters)), Column("centre_cm", _cm(_centre))),
    ),
    "sea_treasures": Rows(
        "markers",
        "marker",
        _friendly_markers,
        (
            Column("line_cm", _cm(lambda: _("to the centre line, cm"))),
            Column("figure", _pick(lambda: _("Guard"), _friends)),
            Column("figure_cm", _cm(lambda: _("to the guard, cm"))),
        ),
    ),
    "surround_them": Rows(
        "corners",
        "marker",
        _own_markers,
        (Column("corner", _pick(lambda: _("Corner"), _corners)), Column("cm", _cm(_distance))),
    ),
    "underground_passages": Rows(
        "markers", "marker", _own_markers, (Column("zone_cm", _cm(lambda: _("to the enemy's zone, cm"))),)
    ),
    "trap": Rows("markers", "marker", _own_markers, (Column("cm", _cm(lambda: _("to the Leader, cm"))),)),
    "show_of_force": Rows("figures", "figure", _weighty, (Column("centre_cm", _cm(_centre)),)),
    "search_the_ruins": Rows(
        "markers",
        "marker",
        _own_markers,
        (
            Column("centre_cm", _cm(_centre)),
            Column("nearest_friendly_cm", _cm(lambda: _("to the next marker, cm"))),
            Column("on_enemy_half", _yes(lambda: _("on the enemy's half"))),
        ),
    ),
    "take_prisoner": Rows(
        "others", "figure", _other_enemies, (Column("cm", _cm(lambda: _("to the prisoner, cm"))),)
    ),
    "public_demonstration": Rows(
        "figures",
        "figure",
        _noted,
        (Column("leader", _pick(lambda: _("Enemy Leader"), _leaders)), Column("cm", _cm(_distance))),
    ),
}


def _spacing(facts: Facts) -> dict[str, forms.Field]:
    return {"spacing_cm": centimetres(_("Between the two markers, cm"))}


def _grave(facts: Facts) -> dict[str, forms.Field]:
    marker = _pick(lambda: _("Own scheme marker"), _own_markers)(facts)
    return {"marker": marker, "cm": centimetres(_("From the fallen figure to it, cm"))}


def _breach(facts: Facts) -> dict[str, forms.Field]:
    return {
        "on_enemy_half": answer(_("Is your leader wholly on the enemy's half?")),
        "in_enemy_zone": answer(_("Is your leader wholly in the enemy's deployment zone?")),
    }


def _captors(facts: Facts) -> dict[str, forms.Field]:
    own = _named(facts, (p for p in facts.full.pieces.values() if facts.claim().own(p.id)))
    field = forms.MultipleChoiceField(
        label=_("Own figures engaged with the prisoner"),
        choices=own,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    return {"engaged_with": field}


SINGLES: dict[str, Callable[[Facts], dict[str, forms.Field]]] = {
    "sea_treasures": _spacing,
    "gravediggers": _grave,
    "loophole": _breach,
    "take_prisoner": _captors,
}


def read_field(key: str, told: Any) -> Any:
    """A filled field as it stands in the facts; None for an empty one."""
    if isinstance(told, str) and told in ANSWERS:
        return ANSWERS[told]
    if key == "quarter":
        return int(told) or None
    return round(told, 1) if isinstance(told, float) else told
