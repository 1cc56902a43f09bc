"""The reveal and its stages: SEN-REV-01 to -09, SEN-LOG-06, SEN-FOC-02, -04, SEN-INST-01 to -05, -08."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.rulebook import sentence
from games.ruleset import REFEREE
from games.senjutsu import RULES
from games.senjutsu.full import events as f
from games.senjutsu.full.definitions import Attack, Definition, FocusGain, PartDefinition
from games.senjutsu.full.preconditions import put
from games.senjutsu.full.state import with_seat
from games.senjutsu.play import training
from games.senjutsu.system import SYSTEM
from games.senjutsu.tests.full.tables import (
    DUEL,
    HAND,
    THREE,
    B,
    R,
    dealt,
    ended,
    played,
    revealed,
    selecting,
    started,
)
from games.senjutsu.tests.full.test_draw import changed
from games.taps import Taps
from games.testing import Case, accepts, refuses

RICH: Any = {"focus": 3, "kamae": "aggression"}


def turned_up(*hand: str, r: str, b: str = "A-904", targets: Any = None, **body: Any) -> Case:
    """A duel at the reveal: `r` holds `hand` besides the card, with focus 3 in aggression."""
    cards = dict.fromkeys((r, *hand, "A-901", "A-902", "A-903", "A-905", "A-906"))
    cards.pop("A-038", None)
    hands = {"r": tuple(cards)[:5], "b": ("A-901", "A-903", "A-904", "A-907", "A-916")}
    case = changed(dealt(hands=hands), "r", **{**RICH, **body})
    case = changed(case, "b", focus=2)
    return revealed(case, targets, r=r, b=b)


def pay(player: str, amount: int, reason: Any, card: str) -> f.FocusPaid:
    return f.FocusPaid(player=player, amount=amount, reason=reason, card=card)


def resolve() -> f.PhaseStarted:
    return f.PhaseStarted(phase="resolve")


@accepts("SEN-REV-02", "SEN-TURN-03")
def test_all_cards_turn_up_together() -> None:
    full = turned_up(r="A-901").then_accepted().full
    assert {player: seat.play for player, seat in full.seats.items()} == {"r": ("A-901",), "b": ("A-904",)}
    assert full.piles["r"].hand == 5 and full.step == "reveal" and full.seats["r"].obliged


@refuses("SEN-REV-02", "SEN-SEL-01", "SEN-TURN-03")
def test_a_reveal_that_is_not_what_was_chosen() -> None:
    case = selecting(dealt()).when(f.CardSelected(player="r", card="A-901"))
    told = f.CardsRevealed(cards={"r": "A-901", "b": "A-904"})
    case.when(told).then_refused("SEN-TURN-03", "SEN-SEL-01")
    case = case.when(f.CardSelected(player="b", card="A-904"))
    case.when(f.CardsRevealed(cards={"r": "A-902", "b": "A-904"})).then_refused("SEN-REV-02")
    case.when(f.CardsRevealed(cards={"r": "A-901"})).then_refused("SEN-REV-02")
    case.when(told, R).then_accepted()


@accepts("SEN-REV-03", "SEN-FOC-02")
def test_the_mandatory_cost() -> None:
    case = turned_up(r="A-911").when(pay("r", 1, "mandatory", "A-911"), R)
    assert case.then_accepted().fighters["r"].focus == 2
    case.when(resolve()).then_accepted()


@refuses("SEN-REV-03", "SEN-TURN-03", "SEN-FOC-02")
def test_a_cost_that_is_missing_wrong_or_paid_twice() -> None:
    case = turned_up(r="A-911")
    case.when(resolve()).then_refused("SEN-TURN-03", "SEN-REV-03")
    case.when(pay("r", 2, "mandatory", "A-911")).then_refused("SEN-REV-03")
    case.when(pay("r", 4, "mandatory", "A-911")).then_refused("SEN-FOC-02")
    case.when(pay("b", 1, "mandatory", "A-911")).then_refused("SEN-REV-03")
    paid = case.when(pay("r", 1, "mandatory", "A-911"))
    paid.when(pay("r", 1, "mandatory", "A-911")).then_refused("SEN-REV-03")


@accepts("SEN-REV-04")
@refuses("SEN-REV-04")
def test_an_optional_initiative() -> None:
    case = turned_up(r="A-911").when(pay("r", 1, "mandatory", "A-911"))
    case.when(pay("r", 2, "initiative", "A-911")).then_refused("SEN-REV-04")
    case.when(pay("b", 1, "initiative", "A-904")).then_refused("SEN-REV-04")
    bought = case.when(pay("r", 1, "initiative", "A-911"))
    bought.when(pay("r", 1, "initiative", "A-911")).then_refused("SEN-REV-04")
    queue = bought.when(resolve()).then_accepted().full.queue
    assert {part.actor: part.value for part in queue} == {"r": 8, "b": 3}


@accepts("SEN-REV-01")
@refuses("SEN-REV-01", "SEN-REV-03")
def test_stages_in_order() -> None:
    case = turned_up(r="A-911").when(pay("r", 1, "mandatory", "A-911"))
    passed = case.when(f.InstantPassed(player="b"))
    passed.when(pay("r", 1, "initiative", "A-911")).then_refused("SEN-REV-01")
    passed.when(pay("r", 1, "mandatory", "A-911")).then_refused("SEN-REV-01")
    turned_up(r="A-911").when(f.InstantPassed(player="b")).then_refused("SEN-REV-03")


@accepts("SEN-REV-05")
@refuses("SEN-REV-05")
def test_one_chance_from_the_bottom_up() -> None:
    case = turned_up(r="A-901")
    played(case, f.InstantPassed(player="b"), f.InstantPassed(player="r")).then_accepted()
    late = case.when(f.InstantPassed(player="r"), R)
    late.when(f.InstantPassed(player="b"), B).then_refused("SEN-REV-05")
    late.when(f.InstantPassed(player="r")).then_refused("SEN-REV-05")


def replacement(on: str = "A-911", card: str = "A-916", player: str = "r", **told: Any) -> f.InstantPlayed:
    return f.InstantPlayed(player=player, card=card, kind="replacement", on=on, **told)


@accepts("SEN-REV-06", "SEN-REV-07", "SEN-INST-02", "SEN-INST-05", "SEN-INST-08")
def test_a_replacement_gives_back_what_the_old_card_cost() -> None:
    case = turned_up("A-916", r="A-911")
    case = played(case, pay("r", 1, "mandatory", "A-911"), pay("r", 1, "initiative", "A-911"))
    case = played(case, pay("r", 1, "replacement", "A-916"), replacement())
    state = case.then_accepted()
    assert state.fighters["r"].focus == 2
    assert state.full.seats["r"].play == ("A-916",) and state.full.piles["r"].open == ("A-911",)
    queue = case.when(resolve()).then_accepted().full.queue
    assert {part.card for part in queue} == {"A-916", "A-904"}


def test_a_replacement_forgets_whom_the_old_card_aimed_at() -> None:
    case = turned_up("A-916", r="A-913", targets={"r": ("b",)}).when(pay("r", 1, "replacement", "A-916"))
    assert case.when(replacement("A-913")).then_accepted().full.seats["r"].targets == ()


@refuses("SEN-REV-07")
def test_the_replaced_card_is_out() -> None:
    case = turned_up("A-916", r="A-901")
    case = played(case, pay("r", 1, "replacement", "A-916"), replacement("A-901"), resolve())
    case.when(f.PartStarted(actor="r", card="A-901")).then_refused("SEN-REV-07")
    started(case, "r", "A-916").then_accepted()


@refuses("SEN-REV-06")
def test_a_replacement_is_paid_before_the_refund() -> None:
    case = turned_up("A-916", r="A-911", focus=1).when(pay("r", 1, "mandatory", "A-911"))
    case.when(replacement()).then_refused("SEN-REV-06")
    case.when(pay("r", 1, "replacement", "A-916")).then_refused("SEN-FOC-02")
    paid = turned_up("A-916", r="A-901").when(pay("r", 1, "replacement", "A-916"))
    paid.when(f.InstantPassed(player="b")).then_refused("SEN-REV-06")
    paid.when(replacement("A-901", "A-907")).then_refused()
    turned_up("A-916", r="A-901").when(pay("r", 2, "replacement", "A-916")).then_refused("SEN-REV-06")


@refuses("SEN-INST-02")
def test_what_a_replacement_cannot_replace() -> None:
    case = turned_up("A-916", r="A-901").when(pay("r", 1, "replacement", "A-916"))
    case.when(replacement("A-902")).then_refused("SEN-INST-02")


@refuses("SEN-INST-02")
@pytest.mark.parametrize("card", ["A-903", "A-038"])
def test_nothing_is_paid_for_a_replacement_that_is_refused(card: str) -> None:
    turned_up("A-916", r=card).when(pay("r", 1, "replacement", "A-916")).then_refused("SEN-INST-02")


@refuses("SEN-INST-02")
def test_a_stun_is_not_replaced() -> None:
    hand = ("A-916", "A-901", "A-902", "A-903", "A-905")
    case = changed(dealt(hands={"r": hand}), "r", stuns=1, focus=1)
    case = revealed(case, r=f.STUN, b="A-904")
    case.when(replacement(f.STUN)).then_refused("SEN-INST-02")
    case.when(pay("r", 1, "replacement", "A-916")).then_refused("SEN-INST-02")


@refuses("SEN-INST-05", "SEN-ZONE-02")
def test_only_replacements_replace() -> None:
    case = turned_up("A-907", r="A-901")
    case.when(replacement("A-901", "A-907")).then_refused("SEN-INST-05")
    case.when(replacement("A-901", "A-038")).then_refused("SEN-ZONE-02")


@accepts("SEN-INST-01")
@refuses("SEN-INST-01")
def test_one_instant_a_turn() -> None:
    case = turned_up("A-916", r="A-901").when(pay("r", 1, "replacement", "A-916"))
    seats = case.state.full.seats
    assert seats["r"].instants == 0
    once = case.when(replacement("A-901"))
    assert once.then_accepted().full.seats["r"].instants == 1
    used = changed_seat(turned_up("A-916", r="A-901"), "r", instants=1)
    used.when(pay("r", 1, "replacement", "A-916")).then_refused("SEN-INST-01")


def changed_seat(case: Case, player: str, **told: Any) -> Case:
    """The case with a player's turn changed."""
    return Case(RULES, case.setup, put(case.state, with_seat(case.state.full, player, **told)), case.entries)


