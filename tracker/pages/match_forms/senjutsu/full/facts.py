"""Facts of a card that the edition does not know, told when it is shown (SEN-LOG-06): their fields and their words.

Used by the forms of the reveal and of instants, and by the sentences of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from games.senjutsu.card_text import effect_text, head_of, parts_from, text_of
from games.senjutsu.facts import FACTS
from games.senjutsu.full.cards import effects_known
from games.senjutsu.full.definitions import Definition, PartDefinition
from tracker.pages.match_forms.generic.reader import Reader
from tracker.pages.match_forms.pad import choice

TYPES = ("attack", "defence", "meditation")
EXAMPLES = {
    "en": "5\nstep 1 ahead; turn 1\nattack ahead 1, ahead-left 2; push 1\nfocus 1; if success",
    "ru": "5\nшаг 1 вперёд; поворот 1\nатака вперёд 1, вперёд-влево 2; оттолкнуть 1\nконцентрация 1; если успех",
}


def is_known(card: Definition) -> bool:
    """Whether there is nothing left to tell of a card that a turn needs."""
    told = (card.types, card.mandatory_focus, card.required_kamae)
    return None not in told and effects_known(card.parts)


def fact_fields(card: Definition, reader: Reader) -> dict[str, forms.Field]:
    """A field for each fact that is unknown; every one may stay empty."""
    language = reader.names.language
    found: dict[str, forms.Field] = {}
    if card.types is None:
        kinds = [(key, reader.value("types", key)) for key in TYPES]
        found["types"] = forms.MultipleChoiceField(
            label=_("Types"), choices=kinds, required=False, widget=forms.CheckboxSelectMultiple
        )
    if card.mandatory_focus is None:
        costs = [("", "?"), *((str(number), str(number)) for number in range(4))]
        found["cost"] = choice(_("Focus cost"), costs, required=False, radio=True)
    if card.required_kamae is None:
        cells = [("none", _("any kamae")), *((key, reader.value("kamae", key)) for key in FACTS.kamae)]
        found["kamae"] = choice(_("Kamae required"), cells, required=False)
    if not effects_known(card.parts):
        found["parts"] = forms.CharField(
            label=_("Initiative, then its effects, one per line"),
            help_text=_(
                "The initiative alone will do. A further part begins with its own number, or with -."
            ),
            required=False,
            max_length=2000,
            initial=text_of(card.parts or (), language),
            widget=forms.Textarea(
                attrs={"rows": 4, "placeholder": EXAMPLES["ru" if language.startswith("ru") else "en"]}
            ),
        )
    if card.counterattack is None:
        found["counterattack"] = forms.CharField(
            label=_("Counterattack at initiative"), required=False, max_length=20
        )
    return found


def told_facts(told: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """(the facts as a payload, field -> fault), from what was filled in; {} where nothing was."""
    facts: dict[str, Any] = {}
    faults: dict[str, str] = {}
    if told.get("types"):
        facts["types"] = list(told["types"])
    if told.get("cost"):
        facts["mandatory_focus"] = int(told["cost"])
    if told.get("kamae"):
        facts["required_kamae"] = told["kamae"]
    parts, problems = parts_from(told.get("parts") or "")
    if problems:
        lines = "; ".join(f"{one.line}: {one.text}" for one in problems)
        faults["parts"] = _("These lines say nothing: %(lines)s") % {"lines": lines}
    if parts:
        bare = [replace(part, effects=part.effects or None) for part in parts]
        facts["parts"] = msgspec.to_builtins(bare)
    numbers = re.findall(r"[^\s,;]+", told.get("counterattack") or "")
    if not all(number.isdecimal() and len(number) < 3 for number in numbers):
        faults["counterattack"] = _("Numbers only, as 5 or 4, 5.")
    elif numbers:
        facts["counterattack"] = list(map(int, numbers))
    return facts, faults


def told_of(type_: str, data: Mapping[str, Any], reader: Reader) -> Iterator[str]:
    """What an event tells of cards that nobody knew, a sentence for each."""
    declared = data.get("declared") or {}
    if type_ == "instant_played" and declared:
        declared = {data["card"]: declared}
    found = (declared_words(card, told, reader) for card, told in declared.items())
    yield from (_("Facts of the card %(facts)s.") % {"facts": one} for one in found if one)


def declared_words(card: str, told: Mapping[str, Any], reader: Reader) -> str:
    """`Lunging Thrust (A-107): attack, initiative 5: step 1 ahead`."""
    facts = msgspec.convert(told, Definition)
    said = "; ".join(_facts(facts, reader))
    return f"{reader.value('named', card)}: {said}" if said else ""


def _facts(card: Definition, reader: Reader) -> Iterator[str]:
    language = reader.names.language
    if card.types is not None:
        yield reader.value("types", card.types) if card.types else _("no card type")
    if card.mandatory_focus is not None:
        count = card.mandatory_focus
        yield ngettext("costs %(count)d focus", "costs %(count)d focus", count) % {"count": count}
    if card.required_kamae not in (None, "none"):
        yield _("only in %(kamae)s") % {"kamae": reader.value("kamae", card.required_kamae)}
    if card.counterattack:
        yield _("counterattack at %(numbers)s") % {"numbers": ", ".join(map(str, card.counterattack))}
    yield from (_part(part, language) for part in card.parts or ())


def _part(part: PartDefinition, language: str) -> str:
    head = (
        _("without an initiative of its own")
        if part.initiative is None
        else _("initiative %(value)s") % {"value": head_of(part, language)}
    )
    effects = " / ".join(effect_text(effect, language) for effect in part.effects or ())
    return f"{head}: {effects}" if effects else head
