"""The formats by name: each can be created and has words in both languages; the typed sizes count."""

from __future__ import annotations

import pytest

from tracker.formats.named import named
from tracker.rulesets.tournament.events import Options
from tracker.rulesets.tournament.stages import check_stages


@pytest.mark.parametrize("key", list(named()))
def test_every_format_can_be_planned(key: str):
    found = named()[key]
    assert check_stages(Options(rounds=3, sides=("a", "b"), stages=found.planned())) == ()
    for text in (found.title, found.about):
        assert text.en and text.ru


def test_the_cut_and_the_groups_are_those_that_were_typed():
    stages = named()["groups_cut"].planned(cut=4, groups=2)
    assert stages[0].groups == 2 and stages[1].cut == 4
    assert named()["swiss"].planned(cut=4)[0].cut == 0
