"""Each condition of a rule is refused with its own fact: where a card lies, what is on a hex, who may log it."""

from __future__ import annotations

from typing import Any

from games.hexes import Hex
from games.rulebook import sentence
from games.ruleset import SYSTEM, Actor, Event
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.definitions import Effect
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.events import (
    CardsDrawn,
    ChallengeTrackShifted,
    RoundEnded,
    TrapSupplyShuffled,
)
from games.super_fantasy_brawl.full.state import Ground
from games.super_fantasy_brawl.tests import tables
from games.super_fantasy_brawl.tests.full import test_hands as hands
from games.super_fantasy_brawl.tests.full import test_setup as setup
from games.super_fantasy_brawl.tests.full.position import (
    BB,
    CELLS,
    NORTH,
    SOUTH,
    TRAP_CELLS,
    A,
    B,
    R,
    X,
    aim,
    attack,
    basic,
    damage,
    declared,
    displaced,
    effect,
    moved,
    opened,
    passed,
    played,
    reaction,
    replaced,
    scene,
    skill,
    struck,
    trap,
    walk,
)
from games.super_fantasy_brawl.tests.full.test_act import card_played
from games.super_fantasy_brawl.tests.test_draft import EIGHT, SIX, casual, laid_out, pick, pool
from games.testing import Case, refuses
from games.testing import why as facts_of

STATUES = Ground("statues", CELLS, frozenset({(0, 1)}), TRAP_CELLS, {"north": NORTH, "south": SOUTH})


def why(case: Case, event: Event, rule: str, by: Actor = SYSTEM) -> dict[str, Any]:
    """The facts of the refusal; whether somebody is missing, its sentence says by itself."""
    return {key: told for key, told in facts_of(case, event, rule, by).items() if key != "absent"}


@refuses("SFB-LOG-02")
def test_who_may_not_log_is_told_who_may() -> None:
    case = scene(cards={"card": attack()})
    assert why(case, card_played(), "SFB-LOG-02", B) == {"player": "r"}
    assert why(case, card_played(champion="red:q"), "SFB-LOG-02", R) == {"stranger": "red:q"}
    assert why(case, e.MatchConceded(side="red"), "SFB-LOG-02", B) == {"players": ["r"]}
    assert why(case, e.MatchConceded(side="green"), "SFB-LOG-02", B) == {"stranger": "green"}
    shuffle = TrapSupplyShuffled(tokens=setup.TOKENS)
    assert why(tables.built(), shuffle, "SFB-LOG-02", R) == {"no_staff": "r"}


@refuses("SFB-ROSTER-05", "SFB-ROSTER-07", "SFB-ROSTER-09", "SFB-MODE-04", "SFB-MODE-05", "SFB-MODE-06")
def test_why_a_pool_or_a_pick_is_refused() -> None:
    case = tables.method(tables.ordered(), "normal_draft")
    assert why(case, pool(*SIX[:5]), "SFB-ROSTER-05") == {"expected": 6, "told": 5}
    assert why(case, pool(*SIX, "anvil"), "SFB-ROSTER-05") == {"twice": ["anvil"]}
    assert why(casual(), pool(*SIX), "SFB-ROSTER-05") == {"laid": 6}
    picked = casual().when(pick("b", "anvil"))
    assert why(picked, pick("r", "anvil"), "SFB-ROSTER-07")["picked"] == "anvil"
    assert why(picked, pick("r", "ivy"), "SFB-ROSTER-07") == {"champion": "ivy", "legal": list(SIX[1:])}
    own = tables.method(tables.ordered(), "tournament_draft")
    twins = pool(*tables.POOLS["r"][:4], "anvil", player="r")
    assert why(own, twins, "SFB-ROSTER-09") == {"expected": 5, "twice": ["anvil"]}
    assert why(laid_out(), pool(*tables.POOLS["r"], player="r"), "SFB-ROSTER-09") == {
        "expected": 5,
        "done": "r",
    }
    four = casual("superteams", EIGHT)
    assert why(four, pool(*EIGHT), "SFB-MODE-04") == {"laid": 8}
    four = tables.picked(four, ("b", "anvil"), ("r", "drift"))
    assert why(four, pick("c", "anvil"), "SFB-MODE-05") == {"repeated": "anvil"}
    assert why(four, pick("s", "echo"), "SFB-MODE-05") == {"expected": "c", "told": "s"}


