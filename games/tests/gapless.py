"""Every refusal in a test must also read as a sentence, in both languages, without gaps.

Each system's `conftest.py` imports the fixture, so that it holds for all of the system's tests.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.rulebook import all_rules, sentence
from games.testing import Case

GAP = re.compile(r"[«(]\s*[»)]|[:,]\s*[.,:;]|^[^\w«“]|[{}]|\s[.,]")


@pytest.fixture(autouse=True)
def sentences_without_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks the sentences of whatever a test sees refused."""
    refused = Case.then_refused

    def checked(case: Case, *rules: str) -> Any:
        violations = refused(case, *rules)
        for violation in violations:
            assert all_rules()[violation.rule].status == "enforced", violation.rule
            for language in ("en", "ru"):
                told = sentence(violation, language)
                assert len(told) > 15 and not GAP.search(told), (violation, told)
        return violations

    monkeypatch.setattr(Case, "then_refused", checked)
