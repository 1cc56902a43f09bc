"""What virtual opponents do in Resolve: targets, attack or second part, shooters, counterattacks, the fallen lord.

SEN-SOLO-16 to -21, -25, -26, SEN-HORDE-15. The opponents are put where a test wants them; every event is judged.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ruleset import REFEREE, NextEvent
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import events as f
from games.senjutsu.full.definitions import Attack, Cell, Move, PartDefinition
from games.senjutsu.full.effect_events import Result, Stand, Step
from games.senjutsu.full.harm import Hurt
from games.senjutsu.full.state import Running, Thing
from games.senjutsu.play import training_foes
from games.senjutsu.tests.full import position
from games.senjutsu.tests.full.foe_tables import (
    PAIR,
    after_parts,
    case_of_resolve,
    drawing,
    drawn,
    ended,
    harmed,
    horde,
    resolving,
    revealed,
    solo,
    wave,
)
from games.testing import Case, accepts, refuses

ME = {"r": ((0, 1), 0)}
FACED = {"vo-1": {"hex": (0, 0), "facing": 3}}
"""The opponent stands right before the player, face to face."""
DECK = {"vo-1": "k1"}


def duel(card: str, mine: str = "A-904", vos: Any = None, at: Any = None, **told: Any) -> Case:
    """A katana's turn: `card` against `mine`, up to Resolve."""
    spots = {"vo-1": {**FACED["vo-1"], **(vos or {})}}
    return resolving(solo("katana", at=at or ME, vos=spots, **told), r=mine, vo_1=card)


def begin(case: Case, card: str, part: int = 0, vo: str = "vo-1") -> Case:
    """The opponent's part begins; a tie is left to it."""
    full = case.state.full
    tied = {one.value for one in full.queue}
    if len(full.queue) > 1 and len(tied) == 1:
        case = case.when(f.TieOrderChosen(player="r", position=2))
    return case.when(f.PartStarted(actor=vo, card=card, part=part))


def hit(hex_: Any, target: str | None, wounds: int = 1, **told: Any) -> Result:
    return Result(
        hex=hex_, outcome="hit" if target else "empty", target=target, wounds=wounds if target else 0, **told
    )


@accepts("SEN-SOLO-18")
@refuses("SEN-SOLO-18")
def test_an_opponent_that_can_attack_does_and_nothing_more() -> None:
    case = duel("S-017", mine="A-905")
    begin(case, "S-017", part=1).then_refused("SEN-SOLO-18")
    case = begin(case, "S-017")
    case = case.when(x.AttackDeclared(attacker="vo-1", card="S-017", hexes=((0, 1),)))
    case = case.when(x.AttackResolved(attacker="vo-1", results=(hit((0, 1), "r", stuns=1),)))
    assert (case.state.fighters["r"].wounds, case.state.fighters["r"].stuns) == (1, 1)
    told = case.when(f.PartStarted(actor="vo-1", card="S-017", part=1))
    told.then_refused("SEN-SOLO-18")
    assert "SEN-INIT-03" not in {one.rule for one in told.violations}


@accepts("SEN-SOLO-18")
@refuses("SEN-SOLO-18")
def test_an_opponent_that_reaches_nobody_plays_the_second_part() -> None:
    case = duel("S-016", mine="A-904", vos={"hex": (0, -2)})
    case.when(f.PartStarted(actor="vo-1", card="S-016")).then_refused("SEN-SOLO-18")
    case = case.when(f.PartStarted(actor="vo-1", card="S-016", part=1))
    back = x.ActorMoved(actor="vo-1", sequence=(Step("step", 3),), to=Stand((0, -3), 3))
    after = case.when(back).then_accepted()
    assert after.foes["vo-1"].hex == (0, -3)
    assert [one.actor for one in after.full.queue] == ["r"]


@accepts("SEN-SOLO-18", "SEN-SOLO-27")
@refuses("SEN-SOLO-18")
def test_the_movement_before_the_attack_counts() -> None:
    case = duel("S-014", mine="A-904", vos={"hex": (0, -1)})
    case = case.when(f.PartStarted(actor="r", card="A-904")).when(x.FocusGained(player="r", amount=2))
    begin(case, "S-014", part=1).then_refused("SEN-SOLO-18")
    case = begin(case, "S-014")
    away = x.ActorMoved(actor="vo-1", sequence=(Step("turn", 1),), to=Stand((0, -1), 4))
    case.when(away).then_refused("SEN-SOLO-18")
    near = x.ActorMoved(actor="vo-1", sequence=(Step("step", 0),), to=Stand((0, 0), 3))
    case = case.when(near).when(x.AttackDeclared(attacker="vo-1", card="S-014"))
    case.when(x.AttackResolved(attacker="vo-1", results=(hit((0, 1), "r"),))).then_accepted()


