"""The report of one turn, and of the end of a round: what was scored, who went out of action, how the track moved.

Called by `steps` for matches that are logged turn by turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.super_fantasy_brawl import track
from games.super_fantasy_brawl.round_report import rolled
from games.super_fantasy_brawl.state import UNNAMED, mode_of, other_side, side_of
from tracker.pages.match_forms.super_fantasy_brawl.base import (
    PadForm,
    Payload,
    card,
    champion,
    figures,
    letter,
    payload,
)

OWN, TRAP = "own", "trap"
UNKNOWN_TRACK = 5
"""How many spaces are offered where nobody told the track."""


class TurnForm(PadForm):
    """`turn_recorded`. What nobody taps did not happen; points and levels follow."""

    step = event = "turn_recorded"
    of_the_moment = True
    template = "games/super_fantasy_brawl/_turn.html"

    def build(self) -> None:
        self.play = rolled(self.desk.play)
        for cell, label, value in self._spaces():
            if value is None:
                self.fields[f"vp:{cell}"] = forms.IntegerField(
                    label=label, required=False, min_value=0, max_value=9
                )
            else:
                self.fields[f"scored:{cell}"] = forms.BooleanField(label=label, required=False)
        for key, one in figures(self.desk):
            by = [
                (f"by:{other}", _("by %(champion)s") % {"champion": champion(self.desk, other)})
                for other in self._foes(one.side)
            ]
            causes = [
                ("", _("still standing")),
                *by,
                (TRAP, _("on a trap, moving by itself")),
                (OWN, _("by its own side")),
            ]
            self.fields[f"out:{key}"] = forms.ChoiceField(
                label=champion(self.desk, one.slug), choices=causes, required=False
            )

    def _spaces(self) -> Iterator[tuple[int, str, int | None]]:
        """(cell, what stands there, its value) of everything that can be scored; value None: unknown."""
        play = self.play
        if play.round <= 1 and not play.round1_challenges:
            return
        values, cells = play.track.values, play.track.cells
        if values is None:
            for cell in range(mode_of(self.play).zero_cells, UNKNOWN_TRACK):
                yield cell, _("Space %(number)s: points") % {"number": cell + 1}, None
            return
        noted = any(cells)
        for cell, value in enumerate(values):
            if value and (not noted or cells[cell]):
                yield cell, self._space(cell, value), value

    def _space(self, cell: int, value: int) -> str:
        lying = self.play.track.cells[cell]
        named = lying and lying != UNNAMED
        name = card(self.desk, lying) if named else _("space %(number)s") % {"number": cell + 1}
        return f"+{value}: {name}"

    def _foes(self, side: str) -> list[str]:
        return [key for key, one in figures(self.desk) if one.side != side]

    @property
    def way(self) -> str:
        return self.button

    @property
    def title(self) -> str:
        told = {"round": self.play.round, "player": self.desk.names.player(self.play.active)}
        return _("Round %(round)s: turn of %(player)s") % told

    @property
    def button(self) -> str:
        return _("Log the turn")

    @property
    def then(self) -> str:
        return _("Points and levels are counted for you.")

    @property
    def challenges(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith(("scored:", "vp:"))]

    @property
    def champions(self) -> list[dict[str, Any]]:
        return [
            {
                "name": self.desk.whom(side),
                "letter": letter(self.desk, side),
                "fields": [self[f"out:{key}"] for key, _one in figures(self.desk, side)],
            }
            for side in sorted(
                self.desk.play.sides, key=lambda side: side == side_of(self.play, self.play.active)
            )
        ]

    def payloads(self) -> list[Payload]:
        play = self.play
        challenges, knockouts = list(self._claimed()), list(self._knockouts())
        vp = {side: one.vp for side, one in play.sides.items()}
        vp[side_of(play, play.active)] += sum(item["vp"] for item in challenges)
        for out in knockouts:
            vp[other_side(play, play.figures[out["champion"]].side)] += 1
        told = payload(
            self.event,
            round=play.round,
            player=play.active,
            challenges=challenges or None,
            knockouts=knockouts or None,
            levelled_up=self._levelled(knockouts) or None,
            vp_after=vp,
        )
        return [told]

    def _claimed(self) -> Iterator[dict[str, Any]]:
        cells, values = self.play.track.cells, self.play.track.values or ()
        for name, told in self.cleaned_data.items():
            kind, _colon, place = name.partition(":")
            if kind not in ("scored", "vp") or not told:
                continue
            cell = int(place)
            lying = cells[cell] if cell < len(cells) and cells[cell] != UNNAMED else None
            item = {"cell": cell, "vp": values[cell] if kind == "scored" else told, "card": lying}
            yield {key: value for key, value in item.items() if value is not None}

    def _knockouts(self) -> Iterator[dict[str, Any]]:
        for name, told in self.cleaned_data.items():
            kind, _colon, key = name.partition(":")
            if kind != "out" or not told:
                continue
            if told in (OWN, TRAP):
                yield {"champion": key, "kind": told}
            else:
                yield {"champion": key, "by": told.removeprefix("by:"), "kind": "enemy"}

    def _levelled(self, knockouts: list[dict[str, Any]]) -> list[str]:
        """SFB-LVL-01: who took an enemy out of action and lies on the base side."""
        figures = self.desk.play.figures
        earned = dict.fromkeys(str(out["by"]) for out in knockouts if "by" in out)
        return [key for key in earned if not figures[key].levelled]


class RoundForm(PadForm):
    """`round_recorded`: the track has moved; which cards are new may be noted."""

    step = event = "round_recorded"
    of_the_moment = True
    template = "parts/_pad_plain.html"

    def build(self) -> None:
        for cell in mode_of(self.desk.play).new_cells:
            label = _("New challenge on space %(number)s") % {"number": cell + 1}
            self.fields[f"new:{cell}"] = forms.CharField(
                label=label, required=False, max_length=60, help_text=_("Leave empty to skip.")
            )

    @property
    def title(self) -> str:
        return _("End of round %(round)s") % {"round": self.desk.play.round}

    @property
    def button(self) -> str:
        return _("Move the track")

    def payloads(self) -> list[Payload]:
        play, mode = self.desk.play, mode_of(self.desk.play)
        cells = list(track.round_ended(play.track, mode).cells)
        for cell in mode.new_cells:
            cells[cell] = self.cleaned_data.get(f"new:{cell}") or cells[cell]
        gone = track.pushed_off(play.track, mode.shift)
        return [payload(self.event, round=play.round, track=cells, discarded=gone or None)]
