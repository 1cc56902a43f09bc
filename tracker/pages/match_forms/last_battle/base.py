"""What every form of the score pad starts from: the desk, and fields that offer legal values only.

A form turns what was tapped into payloads; whether they are legal is for the rules alone to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from games.last_battle.state import LastBattleState, Squad, fallen_copies
from games.ruleset import Outcome
from tracker.pages.match_forms.last_battle.words import side_name
from tracker.pages.match_forms.names import Names

Payload = dict[str, Any]
SHOWN_SIDES = ("alliance", "serpent")
"""The order of the sides on every page: side A, side B."""


@dataclass(frozen=True)
class Desk:
    """A match as one person sees it. `play` is redacted for that person; `players` are those whom they act for.

    `version` and `types`: the head of the stream, and the event types that may come next. `rosters`: the lists
    handed in for the players, as far as the person may see them.
    """

    play: LastBattleState
    outcome: Outcome
    version: int
    types: frozenset[str]
    players: tuple[str, ...]
    is_staff: bool
    names: Names
    confirmed: tuple[str, ...] = ()
    final: bool = False
    rosters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def side(self, key: str) -> str:
        return side_name(key, self.names.language)

    def mine(self) -> list[Squad]:
        """The squads that the person may act for, in seat order."""
        return [squad for squad in self.play.squads.values() if squad.player in self.players]

    def squads(self) -> list[Squad]:
        """Every squad, side A first."""
        return sorted(self.play.squads.values(), key=lambda squad: SHOWN_SIDES.index(squad.side))

    def sides(self) -> dict[str, str]:
        """Side -> its name, in the order in which the match page shows them."""
        seated = {squad.side for squad in self.play.squads.values()}
        return {key: self.side(key) for key in SHOWN_SIDES if key in seated}


class PadForm(forms.Form):
    """One step of the pad. `step` names it in the request, `player` is whom it is for (empty: the whole table).

    `template` draws the fields; `button` says what happens, `then` what comes after.
    """

    step: ClassVar[str] = ""
    template: ClassVar[str] = ""
    event: ClassVar[str] = ""

    def __init__(self, desk: Desk, player: str = "", data: Mapping[str, Any] | None = None) -> None:
        self.desk, self.player = desk, player
        super().__init__(data, auto_id=f"{self.step}-%s", label_suffix="")
        self.build()

    def build(self) -> None:
        """Adds the fields."""

    def payloads(self) -> list[Payload]:
        """The events, from valid fields."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        return ""

    @property
    def button(self) -> str:
        return ""

    @property
    def then(self) -> str:
        return ""

    @property
    def squad(self) -> Squad:
        return self.desk.play.squads[self.player]

    @property
    def whose(self) -> str:
        """The player's name where a judge acts for somebody."""
        return self.desk.names.player(self.player) if self.desk.is_staff and self.player else ""


def payload(type_: str, **data: Any) -> Payload:
    """A payload without the fields that nobody filled."""
    return {"type": type_, "data": {key: value for key, value in data.items() if value is not None}}


def points(label: str, numbers: Iterable[int], initial: int = 0) -> forms.TypedChoiceField:
    """A few legal numbers side by side, one tap each; a form of before that lacks the field means `initial`."""
    legal = sorted({initial, *numbers})
    return forms.TypedChoiceField(
        label=label,
        choices=[(number, str(number)) for number in legal],
        coerce=int,
        initial=initial,
        required=False,
        empty_value=initial,  # type: ignore[arg-type]
        widget=forms.RadioSelect,
    )


def choice(
    label: str, options: Sequence[tuple[str, str]], *, required: bool = True, radio: bool = False
) -> forms.ChoiceField:
    """One of several named things; a list to pick from, or one line each."""
    shown = [*([] if radio else [("", _("choose"))]), *options]
    widget = forms.RadioSelect() if radio else forms.Select()
    return forms.ChoiceField(label=label, choices=shown, required=required, widget=widget)


def standing_figures(state: LastBattleState, squad: Squad) -> list[str]:
    """The ids of the squad's figures in play, one entry for each copy, the leader first."""
    left: list[str] = []
    gone = {f.figure_id: fallen_copies(state, squad, f.figure_id) for f in squad.all_figures()}
    for figure in squad.all_figures():
        if gone[figure.figure_id] > 0:
            gone[figure.figure_id] -= 1
        else:
            left.append(figure.figure_id)
    return left