@accepts("SEN-REV-08")
@refuses("SEN-REV-08", "SEN-TURN-03")
def test_a_variable_initiative() -> None:
    case = turned_up(r="A-907", b="A-907")
    choose = lambda actor, value: f.InitiativeChosen(actor=actor, value=value)
    case.when(choose("r", 4)).then_refused("SEN-REV-08")
    case.when(choose("b", 1)).then_refused("SEN-REV-08")
    case.when(choose("b", 7)).then_refused("SEN-REV-08")
    case.when(resolve()).then_refused("SEN-TURN-03", "SEN-REV-08")
    chosen = played(case, choose("b", 2), choose("r", 6))
    chosen.when(choose("r", 5)).then_refused("SEN-REV-08")
    queue = chosen.when(resolve()).then_accepted().full.queue
    assert {part.actor: part.value for part in queue} == {"r": 6, "b": 2}


@refuses("SEN-REV-08")
def test_a_fixed_initiative_is_not_chosen() -> None:
    turned_up(r="A-901").when(f.InitiativeChosen(actor="r", value=5)).then_refused("SEN-REV-08")


@accepts("SEN-REV-09")
def test_targets_are_named_at_the_reveal() -> None:
    case = turned_up(r="A-913", targets={"r": ("b",)})
    assert case.then_accepted().full.seats["r"].targets == ("b",)


