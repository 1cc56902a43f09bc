"""Cards from the import to the match: the schema of 3.9 by JSON and by table, and unknown data (SEN-LOG-05)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ruleset import EVERYONE, REFEREE
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.cards import AbilityCard, definitions, parse_cards
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.full.definitions import Definition, FocusGain, PartDefinition
from games.senjutsu.opening import open_table
from games.senjutsu.play import training
from games.senjutsu.system import SYSTEM
from games.senjutsu.tests.full import position
from games.senjutsu.tests.full.tables import DUEL
from games.testing import Case, accepts, given, refuses

PARTS = '[{"initiative": 5, "effects": [{"kind": "attack", "grid": [{"at": [0, -1], "wounds": 1}]}]}]'


def raw(card: Definition) -> dict[str, Any]:
    return {name: told for name, told in msgspec.to_builtins(card).items() if told is not None}


def test_a_whole_edition_goes_through_the_import() -> None:
    text = msgspec.json.encode({card: raw(one) for card, one in training.EDITION.items()}).decode()
    cards, problems = parse_cards(text, "json")
    assert problems == [] and definitions(cards) == training.EDITION


def test_a_tournament_pins_the_imported_edition() -> None:
    text = msgspec.json.encode({card: raw(one) for card, one in training.EDITION.items()}).decode()
    cards, _ = parse_cards(text, "json")
    options = {"detail": "full", "cards": cards, "board": training.BOARD, "terrain": ["rock"]}
    (event,) = open_table(DUEL, "snow_field", options, lambda names, count: [])
    full = given(RULES, None, [event]).then_accepted().full
    assert (
        full.cards == training.EDITION and full.agreed == ("rock",) and len(full.board) == len(training.BOARD)
    )


def test_every_fact_of_a_card_can_be_imported() -> None:
    assert set(Definition.__struct_fields__) <= set(AbilityCard.__struct_fields__)


def test_parts_in_a_table() -> None:
    cell = PARTS.replace('"', '""')
    text = f'id;types;playable_normally;parts\nA-901;attack;yes;"{cell}"\n'
    cards, problems = parse_cards(text, "csv")
    one = definitions(cards)["A-901"]
    assert problems == [] and one.playable_normally is True and one.mandatory_focus is None
    assert one.parts == training.EDITION["A-901"].parts


@pytest.mark.parametrize(
    "parts", ["nonsense", '[{"initiative": -1}]', '[{"initiative": 1, "effects": [{"kind": "x"}]}]']
)
def test_parts_that_cannot_be_read_are_named(parts: str) -> None:
    cell = parts.replace('"', '""')
    cards, problems = parse_cards(f'id;parts\nA-901;"{cell}"\n', "csv")
    assert cards == {} and [(problem.row, problem.column) for problem in problems] == [(2, "parts")]


def unknown() -> Case:
    """A duel of which nothing is known: no board, no values, no cards."""
    case = given(RULES, None, [e.MatchCreated(mode="duel", sides=DUEL, detail="full")])
    for player, character in (("r", "student"), ("b", "ronin")):
        weapon, card = training.WEAPON_OF[character]
        case = case.when(
            e.SideRegistered(player=player, character=character, weapons=(weapon,), weapon_cards=(card,))
        )
        case = case.when(e.DeckRegistered(player=player, commitment="0" * 64))
    return case.when(f.AdvantageSet(order=("b", "r")))


def choosing_unknown(**cards: str) -> Case:
    """The first turn of that duel once both have chosen."""
    case = unknown()
    for player, place in (("r", (50, 0)), ("b", (0, 0))):
        case = case.when(f.CharacterPlaced(player=player, hex=place, facing=0))
    for player in "rb":
        case = case.when(f.StartingHandDrawn(player=player, count=4))
    case = case.when(f.TurnStarted(turn=1))
    for player in "rb":
        case = case.when(f.CardDrawn(actor=player))
    case = case.when(f.PhaseStarted(phase="select"))
    for player, card in cards.items():
        case = case.when(f.CardSelected(player=player, card=card))
    return case


def resolving_unknown(declared: Any = None) -> Case:
    """The same in Resolve; `declared` is what the players read off their cards."""
    cards = {"r": "A-048", "b": "A-102"}
    case = choosing_unknown(**cards).when(f.CardsRevealed(cards=cards, declared=declared or {}))
    return case.when(f.PhaseStarted(phase="resolve"))


def test_a_card_that_two_have_chosen_is_read_once() -> None:
    for cards, asked in (({"r": "A-102", "b": "A-102"}, ["r"]), ({"r": "A-048", "b": "A-102"}, ["r", "b"])):
        state = choosing_unknown(**cards).state
        (told,) = [one for one in RULES.next_events(state, REFEREE) if one.type == "cards_revealed"]
        form = SYSTEM.faces.taps(state, told)
        assert form is not None
        keys = [row.key for group in form.groups for row in group.more if row.key.endswith(":parts")]
        assert keys == [f"fact:{player}:parts" for player in asked]


def initiative(value: int) -> Definition:
    """A card of which its player read the initiative alone."""
    return Definition(parts=(PartDefinition(initiative=value),))


@accepts("SEN-INIT-01")
@refuses("SEN-INIT-01")
def test_the_initiative_alone_tells_who_comes_first() -> None:
    case = resolving_unknown({"A-048": initiative(6), "A-102": initiative(4)})
    case.when(f.PartStarted(actor="b", card="A-102")).then_refused("SEN-INIT-01")
    offered = [one.players for one in RULES.next_events(case.state, EVERYONE) if one.type == "part_started"]
    assert offered == [("r",)]
    case = case.when(f.PartStarted(actor="r", card="A-048"))
    assert (
        "SEN-INIT-01" not in case.when(f.PartStarted(actor="b", card="A-102")).then_accepted().full.unverified
    )


@accepts("SEN-INIT-01", "SEN-INIT-04")
@refuses("SEN-INIT-01", "SEN-INIT-04")
@pytest.mark.parametrize("told", [{"initiative": 5, "types": None}, {"parts": None}])
def test_two_known_cards_keep_their_order_beside_an_unknown_one(told: dict[str, Any]) -> None:
    attack, slow = (position.card(FocusGain(amount=1), initiative=value) for value in (5, 4))
    calm = position.card(FocusGain(amount=1), types=("meditation",))
    strange = position.card(FocusGain(amount=1), **told)
    for behind, rule in ((calm, "SEN-INIT-04"), (slow, "SEN-INIT-01")):
        case = position.turn(attack, strange, behind)
        case.when(f.PartStarted(actor="c", card="A-904")).then_refused(rule)
        assert {
            one.players for one in RULES.next_events(case.state, REFEREE) if one.type == "part_started"
        } == {
            ("r",),
            ("b",),
        }
        for actor, played in (("r", "A-901"), ("b", "A-902")):
            case.when(f.PartStarted(actor=actor, card=played)).then_accepted()


@accepts("SEN-INIT-04")
def test_equal_initiative_of_unknown_types_stays_unchecked() -> None:
    case = resolving_unknown({"A-048": initiative(5), "A-102": initiative(5)})
    for player, card in (("r", "A-048"), ("b", "A-102")):
        assert (
            "SEN-INIT-04" in case.when(f.PartStarted(actor=player, card=card)).then_accepted().full.unverified
        )


def test_a_match_of_unknown_cards_is_logged_and_says_what_was_not_checked() -> None:
    case = resolving_unknown()
    case = case.when(f.PartStarted(actor="b", card="A-102", initiative=3))
    case = case.when(g.KamaeMoved(player="b", limit=2, path=("x", "balance"), to="balance"))
    case = case.when(f.PartStarted(actor="r", card="A-048", initiative=5))
    case = case.when(f.PhaseStarted(phase="discard")).when(f.TurnEnded(turn=1))
    told = RULES.outcome(case.when(e.SideConceded(player="b")).when(e.MatchFinished(winner="red")).state)
    assert {"SEN-INIT-01", "SEN-KAM-02", "SEN-SETUP-04", "SEN-SETUP-05", "SEN-SETUP-10"} <= set(
        told.unverified
    )
