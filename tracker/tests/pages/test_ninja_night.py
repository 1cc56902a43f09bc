"""The short night that the browser journey plays, through the same forms: it is quick, and tells where it breaks."""

from __future__ import annotations

import pytest

from tracker.tests.pages.ninja_night import short_night

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.soak
def test_the_short_night_comes_to_its_draw() -> None:
    play = short_night()
    play.to_the_end()
    state = play.state.play
    assert (state.turn, state.winner) == (5, "draw"), play.story()
    assert state.intruders["ninja"].success and not state.intruders["traitor"].success
    print("\n".join(play.taken))
