"""What is offered says all that is known, all of it is accepted, and no payment or reveal leads to where nothing is."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from games.moves import examples_of
from games.registry import SYSTEMS
from games.rulebook import Text
from games.ruleset import REFEREE, SYSTEM, NextEvent
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import events as f
from games.senjutsu.full.harm import Hurt
from games.senjutsu.full.preconditions import cards_in_play, put, table, with_body
from games.senjutsu.full.state import Due, changed, with_pile
from games.senjutsu.pages.forms import now
from games.senjutsu.pages.text_taps import taps
from games.senjutsu.permissions import owner_of
from games.senjutsu.play import training_foes
from games.senjutsu.play.simulate import simulate
from games.senjutsu.state import SenjutsuState, standing
from games.senjutsu.tests.full.foe_tables import drawing, drawn, harmed, horde, resolving, solo, wave
from games.senjutsu.tests.full.tables import dealt, registered, selecting
from games.taps import OneOf
from games.testing import Case, accepts, refuses


def changed_to(case: Case, state: SenjutsuState) -> Case:
    return Case(case.rules, case.setup, state, case.entries)


def offers(state: SenjutsuState, type_: str) -> list[NextEvent]:
    return [one for one in RULES.next_events(state, REFEREE) if one.type == type_]


def holding(case: Case, *cards: str) -> Case:
    full = with_pile(table(case.state), "r", hand=len(cards), held=cards)
    return changed_to(case, put(case.state, full))


def choices(case: Case) -> tuple[Any, ...]:
    """The cards that `r` is offered to choose from, each accepted."""
    (one,) = [one for one in offers(case.state, "card_selected") if one.players == ("r",)]
    cards = one.choices.get("card", ())
    for card in cards:
        case.when(f.CardSelected(player="r", card=card)).then_accepted()
    return cards


@accepts("SEN-SEL-01")
def test_who_has_no_card_left_chooses_a_core_card_or_a_stun() -> None:
    case = holding(selecting(dealt()))
    assert choices(case) == ("A-038", "A-070")
    stunned = changed_to(case, with_body(case.state, "r", stuns=1))
    assert choices(stunned) == ("A-038", "A-070", f.STUN)


@refuses("SEN-COV-03")
def test_a_card_that_needs_cover_is_offered_in_cover_alone() -> None:
    case = holding(selecting(dealt()), "A-901")
    full = table(case.state)
    hidden = msgspec.structs.replace(full.cards["A-901"], needs_cover=True)
    case = changed_to(case, put(case.state, changed(full, cards={**full.cards, "A-901": hidden})))
    assert "A-901" not in choices(case)
    case.when(f.CardSelected(player="r", card="A-901")).then_refused("SEN-COV-03")
    assert "A-901" in choices(changed_to(case, with_body(case.state, "r", in_cover=True)))


@accepts("SEN-TER-02")
@refuses("SEN-TER-02")
def test_a_marker_of_unknown_icons_is_offered_with_its_terrain_and_the_kinds_that_are_left() -> None:
    state = selecting(dealt()).state
    told = {"terrain": "brazier", "left": 1, "kinds": ["stun"]}
    due = Due("condition_gained|wound_taken", "r", "SEN-TER-02", told)
    state = put(state, changed(table(state), step="resolve", due=(due,)))
    (one,) = offers(state, "condition_gained")
    assert one.choices == {"actor": ("r",), "cause": ("brazier",), "kind": ("injury",)}
    assert offers(state, "wound_taken")[0].choices == {"actor": ("r",), "cause": ("brazier",)}
    asked = taps(state, one)
    assert asked is not None
    (cause,) = [row for row in asked.groups[0].rows if isinstance(row, OneOf) and row.key == "cause"]
    assert [choice.key for choice in cause.choices if choice.key not in cards_in_play(state)] == ["brazier"]
    assert cause.start == "brazier"
    assert not RULES.check(state, x.ConditionGained(actor="r", kind="injury", cause="brazier"), SYSTEM)
    again = x.ConditionGained(actor="r", kind="stun", cause="brazier")
    assert [one.rule for one in RULES.check(state, again, SYSTEM)] == ["SEN-TER-02"]


def test_an_attack_on_the_fallen_lord_is_offered_as_it_went() -> None:
    state = horde(lord=(0, 2)).when(wave(1, 1)).then_accepted()
    full = changed(table(state), step="resolve")
    for ignored in (True, False):
        due = Due("lord_attacked", "k1", "SEN-HORDE-15", {"ignored": ignored})
        waiting = put(state, changed(full, due=(due,)))
        (one,) = offers(waiting, "lord_attacked")
        assert one.choices == {"vo": ("k1",), "ignored": (ignored,)}
        assert not RULES.check(waiting, e.LordAttacked(vo="k1", ignored=ignored), SYSTEM)


def alone() -> Case:
    """The only opponent of a wave falls as it turns up a stun, while `r` is to name a target."""
    case = harmed(horde().when(wave(1, 1)), Hurt("k1", stuns=1))
    case = holding(drawn(drawing(case)).when(f.PhaseStarted(phase="select")), "A-913", "A-916")
    case = changed_to(case, with_body(case.state, "r", focus=2))
    case = case.when(f.CardSelected(player="r", card="A-913"))
    return case.when(f.CardsRevealed(cards={"r": "A-913", "k1": f.STUN}, naming=("r",)))


@accepts("SEN-REV-09")
def test_nobody_names_a_target_when_no_opponent_is_left() -> None:
    state = alone().then_accepted()
    assert state.foes["k1"].defeated and not table(state).due
    alone().when(e.WaveCleared(level=1, wave=1, turn=1)).then_accepted()


@refuses("SEN-CTR-01")
def test_nobody_pays_for_a_counterattack_when_no_opponent_is_left() -> None:
    case = alone().when(e.WaveCleared(level=1, wave=1, turn=1))
    case = case.when(f.PhaseStarted(phase="resolve"))
    paid = f.FocusPaid(player="r", amount=1, reason="instant", card="A-916")
    case.when(paid).then_refused("SEN-CTR-01")


def facing_a_katana() -> Case:
    """A card with a text, and one of an opponent."""
    return resolving(solo("katana", decks={"vo-1": "k1"}), r="A-915", vo_1="S-018")


@accepts("SEN-SOLO-04", "SEN-SOLO-12")
@refuses("SEN-SOLO-04", "SEN-SOLO-12")
def test_what_changes_an_opponent_is_offered_with_its_cards() -> None:
    early = drawing(solo("katana", decks={"vo-1": "k1"}))
    assert not offers(early.state, "vo_state_changed"), "no card lies open"
    case = facing_a_katana()
    (one,) = offers(case.state, "vo_state_changed")
    assert one.choices == {"vo": ("vo-1",), "cause": ("S-018", "A-915")}
    case.when(x.VoStateChanged(vo="vo-1", stance="defensive", cause="A-915")).then_accepted()
    case.when(x.VoStateChanged(vo="vo-1", stance="defensive", cause="A-905")).then_refused("SEN-SOLO-04")
    (fresh,) = offers(case.state, "vo_deck_refreshed")
    assert fresh.choices == {"vo": ("vo-1",), "cause": ("S-018",)}
    case.when(x.VoDeckRefreshed(vo="vo-1", cause="S-018")).then_accepted()
    case.when(x.VoDeckRefreshed(vo="vo-1", cause="A-915")).then_refused("SEN-SOLO-12")


@accepts("SEN-EFF-01", "SEN-FOC-02")
@refuses("SEN-EFF-01", "SEN-FOC-02")
def test_what_a_text_takes_away_is_offered_where_it_is() -> None:
    """To heal wounds and lose focus, somebody has to have some; both are offered with the cards that have a text."""
    case = facing_a_katana()
    assert [one.choices for one in offers(case.state, "wound_taken")] == [{"cause": ("A-915",)}]
    assert not offers(case.state, "wounds_healed") and not offers(case.state, "focus_lost")
    healed = x.WoundsHealed(actor="r", normal=1, card="A-915")
    lost = x.FocusLost(player="r", amount=1, card="A-915")
    case.when(healed).then_refused("SEN-EFF-01")
    case.when(lost).then_refused("SEN-FOC-02")
    hurt = changed_to(case, with_body(case.state, "r", wounds=1, focus=1))
    for type_ in ("wounds_healed", "focus_lost"):
        (one,) = offers(hurt.state, type_)
        assert (one.players, one.choices) == (("r",), {"card": ("A-915",)})
    hurt.when(healed).then_accepted()
    hurt.when(lost).then_accepted()


@accepts("SEN-SETUP-06")
@refuses("SEN-SETUP-06")
def test_on_a_board_that_nobody_told_each_character_starts_on_a_hex_of_its_own() -> None:
    sides = {name: (player,) for name, player in zip("abcd", "rbcd", strict=True)}
    case = registered("multi", sides, board=None, starts=None).when(f.AdvantageSet(order=tuple("rbcd")))
    taken = None
    for player in reversed("rbcd"):
        (one,) = offers(case.state, "character_placed")
        made = next(iter(examples_of(SYSTEMS["senjutsu"], case.state, one, SYSTEM, Random, 1) or ()), None)
        assert isinstance(made, f.CharacterPlaced)
        if taken is not None:
            case.when(f.CharacterPlaced(player=player, hex=taken, facing=0)).then_refused("SEN-SETUP-06")
        case, taken = case.when(made), made.hex
    assert len({fighter.hex for fighter in case.then_accepted().fighters.values()}) == 4


@accepts("SEN-SOLO-07")
@refuses("SEN-SOLO-03")
def test_an_opponent_that_has_nothing_else_left_is_offered_to_turn_up_its_stun() -> None:
    case = harmed(solo("katana", decks={"vo-1": "k1"}), Hurt("vo-1", stuns=1))
    case = drawn(drawing(case)).when(f.PhaseStarted(phase="select"))
    case = case.when(f.CardSelected(player="r", card="A-904"))
    thrown = training_foes.DECKS["k1"]
    full = with_pile(table(case.state), "vo-1", deck=0, discard=len(thrown), open=thrown)
    last = changed_to(case, put(case.state, full))
    (one,) = offers(last.state, "cards_revealed")
    made = examples_of(SYSTEMS["senjutsu"], last.state, one, SYSTEM, Random, 1)
    assert made == [f.CardsRevealed(cards={"r": "A-904", "vo-1": f.STUN})]
    last.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": thrown[0]})).then_refused("SEN-SOLO-03")


@accepts("SEN-SOLO-13")
@refuses("SEN-SOLO-03")
def test_a_deck_of_unknown_size_comes_round_again_once_its_recipe_is_through() -> None:
    """Of a character nobody knows how many cards of its own it has; five come from the selection decks."""
    shown = ("S-001", "S-014", "S-015", "S-026", "S-016")
    case = drawn(drawing(solo("master"))).when(f.PhaseStarted(phase="select"))
    case = case.when(f.CardSelected(player="r", card="A-904"))
    for count in (4, 5):
        full = with_pile(table(case.state), "vo-1", discard=count, open=shown[:count])
        again = f.CardsRevealed(cards={"r": "A-904", "vo-1": "S-014"})
        told = changed_to(case, put(case.state, full)).when(again)
        told.then_accepted() if count == len(shown) else told.then_refused("SEN-SOLO-03")


@accepts("SEN-SOLO-21")
@refuses("SEN-SOLO-21")
def test_the_counterattack_of_an_opponent_without_a_told_deck_comes_with_an_example() -> None:
    case = resolving(solo("leader"), r="A-901", vo_1="S-026")
    due = Due("vo_counter_resolved", "vo-1", "SEN-SOLO-21", {"attacker": "r"})
    case = changed_to(case, put(case.state, changed(table(case.state), due=(due,))))
    (one,) = offers(case.state, "vo_counter_resolved")
    made = next(iter(examples_of(SYSTEMS["senjutsu"], case.state, one, SYSTEM, Random, 1) or ()), None)
    assert isinstance(made, x.VoCounterResolved) and made.card is not None
    case.when(made).then_accepted()
    case.when(f.PhaseStarted(phase="discard")).then_refused("SEN-SOLO-21")


@accepts("SEN-HORDE-01")
@refuses("SEN-HORDE-01")
def test_a_wave_is_offered_when_its_decks_are_there() -> None:
    case = horde(decks=False).when(training_foes.deck("k1", "katana"))
    assert not offers(case.state, "wave_started")
    assert now(case.state) == Text("Decks of the horde: 1 of 4", "Колоды орды: 1 из 4")
    case.when(wave(1, 1, decks=False)).then_refused("SEN-HORDE-01")
    assert offers(horde().state, "wave_started")
    horde().when(wave(1, 1)).then_accepted()


@accepts("SEN-LOG-04")
def test_what_a_text_does_is_asked_of_whoever_stands() -> None:
    """Whoever is defeated may tell nothing of the other characters."""
    setup, told = simulate(5, "full", 2, mode="multi")
    state, asked = RULES.initial(setup), 0
    for event, _by in told:
        state = RULES.evolve(state, event)
        beaten = {player for player in state.fighters if player not in standing(state)}
        for one in RULES.next_events(state, REFEREE) if beaten else ():
            if one.type in ("wound_taken", "condition_gained") and not owner_of(one):
                asked += 1
                assert beaten.isdisjoint(one.players), event
    assert asked > 0
