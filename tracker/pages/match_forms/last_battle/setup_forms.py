"""Before the first turn: hiring the squad, writing down notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.last_battle.facts import BATTLEFIELDS, FOES, LIMITS, SCHEMES, NoteNeed
from games.last_battle.notes import effective_cost, hired_cost, most_noted, own_to_note
from games.last_battle.state import Held, Squad, side_squads
from tracker.pages.match_forms.last_battle import list_form
from tracker.pages.match_forms.last_battle.base import PadForm, Payload, choice, payload
from tracker.pages.match_forms.last_battle.words import scheme_name

STATS = (*list_form.STATS, "lives")
"""What a line of a typed squad tells after the name."""


class HireForm(PadForm):
    """`squad_hired`: the list that was handed in, one tap; or typed, one figure a line."""

    step = "hire"
    event = "squad_hired"
    template = "games/last_battle/_hire.html"
    any_version = True

    def build(self) -> None:
        leader, figures = _typed(self.roster)
        self.fields["leader"] = forms.CharField(label=_("Leader"), max_length=80, initial=leader)
        self.counts_lives = self.desk.play.full is not None
        if self.counts_lives:
            known, _others = leader_and_others(self.roster)
            lives = (known or {}).get("lives")
            self.fields["leader_lives"] = forms.IntegerField(
                label=_("Lives of the leader"), min_value=0, max_value=99, required=False, initial=lives
            )
        self.fields["figures"] = forms.CharField(
            label=(
                _("Figures, one per line: name; cost; size; lives")
                if self.counts_lives
                else _("Figures, one per line: name; cost; size")
            ),
            help_text=_("Leave out what you do not know. Two of a kind are two lines."),
            widget=forms.Textarea(attrs={"rows": 6}),
            initial=figures,
            max_length=6000,
            required=False,
        )

    @property
    def roster(self) -> dict[str, Any]:
        return dict(self.desk.rosters.get(self.player) or {})

    @property
    def summary(self) -> dict[str, Any] | None:
        """The handed-in list as the one-tap button shows it."""
        if not self.roster:
            return None
        leader, others = leader_and_others(self.roster)
        figure_ids = [figure["figure_id"] for figure in others]
        return {
            "leader": self.desk.names.figure(leader["figure_id"]) if leader else "",
            "figures": self.desk.names.some(figure_ids),
            "cost": sum(figure.get("cost") or 0 for figure in others),
        }

    def told_by_words(self) -> Mapping[str, Any]:
        return {"limit": LIMITS.hire_points}

    @property
    def size_limit(self) -> int | None:
        return BATTLEFIELDS[self.desk.play.battlefield].max_size

    def clean_figures(self) -> list[Payload]:
        return [
            list_form.figure_of(number, line, STATS, _("Line %(line)d: write name; cost; size; lives."))
            for number, line in enumerate(self.cleaned_data["figures"].splitlines(), start=1)
            if line.strip()
        ]

    def payloads(self) -> list[Payload]:
        leader, figures = self.cleaned_data["leader"].strip(), self.cleaned_data["figures"]
        known, others = leader_and_others(self.roster)
        facts = {figure["figure_id"]: figure for figure in others}
        own = dict(known) if known and known["figure_id"] == leader else {"figure_id": leader}
        if self.cleaned_data.get("leader_lives") is not None:
            own["lives"] = self.cleaned_data["leader_lives"]
        if len(own) > 1 or known == own:
            figures = [own, *figures]
        figures = [{**facts.get(figure["figure_id"], {}), **figure} for figure in figures]
        return [payload(self.event, player=self.player, leader=leader, figures=figures)]


def leader_and_others(roster: dict[str, Any]) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """The leader's own facts, and every other figure once for each copy."""
    figures = [dict(figure) for figure in roster.get("figures") or ()]
    leader = roster.get("leader")
    at = next((place for place, figure in enumerate(figures) if figure["figure_id"] == leader), None)
    if at is not None:
        return figures[at], figures[:at] + figures[at + 1 :]
    return ({"figure_id": leader} if leader else None), figures


def _typed(roster: dict[str, Any]) -> tuple[str, str]:
    """The list as text, in the form in which `clean_figures` reads it."""
    leader, others = leader_and_others(roster)
    lines = [_line(figure) for figure in others]
    return (leader["figure_id"] if leader else ""), "\n".join(lines)


