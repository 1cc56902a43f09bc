"""Revealing a scheme on its own, and the payloads that make a secret public exactly as it was recorded."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.last_battle.events import Note
from games.last_battle.reveal import ELIMINATION
from games.last_battle.state import Held, Squad
from tracker.pages.match_forms.last_battle.base import PadForm, Payload, choice, payload
from tracker.pages.match_forms.last_battle.words import scheme_name


class RevealForm(PadForm):
    """`scheme_revealed` on its own: before the other side logs the turn, and for Hidden Secrets at a turn's start."""

    step = "reveal"
    event = "scheme_revealed"
    template = "games/last_battle/_reveal.html"

    def build(self) -> None:
        options = [(held.scheme, self._name(held)) for held in self.secret_schemes()]
        self.fields["scheme"] = choice(_("Scheme"), options, radio=True)
        if len(options) == 1:
            self.fields["scheme"].initial = options[0][0]

    def secret_schemes(self) -> list[Held]:
        return [held for held in self.squad.schemes if not held.public]

    def _name(self, held: Held) -> str:
        note = held.note or Note(held.scheme)
        figures = self.desk.names.some([*note.own_figures, *note.enemy_figures])
        name = scheme_name(held.scheme, self.desk.names.language)
        return f"{name} ({figures})" if figures else name

    def payloads(self) -> list[Payload]:
        held = self.squad.held(self.cleaned_data["scheme"])
        return [] if held is None else [reveal_payload(self.squad, held, self.desk.play.detail == "summary")]


def reveal_payload(squad: Squad, held: Held, at_end: bool = False) -> Payload:
    """The reveal with the notes as they were recorded (LB-SCH-03)."""
    note = held.note or Note(held.scheme)
    return payload(
        "scheme_revealed",
        player=squad.player,
        scheme=held.scheme,
        own_figures=list(note.own_figures),
        enemy_figures=list(note.enemy_figures),
        at_end=at_end or None,
    )


def publish_payload(squad: Squad, held: Held) -> Payload:
    """The Leader noted for Elimination of Leaders, named (LB-UNIQ-06)."""
    noted = held.note.enemy_figures if held.note else ()
    return payload(
        "scheme_note_published", player=squad.player, scheme=held.scheme, note=noted[0] if noted else ""
    )


def names_leader(held: Held) -> bool:
    """Whether the Leader noted for Elimination of Leaders is still to be named, by somebody who knows it."""
    noted = held.note is not None and bool(held.note.enemy_figures)
    return held.scheme == ELIMINATION and noted and not held.note_public
