"""Steps at full detail that belong to virtual opponents: one joins, one answers an attack, a card changes one or lets
a player look at its cards.

Called by `senjutsu.steps` through the table of typed forms.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.hexes import Hex
from games.senjutsu.deck_text import card_of
from games.senjutsu.facts import OPPONENTS
from games.senjutsu.full.cards import seat, text_allows
from games.senjutsu.full.frame import table
from games.senjutsu.full.virtual import open_contracts
from games.senjutsu.solo import FIXED, can_begin, fixed_for, may_join
from games.senjutsu.state import SenjutsuState, standing, standing_foes
from tracker.pages.match_forms.hex_picture import hex_words
from tracker.pages.match_forms.pad import Payload, choice, payload
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.full.board import drawn, name_of
from tracker.pages.match_forms.senjutsu.full.card_forms import read_cards
from tracker.pages.match_forms.senjutsu.full.forms import FullForm
from tracker.pages.match_forms.senjutsu.full.place_form import open_hexes, place_fields
from tracker.pages.match_forms.senjutsu.opponent_forms import limit_field, limit_told, new_names
from tracker.pages.match_forms.senjutsu.setup_forms import no_card

EXPECTED = ((0, -2), (1, -3), (-1, -2), (2, -3), (-2, -1))
"""Where opponents are expected to stand where nobody told the board: opposite the first character."""


def free_deck(play: SenjutsuState, vo_type: str, taken: set[str]) -> str | None:
    """A logged deck of this type that nobody uses yet."""
    used = {foe.vo_deck for foe in play.foes.values()} | taken
    fits = (key for key, deck in play.foe_decks.items() if deck.vo_type == vo_type and key not in used)
    return next(fits, None)


class JoinForm(FullForm):
    """`vo_joined`: an opponent of a solo game stands on a start hex."""

    step = "vo_joined"
    template = "games/senjutsu/_join.html"

    def build(self) -> None:
        self.may_wait = bool(self.desk.play.foes) and can_begin(self.desk.play)
        types = [(key, w.opponent_name(key, self.language)) for key in self._types()]
        self.fields["vo_type"] = choice(_("Opponent"), types)
        known = self._free()
        self.free = known or open_hexes(self.desk.play)
        places = [(f"{q},{r}", hex_words((q, r))) for q, r in known]
        if known:
            self.fields["hex"] = choice(_("Hex"), places, radio=True)
        self.typed = not known
        asked = dict(place_fields(next((one for one in EXPECTED if one in self.free), (0, 0)), 3))
        self.fields.update(asked if self.typed else {"facing": asked["facing"]})
        self.fields["behaviour"] = choice(_("Behaviour"), list(w.behaviour_words().items()), radio=True)
        self.fields["behaviour"].initial = "left"
        self.fields["stance"] = choice(_("Stance"), list(w.stance_words().items()), radio=True)
        self.fields["stance"].initial = "offensive"
        asked_limit = limit_field(self.desk.play, _("Wound limit of each opponent"))
        if asked_limit is not None:
            self.fields["limit"] = asked_limit

    def _types(self) -> list[str]:
        """Who may join, whoever is missed by a partner first."""
        play = self.desk.play
        there = [foe.vo_type for foe in play.foes.values()]
        kinds = {key: OPPONENTS.types[key].partner for key in may_join(play)}
        missed = [
            key for key, partner in kinds.items() if partner and there.count(partner) > there.count(key)
        ]
        return [*missed, *(key for key in kinds if key not in missed)]

    def _free(self) -> list[Hex]:
        """The start hexes where nobody stands; the whole board where none are told."""
        full = table(self.desk.play)
        play = self.desk.play
        taken: set[Any] = {one.hex for one in play.fighters.values()} | {
            one.hex for one in play.foes.values()
        }
        taken |= {thing.hex for thing in full.terrain}
        return sorted(place for place in (full.starts or full.board or ()) if place not in taken)

    @property
    def board(self) -> dict[str, Any]:
        return drawn(self.desk, self.free)

    def payloads(self) -> list[Payload]:
        told, play = self.cleaned_data, self.desk.play
        type_ = told["vo_type"]
        told = {**told, "hex": told.get("hex") or f"{told.get('q') or 0},{told.get('r') or 0}"}
        q, r = (int(part) for part in told["hex"].split(","))
        fixed = fixed_for(play, type_)
        data = {
            "vo": new_names(play, [type_])[0],
            "vo_type": type_,
            "wound_limit": limit_told(play, told.get("limit")),
            "vo_deck": free_deck(play, type_, set()),
            "hex": [q, r],
            "facing": int(told["facing"] or 0),
            "behaviour": told["behaviour"],
            "stance": told["stance"],
            "in_cover": OPPONENTS.types[type_].cover or None,
        }
        by_scenario = {name: value for name in FIXED if (value := getattr(fixed, name, None)) is not None}
        return [payload(self.step, **{**data, **by_scenario})]


class AnswerForm(FullForm):
    """`vo_counter_resolved`: the top card of the attacked opponent's deck."""

    step = "vo_counter_resolved"
    template = "parts/_pad_plain.html"

    def build(self) -> None:
        due = [one.actor for one in table(self.desk.play).due if one.kind == self.step]
        foes = due or list(standing_foes(self.desk.play))
        self.fields["vo"] = choice(_("Opponent"), [(vo, name_of(self.desk, vo)) for vo in foes], radio=True)
        self.fields["vo"].initial = foes[0] if foes else None
        self.fields["card"] = forms.CharField(
            label=_("Top card"), help_text=_("Empty: its deck is empty."), required=False, max_length=60
        )
        self.fields["attack"] = forms.BooleanField(label=_("It shows an attack: a wound"), required=False)

    def clean_card(self) -> str | None:
        told = self.cleaned_data.get("card") or ""
        if told and card_of(told) is None:
            raise forms.ValidationError(no_card())
        return card_of(told) if told else None

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        hit = bool(told["attack"])
        return [
            payload(
                self.step, vo=told["vo"], card=told["card"], attack_effect=hit or None, wound=int(hit) or None
            )
        ]


