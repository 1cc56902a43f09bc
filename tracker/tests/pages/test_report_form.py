"""The report of a whole match of Last Battle: what can be chosen is legal, and its sum stands before it is sent."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from games.last_battle.facts import COMMON_SCHEMES, unique_scheme
from tracker import selectors
from tracker.models import MatchRow
from tracker.tests.pages.desk import Desk, text_of
from tracker.tests.pages.pad_play import Form, read_pad
from tracker.tests.pages.test_player_pad import Table, pad
from tracker.tests.pages.test_results import url

pytestmark = pytest.mark.django_db(transaction=True)


def form_of(page: str) -> Form:
    """The report on a page of the desk, read as a pad's."""
    marked = page.replace('class="stack pad" novalidate', 'data-step="report"')
    return next(form for form in read_pad(marked).forms if form.step == "report")


def dealt() -> tuple[Desk, MatchRow, Any]:
    """A table of an event whose Alliance player was dealt schemes and has chosen none yet."""
    desk = Desk().started()
    row = desk.matches()[0]
    squad = selectors.current_state(row.stream_id).state.play.squads[row.sides["alliance"][0]]
    assert squad.dealt and not squad.chosen
    return desk, row, squad


def test_the_desk_offers_the_schemes_that_were_dealt_and_the_tables_own() -> None:
    desk, row, squad = dealt()
    form = form_of(text_of(desk.client.get(url(desk, row))))
    field = selectors.current_state(row.stream_id).state.play.battlefield
    legal = {"", *squad.dealt, unique_scheme(field)}
    assert set(form.options(f"scheme:{squad.player}")) == legal
    assert len(legal) - 1 < len(COMMON_SCHEMES)


def test_whoever_does_not_know_the_deal_is_offered_what_could_have_been_dealt() -> None:
    table = Table("camp", detail="summary")
    offered = set(form_of(table.serpent.get(pad(table))).options(f"scheme:{table.alliance.id}"))
    assert set(COMMON_SCHEMES) <= offered, "LB-HID-01: the form tells nothing of the deal"


@pytest.mark.parametrize("scheme", ["take_prisoner", "trap"])
def test_the_numbers_of_a_secret_scheme_do_not_tell_which_it_is(scheme: str, deal: Any) -> None:
    """LB-HID-01: a prisoner is worth two or three (LB-COMM-08), and the screen lies open."""
    deal("take_prisoner", "trap", "loophole", "vendetta")
    table = Table("camp", detail="summary")
    table.choose(scheme)
    form = form_of(table.alliance.get(pad(table)))
    assert form.options(f"vp:{table.alliance.id}:{scheme}") == list("0123")


def test_a_picked_scheme_limits_its_points_and_all_add_up_in_sight(deal: Any) -> None:
    """For the script: which numbers a scheme can give, which side a number is for, and where the sums stand."""
    deal("take_prisoner", "trap", "loophole", "vendetta")
    table = Table("camp", detail="summary")
    page = table.alliance.get(pad(table))
    told = re.search(r'<select name="scheme:[^>]* data-narrows="([^"]+)"', page)
    number = f"vp:{table.alliance.id}:"
    assert told and json.loads(html.unescape(told[1])) == {number: {"take_prisoner": [0, 2, 3]}}
    adds = dict(re.findall(r'name="([^"]+)"[^>]* data-adds="([^"]+)"', page))
    assert adds == {
        "strategy_serpent": "serpent",
        "strategy_alliance": "alliance",
        number: "alliance",
        f"vp:{table.serpent.id}:": "serpent",
    }
    assert "running_total.js" in page
    for side in ("serpent", "alliance"):
        assert f'<output data-side="{side}"' in page
