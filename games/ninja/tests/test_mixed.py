"""A mixed hand (NIN-MODE-SOLO-02): the one intruder is "solo" to everybody but its player, until a card or its figure
makes its character known."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.ninja.chapters.hands import suggested_hand
from games.ninja.events import Options
from games.ninja.facts import PRACTICE
from games.ninja.full import events as f
from games.ninja.full.legal.moves import moves
from games.ninja.full.table import full_of, with_hidden, with_shown
from games.ninja.next_events import next_events
from games.ninja.play.simulate import simulate
from games.ninja.rules import Ninja
from games.ninja.secrets.verdict import audit
from games.ninja.state import limit_of
from games.ninja.tests.demo import MARKS, POSTS, hand, led, moved, to, to_intruders
from games.ninja.tests.disguise import disguised
from games.ninja.tests.laid import case_of, hidden_at, owed, refused, seen_at, standing
from games.ninja.tests.tables import INTRUDER, G, created, creation
from games.ninja.tests.test_audit import audited, entries_of
from games.registry import MATCHES
from games.ruleset import EVERYONE, Event, Viewer
from games.secrets import canonical, concealed, sealed
from games.testing import Case, accepts, given, refuses
from games.tests.contract import all_that_is_seen, story_of, twin_of

RULES = Ninja()
WOLF, GUARDS = Viewer("player", "i", "intruders"), Viewer("player", "g", "guards")
OPTIONS: Any = {"detail": "full", "map": PRACTICE, "variant": "solo", "options": Options(mixed_hand=True)}
BLUFF = f.CardSecret(bluff=True, edge=None, zone=None)
SINGLE = {
    "ninja": {"rope": 4, "shuriken": 3, "kenjutsu": 3, "shadow_walk": 1, "secret_passage": 1},
    "traitor": {"rope": 2, "potent_sake": 3, "it_was_a_cat": 1, "kenjutsu": 3, "secret_passage": 1},
}
"""Copies of an edition with one passage card in each deck."""
ROPE = f.CardSecret(bluff=False, edge=("A3", "B3"), zone=None)
OPENING: tuple[Event, ...] = (
    f.MissionsDrawn(letters={"solo": "B"}),
    f.CharacterChosen(character="ninja"),
    f.HandChosen(hand="solo", size=8, cards=suggested_hand("solo")),
    hand("guard"),
    f.GuardsDeployed(sentries=POSTS, patrols=(f.Patrol("G2", "H2"), f.Patrol("D6", "E6"))),
    f.GuardMapMarked(marks=MARKS),
    f.IntruderStartMarked(intruder="solo", zone="A3"),
    f.PassageMarked(entrance="B5", other="J3"),
    f.SetupCompleted(),
)


def laid(number: int = len(OPENING), *, character: Any = "ninja", zone: str = "A3") -> Case:
    """The first so many events of the setup."""
    case = created(**OPTIONS)
    for event in OPENING[:number]:
        if isinstance(event, f.CharacterChosen):
            event = replace(event, character=character)
        elif isinstance(event, f.IntruderStartMarked):
            event = replace(event, zone=zone)
        case = case.when(event)
    return case


def action(**told: Any) -> Case:
    return laid(**told).when(f.TurnStarted(turn=1)).when(f.PhaseStarted(phase="guard_action"))


def night(**told: Any) -> Case:
    return to_intruders(action(**told))


def rope(name: Any, deck: str = "traitor") -> f.IntruderCardPlayed:
    card: Any = f"{deck}.rope"
    return f.IntruderCardPlayed(intruder=name, card=card, use=ROPE)


@accepts("NIN-MODE-SOLO-01", "NIN-MODE-SOLO-02")
@refuses("NIN-MODE-SOLO-01", "NIN-MODE-SOLO-02")
def test_who_it_is_stays_open_when_the_match_opens() -> None:
    assert list(created(**OPTIONS).then_accepted().intruders) == ["solo"]
    wrong: tuple[Any, ...] = ({"intruder": "ninja"}, {"variant": "standard"}, {"detail": "turns"})
    for told in wrong:
        refused(given(created().rules), creation(**{**OPTIONS, **told}), "NIN-MODE-SOLO-02")


@accepts("NIN-MODE-SOLO-02", "NIN-SETUP-16", "NIN-SETUP-17")
@refuses("NIN-MODE-SOLO-02", "NIN-SETUP-16", "NIN-SETUP-17")
def test_the_hand_has_eight_cards_whoever_it_is() -> None:
    before = laid(2)
    chosen: Any = OPENING[2]
    refused(before, replace(chosen, size=7, cards={**chosen.cards, "ninja.rope": 0}), "NIN-MODE-SOLO-02")
    refused(before, replace(chosen, cards={"ninja.shadow_walk": 8}), "NIN-SETUP-06")
    refused(laid(1), chosen, "NIN-SETUP-01")
    refused(laid(2), f.CharacterChosen(character="ninja"), "NIN-SETUP-01")
    refused(laid(6), f.IntruderStartMarked(intruder="solo", zone="J4"), "NIN-SETUP-16")
    refused(laid(6, character="traitor"), f.IntruderStartMarked(intruder="solo", zone="A3"), "NIN-SETUP-17")
    refused(laid(6), f.IntruderStartMarked(intruder="ninja", zone="A3"), "NIN-MODE-SOLO-02")
    laid(character="traitor", zone="J4").then_accepted()


def test_what_others_see_is_the_same_for_both() -> None:
    """Where it may start is told to its own player alone, who it is to nobody else."""
    ninja, traitor = (laid(6, character=one) for one in ("ninja", "traitor"))
    for viewer in (GUARDS, EVERYONE):
        seen = [canonical(RULES.visible_to(case.state, viewer)) for case in (ninja, traitor)]
        assert seen[0] == seen[1] and b"character" not in seen[0]
        assert RULES.next_events(ninja.state, viewer) == RULES.next_events(traitor.state, viewer)
    own = [RULES.next_events(case.state, WOLF) for case in (ninja, traitor)]
    zones = [next(one.choices["zone"] for one in told if one.choices.get("zone")) for told in own]
    assert set(zones[0]) <= set(PRACTICE.ninja_start) and set(zones[1]) <= set(PRACTICE.traitor_start)


@accepts("NIN-MODE-SOLO-02")
@refuses("NIN-MODE-SOLO-02", "NIN-INT-12")
def test_the_first_card_tells_its_name() -> None:
    """A rope of the traitor's deck in the ninja's hand: what it tells is the name, and the name is true."""
    case = night()
    refused(case, rope("solo"), "NIN-MODE-SOLO-02")
    refused(case, rope("traitor"), "NIN-MODE-SOLO-02")
    refused(case, moved("ninja", "A3"), "NIN-MODE-SOLO-02")
    # The guards, who may not log it, learn nothing from it.
    assert {one.rule for one in case.when(rope("traitor"), by=G).violations} == {"NIN-TURN-03"}
    assert case.when(rope("ninja"), by=G).violations == case.when(rope("traitor"), by=G).violations
    refused(case, replace(rope("ninja"), card="rope"), "NIN-LOG-06")
    refused(case, replace(rope("ninja"), card="traitor.potent_sake", use=PLAIN), "NIN-INT-13")
    known = case.when(rope("ninja"), by=INTRUDER)
    assert list(known.then_accepted().intruders) == ["ninja"] and limit_of("ninja") == 3
    over = known.when(moved("ninja", "A3", to("B3", "rope", 1)))
    assert full_of(over.then_accepted()).hidden["ninja"].zone == "B3"
    refused(over, f.ZonesSearched(intruder="solo", zones=("B3",)), "NIN-SRCH-04")
    over.when(f.ZonesSearched(intruder="ninja", zones=("B3",))).then_accepted()


PLAIN = f.CardSecret(bluff=False, edge=None, zone=None)


@accepts("NIN-MODE-SOLO-02", "NIN-SRCH-03")
def test_moves_and_searches_do_not_tell_it() -> None:
    walked = night().when(moved("solo", "A3", to("A2"))).when(f.ZonesSearched(intruder="solo", zones=("A2",)))
    assert list(walked.then_accepted().intruders) == ["solo"]
    after = led(walked, f.SearchAnswered(results=(f.Found(zone="A2", found="nothing"),)))
    assert list(after.when(f.TurnEnded(turn=1)).then_accepted().intruders) == ["solo"]


@accepts("NIN-MODE-SOLO-02", "NIN-DET-01")
@refuses("NIN-MODE-SOLO-02")
def test_its_figure_tells_its_name() -> None:
    """The server names it when a guard walks into it; a lie is refused, and found by the audit."""
    state = hidden_at(action(character="traitor", zone="J4").state, "solo", "B3")
    search = case_of(state).when(f.GuardCardPlayed(card="sentry_search", guard="g2"))
    met = search.when(f.GuardsMoved(guards=("g2",), path=("B3",)))
    wrong = f.IntruderDetected(intruder="ninja", zone="B3", cause="guard_entered")
    refused(met, wrong, "NIN-MODE-SOLO-02")
    shown = led(search, f.GuardsMoved(guards=("g2",), path=("B3",))).state
    assert full_of(shown).shown["traitor"].visible == "B3" and limit_of("traitor") == 2
    walked = night(character="traitor", zone="J4")
    lie = audited(walked, rope("ninja"))
    assert (lie.findings[0].check, lie.findings[0].rule) == ("NIN-AUD-06", "NIN-MODE-SOLO-02")


@accepts("NIN-MODE-SOLO-02", "NIN-LIS-10", "NIN-LIS-11", "NIN-CMB-02", "NIN-EFF-01")
@refuses("NIN-MODE-SOLO-02", "NIN-LIS-11")
def test_one_intruder_fulfils_both_decks() -> None:
    """The ninja plays the traitor's cat, and kills with a Kenjutsu of either deck, which alarms by its deck."""
    asked = action().when(f.GuardCardPlayed(card="sentry_listen", guard="g2"))
    cat = f.IntruderCardPlayed(intruder="ninja", card="traitor.it_was_a_cat", use=BLUFF)
    quiet = led(asked.when(cat, by=INTRUDER)).state
    assert list(quiet.intruders) == ["ninja"] and quiet.alert == 0
    gone = case_of(with_shown(asked.state, "solo", hand=0))
    refused(gone, cat, "NIN-INT-12")
    cards = {"ninja.kenjutsu": 1, "traitor.kenjutsu": 1, "ninja.shuriken": 1}
    beside = with_hidden(standing(night().state, "g1", at="A3"), "solo", cards=cards)
    kinds: Any = (("ninja.kenjutsu", 1), ("traitor.kenjutsu", 2), ("ninja.shuriken", 0))
    for by, alert in kinds:
        zone = "A3" if by == "ninja.shuriken" else None
        killed = f.GuardNeutralised(intruder="ninja", guard="g1", by=by, from_zone=zone)
        assert case_of(beside).when(killed).then_accepted().alert == alert


