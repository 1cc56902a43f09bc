"""Every event of Last Battle speaks in a sentence, in both languages; a concealed one tells nothing of its secret."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from django.utils import translation

from games.codec import tag
from games.last_battle.pages.faces import WORDS
from games.last_battle.system import SYSTEM
from games.ruleset import Event, SecretEvent
from games.secrets import concealed
from games.vocabulary import examples_of
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.last_battle.words import scheme_name, word
from tracker.pages.match_forms.names import Names

EXAMPLES = examples_of(SYSTEM)
HIDDEN_WHOLE = ("scheme_shared",)
"""Whoever may not know of it sees no event at all."""
SECRETS = [
    example
    for example in EXAMPLES
    if isinstance(example, SecretEvent) and tag(type(example)) not in HIDDEN_WHOLE
]
LANGUAGES = ("en", "ru")


class Known(dict[str, str]):
    """Everybody has a name in the language of the reader."""

    def get(self, key: str, default: Any = None) -> Any:
        return self["name"] if key else default


def said(event: Event, language: str) -> str:
    data = {key: value for key, value in msgspec.to_builtins(event).items() if key != "type"}
    known = Known(name={"en": "Somebody", "ru": "Некто"}[language])
    with translation.override(language):
        return str(pages_of("last_battle").sentence(tag(type(event)), data, Names(known, known, language)))


def named(event: Event) -> str:
    return tag(type(event))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EXAMPLES, ids=named)
def test_every_event_has_a_sentence(event: Event, language: str) -> None:
    told = said(event, language)
    assert tag(type(event)) in WORDS.events
    assert told.endswith((".", ")")) and told[0] == told[0].upper()
    assert not re.search(r"\b(None|True|False|[a-z]+_[a-z_]+|[PCSW]-\d+|M-[a-z]+)\b|[{}\[\]%]", told), told


@pytest.mark.parametrize("event", EXAMPLES, ids=named)
def test_the_sentence_is_in_the_language_of_the_reader(event: Event) -> None:
    english, russian = (said(event, language) for language in LANGUAGES)
    assert not re.search("[а-яА-ЯёЁ]", english)
    assert len(re.findall("[а-яА-ЯёЁ]", russian)) > len(re.findall("[a-zA-Z]", russian))


def words_of(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [word for item in value.items() for part in item for word in words_of(part)]
    if isinstance(value, list | tuple):
        return [word for item in value for word in words_of(item)]
    return [value] if isinstance(value, str) and value else []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", SECRETS, ids=named)
def test_a_concealed_event_tells_nothing_of_its_secret(event: SecretEvent, language: str) -> None:
    told = said(concealed(event), language)
    with translation.override(language):
        for field in event.secret_fields:
            for key in words_of(msgspec.to_builtins(getattr(event, field))):
                for shown in {key, scheme_name(key, language), word("card", key, language)}:
                    assert shown not in told, (field, told)
    assert said(event, language) != told


def test_a_card_that_lifts_a_rule_is_told() -> None:
    event = next(example for example in EXAMPLES if tag(type(example)) == "figure_moved")
    lifted = msgspec.structs.replace(event, card_override="LB-ACT-04", card_text="Wings")
    data = msgspec.to_builtins(lifted)
    told = pages_of("last_battle").sentence(data.pop("type"), data, Names({}, {}, "en"))
    assert told.endswith("(A card lifts LB-ACT-04: Wings)")


def test_every_step_of_the_pad_has_words() -> None:
    for step in WORDS.order:
        assert step in WORDS.steps or step in WORDS.events, step


def test_every_group_of_steps_has_a_heading() -> None:
    groups = {told.group for told in (*WORDS.events.values(), *WORDS.steps.values())} - {""}
    assert groups == set(WORDS.headings)
