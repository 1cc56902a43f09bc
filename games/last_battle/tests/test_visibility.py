"""Who sees what: LB-HID-01, -02, -04, -05, and that no answer depends on another's secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.facts import COMMON_SCHEMES
from games.last_battle.tests.tables import (
    A2,
    STRANGER,
    A,
    S,
    hired,
    note,
    opened,
    over,
    played,
    ready,
    reveal,
    shown,
    squad,
    turn,
)
from games.replay import judge
from games.ruleset import EVERYONE, REFEREE, Actor, Event, Viewer
from games.secrets import sealed
from games.testing import Case, accepts, refuses

VA, VA2 = Viewer("player", "a", "alliance"), Viewer("player", "a2", "alliance")
VS = Viewer("player", "s", "serpent")
OTHERS = (EVERYONE, VS, VA2)


def history(case: Case, viewer: Viewer, settled: bool = False) -> list[Event | None]:
    return [RULES.redact(case.state, entry.event, viewer, settled) for entry in case.entries]


def sight(case: Case, viewer: Viewer, settled: bool = False) -> str:
    """All that a viewer gets of a match, without the salts and digests that are random anyway."""
    got = (
        RULES.visible_to(case.state, viewer, settled),
        history(case, viewer, settled),
        RULES.next_events(case.state, viewer),
        RULES.outcome(case.state),
    )
    return _without_digests(msgspec.to_builtins(got))


def _without_digests(value: Any) -> str:
    if isinstance(value, dict):
        hidden = ("commitment", "note_commitment", "salt")
        return str({k: _without_digests(v) for k, v in value.items() if k not in hidden})
    if isinstance(value, list | tuple):
        return str([_without_digests(item) for item in value])
    return str(value)


@accepts("LB-HID-01", "LB-HID-02")
def test_the_owner_and_the_organisers_see_a_secret() -> None:
    case = ready(a="trap", players=2)
    for viewer in (VA, REFEREE):
        assert RULES.visible_to(case.state, viewer).squads["a"].schemes[0].note is not None
        assert "trap" in str(history(case, viewer))


@refuses("LB-HID-01", "LB-HID-02", "LB-HID-04")
@pytest.mark.parametrize("viewer", OTHERS)
def test_nobody_else_does(viewer: Viewer) -> None:
    case = ready(a="trap", players=2)
    assert RULES.visible_to(case.state, viewer).squads["a"].schemes == ()
    assert "trap" not in str(history(case, viewer)) and "s-lead" not in str(history(case, viewer)[-4:])


@accepts("LB-HID-02", "LB-SETUP-06")
def test_a_shared_scheme_is_seen_within_the_side() -> None:
    case = ready(a="trap", players=2).when(e.SchemeShared(from_player="a", to_player="a2"), A)
    assert RULES.visible_to(case.state, VA2).squads["a"].schemes[0].scheme == "trap"
    assert "trap" in str(history(case, VA2))
    assert history(case, VS)[-1] is None
    assert sight(case, VS).count("SchemeShared") == 0
    assert RULES.visible_to(case.state, VS).squads["a"].shared == ()


@refuses("LB-HID-01")
def test_what_was_dealt_and_not_chosen_stays_secret_for_ever() -> None:
    deal = e.SchemesDealt(player="a", schemes=("trap", "vendetta"))
    case = opened("sea", players=2).when(deal).when(e.SchemeChosen(player="a", scheme="trap"))
    case = case.when(e.SchemeShared(from_player="a", to_player="a2"), A)
    case = case.when(e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw", reason="closed"))
    for viewer in OTHERS:
        assert "vendetta" not in sight(case, viewer, settled=True)
        assert "trap" in sight(case, viewer, settled=True)
    assert "vendetta" in sight(case, VA)


@accepts("LB-HID-05")
def test_schemes_and_notes_are_public_when_the_result_is_settled() -> None:
    case = over(ready("sea", a="trap", s=("trap", "vendetta")))
    assert "vendetta" not in sight(case, EVERYONE)
    case = case.when(e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw"))
    assert "vendetta" not in sight(case, EVERYONE)
    assert RULES.visible_to(case.state, EVERYONE, settled=True).squads["s"].schemes[1].note is not None
    assert "vendetta" in str(history(case, EVERYONE, settled=True))


@refuses("LB-HID-05")
def test_a_reveal_shows_the_scheme_and_nothing_more() -> None:
    case = ready(a="trap", s=("trap", "vendetta")).when(reveal("s", "trap"), S)
    seen = RULES.visible_to(case.state, VA).squads["s"]
    assert [held.scheme for held in seen.schemes] == ["trap"]
    assert "vendetta" not in sight(case, VA)
    own = ready(a="trap").when(reveal("a", "trap"), A)
    assert [event.scheme for event in history(own, EVERYONE) if isinstance(event, e.SchemeChosen)] == ["trap"]


@accepts("LB-HID-04", "LB-SETUP-05")
def test_the_unique_scheme_is_open_and_its_note_is_not() -> None:
    case = ready("serpent", a="elimination_of_leaders")
    held = RULES.visible_to(case.state, VS).squads["a"].schemes[0]
    assert (held.scheme, held.note) == ("elimination_of_leaders", None)
    case = shown(case, "a", "elimination_of_leaders")
    assert RULES.visible_to(case.state, VS).squads["a"].schemes[0].note is not None


PROBES: list[Event] = [
    turn(1),
    *(turn(1, schemes={"a": 1}, casualties=told) for told in (None, ())),
    *(turn(1, schemes={"a": {scheme: vp}}) for scheme in COMMON_SCHEMES for vp in (0, 1)),
    *(reveal("a", scheme) for scheme in COMMON_SCHEMES),
    *(e.SchemeScored(player="a", scheme=scheme, amount=1) for scheme in COMMON_SCHEMES),
    *(
        e.MatchReported(
            turns=5,
            strategy={},
            schemes=(e.SchemeResult("a", vp, scheme),),
            result="alliance" if vp else "draw",
        )
        for scheme in (*COMMON_SCHEMES, None)
        for vp in (0, 1, 2)
    ),
    *(e.SchemeChosen(player="a", scheme=scheme) for scheme in COMMON_SCHEMES),
    *(e.SchemesDealt(player="a", schemes=(scheme,)) for scheme in COMMON_SCHEMES),
    *(note("a", scheme, ("a1",), ("s1",)) for scheme in COMMON_SCHEMES),
    e.SchemeShared(from_player="a", to_player="s"),
    e.SchemeNoted(player="a", commitment="0" * 64),
    e.SchemeNotePublished(player="a", scheme="trap", note="s-lead"),
    e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw"),
    squad("a"),
]
"""What an opponent could try in order to learn something."""


def answers(case: Case, by: Actor) -> str:
    """What the rules say to every attempt of somebody who should not know."""
    return str([judge(RULES, case.state, sealed(probe, "salt"), by) for probe in PROBES])


def dealt(a: str, players: int) -> Case:
    """The other player was dealt this scheme and another, and has not chosen yet."""
    other = COMMON_SCHEMES[COMMON_SCHEMES.index(a) - 1]
    return opened(players=players).when(e.SchemesDealt(player="a", schemes=(a, other)))


MOMENTS: dict[str, Callable[..., Case]] = {
    "dealt": dealt,
    "hired": hired,
    "ready": ready,
    "turn 2": lambda **told: played(ready(**told), 2),
    "over": lambda **told: over(ready(**told)),
}


@refuses("LB-HID-01", "LB-HID-02")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(("by", "viewer"), [(S, VS), (A2, VA2), (STRANGER, EVERYONE)])
def test_no_answer_tells_which_scheme_another_holds(moment: str, by: Actor, viewer: Viewer) -> None:
    """Non-interference: view, history, next events and every refusal are the same for all secrets."""
    cases = [MOMENTS[moment](a=scheme, players=2) for scheme in COMMON_SCHEMES]
    assert len({sight(case, viewer) for case in cases}) == 1
    assert len({answers(case, by) for case in cases}) == 1


def test_no_answer_tells_how_many_schemes_the_serpent_holds() -> None:
    presets = [("trap",), ("loophole", "vendetta"), ("gravediggers", "scapegoat", "show_of_force")]
    seen = {sight(ready(s=preset), VA) for preset in presets}
    assert len(seen) == 1


def test_no_answer_tells_what_was_noted() -> None:
    seen = set()
    for own in ("a1", "a2", "a3"):
        case = hired(a="scapegoat", players=2)
        case = case.when(e.SchemeNoted(player="a", scheme="scapegoat", own_figures=(own,), enemy_figures=()))
        seen |= {(viewer.role, sight(case, viewer)) for viewer in (VS, EVERYONE)}
    assert len(seen) == 2