@refuses("SEN-REV-09")
@pytest.mark.parametrize(
    ("card", "targets"), [("A-913", {}), ("A-913", {"r": ("x",)}), ("A-901", {"r": ("b",)})]
)
def test_wrong_targets(card: str, targets: dict[str, tuple[str, ...]]) -> None:
    case = selecting(dealt(hands={"r": (card, "A-902", "A-903", "A-904", "A-905")}))
    case = played(case, f.CardSelected(player="r", card=card), f.CardSelected(player="b", card="A-904"))
    told = f.CardsRevealed(cards={"r": card, "b": "A-904"}, targets=targets)
    case.when(told).then_refused("SEN-REV-09")


def _hooks(**told: Any) -> Case:
    """Both chose a card with a named target; the reveal leaves the targets to their owners."""
    hand = ("A-913", "A-902", "A-903", "A-904", "A-905")
    case = selecting(dealt(hands={"r": hand, "b": hand}))
    case = played(case, *(f.CardSelected(player=one, card="A-913") for one in "rb"))
    return case.when(f.CardsRevealed(cards={"r": "A-913", "b": "A-913"}, **told))


@accepts("SEN-REV-09")
def test_each_owner_names_the_target_right_after_the_reveal() -> None:
    case = _hooks(naming=("r", "b"))
    case = case.when(f.TargetNamed(actor="b", targets=("r",)), B)
    case = case.when(f.TargetNamed(actor="r", targets=("b",)), R)
    seats = case.when(f.PhaseStarted(phase="resolve")).then_accepted().full.seats
    assert seats["r"].targets == ("b",) and seats["b"].targets == ("r",)
    one = _hooks(naming=("r",), targets={"b": ("r",)}).when(f.TargetNamed(actor="r", targets=("b",)))
    one.then_accepted()