def _line(figure: dict[str, Any]) -> str:
    parts = [figure["figure_id"], *(figure.get(stat) for stat in STATS)]
    return "; ".join("" if part is None else str(part) for part in parts).rstrip("; ")


class NoteForm(PadForm):
    """`scheme_noted`: logged by everybody who holds a scheme, so that the event itself tells nothing."""

    step = "note"
    event = "scheme_noted"
    template = "games/last_battle/_note.html"
    folds = True

    def build(self) -> None:
        self.wanted: list[tuple[Held, list[str], list[str]]] = []
        for held in self.squad.schemes:
            need = SCHEMES[held.scheme].note or NoteNeed()
            paid = held.scheme == "vendetta"
            own = self._fields(held, "own", self._own_count(need), self._own_figures(held.scheme, paid))
            enemy = self._fields(held, "enemy", need.enemy, self._enemies(need.enemy_leader, paid))
            self.wanted.append((held, own, enemy))

    def is_open(self) -> bool:
        return bool(self.squad.schemes)

    def _own_count(self, need: NoteNeed) -> int:
        """LB-SETUP-13: three figures, or all of a smaller squad."""
        return min(need.own, len(self.squad.figures or ())) if need.own > 1 else need.own

    def _fields(self, held: Held, kind: str, count: int, options: list[tuple[str, str]]) -> list[str]:
        label = _("Figure of yours") if kind == "own" else _("Enemy figure")
        names = [f"{kind}:{held.scheme}:{place}" for place in range(count)]
        for place, name in enumerate(names):
            self.fields[name] = choice(label, options)
            if len(options) in (1, count):  # nobody is asked for what leaves no choice
                self.fields[name].initial = options[min(place, len(options) - 1)][0]
        return names

    def _own_figures(self, scheme: str, paid: bool) -> list[tuple[str, str]]:
        return [self._option(self.squad, one, paid) for one in own_to_note(self.squad, scheme)]

    def _option(self, squad: Squad, figure_id: str, paid: bool) -> tuple[str, str]:
        name, cost = self.desk.names.figure(figure_id), effective_cost(squad, figure_id)
        return figure_id, f"{name} ({cost})" if paid and cost is not None else name

    def _least(self) -> int:
        """The cost that an enemy noted for Vendetta has at least."""
        costs = [hired_cost(self.squad, figure.figure_id) for figure in self.squad.figures or ()]
        return min((cost for cost in costs if cost), default=0)

    def _enemies(self, leaders: bool, paid: bool) -> list[tuple[str, str]]:
        options: dict[str, str] = {}
        for squad in side_squads(self.desk.play, FOES[self.squad.side]):
            for figure in squad.all_figures():
                cost = effective_cost(squad, figure.figure_id)
                cheap = paid and cost is not None and cost < self._least()
                if not cheap and (not leaders or squad.leader is None or figure is squad.leader):
                    options.setdefault(*self._option(squad, figure.figure_id, paid))
        return list(options.items())

    def _told(self, held: Held) -> str:
        """The scheme and what it wants noted: both are held to be seen."""
        return self.desk.beside("scheme", held.scheme, scheme_name(held.scheme, self.desk.names.language))

    @property
    def groups(self) -> list[dict[str, Any]]:
        return [
            {
                "told": self._told(held),
                "fields": [self[name] for name in (*own, *enemy)],
            }
            for held, own, enemy in self.wanted
        ]

    def clean(self) -> dict[str, Any]:
        """LB-SETUP-13: each own figure once, or as often as the squad has it."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for _held, own, _enemy in self.wanted:
            told: Counter[str] = Counter()
            for name in own:
                figure = cleaned.get(name) or ""
                told[figure] += 1
                if figure and told[figure] > most_noted(self.squad, figure):
                    self.add_error(name, _("This figure is noted already: choose another."))
        return cleaned

    def payloads(self) -> list[Payload]:
        notes = [
            {
                "scheme": held.scheme,
                "own_figures": [self.cleaned_data[name] for name in own],
                "enemy_figures": [self.cleaned_data[name] for name in enemy],
            }
            for held, own, enemy in self.wanted
        ]
        if not notes:
            return []
        return [payload(self.event, player=self.player, **notes[0], more=notes[1:] or None)]
