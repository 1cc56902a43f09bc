"""Where rules of virtual opponents meet others: attacks that compare initiatives, with injuries and ranges."""

from __future__ import annotations

from typing import Any

import msgspec

from games.ruleset import Viewer
from games.senjutsu import RULES
from games.senjutsu.events import LordAttacked
from games.senjutsu.full import events as f
from games.senjutsu.full.definitions import Attack, Definition, Move, PartDefinition
from games.senjutsu.full.effect_events import AttackDeclared, AttackResolved, Result
from games.senjutsu.full.harm import Hurt
from games.senjutsu.full.legal.moves import moves
from games.senjutsu.play import training, training_foes
from games.senjutsu.tests.full import foe_tables
from games.senjutsu.tests.full.foe_tables import PAIR, drawing, drawn, harmed, horde, solo, wave
from games.senjutsu.tests.full.position import put
from games.senjutsu.tests.full.test_opponents import FACED, ME
from games.testing import Case, accepts, refuses

LORD = (0, 2)
DUEL_OF_WILLS = AttackDeclared(attacker="vo-1", card="S-017", target="r")


def comparing(initiative: int, *hurts: Hurt, up_to: int | None = None, mine: str = "A-904") -> Case:
    """An opponent whose attack compares initiatives, against a meditation of 3, in Resolve."""
    attack = PartDefinition(initiative=initiative, up_to=up_to, effects=(Attack(aim="compare", wounds=1),))
    away = PartDefinition(initiative=None, effects=(Move(steps=1, directions=(3,)),))
    told: dict[str, Any] = {"name": "Will", "types": ("attack",), "parts": (attack, away), "range": 2}
    edition = {
        **training_foes.EDITION,
        "S-017": Definition(**{**training.TOLD.usual_solo, **told}),
        "A-905": Definition(),
    }
    case = harmed(solo("katana", at=ME, vos={"vo-1": FACED["vo-1"]}, cards=edition), *hurts)
    return foe_tables.resolving(case, r=mine, vo_1="S-017")


def part(number: int) -> f.PartStarted:
    return f.PartStarted(actor="vo-1", card="S-017", part=number)


@accepts("SEN-SOLO-18", "SEN-ATK-08")
@refuses("SEN-SOLO-18")
def test_an_opponent_attacks_a_character_that_an_injury_made_slower() -> None:
    case = comparing(3, Hurt("r", injuries=1))
    case.when(part(1)).then_refused("SEN-SOLO-18")
    case.when(part(0)).when(DUEL_OF_WILLS).then_accepted()


@accepts("SEN-SOLO-18")
@refuses("SEN-SOLO-18")
def test_an_injured_opponent_is_no_quicker_any_more() -> None:
    case = comparing(4, Hurt("vo-1", injuries=1))
    case.when(part(0)).then_refused("SEN-SOLO-18")
    case.when(part(1)).then_accepted()


@accepts("SEN-SOLO-18")
@refuses("SEN-SOLO-18")
def test_the_chosen_initiative_of_an_opponent_is_compared() -> None:
    case = comparing(2, up_to=6)
    case.when(part(1)).then_refused("SEN-SOLO-18")
    case.when(part(0)).when(DUEL_OF_WILLS).then_accepted()


@accepts("SEN-SOLO-18")
@refuses("SEN-SOLO-18")
def test_a_stun_has_no_initiative_that_is_lower() -> None:
    case = comparing(3, Hurt("r", stuns=1), mine="stun")
    case.when(part(0)).then_refused("SEN-SOLO-18")
    case.when(part(1)).then_accepted()


@accepts("SEN-SOLO-18")
def test_against_a_card_of_unknown_initiative_both_parts_are_open() -> None:
    for number in (0, 1):
        comparing(4, mine="A-905").when(part(number)).then_accepted()


@accepts("SEN-HORDE-15")
@refuses("SEN-HORDE-15", "SEN-LOG-08")
def test_what_became_of_an_attack_on_the_lord_is_offered_as_it_is() -> None:
    case = put(horde(lord=LORD).when(wave(1, 1)), None, {"r": {"hex": (1, 2)}})
    beside = msgspec.structs.replace(case.state.foes["k1"], hex=(0, 1), facing=3)
    state = msgspec.structs.replace(case.state, foes={"k1": beside})
    case = foe_tables.resolving(Case(case.rules, case.setup, state, case.entries), r="A-907", k1="S-017")
    case = case.when(f.PartStarted(actor="r", card="A-907")).when(f.PartStarted(actor="k1", card="S-017"))
    case = case.when(AttackDeclared(attacker="k1", card="S-017", hexes=(LORD,)))
    case = case.when(AttackResolved(attacker="k1", results=(Result(hex=LORD, outcome="empty"),)))
    case.when(f.PhaseStarted(phase="discard")).then_refused("SEN-HORDE-15")
    (told,) = [one for one in RULES.next_events(case.state, Viewer("staff")) if one.type == "lord_attacked"]
    assert moves(case.state, told) == [LordAttacked(vo="k1", ignored=False)]
    case.when(LordAttacked(vo="k1", ignored=True)).then_refused("SEN-LOG-08")
    assert case.when(moves(case.state, told)[0]).state.fighters["r"].defeated == "lord"


@accepts("SEN-SOLO-16")
@refuses("SEN-SOLO-16")
def test_an_opponent_that_names_its_target_after_the_reveal_names_the_nearest_too() -> None:
    shot = PartDefinition(initiative=6, effects=(Attack(aim="named", wounds=1),))
    told: dict[str, Any] = {"name": "Dart", "types": ("attack",), "parts": (shot,), "range": 5}
    edition = {**training_foes.EDITION, "S-017": Definition(**{**training.TOLD.usual_solo, **told})}
    at = {"r": ((0, 1), 0), "b": ((2, 1), 0)}
    vos = {"vo-1": {"hex": (0, -1), "facing": 3}}
    case = drawn(drawing(solo("katana", sides=PAIR, at=at, vos=vos, cards=edition)))
    case = case.when(f.PhaseStarted(phase="select"))
    for player in ("r", "b"):
        case = case.when(f.CardSelected(player=player, card="A-904"))
    shown = {"r": "A-904", "b": "A-904", "vo-1": "S-017"}
    case.when(f.CardsRevealed(cards=shown, targets={"vo-1": ("b",)})).then_refused("SEN-SOLO-16")
    case = case.when(f.CardsRevealed(cards=shown, naming=("vo-1",)))
    case.when(f.TargetNamed(actor="vo-1", targets=("b",))).then_refused("SEN-SOLO-16")
    (offer,) = [one for one in RULES.next_events(case.state, Viewer("staff")) if one.type == "target_named"]
    assert moves(case.state, offer) == [f.TargetNamed(actor="vo-1", targets=("r",))]
