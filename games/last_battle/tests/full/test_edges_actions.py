"""Edges of actions and checks: charges, granted actions, checks outside an activation, link cards after a miss."""

from __future__ import annotations

from typing import Any

from games.last_battle import RULES
from games.last_battle.cards import Action
from games.last_battle.full import events as f
from games.last_battle.tests.full.board import (
    ACTIONS,
    A,
    S,
    active,
    all_of,
    blow,
    draw,
    duel,
    exhausted,
    flip,
    going,
    next_turn,
    noted,
    ready,
    resolved,
    started,
    table,
)
from games.last_battle.tests.full.plots import strategy
from games.last_battle.tests.full.test_tables import link, linked
from games.ruleset import REFEREE, NextEvent
from games.testing import Case, accepts, refuses


def offered(case: Case, kind: str, **told: Any) -> list[NextEvent]:
    """The offers of this type to staff whose choices hold what is told."""
    offers = (one for one in RULES.next_events(case.then_accepted(), REFEREE) if one.type == kind)
    return [one for one in offers if all(value in one.choices.get(name, ()) for name, value in told.items())]


def charging(figure: str = "a1", target: str = "s1") -> Case:
    """A charge was declared."""
    told = f.ActionDeclared(figure=figure, action="charge", ap=2, target=target, engaged=False, los=True)
    return active(figure=figure).when(told)


def strike(figure: str = "a1", **told: Any) -> f.ActionDeclared:
    """An attack of a charge at s1."""
    return blow(
        figure, **{"ap": 0, "source": "charge", "free": True, "in_reach": True, "engaged": None, **told}
    )


def missed(case: Case, check: str = "m") -> Case:
    """The declared attack fails."""
    return all_of(
        case,
        flip("attack", "alliance", "C-1", check_id=check),
        flip("defence", "serpent", "P-9", check_id=check),
        f.CheckResolved(check_id=check, success=False),
    )


def moved(figure: str = "a1", cm: float = 10.0) -> f.FigureMoved:
    return f.FigureMoved(figure=figure, distance_cm=cm)


@accepts("LB-ACT-05")
def test_a_charge_strikes_where_it_stands_or_after_its_move() -> None:
    charging().when(strike(), A).then_accepted()
    missed(charging().when(moved(), A).when(strike(), A)).when(strike(), A).then_accepted()


@refuses("LB-ACT-05")
def test_a_charge_does_not_move_between_or_after_its_attacks() -> None:
    case = missed(charging().when(strike(), A))
    assert not offered(case, "figure_moved")
    case.when(moved(), A).then_refused("LB-ACT-05")


@refuses("LB-LOG-09", "LB-ACT-05")
def test_a_charge_strikes_with_what_the_card_prints() -> None:
    charging().when(strike(action="claw"), A).then_refused("LB-LOG-09")
    charging().when(strike(action="concentrate"), A).then_refused("LB-ACT-05")


@accepts("LB-ACT-10")
def test_a_simple_action_at_a_defending_figure_leaves_its_defence() -> None:
    defend = f.ActionDeclared(figure="s1", action="defend", ap=2)
    case = all_of(
        going(first="serpent"),
        f.FigureActivated(figure="s1"),
        defend,
        f.ActivationEnded(figure="s1"),
        f.FigureActivated(figure="a1"),
    )
    word = blow(action="word", kind="magic", engaged=None)
    case = all_of(case, word, flip("simple", "alliance", "C-8"), resolved(True))
    case = case.when(blow(), A).when(flip("attack", "alliance", "C-10", check_id="d"), A)
    case.when(flip("defence", "serpent", "P-4", "P-5", "P-6", pluses=2, check_id="d")).then_accepted()


@accepts("LB-ACT-03", "LB-MARK-01")
def test_a_granted_interaction_does_its_one_thing() -> None:
    granted = f.ActionDeclared(figure="a2", action="interact", free=True, source="song", engaged=False)
    marker = f.SchemeMarkerPlaced(marker_id="m", squad="a", figure="a2", nearest_friendly_marker_cm=20.0)
    case = active().when(granted, A)
    assert offered(case, "scheme_marker_placed")
    case.when(marker, A).then_accepted()