@accepts("SEN-SOLO-18")
@refuses("SEN-SOLO-18")
@pytest.mark.parametrize(("mine", "free"), [("A-901", True), ("A-904", False)])
def test_a_defensive_opponent_keeps_out_of_an_attack(mine: str, free: bool) -> None:
    case = duel("S-016", mine=mine, vos={"stance": "defensive"})
    if mine == "A-901":
        case = case.when(f.PartStarted(actor="r", card=mine))
        case = case.when(x.AttackDeclared(attacker="r", card=mine))
        case = case.when(x.AttackResolved(attacker="r", results=(hit((0, 0), "vo-1"),)))
    told = case.when(f.PartStarted(actor="vo-1", card="S-016", part=1))
    told.then_accepted() if free else told.then_refused("SEN-SOLO-18")


@accepts("SEN-SOLO-18")
@refuses("SEN-SOLO-18")
def test_a_blow_that_would_hit_an_ally_is_left_to_the_offensive() -> None:
    """A sweep without a step before it hits the ally in any case."""
    cells = tuple(Cell(at=place, wounds=1) for place in ((0, -1), (-1, 0)))
    sweep = PartDefinition(initiative=3, effects=(Attack(grid=cells),))
    known = training_foes.EDITION["S-016"]
    parts = (sweep, *(known.parts or ())[1:])
    cards = {**training_foes.EDITION, "S-016": msgspec.structs.replace(known, parts=parts)}
    for stance, legal in (("offensive", 0), ("defensive", 1)):
        vos = {"vo-1": {**FACED["vo-1"], "stance": stance}, "vo-2": {"hex": (1, 0), "facing": 4}}
        case = solo("katana", "katana", at={"r": ((0, 1), 0)}, vos=vos, cards=cards)
        case = resolving(case, r="A-905", vo_1="S-016", vo_2="S-001")
        for part in (0, 1):
            told = Case(case.rules, case.setup, alone(case, "vo-1"), case.entries)
            told = told.when(f.PartStarted(actor="vo-1", card="S-016", part=part))
            told.then_accepted() if part == legal else told.then_refused("SEN-SOLO-18")


def alone(case: Case, actor: str) -> Any:
    """The match in which only this actor's parts are left."""
    queue = tuple(one for one in case.state.full.queue if one.actor == actor)
    return msgspec.structs.replace(case.state, full=msgspec.structs.replace(case.state.full, queue=queue))


@refuses("SEN-SOLO-18")
def test_nobody_attacks_empty_hexes() -> None:
    case = duel("S-014", "A-908")
    case = case.when(f.PartStarted(actor="r", card="A-908"))
    off = x.ActorMoved(actor="r", sequence=(Step("step", 2),), to=Stand((1, 1), 0))
    case = case.when(off).when(x.BlockApplied(actor="r", card="A-908", hexes=((1, 1),)))
    case = begin(case, "S-014")
    case.when(x.AttackDeclared(attacker="vo-1", card="S-014")).then_refused("SEN-SOLO-18")


ARCHER = {"vo-1": {"hex": (0, -4), "facing": 3}}


def shooting(card: str = "S-036", rocks: Any = (), hexes: Any = None, mine: str = "A-905") -> Case:
    """A yumi's turn, four or five hexes from the player."""
    case = solo("yumi", at={"r": ((0, 1), 0)}, vos={"vo-1": {**ARCHER["vo-1"], **(hexes or {})}})
    case = harmed(case, Hurt("r", stuns=1))
    terrain = tuple(Thing(place, "rock") for place in rocks)
    full = msgspec.structs.replace(case.state.full, terrain=terrain)
    state = msgspec.structs.replace(case.state, full=full)
    case = revealed_with(Case(case.rules, case.setup, state, case.entries), card, mine)
    return case_of_resolve(case)