@refuses("SFB-SETUP-08", "SFB-SETUP-11", "SFB-SETUP-13", "SFB-TRAP-10", "SFB-CHAL-05")
def test_why_the_set_up_does_not_go_on() -> None:
    case = tables.built()
    free = "\N{MINUS SIGN}2/0"
    told = why(case, setup.token("r", (0, 0)), "SFB-SETUP-08")
    assert told["told"] == "0/0" and free in told["legal"] and len(told["legal"]) == len(setup.CELLS)
    laid = case.when(setup.token("r", setup.CELLS[0]), R)
    assert why(laid, setup.token("r", setup.CELLS[0], "other"), "SFB-SETUP-08") == {"taken": free}
    many = TrapSupplyShuffled(tokens=(*setup.TOKENS[:11], "stun"))
    assert why(case, many, "SFB-TRAP-10")["all"] == len(setup.TOKENS)
    ready = tables.ready("superteams", "full")
    moon = e.ChallengeCardLaid(cell=2, card="moon")
    assert why(ready, moon, "SFB-CHAL-05") == {"strange": "moon"}
    raid = ready.when(e.ChallengeCardLaid(cell=2, card="t_raid"))
    again = e.ChallengeCardLaid(cell=1, card="t_raid")
    assert why(raid, again, "SFB-CHAL-05") == {"card": "t_raid", "cell": 2}
    early = tables.trapped()
    assert why(early, hands.mulligan("r"), "SFB-SETUP-11") == {"undealt": "r"}
    held = early.when(hands.hand("r", 5, tables.hand_of(early, "r")))
    deck = deck_of(early.state, "r") or ()
    assert why(held, hands.mulligan("r", 6), "SFB-SETUP-11") == {"hand": 5, "told": 6}
    uneven = hands.mulligan("r", 2, returned=tables.hand_of(early, "r")[:2], drawn=deck[5:6])
    assert why(held, uneven, "SFB-SETUP-11") == {"counts": [2, 2, 1]}
    area = tables.dealt()
    told = why(area, setup.put("b", "blue:drift", (0, -3)), "SFB-SETUP-13")
    assert told == {"expected": "r", "told": "b"}
    told = why(area, setup.put("r", "blue:drift", (-3, 3)), "SFB-SETUP-13")
    assert told == {"champion": "drift", "owner": "b"}
    assert why(area, setup.put("r", "red:anvil", (0, -3)), "SFB-SETUP-13")["legal"]
    stands = area.when(setup.put("r", "red:anvil", (-3, 3)))
    assert why(stands, setup.put("r", "red:anvil", (-2, 3)), "SFB-SETUP-13") == {"done": "anvil"}


@refuses("SFB-ACT-02", "SFB-REACT-05", "SFB-CMB-05", "SFB-CMB-08")
def test_why_a_card_is_not_played() -> None:
    cards = {"card": attack(), "answer": reaction(champion="a")}
    full = scene(cards=cards).state.full.seats["r"]
    own = type(full)(hand=1, held=("answer",), cards=("card", "answer"), open=("card",), discard=1)
    case = scene(cards=cards, seats={"r": own, "b": full})
    lying = {"player": "r", "card": "card", "place": "in_discard"}
    assert why(case, card_played(), "SFB-ACT-02", R) == lying
    assert why(case, card_played("answer"), "SFB-ACT-02", R) == {"reaction": "answer"}
    other = {"printed": "card", "owner": "a", "champion": BB}
    assert why(case, card_played("card", BB), "SFB-ACT-02", R) == other
    answers = {"card": attack(), "swing": attack(champion="x"), "foreign": reaction(champion="b")}
    open_ = declared(opened(scene(cards=answers)))

    def answer(card: str) -> a.ReactionPlayed:
        return a.ReactionPlayed(player="b", card=card, core="manipulation", on_champion=X)

    assert why(open_, answer("swing"), "SFB-REACT-05", B) == {"printed": "swing"}
    assert why(open_, answer("foreign"), "SFB-REACT-05", B) == {"foreign": "foreign", "owner": "b"}
    twice = a.AttackDeclared(attacker=A, card="card", targets=(X, X))
    assert why(opened(scene(cards={"card": attack()})), twice, "SFB-CMB-05", R) == {"twice": [X]}
    shot = attack(targeting=aim("direct", 1, 4))
    case = opened(scene(at={"x": (3, 0), "b": (1, 0)}, cards={"card": shot}))
    told = why(case, a.AttackDeclared(attacker=A, card="card", targets=(X,)), "SFB-CMB-08", R)
    assert told["blocked"] == ["1/0"]


