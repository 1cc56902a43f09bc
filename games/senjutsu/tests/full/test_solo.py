"""Virtual opponents through a turn: joining, draws, stuns in decks, refresh, behaviour, ties. SEN-SOLO, SEN-CAMP."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ruleset import Viewer
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import events as f
from games.senjutsu.full import training_foes
from games.senjutsu.full.harm import Hurt
from games.senjutsu.full.virtual import despairs
from games.senjutsu.tests.full.foe_tables import (
    FREE,
    PAIR,
    after_parts,
    drawing,
    drawn,
    ended,
    harmed,
    over,
    registered,
    resolving,
    revealed,
    solo,
)
from games.senjutsu.tests.full.tables import ORGANISER, R
from games.testing import Case, accepts, given, refuses

PLAYER = Viewer("player", "r", "red")


def foe(case: Case, vo: str = "vo-1") -> Any:
    return case.state.foes[vo]


def pile(case: Case, vo: str = "vo-1") -> Any:
    return case.state.full.piles[vo]


@accepts("SEN-SOLO-02", "SEN-SOLO-05", "SEN-SOLO-26")
def test_opponents_stand_on_the_board() -> None:
    case = solo("leader", "ninja", decks={"vo-1": "leader"})
    assert (foe(case).hex, foe(case).behaviour, foe(case).stance) == ((0, -4), "middle", "offensive")
    assert foe(case, "vo-2").in_cover and (pile(case).deck, pile(case, "vo-2").deck) == (6, None)
    drawing(case).then_accepted()


@refuses("SEN-SOLO-02", "SEN-SOLO-26", "SEN-LOG-02")
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("SEN-SOLO-02", {"hex": None}),
        ("SEN-SOLO-02", {"behaviour": None}),
        ("SEN-SOLO-02", {"stance": None}),
        ("SEN-SOLO-02", {"facing": None}),
        ("SEN-SOLO-02", {"hex": (0, 4)}),
        ("SEN-SOLO-02", {"hex": (0, -4)}),
        ("SEN-SOLO-02", {"hex": (9, 9)}),
        ("SEN-SOLO-02", {"vo_deck": "nobody's"}),
        ("SEN-SOLO-26", {"in_cover": True}),
    ],
)
def test_opponents_that_cannot_stand_there(rule: str, told: dict[str, Any]) -> None:
    event = training_foes.joined("vo-2", "yari", 2, **{"hex": (1, -4), **told})
    solo("leader").when(event).then_refused(rule)
    drawing(solo("leader")).when(event).then_refused("SEN-LOG-02")


@refuses("SEN-SOLO-02", "SEN-SOLO-05", "SEN-SETUP-12", "SEN-VOD-04")
def test_a_solo_game_starts_with_its_opponents() -> None:
    start = f.TurnStarted(turn=1)
    solo().when(start).then_refused("SEN-SETUP-12")
    solo("leader", vos={"vo-1": {"wound_limit": 3}}).when(start).then_refused("SEN-SOLO-05")
    solo("ashigaru").when(start).then_refused("SEN-VOD-04")
    solo("leader", starts=((0, 4), (1, -4)), vos={"vo-1": {"hex": (1, -4)}})
    twice = training_foes.joined("vo-2", "leader", 2, hex=(1, -4), vo_deck="leader")
    solo("leader", decks={"vo-1": "leader"}).when(twice).then_refused("SEN-SOLO-02")
    placed = training_foes.joined("vo-1", "leader", 1, hex=(0, -4))
    solo(starts=((0, 4), (1, -4))).when(placed).then_refused("SEN-SOLO-02")


SCENARIO = e.SoloScenario(
    name="Bridge",
    opponents=(e.ScenarioOpponent(vo_type="yari", hex=(2, -4), wound_limit=4, behaviour="left"),),
    starts=((0, 4),),
)


@accepts("SEN-CAMP-02")
def test_a_scenario_fixes_opponents_and_limits() -> None:
    fixed = {"hex": (2, -4), "wound_limit": 4, "behaviour": "left"}
    case = solo("yari", scenario=SCENARIO, vos={"vo-1": fixed})
    assert drawing(case).state.foes["vo-1"].wound_limit == 4
    assert case.state.full.starts == ((0, 4),)


@refuses("SEN-CAMP-02")
@pytest.mark.parametrize(
    "told",
    [
        {"hex": (1, -4)},
        {"behaviour": "middle"},
        {"wound_limit": 7},
        {"vo_type": "leader"},
    ],
)
def test_what_a_scenario_fixes_stays(told: dict[str, Any]) -> None:
    fixed = {"vo_type": "yari", "hex": (2, -4), "wound_limit": 4, "behaviour": "left", "stance": "offensive"}
    event = e.VoJoined(**{"vo": "vo-1", "facing": 3, **fixed, **told})
    solo(scenario=SCENARIO).when(event).then_refused("SEN-CAMP-02")


@refuses("SEN-CAMP-02")
def test_a_scenario_is_played_whole_and_alone() -> None:
    two = msgspec.structs.replace(SCENARIO, opponents=SCENARIO.opponents * 2)
    fixed = {"hex": (2, -4), "wound_limit": 4, "behaviour": "left"}
    case = solo("yari", scenario=two, vos={"vo-1": fixed})
    case.when(f.TurnStarted(turn=1)).then_refused("SEN-CAMP-02")
    opening = training_foes.opening("horde", {"red": ("r",)}, scenario=SCENARIO)
    case = given(RULES, None, [])
    case.when(opening).then_refused("SEN-CAMP-02")


@accepts("SEN-SOLO-03", "SEN-HID-08")
def test_opponents_draw_face_down_and_turn_up_with_the_players() -> None:
    case = drawing(solo("leader", decks={"vo-1": "leader"}))
    case = case.when(f.CardDrawn(actor="r")).when(f.CardDrawn(actor="vo-1", cards=("S-003",)), ORGANISER)
    assert (pile(case).deck, pile(case).drawn, pile(case).held) == (5, True, ("S-003",))
    assert RULES.visible_to(case.state, PLAYER).full.piles["vo-1"].held == ()
    seen = RULES.redact(case.state, case.entries[-1].event, PLAYER)
    assert isinstance(seen, f.CardDrawn) and seen.cards is None and seen.commitment
    case = case.when(f.PhaseStarted(phase="select")).when(f.CardSelected(player="r", card="A-904"))
    case = case.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": "S-003"}))
    assert case.state.full.seats["vo-1"].play == ("S-003",)


@refuses("SEN-SOLO-03", "SEN-ZONE-02", "SEN-TURN-03")
def test_one_card_each_and_the_one_that_lay_there() -> None:
    case = drawing(solo("leader", decks={"vo-1": "leader"})).when(f.CardDrawn(actor="r"))
    case.when(f.PhaseStarted(phase="select")).then_refused("SEN-TURN-03", "SEN-SOLO-03")
    case.when(f.CardDrawn(actor="vo-1", asked=2, drawn=2)).then_refused("SEN-SOLO-03")
    case.when(f.CardDrawn(actor="vo-1", reason="effect")).then_refused("SEN-SOLO-03")
    case.when(f.CardDrawn(actor="vo-1", cards=("S-014", "S-015"))).then_refused("SEN-ZONE-02")
    case.when(f.CardDrawn(actor="vo-1", cards=("S-040",))).then_refused("SEN-ZONE-02")
    case = case.when(f.CardDrawn(actor="vo-1", cards=("S-014",)))
    case.when(f.CardDrawn(actor="vo-1")).then_refused("SEN-SOLO-03")
    case = case.when(f.PhaseStarted(phase="select")).when(f.CardSelected(player="r", card="A-904"))
    case.when(f.CardsRevealed(cards={"r": "A-904"})).then_refused("SEN-REV-02")
    for card in ("S-015", "S-040", "A-901"):
        case.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": card})).then_refused("SEN-SOLO-03")


@accepts("SEN-HID-08")
@refuses("SEN-SOLO-03")
def test_a_player_learns_nothing_of_a_deck_by_asking() -> None:
    """The list and the face-down card are judged for staff alone; a player is held to what lies open."""
    case = drawing(solo("leader", decks={"vo-1": "leader"})).when(f.CardDrawn(actor="r"))
    case = case.when(f.CardDrawn(actor="vo-1", cards=("S-014",)), ORGANISER)
    case = case.when(f.PhaseStarted(phase="select")).when(f.CardSelected(player="r", card="A-904"))
    for card in ("S-014", "S-015", "S-020"):
        case.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": card}), R).then_accepted()
    case.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": "A-901"}), R).then_refused("SEN-SOLO-03")
    case.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": "stun"}), R).then_refused("SEN-SOLO-07")


@accepts("SEN-SOLO-07")
def test_a_stun_is_shuffled_in_and_laid_beside_the_deck() -> None:
    case = harmed(solo("leader", decks={"vo-1": "leader"}), Hurt("vo-1", stuns=2))
    assert (pile(case).deck, pile(case).stuns, foe(case).stuns) == (8, 2, 0)
    case = resolving(case, r="A-904", vo_1="stun")
    assert (pile(case).deck, pile(case).stuns, foe(case).stuns) == (7, 1, 1)
    assert [one.actor for one in case.state.full.queue] == ["r"]


@accepts("SEN-SOLO-06", "SEN-SOLO-07")
def test_laid_stuns_defeat_at_the_limit() -> None:
    case = harmed(solo("leader", vos={"vo-1": {"wound_limit": 1}}, **FREE), Hurt("vo-1", stuns=1))
    assert foe(case).defeated is None, "a stun in the deck does not count"
    case = revealed(case, r="A-904", vo_1="stun")
    assert foe(case).defeated == "stun"
    case.when(e.MatchFinished(winner="red")).then_accepted()


@refuses("SEN-SOLO-07")
def test_without_a_stun_in_the_deck_none_is_turned_up() -> None:
    case = drawn(drawing(solo("leader", decks={"vo-1": "leader"}))).when(f.PhaseStarted(phase="select"))
    case = case.when(f.CardSelected(player="r", card="A-904"))
    case.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": "stun"})).then_refused("SEN-SOLO-07")


@accepts("SEN-SOLO-08", "SEN-DRAW-04")
@refuses("SEN-DRAW-04")
def test_a_bleeding_opponent_discards_before_it_draws() -> None:
    case = drawing(harmed(solo("leader", decks={"vo-1": "leader"}), Hurt("vo-1", bleeding=2)))
    case.when(f.CardDrawn(actor="vo-1")).then_refused("SEN-DRAW-04")
    case = case.when(f.BleedDiscarded(actor="vo-1")).when(f.CardDrawn(actor="vo-1"))
    assert (pile(case).deck, pile(case).discard) == (4, 1)
    assert harmed(case, Hurt("vo-1", wounds=5)).state.foes["vo-1"].defeated == "wounds"


def through(case: Case, *cards: str) -> Case:
    """Turns in which the opponent only turns up these cards and does what needs no board."""
    for card in cards:
        case = resolving(case, r="stun" if case.state.fighters["r"].stuns else "A-904", vo_1=card)
        case = after_parts(case)
        case = ended(case)
    return case


@accepts("SEN-SOLO-13", "SEN-SOLO-10")
def test_an_empty_deck_is_shuffled_anew_without_a_wound() -> None:
    case = harmed(solo("katana", decks={"vo-1": "k1"}), Hurt("r", stuns=3))
    case = turned(case, ("S-002",) * 1)
    assert pile(case).open == ("S-002",)


def turned(case: Case, cards: tuple[str, ...]) -> Case:
    return through(case, *cards)


@accepts("SEN-SOLO-13")
@refuses("SEN-SOLO-13")
def test_the_discard_pile_comes_back_when_the_deck_is_empty() -> None:
    case = solo("katana", decks={"vo-1": "k1"})
    own = msgspec.structs.replace(pile(case), deck=0, discard=5, open=("S-002", "S-017", "S-018"))
    piles = {**case.state.full.piles, "vo-1": own}
    state = msgspec.structs.replace(case.state, full=msgspec.structs.replace(case.state.full, piles=piles))
    case = drawing(Case(case.rules, case.setup, state, case.entries))
    case.when(f.CardDrawn(actor="vo-1", drawn=0)).then_refused("SEN-SOLO-13")
    case = case.when(f.CardDrawn(actor="vo-1", cards=("S-027",)))
    assert (pile(case).deck, pile(case).discard, pile(case).open) == (4, 0, ())
    assert foe(case).wounds == 0


@accepts("SEN-SOLO-12")
@refuses("SEN-SOLO-12")
@pytest.mark.parametrize("late", [False, True])
def test_a_deck_is_refreshed_after_the_discard(late: bool) -> None:
    case = after_parts(resolving(solo("katana", decks={"vo-1": "k1"}), r="A-904", vo_1="S-002"))
    told = x.VoDeckRefreshed(vo="vo-1", cause="S-002")
    case.when(x.VoDeckRefreshed(vo="vo-1", cause="S-017")).then_refused("SEN-SOLO-12")
    case = case if late else case.when(told)
    assert pile(case).deck == 4
    case = case.when(f.PhaseStarted(phase="discard"))
    case = case.when(told) if late else case
    case.when(told).then_refused("SEN-SOLO-12")
    case = over(case)
    assert (pile(case).deck, pile(case).discard, pile(case).open) == (5, 0, ())


@accepts("SEN-SOLO-04")
@refuses("SEN-SOLO-04", "SEN-LOG-04", "SEN-LOG-02")
def test_behaviour_and_stance_change_to_something_else() -> None:
    case = resolving(solo("katana", decks={"vo-1": "k1"}), r="A-904", vo_1="S-002")
    changed = x.VoStateChanged(vo="vo-1", behaviour="left", stance="defensive", cause="S-002")
    after = case.when(changed).then_accepted().foes["vo-1"]
    assert (after.behaviour, after.stance) == ("left", "defensive")
    for told in (
        {"behaviour": "middle"},
        {"stance": "offensive"},
        {},
        {"stance": "defensive", "cause": "S-017"},
    ):
        event = x.VoStateChanged(**{"vo": "vo-1", "cause": "S-002", **told})
        case.when(event).then_refused("SEN-SOLO-04")
    case.when(x.VoStateChanged(vo="r", stance="defensive", cause="S-002")).then_refused("SEN-LOG-04")
    solo("katana").when(changed).then_refused("SEN-LOG-02")


@accepts("SEN-SOLO-15")
@refuses("SEN-SOLO-15")
def test_poisons_on_opponents() -> None:
    case = resolving(solo("katana", decks={"vo-1": "k1"}), r="A-904", vo_1="S-002")
    veiled = harmed(case, Hurt("vo-1", poisoned=True))
    veiled.when(x.VoStateChanged(vo="vo-1", stance="defensive", cause="C-011")).then_accepted()
    numb = harmed(case, Hurt("vo-1", poisons=("C-010",), poisoned=True))
    for told in ({"stance": "defensive"}, {"behaviour": "left"}):
        numb.when(x.VoStateChanged(vo="vo-1", cause="S-002", **told)).then_refused("SEN-SOLO-15")


@accepts("SEN-SOLO-24")
@refuses("SEN-SOLO-24", "SEN-SOLO-22", "SEN-END-04")
def test_a_yojimbo_wins_by_its_contracts() -> None:
    case = resolving(solo("yojimbo"), r="A-904", vo_1="S-014")
    end = e.MatchFinished(winner="vo", reason="contracts")
    case.when(end).then_refused("SEN-SOLO-24")
    for contract in ("first_blood", "counterattack"):
        case = case.when(x.VoStateChanged(vo="vo-1", contract=contract, cause="S-014"))
    case.when(x.VoStateChanged(vo="vo-1", contract="first_blood", cause="S-014")).then_refused("SEN-SOLO-24")
    case.when(end).then_refused("SEN-SOLO-24")
    case = case.when(x.VoStateChanged(vo="vo-1", contract="tools_of_the_trade", cause="S-014"))
    case.when(f.PartStarted(actor="r", card="A-904")).then_refused("SEN-END-04")
    case.when(e.MatchFinished(winner="red")).then_refused("SEN-SOLO-22")
    assert case.when(end).then_accepted().winner == "vo"
    other = resolving(solo("leader"), r="A-904", vo_1="S-014")
    other.when(x.VoStateChanged(vo="vo-1", contract="first_blood", cause="S-014")).then_refused("SEN-SOLO-24")


@accepts("SEN-SOLO-23")
@pytest.mark.parametrize(
    ("limit", "wounds", "despair"), [(7, 4, False), (7, 5, True), (2, 0, True), (3, 0, False)]
)
def test_despair_begins_with_two_wounds_left(limit: int, wounds: int, despair: bool) -> None:
    case = solo("onna-bugeisha", vos={"vo-1": {"wound_limit": limit}}, **FREE)
    case = harmed(case, Hurt("vo-1", wounds=wounds)) if wounds else case
    assert despairs(foe(case)) is despair


@accepts("SEN-SOLO-14", "SEN-HID-08")
@refuses("SEN-SOLO-14", "SEN-LOG-04")
def test_looking_at_the_top_of_a_deck() -> None:
    case = resolving(solo("katana", decks={"vo-1": "k1"}), r="A-915", vo_1="S-002")
    look = x.VoDeckSeen(player="r", vo="vo-1", card="A-915", cards=("S-017", "S-027"))
    seen = case.when(look, R)
    assert RULES.redact(seen.state, seen.entries[-1].event, PLAYER).cards == ("S-017", "S-027")
    assert RULES.redact(seen.state, seen.entries[-1].event, Viewer("public")).cards is None
    for told in ({"cards": ("S-017",)}, {"cards": ("S-017", "A-901")}, {"card": "A-904"}):
        case.when(msgspec.structs.replace(look, **told)).then_refused("SEN-SOLO-14")
    case.when(msgspec.structs.replace(look, vo="vo-2")).then_refused("SEN-LOG-04")


@accepts("SEN-SOLO-14")
def test_a_deck_of_one_card_is_shuffled_before_it_is_seen() -> None:
    case = resolving(solo("katana", decks={"vo-1": "k1"}), r="A-915", vo_1="S-002")
    own = msgspec.structs.replace(pile(case), deck=1, discard=3, open=("S-017", "S-018", "S-027"))
    piles = {**case.state.full.piles, "vo-1": own}
    state = msgspec.structs.replace(case.state, full=msgspec.structs.replace(case.state.full, piles=piles))
    case = Case(case.rules, case.setup, state, case.entries)
    case = case.when(x.VoDeckSeen(player="r", vo="vo-1", card="A-915", cards=("S-017", "S-028")))
    assert (pile(case).deck, pile(case).discard, pile(case).open) == (4, 0, ())


@accepts("SEN-SOLO-10")
@refuses("SEN-SOLO-10", "SEN-SOLO-11")
def test_opponents_have_no_focus_and_no_place_on_the_track() -> None:
    case = resolving(solo("leader", decks={"vo-1": "leader"}), r="A-904", vo_1="S-001")
    case = case.when(f.PartStarted(actor="vo-1", card="S-001"))
    case.when(x.FocusGained(player="vo-1", amount=1)).then_refused("SEN-SOLO-10")
    pay = f.FocusPaid(player="vo-1", amount=1, reason="mandatory", card="S-001")
    case.when(pay).then_refused("SEN-SOLO-10")
    case.when(x.AdvantageGained(player="vo-1")).then_refused("SEN-SOLO-11")
    case.when(f.PartStarted(actor="r", card="A-904")).then_accepted()


@accepts("SEN-SOLO-09", "SEN-INIT-02")
@refuses("SEN-SOLO-09", "SEN-INIT-02")
def test_injuries_slow_opponents() -> None:
    case = harmed(solo("leader", decks={"vo-1": "leader"}), Hurt("vo-1", injuries=2))
    case = resolving(case, r="A-908", vo_1="S-001")
    case = case.when(f.PartStarted(actor="r", card="A-908"))
    case = Case(case.rules, case.setup, without_running(case.state), case.entries)
    part = f.PartStarted(actor="vo-1", card="S-001", initiative=4)
    case.when(part).then_refused("SEN-SOLO-09", "SEN-INIT-02")
    case.when(msgspec.structs.replace(part, initiative=2)).then_accepted()


def without_running(state: Any) -> Any:
    full = msgspec.structs.replace(state.full, running=())
    return msgspec.structs.replace(state, full=full)


@accepts("SEN-SOLO-11")
@refuses("SEN-SOLO-11", "SEN-INIT-06", "SEN-INIT-08")
def test_one_player_chooses_the_position_in_a_tie() -> None:
    case = resolving(solo("katana", decks={"vo-1": "k1"}), r="A-904", vo_1="S-002")
    mine, theirs = f.PartStarted(actor="r", card="A-904"), f.PartStarted(actor="vo-1", card="S-002")
    case.when(mine).then_refused("SEN-INIT-08")
    case.when(f.TieOrderChosen(player="r", position=3)).then_refused("SEN-INIT-06")
    later = case.when(f.TieOrderChosen(player="r", position=2))
    later.when(mine).then_refused("SEN-INIT-06")
    later.when(theirs).then_accepted()


@accepts("SEN-SOLO-11")
@refuses("SEN-SOLO-11")
def test_several_players_come_before_opponents_by_advantage() -> None:
    case = solo("katana", "katana", sides=PAIR, decks={"vo-1": "k1", "vo-2": "k2"})
    case = resolving(case, r="A-904", b="A-904", vo_1="S-002", vo_2="S-004")
    for actor, card in (("b", "A-904"), ("vo-1", "S-002")):
        case.when(f.PartStarted(actor=actor, card=card)).then_refused("SEN-SOLO-11")
    case = case.when(f.PartStarted(actor="r", card="A-904")).when(x.FocusGained(player="r", amount=2))
    case = case.when(f.PartStarted(actor="b", card="A-904")).when(x.FocusGained(player="b", amount=2))
    for vo, card in (("vo-1", "S-002"), ("vo-2", "S-004")):
        case.when(f.PartStarted(actor=vo, card=card)).then_accepted()


@accepts("SEN-SOLO-11")
def test_opponents_stand_around_the_chosen_position_in_any_order() -> None:
    case = resolving(
        solo("katana", "katana", decks={"vo-1": "k1", "vo-2": "k2"}), r="A-904", vo_1="S-002", vo_2="S-004"
    )
    case = case.when(f.TieOrderChosen(player="r", position=2))
    case.when(f.PartStarted(actor="r", card="A-904")).then_refused("SEN-INIT-07")
    last = {"vo-1": ("vo-2", "S-004"), "vo-2": ("vo-1", "S-002")}
    for vo, card in (("vo-1", "S-002"), ("vo-2", "S-004")):
        one = case.when(f.PartStarted(actor=vo, card=card))
        one.when(f.PartStarted(actor=last[vo][0], card=last[vo][1])).then_refused("SEN-INIT-06")
        one.when(f.PartStarted(actor="r", card="A-904")).then_accepted()


@refuses("SEN-SOLO-11")
def test_there_is_no_track_against_opponents() -> None:
    registered("solo").when(f.AdvantageSet(order=("r",))).then_refused("SEN-SOLO-11")


@accepts("SEN-SOLO-20")
@refuses("SEN-SOLO-20", "SEN-REV-08")
@pytest.mark.parametrize(("mine", "due"), [("A-901", 5), ("A-902", 4), ("A-906", 3), ("A-904", None)])
def test_a_defence_takes_the_initiative_of_the_attack(mine: str, due: int | None) -> None:
    case = revealed(solo("katana", decks={"vo-1": "k1"}), r=mine, vo_1="S-027")
    for value in (3, 4, 5, 6):
        told = case.when(f.InitiativeChosen(actor="vo-1", value=value))
        told.then_accepted() if due in (None, value) else told.then_refused("SEN-SOLO-20")
    case.when(f.InitiativeChosen(actor="vo-1", value=7)).then_refused("SEN-REV-08")


@accepts("SEN-SOLO-20")
def test_an_injured_opponent_still_meets_the_attack() -> None:
    case = harmed(solo("katana", decks={"vo-1": "k1"}), Hurt("vo-1", injuries=1))
    case = revealed(case, r="A-902", vo_1="S-027")
    case.when(f.InitiativeChosen(actor="vo-1", value=5)).then_accepted()
    case.when(f.InitiativeChosen(actor="vo-1", value=4)).then_refused("SEN-SOLO-20")


def test_the_double_attack_is_met_where_it_is_heaviest() -> None:
    """The worked example of the rules: most wounds first, then the highest initiative."""
    case = revealed(solo("katana", decks={"vo-1": "k1"}), r="A-912", vo_1="S-027")
    case.when(f.InitiativeChosen(actor="vo-1", value=6)).then_accepted()