def revealed_with(case: Case, card: str, mine: str) -> Case:
    case = drawn(drawing(case)).when(f.PhaseStarted(phase="select"))
    case = case.when(f.CardSelected(player="r", card=mine))
    aimed: dict[str, tuple[str, ...]] = {"vo-1": ("r",)} if card in ("S-036", "S-039") else {}
    return case.when(f.CardsRevealed(cards={"r": mine, "vo-1": card}, targets=aimed))


@accepts("SEN-SOLO-19")
@refuses("SEN-SOLO-19", "SEN-ATK-05")
def test_a_shooter_shoots_what_it_sees() -> None:
    case = shooting()
    case.when(f.PartStarted(actor="vo-1", card="S-036", part=1)).then_refused("SEN-SOLO-19")
    case = case.when(f.PartStarted(actor="vo-1", card="S-036"))
    case.when(x.AttackDeclared(attacker="vo-1", card="S-036")).then_accepted()
    case = case.when(x.AttackDeclared(attacker="vo-1", card="S-036", target="r"))
    case.when(x.AttackResolved(attacker="vo-1", results=(hit((0, 1), "r"),))).then_accepted()
    wall = ((-1, -1), (0, -2), (0, -1), (1, -2), (1, -1), (-1, 0), (2, -2), (-2, 0))
    blind = shooting(rocks=wall)
    blind.when(f.PartStarted(actor="vo-1", card="S-036")).then_refused("SEN-SOLO-19")
    blind.when(f.PartStarted(actor="vo-1", card="S-036", part=1)).then_accepted()


@accepts("SEN-SOLO-19")
@refuses("SEN-SOLO-19")
def test_a_defensive_shooter_shoots_all_the_same() -> None:
    """The stance keeps from an attack hand to hand alone: the steps of ranged combat do not know it."""
    case = shooting(hexes={"stance": "defensive"}, mine="A-901")
    case = Case(case.rules, case.setup, alone(case, "vo-1"), case.entries)
    case.when(f.PartStarted(actor="vo-1", card="S-036", part=1)).then_refused("SEN-SOLO-19")
    case.when(f.PartStarted(actor="vo-1", card="S-036")).then_accepted()


@accepts("SEN-SOLO-17")
@refuses("SEN-SOLO-17")
def test_a_shooter_stays_where_it_sees_from_its_range() -> None:
    step = x.ActorMoved(actor="vo-1", sequence=(Step("step", 0),), to=Stand((0, -3), 3))
    turn = x.ActorMoved(actor="vo-1", sequence=(Step("turn", 1),), to=Stand((0, -4), 4))
    case = begin(shooting("S-002", mine="stun"), "S-002")
    case.when(step).then_refused("SEN-SOLO-17")
    case.when(turn).then_accepted()
    near = begin(shooting("S-002", hexes={"hex": (0, -3)}, mine="stun"), "S-002")
    near.when(msgspec.structs.replace(step, to=Stand((0, -2), 3))).then_accepted()


@accepts("SEN-SOLO-16")
@refuses("SEN-SOLO-16")
def test_the_nearest_character_is_the_target() -> None:
    at = {"r": ((0, 1), 0), "b": ((0, 3), 0)}
    case = solo("yumi", sides=PAIR, at=at, vos=ARCHER)
    case = drawn(drawing(case)).when(f.PhaseStarted(phase="select"))
    for player in ("r", "b"):
        case = case.when(f.CardSelected(player=player, card="A-904"))
    cards = {"r": "A-904", "b": "A-904", "vo-1": "S-036"}
    case.when(f.CardsRevealed(cards=cards, targets={"vo-1": ("b",)})).then_refused("SEN-SOLO-16")
    case.when(f.CardsRevealed(cards=cards, targets={"vo-1": ("r",)})).then_accepted()


@accepts("SEN-SOLO-16")
@refuses("SEN-SOLO-16")
def test_a_blow_falls_on_the_nearest_character() -> None:
    at = {"r": ((0, 1), 0), "b": ((0, 2), 0)}
    spots = {"vo-1": {"hex": (0, 0), "facing": 3}}
    case = solo("yari", sides=PAIR, at=at, vos=spots)
    case = resolving(case, r="A-905", b="A-905", vo_1="S-010")
    fighters = {**case.state.fighters, "r": msgspec.structs.replace(case.state.fighters["r"], hex=(-1, 0))}
    state = msgspec.structs.replace(case.state, fighters=fighters)
    far = Case(case.rules, case.setup, state, case.entries)
    event = x.AttackDeclared(attacker="vo-1", card="S-010", hexes=((0, 1), (0, 2)))
    for one, rule in ((case, None), (far, "SEN-SOLO-16")):
        one = running(one, "vo-1", "S-010").when(event)
        one.then_accepted() if rule is None else one.then_refused(rule)


