"""What an event day says of its game is what the game says. Called where a day is created, and where its creation is
logged anew.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.utils.translation import gettext as _

from games.registry import EVENT_DAYS
from tracker.inputs import BadInput
from tracker.rulesets.campaign.events import CampaignCreated, Options


def check_facts(created: CampaignCreated) -> None:
    """Sides, battlefields and cards are those of the game, or some of them: a table on another one could never be
    opened, and a card for another zone would never arrive. Raises `BadInput`.
    """
    if created.system not in EVENT_DAYS:
        return  # the rules refuse it
    told, known = created.options, msgspec.convert(EVENT_DAYS[created.system](), Options)
    if sorted(told.sides) != sorted(known.sides):
        raise _other("sides", known.sides)
    for position, field in enumerate(told.battlefields):
        if field not in known.battlefields:
            legal = (f"{one.key} ({one.role})" for one in known.battlefields)
            raise _other("battlefields", legal, f"[{position}]")
    if not told.arcana.items() <= known.arcana.items():
        raise _other("arcana", (f"{card} ({zone})" for card, zone in known.arcana.items()))


def _other(field: str, legal: Iterable[str], below: str = "") -> BadInput:
    said = _("unknown; known are %(known)s") % {"known": ", ".join(legal)}
    return BadInput(f"options.{field}", said, f"options.{field}{below}")