class ChangeForm(FullForm):
    """`vo_state_changed` or `vo_deck_refreshed`, as a card says."""

    step = "vo_state_changed"
    template = "parts/_pad_plain.html"
    rare = True

    def build(self) -> None:
        self.may_wait = True
        foes = [(vo, name_of(self.desk, vo)) for vo in standing_foes(self.desk.play)]
        self.fields["vo"] = choice(_("Opponent"), foes, radio=True)
        ways = [
            *((f"behaviour:{key}", word) for key, word in w.behaviour_words().items()),
            *((f"stance:{key}", word) for key, word in w.stance_words().items()),
            *((f"contract:{key}", w.contract_words()[key]) for key in self._contracts()),
            ("refresh:", _("its deck is shuffled anew")),
        ]
        self.fields["change"] = choice(_("What changes"), ways, radio=True)
        cards = dict.fromkeys(card for one in table(self.desk.play).seats.values() for card in one.play)
        self.fields["cause"] = choice(
            _("By which card"), [(card, w.card_name(card, self.desk.names)) for card in cards]
        )

    def _contracts(self) -> list[str]:
        """SEN-SOLO-24: what the yojimbo has not fulfilled yet."""
        foes = [self.desk.play.foes[vo] for vo in standing_foes(self.desk.play)]
        return list(dict.fromkeys(key for foe in foes for key in open_contracts(foe)))

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        kind, _colon, value = told["change"].partition(":")
        if kind == "refresh":
            return [payload("vo_deck_refreshed", vo=told["vo"], cause=told["cause"])]
        return [payload(self.step, vo=told["vo"], cause=told["cause"], **{kind: value})]


class LookForm(FullForm):
    """`vo_deck_seen`: a card lets a player look at the top cards of an opponent's deck (SEN-SOLO-14)."""

    step = "vo_deck_seen"
    template = "parts/_pad_plain.html"
    rare = True

    def build(self) -> None:
        self.may_wait = True
        play = self.desk.play
        players = [player for player in self.desk.players if player in standing(play)]
        self.fields["player_of"] = choice(
            _("Who looks"), [(one, self.desk.names.player(one)) for one in players], radio=True
        )
        foes = [(vo, name_of(self.desk, vo)) for vo in standing_foes(play)]
        self.fields["vo"] = choice(_("At whose cards"), foes, radio=True)
        texts = [
            card for player in play.fighters for card in seat(play, player).play if text_allows(play, card)
        ]
        cards = [(card, w.card_name(card, self.desk.names)) for card in dict.fromkeys(texts)]
        self.fields["by"] = choice(_("By which card"), cards, radio=True)
        for name, options in (("player_of", players), ("vo", foes), ("by", cards)):
            if len(options) == 1:
                self.fields[name].initial = self.fields[name].choices[0][0]  # type: ignore[attr-defined]
        self.fields["cards"] = forms.CharField(
            label=_("The cards"),
            help_text=_("Two numbers or names; empty is not noted. Others see them after the match."),
            required=False,
            max_length=200,
        )

    def is_open(self) -> bool:
        """Whether a card in play may let somebody look."""
        return self.is_bound or bool(self.fields["by"].choices)  # type: ignore[attr-defined]

    @property
    def then(self) -> str:
        return _("Shuffle the two cards and lay them back on top.")

    def clean_cards(self) -> list[str]:
        return read_cards(self.cleaned_data.get("cards") or "")

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        cards = told["cards"] or None
        return [payload(self.step, player=told["player_of"], vo=told["vo"], card=told["by"], cards=cards)]


FOE_FORMS: dict[str, type[FullForm]] = {
    form.step: form for form in (JoinForm, AnswerForm, ChangeForm, LookForm)
}
