"""How the teams are made: pools and teams by agreement. Called by the package."""

from __future__ import annotations

import re

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.super_fantasy_brawl.asked import OF_CHAMPIONS, REGISTERED
from games.super_fantasy_brawl.facts import CHAMPIONS
from games.super_fantasy_brawl.state import mode_of
from tracker.pages.match_forms.generic.forms import FieldsStep
from tracker.pages.match_forms.super_fantasy_brawl.base import Payload, champion


class ChampionsForm(FieldsStep):
    """Champions to tick, as rules and lists offer them, and a line for those that nobody imported.

    A common pool or that of a player, laid out or registered in advance; a team by agreement.
    """

    template = "games/super_fantasy_brawl/_champions.html"
    prefix = None  # type: ignore[assignment]

    def build(self) -> None:
        super().build()
        brought = self.desk.rosters.get(self.player, {}).get("champions")
        preset = tuple(brought or self._starts().get("champions", ()))
        known = dict.fromkeys((*self._choices().get("champions", ()), *preset))
        self.parts.clear()
        self.initial.clear()
        self.fields["champions"] = forms.MultipleChoiceField(
            label=_("Champions"),
            choices=[(slug, champion(self.desk, slug)) for slug in known],
            required=False,
            initial=list(preset),
            widget=forms.CheckboxSelectMultiple,
        )
        self.fields["others"] = forms.CharField(
            label=_("Other champions, one per line"),
            required=False,
            max_length=800,
            widget=forms.Textarea(attrs={"rows": 2}),
        )

    @property
    def wanted(self) -> int:
        """How many champions are asked for."""
        mode = mode_of(self.desk.play)
        pool = mode.tournament_pool if self.player else mode.normal_pool
        return mode.team if self.event == "roster_confirmed" else pool

    @property
    def title(self) -> str:
        own = self.player and self.event == "draft_pool_set"
        return _("Lay out my champions") if own else super().title

    @property
    def then(self) -> str:
        count = {"count": self.wanted}
        return (
            ngettext("%(count)d champion is needed.", "%(count)d champions are needed.", self.wanted) % count
        )

    def payloads(self) -> list[Payload]:
        (told,) = super().payloads()
        typed = map(slug_of, split(self.cleaned_data["others"]))
        told["data"]["champions"] = [*self.cleaned_data["champions"], *typed]
        return [told]


CHAMPION_FORMS: dict[str, type[ChampionsForm]] = {
    step: type("ChampionsForm", (ChampionsForm,), {"step": step, "event": step, "rare": step == REGISTERED})
    for step in OF_CHAMPIONS
}


def split(text: str) -> list[str]:
    """The lines that say something."""
    return [line.strip() for line in re.split(r"[\n,;]", text) if line.strip()]


def slug_of(name: str) -> str:
    """A champion's slug from its name as it was typed; a name of the core box in either language is known."""
    for slug, one in CHAMPIONS.items():
        if name.casefold() in (slug, one.name.en.casefold(), one.name.ru.casefold()):
            return slug
    return re.sub(r"\W+", "_", name.casefold()).strip("_") or name