def running(case: Case, actor: str, card: str) -> Case:
    """A part is being resolved already."""
    full = msgspec.structs.replace(case.state.full, running=(Running(actor, card, 0, 4),))
    state = msgspec.structs.replace(case.state, full=full)
    return Case(case.rules, case.setup, state, case.entries)


def struck(card: str = "S-027", mine: str = "A-901", value: int | None = 4, decks: Any = None) -> Case:
    """The player's attack at 5 on an opponent whose defence card has a counterattack at 5."""
    case = solo("katana", at=ME, vos=FACED, decks=decks or DECK)
    case = revealed(case, r=mine, vo_1=card)
    if value is not None:
        case = case.when(f.InitiativeChosen(actor="vo-1", value=value))
    return case_of_resolve(case)


def defended(case: Case, mine: str = "A-901", outcome: str = "ignored") -> Case:
    """Both parts at initiative 5: the block, then the attack."""
    case = case.when(f.PartStarted(actor="vo-1", card="S-027"))
    grid = ((0, 1), (1, 0), (-1, 1))
    case = case.when(x.BlockApplied(actor="vo-1", card="S-027", hexes=grid))
    case = case.when(f.PartStarted(actor="r", card=mine)).when(x.AttackDeclared(attacker="r", card=mine))
    result = Result(hex=(0, 0), outcome=outcome, target="vo-1")  # type: ignore[arg-type]
    return case.when(x.AttackResolved(attacker="r", results=(result,)))


@accepts("SEN-SOLO-21", "SEN-SOLO-20")
@refuses("SEN-SOLO-21")
def test_an_opponent_answers_an_attack_at_its_initiative() -> None:
    case = defended(struck(value=5))
    assert [due.kind for due in case.state.full.due] == ["vo_counter_resolved"]
    case.when(f.PhaseStarted(phase="discard")).then_refused("SEN-SOLO-21")
    answer = x.VoCounterResolved(vo="vo-1", card="S-017", attack_effect=True, wound=1)
    for told in (
        {"card": None},
        {"card": "A-901"},
        {"attack_effect": False, "wound": 0},
        {"wound": 0},
        {"card": "S-002"},
        {"card": "S-040"},
    ):
        case.when(msgspec.structs.replace(answer, **told)).then_refused("SEN-SOLO-21")
    after = case.when(answer)
    assert after.state.fighters["r"].wounds == 1
    pile = after.state.full.piles["vo-1"]
    assert (pile.deck, pile.discard, pile.open) == (3, 1, ("S-017",))
    after.when(answer).then_refused("SEN-SOLO-21")
    calm = case.when(x.VoCounterResolved(vo="vo-1", card="S-002"))
    assert calm.then_accepted().fighters["r"].wounds == 0


@accepts("SEN-SOLO-07", "SEN-SOLO-21", "SEN-SOLO-12")
@refuses("SEN-SOLO-07", "SEN-SOLO-12")
def test_a_stun_that_a_counterattack_shows_lies_on_the_discard_pile() -> None:
    """It is turned up by nobody until the pile is shuffled in, and is no card that refreshes a deck."""
    case = harmed(solo("katana", at=ME, vos=FACED, decks=DECK), Hurt("vo-1", stuns=1))
    case = revealed(case, r="A-901", vo_1="S-027").when(f.InitiativeChosen(actor="vo-1", value=5))
    case = defended(case_of_resolve(case)).when(x.VoCounterResolved(vo="vo-1", card="stun"))
    case.when(x.VoDeckRefreshed(vo="vo-1", cause="stun")).then_refused("SEN-SOLO-12")
    cards = {"r": "A-905", "vo-1": "stun"}
    for refreshed in (False, True):
        told = x.VoDeckRefreshed(vo="vo-1", cause="S-027")
        after = ended(after_parts(case.when(told) if refreshed else case))
        after = drawn(drawing(after)).when(f.PhaseStarted(phase="select"))
        turned_up = after.when(f.CardSelected(player="r", card="A-905")).when(f.CardsRevealed(cards=cards))
        turned_up.then_accepted() if refreshed else turned_up.then_refused("SEN-SOLO-07")


