"""docs/events is what the generator makes, and its worked examples are logs that the rules accept."""

from __future__ import annotations

import re

import msgspec
import pytest

from api.shapes.logs import EventIn
from games import vocabulary
from games.audit import judge_log
from games.codec import codec_for
from games.match import EventVoided
from games.portable import read_log, verify
from games.registry import MATCHES
from tracker import event_docs
from tracker.schemas import OWN
from tracker.schemas import SYSTEMS as ALL

SYSTEMS = pytest.mark.parametrize("system", MATCHES)


@pytest.mark.parametrize("system", ALL)
def test_the_pages_are_current(system: str) -> None:
    """Otherwise: `manage.py schemas --write`."""
    assert event_docs.page_of(system).read_text(encoding="utf-8") == event_docs.text_of(system)


@pytest.mark.parametrize("system", OWN)
def test_every_event_and_every_field_of_it_is_explained(system: str) -> None:
    kinds = OWN[system].event_types
    for kind in (*kinds, *vocabulary.parts_used(kinds)):
        assert vocabulary.doc_of(kind), kind
        for field in msgspec.structs.fields(kind):
            assert vocabulary.meaning(kind, field.name), (
                f"{vocabulary.name_of(kind)}.{field.name}: see fields.toml"
            )


@SYSTEMS
def test_worked_examples_are_accepted_by_the_rules(system: str) -> None:
    found = event_docs.examples_of(system)
    assert len(found) > 1
    for one in found:
        read = read_log(event_docs.log_of(system, one), lambda kind, key: MATCHES[key])
        assert verify(read) == []
        assert judge_log(read).refused == []
        assert 1 <= one.first < one.last <= len(read.lines)


@SYSTEMS
def test_the_example_of_an_event_is_what_a_client_sends(system: str) -> None:
    """REST takes the line as it stands: what it does not know in it, such as a number in the log, it refuses."""
    page = event_docs.text_of(system).partition("# Worked examples")[0]
    lines = re.findall(r"```json\n(.*)\n```", page)
    assert len(lines) > len(MATCHES[system].event_types) // 2
    for line in lines:
        sent = msgspec.json.decode(line, type=EventIn)
        codec_for(MATCHES[system]).from_payload(sent.type, sent.data)


def test_a_page_has_no_heading_for_parts_that_no_event_has() -> None:
    assert list(vocabulary.parts([EventVoided])) == []
    assert next(vocabulary.parts(MATCHES["last_battle"].event_types)) == "# Parts"


@pytest.mark.parametrize("system", ALL)
def test_a_page_speaks_of_the_values_of_a_log(system: str) -> None:
    """Programs in any language read it: `null` stands in their logs, None in none."""
    page = event_docs.text_of(system)
    assert re.findall(r"\b(?:None|True|False)\b", page) == []
    told = [line.rpartition(" | ")[2] for line in page.splitlines() if line.startswith("| `")]
    assert [one for one in told if re.match(r"(?:`\w+` )?null\b", one)] == [], (
        "what a field is, not only when it is null"
    )
