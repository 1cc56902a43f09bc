"""Violations as sentences for people. The only place where the tracker turns a rule ID into words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from games import rulebook
from games.faults import Fault, of_decoder
from games.ruleset import RuleViolation

UNREADABLE = "WL-ROS-01"
"""The rule whose `problem` is what a decoder says, which has its Russian elsewhere."""


def language() -> str:
    """The reader's language, as the rule books name it: `en` or `ru`."""
    return (translation.get_language() or "en").partition("-")[0]


def spoken(text: str) -> str:
    """`text` in the reader's language; a text that is no fault of a file or a value stays as it is."""
    found = text if isinstance(text, Fault) else of_decoder(text)
    return found.to(language()) if isinstance(found, Fault) else found


MISTAKE = gettext_noop("logged by mistake")
REASONS = (MISTAKE, gettext_noop("did not come"))
"""Why something was done, where the program says it for whoever does it: logs hold it in that person's language."""


def reason_for_reader(reason: str) -> str:
    """A reason that stands in a log; one of the program's own (`REASONS`) in the reader's language."""
    own = _own_reasons().get(reason)
    return reason if own is None else gettext(own)


@cache
def _own_reasons() -> Mapping[str, str]:
    """The program's own reasons in every language -> the message that they translate."""
    found: dict[str, str] = {}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            found |= {gettext(one): one for one in REASONS}
    return found


def problem(
    violation: RuleViolation, lang: str | None = None, names: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """{"rule", "message", "params"}: what a person or a client reads about a refusal. In the sentence `names` stand for
    the ids of players and others, and no word of a game for a name."""
    told = violation.params
    if violation.rule == UNREADABLE:
        told = {**told, "problem": spoken(str(told.get("problem", "")))}
    sentence = rulebook.sentence(RuleViolation(violation.rule, told), lang or language(), names)
    return {"rule": violation.rule, "message": sentence, "params": violation.params}