@accepts("NIN-MODE-SOLO-02", "NIN-HAZ-03", "NIN-HAZ-04")
@refuses("NIN-MODE-SOLO-02", "NIN-HAZ-04")
def test_a_card_against_a_hazard_tells_it_too() -> None:
    state = with_hidden(
        hidden_at(night().state, "solo", "C4"),
        "solo",
        cards={"traitor.kenjutsu": 1, "traitor.it_was_a_cat": 1},
    )
    trap = case_of(owed(state, "hazard", intruder="solo", zones=("D4",), cause="trap"))
    cat = f.HazardResolved(zone="D4", hazard="trap", outcome="cat", intruder="ninja")
    refused(trap, replace(cat, intruder=None), "NIN-MODE-SOLO-02")
    assert list(trap.when(cat).then_accepted().intruders) == ["ninja"]
    assert list(trap.when(replace(cat, outcome="alert", intruder=None)).then_accepted().intruders) == ["solo"]
    ambush = case_of(owed(state, "hazard", intruder="solo", zones=("C5",), cause="ambush"))
    kill = replace(cat, zone="C5", hazard="ambush", outcome="killed_kenjutsu", deck="traitor")
    refused(ambush, replace(kill, deck=None), "NIN-MODE-SOLO-02")
    refused(ambush, replace(kill, deck="ninja"), "NIN-INT-12")
    refused(ambush, replace(kill, intruder="traitor"), "NIN-MODE-SOLO-02")
    assert ambush.when(kill).then_accepted().alert == 2
    # A table without a mixed hand says neither.
    plain = case_of(owed(to_intruders().state, "hazard", intruder="traitor", zones=("D4",), cause="trap"))
    refused(plain, cat, "NIN-MODE-SOLO-02")