def turning_up(mode: str, sides: Any, **cards: str) -> Taps:
    """The form of the reveal, where these cards are chosen."""
    sizes = {"r": 5, "b": 5, "c": 6}
    hands = {one: tuple(dict.fromkeys((card, *HAND)))[: sizes[one]] for one, card in cards.items()}
    case = selecting(dealt(mode, sides, hands=hands))
    case = played(case, *(f.CardSelected(player=player, card=card) for player, card in cards.items()))
    (told,) = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "cards_revealed"]
    form = SYSTEM.faces.taps(case.state, told)
    assert form is not None
    return form


def test_a_target_is_asked_of_its_owner_where_there_are_several() -> None:
    """SEN-REV-09: whoever turns the cards up names nobody's target but their own, and nobody the only one."""
    several = turning_up("multi", THREE, r="A-913", b="A-913", c="A-906")
    rows = {row.key: row for group in several.groups for row in group.rows}
    assert {key: row.whose for key, row in rows.items()} == {"target:r": "r", "target:b": "b"}
    alone = turning_up("duel", DUEL, r="A-913", b="A-913")
    assert [row.key for group in alone.groups for row in group.rows] == []
    assert alone.read({}, {})["targets"] == {"r": ["b"], "b": ["r"]}


@refuses("SEN-REV-09", "SEN-LOG-04")
def test_nothing_goes_on_before_the_targets_are_named() -> None:
    _hooks(naming=("r",)).then_refused("SEN-REV-09")
    _hooks(naming=("r", "b"), targets={"b": ("r",)}).then_refused("SEN-REV-09")
    _hooks(naming=("r", "b", "x")).then_refused("SEN-REV-09")
    case = _hooks(naming=("r", "b"))
    case.when(f.InstantPassed(player="r")).then_refused("SEN-REV-09")
    case.when(f.TargetNamed(actor="r", targets=())).then_refused("SEN-REV-09")
    case.when(f.TargetNamed(actor="r", targets=("r",))).then_refused("SEN-REV-09")
    case.when(f.TargetNamed(actor="r", targets=("b",)), B).then_refused("SEN-LOG-04")
    named = case.when(f.TargetNamed(actor="r", targets=("b",)))
    named.when(f.TargetNamed(actor="r", targets=("b",))).then_refused("SEN-REV-09")
    turned_up(r="A-901").when(f.TargetNamed(actor="r", targets=("b",))).then_refused("SEN-REV-09")


def test_no_later_stage_is_offered_before_the_costs_are_paid() -> None:
    case = turned_up(r="A-911")
    offered = {told.type for told in RULES.next_events(case.state, REFEREE)}
    assert "focus_paid" in offered and not offered & {"instant_passed", "phase_started"}
    paid = case.when(pay("r", 1, "mandatory", "A-911"))
    assert "instant_passed" in {told.type for told in RULES.next_events(paid.state, REFEREE)}


@accepts("SEN-LOG-06")
@refuses("SEN-LOG-06")
def test_declared_facts_stay_the_same() -> None:
    edition = {card: one for card, one in training.EDITION.items() if card != "A-901"}
    case = selecting(dealt(cards=edition))
    case = played(case, f.CardSelected(player="r", card="A-901"), f.CardSelected(player="b", card="A-904"))
    cards = {"r": "A-901", "b": "A-904"}
    attack = Definition(types=("attack",), parts=(PartDefinition(initiative=5, effects=(Attack(),)),))
    told = case.when(f.CardsRevealed(cards=cards, declared={"A-901": attack}))
    assert told.then_accepted().full.seats["r"].obliged
    wrong = {"A-904": Definition(types=("attack",))}
    case.when(f.CardsRevealed(cards=cards, declared=wrong)).then_refused("SEN-LOG-06")
    later = selecting(_over(told), drawn={"r": "A-901"})
    later = played(later, f.CardSelected(player="r", card="A-901"), f.CardSelected(player="b", card="A-904"))
    other = {"A-901": Definition(types=("defence",))}
    later.when(f.CardsRevealed(cards=cards, declared=other)).then_refused("SEN-LOG-06")


