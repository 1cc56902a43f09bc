"""The imported cards that a match pins when it opens: of the edition chosen for it, and of the lists that are brought.

Called by `rounds` and `tables`, and by `tournaments` to try the options of an event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.choices import Choice
from games.registry import TABLES
from games.ruleset import Cards
from tracker.inputs import BadInput
from tracker.models import Edition
from tracker.selectors.people import edition_cards


def pinning(system: str, options: Mapping[str, Any], lists: Iterable[Cards] = ()) -> dict[str, Any]:
    """The options with `cards`: whole editions, so that no deck shows. A card on which two differ stays unknown.

    Below full detail nothing is pinned, and an edition or a row of one means nothing. Raises `BadInput` that names the
    option: an edition that is not here, or a row that none of these editions has.
    """
    tables = TABLES.get(system)
    chosen = tables.of_kind("edition", "row") if tables else ()
    if options.get("detail") != "full":
        return {name: told for name, told in options.items() if not _is_key(name, told, chosen)}
    named = [choice.key for choice in chosen if choice.kind == "edition" and options.get(choice.key)]
    editions = [_cards(system, str(options[key]), key) for key in named]
    editions += [cards for cards in lists if cards]
    for choice in chosen:
        if choice.kind == "row":
            _check_row(options.get(choice.key), choice, editions)
    agreed = _agreed(editions)
    return {"cards": agreed, **options} if agreed else dict(options)


def _is_key(name: str, told: Any, chosen: Iterable[Choice]) -> bool:
    """A row may also be told whole; that stays."""
    return isinstance(told, str) and any(choice.key == name for choice in chosen)


def _cards(system: str, key: str, field: str) -> Cards:
    if not Edition.objects.filter(system=system, key=key).exists():
        raise BadInput(field, _("there is no such edition"))
    return edition_cards(system, key)


def _check_row(row: Any, choice: Choice, editions: Iterable[Cards]) -> None:
    if not isinstance(row, str) or row in choice.values:
        return
    if not any(cards.get(row, {}).get("kind") == choice.rows for cards in editions):
        raise BadInput(choice.key, _("the chosen edition does not have this: choose one that does"))


def _agreed(editions: list[Cards]) -> dict[str, Any]:
    pinned = {card: told for cards in editions for card, told in cards.items()}
    return {
        card: told
        for card, told in pinned.items()
        if all(cards.get(card, told) == told for cards in editions)
    }
