"""What the game's `words.toml` calls things, where no desk is at hand: cards, schemes, where points come from."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.last_battle.facts import strategy_of
from games.last_battle.pages.faces import WORDS
from tracker import messages


def word(field: str, key: str | int, language: str = "") -> str:
    """A value of a field; one that has no words, such as an action of a printed card, as it stands."""
    told = WORDS.named(field, str(key))
    return told.to(language or messages.language()) if told is not None else str(key)


def words_of(field: str) -> dict[str, str]:
    """Every value of a field with its words."""
    return {key: told.to(messages.language()) for key, told in WORDS.values[field].items()}


def scheme_name(scheme: str | None, language: str = "") -> str:
    """The name of a scheme; a secret one is called so."""
    return _("a secret scheme") if scheme is None else word("scheme", scheme, language)


def source_name(source: str, battlefield: str, language: str) -> str:
    """Where VP come from: the table's strategy, or a scheme."""
    if source == "strategy" and battlefield:
        return strategy_of(battlefield).name.to(language)
    return scheme_name(source, language)