@refuses("SFB-MOVE-02", "SFB-MOVE-03", "SFB-HEX-06", "SFB-KO-08")
def test_what_is_on_the_hex_is_told() -> None:
    case = opened(scene(at={"b": (0, -1)}, cards={"card": attack()}, ground=STATUES))
    assert why(case, walk(A, (0, 1)), "SFB-MOVE-02", R)["stands"] == "a_statue"
    assert why(case, walk(A, (1, 0)), "SFB-MOVE-02", R)["stands"] == "an_enemy"
    assert why(case, walk(A, (0, -1)), "SFB-MOVE-03", R)["stands"] == "an_ally"
    assert why(case, walk(A, (0, -1)), "SFB-HEX-06", R)["stands"] == "an_ally"
    there = a.ChampionReturned(champion=A, cell=(0, 4))
    assert why(case, there, "SFB-KO-08", R) == {"standing": A, "cell": "0/0"}
    gone = opened(scene(at={"a": None, "b": None}, cards={"card": attack()}))
    other = a.ChampionReturned(champion=BB, cell=(0, 4))
    mate = opened(scene(at={"b": None}, cards={"card": attack()}))
    assert why(mate, other, "SFB-KO-08", R) == {"other": BB, "acting": A}
    far = a.ChampionReturned(champion=A, cell=(0, -4))
    assert "0/4" in why(gone, far, "SFB-KO-08", R)["legal"]
    refused = case.when(walk(A, (0, 1)), R).violations[0]
    assert sentence(refused, "en").endswith(": a statue is there.")
    assert sentence(refused, "ru").endswith(": там статуя.")


@refuses("SFB-CHAL-01", "SFB-CHAL-02", "SFB-MODE-11")
def test_why_the_track_does_not_move() -> None:
    case = tables.deployed()
    for _ in range(2):
        case = tables.turn_over(tables.turn_begun(case))
    card = case.state.track.cells[0]
    laying = e.ChallengeCardLaid(cell=0, card="t_pack", cause="round_end")
    assert why(case, laying, "SFB-CHAL-01") == {"first": 1}
    assert why(case, ChallengeTrackShifted(shift=2, discarded=()), "SFB-CHAL-01") == {
        "expected": 1,
        "told": 2,
    }
    gone = ChallengeTrackShifted(shift=1, discarded=(card or "",))
    assert why(case, gone, "SFB-CHAL-01") == {"due": "nothing", "discarded": [card]}
    moved = case.when(ChallengeTrackShifted(shift=1, discarded=()))
    assert why(moved, ChallengeTrackShifted(shift=1, discarded=()), "SFB-CHAL-01") == {"shifted": 1}
    assert why(moved, RoundEnded(round=1), "SFB-CHAL-01") == {"due_cards": 1, "laid": 0}
    far = e.ChallengeCardLaid(cell=1, card="t_pack", cause="round_end")
    assert why(moved, far, "SFB-CHAL-02") == {"cell": 0, "entered": 1}
    laid = moved.when(laying)
    again = e.ChallengeCardLaid(cell=0, card="t_rise", cause="round_end")
    assert why(laid, again, "SFB-CHAL-02") == {"all": 1}


def struck_with(*effects: Effect, **told: Any) -> Case:
    """Champion a has hit x, with these effects after the attack."""
    return struck(scene(cards={"card": attack(*effects)}, **told))


@refuses("SFB-REACT-02")
def test_whether_there_was_no_attack_or_it_was_answered() -> None:
    case = opened(scene(cards={"card": attack(), "answer": reaction()}))
    answer = a.ReactionPlayed(player="b", card="answer", core="manipulation", on_champion=X)
    assert why(case, answer, "SFB-REACT-02", B)["because"] == "not_attacked"
    assert why(passed(declared(case)), answer, "SFB-REACT-02", B)["because"] == "attack_answered"


