"""Tables with several players a side, and secrets that their owner keeps away from the server."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User

from games.secrets import commitment
from tracker import commands, selectors
from tracker.identity import VISITOR, Identity
from tracker.tests.pages.at_the_table import Phone, prefilled

pytestmark = pytest.mark.django_db(transaction=True)


def opened(*dealt: str, count: int = 2) -> tuple[UUID, list[Phone], Phone]:
    """A stand-alone match: Alliance phones, and one Serpent phone."""
    organiser = Identity(User.objects.create_user("olga", password="secret-pass"))
    players = [
        commands.create_player(organiser, name=name) for name in ("Anna", "Борис", "Carl")[: count + 1]
    ]
    ids = [str(player.id) for player in players]
    sides = {"alliance": ids[:-1], "serpent": ids[-1:]}
    events: list[dict[str, Any]] = [
        {"type": "table_opened", "data": {"battlefield": "camp", "sides": sides, "scheme_draw_count": None}},
        {"type": "serpent_schemes_preset", "data": {"squad": ids[-1], "schemes": ["trap", "loophole"]}},
    ]
    match = commands.create_match(organiser, system="last_battle", events=events)
    phones = [Phone(player) for player in players]
    return match, phones[:-1], phones[-1]


def test_a_scheme_is_shown_to_a_friend_and_to_nobody_else() -> None:
    match, (anna, boris), carl = opened()
    assert anna.pick(match, "scheme_chosen", scheme="vendetta").status_code == 302
    assert "Vendetta" not in boris.get(f"/matches/{match}/")
    assert anna.pick(match, "scheme_shared", to_player=boris.id).status_code == 302
    assert boris.get(f"/matches/{match}/").count("Vendetta") == 1
    for phone in (carl, Phone()):
        page = phone.get(f"/matches/{match}/")
        assert "Vendetta" not in page and "shown to" not in page


def test_a_serpent_player_with_two_schemes_notes_and_reports_both() -> None:
    match, (anna,), carl = opened(count=1)
    anna.pick(match, "scheme_chosen", scheme="loophole")
    for phone, name in ((anna, "anna"), (carl, "carl")):
        assert (
            phone.tap(match, "squad_hired", leader=f"{name} captain", figures="guard; 5; 1").status_code
            == 302
        )
    noted = carl.tap(match, "scheme_noted", **{"enemy:trap:0": "anna captain"})
    assert noted.status_code == 302, noted.content.decode()
    assert anna.tap(match, "scheme_noted").status_code == 302
    fields = {f"vp:{carl.id}:trap": "2", "strategy_alliance": "0", "strategy_serpent": "0"}
    report = carl.tap(match, "report", **fields)
    assert report.status_code == 302, report.content.decode()
    assert selectors.outcome(match).vp == {"alliance": 0, "serpent": 2}


def test_a_note_that_leaves_no_choice_is_written_already() -> None:
    """Public Demonstration notes three figures, or all of a smaller squad."""
    match, (anna,), carl = opened(count=1)
    anna.pick(match, "scheme_chosen", scheme="public_demonstration")
    for phone, name in ((anna, "anna"), (carl, "carl")):
        squad = {"leader": f"{name} captain", "figures": "guard; 5; 1\nscout; 5; 1"}
        assert phone.tap(match, "squad_hired", **squad).status_code == 302
    written = re.findall(r'<option value="([^"]+)" selected>', anna.pad(match))
    assert written == ["guard", "scout"]
    twice = {f"own:public_demonstration:{place}": "guard" for place in range(2)}
    refused = anna.tap(match, "scheme_noted", **twice)
    assert refused.status_code == 400 and "This figure is noted already" in refused.content.decode()
    noted = {f"own:public_demonstration:{place}": figure for place, figure in enumerate(written)}
    assert anna.tap(match, "scheme_noted", **noted).status_code == 302


def test_a_secret_that_a_client_keeps_leaves_the_pad_to_the_client() -> None:
    match, (anna,), carl = opened(count=1)
    kept = {
        "type": "scheme_chosen",
        "data": {"player": anna.id, "commitment": commitment("salt", {"scheme": "trap"})},
    }
    commands.append(VISITOR._replace(players=frozenset({anna.id})), match, [kept])
    for phone, name in ((anna, "anna"), (carl, "carl")):
        assert phone.tap(match, "squad_hired", leader=f"{name} captain", figures="").status_code == 302
    page = anna.get(f"/matches/{match}/pad/")
    assert 'data-step="scheme_noted"' not in page and "a secret scheme" in anna.get(f"/matches/{match}/")


def test_a_badly_typed_squad_names_its_line() -> None:
    match, (anna,), _carl = opened(count=1)
    anna.pick(match, "scheme_chosen", scheme="loophole")
    response = anna.tap(match, "squad_hired", leader="captain", figures="guard; 5; 1\n; ;")
    page = response.content.decode()
    assert response.status_code == 400 and "Line 2" in page
    assert prefilled(page, "squad_hired")["figures"].startswith("guard; 5; 1")
    dear = anna.tap(match, "squad_hired", leader="captain", figures="guard; 26")
    assert dear.status_code == 422 and "LB-ROSTER-03" in dear.content.decode()