@refuses("LB-MARK-01")
def test_a_granted_interaction_does_no_second_thing() -> None:
    granted = f.ActionDeclared(figure="a2", action="interact", free=True, source="song", engaged=False)
    first, second = (f.SchemeMarkerPlaced(marker_id=name, squad="a", figure="a2") for name in "mn")
    active().when(granted, A).when(first, A).when(second, A).then_refused("LB-MARK-01")


def song(action: str) -> f.ActionDeclared:
    """A card lets a2, which is not active, charge at s1."""
    told = {"engaged": False, "los": True, "target": "s1"}
    return f.ActionDeclared(figure="a2", action=action, free=True, source="song", **told)  # type: ignore[arg-type]


def struck(case: Case, action: str) -> Case:
    """The granted charge goes to its target and strikes once."""
    move = f.FigureMoved(figure="a2", distance_cm=10.0, hazard_touched=False)
    return all_of(case, song(action), move, strike("a2", source=action))


@accepts("LB-ACT-05", "LB-ACT-06")
@refuses("LB-ACT-06")
def test_a_granted_charge_strikes_twice_at_its_target() -> None:
    case = missed(struck(active(), "charge"))
    assert offered(case, "action_declared", source="charge", target="s1")
    case.when(strike("a2", target="s2"), A).then_refused("LB-ACT-06")
    case = case.when(strike("a2"), A)
    case = all_of(case, flip("attack", "alliance", "W-4"), flip("defence", "serpent", "W-9"), resolved(False))
    assert not offered(case, "action_declared", source="charge")
    case.when(strike("a2"), A).then_refused("LB-ACT-06")
    case.when(f.ActivationEnded(figure="a1"), A).then_accepted()


@accepts("LB-ACT-14", "LB-ACT-05")
@refuses("LB-ACT-14")
def test_a_charge_that_a_trigger_grants_comes_before_the_damage_of_the_check() -> None:
    """Its second attack waits for its own first one; the damage of the outer check for neither."""
    hit = duel(active()).when(resolved(True))
    case = struck(hit, "charge")
    case.when(strike("a2"), A).then_refused("LB-ACT-14")
    case = missed(case)
    assert offered(case, "action_declared", source="charge")
    case.when(flip("damage", "alliance", "W-4")).then_accepted()


@refuses("LB-MELEE-02")
def test_whoever_charges_by_a_grant_was_in_nobodys_reach() -> None:
    left = f.FigureMoved(figure="a2", distance_cm=10.0, leaves_reach_of=("s1",))
    active().when(song("charge"), A).when(left, A).then_refused("LB-MELEE-02")


@accepts("LB-HEAV-04", "LB-HEAV-05")
@refuses("LB-HEAV-05")
def test_a_granted_falcon_strike_ends_in_its_dive() -> None:
    case = struck(active("heaven", told={"size": 5}), "falcon_strike")
    case = all_of(case, flip("attack", "alliance", "C-1", "C-2", pluses=1), flip("defence", "serpent", "P-9"))
    case = case.when(resolved(False))
    case.when(f.ActivationEnded(figure="a1"), A).then_refused("LB-HEAV-05")
    assert not offered(case, "activation_ended") and offered(case, "size_changed", figure="a2", delta=-3)
    dived = case.when(f.SizeChanged(figure="a2", delta=-3, size=2), A)
    dived.when(f.ActivationEnded(figure="a1"), A).then_accepted()


@accepts("LB-HEAV-05")
def test_a_granted_falcon_strike_that_another_grant_ends_dives() -> None:
    case = struck(active("heaven", told={"size": 5}), "falcon_strike")
    case = all_of(case, flip("attack", "alliance", "C-1", "C-2", pluses=1), flip("defence", "serpent", "P-9"))
    step = f.ActionDeclared(figure="a3", action="move", free=True, source="echo")
    case = case.when(resolved(False)).when(step, A)
    case.when(f.SizeChanged(figure="a2", delta=-3, size=2), A).then_accepted()