@accepts("NIN-RESP-04")
@refuses("NIN-RESP-04")
def test_a_new_copy_takes_six_cards_of_both_decks() -> None:
    known = seen_at(night().when(rope("ninja")).state, "ninja", "A3")
    due = case_of(owed(known, "respawn", intruder="ninja"))
    cards = {"ninja.rope": 3, "traitor.kenjutsu": 3}
    back = f.IntruderRespawned(intruder="ninja", size=6, zone="A5", cards=cards, mission="C")
    due.when(back).then_accepted()
    refused(due, replace(back, size=5, cards={"ninja.rope": 5}), "NIN-RESP-04")
    refused(due, replace(back, cards={"traitor.it_was_a_cat": 6}), "NIN-RESP-04")


@accepts("NIN-RESP-04", "NIN-PASS-02")
@refuses("NIN-RESP-04")
def test_the_passage_card_that_lies_on_the_table_is_in_no_new_hand() -> None:
    """The card of the other deck was a bluff: it is gone, so that the new copy may choose it again."""
    names: tuple[Any, Any] = ("ninja.secret_passage", "traitor.secret_passage")
    hidden = hidden_at(night().state, "solo", "B5", cards=dict.fromkeys(names, 1))
    case = case_of(replace(hidden, copies=SINGLE))
    for card, bluff in zip(names, (True, False), strict=True):
        use = f.CardSecret(bluff=bluff, edge=None, zone=None)
        case = case.when(f.IntruderCardPlayed(intruder="ninja", card=card, use=use), INTRUDER)
    inside = case.when(f.PassageEntered(intruder="ninja", entrance="B5"), INTRUDER).then_accepted()
    due = case_of(owed(inside, "respawn", intruder="ninja"))
    rest = {"ninja.rope": 2, "ninja.kenjutsu": 2, "traitor.rope": 1}
    back = f.IntruderRespawned(intruder="ninja", size=6, zone="A5", cards={**rest, names[0]: 1}, mission="C")
    refused(due, replace(back, cards={**rest, names[1]: 1}), "NIN-RESP-04", by=INTRUDER)
    due.when(back, INTRUDER).then_accepted()


