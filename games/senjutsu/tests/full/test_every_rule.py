"""SEN-LOG-10: a refusal names every broken rule that can be judged by itself, and tells nobody a secret thereby."""

from __future__ import annotations

from games.ruleset import Event
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import events as f
from games.senjutsu.tests.full.tables import B, R, dealt, registered, resolving, selecting, started
from games.senjutsu.tests.full.test_draw import changed
from games.testing import Case, accepts, refuses

HAND = ("A-911", "A-921", "A-901", "A-902", "A-903")


def names(case: Case, event: Event, by: object = R) -> list[str]:
    """The rules that refuse an event, in their order."""
    return [violation.rule for violation in case.when(event, by).violations]  # type: ignore[arg-type]


@accepts("SEN-LOG-10")
def test_nothing_is_named_of_an_event_that_breaks_nothing() -> None:
    case = selecting(dealt(hands={"r": HAND}))
    case.when(f.CardSelected(player="r", card="A-901"), R).then_accepted()


@refuses("SEN-LOG-10", "SEN-SEL-02", "SEN-SEL-04")
def test_a_second_choice_that_could_not_be_paid_either() -> None:
    case = selecting(dealt(hands={"r": HAND})).when(f.CardSelected(player="r", card="A-901"), R)
    assert names(case, f.CardSelected(player="r", card="A-911")) == ["SEN-SEL-04", "SEN-SEL-02"]


@refuses("SEN-LOG-10", "SEN-LOG-02", "SEN-LOG-04")
def test_the_wrong_moment_and_the_wrong_player() -> None:
    case = selecting(dealt())
    assert names(case, f.HandTrimmed(player="b", count=1, cards=("A-901",))) == ["SEN-LOG-02", "SEN-LOG-04"]
    assert names(case, f.HandTrimmed(player="b", count=1, cards=("A-901",)), B) == ["SEN-LOG-02"]


@refuses("SEN-LOG-10", "SEN-HEX-01", "SEN-SETUP-05", "SEN-SETUP-11")
def test_a_strange_hex_a_strange_facing_and_a_strange_cover() -> None:
    case = registered().when(f.AdvantageSet(order=("r", "b")))
    told = f.CharacterPlaced(player="b", hex=(0, 0), facing=9, in_cover=True)
    assert names(case, told, B) == ["SEN-SETUP-05", "SEN-HEX-01", "SEN-SETUP-11"]
    case.when(f.CharacterPlaced(player="b", hex=(0, -4), facing=3), B).then_accepted()


@refuses("SEN-LOG-10", "SEN-BLK-01", "SEN-BLK-02")
def test_a_block_at_another_initiative_on_other_hexes() -> None:
    case = started(resolving(dealt(), r="A-903", b="A-904"), "r", "A-903")
    wrong = x.BlockApplied(actor="r", card="A-903", hexes=((0, 0),), initiative=1)
    assert names(case, wrong) == ["SEN-BLK-01", "SEN-BLK-02"]


@refuses("SEN-LOG-10", "SEN-LOG-04")
def test_who_may_not_act_learns_nothing_of_the_others_hand() -> None:
    case = changed(selecting(dealt(hands={"b": HAND})), "b", focus=0)
    for card in ("A-911", "A-921", "A-931", "A-901"):
        assert names(case, f.CardSelected(player="b", card=card)) == ["SEN-LOG-04"]