@accepts("LB-ACT-09")
def test_a_granted_defend_is_worth_one_plus() -> None:
    granted = f.ActionDeclared(figure="s1", action="defend", free=True, source="aegis")
    case = active().when(granted).when(blow(), A).when(flip("attack", "alliance", "C-10"), A)
    case.when(flip("defence", "serpent", "P-4", "P-6", pluses=1)).then_accepted()


def interacting(case: Case, figure: str) -> Case:
    """A figure is activated and declares an Interaction."""
    return all_of(
        case,
        f.FigureActivated(figure=figure),
        f.ActionDeclared(figure=figure, action="interact", ap=1, engaged=False),
    )


@accepts("LB-MARK-04")
@refuses("LB-MARK-04")
def test_an_interaction_is_offered_with_the_markers_that_it_can_mean() -> None:
    """A marker of the enemy; the figure's own side has none to remove."""
    case = interacting(going(), "a1").when(f.SchemeMarkerPlaced(marker_id="m1", squad="a", figure="a1"))
    case = interacting(case.when(f.ActivationEnded(figure="a1")), "s1")
    (one,) = offered(case, "scheme_marker_removed")
    assert one.choices == {"marker_id": ("m1",), "by": ("s1",)}
    case.when(f.SchemeMarkerRemoved(marker_id="m1", by="s1", distance_cm=3.0)).then_accepted()
    own = interacting(case.when(f.ActivationEnded(figure="s1")), "a2")
    assert offered(own, "scheme_marker_placed", figure="a2", squad="a")
    assert not offered(own, "scheme_marker_removed") and not offered(own, "compromat_removed")
    own.when(f.SchemeMarkerRemoved(marker_id="m1", by="a2"), A).then_refused("LB-MARK-04")


AMBUSH = blow(ap=0, free=True, source="ambush")


@accepts("LB-ACT-03", "LB-ACT-14")
def test_a_free_attack_at_the_start_of_a_turn_is_played_out() -> None:
    case = ready().when(f.TurnStarted(turn=1)).when(AMBUSH, A)
    assert offered(case, "check_flipped", role="attack")
    assert not offered(case, "initiative_flipped")
    case = missed(case)
    case.when(f.InitiativeFlipped(serpent_card="C-2", alliance_card="P-10")).then_accepted()


@refuses("LB-ACT-14")
def test_no_step_of_a_turn_ends_over_an_open_check() -> None:
    case = ready().when(f.TurnStarted(turn=1)).when(AMBUSH, A)
    case.when(f.InitiativeFlipped(serpent_card="C-2", alliance_card="P-10")).then_refused("LB-ACT-14")
    late = exhausted(going()).when(f.EndEffectsApplied(turn=1)).when(AMBUSH, A)
    assert offered(late, "check_flipped", role="attack") and not offered(late, "strategy_scored")
    late.when(strategy(1)).then_refused("LB-ACT-14")


def fallen_in_between() -> Case:
    """While the blow of a1 is being cheated, s2 kills a1 by a free attack."""
    case = duel(active(told={"lives": 4}))
    return all_of(
        case,
        f.FateCheated(check_id="c", role="defence", side="serpent", card="S-9"),
        blow("s2", "a1", ap=0, free=True, source="money"),
        flip("attack", "serpent", "S-14", check_id="n"),
        flip("defence", "alliance", "P-1", check_id="n"),
        f.CheckResolved(check_id="n", success=True),
        flip("damage", "serpent", "C-12", "C-13", pluses=1, check_id="n"),
        f.DamageResolved(check_id="n", tier="strong", amount=4),
        f.LivesChanged(figure="a1", delta=-4, lives=0, cause="damage"),
        f.FigureRemoved(figure="a1", how="killed", by_figure="s2"),
    )


