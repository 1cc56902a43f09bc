"""What `manage.py test` asks of pytest."""

from __future__ import annotations

import pytest

from tracker import bootstrap


def test_alone_it_runs_on_all_cores_and_leaves_out_what_takes_long() -> None:
    found = bootstrap.pytest_arguments([])
    assert found[:2] == ["-m", "not soak"] and found[2] == "-n"


def test_all_of_it_can_be_asked_for() -> None:
    found = bootstrap.pytest_arguments(["--all"])
    assert "-m" not in found and found[0] == "-n"


@pytest.mark.parametrize("given", [["-m", "soak"], ["games/tests"], ["-k", "words", "-x"]])
def test_who_selects_gets_what_was_selected(given: list[str]) -> None:
    assert bootstrap.pytest_arguments(given) == given