def test_what_is_offered_names_it_and_is_legal() -> None:
    """Every card and figure on offer is told by the name that its player knows; the guards are told "solo"."""
    state = standing(night().state, "g1", at="A2")
    for told in next_events(RULES.visible_to(state, WOLF)):
        for event in moves(RULES.visible_to(state, WOLF), told, INTRUDER):
            assert not RULES.check(state, event, INTRUDER), event
            name = getattr(event, "intruder", None)
            assert name in (
                None,
                "ninja" if "card" in told.type or "neutral" in told.type or "det" in told.type else "solo",
            )
    offered = [one for one in next_events(RULES.visible_to(state, GUARDS)) if one.choices.get("intruder")]
    assert offered and all(set(one.choices["intruder"]) <= {"solo"} for one in offered)


def mixed(seed: int) -> Any:
    """The first simulated match with a mixed hand from this seed on."""
    for number in range(seed, seed + 100):
        setup, log = simulate(number, "full", 1)
        if log[0][0].options.mixed_hand:  # type: ignore[attr-defined]
            return setup, log
    raise AssertionError


@pytest.mark.parametrize("seed", [0, 20])
def test_simulated_matches_are_clean_and_tell_nothing(seed: int) -> None:
    setup, log = mixed(seed)
    assert audit(setup, entries_of(log)).verdict == "clean"
    story = story_of(MATCHES["ninja"], setup, log)
    places = [place for place, state in enumerate(story.states) if "solo" in state.play.intruders]
    dice, viewer = Random(seed), Viewer("player", log[0][0].sides["guards"][0], "guards")
    for place in dice.sample(places, min(4, len(places))):
        other, events = twin_of(story, place, viewer, disguised, dice)
        assert any(isinstance(event, f.CharacterChosen) for event, _ in events) or place < 3
        seen = [all_that_is_seen(MATCHES["ninja"], one, viewer) for one in (story.states[place], other)]
        assert canonical(seen[0]) == canonical(seen[1])


def on_phone(case: Case) -> Case:
    """The same match with the secrets of the intruder on its phone."""
    kept = created(**OPTIONS)
    for place, event in enumerate(entry.event for entry in case.entries[1:]):
        told: Any = sealed(event, f"{place:064x}")
        mine = isinstance(told, f.OwnedSecret) and told.owner == "intruders" and told.commitment
        kept = kept.when(concealed(told) if mine and getattr(told, "hand", "solo") == "solo" else told)
        kept.then_accepted()
    return kept


@accepts("NIN-MODE-SOLO-02")
@refuses("NIN-MODE-SOLO-02")
def test_a_phone_that_alone_knows_who_it_is_is_offered_both_names() -> None:
    case = on_phone(night())
    seen = RULES.visible_to(case.state, WOLF)
    told = {one.type: one for one in next_events(seen)}
    for kind in ("intruder_card_played", "guard_neutralised", "intruder_detected"):
        assert told[kind].choices["intruder"] == ("ninja", "traitor"), kind
    assert told["intruder_moved"].choices["intruder"] == ("solo",)
    for name in told["intruder_card_played"].choices["intruder"]:
        case.when(concealed(sealed(rope(name), "5a" * 16)), INTRUDER).then_accepted()
    refused(case, concealed(sealed(rope("solo"), "5a" * 16)), "NIN-MODE-SOLO-02")
    found = moves(seen, told["intruder_detected"], INTRUDER)
    assert {one.intruder for one in found} == {"ninja", "traitor"}  # type: ignore[attr-defined]
    entered = case_of(owed(case.state, "answer", guards=("g2",), path=("B4",)))
    (answer,) = [one for one in next_events(entered.state) if one.type == "intruder_detected"]
    met = moves(entered.state, answer, INTRUDER)
    assert {one.intruder for one in met} == {"ninja", "traitor"}  # type: ignore[attr-defined]
    for event in met:
        entered.when(event, INTRUDER).then_accepted()