@accepts("LB-DECK-05")
def test_the_cards_of_a_check_that_ends_with_a_figure_are_discarded() -> None:
    piles = table(fallen_in_between()).piles
    assert not piles["alliance"].open and not piles["serpent"].open
    assert "C-10" in piles["alliance"].discard and {"P-4", "S-9"} <= set(piles["serpent"].discard)


@refuses("LB-ACT-14")
def test_the_next_figure_waits_for_a_check_that_the_active_one_did_not_outlive() -> None:
    case = fallen_in_between()
    case.when(f.FigureActivated(figure="s1")).then_accepted()
    attack = blow("s3", "a2", ap=0, free=True, source="money")
    case.when(attack).when(f.FigureActivated(figure="s1")).then_refused("LB-ACT-14")


@accepts("LB-ARC-04", "LB-ARC-03")
def test_the_fool_and_the_magician_are_offered_after_a_miss() -> None:
    """LB-MULTI-05: to whoever decides: the owner of the figure that leaves, or that made the check."""
    fool = duel(linked("M-fool"), "M-fool", "C-13").when(resolved(False))
    leaving = {one.choices["figures"]: one.players for one in offered(fool, "arcana_resolved", card="M-fool")}
    assert leaving == {(("a1",),): (A.player,), (("s1",),): (S.player,)}
    fool.when(link("M-fool", "a1"), A).then_accepted()
    defending = duel(linked("M-fool", "serpent"), "C-4", "M-fool").when(resolved(False))
    assert offered(defending, "arcana_resolved", card="M-fool")
    magician = duel(linked("M-magician"), "M-magician", "C-9").when(resolved(False))
    assert {one.players for one in offered(magician, "arcana_resolved", card="M-magician")} == {(A.player,)}


@refuses("LB-ARC-02", "LB-TRIG-03")
def test_link_cards_and_triggers_answer_before_the_next_action() -> None:
    rest = f.ActionDeclared(figure="a1", action="concentrate", ap=1)
    late = duel(linked("M-fool"), "M-fool", "C-13").when(resolved(False)).when(rest, A)
    assert not offered(late, "arcana_resolved")
    late.when(link("M-fool", "a1"), A).then_refused("LB-ARC-02")
    word = blow(action="word", kind="magic", target=None, engaged=None)
    case = all_of(active(), word, flip("simple", "alliance", "S-8"), resolved(True), rest)
    case.when(f.TriggerApplied(check_id="c", suit="S"), A).then_refused("LB-TRIG-03")


@accepts("LB-ARC-03")
def test_the_magician_casts_a_simple_spell_against_its_target_value_alone() -> None:
    case = duel(linked("M-magician"), "M-magician", "C-9").when(resolved(False))
    word, song = (table(case.when(link("M-magician", choice=name), A)).duel for name in ("word", "song"))
    assert word is not None and (word.attack_total, word.success, word.margin) == (12, True, None)
    assert song is not None and (song.attack_total, song.success) == (14, False)


@accepts("LB-ARC-03", "LB-CHK-06")
def test_a_target_resists_the_spell_of_the_magician_with_the_stat_that_the_spell_names() -> None:
    """A blow is parried with Defence 5, a curse borne with Willpower 4: 14 beats 13, and misses its target value."""
    case = duel(linked("M-magician"), "M-magician", "C-9").when(resolved(False))
    curse = table(case.when(link("M-magician", choice="curse"), A)).duel
    assert (curse.attack_total, curse.defence_total, curse.margin) == (14, 13, 1)
    blessing = table(case.when(link("M-magician", choice="blessing"), A)).duel
    assert (blessing.attack_total, blessing.defence_total, blessing.success) == (12, 13, False)


@accepts("LB-ARC-03", "LB-CHK-08")
def test_who_waived_resists_no_spell_of_the_magician_either() -> None:
    spell = blow(target="a2", action="curse", kind="magic", engaged=None)
    case = all_of(linked("M-magician"), spell, f.ResistanceWaived(figure="a2"))
    case = all_of(case, flip("attack", "alliance", "M-magician"), resolved(False))
    blessing = table(case.when(link("M-magician", choice="blessing"), A)).duel
    assert (blessing.attack_total, blessing.success, blessing.margin) == (12, True, 0)


