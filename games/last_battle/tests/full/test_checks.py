"""Checks, cheating, damage and triggers: LB-CHK, LB-FATE, LB-DMG, LB-TRIG, LB-LOS-04; worked examples 1, 2, 6, 10."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_battle import RULES
from games.last_battle.full import events as f
from games.last_battle.tests.full.board import (
    A,
    S,
    active,
    all_of,
    blow,
    draw,
    duel,
    flip,
    going,
    noted,
    resolved,
    started,
    table,
)
from games.ruleset import REFEREE
from games.testing import Case, accepts, refuses


def simple(action: str = "song", **told: Any) -> Case:
    """a1 begins a simple action."""
    return active().when(blow(action=action, kind="magic", target=None, **told), A)


@accepts("LB-CHK-01", "LB-CHK-05")
@pytest.mark.parametrize(
    ("action", "card", "total", "success"),
    [("song", "P-8", 15, True), ("song", "P-7", 14, False), ("word", "P-5", 10, True)],
)
def test_a_simple_action(action: str, card: str, total: int, success: bool) -> None:
    """Worked examples 1 and 10: parameter 7, TV 15, the 8 of Pentacles; parameter 5, TV 10, a 5."""
    case = simple(action).when(flip("simple", "alliance", card), A)
    case.when(resolved(success, attack_total=total), A).then_accepted()


@refuses("LB-CHK-01", "LB-CHK-05")
def test_a_simple_action_with_wrong_numbers() -> None:
    case = simple().when(flip("simple", "alliance", "P-8"), A)
    case.when(resolved(False), A).then_refused("LB-CHK-05")
    case.when(resolved(True, attack_total=16), A).then_refused("LB-CHK-01")
    case.when(resolved(True, margin=0), A).then_refused("LB-CHK-11")
    simple().when(flip("attack", "alliance", "P-8"), A).then_refused("LB-CHK-06")
    active().when(blow()).when(flip("simple", "alliance", "P-8"), A).then_refused("LB-CHK-06")


@accepts("LB-CHK-06", "LB-CHK-10", "LB-CHK-11")
def test_a_tie_is_a_hit_and_less_is_a_miss() -> None:
    """Worked example 2 with Defence 5: the attack fails by one card."""
    duel(active(), "C-6", "P-6").when(
        resolved(True, attack_total=11, defence_total=11, margin=0)
    ).then_accepted()
    duel(active(), "C-6", "P-7").when(resolved(False, attack_total=11, defence_total=12)).then_accepted()


@refuses("LB-CHK-06", "LB-CHK-10", "LB-CHK-11", "LB-CHK-01")
def test_a_duel_with_wrong_numbers_or_order() -> None:
    case = duel(active(), "C-6", "P-6")
    case.when(resolved(False), A).then_refused("LB-CHK-06")
    case.when(resolved(True, defence_total=10), A).then_refused("LB-CHK-01")
    case.when(resolved(True, margin=1), A).then_refused("LB-CHK-11")
    half = active().when(blow()).when(flip("attack", "alliance", "C-6"), A)
    half.when(resolved(True), A).then_refused("LB-CHK-10")
    cheat = f.FateCheated(check_id="c", role="attack", side="alliance", card="C-9")
    half.when(cheat, A).then_refused("LB-CHK-10")
    active().when(blow()).when(flip("defence", "serpent", "P-6"), S).then_refused("LB-CHK-10")


@accepts("LB-CHK-02", "LB-CHK-03", "LB-CHK-04", "LB-CHK-09", "LB-LOS-04")
def test_modifiers_cards_and_choice() -> None:
    covered = active().when(blow(cover=True), A)
    covered.when(flip("attack", "alliance", "C-3", "C-10", minuses=1), A).then_accepted()
    plus = all_of(active(), f.ActionDeclared(figure="a1", action="concentrate", ap=1), blow())
    plus.when(flip("attack", "alliance", "C-3", "C-10", pluses=1), A).then_accepted()
    both = all_of(active(), f.ActionDeclared(figure="a1", action="concentrate", ap=1), blow(cover=True))
    both.when(flip("attack", "alliance", "C-3", pluses=1, minuses=1), A).then_accepted()
    worst = without_majors().when(flip("attack", "alliance", "M-death", "M-wheel", minuses=1))
    worst.then_accepted()


def without_majors() -> Case:
    """a1 attacks s1 in cover; Death and the Wheel are in both decks."""
    case = noted()
    for side in ("alliance", "serpent"):
        cards = tuple(f"W-{n}" for n in range(8, 14))
        case = all_of(case, f.DeckPrepared(side=side, size=58), draw(side, cards))
    return all_of(started(case), f.FigureActivated(figure="a1"), blow(cover=True))


@refuses("LB-CHK-02", "LB-CHK-03", "LB-CHK-04", "LB-CHK-09", "LB-LOS-04")
def test_modifiers_cards_and_choice_that_are_wrong() -> None:
    covered = active().when(blow(cover=True), A)
    covered.when(flip("attack", "alliance", "C-3"), A).then_refused("LB-LOS-04", "LB-CHK-09")
    covered.when(flip("attack", "alliance", "C-3", minuses=1), A).then_refused("LB-CHK-02")
    covered.when(flip("attack", "alliance", "C-10", "C-3", minuses=1), A).then_refused("LB-CHK-03")
    active().when(blow()).when(flip("attack", "alliance", "C-3", chosen="C-4"), A).then_refused("LB-CHK-03")
    active().when(blow()).when(flip("attack", "alliance", "C-3", "C-4", pluses=1)).then_refused("LB-CHK-09")
    wheel = flip("attack", "alliance", "M-wheel", "M-death", minuses=1)
    without_majors().when(wheel).then_refused("LB-CHK-04")


@accepts("LB-CHK-07")
def test_a_target_value_of_a_duel() -> None:
    case = active().when(blow(action="curse", kind="magic"), A)
    case = all_of(case, flip("attack", "alliance", "C-8"), flip("defence", "serpent", "P-4"))
    case.when(resolved(True, attack_total=15, defence_total=8, margin=7), A).then_accepted()


@refuses("LB-CHK-07")
def test_a_target_value_that_was_missed() -> None:
    case = active().when(blow(action="curse", kind="magic"), A)
    case = all_of(case, flip("attack", "alliance", "C-7"), flip("defence", "serpent", "P-4"))
    case.when(resolved(True), A).then_refused("LB-CHK-07")


@accepts("LB-CHK-08")
def test_a_friend_waives_resistance() -> None:
    case = active().when(blow(target="a2", action="blessing", kind="magic"), A)
    case = case.when(f.ResistanceWaived(figure="a2"), A).when(flip("attack", "alliance", "C-3"), A)
    case.when(resolved(True, attack_total=8, defence_total=8, margin=0), A).then_accepted()


@refuses("LB-CHK-08")
def test_an_enemy_does_not_and_nobody_after_a_flip() -> None:
    active().when(blow()).when(f.ResistanceWaived(figure="s1"), S).then_refused("LB-CHK-08")
    case = active().when(blow(target="a2", action="blessing", kind="magic"), A)
    late = case.when(flip("attack", "alliance", "C-3"), A)
    late.when(f.ResistanceWaived(figure="a2"), A).then_refused("LB-CHK-08")
    waived = case.when(f.ResistanceWaived(figure="a2"), A).when(flip("attack", "alliance", "C-3"), A)
    waived.when(flip("defence", "alliance", "C-4"), A).then_refused("LB-CHK-08")
    waived.when(resolved(True, defence_total=3), A).then_refused("LB-CHK-08")


def cheat(role: str, side: str, card: str = "S-9") -> f.FateCheated:
    return f.FateCheated(check_id="c", role=role, side=side, card=card)  # type: ignore[arg-type]


@accepts("LB-FATE-01", "LB-FATE-03", "LB-FATE-04", "LB-FATE-07", "LB-FATE-08", "LB-FATE-09", "LB-HAND-06")
def test_the_failing_side_cheats_first() -> None:
    case = duel(active(), "C-6", "P-7").when(cheat("attack", "alliance", "M-wheel"), A)
    case = case.when(cheat("defence", "serpent", "P-14"), S)
    case.when(resolved(True, attack_total=20, defence_total=19, margin=1)).then_accepted()
    other = duel(active(), "C-6", "P-6").when(cheat("defence", "serpent", "C-9"), S)
    other.when(cheat("attack", "alliance", "S-9"), A).then_accepted()
    duel(active(), "C-6", "P-7").when(cheat("defence", "serpent", "C-9"), S).then_accepted()


@refuses("LB-FATE-01", "LB-FATE-03", "LB-FATE-04", "LB-FATE-08")
def test_cheating_out_of_order() -> None:
    case = duel(active(), "C-6", "P-7").when(cheat("defence", "serpent"), S)
    case.when(cheat("attack", "alliance"), A).then_refused("LB-FATE-04", "LB-FATE-08")
    case.when(cheat("defence", "serpent", "C-9"), S).then_refused("LB-FATE-01")
    fresh = duel(active(), "C-6", "P-7")
    fresh.when(cheat("attack", "alliance", "C-13"), A).then_refused("LB-FATE-03", "LB-DECK-02")
    fresh.when(cheat("attack", "serpent"), S).then_refused("LB-FATE-01")
    fresh.when(cheat("attack", "alliance"), S).then_refused("LB-LOG-07")
    done = fresh.when(resolved(False))
    done.when(cheat("attack", "alliance"), A).then_refused("LB-FATE-01")


@accepts("LB-FATE-02", "LB-FATE-05", "LB-FATE-06", "LB-FATE-10", "LB-FATE-11")
def test_who_may_cheat() -> None:
    wheel = all_of(uncovered(), flip("attack", "alliance", "M-wheel"), flip("defence", "serpent", "P-4"))
    wheel.when(cheat("attack", "alliance", "W-9"), A).then_accepted()
    death = all_of(uncovered(), flip("attack", "alliance", "C-1"), flip("defence", "serpent", "M-death"))
    death.when(cheat("attack", "alliance", "W-9"), A).then_accepted()
    hit = duel(active()).when(resolved(True))
    hit = hit.when(flip("damage", "alliance", "P-1"), A)
    hit.when(cheat("damage", "alliance"), A).then_accepted()


def uncovered() -> Case:
    case = noted()
    for side in ("alliance", "serpent"):
        cards = tuple(f"W-{n}" for n in range(8, 14))
        case = all_of(case, f.DeckPrepared(side=side, size=58), draw(side, cards))
    return all_of(started(case), f.FigureActivated(figure="a1"), blow())


@refuses("LB-FATE-02", "LB-FATE-05", "LB-FATE-06", "LB-FATE-10", "LB-FATE-11")
def test_who_may_not_cheat() -> None:
    minus = active().when(blow(cover=True)).when(flip("attack", "alliance", "C-3", "C-10", minuses=1))
    minus = minus.when(flip("defence", "serpent", "P-4"))
    minus.when(cheat("attack", "alliance"), A).then_refused("LB-FATE-02")
    wheel = all_of(uncovered(), flip("attack", "alliance", "M-wheel"), flip("defence", "serpent", "P-4"))
    wheel.when(cheat("defence", "serpent", "W-9"), S).then_refused("LB-FATE-06")
    death = all_of(uncovered(), flip("attack", "alliance", "M-death"), flip("defence", "serpent", "M-death"))
    death.when(cheat("attack", "alliance", "W-9"), A).then_refused("LB-FATE-05")
    death.when(cheat("defence", "serpent", "W-9"), S).then_refused("LB-FATE-05")
    hit = duel(active()).when(resolved(True)).when(flip("damage", "alliance", "P-1"), A)
    hit.when(cheat("damage", "serpent"), S).then_refused("LB-FATE-10")
    from games.last_battle.tests.full.board import ready

    begun = ready().when(f.TurnStarted(turn=1)).when(f.InitiativeFlipped(alliance_card="C-3"), A)
    begun.when(cheat("simple", "alliance"), A).then_refused("LB-FATE-11")


@refuses("LB-FATE-05")
def test_death_in_the_attack_bars_the_damage_too() -> None:
    case = all_of(uncovered(), flip("attack", "alliance", "C-10"), flip("defence", "serpent", "P-4"))
    assert not table(case).duel.barred
    plus = all_of(concentrated(), flip("attack", "alliance", "C-10", "M-death", pluses=1))
    plus = all_of(plus, flip("defence", "serpent", "P-4"), resolved(True))
    plus = plus.when(flip("damage", "alliance", "P-1", "P-2", pluses=1), A)
    plus.when(cheat("damage", "alliance", "W-9"), A).then_refused("LB-FATE-05")


def concentrated() -> Case:
    """a1 attacks with a stored bonus; Death and the Wheel are in both decks."""
    case = noted()
    for side in ("alliance", "serpent"):
        cards = tuple(f"W-{n}" for n in range(8, 14))
        case = all_of(case, f.DeckPrepared(side=side, size=58), draw(side, cards))
    return all_of(
        started(case),
        f.FigureActivated(figure="a1"),
        f.ActionDeclared(figure="a1", action="concentrate", ap=1),
        blow(),
    )


def hit(attack: str = "C-10", defence: str = "P-4", **told: Any) -> Case:
    """A resolved hit: 15 against 9, margin 6, unless told otherwise."""
    return duel(active(**told), attack, defence).when(resolved(True))


@accepts("LB-DMG-01", "LB-DMG-02")
@pytest.mark.parametrize(
    ("attack", "defence", "cards", "told"),
    [
        ("C-6", "P-6", 3, {"minuses": 2}),
        ("C-7", "P-6", 2, {"minuses": 1}),
        ("C-10", "P-4", 1, {}),
        ("C-12", "P-1", 2, {"pluses": 1}),
    ],
)
def test_the_margin_gives_the_damage_modifier(attack: str, defence: str, cards: int, told: Any) -> None:
    drawn = ("S-1", "S-2", "S-3")[:cards]
    hit(attack, defence).when(flip("damage", "alliance", *drawn, **told), A).then_accepted()


@refuses("LB-DMG-01", "LB-DMG-02")
def test_damage_flips_that_are_not_due() -> None:
    hit().when(flip("damage", "alliance", "S-1", "S-2", pluses=1), A).then_refused("LB-DMG-01", "LB-DMG-02")
    missed = duel(active(), "C-6", "P-7").when(resolved(False))
    missed.when(flip("damage", "alliance", "S-1"), A).then_refused("LB-DMG-01")
    duel(active()).when(flip("damage", "alliance", "S-1"), A).then_refused("LB-DMG-01")
    done = f.DamageResolved(check_id="c", tier="weak", amount=2)
    hit().when(done, A).then_refused("LB-DMG-01")


@accepts("LB-DMG-03", "LB-ARC-11")
@pytest.mark.parametrize(
    ("card", "tier", "amount"),
    [
        ("S-5", "weak", 2),
        ("S-6", "moderate", 3),
        ("S-10", "moderate", 3),
        ("S-11", "strong", 4),
        ("C-14", "strong", 4),
        ("M-wheel", "critical", 6),
        ("M-death", "none", 0),
        ("M-fool", "moderate", 3),
    ],
)
def test_damage_by_the_final_card(card: str, tier: str, amount: int) -> None:
    case = uncovered_hit(card).when(f.DamageResolved(check_id="c", tier=tier, amount=amount), A)  # type: ignore[arg-type]
    assert bool(table(case).due) == bool(amount)


def uncovered_hit(card: str) -> Case:
    """A hit with this damage card; the Fool is in the deck."""
    grant = f.ArcanaGranted(arcana="M-fool", side="alliance", zone="deck")
    case = noted()
    for side in ("alliance", "serpent"):
        cards = tuple(f"W-{n}" for n in range(8, 14))
        case = all_of(case, f.DeckPrepared(side=side, size=58), draw(side, cards))
    case = all_of(started(case), grant, f.FigureActivated(figure="a1"))
    return duel(case).when(resolved(True)).when(flip("damage", "alliance", card))


@refuses("LB-DMG-03", "LB-ARC-11")
def test_damage_of_another_band() -> None:
    case = uncovered_hit("S-11")
    case.when(f.DamageResolved(check_id="c", tier="moderate", amount=3), A).then_refused("LB-DMG-03")
    case.when(f.DamageResolved(check_id="c", tier="strong", amount=3), A).then_refused("LB-DMG-03")
    fool = uncovered_hit("M-fool")
    wrong = f.DamageResolved(check_id="c", tier="critical", amount=6)
    fool.when(wrong, A).then_refused("LB-DMG-03", "LB-ARC-11")


def wounded(card: str = "S-11", **told: Any) -> Case:
    """s1 must lose lives: 4 by a strong card."""
    case = hit(**told).when(flip("damage", "alliance", card), A)
    return case.when(f.DamageResolved(check_id="c", tier="strong", amount=4), A)


def loss(delta: int = -4, lives: int | None = 2, **told: Any) -> f.LivesChanged:
    facts = {"cause": "damage", "by_figure": "a1", **told}
    return f.LivesChanged(figure="s1", delta=delta, lives=lives, **facts)


@accepts("LB-DMG-04", "LB-DMG-05", "LB-DMG-06", "LB-DMG-08")
def test_lives_fall_and_a_figure_without_lives_is_killed() -> None:
    case = wounded().when(loss(), A)
    assert table(case).pieces["s1"].halved and table(case).window[-1].kind == "halved"
    dead = wounded(told={"lives": 3}).when(loss(-4, 0), A)
    state = dead.when(f.FigureRemoved(figure="s1", how="killed", by_figure="a1"), A).then_accepted()
    assert (state.fallen[0].figure_id, state.fallen[0].by, state.fallen[0].by_owner) == ("s1", "a1", "a")
    assert state.full.kills[0].by_player == "a" and "s1" not in state.full.pieces


@refuses("LB-DMG-04", "LB-DMG-05", "LB-DMG-06")
def test_lives_that_do_not_fit_the_damage() -> None:
    wounded().when(loss(-3, 3), A).then_refused("LB-DMG-04")
    wounded().when(loss(-4, 3), A).then_refused("LB-DMG-04")
    wounded().when(blow(), A).then_refused("LB-DMG-04")
    active().when(loss(), A).then_refused("LB-DMG-04")
    dead = wounded(told={"lives": 3}).when(loss(-4, 0), A)
    dead.when(blow(), A).then_refused("LB-DMG-04")
    dead.when(f.FigureRemoved(figure="s1", how="dead_no_killer"), A).then_refused("LB-DMG-05")
    dead.when(f.FigureRemoved(figure="s1", how="killed", by_figure="a2"), A).then_refused("LB-DMG-05")
    removed = f.FigureRemoved(figure="s2", how="killed", by_figure="a1")
    active().when(removed, A).then_refused("LB-DMG-04")
    active().when(f.FigureRemoved(figure="x", how="killed", by_figure="a1"), A).then_refused("LB-DMG-06")
    active().when(f.FigureRemoved(figure="s2", how="withdrawn"), A).then_refused("LB-ARC-04")
    active().when(f.FigureRemoved(figure="a2", how="dead_no_killer"), A).then_refused("LB-DMG-05")


def test_a_sacrifice_is_an_ability() -> None:
    gone = f.FigureRemoved(figure="a2", how="sacrificed", by_figure="a1")
    assert active().when(gone, A).then_accepted().fallen[0].how == "sacrificed"


def trigger(suit: str = "S") -> f.TriggerApplied:
    return f.TriggerApplied(check_id="c", suit=suit, text="push")  # type: ignore[arg-type]


@accepts("LB-TRIG-01", "LB-TRIG-02", "LB-TRIG-03", "LB-TRIG-04", "LB-TRIG-05")
def test_a_trigger_by_the_suit_of_the_final_card() -> None:
    """Worked example 6: Swords, and a free attack of a friend."""
    case = hit("S-10").when(trigger(), A)
    free = blow("a2", "s1", ap=0, free=True, source="push")
    case.when(free, A).then_accepted()
    cheated = duel(active()).when(cheat("defence", "serpent", "C-9"), S)
    cheated = all_of(cheated, cheat("attack", "alliance", "S-9"), resolved(True), trigger())
    case.when(flip("damage", "alliance", "P-1"), A).then_accepted()
    dead = case.when(f.FigureRemoved(figure="s1", how="killed", by_figure="a1"), A)
    assert table(dead).duel.stage == "over"


@refuses("LB-TRIG-01", "LB-TRIG-02", "LB-TRIG-03", "LB-TRIG-04", "LB-TRIG-05")
def test_triggers_that_do_not_fire() -> None:
    hit("C-10").when(trigger(), A).then_refused("LB-TRIG-01")
    hit("C-10").when(trigger("C"), A).then_refused("LB-TRIG-01")
    hit("C-10", "S-4").when(trigger(), A).then_refused("LB-TRIG-04", "LB-TRIG-01")
    hit("S-10").when(trigger(), A).when(trigger(), A).then_refused("LB-TRIG-02")
    missed = duel(active(), "S-6", "P-7").when(resolved(False))
    missed.when(trigger(), A).then_refused("LB-TRIG-03")
    damaged = hit("C-10").when(flip("damage", "alliance", "S-1"), A)
    damaged.when(trigger(), A).then_refused("LB-TRIG-04", "LB-TRIG-03")
    hit("S-10").when(trigger(), S).then_refused("LB-MULTI-05")
    dead = hit("S-10").when(trigger(), A).when(f.FigureRemoved(figure="s1", how="killed", by_figure="a1"), A)
    dead.when(flip("damage", "alliance", "P-1"), A).then_refused("LB-TRIG-05")


def test_unknown_stats_are_flagged_and_never_invented() -> None:
    case = duel(active(told={"defence": None}))
    case = case.when(resolved(True, attack_total=15, defence_total=12), A)
    assert "LB-CHK-01" in table(case).unverified
    assert table(case).duel.margin == 3
    wrong = duel(active(told={"defence": None}))
    wrong.when(resolved(True, attack_total=15, defence_total=16), A).then_refused("LB-CHK-06")
    assert going().then_accepted().full.unverified == ()


def test_a_card_may_save_a_figure_without_lives() -> None:
    """LB-LOG-08 lifts what LB-DMG-04 makes due, and nothing else."""
    dead = wounded(told={"lives": 3}).when(loss(-4, 0), A)
    text = {"card_override": "LB-DMG-04", "card_text": "Stands up again with one life."}
    risen = f.LivesChanged(figure="s1", delta=1, lives=1, cause="rise", by_figure="s1", **text)
    assert table(dead.when(risen, S)).pieces["s1"].lives == 1
    dead.when(blow(ap=7, **text), A).then_refused("LB-ACT-02")


UNKNOWN: dict[str, Any] = {"actions": None, "lives": None}
"""What a squad that was typed by name tells of its figures' attacks and lives."""


