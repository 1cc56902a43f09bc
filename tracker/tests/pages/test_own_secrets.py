"""Secrets that the intruders keep on their own phone, through the pads without a browser: what is sent, what is not."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from games.secrets import commitment
from tracker import commands, selectors
from tracker.models import Event
from tracker.tests.pages.brawl import organiser
from tracker.tests.pages.pad_play import Form, read_pad
from tracker.tests.pages.sealed_night import Sealing, sealed_night
from tracker.tests.sweep import AFTERWARDS
from tracker.tests.test_page_costs import QUERIES

pytestmark = pytest.mark.django_db(transaction=True)


class Keeping(Sealing):
    """The intruders decide at their first secret, and answer as their phone would propose it."""

    @property
    def path(self) -> str:
        begun = self.state.play.full.sealed
        return f"/matches/{self.match}/pad/" + ("" if begun else "?keep=1")

    def filled(self, form: Form) -> dict[str, Any] | None:
        fields = super().filled(form)
        if form.step == "secrets_opened":
            fields = {**(fields or {}), "opened": json.dumps({"secrets": list(self.kept.values())})}
        return fields


@pytest.mark.soak
def test_a_night_is_sealed_played_and_opened() -> None:
    play: Any = sealed_night(Keeping)
    play.to_the_end()
    full = play.state.play.full
    assert len(full.sealed) > 12 and all(one.opened for one in full.sealed)
    found = selectors.answers(play.match)
    assert found is not None and found.verdict == "clean" and not found.unproven


def sent(play: Any, step: str, **fields: Any) -> Any:
    """What a browser sends of a step of the intruders' phone, the secret fields not."""
    phone = play.phones[1]
    page = phone.get(play.path)
    form = next(one for one in read_pad(page).forms if one.step == step)
    plain = {name: one.values[0] for name, one in form.controls.items() if one.values and not one.at}
    return phone.client.post(play.path, {**plain, **fields})


def test_only_the_seal_of_a_secret_is_taken_and_only_what_it_sealed_opens_it(
    django_assert_max_num_queries: Any,
) -> None:
    play: Any = sealed_night(Keeping)
    guard, intruder = play.phones
    assert "Let this phone keep the secrets" in intruder.get(f"/matches/{play.match}/pad/")
    with django_assert_max_num_queries(QUERIES):
        page = intruder.get(play.path)
    assert len(gzip.compress(page.encode())) < AFTERWARDS
    assert "This needs JavaScript. The server can keep the secrets instead." in page
    assert "keep the secrets" not in guard.get(f"/matches/{play.match}/pad/?keep=1")
    letters = {"told-letters.ninja": '"B"', "told-letters.traitor": '"D"'}
    refused = sent(play, "missions_drawn", **letters, **{"told-commitment": ""})
    assert refused.status_code == 400 and "has to seal them" in refused.content.decode()
    value, salt = {"letters": {"ninja": "B", "traitor": "D"}}, "ab" * 32
    seal = commitment(salt, value)
    assert sent(play, "missions_drawn", **letters, **{"told-commitment": seal}).status_code == 302
    row = Event.objects.get(stream=play.match, type="missions_drawn")
    assert row.secret is None and json.loads(row.data) == {"commitment": seal}
    hand = sent(play, "hand_chosen", **{"told-commitment": "z" * 64})
    assert hand.status_code == 400
    given_up = [{"type": "match_conceded", "data": {"side": "guards"}}]
    commands.append(organiser(), play.match, given_up)

    def opened(**entry: Any) -> Any:
        told = {"secrets": [{"commitment": seal, "value": value, "salt": salt, **entry}]}
        return sent(play, "secrets_opened", opened=json.dumps(told))

    strange = opened(commitment="0" * 64)
    assert strange.status_code == 400 and "Nothing in it opens a secret" in strange.content.decode()
    false = opened(value={"letters": {"ninja": "A", "traitor": "D"}})
    assert false.status_code == 422 and "NIN-AUD-01" in false.content.decode()
    assert opened().status_code == 302
    assert [one.opened for one in play.state.play.full.sealed] == [True]
    assert "secrets_opened" not in intruder.get(f"/matches/{play.match}/pad/")


def test_a_secret_that_nobody_is_asked_for_is_sealed_too() -> None:
    """NIN-LIS-10: a cat against a listen asks nothing, and what it was for is not sent either."""
    play: Any = sealed_night(Keeping)
    play.until(
        lambda state: state.full is not None and bool(state.full.due) and state.full.due[0].kind == "listen"
    )
    page = play.phones[1].get(play.path)
    form = next(one for one in read_pad(page).forms if one.step == "intruder_card_played")
    assert "told-commitment" in form.controls and not any(
        name.startswith("told-use") for name in form.controls
    )
    assert "&quot;use&quot;: {&quot;base&quot;: {&quot;bluff&quot;: false" in page
    assert sent(play, "intruder_card_played").status_code == 400
    assert sent(play, "intruder_card_played", **{"told-commitment": "a" * 64}).status_code == 302
    played = Event.objects.filter(stream_id=play.match, type="intruder_card_played").latest("seq")
    told = json.loads(played.data)
    assert told["commitment"] == "a" * 64 and not told.get("use")
