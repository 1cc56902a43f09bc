"""Staff who correct a match have their screen seen by others: no page of a correction says openly what is secret."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from games.last_battle.facts import SCHEMES
from games.last_battle.pages import report
from tracker import selectors
from tracker.proof import verify
from tracker.tests.pages.at_the_table import Table
from tracker.tests.pages.test_edit_result import edit, fields_of, preview, words
from tracker.tests.pages.test_replace_entry import address

pytestmark = pytest.mark.django_db(transaction=True)
CHOICES = re.compile(r'name="choice" value="([^"]*)"')


def chosen() -> tuple[Table, Client, str, str]:
    """A table with a chosen scheme; the organiser at a browser, the address of its log, and the scheme by name."""
    table = Table("camp")
    scheme = SCHEMES[table.choose()].name.to("en")
    client = Client(headers={"accept-language": "en"})
    client.force_login(table.organiser.user)
    return table, client, f"/events/{table.event}/console/logs/{table.match}/", scheme


def openly(page: str) -> str:
    """What a page shows before anybody holds a button or opens a fold: those are closed."""
    assert 'class="value" aria-hidden="true"' in page, "something is held here"
    shown = re.sub(r'<span class="value" aria-hidden="true">.*?</span>', "", page, flags=re.S)
    return words(re.sub(r"<details (?![^>]* open).*?</details>", "", shown, flags=re.S))


def seq_of(table: Table, type_: str) -> int:
    return int(address(table, type_).rstrip("/").rpartition("/")[2])


def test_replacing_a_secret_entry_names_it_only_while_the_button_is_held() -> None:
    table, client, _log, scheme = chosen()
    place = address(table, "scheme_chosen")
    page = client.get(place).content.decode()
    assert scheme in words(page), "held and folded, but there"
    assert scheme not in openly(page) and "a secret scheme" in openly(page)
    dealt = {key: SCHEMES[key].name.to("en") for key in table.state.play.squads[table.alliance.id].dealt}
    assert not [name for name in dealt.values() if name in openly(page)], "what was dealt is secret too"
    other = next(key for key, name in dealt.items() if name != scheme)
    choice = next(one for one in map(html.unescape, CHOICES.findall(page)) if other in one)
    page = preview(client, place, choice=choice)
    assert "Confirm this correction" in page
    assert not [name for name in dealt.values() if name in openly(page)]
    assert edit(client, place, choice=choice).status_code == 302
    assert [str(one.scheme) for one in table.state.play.squads[table.alliance.id].schemes] == [other]
    assert not list(verify.verify_database())


def test_a_correction_that_would_break_a_secret_entry_holds_its_reason() -> None:
    table, client, log, scheme = chosen()
    answer = client.post(log, {"seq": seq_of(table, "schemes_dealt"), "how": "preview"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert f"{scheme} cannot be chosen here" in words(page)
    assert scheme not in openly(page)
    assert "a secret scheme)" in openly(page) and "WL-VOID-03" not in page


def test_what_a_stale_page_missed_is_held_where_it_is_secret() -> None:
    table = Table("camp")
    client = Client(headers={"accept-language": "en"})
    client.force_login(table.organiser.user)
    log = f"/events/{table.event}/console/logs/{table.match}/"
    version = selectors.head(table.match).version
    scheme = SCHEMES[table.choose()].name.to("en")
    answer = client.post(log, {"seq": [1], "how": "void", "reason": "x", "version": version})
    page = answer.content.decode()
    assert answer.status_code == 409 and "This is what changed" in page
    assert scheme in words(page) and scheme not in openly(page)


def test_only_what_somebody_typed_is_offered_to_be_entered_anew() -> None:
    """Warledger deals and presets: there is no form of it, and the way there would lead back with a refusal."""
    table, client, log, _scheme = chosen()
    page = client.get(log).content.decode()
    assert address(table, "scheme_chosen") in page
    for type_ in ("table_opened", "schemes_dealt", "serpent_schemes_preset"):
        assert address(table, type_) not in page


def test_the_numbers_that_may_be_typed_for_a_secret_scheme_do_not_tell_which_it_is() -> None:
    table = Table("camp")
    table.choose()
    client = Client(headers={"accept-language": "en"})
    client.force_login(table.organiser.user)
    place = f"/events/{table.event}/console/matches/{table.match}/edit/"
    page = client.get(place).content.decode()
    names = sorted(set(re.findall(r'name="(vp:[^"]+)"', page)))
    assert len(names) == 2
    offered = {name: re.findall(rf'name="{re.escape(name)}" value="(\d)"', page) for name in names}
    assert list(offered.values()) == [["0", "1", "2", "3"]] * 2


def test_points_that_a_secret_scheme_cannot_give_are_refused_without_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(report, "legal_points", lambda *_: (0, 2))
    table, client, _log, scheme = chosen()
    place = f"/events/{table.event}/console/matches/{table.match}/edit/"
    page = client.get(place).content.decode()
    field = next(name for name in re.findall(r'name="(vp:[^"]+)"', page) if table.alliance.id in name)
    answer = client.post(place, fields_of(page, how="preview", **{field: "1"}))
    told = answer.content.decode()
    assert answer.status_code == 400 and "This scheme cannot give so many VP." in told
    assert scheme in words(told) and scheme not in openly(told)
    assert (
        "This scheme cannot"
        not in client.post(place, fields_of(page, how="preview", **{field: "2"})).content.decode()
    )
