"""The report of one turn: what two players tap at the end of every turn.

A scheme that its owner has kept secret so far is revealed and scored in the same step, so that no half of it is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.last_battle.awards import possible_numbers
from games.last_battle.facts import BATTLEFIELDS, LIMITS, SCHEMES, strategy_of
from games.last_battle.prolong import card_value, plays_on
from games.last_battle.reveal import ELIMINATION
from games.last_battle.state import Held, Squad, standing_figures
from tracker.pages.match_forms.last_battle.base import (
    PadForm,
    Payload,
    choice,
    opening,
    payload,
    points,
)
from tracker.pages.match_forms.last_battle.words import scheme_name, words_of

STAYS = "stays"
HIGHEST_CARD = 18


@dataclass(frozen=True)
class ClaimLine:
    """A scheme that may score in this step: the numbers, and whether scoring it reveals it."""

    squad: Squad
    held: Held
    numbers: tuple[int, ...]
    field: str
    reveals: bool
    first_turn: int

    @property
    def publishes(self) -> bool:
        """LB-UNIQ-06: the noted Leader is named before the first award."""
        return self.held.scheme == ELIMINATION and not self.held.note_public


class TurnForm(PadForm):
    """`turn_reported`, with `scheme_revealed` before it where an own secret scheme scores."""

    step = "turn"
    event = "turn_reported"
    template = "games/last_battle/_turn.html"

    def build(self) -> None:
        self.turn, self.may_wait = self._turn(), self.desk.play.detail == "summary"
        self.fields["turn"] = forms.IntegerField(
            widget=forms.HiddenInput, initial=self.turn, min_value=1, max_value=99
        )
        self.claims = list(self._claims())
        self._add_strategy()
        for line in self.claims:
            self.fields[line.field] = points(self._claim_label(line), line.numbers, self._least(line))
        self._add_figures()
        if self.may_flip:
            self._add_flip()

    def _turn(self) -> int:
        """The turn that was on screen when the form was filled; the next one on a fresh form."""
        told = str(self.data.get("turn", "")) if self.is_bound else ""
        return int(told) if told.isdecimal() and len(told) < 3 else self.desk.play.turn + 1

    def told_by_words(self) -> Mapping[str, Any]:
        return {"turn": self.turn}

    @property
    def way(self) -> str:
        return self.button

    @property
    def on_heaven(self) -> bool:
        return self.desk.play.battlefield == "heaven"

    @property
    def strategy(self) -> str:
        return strategy_of(self.desk.play.battlefield).name.to(self.desk.names.language)

    @property
    def first_turn(self) -> int:
        return strategy_of(self.desk.play.battlefield).first_turn

    @property
    def too_early(self) -> bool:
        return self.turn < self.first_turn

    def _add_strategy(self) -> None:
        play = self.desk.play
        for side, name in self.desk.sides().items():
            room = LIMITS.strategy_vp - play.strategy.get(side, 0)
            if self.on_heaven:
                left = LIMITS.portals - play.portals.get(side, 0)
                self.fields[f"portals_{side}"] = points(name, range(left + 1))
            else:
                self.fields[f"strategy_{side}"] = points(name, (0, 1) if room else (0,))

    @property
    def strategy_fields(self) -> list[Any]:
        stem = "portals" if self.on_heaven else "strategy"
        return [self[f"{stem}_{side}"] for side in self.desk.sides()]

    def _claims(self) -> Iterator[ClaimLine]:
        """Public schemes of everybody, and secret ones of the players at this device, that may score now."""
        for squad in self.desk.squads():
            for held in squad.schemes:
                field = f"vp:{squad.player}:{held.scheme}"
                first = SCHEMES[held.scheme].first_turn
                line = ClaimLine(squad, held, self._numbers(squad, held), field, not held.public, first)
                owner_only = line.reveals or line.publishes
                if line.numbers and (not owner_only or squad.player in self.desk.players):
                    yield line

    def _numbers(self, squad: Squad, held: Held) -> tuple[int, ...]:
        """The legal numbers now, or from the scheme's first turn on."""
        turn = max(self.turn, SCHEMES[held.scheme].first_turn)
        return possible_numbers(self.desk.play, squad, held, turn)

    def _least(self, line: ClaimLine) -> int:
        """LB-SCH-01: a scheme that was just revealed scores at least its smallest number."""
        pending = (line.squad.player, line.held.scheme) in self.desk.play.pending
        return line.numbers[0] if pending else 0

    def _claim_label(self, line: ClaimLine) -> str:
        player = self.desk.names.player(line.squad.player)
        if line.reveals:
            return _("VP this turn")
        return f"{player}: {scheme_name(line.held.scheme, self.desk.names.language)}"

    @property
    def open_claims(self) -> list[dict[str, Any]]:
        return [self._shown(line) for line in self.claims if not line.reveals]

    def _shown(self, line: ClaimLine) -> dict[str, Any]:
        """`from_turn`: the field lies hidden until then, for phones that log ahead without a network."""
        early = self.turn < line.first_turn
        return {"field": self[line.field], "from_turn": line.first_turn if early else None}

    @property
    def secret_claims(self) -> list[dict[str, Any]]:
        language = self.desk.names.language
        return [
            {**self._shown(line), "scheme": scheme_name(line.held.scheme, language)}
            for line in self.claims
            if line.reveals
        ]

    def _add_figures(self) -> None:
        options = [(STAYS, _("in play")), *words_of("how").items()]
        self.squads: list[dict[str, Any]] = []
        for squad in self.desk.squads():
            names = []
            for place, figure_id in enumerate(standing_figures(self.desk.play, squad)):
                name = f"fell:{squad.player}:{place}:{figure_id}"
                self.fields[name] = forms.ChoiceField(
                    label=self.desk.names.figure(figure_id), choices=options, initial=STAYS, required=False
                )
                names.append(name)
            self.squads.append({"squad": squad, "names": names})

    @property
    def squad_fields(self) -> list[dict[str, Any]]:
        return [
            {
                "player": self.desk.names.player(item["squad"].player),
                "side": self.desk.side(item["squad"].side),
                "fields": [self[name] for name in item["names"]],
            }
            for item in self.squads
            if item["names"]
        ]

    @property
    def may_flip(self) -> bool:
        return BATTLEFIELDS[self.desk.play.battlefield].prolonged and self.turn < LIMITS.last_turn

    @property
    def flips_now(self) -> bool:
        """Turns 5 to 9; before, the fields lie ready for a phone that logs several turns without a network."""
        return self.turn >= LIMITS.regular_turns

    def _add_flip(self) -> None:
        sides = list(self.desk.sides().items())
        self.fields["flip_side"] = choice(
            _("Flip for another turn"),
            [("", _("No flip: the game ends")), *sides],
            required=False,
            radio=True,
        )
        values = [n for n in range(HIGHEST_CARD + 1) if card_value(n, self.desk.play.deck_profile) == n]
        self.fields["flip_card"] = choice(
            _("Value of the card"), [(str(value), str(value)) for value in values], required=False
        )

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if told.get("flip_side") and not told.get("flip_card"):
            self.add_error("flip_card", _("Which card was flipped?"))
        return told

    def payloads(self) -> list[Payload]:
        scoring = sorted(self._scoring(), key=lambda line: line.held.public)
        return [*(told for line in scoring for told in opening(line.squad, line.held)), self._report()]

    def _scoring(self) -> list[ClaimLine]:
        return [line for line in self.claims if self.cleaned_data.get(line.field)]

    def _report(self) -> Payload:
        schemes: dict[str, dict[str, int]] = {}
        for line in self._scoring():
            schemes.setdefault(line.squad.player, {})[line.held.scheme] = self.cleaned_data[line.field]
        return payload(
            self.event,
            turn=self.cleaned_data["turn"],
            strategy=self._strategy(),
            portals_closed=self._by_side("portals") if self.on_heaven else None,
            schemes=schemes,
            casualties=self._casualties(),
            prolong=self._prolong(),
        )

    def _by_side(self, stem: str) -> dict[str, int]:
        return {side: self.cleaned_data.get(f"{stem}_{side}") or 0 for side in self.desk.sides()}

    def _strategy(self) -> dict[str, int]:
        """LB-HEAV-11: on Heaven the portals of this turn decide the number."""
        if not self.on_heaven:
            return self._by_side("strategy")
        had = self.desk.play.strategy
        return {
            side: int(closed > 0 and had.get(side, 0) < LIMITS.strategy_vp)
            for side, closed in self._by_side("portals").items()
        }

    def _casualties(self) -> list[Payload]:
        return [
            {
                "figure_id": name.split(":", 3)[3],
                "owner": item["squad"].player,
                "how": self.cleaned_data[name],
            }
            for item in self.squads
            for name in item["names"]
            if self.cleaned_data.get(name) not in ("", None, STAYS)
        ]

    def _prolong(self) -> Payload | None:
        side = self.cleaned_data.get("flip_side")
        if not side or not self.flips_now:
            return None
        card = int(self.cleaned_data["flip_card"])
        return {"side": side, "card": card, "success": plays_on(self.turn, card)}