@accepts("LB-ARC-03", "LB-DMG-01")
def test_damage_of_the_action_that_the_magician_replaced_is_owed_no_more() -> None:
    """Whether a hit deals damage was told of the shout, which no card tells; a blessing deals none."""
    shout = Action("shout", "melee", 1, 5, "complex", None, "defence", triggers=())
    case = all_of(
        linked("M-magician", told={"actions": (*ACTIONS, shout)}),
        blow(action="shout"),
        flip("attack", "alliance", "M-magician"),
        flip("defence", "serpent", "P-4"),
        resolved(True, damages=True),
    )
    case.when(f.ActivationEnded(figure="a1"), A).then_refused("LB-ACT-14")
    case.when(link("M-magician", choice="blessing"), A).when(
        f.ActivationEnded(figure="a1"), A
    ).then_accepted()


@accepts("LB-ARC-03", "LB-LOG-01")
@refuses("LB-ARC-03")
def test_the_magician_takes_an_action_of_a_card_that_nobody_knows() -> None:
    case = all_of(
        linked("M-magician", told={"actions": None}),
        blow(),
        flip("attack", "alliance", "M-magician"),
        flip("defence", "serpent", "P-4"),
        resolved(True),
    )
    (open_,) = offered(case, "arcana_resolved")
    assert "choice" not in open_.choices
    case.when(link("M-magician"), A).then_refused("LB-ARC-03")
    full = table(case.when(link("M-magician", choice="fireball"), A))
    assert (full.duel.name, full.duel.success) == ("fireball", True) and "LB-ARC-03" in full.unverified


@refuses("LB-ACT-06")
def test_a_charge_does_not_go_on_against_a_figure_that_the_lovers_turned() -> None:
    declared = f.ActionDeclared(figure="a1", action="charge", ap=2, target="s1", engaged=False, los=True)
    case = all_of(
        linked("M-lovers"),
        declared,
        strike(),
        flip("attack", "alliance", "M-lovers"),
        flip("defence", "serpent", "C-4"),
        resolved(False),
        link("M-lovers", "s1"),
    )
    assert not offered(case, "action_declared", source="charge")
    case.when(strike(), A).then_refused("LB-ACT-06")


def both_link_cards() -> Case:
    """The Tower comes to the Serpent and the Fool to the Alliance; a1 is active in turn 2."""
    case = noted()
    for side in ("alliance", "serpent"):
        cards = tuple(f"W-{n}" for n in range(8, 14))
        case = all_of(case, f.DeckPrepared(side=side, size=58), draw(side, cards))
    case = all_of(
        started(case),
        f.ArcanaGranted(arcana="M-tower", side="serpent", zone="discard"),
        f.ArcanaGranted(arcana="M-fool", side="alliance", zone="deck"),
    )
    return next_turn(case).when(f.FigureActivated(figure="a1"))


@accepts("LB-ARC-02")
def test_the_attackers_fool_comes_before_the_defenders_tower() -> None:
    case = duel(both_link_cards(), "M-fool", "M-tower").when(resolved(True))
    assert offered(case, "arcana_resolved", card="M-fool")
    gone = case.when(link("M-fool", "a1"), A).when(f.FigureRemoved(figure="a1", how="withdrawn"))
    assert "s1" in table(gone).pieces and not table(gone).due


@accepts("LB-INIT-04", "LB-TURN-02")
def test_an_older_log_that_went_on_over_an_open_check_can_be_played_on() -> None:
    case = ready().when(f.TurnStarted(turn=1)).when(AMBUSH, A)
    flipped = f.InitiativeFlipped(serpent_card="C-2", alliance_card="P-10")
    landed = Case(RULES, case.setup, RULES.evolve(case.state, flipped), case.entries)
    chosen = landed.when(f.FirstSideChosen(by_side="alliance", first_side="alliance"))
    chosen.when(f.FigureActivated(figure="a1"), A).then_accepted()
