"""Results of games whose whole match is told by a form that their words make: typed at the desk, edited there."""

from __future__ import annotations

import html
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.ninja.events import Fared, ResultReported
from tracker import selectors
from tracker.models import MatchRow
from tracker.pages.match.at_table import as_person
from tracker.tests.pages.dojo import organiser
from tracker.tests.pages.test_edit_result import fields_of
from tracker.tests.pages.test_my_next_step import at_table
from tracker.tests.pages.test_pad_play_ninja import seated
from tracker.tests.pages.test_results import typed

pytestmark = pytest.mark.django_db(transaction=True)
ENDED = {"told-last_turn": "6", "told-vp.a": "2", "told-vp.b": "1"}


def desk() -> tuple[Client, MatchRow, str]:
    match, _anna, _boris = at_table("summary", lists=False)
    client = Client(headers={"accept-language": "en"})
    client.force_login(User.objects.get())
    row = MatchRow.objects.get(pk=match)
    return client, row, f"/events/{row.tournament_id}/console/matches/{match}/"


def reason(page: str, text: str) -> dict[str, str]:
    """The choice that says why the match ended."""
    label = re.search(rf'name="told-reason" value="(\d+)"[^>]*>\s*(?:<span>)?\s*{text}', html.unescape(page))
    assert label is not None
    return {"told-reason": label[1]}


def test_a_bushido_result_is_typed_in_at_the_desk_and_edited_there() -> None:
    client, row, path = desk()
    page = client.get(path).content.decode()
    assert "Enter this result" in page and 'name="told-vp.a"' in page
    fields = typed(page, **ENDED, **reason(page, "the last turn was played"))
    assert client.post(path, {**fields, "told-vp.a": "99"}).status_code in (400, 422)
    assert client.post(path, fields).status_code == 302
    outcome = selectors.outcome(row.stream_id)
    assert (outcome.status, outcome.vp, outcome.winner) == ("confirmed", {"a": 2, "b": 1}, "a")
    edit = f"{path}edit/"
    page = client.get(edit).content.decode()
    assert re.search(r'name="told-vp.a"[^>]*value="2"|value="2"[^>]*name="told-vp.a"', page), "what stands"
    told = {**ENDED, **reason(page, "the last turn was played"), "told-vp.a": "1", "told-vp.b": "2"}
    why = {"because": "typed wrongly"}
    seen = client.post(edit, fields_of(page, how="preview", **told) | why)
    assert seen.status_code == 200, seen.content.decode()[:3000]
    again = client.post(edit, fields_of(seen.content.decode(), how="save", **told) | why)
    assert again.status_code == 302, again.content.decode()[:3000]
    assert selectors.outcome(row.stream_id).winner == "b"


def test_each_field_of_a_ninja_result_says_what_it_asks() -> None:
    """Boxes of the same name stood side by side: "the ninja", and "the ninja"."""
    play = seated(3, detail="summary")
    page = html.unescape(play.phones[0].pad(play.match))
    form = re.search(r'data-step="result_reported".*?</form>', page, re.S)
    assert form is not None
    for one in ("completed the mission", "left the map", "died in turn"):
        assert form[0].count(f">The ninja {one}<") == 1, one


def test_turns_of_deaths_are_chosen_in_two_selects_of_which_the_second_may_be_earlier() -> None:
    """Twenty boxes asked for them, where an intruder dies at most twice."""
    play = seated(3, detail="summary")
    phone, name = play.phones[0], "told-intruders.ninja.deaths"
    page = html.unescape(phone.pad(play.match))
    (first,) = re.findall(rf'<select name="{name}".*?</select>', page, re.S)
    assert re.findall(r">([^<]+)</option>", first)[:3] == ["did not die", "1", "2"]
    assert f'<select name="{name}.again"' in page and not re.search(
        rf'type="checkbox"[^>]*name="{name}', page
    )
    done = phone.tap(
        play.match, "result_reported", **{"told-last_turn": "20", name: "9", f"{name}.again": "3"}
    )
    assert done.status_code == 302, done.content.decode()
    assert play.state.play.intruders["ninja"].deaths == (3, 9)
    assert play.state.play.intruders["traitor"].deaths == ()


def test_an_entry_that_is_told_anew_starts_with_the_turns_of_deaths_that_it_told() -> None:
    play = seated(3, detail="summary")
    (form,) = [one for one in as_person(organiser(), play.match).steps() if one.step == "result_reported"]
    fates = {"ninja": Fared(deaths=(3, 9)), "traitor": Fared(deaths=(5,))}
    form.prefill(None, ResultReported(last_turn=20, intruders=fates))
    told = {name: value for name, value in form.initial.items() if ".deaths" in name}
    ninja, traitor = "intruders.ninja.deaths", "intruders.traitor.deaths"
    assert told == {ninja: "3", f"{ninja}.again": "9", traitor: "5"}
    assert {*told} <= {*form.fields}