@refuses("SFB-EFF-08", "SFB-EFF-09", "SFB-EFF-21")
def test_what_a_champion_suffers_that_cannot_be_moved() -> None:
    for kind, rule in (("push", "SFB-EFF-08"), ("pull", "SFB-EFF-09")):
        blocked = {"a": (3, 0), "x": (4, 0)}
        case = struck_with(effect(kind, 2, on="target", timing="post"), at=blocked)
        case = case.when(displaced(X, kind, 2, missing=2))
        assert why(case, damage(X, 1, kind), rule) == {"hurt": X, "due": 2, "dealt": 1}
        case.when(damage(X, 2, kind)).then_accepted()
    rooted: dict[str, dict[str, Any]] = {"x": {"immobilised": True}}
    for kind in ("compel", "fear"):
        case = struck_with(effect(kind, 2, on="target", timing="post"), figures=rooted)
        assert why(case, displaced(X, kind, 2, (2, 0)), "SFB-EFF-21") == {"frozen": X}
        case.when(a.ActionEnded()).then_accepted()


@refuses("SFB-ACT-11")
def test_why_an_effect_is_not_applied() -> None:
    deed, drawn = effect("damage", 1, on="enemy"), effect("draw", 1)
    case = opened(scene(cards={"card": skill(deed, drawn)})).when(a.SkillUsed(champion=A, card="card"))
    assert why(case, a.ChampionHealed(champion=A, amount=1, cause="effect"), "SFB-ACT-11")["because"] == (
        "effect_absent"
    )
    case = case.when(damage(X, 1))
    assert why(case, damage(X, 1), "SFB-ACT-11")["because"] == "effect_done"
    drawing = CardsDrawn(player="r", declared=1, drawn=1)
    above = skill(effect("heal", 1), drawn)
    case = opened(scene(cards={"card": above}, figures={"a": {"damage": 1}}))
    case = case.when(a.SkillUsed(champion=A, card="card")).when(drawing)
    healing = a.ChampionHealed(champion=A, amount=1, cause="effect")
    assert why(case, healing, "SFB-ACT-11")["because"] == "effect_above"


@refuses("SFB-CORE-04", "SFB-TRAP-05", "SFB-TRAP-06")
def test_which_core_and_which_hex_would_do() -> None:
    case = played(scene(), basic(1, "manipulation"), a.ActionEnded())
    wanted = why(case, basic(4, "manipulation"), "SFB-CORE-04")
    assert (wanted["colour"], wanted["ready"]) == ("any_ready_core", ["destruction", "creation"])
    lying: dict[Hex, str | None] = dict.fromkeys(((0, 3), (0, -3), (3, 0), (-3, 0)))
    case = opened(scene({"a": (0, 2)}, {"card": attack()}, lying))
    case = played(case, walk(A, (0, 3)), trap(A, (0, 3), "immobilise"))
    case = played(case, a.ChampionImmobilised(champion=A, cause="trap"))
    free = ["−3/3", "3/−3"]
    assert why(case, replaced("r", (0, 3)), "SFB-TRAP-05")["legal"] == free
    assert why(case, replaced("r", (1, 1)), "SFB-TRAP-06")["legal"] == free
    case.when(replaced("r", (3, -3))).then_accepted()


@refuses("SFB-MOVE-08", "SFB-MOVE-09")
def test_what_an_approach_or_a_retreat_is_measured_from() -> None:
    for kind, rule, near in (("approach", "SFB-MOVE-08", (1, 0)), ("retreat", "SFB-MOVE-09", (-1, 0))):
        case = opened(scene(at={"x": (3, 0)}, cards={"card": skill(effect(kind, 2, "enemy"))}))
        case = case.when(a.SkillUsed(champion=A, card="card"))
        assert why(case, moved(A, kind, near), rule) == {"undirected": A}
        facts = why(case, moved(A, kind, near, toward=(4, 0)), rule)
        assert facts["measured"] == "4/0"
        assert "3/0" in facts["legal"]
        other = why(case, moved("red:b", kind, near, toward=(3, 0)), rule)
        assert other == {"mover": A, "other": "red:b"}
        far = why(case, moved(A, kind, near, (2 * near[0], 0), (3 * near[0], 0), toward=(3, 0)), rule)
        assert (far["limit"], far["told"]) == (2, 3)
        case.when(moved(A, kind, near, toward=(3, 0))).then_accepted()