def struck(*, damages: bool | None, charging: bool = True) -> Case:
    """a1, whose card nobody has, has hit s1 with the first attack of a charge, or with an attack of its own."""
    case = active(told=UNKNOWN)
    attack = blow(action="attack")
    if charging:
        charge = f.ActionDeclared(figure="a1", action="charge", ap=2, target="s1", los=True, engaged=False)
        moved = f.FigureMoved(figure="a1", distance_cm=5.0, final_reach_ok=True)
        case, attack = all_of(case, charge, moved), strike()
    flips = (flip("attack", "alliance", "C-10"), flip("defence", "serpent", "P-4"))
    return all_of(case, attack, *flips, resolved(True, attack_total=15, defence_total=9, damages=damages))


def strike() -> f.ActionDeclared:
    """One of the two attacks of a charge."""
    return blow(action="attack", ap=0, free=True, source="charge", engaged=None, in_reach=True)


ENDED = f.ActivationEnded(figure="a1")


@accepts("LB-DMG-01", "LB-ACT-14")
def test_the_second_attack_of_a_charge_comes_after_the_damage_of_the_first() -> None:
    hurt = struck(damages=True).when(flip("damage", "alliance", "C-8"), A)
    hurt = hurt.when(f.DamageResolved(check_id="c", tier="moderate", amount=2), A)
    hurt = hurt.when(f.LivesChanged(figure="s1", delta=-2, cause="damage", by_figure="a1"), A)
    hurt.when(strike(), A).then_accepted()
    struck(damages=False).when(strike(), A).then_accepted()
    struck(damages=False).when(ENDED, A).then_accepted()


