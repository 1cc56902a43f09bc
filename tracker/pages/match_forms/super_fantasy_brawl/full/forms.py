"""The steps of the pad at full detail: one tap for what the rules can compute, fields for what only the table knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.hexes import Hex
from games.ruleset import SYSTEM, Actor, Event, NextEvent
from games.super_fantasy_brawl.full.conditions import must_score
from games.super_fantasy_brawl.full.moves import moves
from games.super_fantasy_brawl.full.moves_effects import (
    TO_PLAYER,
    card_effects,
    is_guess,
)
from games.super_fantasy_brawl.state import SfbState, mode_of
from games.super_fantasy_brawl.track import value_of
from tracker.pages.match_forms.generic.pick_step import PickStep
from tracker.pages.match_forms.generic.step import Step
from tracker.pages.match_forms.pad import Payload, payload
from tracker.pages.match_forms.super_fantasy_brawl.base import card
from tracker.pages.match_forms.super_fantasy_brawl.draft_view import draft
from tracker.pages.match_forms.super_fantasy_brawl.full.arena import drawn
from tracker.pages.match_forms.super_fantasy_brawl.full.board import action_view

ON_ARENA = (
    "trap_token_placed",
    "champion_deployed",
    "champion_returned",
    "champion_moved",
    "champion_placed",
    "champion_displaced",
)
OF_DRAFT = ("champion_banned", "champion_picked")
"""Choices among champions of a draft."""
GUESSED = (
    "damage_dealt",
    "champion_healed",
    "champion_immobilised",
    "champion_displaced",
    "champion_placed",
)
"""Effects that may stand on a card that nobody imported: behind a link."""
FROM_HAND = ("action_card_played", "reaction_played")
HIDDEN = (*FROM_HAND, "champion_stunned")
"""Choices among the cards of a hand: behind a fold."""


class FullForm(Step):
    """A step: `step` is the type of its event, `player` whose it is, or empty for the whole table."""

    is_guess: bool = False
    """Whether nobody told what the open card does, so that only its player knows whether the step is one of it."""

    @property
    def heading(self) -> str:  # type: ignore[override]
        return _("If the card says so") if self.is_guess else super().heading


def owners_of(play: SfbState, told: NextEvent) -> tuple[str, ...]:
    """Whose step an event is: of one player, of the one whose effect it is, or of the whole table ("")."""
    if told.type in TO_PLAYER:
        return tuple(player for player in told.players if player in card_effects(play, told.type))
    return told.players if len(told.players) == 1 else ("",)


class PickForm(FullForm, PickStep):
    """One of the concrete events that are legal now, each in its own sentence."""

    def wait(self) -> None:
        """What a card that nobody knows may do stands behind a link; a champion falls only if something is due."""
        super().wait()
        play = self.desk.play
        self.is_guess = self.rare = self.step in GUESSED and play.full is not None and is_guess(play)
        due = play.full is not None and bool(play.full.due)
        self.may_wait = self.may_wait or self.rare or (self.step == "champion_knocked_out" and not due)

    @property
    def typed(self) -> list[Any]:
        """The fields for a card of which nobody told anything."""
        return []

    def found(self) -> list[Event]:
        desk = self.desk
        by = SYSTEM if desk.is_staff else Actor("player", desk.players[0])
        return [event for told in self.told for event in moves(desk.play, told, by)]

    def hex_of(self, told: Mapping[str, Any]) -> Hex | None:
        if self.step not in ON_ARENA:
            return None
        place = told.get("cell") or (told.get("path") or (None,))[-1]
        return (place[0], place[1]) if place else None

    def picture(self) -> dict[str, Any] | None:
        if self.step not in ON_ARENA:
            return None
        places: Iterable[Any] = (
            getattr(event, "cell", None) or (getattr(event, "path", ()) or (None,))[-1]
            for event in self.offered
        )
        return drawn(self.desk, [place for place in places if place])

    @property
    def hint(self) -> str:
        return _("Tap a green hex; then confirm below.")

    @property
    def answered(self) -> dict[str, Any] | None:
        """The attack that a reaction answers."""
        full = self.desk.play.full
        if self.step != "reaction_played" or full is None or full.action is None:
            return None
        return action_view(self.desk, full.action)

    @property
    def draft(self) -> dict[str, Any] | None:
        """The pools, bans and picks, while the teams are made."""
        return draft(self.desk)

    @property
    def template(self) -> str:  # type: ignore[override]
        if self.step in OF_DRAFT:
            return "games/super_fantasy_brawl/_draft_pick.html"
        return "games/super_fantasy_brawl/_hidden_pick.html" if self.step in HIDDEN else "parts/_pick.html"

    def is_open(self) -> bool:
        """SFB-HID-08: whether a card of the hand can be played shows behind the fold alone."""
        return self.step in FROM_HAND or PickStep.is_open(self)


class ScoreForm(FullForm):
    """`challenges_scored`: every active challenge that is met; what the rules can tell is ticked."""

    step = "challenges_scored"
    of_the_moment = True
    template = "games/super_fantasy_brawl/_challenges.html"

    def build(self) -> None:
        play = self.desk.play
        if play.round == 1 and not play.round1_challenges:
            return
        met = {cell for cell, _card in must_score(play, self.desk.side_of(play.active))}
        for cell, lying in enumerate(play.track.cells):
            value = value_of(play.track, mode_of(play), cell)
            if lying and value is None:
                self.fields[f"vp:{cell}"] = self._points(lying)
            elif lying and value:
                self.fields[f"met:{cell}"] = forms.BooleanField(
                    label=f"+{value}: {card(self.desk, lying)}", required=False, initial=cell in met
                )

    def _points(self, lying: str) -> forms.IntegerField:
        """What a challenge gives on a space of which nobody told the value; empty or 0: it is not met."""
        label = _("%(challenge)s: points") % {"challenge": card(self.desk, lying)}
        return forms.IntegerField(label=label, required=False, min_value=0, max_value=9)

    @property
    def then(self) -> str:
        return (
            _("Everything that is met scores, and nothing else.")
            if self.fields
            else _("Nothing can be scored.")
        )

    def payloads(self) -> list[Payload]:
        track = self.desk.play.track
        items = []
        for name, told in self.cleaned_data.items():
            kind, _colon, place = name.partition(":")
            if told:
                cell = int(place)
                lying = track.cells[cell]
                vp = told if kind == "vp" else value_of(track, mode_of(self.desk.play), cell)
                item: dict[str, Any] = {"cell": cell, "vp": vp}
                items.append(item if lying in (None, "?") else {**item, "card": lying})
        return [payload(self.step, player=self.player or self.desk.play.active, items=items or None)]


TYPED: dict[str, type[FullForm]] = {ScoreForm.step: ScoreForm}
