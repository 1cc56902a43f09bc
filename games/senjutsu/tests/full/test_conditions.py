"""EFF and COV at full detail: wounds and conditions by cards, healing, poison decks, cover."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ruleset import REFEREE
from games.senjutsu import RULES
from games.senjutsu.full import effect_events as x
from games.senjutsu.full.definitions import Attack, Block, Cell, Definition, Other
from games.senjutsu.full.events import PhaseStarted
from games.senjutsu.full.legal.moves import moves
from games.senjutsu.tests.full.position import AHEAD, IDLE, begun, card, hit, result, strikes, then, turn
from games.senjutsu.tests.full.tables import B
from games.testing import Case, accepts, refuses

TEXT = card(Other(text="Something."), types=("meditation",))
DONE = x.EffectResolved(actor="r", card="A-901")


def acting(r: Definition = TEXT, **told: Any) -> Case:
    return begun(turn(r, **told), "r")


@accepts("SEN-EFF-01", "SEN-EFF-02", "SEN-EFF-03", "SEN-EFF-05")
def test_what_a_card_in_play_does_to_somebody() -> None:
    case = then(
        acting(),
        x.WoundTaken(actor="b", normal=1, bleeding=1, cause="A-901"),
        x.ConditionGained(actor="b", kind="stun", count=2, cause="A-901"),
        x.ConditionGained(actor="b", kind="injury", cause="A-901"),
        DONE,
    )
    one = case.then_accepted().fighters["b"]
    assert (one.wounds, one.bleeding, one.stuns, one.timers) == (2, 1, 2, (0,))


@refuses("SEN-EFF-01", "SEN-EFF-03", "SEN-EFF-05", "SEN-EFF-07")
@pytest.mark.parametrize("cause", ["A-931", "rock", "A-902"])
def test_what_is_caused_by_nothing_in_play(cause: str) -> None:
    case = acting()
    case.when(x.WoundTaken(actor="b", normal=1, cause=cause)).then_refused("SEN-EFF-01")
    case.when(x.WoundsHealed(actor="b", normal=1, card=cause)).then_refused("SEN-EFF-01")
    for kind, rule in (("stun", "SEN-EFF-03"), ("injury", "SEN-EFF-05"), ("poison", "SEN-EFF-07")):
        told: Any = {"poison": "C-002"} if kind == "poison" else {}
        gained = x.ConditionGained(actor="b", kind=kind, cause=cause, **told)  # type: ignore[arg-type]
        case.when(gained).then_refused(rule)


@accepts("SEN-EFF-01", "SEN-EFF-02")
@refuses("SEN-EFF-01", "SEN-EFF-02")
def test_only_wounds_that_are_there_heal() -> None:
    case = acting(bodies={"r": {"wounds": 3, "bleeding": 2}})
    heal = x.WoundsHealed(actor="r", normal=1, bleeding=1, card="A-901")
    one = case.when(heal).then_accepted().fighters["r"]
    assert (one.wounds, one.bleeding) == (1, 1)
    case.when(x.WoundsHealed(actor="r", normal=2, card="A-901")).then_refused("SEN-EFF-01")
    case.when(x.WoundsHealed(actor="r", bleeding=3, card="A-901")).then_refused("SEN-EFF-02")
    case.when(x.WoundsHealed(actor="r", card="A-901")).then_refused("SEN-EFF-01")
    case.when(x.WoundTaken(actor="r", cause="A-901")).then_refused("SEN-EFF-01")


@accepts("SEN-EFF-05", "SEN-EFF-07", "SEN-INIT-02")
@refuses("SEN-EFF-05", "SEN-EFF-07")
def test_only_injuries_and_poisons_that_are_there_end() -> None:
    """The injury that would last longest goes first; a poison that stays may say of itself that it is over."""
    case = acting(bodies={"b": {"timers": (0, 2), "injuries": 2, "poisons": ("C-003", "C-003")}})
    cure = x.WoundsHealed(actor="b", injuries=1, card="A-901")
    one = case.when(cure).then_accepted().fighters["b"]
    assert (one.timers, one.injuries) == ((2,), 1)
    case.when(msgspec.structs.replace(cure, injuries=3)).then_refused("SEN-EFF-05")
    over = x.WoundsHealed(actor="b", poison="C-003", card="C-003")
    assert case.when(over).then_accepted().fighters["b"].poisons == ("C-003",)
    twice = then(case, over, msgspec.structs.replace(over, card="A-901"))
    assert twice.then_accepted().fighters["b"].poisons == ()
    twice.when(over).then_refused("SEN-EFF-01")
    twice.when(msgspec.structs.replace(over, card="A-901")).then_refused("SEN-EFF-07")
    offers = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "wounds_healed"]
    assert [one.players for one in offers] == [("b",)]


@accepts("SEN-EFF-06", "SEN-TER-04")
def test_discard_turns_injuries_and_blesses_at_shrines() -> None:
    bodies: Any = {"r": {"timers": (2, 3), "injuries": 2, "focus": 0}, "b": {"focus": 3}}
    shrines = {(1, 1): "shrine", (1, 0): "shrine"}
    case = then(acting(terrain=shrines, bodies=bodies), DONE)
    case = then(begun(case, "b"), x.FocusGained(player="b", amount=1), PhaseStarted(phase="discard"))
    after = case.then_accepted().fighters
    assert (after["r"].timers, after["r"].injuries, after["r"].focus) == ((3,), 1, 2)
    assert after["b"].focus == 3


VENOM = card(Attack(grid=(Cell((0, -1)),), poison=1), Attack(grid=(Cell((0, -1)),), poison=1))


def poisoned(*cards: str) -> x.AttackResolved:
    return result("r", hit("b", poison=cards))


def envenomed(deck: tuple[str, ...], **told: Any) -> Case:
    return acting(VENOM, bodies={"r": {"poison": deck}}, **told).when(strikes("r"))


@accepts("SEN-EFF-07", "SEN-EFF-08")
@refuses("SEN-EFF-07")
def test_a_poisoning_attack_uses_the_own_poison_deck() -> None:
    case = envenomed(("C-002",))
    again = then(case, poisoned("C-002"), strikes("r"), poisoned("C-002"))
    assert again.then_accepted().fighters["b"].poisons == ("C-002",), "it had come back"
    assert again.state.full.running[0].success
    case.when(poisoned()).then_refused("SEN-EFF-07")
    case.when(poisoned("C-003")).then_refused("SEN-EFF-07")
    case.when(poisoned("C-002", "C-002")).then_refused("SEN-EFF-07")
    envenomed(()).when(poisoned()).then_accepted()


@accepts("SEN-EFF-08", "SEN-EFF-07")
@refuses("SEN-EFF-08", "SEN-EFF-07")
def test_of_two_poison_cards_each_is_used_once() -> None:
    case = then(envenomed(("C-002", "C-003")), poisoned("C-003"), strikes("r"))
    case.when(poisoned("C-003")).then_refused("SEN-EFF-08")
    case.when(poisoned()).then_refused("SEN-EFF-07")
    case.when(poisoned("C-002")).then_accepted()


@accepts("SEN-EFF-07", "SEN-EFF-08")
def test_the_attacker_is_offered_each_poison_card_and_every_way_to_share_them() -> None:
    def offered(case: Case) -> list[list[tuple[str, ...]]]:
        (due,) = (one for one in RULES.next_events(case.state, REFEREE) if one.type == "attack_resolved")
        found = [one for one in moves(case.state, due) if isinstance(one, x.AttackResolved)]
        return [[result_.poison for result_ in one.results] for one in found]

    assert offered(envenomed(("C-002", "C-003"))) == [[("C-002",)], [("C-003",)]]
    assert offered(then(envenomed(("C-002", "C-003")), poisoned("C-003"), strikes("r"))) == [[("C-002",)]]
    wide = card(Attack(grid=(Cell((0, -1)), Cell((1, -1))), poison=1))
    for deck, ways in (
        (("C-002",), [[("C-002",), ("C-002",)]]),
        (("C-002", "C-003"), [[("C-002",), ("C-003",)], [("C-003",), ("C-002",)]]),
    ):
        case = turn(wide, IDLE, IDLE, at={"c": ((1, 0), 3)}, bodies={"r": {"poison": deck}})
        assert offered(begun(case, "r").when(strikes("r"))) == ways


@accepts("SEN-EFF-07", "SEN-EFF-01", "SEN-EFF-05")
@refuses("SEN-EFF-01")
@pytest.mark.parametrize("lasting", [None, False])
def test_what_the_poison_of_an_attack_says_is_done_and_then_it_is_discarded(lasting: bool | None) -> None:
    """No event could tell what it does: it was gone with the attack, unless it is known to stay."""
    extra = {"C-002": Definition(name="Spreading Venom", owner="poison", lasting=lasting)}
    case = envenomed(("C-002",), extra=extra)
    hurts = x.WoundTaken(actor="b", normal=1, cause="C-002")
    acting(extra=extra).when(hurts).then_refused("SEN-EFF-01")
    case = case.when(poisoned("C-002"))
    (offer,) = (one for one in RULES.next_events(case.state, REFEREE) if one.type == "wound_taken")
    assert "C-002" in offer.choices["cause"]
    case = then(case, hurts, x.ConditionGained(actor="b", kind="injury", count=1, cause="C-002"))
    over = x.WoundsHealed(actor="b", card="C-002", poison="C-002")
    assert (case.then_accepted().fighters["b"].poisons == ()) is (lasting is False)
    if lasting is None:
        assert case.when(over).then_accepted().fighters["b"].poisons == ()


@accepts("SEN-EFF-07", "SEN-HID-09")
@refuses("SEN-EFF-07", "SEN-EFF-08")
def test_poison_that_stays() -> None:
    lasting = {"C-003": Definition(name="Lasting", owner="poison", lasting=True)}
    after = envenomed(("C-002", "C-003"), extra=lasting).when(poisoned("C-003"))
    assert after.then_accepted().fighters["b"].poisons == ("C-003",)
    case = acting(bodies={"r": {"poison": ("C-002", "C-003")}})
    told = x.ConditionGained(actor="b", kind="poison", cause="A-901", poison="C-003")
    one = case.when(told)
    assert one.then_accepted().fighters["b"].poisons == ("C-003",)
    one.when(told).then_refused("SEN-EFF-08")
    case.when(x.ConditionGained(actor="b", kind="poison", cause="A-901")).then_refused("SEN-EFF-07")
    strange = x.ConditionGained(actor="b", kind="poison", cause="A-901", poison="C-009")
    case.when(strange).then_refused("SEN-EFF-07")
    case.when(strange, by=B).then_accepted()
    wrong = x.ConditionGained(actor="b", kind="stun", cause="A-901", poison="C-003")
    case.when(wrong).then_refused("SEN-EFF-03")


COVER: Any = {"cover": True, "in_cover": True}


@accepts("SEN-COV-02", "SEN-COV-03")
def test_cover_ends_by_hurting_and_by_being_hurt() -> None:
    cut = card(Attack(grid=(Cell((0, -1), 1),)))
    case = acting(cut, bodies={"r": COVER, "b": COVER}).when(strikes("r"))
    after = case.when(result("r", hit("b", wounds=1))).then_accepted()
    assert not after.fighters["r"].in_cover and not after.fighters["b"].in_cover
    missed = acting(cut, bodies={"r": COVER}, at={"b": ((2, -3), 3)}).when(strikes("r")).when(result("r"))
    assert missed.then_accepted().fighters["r"].in_cover


@accepts("SEN-COV-02", "SEN-COV-03")
def test_a_successful_block_ends_cover() -> None:
    cut, guard = card(Attack(grid=(Cell((0, -1), 1),))), card(Block(grid=((0, 0),)), types=("defence",))
    case = begun(turn(cut, guard, bodies={"r": COVER, "b": COVER}), "b")
    case = case.when(x.BlockApplied(actor="b", card="A-902", hexes=(AHEAD,)))
    case = begun(case, "r").when(strikes("r"))
    after = case.when(result("r", x.Result(hex=AHEAD, outcome="ignored", target="b"))).then_accepted()
    assert after.fighters["r"].in_cover and not after.fighters["b"].in_cover


@accepts("SEN-COV-01", "SEN-COV-04")
@refuses("SEN-COV-01", "SEN-COV-04")
def test_cover_is_entered_by_an_effect_that_says_so() -> None:
    hide = card(Other(text="Enter cover.", enters_cover=True), types=("meditation",))
    after = acting(hide, bodies={"r": {"cover": True}}).when(DONE).then_accepted()
    assert after.fighters["r"].in_cover
    acting(hide).when(DONE).then_refused("SEN-COV-01")
    told = x.EffectResolved(actor="r", card="A-901", choice="enter_cover")
    acting(bodies={"r": {"cover": True}}).when(told).then_refused("SEN-COV-04")
    unknown = acting(card(parts=None), bodies={"r": {"cover": True}})
    assert unknown.when(told).then_accepted().fighters["r"].in_cover
    acting(card(parts=None)).when(told).then_refused("SEN-COV-01")


@accepts("SEN-ATK-13")
@refuses("SEN-ATK-13", "SEN-LOG-08")
def test_only_a_text_is_followed_by_effect_resolved() -> None:
    case = acting(card(Attack(grid=(Cell((0, -1), 1),))))
    case.when(DONE).then_refused("SEN-ATK-13")
    acting().when(x.EffectResolved(actor="r", card="A-905")).then_refused("SEN-LOG-08")
    acting().when(DONE).when(DONE).then_refused("SEN-ATK-13")
    turn().when(DONE).then_refused("SEN-ATK-13")
    optional = acting(card(Other(text="Maybe.", optional=True), types=("meditation",)))
    out = x.EffectResolved(actor="r", card="A-901", applied=False)
    optional.when(out).then_accepted()
    acting().when(out).then_refused("SEN-ATK-13")
