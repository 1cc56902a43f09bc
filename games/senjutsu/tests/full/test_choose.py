"""The hidden choice: SEN-SEL-01 to -06, SEN-HID-03, and choices that stay on the player's own device."""

from __future__ import annotations

from typing import Any

import pytest

from games.ruleset import EVERYONE, REFEREE, Viewer
from games.secrets import commitment
from games.senjutsu import RULES
from games.senjutsu.full import events as f
from games.senjutsu.full.effect_events import FocusGained
from games.senjutsu.tests.full.tables import B, R, dealt, ended, played, resolving, selecting, started
from games.senjutsu.tests.full.test_draw import changed
from games.senjutsu.tests.full.test_solo import pile
from games.testing import Case, accepts, refuses


def select(player: str, card: str, **told: Any) -> f.CardSelected:
    return f.CardSelected(player=player, card=card, **told)


def holding(*cards: str) -> Case:
    """A duel in Select in which `r` holds these cards first."""
    return selecting(dealt(hands={"r": (*cards, "A-901", "A-902", "A-903", "A-905", "A-906")[:5]}))


@accepts("SEN-SEL-01", "SEN-SEL-04")
def test_a_card_of_the_hand_or_a_core_card() -> None:
    case = selecting(dealt())
    for card in ("A-901", "A-038", "A-070"):
        seat = case.when(select("r", card), R).then_accepted().full.seats["r"]
        assert seat.chosen and seat.card == card


@refuses("SEN-SEL-01")
def test_a_card_that_is_not_in_the_hand() -> None:
    case = selecting(dealt(), drawn={"r": "A-901", "b": "A-901"})
    for card in ("A-931", "A-950", "A-023", f.STUN):
        case.when(select("r", card)).then_refused("SEN-SEL-01")


def test_an_unknown_card_of_the_hand_may_be_any_registered_one() -> None:
    case = selecting(dealt())
    case.when(select("r", "A-931")).then_accepted()
    case.when(select("r", "A-950")).then_refused("SEN-SEL-01")


@accepts("SEN-SEL-02")
@refuses("SEN-SEL-02")
def test_the_cost_must_be_there() -> None:
    case = holding("A-911")
    case.when(select("r", "A-911")).then_refused("SEN-SEL-02")
    changed(case, "r", focus=1).when(select("r", "A-911")).then_accepted()


@accepts("SEN-SEL-03")
@refuses("SEN-SEL-03")
def test_the_required_kamae() -> None:
    case = holding("A-921")
    case.when(select("r", "A-921")).then_refused("SEN-SEL-03")
    changed(case, "r", kamae="aggression").when(select("r", "A-921")).then_accepted()


@refuses("SEN-SEL-04")
def test_a_choice_is_final() -> None:
    case = selecting(dealt()).when(select("r", "A-901"))
    case.when(select("r", "A-902")).then_refused("SEN-SEL-04")


@accepts("SEN-SEL-05")
@refuses("SEN-SEL-05")
def test_instants_in_the_place_of_the_card() -> None:
    holding("A-922").when(select("r", "A-922")).then_refused("SEN-SEL-05")
    changed(holding("A-916"), "r", focus=1).when(select("r", "A-916")).then_accepted()


@accepts("SEN-SEL-06")
@refuses("SEN-SEL-06")
def test_a_stun_is_played_and_does_nothing() -> None:
    case = changed(selecting(dealt()), "r", stuns=2)
    case = played(case, select("r", f.STUN), select("b", "A-904"))
    case = case.when(f.CardsRevealed(cards={"r": f.STUN, "b": "A-904"}))
    assert case.then_accepted().fighters["r"].stuns == 1
    case = case.when(f.PhaseStarted(phase="resolve"))
    case.when(f.PartStarted(actor="r", card=f.STUN)).then_refused("SEN-SEL-06")


def test_the_counts_of_the_hand_tell_nothing() -> None:
    case = selecting(dealt())
    after = case.when(select("r", "A-901")).then_accepted()
    core = case.when(select("r", "A-038")).then_accepted()
    assert after.full.piles["r"].hand == core.full.piles["r"].hand == case.state.full.piles["r"].hand