@refuses("LB-DMG-01", "LB-ACT-14")
@pytest.mark.parametrize("event", [strike(), ENDED, blow(action="attack"), f.FigureActivated(figure="s1")])
def test_nothing_else_comes_while_a_damage_flip_is_due(event: Any) -> None:
    case = struck(damages=True)
    rules = ("LB-ACT-15",) if isinstance(event, f.FigureActivated) else ("LB-ACT-14",)
    case.when(event).then_refused(*rules)
    offered = {one.type for one in RULES.next_events(case.then_accepted(), REFEREE)}
    assert "check_flipped" in offered and not offered & {"activation_ended", "figure_activated"}


@refuses("LB-DMG-01")
def test_damage_is_told_of_hits_only_and_never_against_the_card() -> None:
    duel(active(), "C-6", "P-7").when(resolved(False, damages=True), A).then_refused("LB-DMG-01")
    duel(active()).when(resolved(True, damages=False), A).then_refused("LB-DMG-01")
    song = simple().when(flip("simple", "alliance", "P-8"), A)
    song.when(resolved(True, damages=True), A).then_refused("LB-DMG-01")


@refuses("LB-ACT-14")
def test_a_declared_attack_is_flipped_before_anything_else() -> None:
    case = active(told=UNKNOWN).when(blow(action="attack"), A)
    case.when(ENDED, A).then_refused("LB-ACT-14")


