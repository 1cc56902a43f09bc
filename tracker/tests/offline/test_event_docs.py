"""docs/events is what the generator makes, and its worked examples are logs that the rules accept."""

from __future__ import annotations

import msgspec
import pytest

from games import vocabulary
from games.audit import judge_log
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