@accepts("SEN-SOLO-15", "SEN-EFF-07")
@refuses("SEN-SOLO-04")
def test_a_veil_changes_the_stance_of_whom_it_poisoned_before_anything_else() -> None:
    dart = position.card(Attack(grid=(Cell((0, -1)),), poison=1), initiative=9)
    case = solo("katana", at=ME, vos=FACED, decks=DECK, cards={**training_foes.EDITION, "A-901": dart})
    case = position.put(case, None, {"r": {"poison": ("C-011",)}})
    case = resolving(case, r="A-901", vo_1="S-002").when(f.PartStarted(actor="r", card="A-901"))
    case = case.when(x.AttackDeclared(attacker="r", card="A-901"))
    veil = x.VoStateChanged(vo="vo-1", stance="defensive", cause="C-011")
    case = case.when(x.AttackResolved(attacker="r", results=(hit((0, 0), "vo-1", 0, poison=("C-011",)),)))
    assert case.when(veil).then_accepted().foes["vo-1"].stance == "defensive"
    assert case.state.foes["vo-1"].poisons == (), "it is discarded, whatever the edition tells"
    late = case.when(f.PartStarted(actor="vo-1", card="S-002"))
    late.when(veil).then_refused("SEN-SOLO-04")


def answers(case: Case) -> list[NextEvent]:
    """The counterattacks that may come next."""
    return [one for one in RULES.next_events(case.state, REFEREE) if one.type == "vo_counter_resolved"]


@accepts("SEN-SOLO-21", "SEN-LOG-05")
@refuses("SEN-SOLO-21")
@pytest.mark.parametrize("outcome", ["hit", "ignored"])
def test_a_card_that_nobody_knows_may_answer_an_attack_once(outcome: str) -> None:
    """Also one that its block stopped; it is offered, and nobody waits for it."""
    cards = {card: one for card, one in training_foes.EDITION.items() if card != "S-027"}
    case = solo("katana", at=ME, vos=FACED, decks=DECK, cards=cards)
    case = resolving(case, r="A-901", vo_1="S-027").when(
        f.PartStarted(actor="vo-1", card="S-027", initiative=5)
    )
    if outcome == "ignored":
        case = case.when(x.BlockApplied(actor="vo-1", card="S-027", hexes=((0, 1),), initiative=5))
    answer = x.VoCounterResolved(vo="vo-1", card="S-017", attack_effect=True, wound=1)
    case.when(answer).then_refused("SEN-SOLO-21")
    case = case.when(f.PartStarted(actor="r", card="A-901")).when(
        x.AttackDeclared(attacker="r", card="A-901")
    )
    results = (hit((0, 0), "vo-1"),) if outcome == "hit" else (Result(hex=(0, 0), outcome="ignored"),)
    case = case.when(x.AttackResolved(attacker="r", results=results))
    (offer,) = answers(case)
    assert offer.optional and offer.choices["vo"] == ("vo-1",)
    after = case.when(answer)
    assert after.then_accepted().fighters["r"].wounds == 1
    assert not answers(after)
    after.when(answer).then_refused("SEN-SOLO-21")


@accepts("SEN-SOLO-21")
@refuses("SEN-SOLO-21")
def test_an_empty_deck_answers_nothing() -> None:
    case = defended(struck(value=5))
    own = msgspec.structs.replace(case.state.full.piles["vo-1"], deck=0, discard=4)
    full = msgspec.structs.replace(case.state.full, piles={**case.state.full.piles, "vo-1": own})
    case = Case(case.rules, case.setup, msgspec.structs.replace(case.state, full=full), case.entries)
    case.when(x.VoCounterResolved(vo="vo-1", card="S-002")).then_refused("SEN-SOLO-21")
    assert case.when(x.VoCounterResolved(vo="vo-1")).then_accepted().fighters["r"].wounds == 0


@refuses("SEN-SOLO-21")
def test_nothing_answers_an_attack_at_another_initiative() -> None:
    case = resolving(solo("katana", at=ME, vos=FACED, decks=DECK), r="A-902", vo_1="S-028")
    case = case.when(f.PartStarted(actor="vo-1", card="S-028"))
    case = case.when(x.BlockApplied(actor="vo-1", card="S-028", hexes=((0, 1), (1, 0), (-1, 1))))
    case = case.when(f.PartStarted(actor="r", card="A-902")).when(
        x.AttackDeclared(attacker="r", card="A-902")
    )
    case = case.when(x.AttackResolved(attacker="r", results=(hit((0, 0), "vo-1"),)))
    assert not [due for due in case.state.full.due if due.kind == "vo_counter_resolved"]
    case.when(x.VoCounterResolved(vo="vo-1", card="S-002")).then_refused("SEN-SOLO-21")


