"""The whole match in one report: at summary detail, or where nobody logged the turns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.facts import BATTLEFIELDS, FACTS, LIMITS
from games.last_battle.finish import winner
from games.last_battle.state import Held, LastBattleState, Squad
from games.last_battle.summary import legal_points, legal_schemes, legal_strategy
from games.ruleset import SYSTEM, Actor
from tracker.pages.match_forms.last_battle.base import PadForm, Payload, choice, opening, payload, points
from tracker.pages.match_forms.last_battle.words import scheme_name
from tracker.pages.match_forms.pad import stated


@dataclass(frozen=True)
class ReportLine:
    """A scheme of a squad in the report; `held` None: not known here; `pick` is the field that names it."""

    squad: Squad
    held: Held | None
    vp: str
    pick: str = ""


class ReportForm(PadForm):
    """`match_reported`: the whole match in one event, at summary detail or where nobody logged the turns."""

    step = "report"
    once = True
    event = "match_reported"
    template = "games/last_battle/_report.html"

    def is_open(self) -> bool:
        return self.desk.play.detail == "summary" or self.desk.play.phase in ("turns", "end")

    def build(self) -> None:
        play = self.desk.play
        self.may_wait = play.detail != "summary"
        last = LIMITS.last_turn if BATTLEFIELDS[play.battlefield].prolonged else LIMITS.regular_turns
        regular = max(LIMITS.regular_turns, play.turn)
        turns = range(play.turn if self.desk.is_staff else regular, last + 1)
        self.fields["turns"] = choice(_("Turns played"), [(str(n), str(n)) for n in turns], radio=True)
        self.fields["turns"].initial = str(regular)
        for side, name in self.desk.sides().items():
            numbers = legal_strategy(play, side, last)
            self.fields[f"strategy_{side}"] = points(name, numbers, play.strategy.get(side, 0))
        self.entries: list[ReportLine] = []
        self._covered: dict[str, tuple[int, ...]] = {}
        for squad in self.desk.squads():
            self._add_squad(squad)

    def _add_squad(self, squad: Squad) -> None:
        """A line for each scheme that the reporter knows, or one on which a scheme may be picked."""
        for held in squad.schemes:
            numbers = legal_points(self.desk.play, squad, held.scheme, self._by, held.vp)
            name = f"vp:{squad.player}:{held.scheme}"
            if self.desk.is_staff and not held.public:
                # Others see this screen too, and which numbers a scheme can give tells which it is.
                self._covered[name] = numbers
                numbers = tuple(range(LIMITS.scheme_vp + 1))
            label = self._shown(held) or (_("Secret scheme") if self.desk.is_staff else _("My secret scheme"))
            self.fields[name] = points(label, numbers, held.vp)
            self.entries.append(ReportLine(squad, held, name))
        if not squad.schemes:
            self._add_unknown(squad)

    def _shown(self, held: Held) -> str:
        """The name of a scheme that everybody knows; that of another is held to be seen."""
        return scheme_name(held.scheme, self.desk.names.language) if held.public else ""

    def _add_unknown(self, squad: Squad) -> None:
        """LB-SCH-01: what somebody else keeps secret gets no VP from here."""
        vp, pick = f"vp:{squad.player}:", f"scheme:{squad.player}"
        unnamed = legal_points(self.desk.play, squad, None, self._by)
        self.fields[vp] = points(_("Scheme VP"), unnamed)
        if not squad.chosen:
            schemes = legal_schemes(self.desk.play, squad, self._by)
            options = [(key, scheme_name(key, self.desk.names.language)) for key in schemes]
            self.fields[pick] = choice(_("Scheme"), options, required=False)
        self.entries.append(ReportLine(squad, None, vp, "" if squad.chosen else pick))

    @property
    def _by(self) -> Actor:
        """In whose name the report is judged."""
        return SYSTEM if self.desk.is_staff else Actor("player", self.desk.players[0])

    def _numbers(self, line: ReportLine) -> str:
        """Scheme -> its legal VP, of those that may be picked and give fewer than the field offers; for the script."""
        if not line.pick or line.held:
            return ""
        told = {
            scheme: legal_points(self.desk.play, line.squad, scheme, self._by)
            for scheme in legal_schemes(self.desk.play, line.squad, self._by)
        }
        return json.dumps({scheme: vp for scheme, vp in told.items() if len(vp) <= LIMITS.scheme_vp})

    def prefill(self, ended: LastBattleState, report: Any = None) -> None:
        """Starts with what the match says now."""
        turns = ended.turn if ended.incomplete else max(ended.turn, LIMITS.regular_turns)
        stated(self.fields["turns"], str(turns))
        for side in self.desk.sides():
            stated(self.fields[f"strategy_{side}"], ended.strategy.get(side, 0))
        for line in self.entries:
            self._prefill_line(line, ended)

    def _prefill_line(self, line: ReportLine, ended: LastBattleState) -> None:
        player = line.squad.player
        schemes = [line.held.scheme] if line.held else [one.scheme for one in ended.squads[player].schemes]
        scored = [one for one in ended.lines if one.player == player]
        if line.held:
            scored = [one for one in scored if one.source in schemes]
        stated(self.fields[line.vp], sum(one.vp for one in scored))
        if line.pick and schemes:
            stated(self.fields[line.pick], schemes[0])

    def clean(self) -> dict[str, Any]:
        """A scheme that is held to be seen may be given any number, and is not named when it cannot give that."""
        told = super().clean() or self.cleaned_data
        for name, legal in self._covered.items():
            if told.get(name) not in (None, *legal):
                self.add_error(name, _("This scheme cannot give so many VP."))
        return told

    @property
    def may_close(self) -> bool:
        """LB-END-05: staff may close a table early; the points that it has stand."""
        return self.desk.is_staff and self.desk.play.turn < LIMITS.regular_turns

    @property
    def totals(self) -> list[dict[str, str]]:
        """The sides whose running totals stand above the button."""
        return [{"key": side, "name": name} for side, name in self.desk.sides().items()]

    @property
    def strategy(self) -> str:
        key = BATTLEFIELDS[self.desk.play.battlefield].strategy
        return FACTS.strategies[key].name.to(self.desk.names.language)

    @property
    def strategy_fields(self) -> list[Any]:
        return [{"side": side, "field": self[f"strategy_{side}"]} for side in self.desk.sides()]

    def _held(self, line: ReportLine) -> str:
        hidden = line.held is not None and not line.held.public
        return scheme_name(line.held.scheme, self.desk.names.language) if line.held and hidden else ""

    @property
    def squads(self) -> list[dict[str, Any]]:
        return [
            {
                "player": self.desk.names.player(line.squad.player),
                "side": self.desk.side(line.squad.side),
                "adds": line.squad.side,
                "numbers": self._numbers(line),
                "scheme": self[line.pick] if line.pick else None,
                "vp": self[line.vp],
                "secret": line.squad.chosen and line.held is None,
                "held": self._held(line),
            }
            for line in self.entries
        ]

    def payloads(self) -> list[Payload]:
        strategy = {side: self.cleaned_data[f"strategy_{side}"] for side in self.desk.sides()}
        schemes = [told for line in self.entries for told in self._told(line)]
        report = payload(
            self.event,
            turns=int(self.cleaned_data["turns"]),
            strategy=strategy,
            schemes=schemes,
            result=self._winner(strategy),
            reason="closed" if int(self.cleaned_data["turns"]) < LIMITS.regular_turns else None,
        )
        return [*self._names(), report]

    def _told(self, line: ReportLine) -> Iterator[Payload]:
        vp = self.cleaned_data[line.vp]
        scheme = line.held.scheme if line.held else self.cleaned_data.get(line.pick)
        if scheme or vp:
            yield {"player": line.squad.player, "vp": vp, **({"scheme": scheme} if scheme else {})}

    def _names(self) -> list[Payload]:
        """LB-UNIQ-06: the noted Leader is named before VP come for it."""
        named = (
            line for line in self.entries if line.held and line.held.public and self.cleaned_data[line.vp]
        )
        return [told for line in named if line.held for told in opening(line.squad, line.held)]

    def _winner(self, strategy: dict[str, int]) -> str:
        vp = dict(strategy)
        for line in self.entries:
            vp[line.squad.side] += self.cleaned_data[line.vp]
        return winner(vp)
