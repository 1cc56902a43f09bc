"""How a match ends on the pad: the whole match in one report, the confirmation of a game alone."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.ruleset import DRAW, NextEvent
from games.senjutsu.ladder import rank_of, wave_size
from games.senjutsu.results import is_decided, is_untold, may_end_by_contracts
from games.senjutsu.state import OPPONENTS, Fighter, SenjutsuState
from tracker.pages.match_forms import result_forms
from tracker.pages.match_forms.pad import stated
from tracker.pages.match_forms.senjutsu.base import Desk, PadForm, Payload, choice, points
from tracker.pages.match_forms.senjutsu.score import scoreboard
from tracker.pages.match_forms.senjutsu.setup_forms import number

ALONE = ("solo", "horde")


class ConfirmForm(result_forms.ConfirmForm):
    """`result_confirmed`: the winners by name, the wounds that each side dealt; of a run its waves and rank."""

    desk: Desk

    @property
    def button(self) -> str:
        return _("Confirm") if self.desk.play.mode in ALONE else super().button

    @property
    def then(self) -> str:
        if self.desk.play.mode not in ALONE:
            return super().then
        if self.desk.play.annulled is not None:
            return _("An annulled game counts nowhere.")
        return _("The result then counts.")

    @property
    def result(self) -> str:
        if self.desk.play.mode != "horde" or self.desk.play.annulled is not None:
            return self.desk.verdict
        rank = self.desk.reader.value("rank", rank_of(self.desk.play.run.cleared))
        return _("The run is over. Rank: %(rank)s.") % {"rank": rank}

    @property
    def totals(self) -> list[dict[str, Any]]:
        return [{"side": name, "vp": number} for name, number in scoreboard(self.desk)[1]]


class ReportForm(PadForm):
    """`match_finished` as the whole match in one report. `ahead`: who had most wounds left when time ran out;
    `contracts`: the yojimbo has won."""

    step = "report"
    once = True
    event = "match_finished"
    template = "games/senjutsu/_report.html"

    @classmethod
    def takes(cls, desk: Desk, told: NextEvent) -> bool:
        play = desk.play
        whole = play.detail == "summary" or (is_untold(play) and not is_decided(play))
        return told.type == cls.event and "reason" not in told.choices and whole

    def build(self) -> None:
        self.may_wait = self.desk.play.detail != "summary"
        self.fields["turns"] = number(_("Turns played"), high=9999)
        if self.desk.play.mode == "horde":
            self._add_run()
        for fighter in self.desk.fighters():
            self._add_fighter(fighter)
        if self.desk.play.mode == "solo" and may_end_by_contracts(self.desk.play):  # SEN-SOLO-24
            label = self.desk.reader.value("ending", "contracts")
            self.fields["contracts"] = forms.BooleanField(label=label, required=False)
        if self.desk.play.options.time_limit and self.desk.play.mode not in ALONE:
            options = [(side, self.desk.result(side)) for side in (*self.desk.sides(), DRAW)]
            self.fields["ahead"] = choice(
                _("Time ran out"), [("", _("time did not run out")), *options], required=False, radio=True
            )

    def _add_run(self) -> None:
        self.fields["waves"] = forms.IntegerField(
            label=_("Waves cleared"), min_value=0, max_value=999, initial=0
        )
        self.fields["waves"].help_text = _("Twelve waves are jade; a run may go on after that.")
        self.fields["fallen"] = points(_("Opponents defeated in the last wave"), range(wave_size(3)), 0)
        self.fields["clear_turn"] = number(_("Turn of the last cleared wave"), high=9999)

    def _add_fighter(self, fighter: Fighter) -> None:
        at = f"c:{fighter.player}:"
        causes = ["wounds", "stun", "execution", "concession"]
        causes += ["lord"] if self.desk.play.options.fallen_lord else []
        options = [("", _("still standing")), *((key, self.desk.reader.value("fell", key)) for key in causes)]
        self.fields[f"{at}cause"] = choice(self.desk.named(fighter), options, required=False, radio=True)
        self.fields[f"{at}wounds"] = number(_("Wounds"))
        self.fields[f"{at}stuns"] = number(_("Stuns"))
        self._start_fighter(fighter, "wounds" if self.desk.play.mode == "horde" else "")

    def _start_fighter(self, fighter: Fighter, cause: str = "") -> None:
        at = f"c:{fighter.player}:"
        self.fields[f"{at}cause"].initial = fighter.defeated or cause
        self.fields[f"{at}wounds"].initial = fighter.wounds or None
        self.fields[f"{at}stuns"].initial = fighter.stuns or None

    def prefill(self, ended: SenjutsuState, report: Any = None) -> None:
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
            self._start_fighter(fighter)
        if "ahead" in self.fields and ended.reason == "time":
            self.fields["ahead"].initial = ended.winner
        if "contracts" in self.fields:
            self.fields["contracts"].initial = ended.reason == "contracts"

    @property
    def settled(self) -> dict[str, Any]:
        """What follows speaks of another end where the report has one."""
        another = self.ahead is not None or self.contracts is not None
        return {"another": self.desk.reader.value("ending", "another")} if another else {}

    @property
    def run_fields(self) -> list[Any]:
        return [self[name] for name in ("waves", "fallen", "clear_turn") if name in self.fields]

    @property
    def ahead(self) -> Any:
        return self["ahead"] if "ahead" in self.fields else None

    @property
    def contracts(self) -> Any:
        return self["contracts"] if "contracts" in self.fields else None

    @property
    def characters(self) -> list[dict[str, Any]]:
        return [
            {
                "cause": self[f"c:{fighter.player}:cause"],
                "numbers": [self[f"c:{fighter.player}:{name}"] for name in ("wounds", "stuns")],
            }
            for fighter in self.desk.fighters()
        ]

    def payloads(self) -> list[Payload]:
        told, fighters = self.cleaned_data, self.desk.fighters()
        causes = {one.player: told.get(f"c:{one.player}:cause") for one in fighters if one.defeated is None}
        defeats = [{"player": player, "cause": cause} for player, cause in causes.items() if cause]
        winner, reason = told.get("ahead") or None, "time" if told.get("ahead") else None
        if told.get("contracts"):
            winner, reason = OPPONENTS, "contracts"
        return [
            self.logged(
                winner=winner,
                reason=reason,
                turns=told.get("turns"),
                defeats=defeats or None,
                finals=self._finals() or None,
                horde=self._run() if self.desk.play.mode == "horde" else None,
            )
        ]

    def _finals(self) -> dict[str, dict[str, int]]:
        found = {}
        for fighter in self.desk.fighters():
            at = f"c:{fighter.player}:"
            wounds, stuns = (self.cleaned_data.get(f"{at}{name}") for name in ("wounds", "stuns"))
            if wounds is not None:
                found[fighter.player] = {"wounds": wounds, "stuns": stuns or 0}
        return found

    def _run(self) -> dict[str, Any]:
        told = self.cleaned_data
        return {
            "waves_cleared": told["waves"],
            "vos_in_wave": told["fallen"],
            "last_clear_turn": told.get("clear_turn") or 0,
        }
