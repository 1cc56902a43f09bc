"""The steps of a horde run: waves begin and end, levels, the rest between them, attacks on the fallen lord."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.hexes import distance, moved
from games.senjutsu.facts import HORDE
from games.senjutsu.horde import WAVES, slots_of, types_of
from games.senjutsu.state import Run, standing, standing_foes
from tracker.pages.match_forms.pad import choice, payload, points
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.base import PadForm, Payload
from tracker.pages.match_forms.senjutsu.full.board import drawn
from tracker.pages.match_forms.senjutsu.full.foe_forms import free_deck
from tracker.pages.match_forms.senjutsu.full.place_form import open_hexes
from tracker.pages.match_forms.senjutsu.setup_forms import number

EXPECTED = {"A": (-2, -1), "B": (-1, -2), "C": (1, -3), "D": (2, -3)}
"""Where the start hexes are expected to lie where nobody told the board: opposite the character."""


def named_by_type(types: Sequence[str]) -> list[str]:
    """A name for each opponent of a wave by its type and number, as people read it: `katana-2`."""
    return [f"{type_}-{types[: place + 1].count(type_)}" for place, type_ in enumerate(types)]


class WaveForm(PadForm):
    """`wave_started`: everything about the wave is known but the start hexes."""

    step = "wave"
    event = "wave_started"
    template = "games/senjutsu/_wave.html"

    def build(self) -> None:
        starts = [(hex_, hex_) for hex_ in HORDE.starts]
        for (slot, name), (first, _shown) in zip(self._slots().items(), starts, strict=False):
            self.fields[slot] = choice(name, starts, radio=True)
            self.fields[slot].initial = first
        for letter in self.unknown:
            for axis, value in zip("qr", EXPECTED[letter], strict=True):
                self.fields[f"{axis}:{letter}"] = forms.IntegerField(
                    label=f"{letter}, {axis}", min_value=-30, max_value=30, initial=value
                )

    @property
    def unknown(self) -> list[str]:
        """The start hexes of which nobody told where they lie: asked once, at full detail alone."""
        full = self.desk.play.full
        return [] if full is None else [letter for letter in HORDE.starts if letter not in full.letters]

    @property
    def choices(self) -> list[Any]:
        """Which opponent stands on which start hex."""
        return [field for field in self if ":" not in field.name]

    @property
    def pairs(self) -> list[list[Any]]:
        """The two numbers of each hex that is asked for."""
        return [[self[f"{axis}:{letter}"] for axis in "qr"] for letter in self.unknown]

    @property
    def board(self) -> dict[str, Any] | None:
        """The hexes to count on."""
        return drawn(self.desk, open_hexes(self.desk.play)) if self.unknown else None

    def clean(self) -> dict[str, Any]:
        """SEN-HORDE-04: each opponent on its own start hex, each start hex on its own place."""
        told = super().clean() or self.cleaned_data
        chosen = [told.get(slot) for slot in self._slots()]
        if len(set(chosen)) < len(chosen):
            self.add_error(None, _("Each opponent stands on a start hex of its own."))
        return told

    def _letters(self) -> dict[str, list[int]]:
        return {letter: [self.cleaned_data[f"{axis}:{letter}"] for axis in "qr"] for letter in self.unknown}

    def _facing(self, letter: str) -> int | None:
        """Toward the character, as the start hexes are printed; None where a place is unknown."""
        full = self.desk.play.full
        if full is None:
            return None
        told = self._letters().get(letter) or full.letters.get(letter)
        start = full.letters.get("X")
        if not told or start is None:
            return None
        q, r = told
        return min(range(6), key=lambda facing: distance(moved((q, r), facing), start))

    def _slots(self) -> dict[str, str]:
        """Slot -> the type that stands for it, numbered where there are several of one."""
        types = types_of(self.desk.play)
        names = {slot: w.opponent_name(types[slot], self.language) for slot in slots_of(self.desk.play)}
        same = [slot for slot in names if list(names.values()).count(names[slot]) > 1]
        return {
            slot: f"{name} {same.index(slot) + 1}" if slot in same else name for slot, name in names.items()
        }

    @property
    def ways(self) -> str:
        """Which way each start hex makes an opponent go: `A left, B middle`."""
        return w.listed(f"{hex_} {w.behaviour_words()[way]}" for hex_, way in HORDE.starts.items())

    @property
    def title(self) -> str:
        run = self.desk.play.run
        return _("Level %(level)s, wave %(wave)s") % {"level": run.level, "wave": run.wave}

    @property
    def button(self) -> str:
        return _("Begin the wave")

    @property
    def then(self) -> str:
        level = self.desk.play.run.level
        return _("Each opponent has a wound limit of %(limit)s.") % {"limit": level}

    def payloads(self) -> list[Payload]:
        run, types = self.desk.play.run, types_of(self.desk.play)
        decks = self._decks(types)
        names = named_by_type([types[slot] for slot in slots_of(self.desk.play)])
        vos = [
            {
                **({"vo_deck": decks[slot]} if slot in decks else {}),
                **({} if (facing := self._facing(self.cleaned_data[slot])) is None else {"facing": facing}),
                "vo": name,
                "slot": slot,
                "hex": self.cleaned_data[slot],
                "wound_limit": run.level,
                "vo_type": types[slot],
                "behaviour": HORDE.starts[self.cleaned_data[slot]],
            }
            for name, slot in zip(names, slots_of(self.desk.play), strict=True)
        ]
        told = self._letters() or None
        return [payload(self.event, level=run.level, wave=run.wave, vos=vos, start_letters=told)]

    def _decks(self, types: Mapping[str, str]) -> dict[str, str]:
        """At full detail every opponent of the wave has one of the decks that were built for its type."""
        found: dict[str, str] = {}
        if self.desk.play.full is not None:
            for slot in slots_of(self.desk.play):
                deck = free_deck(self.desk.play, types[slot], set(found.values()))
                found |= {slot: deck} if deck else {}
        return found


class ClearForm(PadForm):
    """`wave_cleared`, and `level_completed` with the last one of a level."""

    step = "clear"
    event = "wave_cleared"
    template = "parts/_pad_plain.html"

    @property
    def title(self) -> str:
        run = self.desk.play.run
        return _("Wave %(wave)s is cleared") % {"wave": run.wave}

    @property
    def button(self) -> str:
        return _("Log the cleared wave")

    def payloads(self) -> list[Payload]:
        return cleared(self.desk.play.run, self.desk.play.turn)


def cleared(run: Run, turn: int) -> list[Payload]:
    """The wave that ends in this turn, and with the last one of a level the level."""
    told = payload("wave_cleared", level=run.level, wave=run.wave, turn=turn)
    return [told, payload("level_completed", level=run.level)] if run.wave == WAVES else [told]


class LevelForm(PadForm):
    """`level_completed`, where it was not logged with the last wave."""

    step = "level"
    event = "level_completed"
    template = "parts/_pad_plain.html"

    @property
    def title(self) -> str:
        return _("Level %(level)s is completed") % {"level": self.desk.play.run.cleared // WAVES}

    @property
    def button(self) -> str:
        return _("Begin the rest")

    def payloads(self) -> list[Payload]:
        return [payload(self.event, level=self.desk.play.run.cleared // WAVES)]


class RecoveryForm(PadForm):
    """`recovery_applied`: the steps between two levels in their order; the conditions that change, the discard pile."""

    step = "recovery"
    event = "recovery_applied"
    template = "games/senjutsu/_recovery.html"

    def build(self) -> None:
        fighters = [self.desk.play.fighters[player] for player in standing(self.desk.play)]
        stuns = max((min(1, fighter.stuns) for fighter in fighters), default=0)
        bleeding = max((min(1, fighter.bleeding) for fighter in fighters), default=0)
        self.fields["stuns_removed"] = points(_("Stuns that go"), range(stuns + 1), stuns)
        self.fields["bleeding_converted"] = points(
            _("Bleeding wounds that become wounds"), range(bleeding + 1), bleeding
        )
        known = next((fighter.discard for fighter in fighters), None)
        self.fields["discard_before"] = number(_("Cards in the discard pile"), initial=known, high=999)

    @property
    def title(self) -> str:
        return _("Rest between two levels")

    @property
    def button(self) -> str:
        return _("Log the rest")

    @property
    def order(self) -> list[str]:
        """The steps in their order, as the rulebook tells them."""
        words = {
            "cards_returned": _("The opponents' cards go back."),
            "decks_built": _("Their decks are built anew."),
            "hand_kept": _("The character keeps hand, focus and kamae."),
            "to_start": _("The character goes back to X."),
            "conditions": _(
                "Injuries and poison go; one stun may go; one bleeding wound may become a wound."
            ),
            "discard_pile": _("Half of the discard pile, rounded up, goes back into the deck."),
        }
        return [words[step] for step in HORDE.recovery]

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        before = told.get("discard_before")
        back = None if before is None else (before + 1) // 2
        return [
            payload(
                self.event,
                steps=list(HORDE.recovery),
                stuns_removed=told["stuns_removed"],
                bleeding_converted=told["bleeding_converted"],
                discard_before=before,
                returned=back,
                discard_after=None if before is None or back is None else before - back,
            )
        ]


class LordForm(PadForm):
    """`lord_attacked`: unless the attack is ignored, the run is lost."""

    step = "lord"
    event = "lord_attacked"
    may_wait = True
    template = "parts/_pad_plain.html"

    def build(self) -> None:
        foes = [(vo, self._name(vo)) for vo in standing_foes(self.desk.play)]
        self.fields["vo"] = choice(_("Attacker"), foes, radio=True)
        answers = [("yes", _("ignored")), ("no", _("it hits: the run is lost"))]
        self.fields["ignored"] = choice(_("The attack"), answers, radio=True)

    def _name(self, vo: str) -> str:
        return w.foe_name(vo, self.language)

    @property
    def title(self) -> str:
        return _("The fallen lord is attacked")

    @property
    def button(self) -> str:
        return _("Log the attack")

    def payloads(self) -> list[Payload]:
        told: dict[str, Any] = self.cleaned_data
        return [payload(self.event, vo=told["vo"], ignored=told["ignored"] == "yes")]