@accepts("SEN-REV-02")
@refuses("SEN-REV-02")
def test_a_choice_that_stays_on_the_device() -> None:
    sealed = f.CardSelected(player="r", commitment=commitment("pepper", {"card": "A-901"}))
    case = played(selecting(dealt()), sealed, select("b", "A-904"))
    cards = {"r": "A-901", "b": "A-904"}
    case.when(f.CardsRevealed(cards=cards, salts={"r": "pepper"})).then_accepted()
    case.when(f.CardsRevealed(cards=cards, salts={"r": "salt"})).then_refused("SEN-REV-02")
    other = {**cards, "r": "A-902"}
    case.when(f.CardsRevealed(cards=other, salts={"r": "pepper"})).then_refused("SEN-REV-02")


@refuses("SEN-SEL-01")
def test_what_was_kept_back_is_judged_at_the_reveal() -> None:
    sealed = f.CardSelected(player="r", commitment=commitment("pepper", {"card": "A-950"}))
    case = played(selecting(dealt()), sealed, select("b", "A-904"))
    told = f.CardsRevealed(cards={"r": "A-950", "b": "A-904"}, salts={"r": "pepper"})
    case.when(told).then_refused("SEN-SEL-01")


@refuses("SEN-LOG-04")
def test_nobody_chooses_for_others() -> None:
    selecting(dealt()).when(select("r", "A-901"), B).then_refused("SEN-LOG-04")


@accepts("SEN-ZONE-02")
@refuses("SEN-ZONE-02", "SEN-SEL-01")
def test_a_single_copy_in_the_discard_pile() -> None:
    case = dealt(hands={"r": ("A-923", "A-901", "A-902", "A-903", "A-905")})
    case = resolving(case, r="A-923", b="A-904")
    case = started(case, "r", "A-923")
    case = started(case, "b", "A-904").when(FocusGained(player="b", amount=2))
    case = selecting(ended(case))
    assert case.state.full.piles["r"].open == ("A-923",)
    case.when(select("r", "A-923")).then_refused("SEN-SEL-01")
    case.when(select("r", "A-901")).then_accepted()


@accepts("SEN-HID-03")
@pytest.mark.parametrize("card", ["A-901", "A-038", f.STUN])
def test_a_choice_counts_at_once_for_its_player_alone(card: str) -> None:
    before = changed(selecting(dealt()), "r", stuns=1)
    chosen = before.when(select("r", card), R)
    was, stuns = pile(before, "r"), 1
    own = RULES.visible_to(chosen.state, Viewer("player", "r", "red"))
    assert own.full and was.held[0] == "A-901"
    gone = card == "A-901"
    assert own.full.piles["r"].hand == was.hand - gone and own.full.piles["r"].held == was.held[gone:]
    assert own.fighters["r"].stuns == stuns - (card == f.STUN)
    for viewer in (Viewer("player", "b", "blue"), EVERYONE):
        seen = RULES.visible_to(chosen.state, viewer)
        earlier = RULES.visible_to(before.state, viewer)
        assert seen.fighters == earlier.fighters and seen.full and earlier.full
        assert seen.full.piles == earlier.full.piles
    both = chosen.when(select("b", "A-901"), B)
    for viewer in (Viewer("player", "b", "blue"), EVERYONE):
        other = RULES.visible_to(both.state, viewer)
        assert other.full and other.full.piles["r"].hand == was.hand and other.fighters["r"].stuns == stuns
    shown = RULES.visible_to(both.when(f.CardsRevealed(cards={"r": card, "b": "A-901"})).state, EVERYONE)
    assert shown.full and shown.full.piles["r"].hand == was.hand - gone
    assert shown.fighters["r"].stuns == own.fighters["r"].stuns


def test_what_comes_next_is_the_same_for_who_chose() -> None:
    red, chosen = Viewer("player", "r", "red"), holding("A-904").when(select("r", "A-904"), R)
    both = chosen.when(select("b", "A-901"), B)
    for case, wanted in ((chosen, "card_selected"), (both, "cards_revealed")):
        own, all_known = (RULES.next_events(case.state, viewer) for viewer in (red, REFEREE))
        assert wanted in [one.type for one in own]
        assert [(one.type, one.players) for one in own] == [(one.type, one.players) for one in all_known]
