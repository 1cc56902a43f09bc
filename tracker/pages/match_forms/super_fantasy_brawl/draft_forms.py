"""Who goes first, and how the teams are made: pools, bans, picks, teams by agreement. Called by `steps`."""

from __future__ import annotations

import re
import secrets

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.super_fantasy_brawl.asked import OF_CHAMPIONS, REGISTERED
from games.super_fantasy_brawl.facts import CHAMPIONS
from games.super_fantasy_brawl.state import mode_of
from tracker.pages.match_forms.generic.forms import FieldsStep
from tracker.pages.match_forms.super_fantasy_brawl.base import PadForm, Payload, champion, choice, payload

LOT = "lot"


class FirstForm(PadForm):
    """`first_player_determined`: drawn by the server, or as the table found it."""

    step = event = "first_player_determined"
    template = "parts/_pad_plain.html"

    def build(self) -> None:
        self.field = "player" if self.desk.play.mode == "duel" else "team"
        options = [(LOT, _("Draw lots now")), *((key, self._named(key)) for key in self._who())]
        self.fields["first"] = choice(_("By lot, or as the table found it"), options, radio=True)
        self.fields["first"].initial = LOT

    def _who(self) -> list[str]:
        sides = self.desk.play.sides
        if self.field == "team":
            return list(sides)
        return [player for side in sides.values() for player in side.players]

    def _named(self, key: str) -> str:
        return self.desk.side(key) if self.field == "team" else self.desk.names.player(key)

    @property
    def title(self) -> str:
        return _("Who goes first")

    @property
    def button(self) -> str:
        return _("Record who goes first")

    @property
    def then(self) -> str:
        return _("The second player picks first in a casual draft, the first one in a competitive draft.")

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data["first"]
        first = secrets.choice(self._who()) if told == LOT else told
        return [payload(self.event, **{self.field: first})]


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
