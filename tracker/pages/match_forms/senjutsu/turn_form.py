"""The report of one turn: wounds, stuns and the revealed card of every character, and the opponents that changed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.ruleset import EVERYONE
from games.senjutsu.facts import FACTS, LIMITS
from games.senjutsu.revealed import revealable
from games.senjutsu.state import Fighter, Foe
from games.senjutsu.visibility import visible_to
from tracker.pages.match_forms.senjutsu.base import PadForm, Payload, choice, points
from tracker.pages.match_forms.senjutsu.full.forms import card_field
from tracker.pages.match_forms.senjutsu.setup_forms import number

HARM = ("wounds", "stun", "execution")
SHORT = 2
"""Two rows of so few numbers stand side by side."""
MOST_WOUNDS, MOST_STUNS = 12, 8
"""How far the row of numbers goes where the limit is unknown."""
COUNTED = ("hand", "discard", "injuries", "extra_drawn", "returned", "removed")
MORE = ("hand", "discard", "focus", "injuries", "extra_drawn", "returned", "removed")
BODY = ("wounds", "stuns", "defeated")


class TurnForm(PadForm):
    """`turn_recorded`. What nobody taps stays as it was; what limits and an empty deck mean follows."""

    step = "turn"
    event = "turn_recorded"
    template = "games/senjutsu/_turn.html"

    def build(self) -> None:
        self.fields["turn"] = forms.IntegerField(
            widget=forms.HiddenInput, initial=self.turn, min_value=1, max_value=9999
        )
        for fighter in self.desk.standing():
            self._add_fighter(fighter)
        for foe in self._foes():
            self._add_body(f"v:{foe.vo}:", foe.wounds, foe.stuns, foe.wound_limit, foe.wound_limit)

    @property
    def way(self) -> str:
        return self.button

    @property
    def turn(self) -> int:
        """The turn that was on screen when the form was filled; the next one on a fresh form."""
        told = str(self.data.get("turn", "")) if self.is_bound else ""
        return int(told) if told.isdecimal() and len(told) < 5 else self.desk.play.turn + 1

    @property
    def facts(self) -> dict[str, Any]:
        return {"turn": self.turn}

    def _foes(self) -> list[Foe]:
        return [foe for foe in self.desk.play.foes.values() if foe.defeated is None]

    def _add_fighter(self, fighter: Fighter) -> None:
        at = f"c:{fighter.player}:"
        self._add_body(at, fighter.wounds, fighter.stuns, fighter.wound_limit, fighter.hand_limit)
        self.fields[f"{at}bleeding"] = points(_("Of them bleeding"), range(4), fighter.bleeding)
        self.fields[f"{at}played"] = self._revealed(fighter)
        cells = [(key, name.to(self.language)) for key, name in FACTS.kamae.items()]
        self.fields[f"{at}kamae"] = choice(self._label("kamae"), cells, required=False)
        self.fields[f"{at}kamae"].initial = fighter.kamae
        self.fields[f"{at}focus"] = number(self._label("focus"), initial=fighter.focus, high=LIMITS.focus)
        for name in COUNTED:
            self.fields[at + name] = number(self._label(name), high=999)

    def _revealed(self, fighter: Fighter) -> forms.Field:
        """One of the cards that may have been revealed where everybody may see the deck; else the name, so that the
        screen on the table shows nobody's list (SEN-HID-01)."""
        label, play = _("Card revealed"), visible_to(self.desk.play, EVERYONE)
        cards = revealable(play, play.fighters[fighter.player])
        if not cards:
            return card_field(self.desk, label)
        options = [(card, self.desk.card(card)) for card in cards]
        return choice(label, options, required=False)

    def _label(self, name: str) -> str:
        return self.desk.reader.field("in_hand" if name == "hand" else name)

    def _add_body(
        self, at: str, wounds: int, stuns: int, wound_limit: int | None, stun_limit: int | None
    ) -> None:
        most = wound_limit or max(MOST_WOUNDS, wounds + 4)
        stuns_label = _("Stuns in hand") if at.startswith("c:") else _("Stuns")
        self.fields[f"{at}wounds"] = points(_("Wounds in all"), range(most + 1), wounds)
        least = max(0, stuns - 1)
        self.fields[f"{at}stuns"] = points(stuns_label, range(least, (stun_limit or MOST_STUNS) + 1), stuns)
        causes = [("", _("still standing")), *((key, self.desk.reader.value("fell", key)) for key in HARM)]
        self.fields[f"{at}defeated"] = choice(_("Defeated"), causes, required=False, radio=True)

    @property
    def characters(self) -> list[dict[str, Any]]:
        return [self._shown(fighter) for fighter in self.desk.standing()]

    def _shown(self, fighter: Fighter) -> dict[str, Any]:
        at = f"c:{fighter.player}:"
        return {
            "name": self.desk.named(fighter),
            "side": self.desk.side(fighter.side),
            "main": [self[f"{at}wounds"], self[f"{at}bleeding"], self[f"{at}stuns"]],
            "limits": fighter.wound_limit is not None and fighter.hand_limit is not None,
            "played": self[f"{at}played"],
            "faulty": self.is_bound and any(name.startswith(at) for name in self.errors),
            "defeated": self[f"{at}defeated"],
            "kamae": self[f"{at}kamae"],
            "more": [self[at + name] for name in MORE],
        }

    @property
    def opponents(self) -> list[dict[str, Any]]:
        return [
            {
                "name": self.desk.called(foe.vo),
                "place": foe.hex if isinstance(foe.hex, str) else "",
                "main": [self[f"v:{foe.vo}:wounds"], self[f"v:{foe.vo}:stuns"]],
                "short": foe.wound_limit <= SHORT,
                "defeated": self[f"v:{foe.vo}:defeated"],
            }
            for foe in self._foes()
        ]

    def payloads(self) -> list[Payload]:
        fought = {
            one.player: self._body(f"c:{one.player}:", "bleeding", "kamae", "played", *MORE)
            for one in self.desk.standing()
        }
        foes = {foe.vo: self._body(f"v:{foe.vo}:") for foe in self._foes()}
        return [self.logged(turn=self.cleaned_data["turn"], characters=fought, opponents=foes)]

    def _body(self, at: str, *more: str) -> dict[str, Any]:
        told = {name: self.cleaned_data.get(at + name) for name in (*BODY, *more)}
        return {name: value for name, value in told.items() if value not in (None, "")}
