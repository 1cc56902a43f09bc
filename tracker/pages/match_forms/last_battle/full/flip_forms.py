"""Flips of a check and cheated fate: cards tapped from the deck or from the own hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.last_battle.faces import modifier
from games.last_battle.full.cards import DEATH, WHEEL, value
from games.last_battle.full.duel import modifiers, next_role, side_of_role, succeeds
from games.last_battle.full.fate import flip_of
from games.last_battle.full.state import FullState
from tracker.pages.match_forms.last_battle.base import Desk, Payload, choice, payload
from tracker.pages.match_forms.last_battle.full.duel_forms import DuelForm
from tracker.pages.match_forms.last_battle.full.fields import (
    CARDS,
    cards_field,
    deck_field,
    every_card,
    kept,
    number,
)
from tracker.pages.match_forms.last_battle.full.form import open_duel
from tracker.pages.match_forms.last_battle.words import words_of


class FlipForm(DuelForm):
    """`check_flipped`: the cards that came from the deck. `player` is the flip: attack, defence, simple, damage."""

    step, event = "flip", "check_flipped"

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        duel, full = open_duel(desk), desk.play.full
        if duel is None or full is None or key not in words_of("role"):
            return False
        fits = next_role(duel) == key or (
            duel.stage == "attack" and duel.kind is None and key in ("attack", "simple")
        )
        return fits and side_of_role(full, duel, key) is not None

    @property
    def side(self) -> str:
        return side_of_role(self.full, self.duel, self.player) or ""

    def told_by_words(self) -> Mapping[str, Any]:
        return {"side": self.side, "role": self.player}

    def fill(self) -> None:
        known = modifiers(self.duel, self.player)
        pluses, minuses = known or (0, 0)
        count = 1 + abs(pluses - minuses)
        if pluses or minuses:
            words = {"modifier": modifier(pluses, minuses)}
            self.told.append(_("Modifiers: %(modifier)s") % words)
        cards = ngettext("Tap the card that came", "Tap the %(count)s cards that came", count) % {
            "count": count
        }
        many = count if known is not None else 0
        field = deck_field(self.play, self.full, self.side, cards, many, self.language)
        self.put("cards", field, CARDS)
        self.put("pluses", number(_("Pluses"), most=9), aside=True)
        self.put("minuses", number(_("Minuses"), most=9), aside=True)
        self.fields["pluses"].initial, self.fields["minuses"].initial = pluses, minuses
        if many != 1:
            every = [(c, self.card(c)) for c in every_card(self.play, self.full.piles[self.side])]
            auto = [("", _("with a plus the highest, with a minus the lowest"))]
            self.put("chosen", choice(_("Card that counts"), auto + every, required=False), aside=True)
            self.fields["chosen"].choices = auto + every  # type: ignore[attr-defined]
        self.fields["check"] = kept(self.duel.check_id or _new_check(self.full))

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data["cards"]
        cards = [told] if isinstance(told, str) else list(told)
        pluses, minuses = self.value("pluses") or 0, self.value("minuses") or 0
        flipped = payload(
            self.event,
            check_id=self.value("check"),
            role=self.player,
            side=self.side,
            pluses=pluses,
            minuses=minuses,
            cards=cards,
            chosen=self.value("chosen") or self._counting(cards, pluses - minuses),
            **self.lifted,
        )
        return [flipped]

    def _counting(self, cards: list[str], net: int) -> str:
        """LB-CHK-03, LB-CHK-04: the card that a side takes as a matter of course."""
        if DEATH in cards and WHEEL in cards:
            return DEATH
        best = min if net < 0 else max
        return best(cards, key=lambda card: value(self.play, card))


def _new_check(full: FullState) -> str:
    return f"c{len(full.checks) + 1}"


class CheatForm(DuelForm):
    """`fate_cheated`: a card of the own hand instead of the flipped one. `player` is the flip."""

    step, event = "cheat", "fate_cheated"

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        duel, full = open_duel(desk), desk.play.full
        if duel is None or full is None or side_of_role(full, duel, key) is None:
            return False
        return (
            duel.stage == ("cheat_damage" if key == "damage" else "cheat") and flip_of(duel, key) is not None
        )

    @property
    def side(self) -> str:
        return side_of_role(self.full, self.duel, self.player) or ""

    def told_by_words(self) -> Mapping[str, Any]:
        return {"side": self.side, "role": self.player}

    def fill(self) -> None:
        if self.player == "damage":
            self.told.append(self.sum_words(_("Damage"), None, self.duel.harm))
        else:
            self.tell_totals()
            self.told.append(self._order())
        pile = self.full.piles[self.side]
        cards = every_card(self.play, pile)
        if pile.hand and not pile.unknown:
            cards = [card for card in cards if card in pile.hand]
        self.put("card", cards_field(_("From the hand"), cards, self.language), CARDS)

    def _order(self) -> str:
        """LB-FATE-04 in words."""
        won = succeeds(self.play, self.duel)
        if won is None or self.duel.kind == "simple":
            return ""
        role = "defence" if won else "attack"
        words = {"side": self.desk.side(side_of_role(self.full, self.duel, role) or "")}
        if self.duel.cheats:
            return ""
        if won:
            return _("The attack succeeds: %(side)s may cheat first.") % words
        return _("The attack fails: %(side)s may cheat first.") % words

    def payloads(self) -> list[Payload]:
        told = {"check_id": self.duel.check_id, "role": self.player, "side": self.side}
        return [payload(self.event, **told, card=self.cleaned_data["card"], **self.lifted)]