@accepts("LB-DMG-04", "LB-DMG-05")
def test_a_figure_whose_lives_no_card_tells_falls_when_the_players_say_so() -> None:
    hurt = struck(damages=True, charging=False).when(flip("damage", "alliance", "C-8"), A)
    hurt = hurt.when(f.DamageResolved(check_id="c", tier="moderate", amount=3), A)
    fell = hurt.when(f.LivesChanged(figure="s1", delta=-3, lives=0, cause="damage", by_figure="a1"), A)
    gone = fell.when(f.FigureRemoved(figure="s1", how="killed", by_figure="a1"), A).then_accepted()
    assert "s1" not in gone.full.pieces and gone.fallen[0].by == "a1"


@refuses("LB-DMG-04", "LB-ACT-14")
def test_a_figure_that_fell_is_removed_before_anything_else() -> None:
    hurt = struck(damages=True, charging=False).when(flip("damage", "alliance", "C-8"), A)
    hurt = hurt.when(f.DamageResolved(check_id="c", tier="moderate", amount=3), A)
    fell = hurt.when(f.LivesChanged(figure="s1", delta=-3, lives=0, cause="damage", by_figure="a1"), A)
    fell.when(ENDED, A).then_refused("LB-DMG-04")


def test_a_nested_check_that_is_done_gives_way_to_the_outer_one() -> None:
    """What comes next is then said of the outer check, or nobody could go on."""
    case = all_of(
        duel(active("camp", "a1")),
        f.FateCheated(check_id="c", role="defence", side="serpent", card="C-9"),
        blow("a2", "s2", ap=0, free=True, source="whenever somebody cheats"),
        flip("attack", "alliance", "P-2", check_id="d"),
        flip("defence", "serpent", "P-8", check_id="d"),
        f.CheckResolved(check_id="d", success=False),
    )
    steps = {one.type: one.choices for one in RULES.next_events(case.then_accepted(), REFEREE)}
    assert steps["check_resolved"]["check_id"] == ("c",)
