"""Secrets that the intruders keep on their own phone, through the pads without a browser: what is sent and what is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tracker import selectors
from tracker.tests.pages.pad_play import Form, read_pad
from tracker.tests.pages.sealed_night import LETTERS, Sealing, sealed_night

pytestmark = pytest.mark.django_db(transaction=True)


class Keeping(Sealing):
    """The intruders decide at their first secret, and answer as their phone would propose it."""

    @property
    def path(self) -> str:
        begun = self.state.play.full.sealed
        return f"/matches/{self.match}/pad/" + ("" if begun else "?keep=1")

    def filled(self, form: Form) -> dict[str, Any] | None:
        fields = super().filled(form)
        if fields is not None and form.step == "listen_answered":
            heard = self.state.play.turn == 3
            options = form.controls["choice"].options
            fields["choice"] = next(one for one in options if json.loads(one)["heard"] is heard)
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