@accepts("SEN-SOLO-25")
@pytest.mark.parametrize(("type_", "legal"), [("wako", True), ("monk", False)])
def test_only_a_wako_mixes_directions(type_: str, legal: bool) -> None:
    step = PartDefinition(initiative=4, effects=(Move(steps=2, directions=(0, 1)),))
    known = training_foes.EDITION["S-001"]
    cards = {**training_foes.EDITION, "S-001": msgspec.structs.replace(known, parts=(step,))}
    case = solo(type_, at={"r": ((0, 4), 0)}, cards=cards)
    case = begin(resolving(case, r="A-904", vo_1="S-001"), "S-001")
    way = (Step("step", 0), Step("step", 1))
    told = case.when(x.ActorMoved(actor="vo-1", sequence=way, to=Stand((-1, -2), 3)))
    told.then_accepted() if legal else told.then_refused("SEN-MOVE-05")


@accepts("SEN-SOLO-26", "SEN-COV-02")
def test_an_opponent_in_cover_loses_it_by_its_attack() -> None:
    case = solo("ninja", at=ME, vos=FACED)
    assert case.state.foes["vo-1"].in_cover
    case = begin(resolving(case, r="A-905", vo_1="S-017"), "S-017")
    case = case.when(x.AttackDeclared(attacker="vo-1", card="S-017"))
    case = case.when(x.AttackResolved(attacker="vo-1", results=(hit((0, 1), "r", stuns=1),)))
    assert not case.state.foes["vo-1"].in_cover


LORD = (0, 2)


def at_the_lord(mine: str) -> Case:
    """A wave's katana stands before the fallen lord, facing it; Resolve begins."""
    case = horde(lord=LORD).when(wave(1, 1))
    foe = msgspec.structs.replace(case.state.foes["k1"], hex=(0, 1), facing=3)
    state = msgspec.structs.replace(case.state, foes={"k1": foe})
    case = Case(case.rules, case.setup, state, case.entries)
    return resolving(case, r=mine, k1="S-017")


@accepts("SEN-HORDE-14", "SEN-HORDE-15")
@refuses("SEN-HORDE-15", "SEN-LOG-08")
def test_an_attack_on_the_token_loses_the_run() -> None:
    case = begin(at_the_lord("A-905"), "S-017", vo="k1")
    case = case.when(x.AttackDeclared(attacker="k1", card="S-017", hexes=(LORD,)))
    lost = e.LordAttacked(vo="k1", ignored=False)
    case.when(lost).then_refused("SEN-ATK-07")
    case = case.when(x.AttackResolved(attacker="k1", results=(hit(LORD, None),)))
    case.when(f.PhaseStarted(phase="discard")).then_refused("SEN-HORDE-15")
    case.when(e.LordAttacked(vo="k1", ignored=True)).then_refused("SEN-LOG-08")
    case.when(e.LordAttacked(vo="k2", ignored=False)).then_refused("SEN-HORDE-15")
    case = case.when(lost)
    assert case.state.fighters["r"].defeated == "lord"
    case.when(e.MatchFinished(winner="vo")).then_accepted()


@accepts("SEN-HORDE-15")
@refuses("SEN-HORDE-15")
def test_a_blocked_attack_on_the_token_loses_nothing() -> None:
    case = at_the_lord("A-903")
    case = case.when(f.PartStarted(actor="r", card="A-903"))
    case = case.when(x.BlockApplied(actor="r", card="A-903", hexes=(LORD, (1, 2), (-1, 3))))
    case = case.when(f.PartStarted(actor="k1", card="S-017"))
    case = case.when(x.AttackDeclared(attacker="k1", card="S-017", hexes=(LORD,)))
    case = case.when(x.AttackResolved(attacker="k1", results=(Result(hex=LORD, outcome="ignored"),)))
    case = case.when(e.LordAttacked(vo="k1", ignored=True))
    assert case.state.fighters["r"].defeated is None
    case.when(e.LordAttacked(vo="k1", ignored=True)).then_refused("SEN-HORDE-15")
