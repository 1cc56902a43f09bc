"""How a match ends on the pad: giving up, the computed end, time, the whole match in one report, annulment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.ruleset import DRAW
from games.senjutsu.ladder import rank_of, wave_size
from games.senjutsu.results import turns_played, winner_by_time, winner_of
from games.senjutsu.state import OPPONENTS, Fighter, SenjutsuState, standing_sides
from tracker.pages.match_forms.pad import choice, payload, points, stated
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.base import PadForm, Payload
from tracker.pages.match_forms.senjutsu.setup_forms import number

ALONE = ("solo", "horde")


class ConcedeForm(PadForm):
    """`side_conceded`."""

    step = "concede"
    event = "side_conceded"
    may_wait = True
    template = "parts/_pad_plain.html"

    @property
    def title(self) -> str:
        return _("Concede")

    @property
    def button(self) -> str:
        return _("Stop the run") if self.desk.play.mode == "horde" else _("Concede the match")

    def payloads(self) -> list[Payload]:
        return [payload(self.event, player=self.player)]


class FinishForm(PadForm):
    """`match_finished` at turns: the winner follows from the defeats."""

    step = "finish"
    event = "match_finished"
    template = "games/senjutsu/_finish.html"

    @property
    def title(self) -> str:
        return _("End of the match")

    @property
    def button(self) -> str:
        return _("End the match")

    @property
    def then(self) -> str:
        return _("Then both sides confirm the result.")

    @property
    def result(self) -> str:
        return w.result_words(winner_of(self.desk.play), self.language)

    def payloads(self) -> list[Payload]:
        return [payload(self.event, winner=winner_of(self.desk.play), turns=turns_played(self.desk.play))]


class TimeForm(PadForm):
    """`match_finished` because time is over: who has most wounds left wins."""

    step = "time"
    event = "match_finished"
    may_wait = True
    template = "games/senjutsu/_finish.html"

    def build(self) -> None:
        self.due = winner_by_time(self.desk.play)
        if self.due is None:
            sides = [*standing_sides(self.desk.play), DRAW]
            options = [(key, w.result_words(key, self.language)) for key in sides]
            self.fields["winner"] = choice(_("Most wounds left"), options, radio=True)

    @property
    def title(self) -> str:
        return _("Time is over")

    @property
    def button(self) -> str:
        return _("End the match: time is up")

    @property
    def result(self) -> str:
        return "" if self.due is None else w.result_words(self.due, self.language)

    def payloads(self) -> list[Payload]:
        winner = self.due or self.cleaned_data["winner"]
        return [payload(self.event, winner=winner, turns=turns_played(self.desk.play), reason="time")]


class ReportForm(PadForm):
    """`match_finished` as the whole match in one report. `ahead`: who had most wounds left when time ran out."""

    step = "report"
    event = "match_finished"
    template = "games/senjutsu/_report.html"

    def build(self) -> None:
        self.alone = self.desk.play.mode in ALONE
        self.fields["turns"] = number(_("Turns played"), high=9999)
        if self.desk.play.mode == "horde":
            self._add_run()
        for fighter in self.desk.fighters():
            self._add_fighter(fighter)
        if self.desk.play.options.time_limit and not self.alone:
            sides = [*dict.fromkeys(fighter.side for fighter in self.desk.fighters()), DRAW]
            options = [("", _("it did not")), *((key, w.result_words(key, self.language)) for key in sides)]
            self.fields["ahead"] = choice(_("Time ran out"), options, required=False, radio=True)

    def _add_run(self) -> None:
        self.fields["waves"] = forms.IntegerField(
            label=_("Waves cleared"), min_value=0, max_value=999, initial=0
        )
        self.fields["waves"].help_text = _("Twelve waves are jade; a run may go on after that.")
        self.fields["fallen"] = points(_("Opponents defeated in the last wave"), range(wave_size(3)), 0)
        self.fields["clear_turn"] = number(_("Turn of the last cleared wave"), high=9999)

    def _add_fighter(self, fighter: Fighter) -> None:
        at = f"c:{fighter.player}:"
        causes = [("", _("still standing")), *((key, w.cause_words()[key]) for key in self._causes(fighter))]
        self.fields[f"{at}cause"] = choice(self.desk.named(fighter), causes, required=False, radio=True)
        self.fields[f"{at}cause"].initial = fighter.defeated or (
            "wounds" if self.desk.play.mode == "horde" else ""
        )
        self.fields[f"{at}wounds"] = number(_("Wounds"), initial=fighter.wounds or None)
        self.fields[f"{at}stuns"] = number(_("Stuns"), initial=fighter.stuns or None)

    def prefill(self, ended: SenjutsuState) -> None:
        """Starts with what the match says now."""
        self.fields["turns"].initial = ended.turn or None
        run = {
            "waves": ended.run.cleared,
            "fallen": ended.run.vos_in_wave,
            "clear_turn": ended.run.last_clear_turn,
        }
        for name, number_ in run.items():
            if name in self.fields:
                stated(self.fields[name], number_ or None if name == "clear_turn" else number_)
        for fighter in ended.fighters.values():
            at = f"c:{fighter.player}:"
            self.fields[f"{at}cause"].initial = fighter.defeated or ""
            self.fields[f"{at}wounds"].initial = fighter.wounds or None
            self.fields[f"{at}stuns"].initial = fighter.stuns or None
        if "ahead" in self.fields and ended.reason == "time":
            self.fields["ahead"].initial = ended.winner

    def _causes(self, fighter: Fighter) -> list[str]:
        every = ["wounds", "stun", "execution", "concession"]
        return [*every, "lord"] if self.desk.play.options.fallen_lord else every

    @property
    def title(self) -> str:
        return _("Report the whole match")

    @property
    def button(self) -> str:
        return _("Report the match")

    @property
    def then(self) -> str:
        return _("The winner is whoever is still standing.")

    @property
    def run_fields(self) -> list[Any]:
        return [self[name] for name in ("waves", "fallen", "clear_turn") if name in self.fields]

    @property
    def ahead(self) -> Any:
        return self["ahead"] if "ahead" in self.fields else None

    @property
    def characters(self) -> list[dict[str, Any]]:
        return [
            {
                "side": self.desk.side(fighter.side),
                "cause": self[f"c:{fighter.player}:cause"],
                "numbers": [self[f"c:{fighter.player}:{name}"] for name in ("wounds", "stuns")],
            }
            for fighter in self.desk.fighters()
        ]

    def payloads(self) -> list[Payload]:
        defeats = list(self._defeats())
        told = self.cleaned_data
        data = payload(
            self.event,
            winner=told.get("ahead") or self._winner({defeat["player"] for defeat in defeats}),
            reason="time" if told.get("ahead") else None,
            turns=told.get("turns"),
            defeats=[defeat for defeat in defeats if not self._known(defeat["player"])] or None,
            finals=self._finals() or None,
            horde=self._run(),
        )
        return [data]

    def _known(self, player: str) -> bool:
        """Somebody who gave up on the pad is defeated already."""
        return self.desk.play.fighters[player].defeated is not None

    def _defeats(self) -> Iterator[dict[str, str]]:
        for fighter in self.desk.fighters():
            cause = fighter.defeated or self.cleaned_data.get(f"c:{fighter.player}:cause")
            if cause:
                yield {"player": fighter.player, "cause": cause}

    def _finals(self) -> dict[str, dict[str, int]]:
        found = {}
        for fighter in self.desk.fighters():
            at = f"c:{fighter.player}:"
            wounds, stuns = (self.cleaned_data.get(f"{at}{name}") for name in ("wounds", "stuns"))
            if wounds is not None:
                found[fighter.player] = {"wounds": wounds, "stuns": stuns or 0}
        return found

    def _winner(self, fallen: set[str]) -> str:
        left = [fighter.side for fighter in self.desk.fighters() if fighter.player not in fallen]
        sides = list(dict.fromkeys(left))
        if self.alone:
            return sides[0] if sides and self.desk.play.mode == "solo" else OPPONENTS
        return sides[0] if len(sides) == 1 else DRAW

    def _run(self) -> dict[str, Any] | None:
        if self.desk.play.mode != "horde":
            return None
        told = self.cleaned_data
        return {
            "waves_cleared": told["waves"],
            "vos_in_wave": told["fallen"],
            "last_clear_turn": told.get("clear_turn") or 0,
            "rank": rank_of(told["waves"]),
        }


class AnnulForm(PadForm):
    """`match_annulled`, by staff."""

    step = "annul"
    event = "match_annulled"
    may_wait = True
    template = "parts/_pad_plain.html"

    def build(self) -> None:
        self.fields["reason"] = forms.CharField(label=_("Why"), max_length=200)

    @property
    def title(self) -> str:
        return _("Annul the match")

    @property
    def button(self) -> str:
        return _("Annul the match")

    @property
    def then(self) -> str:
        return _("Nobody wins.")

    def payloads(self) -> list[Payload]:
        return [payload(self.event, reason=self.cleaned_data["reason"])]
