"""Facts of a card that the edition does not know, told when it is shown (SEN-LOG-06), in sentences.

Used by the sentences of the reveal and of instants.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.senjutsu.full.definitions import Definition, PartDefinition
from games.senjutsu.pages.card_text import effect_text, head_of
from tracker.pages.match_forms.generic.reader import Reader


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
