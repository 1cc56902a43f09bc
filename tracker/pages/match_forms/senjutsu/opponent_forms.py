"""The opponents of a solo game: who stands against the players, with which wound limit, and who is taken back.

`LimitField` is asked wherever a limit is: only limits by which the game can begin are offered (SEN-SOLO-05).
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import rulebook
from games.ruleset import RuleViolation
from games.senjutsu.facts import OPPONENTS, opponent_limit
from games.senjutsu.solo import can_begin, check_opponents_at_start, may_join, open_limits
from games.senjutsu.state import SenjutsuState
from tracker.named import with_names
from tracker.pages.match_forms.pad import choice, payload
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.base import Desk, PadForm, Payload
from tracker.pages.match_forms.senjutsu.setup_forms import number

MOST = 4
"""How many opponents are placed with one form."""


def limit_field(play: SenjutsuState, label: str) -> forms.Field | None:
    """The wound limit of one more opponent: any number where the organisers allow it, else a legal one, told with the
    number of opponents that it is for. None where there is nothing to choose."""
    legal = open_limits(play)
    if legal is None:
        return number(label, low=1)
    if len(legal) < 2:
        return None
    options = [(str(limit), f"{limit} ({_how_many(limit)})") for limit in legal]
    field = choice(label, options, radio=True)
    field.initial = options[0][0]
    return field


def _how_many(limit: int) -> str:
    """For how many opponents a wound limit is."""
    table = OPPONENTS.limits.by_count
    count = table.index(limit) + 1
    if count == len(table):
        return _("%(count)s opponents or more") % {"count": count}
    return ngettext("%(count)d opponent", "%(count)d opponents", count) % {"count": count}


def limit_told(play: SenjutsuState, told: Any) -> int:
    """The wound limit from the field, or the only legal one."""
    legal = open_limits(play)
    if told:
        return int(told)
    return legal[0] if legal else opponent_limit(len(play.foes) + 1)


def lacking(desk: Desk) -> str:
    """Why the opponents who are there cannot begin, in the words of the rule; empty where they can."""
    if not desk.play.foes or can_begin(desk.play):
        return ""
    broken = next(iter(check_opponents_at_start(desk.play)))
    language = desk.names.language
    named = with_names(broken.params, w.own_names(broken.params, language))
    return rulebook.sentence(RuleViolation(broken.rule, named), language)


def pairs() -> dict[str, str]:
    """Types that fight together: the first -> its partner."""
    found: dict[str, str] = {}
    for key, kind in OPPONENTS.types.items():
        if kind.partner is not None and kind.partner not in found:
            found[key] = kind.partner
    return found


class OpponentsForm(PadForm):
    """`vo_joined`, several at once: who stands against the players of a solo game. Pairs are placed together."""

    step = "opponents"
    event = "vo_joined"
    template = "parts/_pad_plain.html"

    def build(self) -> None:
        self.may_wait = bool(self.desk.play.foes) and can_begin(self.desk.play)
        types = self._types()
        for place in range(1, MOST + 1):
            label = _("Opponent %(number)s") % {"number": place}
            self.fields[f"type_{place}"] = choice(label, types, required=place == 1)
        if open_limits(self.desk.play) is None:
            self.fields["limit"] = number(_("Wound limit of each"), low=1)
            self.fields["limit"].help_text = _("Empty: by the number of opponents.")
        self.fields["stance"] = choice(
            _("Stance"), [("", _("as printed")), *w.stance_words().items()], required=False, radio=True
        )

    def _types(self) -> list[tuple[str, str]]:
        partners = pairs()
        return [
            (key, " + ".join(w.opponent_name(one, self.language) for one in (key, partners.get(key)) if one))
            for key in may_join(self.desk.play)
            if key not in partners.values()
        ]

    @property
    def title(self) -> str:
        return _("Place the opponents")

    @property
    def button(self) -> str:
        return _("Place them")

    def clean(self) -> dict[str, Any]:
        """SEN-SOLO-05: not more than the limit of those who stand there is for."""
        told = super().clean() or self.cleaned_data
        legal, count = open_limits(self.desk.play), len(self.desk.play.foes) + len(self._told(told))
        if self.desk.play.foes and legal and opponent_limit(count) not in legal:
            text = _("Opponents with a wound limit of %(limit)s are there: %(many)s.")
            self.add_error(None, text % {"limit": legal[0], "many": _how_many(legal[0])})
        return told

    def _told(self, told: dict[str, Any]) -> list[str]:
        types = [told.get(f"type_{place}") for place in range(1, MOST + 1)]
        return [one for type_ in types if type_ for one in (type_, pairs().get(type_)) if one]

    def payloads(self) -> list[Payload]:
        told = self._told(self.cleaned_data)
        limit = self.cleaned_data.get("limit") or opponent_limit(len(self.desk.play.foes) + len(told))
        names = new_names(self.desk.play, told)
        return [
            payload(
                self.event,
                vo=name,
                vo_type=type_,
                wound_limit=limit,
                stance=self.cleaned_data.get("stance") or None,
                in_cover=OPPONENTS.types[type_].cover or None,
            )
            for name, type_ in zip(names, told, strict=True)
        ]


def new_names(play: SenjutsuState, types: list[str]) -> list[str]:
    """A name for each new opponent by its type and number, as people read it: `yari-2`. No name is used twice."""
    taken = set(play.foes)
    found: list[str] = []
    for type_ in types:
        counts = range(1, len(taken) + len(types) + 2)
        name = next(f"{type_}-{count}" for count in counts if f"{type_}-{count}" not in taken)
        taken.add(name)
        found.append(name)
    return found


class WithdrawForm(PadForm):
    """`vo_withdrawn`: an opponent that was placed by mistake."""

    step = "withdraw"
    event = "vo_withdrawn"
    may_wait = True
    template = "parts/_pad_plain.html"

    def build(self) -> None:
        foes = [(vo, w.foe_name(vo, self.language)) for vo in self.desk.play.foes]
        self.fields["vo"] = choice(_("Opponent"), foes, radio=True)

    @property
    def title(self) -> str:
        return _("Take an opponent back")

    @property
    def button(self) -> str:
        return _("Take it back")

    def payloads(self) -> list[Payload]:
        return [payload(self.event, vo=self.cleaned_data["vo"])]
