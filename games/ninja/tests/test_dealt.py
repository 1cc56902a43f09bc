"""Missions that the server draws follow from a seed that was fixed before them (NIN-HID-13, NIN-AUD-05)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.consequences import following
from games.moves import examples_of
from games.ninja import RULES
from games.ninja.facts import LIMITS, PRACTICE
from games.ninja.full import events as f
from games.ninja.full.server_draws import first_letters, shuffled
from games.ninja.full.state import Due
from games.ninja.full.table import full_of, with_full
from games.ninja.opening import open_table
from games.ninja.play.simulate import PRINTED, simulate
from games.ninja.secrets.verdict import audit
from games.ninja.system import SYSTEM
from games.ninja.tests.demo import SETUP, hand, to_intruders
from games.ninja.tests.laid import case_of, refused
from games.ninja.tests.tables import INTRUDER, G, created
from games.ruleset import EVERYONE, REFEREE, Entry, Event, Setup, Viewer
from games.secrets import concealed, sealed
from games.simulated import ORGANISER as STAFF
from games.testing import Case, accepts, refuses

SEED = "11" * 32
COMMITTED = f.SeedCommitted(seed=SEED)
LETTERS: dict[Any, str] = dict(first_letters(SEED, ("ninja", "traitor"), False))
OTHERS: dict[Any, str] = {"ninja": LETTERS["traitor"], "traitor": LETTERS["ninja"]}
VIEWERS = (EVERYONE, Viewer("player", "g", "guards"), Viewer("player", "i", "intruders"))


def opened(**told: Any) -> Case:
    return created(detail="full", map=PRACTICE, **told)


def test_anybody_can_draw_again() -> None:
    """By nothing but the seed: the same letters, each once, others for another label or seed."""
    orders = {
        "".join(shuffled(seed, label, LIMITS.letters))
        for seed in (SEED, "22" * 32)
        for label in ("missions", "x")
    }
    assert len(orders) == 4 and all(sorted(one) == list(LIMITS.letters) for one in orders)
    first = shuffled(SEED, "missions", reversed(LIMITS.letters))
    assert {"traitor": first[0], "ninja": first[1]} == LETTERS


@accepts("NIN-HID-13")
@refuses("NIN-HID-13", "NIN-TURN-03")
def test_nobody_but_the_server_draws_and_only_by_the_seed() -> None:
    refused(opened(), COMMITTED, "NIN-TURN-03", by=G)
    refused(opened(), f.SeedCommitted(seed="1"), "NIN-LOG-06")
    case = opened().when(COMMITTED)
    refused(case, COMMITTED, "NIN-HID-13")
    refused(opened().when(SETUP[0]), COMMITTED, "NIN-HID-13")
    refused(case, f.MissionsDrawn(letters=LETTERS), "NIN-TURN-03", by=INTRUDER)
    refused(case, f.MissionsDrawn(letters=OTHERS), "NIN-HID-13")
    case.when(f.MissionsDrawn(letters=LETTERS)).then_accepted()
    offered = {one.type: one.players for one in RULES.next_events(case.state, EVERYONE)}
    assert offered["missions_drawn"] == ()


def test_the_seed_is_known_to_nobody_who_plays() -> None:
    case = opened().when(COMMITTED)
    event = sealed(COMMITTED, "ab" * 16)
    for viewer in VIEWERS:
        assert full_of(RULES.visible_to(case.state, viewer)).seed is None
        assert RULES.redact(case.state, event, viewer) == concealed(event)
    assert RULES.redact(case.state, event, REFEREE) == event
    assert RULES.redact(case.state, event, EVERYONE, settled=True) == event


def alarmed() -> Case:
    """A turn has begun with an alarm, and the server draws for the guard."""
    copies = {"guard": PRINTED}
    case = opened(copies=copies).when(replace(COMMITTED, decks=True)).when(f.MissionsDrawn(letters=LETTERS))
    for event in SETUP[1:]:
        case = case.when(event)
    loud = replace(case.then_accepted(), alert=2)
    return case_of(loud).when(f.TurnStarted(turn=1))


@accepts("NIN-HID-13", "NIN-AUD-05")
@refuses("NIN-HID-13", "NIN-TURN-03")
def test_the_server_draws_the_guards_cards() -> None:
    """Out of what the hand has left in the deck, in the order of the turn; nobody else draws, and no other cards."""
    case = alarmed()
    due: Any = following(RULES, case.state)
    held = full_of(case.state).piles["guard"].hand_cards or {}
    left = {card: number - held.get(card, 0) for card, number in PRINTED.items()}
    assert due.count == 2 and all(number <= left[card] for card, number in due.cards.items())
    deck = [f"{card}#{copy:02}" for card, number in left.items() for copy in range(1, number + 1)]
    first = [card.partition("#")[0] for card in shuffled(SEED, "guard-deck-guard-1", deck)[:2]]
    assert sorted(first) == sorted(Counter(due.cards).elements())
    refused(case, due, "NIN-TURN-03", by=G)
    other = next(card for card, number in left.items() if number > 1 and due.cards != {card: 2})
    refused(case, replace(due, cards={other: 2}), "NIN-HID-13")
    after = case.when(due).then_accepted()
    assert full_of(after).piles["guard"].drawn_cards == due.cards
    offered = {one.type: one.players for one in RULES.next_events(case.state, EVERYONE)}
    assert offered["guard_cards_drawn"] == ()
    by_hand = case_of(with_full(case.state, decks=False))
    by_hand.when(replace(due, cards={other: 2})).then_accepted()


@accepts("NIN-HID-13")
@refuses("NIN-HID-13")
def test_a_deck_is_drawn_from_only_where_it_is_known() -> None:
    decks = replace(COMMITTED, decks=True)
    refused(opened(), decks, "NIN-HID-13")
    odd = {**PRINTED, "awaken": 3, "kenjutsu": 7}
    refused(opened(mode="four", copies={"guard": odd}), decks, "NIN-HID-13")
    opened(mode="four", copies={"guard": PRINTED}).when(decks).then_accepted()
    known = opened(copies={"guard": PRINTED}).when(decks).when(f.MissionsDrawn(letters=LETTERS))
    refused(known, concealed(sealed(hand("guard"), "ab" * 16)), "NIN-HID-13")
    known.when(hand("guard")).then_accepted()
    options = {"mode": "standard", "detail": "full", "draw_cards": True}
    with pytest.raises(msgspec.ValidationError, match="draw_cards"):
        open_table({"guards": ("g",), "intruders": ("i",)}, None, options, lambda values, n: list(values)[:n])


DEALT_TO_TWO = 22
"""A simulated match of two guard players for whom the server draws, in which cards went from one to the other."""


@accepts("NIN-HID-13", "NIN-MODE-4P-04", "NIN-CARD-12", "NIN-AUD-05")
@refuses("NIN-HID-13", "NIN-CARD-12", "NIN-AUD-05")
def test_the_server_draws_for_each_of_two_guard_players() -> None:
    """From the deck of each, whatever cards went from one to the other; the audit draws all of them again."""
    setup, log = simulate(DEALT_TO_TWO, "full", 3)
    assert {f.SeedCommitted, f.DrawnCardsShared} <= {type(event) for event, _by in log}
    state = RULES.initial(setup)
    played: list[tuple[Any, Any]] = []
    for event, by in log:
        if isinstance(event, f.GuardCardsDrawn):
            assert following(RULES, state) == replace(event, commitment="", salt=None)
            assert by.is_staff
            played.append((state, event))
        state = RULES.evolve(state, event)
        for name, one in full_of(state).piles.items() if state.full is not None else ():
            if one.left is not None:
                assert sum(one.left.values()) == one.deck + one.discard and min(one.left.values()) >= 0, name
    assert {event.hand for _state, event in played} == {"guard_a", "guard_b"}
    entries = [Entry(seq, event, by) for seq, (event, by) in enumerate(log, start=1)]
    assert audit(setup, entries).verdict == "clean"
    before, last, other = next(
        (before, event, card)
        for before, event in reversed(played)
        for card, number in sorted((full_of(before).piles[event.hand].left or {}).items())
        if event.count and number >= event.count and event.cards.get(card) != event.count
    )
    wrong = sealed(replace(last, cards={other: last.count}, commitment="", salt=None), "cd" * 16)
    refused(case_of(before), wrong, "NIN-HID-13")
    many = replace(last, cards={other: 40}, count=40, commitment="", salt=None)
    refused(case_of(before), sealed(many, "ce" * 16), "NIN-ALERT-03", "NIN-CARD-12")
    lied = [Entry(one.seq, wrong, one.actor) if one.event == last else one for one in entries]
    first = audit(setup, lied).findings[0]
    assert (first.check, first.rule) == ("NIN-AUD-05", "NIN-HID-13")


@accepts("NIN-HID-13", "NIN-RESP-05")
@refuses("NIN-HID-13", "NIN-RESP-05", "NIN-TURN-04")
def test_a_new_copy_learns_its_letter_after_it_chose() -> None:
    state = with_full(to_intruders().state, seeded=True, seed=SEED, due=(Due("respawn", intruder="traitor"),))
    back = f.IntruderRespawned(
        intruder="traitor", size=5, zone="J4", cards={"rope": 1, "potent_sake": 2, "kenjutsu": 2}
    )
    case = case_of(state)
    told = {**{name: getattr(back, name) for name in back.__struct_fields__}, "mission": "E"}
    refused(case, f.IntruderRespawned(**told), "NIN-HID-13")
    came = case.when(back, INTRUDER)
    assert full_of(came.then_accepted()).hidden["traitor"].mission is None
    refused(came, f.ZonesSearched(intruder="ninja", zones=("A3",)), "NIN-TURN-04")
    drawn: Any = following(RULES, came.state)
    others = [letter for letter in LIMITS.letters if letter != full_of(came.state).hidden["ninja"].mission]
    assert drawn.letters == {"traitor": shuffled(SEED, "missions-respawn-traitor", others)[0]}
    wrong = next(letter for letter in others if letter != drawn.letters["traitor"])
    refused(came, f.MissionsDrawn(intruder="traitor", letters={"traitor": wrong}), "NIN-HID-13")
    refused(came, f.MissionsDrawn(intruder="ninja", letters={"ninja": wrong}), "NIN-RESP-05")
    assert full_of(came.when(drawn).then_accepted()).hidden["traitor"].mission == drawn.letters["traitor"]
    (offer,) = [one for one in RULES.next_events(came.state, REFEREE) if one.type == "missions_drawn"]
    assert examples_of(SYSTEM, came.state, offer, STAFF, Random) == [drawn]
    assert offer.choices["letters.traitor"] == (drawn.letters["traitor"],)


@accepts("NIN-AUD-05")
@refuses("NIN-AUD-05")
@pytest.mark.parametrize(("letters", "check"), [(LETTERS, None), (OTHERS, "NIN-AUD-05")])
def test_the_audit_draws_again(letters: dict[Any, str], check: str | None) -> None:
    events: list[Event] = [
        *(entry.event for entry in opened().entries),
        sealed(COMMITTED, "01" * 16),
        sealed(f.MissionsDrawn(letters=letters), "02" * 16),
    ]
    found = audit(Setup(), [Entry(seq, event) for seq, event in enumerate(events, start=1)])
    assert [one.check for one in found.findings] == ([check] if check else [])


def test_the_form_fixes_the_seed_before_it_deals() -> None:
    sides = {"guards": ("g",), "intruders": ("i", "j")}
    options = {"mode": "standard", "detail": "full", "draw_missions": True}
    for disputed in (False, True):
        told = open_table(sides, None, {**options, "disputed": disputed}, lambda values, n: list(values)[:n])
        case = Case(RULES, Setup(), RULES.initial(Setup()))
        for event in told:
            case = case.when(event)
        assert [type(event) for event in told[1:]] == [f.SeedCommitted, *[f.MissionsDrawn] * (1 + disputed)]
        assert case.then_accepted().full.step == "hands"
