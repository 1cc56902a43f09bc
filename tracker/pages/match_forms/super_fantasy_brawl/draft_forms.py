"""Who goes first, and how the teams are made: pools, bans, picks, teams by agreement. Called by `steps`."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.super_fantasy_brawl.facts import CHAMPIONS
from games.super_fantasy_brawl.selection import check_side
from games.super_fantasy_brawl.state import mode_of
from tracker.pages.match_forms.super_fantasy_brawl.base import (
    Desk,
    PadForm,
    Payload,
    champion,
    choice,
    payload,
)

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


def known_champions(desk: Desk) -> dict[str, str]:
    """Champions that can be ticked: those of the pinned edition, or of the core box."""
    full = desk.play.full
    slugs: Iterable[str] = full.champions if full is not None and full.champions else CHAMPIONS
    return {slug: champion(desk, slug) for slug in slugs}


def laid_by_mates(desk: Desk, player: str) -> set[str]:
    """The champions that the other members of the player's team laid out or registered, as far as they may be seen."""
    play = desk.play
    mates = [mate for side in play.sides.values() if player in side.players for mate in side.players]
    told = (play.draft.pools, play.draft.registered)
    return {slug for mate in mates if mate != player for pools in told for slug in pools.get(mate, ())}


class ChampionsForm(PadForm):
    """Champions to tick, and a line for those that nobody imported."""

    template = "games/super_fantasy_brawl/_champions.html"

    def build(self) -> None:
        self.preset = self._preset()
        known = {slug: name for slug, name in known_champions(self.desk).items() if self.may_have(slug)}
        known |= {slug: champion(self.desk, slug) for slug in self.preset}
        self.fields["champions"] = forms.MultipleChoiceField(
            label=_("Champions"),
            choices=list(known.items()),
            required=False,
            initial=list(self.preset),
            widget=forms.CheckboxSelectMultiple,
        )
        self.fields["others"] = forms.CharField(
            label=_("Other champions, one per line"),
            required=False,
            max_length=800,
            widget=forms.Textarea(attrs={"rows": 2}),
        )

    def _preset(self) -> tuple[str, ...]:
        """The champions that are ticked already."""
        return ()

    def may_have(self, slug: str) -> bool:
        """Whether a champion is offered."""
        return True

    @property
    def wanted(self) -> int:
        """How many champions are asked for."""
        return mode_of(self.desk.play).team

    @property
    def button(self) -> str:
        return _("Choose the team")

    @property
    def then(self) -> str:
        count = {"count": self.wanted}
        return (
            ngettext("%(count)d champion is needed.", "%(count)d champions are needed.", self.wanted) % count
        )

    @property
    def chosen(self) -> list[str]:
        return [*self.cleaned_data["champions"], *map(slug_of, split(self.cleaned_data["others"]))]


def split(text: str) -> list[str]:
    """The lines that say something."""
    return [line.strip() for line in re.split(r"[\n,;]", text) if line.strip()]


def slug_of(name: str) -> str:
    """A champion's slug from its name as it was typed; a name of the core box in either language is known."""
    for slug, one in CHAMPIONS.items():
        if name.casefold() in (slug, one.name.en.casefold(), one.name.ru.casefold()):
            return slug
    return re.sub(r"\W+", "_", name.casefold()).strip("_") or name


class PoolForm(ChampionsForm):
    """`draft_pool_set`: the common pool, or the champions that a player lays out."""

    step = event = "draft_pool_set"

    def _preset(self) -> tuple[str, ...]:
        return self.desk.play.draft.registered.get(self.player, ())

    def may_have(self, slug: str) -> bool:
        """SFB-ROSTER-10: what was registered; SFB-MODE-06: not what a team mate has laid out."""
        if self.preset:
            return slug in self.preset
        return slug not in laid_by_mates(self.desk, self.player)

    @property
    def wanted(self) -> int:
        mode = mode_of(self.desk.play)
        return mode.tournament_pool if self.player else mode.normal_pool

    @property
    def title(self) -> str:
        return _("Lay out my champions") if self.player else _("Champions to pick from")

    @property
    def button(self) -> str:
        return _("Lay them out")

    def payloads(self) -> list[Payload]:
        return [payload(self.event, player=self.player or None, champions=self.chosen)]


class RosterForm(ChampionsForm):
    """`roster_confirmed`: a player's team, by agreement."""

    step = event = "roster_confirmed"

    def _preset(self) -> tuple[str, ...]:
        registered = self.desk.play.draft.registered.get(self.player, ())
        return registered if len(registered) == self.wanted else ()

    def may_have(self, slug: str) -> bool:
        """SFB-ROSTER-04: not what the other side has, where that is barred."""
        return not list(check_side(self.desk.play, self.player, slug))

    @property
    def title(self) -> str:
        return _("My team")

    def payloads(self) -> list[Payload]:
        return [payload(self.event, player=self.player, champions=self.chosen)]


class RegisterForm(ChampionsForm):
    """`pool_registered`: champions handed in with the organisers before the draft, secret until they are laid out."""

    step = event = "pool_registered"
    may_wait = True
    rare = True

    def _preset(self) -> tuple[str, ...]:
        told = self.desk.rosters.get(self.player, {}).get("champions") or ()
        return tuple(told)

    def may_have(self, slug: str) -> bool:
        """SFB-MODE-06: not what a team mate registered, where the reader may know it."""
        return slug not in laid_by_mates(self.desk, self.player)

    @property
    def wanted(self) -> int:
        return mode_of(self.desk.play).tournament_pool

    @property
    def title(self) -> str:
        return _("Register champions in advance")

    @property
    def button(self) -> str:
        return _("Register them")

    def payloads(self) -> list[Payload]:
        return [payload(self.event, player=self.player, champions=self.chosen)]
