"""Hands: NIN-SETUP-03 to -06, NIN-MODE-4P-01, NIN-MODE-SOLO-02, NIN-MODE-DL-01, NIN-MODE-BAL-01."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.ninja import RULES
from games.ninja.chapters.hands import check_hand, check_missions, check_split, deck_of, feasible, size_of
from games.ninja.facts import DECKS, suggested
from games.ninja.full.events import MissionsDrawn
from games.ninja.tests.tables import created
from games.rulebook import sentence
from games.ruleset import REFEREE, Roster, RuleViolation
from games.testing import accepts, refuses

HALF = {
    "patrol_listen": 2,
    "sentry_listen": 3,
    "patrol_search": 2,
    "sentry_search": 2,
    "awaken": 2,
    "kenjutsu": 1,
}


def rules_of(found: Any) -> list[str]:
    """The rules of all violations, each of which must read as a sentence."""
    violations: list[RuleViolation] = list(found)
    for one in violations:
        assert all(len(sentence(one, language)) > 15 for language in ("en", "ru"))
    return [one.rule for one in violations]


def report(hand: str, cards: dict[str, int], delta: int = 0) -> list[str]:
    body = {"hand": hand, "cards": cards, "delta": delta}
    return rules_of(
        RULES.check_roster(Roster(system="ninja", kind="deck", name="x", body=body), {}).violations
    )


@accepts("NIN-SETUP-04", "NIN-SETUP-05", "NIN-SETUP-06", "NIN-LOG-06")
@pytest.mark.parametrize("deck", ["guard", "ninja", "traitor"])
def test_the_suggested_hands_are_legal(deck: Any) -> None:
    assert report(deck, suggested(deck)) == []
    assert sum(suggested(deck).values()) == size_of(deck) == DECKS[deck].hand


@refuses("NIN-SETUP-04", "NIN-SETUP-05", "NIN-SETUP-06", "NIN-LOG-06")
def test_all_that_is_wrong_is_told() -> None:
    assert report("ninja", {"rope": 8}) == ["NIN-SETUP-06"]
    assert report("ninja", {"rope": 9}) == ["NIN-SETUP-04", "NIN-SETUP-06"]
    assert report("guard", {**suggested("guard"), "awaken": 5}) == ["NIN-SETUP-05"]
    assert report("guard", {"kenjutsu": 14, "sentry_listen": 10}) == ["NIN-SETUP-06"]
    assert report("traitor", {**suggested("traitor"), "shuriken": 1}) == ["NIN-LOG-06", "NIN-SETUP-04"]
    assert report("traitor", {**suggested("traitor"), "rope": -1}) == ["NIN-LOG-06", "NIN-SETUP-04"]
    assert report("traitor", {**suggested("traitor"), "rope": 0}) == ["NIN-SETUP-04"]
    broken = Roster(system="ninja", kind="deck", name="x", body={"hand": "monk", "cards": {}})
    assert rules_of(RULES.check_roster(broken, {}).violations) == ["WL-ROS-01"]


@accepts("NIN-MODE-BAL-01")
@refuses("NIN-MODE-BAL-01")
def test_hands_grow_and_shrink_by_the_option() -> None:
    assert report("ninja", {**suggested("ninja"), "rope": 4}, 2) == []
    assert report("ninja", suggested("ninja"), 2) == ["NIN-SETUP-04"]
    assert report("ninja", suggested("ninja"), 9) == ["NIN-SETUP-04", "NIN-MODE-BAL-01"]


@accepts("NIN-MODE-4P-01")
@refuses("NIN-MODE-4P-01")
def test_the_halves_of_four_players() -> None:
    assert report("guard_a", HALF) == [] == rules_of(check_split(HALF, HALF))
    assert rules_of(check_split(HALF, {**HALF, "awaken": 3})) == ["NIN-MODE-4P-01"]
    greedy = {"kenjutsu": 6, "sentry_listen": 6}
    keen = {"sentry_search": 6, "patrol_search": 6}
    assert report("guard_a", {"kenjutsu": 7, "sentry_listen": 5}) == ["NIN-SETUP-06"]
    assert (
        rules_of(check_split({**HALF}, {"kenjutsu": 5, "sentry_listen": 4, "awaken": 2, "patrol_listen": 1}))
        == []
    )
    assert rules_of(check_split(greedy, keen))[-1] == "NIN-SETUP-06"


@accepts("NIN-MODE-SOLO-02")
@refuses("NIN-MODE-SOLO-02")
def test_a_mixed_hand_is_feasible_in_both_decks() -> None:
    mixed = {"ninja.kenjutsu": 3, "traitor.kenjutsu": 3, "traitor.it_was_a_cat": 2}
    assert report("solo", mixed) == []
    assert report("solo", {**mixed, "ninja.rope": 1}) == ["NIN-MODE-SOLO-02"]
    assert report("solo", {"kenjutsu": 8}) == ["NIN-LOG-06"]
    assert report("solo", {"ninja.rope": 7, "ninja.shuriken": 1}) == ["NIN-SETUP-06"]


@accepts("NIN-SETUP-03")
@refuses("NIN-SETUP-03")
def test_missions_differ_unless_the_lands_are_disputed() -> None:
    assert rules_of(check_missions({"ninja": "B", "traitor": "D"})) == []
    assert rules_of(check_missions({"ninja": "B", "traitor": "B"})) == ["NIN-SETUP-03"]
    assert rules_of(check_missions({"ninja": "B", "traitor": "B"}, disputed=True)) == []
    assert rules_of(check_missions({"ninja": "G"})) == ["NIN-LOG-06"]


def test_known_copies_judge_exactly() -> None:
    copies = {"rope": 4, "shuriken": 2, "kenjutsu": 3, "shadow_walk": 2, "secret_passage": 1}
    cards: dict[str, dict[str, Any]] = {f"ninja.{key}": {"copies": number} for key, number in copies.items()}
    hand = {"rope": 3, "shuriken": 2, "kenjutsu": 2, "secret_passage": 1}
    body = {"hand": "ninja", "cards": {**hand, "shuriken": 3, "rope": 2}}
    assert RULES.check_roster(Roster(system="ninja", kind="deck", name="x", body=body), {}).ok
    assert not RULES.check_roster(Roster(system="ninja", kind="deck", name="x", body=body), cards).ok
    assert rules_of(check_hand("ninja", hand, copies=copies)) == []


def test_a_choice_is_feasible_where_some_deck_holds_it() -> None:
    """Against all decks that the rulebook allows, counted one by one."""
    dice = Random(5)
    least = {key: card.least for key, card in DECKS["traitor"].cards.items()}
    spare = DECKS["traitor"].total - sum(least.values())
    decks = [
        {key: number + extra.count(key) for key, number in least.items()}
        for extra in ([a, b, c] for a in least for b in least for c in least)
    ]
    assert spare == 3
    for _ in range(300):
        hand = {key: dice.randint(0, 5) for key in least}
        possible = any(all(hand[key] <= deck[key] for key in least) for deck in decks)
        assert feasible("traitor", hand) == possible, hand


def test_the_largest_numbers_that_follow() -> None:
    most = lambda deck, key: max(n for n in range(20) if feasible(deck, {key: n}))
    assert (most("guard", "kenjutsu"), most("ninja", "rope"), most("traitor", "potent_sake")) == (12, 6, 5)


def test_of_a_card_no_more_is_offered_than_a_deck_could_hold() -> None:
    """A pad and a program count up to there; one more is refused whatever else the hand holds."""
    state = created(detail="full").when(MissionsDrawn(letters={"ninja": "A", "traitor": "B"})).state
    offers = [one for one in RULES.next_events(state, REFEREE) if one.type == "hand_chosen"]
    assert len(offers) == 2
    for offer in offers:
        deck = deck_of(offer.choices["hand"][0])
        for name, (least, most) in offer.limits.items():
            card = name.removeprefix("cards.")
            assert least == 0 < most and feasible(deck, {card: most})
            assert most == offer.choices["size"][0] or not feasible(deck, {card: most + 1})