@accepts("SEN-LOG-06", "SEN-LOG-05", "SEN-INIT-01")
@refuses("SEN-LOG-06")
def test_an_initiative_is_declared_without_the_effects_and_the_effects_later() -> None:
    edition = {card: one for card, one in training.EDITION.items() if card != "A-901"}
    case = selecting(dealt(cards=edition))
    case = played(case, f.CardSelected(player="r", card="A-901"), f.CardSelected(player="b", card="A-904"))
    cards = {"r": "A-901", "b": "A-904"}
    part = PartDefinition(initiative=5, effects=None)
    bare = Definition(types=("attack",), parts=(part,))
    told = case.when(f.CardsRevealed(cards=cards, declared={"A-901": bare})).then_accepted().full
    assert "SEN-INIT-01" not in told.unverified and {"SEN-ATK-01", "SEN-ATK-13"} <= set(told.unverified)
    later = case.when(f.CardsRevealed(cards=cards, declared={"A-901": bare}))
    later = selecting(_over(later), drawn={"r": "A-901"})
    later = played(later, f.CardSelected(player="r", card="A-901"), f.CardSelected(player="b", card="A-904"))
    slower = Definition(parts=(msgspec.structs.replace(part, initiative=4, effects=()),))
    later.when(f.CardsRevealed(cards=cards, declared={"A-901": slower})).then_refused("SEN-LOG-06")
    whole = Definition(parts=(msgspec.structs.replace(part, effects=(FocusGain(amount=1),)),))
    known = later.when(f.CardsRevealed(cards=cards, declared={"A-901": whole})).then_accepted().full
    assert known.cards["A-901"].parts == whole.parts
    again = f.CardsRevealed(cards=cards, declared={"A-901": bare})
    assert later.when(again).then_accepted().full.cards["A-901"].parts == bare.parts


def _over(case: Case) -> Case:
    """The turn ends at once: its parts are taken as done."""
    case = case.when(resolve())
    full = msgspec.structs.replace(case.state.full, queue=())
    return ended(Case(RULES, case.setup, msgspec.structs.replace(case.state, full=full), case.entries))


def test_an_unknown_card_is_flagged_and_not_judged() -> None:
    edition = {card: one for card, one in training.EDITION.items() if card != "A-901"}
    case = revealed(dealt(cards=edition), r="A-901", b="A-904").when(resolve())
    assert "SEN-INIT-01" in started(case, "r", "A-901").then_accepted().full.unverified


@refuses("SEN-INST-08")
def test_the_kamae_of_an_instant() -> None:
    wanted = msgspec.structs.replace(training.EDITION["A-916"], required_kamae="balance")
    case = dealt(
        hands={"r": ("A-916", "A-901", "A-902", "A-903", "A-905")},
        cards={**training.EDITION, "A-916": wanted},
    )
    case = revealed(changed(case, "r", **RICH), r="A-901", b="A-904")
    case.when(pay("r", 1, "replacement", "A-916")).then_refused("SEN-INST-08")


@refuses("SEN-REV-03", "SEN-REV-04")
def test_what_is_not_due_is_said_without_a_price_of_nothing() -> None:
    """It read "costs 0 focus, paid once; you entered 1"."""
    case = turned_up(r="A-911").when(pay("r", 1, "mandatory", "A-911"))
    bought = case.when(pay("r", 1, "initiative", "A-911"))
    told = (
        (bought, pay("r", 1, "initiative", "A-911"), "r: the initiative of A-911 is bought already."),
        (case, pay("b", 1, "initiative", "A-904"), "b: A-904 has no optional initiative, so there"),
        (case, pay("r", 1, "initiative", "A-904"), "r: the revealed card is A-911; only its initiative"),
        (case, pay("r", 1, "mandatory", "A-911"), "r: the mandatory focus of A-911 is paid already."),
        (case, pay("r", 1, "mandatory", "A-904"), "r: the revealed card is A-911; mandatory focus"),
    )
    for before, event, words in told:
        rule = "SEN-REV-03" if event.reason == "mandatory" else "SEN-REV-04"
        refused = before.when(event).then_refused(rule)
        assert words in " ".join(sentence(one, "en") for one in refused)
