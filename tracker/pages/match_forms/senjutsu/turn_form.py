"""The report of one turn: wounds, stuns and the revealed card of every character, and the opponents that changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.senjutsu.deck_text import card_of
from games.senjutsu.events import Turn
from games.senjutsu.facts import FACTS, LIMITS
from games.senjutsu.state import Fighter, Foe
from games.senjutsu.zones import flow
from tracker.pages.match_forms.pad import choice, payload, points
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.base import PadForm, Payload
from tracker.pages.match_forms.senjutsu.horde_forms import cleared
from tracker.pages.match_forms.senjutsu.setup_forms import number

HARM = ("wounds", "stun", "execution")
SHORT = 2
"""Two rows of so few numbers stand side by side."""
MOST_WOUNDS, MOST_STUNS = 12, 8
"""How far the row of numbers goes where the limit is unknown."""
MORE = ("hand", "discard", "focus", "injuries", "extra_drawn", "returned", "removed")


class TurnForm(PadForm):
    """`turn_recorded`. What nobody taps stays as it was; a limit that is reached defeats."""

    step = "turn"
    event = "turn_recorded"
    template = "games/senjutsu/_turn.html"

    def build(self) -> None:
        self.turn = self._turn()
        self.fields["turn"] = forms.IntegerField(
            widget=forms.HiddenInput, initial=self.turn, min_value=1, max_value=9999
        )
        for fighter in self.desk.standing():
            self._add_fighter(fighter)
        for foe in self._foes():
            self._add_foe(foe)

    def _turn(self) -> int:
        """The turn that was on screen when the form was filled; the next one on a fresh form."""
        told = str(self.data.get("turn", "")) if self.is_bound else ""
        return int(told) if told.isdecimal() and len(told) < 5 else self.desk.play.turn + 1

    def _foes(self) -> list[Foe]:
        return [foe for foe in self.desk.play.foes.values() if foe.defeated is None]

    def _add_fighter(self, fighter: Fighter) -> None:
        at = f"c:{fighter.player}:"
        self._add_body(at, fighter.wounds, fighter.stuns, fighter.wound_limit, fighter.hand_limit)
        self.fields[f"{at}bleeding"] = points(_("Of them bleeding"), range(4), fighter.bleeding)
        self.fields[f"{at}played"] = forms.CharField(label=_("Card revealed"), max_length=60, required=False)
        self.fields[f"{at}kamae"] = choice(
            _("Kamae"), [(key, name.to(self.language)) for key, name in FACTS.kamae.items()], required=False
        )
        self.fields[f"{at}kamae"].initial = fighter.kamae
        self.fields[f"{at}focus"] = number(_("Focus"), initial=fighter.focus, high=LIMITS.focus)
        for name, label in self._labels().items():
            self.fields[at + name] = number(label, high=999)

    def _labels(self) -> dict[str, str]:
        return {
            "hand": _("Cards in hand, stuns included"),
            "discard": _("Discard pile"),
            "injuries": _("Injuries"),
            "extra_drawn": _("Cards drawn by effects"),
            "returned": _("Cards back into the deck"),
            "removed": _("Cards out of the game"),
        }

    def _add_body(
        self, at: str, wounds: int, stuns: int, wound_limit: int | None, stun_limit: int | None
    ) -> None:
        most = wound_limit or max(MOST_WOUNDS, wounds + 4)
        stuns_label = _("Stuns in hand") if at.startswith("c:") else _("Stuns")
        self.fields[f"{at}wounds"] = points(_("Wounds in all"), range(most + 1), wounds)
        least = max(0, stuns - 1)
        self.fields[f"{at}stuns"] = points(stuns_label, range(least, (stun_limit or MOST_STUNS) + 1), stuns)
        causes = [("", _("still standing")), *((key, w.cause_words()[key]) for key in HARM)]
        self.fields[f"{at}defeated"] = choice(_("Defeated"), causes, required=False, radio=True)

    def _add_foe(self, foe: Foe) -> None:
        self._add_body(f"v:{foe.vo}:", foe.wounds, foe.stuns, foe.wound_limit, foe.wound_limit)

    @property
    def title(self) -> str:
        return _("Turn %(turn)s") % {"turn": self.turn}

    @property
    def button(self) -> str:
        return _("Log turn %(turn)s") % {"turn": self.turn}

    @property
    def then(self) -> str:
        if self.desk.play.mode == "horde":
            return _(
                "Whoever reaches a limit is defeated; once the last opponent falls, the wave is cleared."
            )
        return _("Whoever reaches the limit of wounds or stuns is defeated.")

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
                "name": w.foe_name(foe.vo, self.language),
                "place": foe.hex if isinstance(foe.hex, str) else "",
                "main": [self[f"v:{foe.vo}:wounds"], self[f"v:{foe.vo}:stuns"]],
                "short": foe.wound_limit <= SHORT,
                "defeated": self[f"v:{foe.vo}:defeated"],
            }
            for foe in self._foes()
        ]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        for name, value in list(told.items()):
            if name.endswith(":played") and value and card_of(str(value)) is None:
                self.add_error(name, _("There is no card of this name; give its number, such as A-044."))
        return told

    def payloads(self) -> list[Payload]:
        characters = {fighter.player: self._character(fighter) for fighter in self.desk.standing()}
        opponents = {foe.vo: told for foe in self._foes() if (told := self._opponent(foe))}
        turn = self.cleaned_data["turn"]
        told = payload(self.event, turn=turn, characters=characters, opponents=opponents)
        return [told, *self._clear(turn, characters, opponents)]

    def _clear(self, turn: int, characters: dict[str, Any], opponents: dict[str, Any]) -> list[Payload]:
        """SEN-HORDE-05: the wave is cleared by the turn in which its last opponent falls and the character stands."""
        play = self.desk.play
        left = [foe.vo for foe in self._foes() if not opponents.get(foe.vo, {}).get("defeated")]
        stands = any(not told.get("defeated") for told in characters.values())
        return cleared(play.run, turn) if play.mode == "horde" and stands and not left else []

    def _character(self, fighter: Fighter) -> dict[str, Any]:
        at = f"c:{fighter.player}:"
        told = {name: self.cleaned_data.get(at + name) for name in ("bleeding", "kamae", *MORE)}
        played = self.cleaned_data.get(f"{at}played")
        told |= self._body(at, fighter.wound_limit, fighter.hand_limit)
        told["played"] = card_of(played) if played else None
        known = {name: value for name, value in told.items() if value not in (None, "")}
        return {**known, **_drawn(fighter, known), **_healed(fighter, known)}

    def _body(self, at: str, wound_limit: int | None, stun_limit: int | None) -> dict[str, Any]:
        """Wounds and stuns, and the defeat that they mean."""
        told = {name: self.cleaned_data[f"{at}{name}"] for name in ("wounds", "stuns")}
        cause = self.cleaned_data.get(f"{at}defeated")
        if not cause and wound_limit is not None and told["wounds"] >= wound_limit:
            cause = "wounds"
        elif not cause and stun_limit is not None and told["stuns"] >= stun_limit:
            cause = "stun"
        return {**told, "defeated": cause or None}

    def _opponent(self, foe: Foe) -> dict[str, Any]:
        """An opponent that changed; {} for one that did not."""
        told = self._body(f"v:{foe.vo}:", foe.wound_limit, foe.wound_limit)
        if (told["wounds"], told["stuns"], told["defeated"]) == (foe.wounds, foe.stuns, None):
            return {}
        healed = max(0, foe.wounds - told["wounds"])
        return {name: value for name, value in {**told, "healed": healed}.items() if value is not None}


def _drawn(fighter: Fighter, told: Mapping[str, Any]) -> dict[str, int]:
    """SEN-DRAW-02: the draws that an empty deck missed, each a wound."""
    due = flow(fighter, Turn(wounds=0, **{n: told[n] for n in ("extra_drawn", "returned") if n in told}))
    return {"deckout_wounds": due.missed} if due is not None and due.missed else {}


def _healed(fighter: Fighter, told: Mapping[str, Any]) -> dict[str, int]:
    less = fighter.wounds - told["wounds"]
    return {"healed": less} if less > 0 else {}
