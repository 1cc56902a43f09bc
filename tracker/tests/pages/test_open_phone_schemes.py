"""A phone of Last Battle lies open on the table: what is refused tells nobody which secret scheme is behind it."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from games.last_battle.facts import SCHEMES
from tracker.tests.pages.at_the_table import prefilled
from tracker.tests.pages.full_table import SQUADS, FullTable, figure
from tracker.tests.pages.test_full_steps import may_reveal
from tracker.tests.pages.test_open_phone import HELD, glance

pytestmark = pytest.mark.django_db(transaction=True)
HOLDS = "The reason gives away what is secret."


def seen(answer: Any) -> str:
    """What stands on the page of a refusal before anybody holds a button or opens a fold."""
    assert answer.status_code in (400, 422)
    return " ".join(glance(answer.content.decode()))


def held(answer: Any) -> str:
    return unescape(" ".join(HELD.findall(answer.content.decode())))


def noting(scheme: str, detail: str) -> tuple[FullTable, Any]:
    """A squad whose player holds the scheme, before the notes; the other side has figures that cost less."""
    table = FullTable("camp", detail=detail)
    sides = {side: str(seated[0].id) for side, seated in table.players.items()}
    table.log("serpent_schemes_preset", squad=sides["serpent"], schemes=["show_of_force"])
    table.log("scheme_chosen", player=sides["alliance"], scheme=scheme)
    cheap = {"Cultist": 3, "Scout": 2}
    for side, player in sides.items():
        names = SQUADS[side][0]
        figures = [figure(name, n == 0) | {"cost": cheap.get(name, 5)} for n, name in enumerate(names)]
        table.log("squad_hired", player=player, leader=names[0], figures=figures)
    if detail == "full":
        table.log("squad_deployed", player=sides["alliance"], all_inside=True)
    return table, table.phones("alliance")[0]


@pytest.mark.parametrize("own", ["", "Guard"])
def test_a_refused_note_names_no_scheme(own: str) -> None:
    """LB-HID-01: untouched, and with an enemy who costs less, which Vendetta alone minds."""
    table, phone = noting("vendetta", "full")
    enemy = "Cultist" if own else ""
    told = {"own:vendetta:0": own, "enemy:vendetta:0": enemy}
    answer = phone.tap(table.match, "scheme_noted", **told)
    said = seen(answer)
    assert HOLDS in said
    for word in ("Vendetta", "costs", "enemy", "avenge"):
        assert word not in said, said
    assert ("costs less than your figure" in held(answer)) == bool(own)


def test_a_refused_claim_names_neither_the_scheme_nor_its_rule() -> None:
    table = FullTable("camp")
    table.seat()
    table.until(may_reveal)
    phone = table.phones("serpent")[0]
    page = phone.get(f"/matches/{table.match}/pad/")
    far = dict.fromkeys(re.findall(r'<input[^>]* name="([^"]+centre_cm[^"]*)"', page), "50")
    assert far
    answer = phone.tap(table.match, "secret", **far)
    assert HOLDS in seen(answer) and "LB-" not in seen(answer) and "centre" not in seen(answer)
    assert "within 10 cm of the centre" in held(answer)
    form = {**prefilled(page, "secret"), **far, "key": "another"}
    queued = phone.client.post(f"/matches/{table.match}/pad/", form, headers={"accept": "application/json"})
    assert [one["message"] for one in json.loads(queued.content)["problems"]] == [HOLDS]


def test_a_refused_report_of_a_turn_names_no_secret_scheme_that_it_scores() -> None:
    table, phone = noting("public_demonstration", "turns")
    ours, theirs = (str(table.players[side][0].id) for side in ("alliance", "serpent"))
    note = {"scheme": "public_demonstration", "own_figures": ["Guard", "Scout"]}
    table.log("scheme_noted", player=ours, **note)
    table.log("scheme_noted", player=theirs, scheme="show_of_force")
    page = phone.get(f"/matches/{table.match}/pad/")
    fell = dict.fromkeys(re.findall(rf'name="(fell:{ours}:[^"]+)"', page), "killed")
    answer = phone.tap(table.match, "turn", **{**fell, f"vp:{ours}:public_demonstration": "2"})
    assert len(fell) == 3 and HOLDS in seen(answer)
    assert SCHEMES["public_demonstration"].name.en not in seen(answer) and "LB-" not in seen(answer)
    assert "within 10 cm of an enemy Leader" in held(answer)
