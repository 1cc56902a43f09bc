"""The queue of Resolve: SEN-INIT-01 to -09."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ruleset import REFEREE
from games.senjutsu import RULES
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.full.state import with_seat
from games.senjutsu.system import SYSTEM
from games.senjutsu.tests.full.tables import DUEL, THREE, B, R, dealt, played, resolving, started
from games.senjutsu.tests.full.test_draw import changed
from games.senjutsu.worded import WORDS
from games.testing import Case, accepts, refuses

SIDES = {2: DUEL, 3: THREE}


def queue(count: int = 2, bodies: Any = None, **cards: str) -> Case:
    """A match of `count` characters in Resolve with these cards."""
    fill = ("A-901", "A-902", "A-903", "A-904", "A-905", "A-906")
    limits = {"r": 5, "b": 5, "c": 6}
    hands = {
        player: tuple(dict.fromkeys((*([card] if card.startswith("A-9") else []), *fill)))[: limits[player]]
        for player, card in cards.items()
    }
    case = dealt("duel" if count == 2 else "multi", SIDES[count], hands=hands)
    for player, told in (bodies or {}).items():
        case = changed(case, player, **told)
    return resolving(case, **cards)


def part(actor: str, card: str, number: int = 0, initiative: int | None = None) -> f.PartStarted:
    return f.PartStarted(actor=actor, card=card, part=number, initiative=initiative)


def tie(player: str, position: int) -> f.TieOrderChosen:
    return f.TieOrderChosen(player=player, position=position)


@accepts("SEN-INIT-01", "SEN-INIT-02")
def test_high_initiative_first() -> None:
    case = queue(r="A-905", b="A-903")
    case = played(case, part("b", "A-903", initiative=5))
    assert case.then_accepted().full.initiative == 5


@refuses("SEN-INIT-01", "SEN-INIT-02")
def test_out_of_order_or_with_another_number() -> None:
    case = queue(r="A-905", b="A-901")
    case.when(part("r", "A-905")).then_refused("SEN-INIT-01")
    case.when(part("b", "A-901", initiative=4)).then_refused("SEN-INIT-02")


@accepts("SEN-INIT-02")
def test_injuries_slow_down_to_one_at_the_least() -> None:
    case = queue(bodies={"b": {"timers": (0,) * 9, "injuries": 9}}, r="A-904", b="A-901")
    case.when(part("b", "A-901")).then_refused("SEN-INIT-01")
    case = played(case, part("r", "A-904", initiative=3), g.FocusGained(player="r", amount=2))
    case.when(part("b", "A-901", initiative=1)).then_accepted()


def test_pages_tell_the_initiative_that_injuries_leave() -> None:
    case = queue(bodies={"b": {"timers": (0, 1), "injuries": 2}}, r="A-904", b="A-903")
    (waiting,) = [fact.values for fact in SYSTEM.faces.facts(case.state) if fact.field == "queue"]
    assert {one["actor"]: one["initiative"] for one in waiting} == {"r": 3, "b": 3}


def test_a_tie_waits_for_whoever_chooses_alone() -> None:
    """SEN-INST-08: what is paid for an instant comes before it, and nobody has to play one."""
    case = queue(3, r="A-903", b="A-903", c="A-903")
    due = []
    for told in RULES.next_events(case.state, REFEREE):
        words = WORDS.steps.get(SYSTEM.faces.step(case.state, told) or "") or WORDS.events[told.type]
        due += [] if words.may_wait else [(told.type, told.players)]
    assert due == [("tie_order_chosen", ("r",))]


@accepts("SEN-INIT-03")
@refuses("SEN-INIT-03")
def test_parts_of_a_card_in_printed_order() -> None:
    case = queue(r="A-912", b="A-904")
    case.when(part("r", "A-912", 1)).then_refused("SEN-INIT-03")
    case.when(part("r", "A-901")).then_refused("SEN-INIT-03")
    case = played(case, part("r", "A-912"), g.KamaeChanged(player="r", instruction="any", to="balance"))
    case.when(part("r", "A-912", 1)).then_refused("SEN-INIT-01")
    case = played(case, part("b", "A-904"), g.FocusGained(player="b", amount=2))
    case.when(part("r", "A-912", 2)).then_refused("SEN-INIT-03")
    assert case.when(part("r", "A-912", 1, 2)).then_accepted().full.initiative == 2


@accepts("SEN-INIT-04")
@refuses("SEN-INIT-04")
def test_equal_initiative_goes_by_type() -> None:
    case = queue(r="A-901", b="A-903")
    case.when(part("r", "A-901")).then_refused("SEN-INIT-04")
    case.when(part("b", "A-903")).then_accepted()


@accepts("SEN-INIT-05")
@refuses("SEN-INIT-05")
def test_a_weapon_core_card_steps_back_within_its_type() -> None:
    case = queue(r="A-070", b="A-902")
    case.when(part("r", "A-070")).then_refused("SEN-INIT-05")
    case.when(part("b", "A-902")).then_accepted()


@accepts("SEN-INIT-06", "SEN-INIT-08")
def test_a_tie_of_two() -> None:
    case = queue(r="A-901", b="A-901").when(tie("r", 2), R)
    case.when(part("b", "A-901")).then_accepted()


@refuses("SEN-INIT-06", "SEN-INIT-08")
def test_who_may_choose_in_a_tie_of_two() -> None:
    case = queue(r="A-901", b="A-901")
    case.when(part("r", "A-901")).then_refused("SEN-INIT-08")
    case.when(tie("b", 1), B).then_refused("SEN-INIT-06")
    case.when(tie("r", 3)).then_refused("SEN-INIT-06")
    chosen = case.when(tie("r", 2))
    chosen.when(part("r", "A-901")).then_refused("SEN-INIT-06")
    chosen.when(tie("r", 1)).then_refused("SEN-INIT-06")
    queue(r="A-905", b="A-901").when(tie("r", 1)).then_refused("SEN-INIT-06")


@accepts("SEN-INIT-07")
def test_the_three_way_tie_of_the_rulebook() -> None:
    case = queue(3, r="A-904", b="A-904", c="A-904")
    case = played(case, tie("r", 3), tie("b", 1))
    assert case.then_accepted().full.settled == ("b", "c", "r")
    for player in ("b", "c", "r"):
        case = played(case, part(player, "A-904"), g.FocusGained(player=player, amount=2))
    case.when(f.PhaseStarted(phase="discard")).then_accepted()


@refuses("SEN-INIT-07")
def test_positions_in_a_three_way_tie() -> None:
    case = queue(3, r="A-904", b="A-904", c="A-904")
    case.when(tie("b", 1)).then_refused("SEN-INIT-07")
    first = case.when(tie("r", 3))
    first.when(tie("b", 3)).then_refused("SEN-INIT-07")
    first.when(part("b", "A-904")).then_refused("SEN-INIT-08")
    settled = first.when(tie("b", 1))
    settled.when(tie("c", 2)).then_refused("SEN-INIT-07")
    settled.when(part("c", "A-904")).then_refused("SEN-INIT-07")


@accepts("SEN-INIT-09")
@refuses("SEN-INIT-09")
def test_a_card_that_ended_is_skipped() -> None:
    case = queue(r="A-901", b="A-904")
    full = with_seat(case.state.full, "r", ended=True)
    case = Case(RULES, case.setup, msgspec.structs.replace(case.state, full=full), case.entries)
    case.when(part("r", "A-901")).then_refused("SEN-INIT-09")
    case = played(case, part("b", "A-904"), g.FocusGained(player="b", amount=2))
    case.when(f.PhaseStarted(phase="discard")).then_accepted()


@refuses("SEN-TURN-03")
def test_resolve_ends_when_every_part_has_started() -> None:
    case = queue(r="A-905", b="A-904")
    case.when(f.PhaseStarted(phase="discard")).then_refused("SEN-TURN-03")
    case = played(case, part("r", "A-905"), part("b", "A-904"))
    case.when(f.PhaseStarted(phase="discard")).then_refused("SEN-TURN-03", "SEN-ATK-13")


@accepts("SEN-ATK-13", "SEN-ATK-12", "SEN-ATK-10", "SEN-FOC-03", "SEN-KAM-09")
def test_effects_from_top_to_bottom() -> None:
    case = started(queue(bodies={"r": {"kamae": "balance", "focus": 1}}, r="A-923", b="A-904"), "r", "A-923")
    case = case.when(g.FocusGained(player="r", amount=1))
    case = case.when(f.FocusPaid(player="r", amount=1, reason="effect", card="A-923"), R)
    case = case.when(f.CardDrawn(actor="r", reason="effect"))
    assert case.then_accepted().fighters["r"].focus == 1


@refuses("SEN-KAM-09", "SEN-FOC-03", "SEN-ATK-13")
def test_kamae_and_price_of_an_effect() -> None:
    case = started(queue(bodies={"r": {"kamae": "balance", "focus": 3}}, r="A-923", b="A-904"), "r", "A-923")
    case.when(g.AdvantageGained(player="r")).then_refused("SEN-KAM-09")
    case.when(f.CardDrawn(actor="r", reason="effect")).then_refused("SEN-FOC-03", "SEN-KAM-09")
    case.when(f.FocusPaid(player="r", amount=2, reason="effect", card="A-923")).then_refused("SEN-FOC-03")
    case.when(f.FocusPaid(player="r", amount=1, reason="effect", card="A-901")).then_refused("SEN-FOC-03")
    case.when(part("b", "A-904")).then_refused("SEN-TURN-03", "SEN-KAM-09")
    case.when(g.FocusGained(player="b", amount=1)).then_refused("SEN-ATK-13")
    done = case.when(g.FocusGained(player="r", amount=1))
    done.when(g.FocusGained(player="r", amount=1)).then_refused("SEN-ATK-13")


@refuses("SEN-ATK-12")
def test_one_effect_of_an_or() -> None:
    case = queue(r="A-914", b="A-904")
    case = played(case, part("b", "A-904"), g.FocusGained(player="b", amount=2), part("r", "A-914"))
    case.when(f.PhaseStarted(phase="discard")).then_refused("SEN-TURN-03", "SEN-ATK-13")
    case = case.when(f.CardsMoved(player="r", source="deck", to="hand", count=1, by="A-914", search=True))
    case.when(f.CardDrawn(actor="r", reason="effect", asked=2, drawn=2)).then_refused("SEN-ATK-12")
    case.when(f.PhaseStarted(phase="discard")).then_accepted()


@refuses("SEN-ATK-10")
def test_if_success_needs_a_success() -> None:
    case = queue(r="A-903", b="A-904").when(part("r", "A-903"))
    case.when(g.FocusGained(player="r", amount=1)).then_refused("SEN-ATK-10", "SEN-ATK-13")


@refuses("SEN-LOG-08")
@pytest.mark.parametrize("amount", [1, 3])
def test_as_much_focus_as_the_card_prints(amount: int) -> None:
    case = queue(r="A-904", b="A-905").when(part("b", "A-905")).when(part("r", "A-904"))
    case.when(g.FocusGained(player="r", amount=amount)).then_refused("SEN-LOG-08")
