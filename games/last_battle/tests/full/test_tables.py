"""What belongs to single tables and to link cards: LB-MARK, LB-HEAV-10, LB-CAMP, LB-SERP, LB-ARC."""

from __future__ import annotations

from typing import Any

from games.last_battle import RULES
from games.last_battle.full import events as f
from games.last_battle.tests.full.board import (
    A2,
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
from games.ruleset import REFEREE
from games.testing import Case, accepts, refuses


def interact(figure: str = "a1", **told: Any) -> f.ActionDeclared:
    return f.ActionDeclared(figure=figure, action="interact", **{"ap": 1, "engaged": False, **told})


def marker(name: str = "m1", cm: float | None = 8.0, squad: str = "a", figure: str = "a1") -> Any:
    return f.SchemeMarkerPlaced(marker_id=name, squad=squad, figure=figure, nearest_friendly_marker_cm=cm)


@accepts("LB-MARK-01", "LB-MARK-02", "LB-MARK-03", "LB-MARK-05", "LB-MARK-06")
def test_markers_eight_centimetres_apart() -> None:
    case = all_of(active(), interact(), marker("m1", None), interact(), marker("m2", 8.0))
    assert list(table(case).markers) == ["m1", "m2"]
    far = all_of(active(), interact(), marker("m1", None), interact(), marker("m2", None))
    assert "LB-MARK-03" in table(far).unverified


@refuses("LB-MARK-01", "LB-MARK-03", "LB-MARK-05")
def test_markers_that_do_not_fit() -> None:
    active().when(marker(), A).then_refused("LB-MARK-01")
    active().when(interact()).when(marker(squad="s"), A).then_refused("LB-MARK-01")
    one = all_of(active(), interact(), marker())
    one.when(marker("m2"), A).then_refused("LB-MARK-01")
    one.when(interact()).when(marker("m2", 7.9), A).then_refused("LB-MARK-03")
    one.when(interact()).when(marker("m1", 9.0), A).then_refused("LB-MARK-01")
    one.when(f.SchemeMarkerRemoved(marker_id="m1", reason="scheme"), A).then_refused()
    nobody = f.SchemeMarkerRemoved(marker_id="m1")
    one.when(nobody, A).then_refused("LB-MARK-05")


@accepts("LB-ACT-03", "LB-MARK-01", "LB-MARK-04", "LB-HEAV-10")
@refuses("LB-MARK-01")
def test_a_granted_interaction_does_its_thing_at_the_start_and_the_end_of_a_turn_too() -> None:
    """What an ability grants outside the activations was declared and offered there, and then refused."""
    gift = {"ap": 0, "free": True, "source": "gift"}
    start = all_of(ready("heaven"), f.TurnStarted(turn=1), interact("a1", **gift))
    closed = start.when(f.PortalClosed(portal_id="portal-2", figure="a1", distance_cm=3.0), A)
    assert not table(closed).markers["portal-2"].open and table(closed).closed == {"alliance": 1}
    case = exhausted(active("sea")).when(
        f.EndEffectsApplied(turn=1, figures=("a-lead", "a1", "a2", "a3", *SERPENTS))
    )
    while due := table(case).due:
        case = case.when(f.LivesChanged(figure=due[0].figure, delta=-1, cause="water"))
    case = all_of(case, interact("a1", **gift), marker("m1", None), interact("s1", **gift), removing())
    assert "m1" not in table(case).markers
    case.when(marker("m2", None), A).then_refused("LB-MARK-01")


SERPENTS = ("s-lead", "s1", "s2", "s3")


def removing(by: str = "s1", cm: float = 3.0) -> f.SchemeMarkerRemoved:
    return f.SchemeMarkerRemoved(marker_id="m1", by=by, distance_cm=cm)


def marked() -> Case:
    """a1 placed the marker m1; s1 is active."""
    case = all_of(active(), interact(), marker(), f.ActivationEnded(figure="a1"))
    return case.when(f.FigureActivated(figure="s1"), S)


@accepts("LB-MARK-04")
def test_an_enemy_marker_is_removed_from_three_centimetres() -> None:
    case = marked().when(interact("s1"), S).when(removing(), S)
    assert table(case).markers == {}


@refuses("LB-MARK-04")
def test_other_markers_are_not() -> None:
    marked().when(removing(), S).then_refused("LB-MARK-04")
    marked().when(interact("s1"), S).when(removing(cm=3.1), S).then_refused("LB-MARK-04")
    own = all_of(active(), interact(), marker(), interact())
    own.when(removing("a1"), A).then_refused("LB-MARK-04")


def closing(portal: str = "portal-2", cm: float | None = 3.0, figure: str = "a1") -> f.PortalClosed:
    return f.PortalClosed(portal_id=portal, figure=figure, distance_cm=cm)


@accepts("LB-HEAV-10")
def test_closing_a_portal() -> None:
    state = active("heaven").when(interact(), A).when(closing(), A).then_accepted()
    assert (state.portals, state.full.closed) == ({"alliance": 1}, {"alliance": 1})
    assert not state.full.markers["portal-2"].open


@refuses("LB-HEAV-10")
def test_portals_that_cannot_be_closed() -> None:
    case = active("heaven").when(interact(), A)
    case.when(closing("portal-1"), A).then_refused("LB-HEAV-10")
    case.when(closing(cm=3.1), A).then_refused("LB-HEAV-10")
    case.when(closing("nothing"), A).then_refused("LB-HEAV-10")
    lifted = f.PortalClosed(portal_id="x", figure="a1", card_override="LB-HEAV-10", card_text="far")
    case.when(lifted, A).then_refused("LB-HEAV-10")
    active("heaven").when(closing(), A).then_refused("LB-HEAV-10")
    closed = case.when(closing(), A).when(interact(), A)
    closed.when(closing(), A).then_refused("LB-HEAV-10")


def second_turn(battlefield: str = "camp", figure: str = "a1", **options: Any) -> Case:
    """In turn 2 this figure is active; both sides hold cards of Wands, Death and the Wheel are in the decks."""
    case = next_turn(going(battlefield, **options))
    return case.when(f.FigureActivated(figure=figure))


def gained(figure: str = "a1", condition: str = "information_gatherer", **told: Any) -> Any:
    facts = {"change": "gained", "cause": "study", **told}
    return f.ConditionChanged(figure=figure, condition=condition, **facts)


def study(**told: Any) -> f.ActionDeclared:
    return interact(**{"engaged": True, "target": "s1", **told})


@accepts("LB-CAMP-01", "LB-CAMP-02", "LB-CAMP-03")
def test_a_study_from_turn_2() -> None:
    case = second_turn().when(study(), A).when(gained(), A)
    assert table(case).pieces["a1"].conditions == ("information_gatherer",)


@refuses("LB-CAMP-01", "LB-CAMP-02", "LB-CAMP-03")
def test_studies_that_bring_nothing() -> None:
    active().when(study(), A).then_refused("LB-CAMP-01")
    second_turn().when(study(engaged=False), A).then_refused("LB-CAMP-02", "LB-CAMP-01")
    second_turn().when(gained(), A).then_refused("LB-CAMP-03")
    case = second_turn().when(study(), A)
    case.when(blow(), A).then_refused("LB-CAMP-01")
    case.when(gained(), A).when(study(target="s2"), A).then_refused("LB-CAMP-03")
    theirs = case.when(gained(), A).when(f.ActivationEnded(figure="a1"), A)
    theirs = theirs.when(f.FigureActivated(figure="s1"), S)
    theirs.when(study(figure="s1", target="a1"), S).then_refused("LB-CAMP-01")


def struck(card: str, tier: str, amount: int) -> Case:
    """s1 studied; then a strong or moderate blow of a2 hit it."""
    case = next_turn(going(), "serpent").when(f.FigureActivated(figure="s1"))
    case = all_of(case, interact("s1", target="a1", engaged=True), gained("s1"))
    case = all_of(case, f.ActivationEnded(figure="s1"), f.FigureActivated(figure="a2"), blow("a2"))
    case = all_of(case, flip("attack", "alliance", "C-11"), flip("defence", "serpent", "C-4"), resolved(True))
    case = case.when(flip("damage", "alliance", card))
    case = case.when(f.DamageResolved(check_id="c", tier=tier, amount=amount))  # type: ignore[arg-type]
    return case.when(f.LivesChanged(figure="s1", delta=-amount, cause="damage", by_figure="a2"))


@accepts("LB-CAMP-04", "LB-DMG-07")
def test_strong_damage_ends_the_knowledge() -> None:
    case = struck("S-12", "strong", 4).when(gained("s1", change="lost", cause="damage"))
    assert table(case).pieces["s1"].conditions == ()
    assert table(struck("S-8", "moderate", 3)).due == ()


@refuses("LB-CAMP-04")
def test_and_at_once() -> None:
    struck("S-12", "strong", 4).when(f.ActivationEnded(figure="a2")).then_refused("LB-CAMP-04")
    by_another = gained("s1", change="lost", cause="damage", by_figure="a1")
    struck("S-12", "strong", 4).when(by_another).then_refused("LB-CAMP-04")
    lost = gained("s1", change="lost", cause="x")
    struck("S-8", "moderate", 3).when(lost).then_refused("LB-CAMP-04")


def murder(case: Case, victim: str = "s1") -> Case:
    """a1 kills a figure of one life."""
    case = duel(case, "C-11", "C-4", target=victim).when(resolved(True))
    case = case.when(flip("damage", "alliance", "S-12"))
    case = case.when(f.DamageResolved(check_id="c", tier="strong", amount=4))
    case = case.when(f.LivesChanged(figure=victim, delta=-4, lives=0, cause="damage", by_figure="a1"))
    return case.when(f.FigureRemoved(figure=victim, how="killed", by_figure="a1"))


BLOOD: dict[str, Any] = {"condition": "blood_spiller", "cause": "kill"}


@accepts("LB-SERP-01", "LB-SERP-02", "LB-SERP-03")
def test_blood() -> None:
    case = murder(second_turn("serpent", told={"lives": 1})).when(gained(**BLOOD), A)
    assert table(case).pieces["a1"].conditions == ("blood_spiller",)
    seen = case.when(f.ActivationEnded(figure="a1", out_of_sight_of_all_enemies=False), A)
    assert table(seen).due == ()
    hidden = case.when(f.ActivationEnded(figure="a1", out_of_sight_of_all_enemies=True), A)
    lost = hidden.when(gained(**{**BLOOD, "change": "lost"}), A)
    assert table(lost).pieces["a1"].conditions == ()
    first = murder(active("serpent", told={"lives": 1}))
    assert table(first).due == ()


@refuses("LB-SERP-01", "LB-SERP-02", "LB-SERP-03")
def test_blood_in_no_other_way() -> None:
    first = murder(active("serpent", told={"lives": 1}))
    first.when(gained(**BLOOD), A).then_refused("LB-SERP-01")
    second_turn("serpent").when(gained(**BLOOD), A).then_refused("LB-SERP-02")
    kill = murder(second_turn("serpent", told={"lives": 1}))
    kill.when(f.ActivationEnded(figure="a1"), A).then_refused("LB-SERP-01")
    kill.when(gained(**BLOOD, by_figure="a2"), A).then_refused("LB-SERP-01")
    case = kill.when(gained(**BLOOD, by_figure="a1"), A)
    case.when(gained(**{**BLOOD, "change": "lost"}), A).then_refused("LB-SERP-03")
    hidden = case.when(f.ActivationEnded(figure="a1", out_of_sight_of_all_enemies=True), A)
    hidden.when(f.FigureActivated(figure="s2"), S).then_refused("LB-SERP-03")


@accepts("LB-SERP-03")
@refuses("LB-SERP-03")
def test_nobody_sees_a_blood_spiller_who_has_no_enemy_left() -> None:
    """A side wiped out sees nothing: whoever sacrificed its last figure ends the activation out of sight."""
    case = second_turn("serpent")
    for victim in ("s-lead", "s1", "s2", "s3"):
        case = case.when(f.FigureRemoved(figure=victim, how="sacrificed", by_figure="a1"), A)
        case = case if victim != "s-lead" else case.when(gained(**BLOOD), A)
    case.when(f.ActivationEnded(figure="a1", out_of_sight_of_all_enemies=False), A).then_refused("LB-SERP-03")
    (end,) = (one for one in RULES.next_events(case.state, REFEREE) if one.type == "activation_ended")
    assert end.choices["out_of_sight_of_all_enemies"] == ()
    ended = case.when(f.ActivationEnded(figure="a1"), A)
    ended.when(gained(**{**BLOOD, "change": "lost"}), A).then_accepted()


def linked(card: str, side: str = "alliance", **options: Any) -> Case:
    """a1 is active; the link card can be drawn by the side, or is in its hand."""
    zones = {
        "M-magician": "deck",
        "M-fool": "deck",
        "M-strength": "hand",
        "M-hanged": "hand",
        "M-devil": "hand",
    }
    zone = zones.get(card, "discard")
    grant = f.ArcanaGranted(arcana=card, side=side, zone=zone)  # type: ignore[arg-type]
    case = noted(**options)
    for one in ("alliance", "serpent"):
        cards = tuple(f"W-{n}" for n in range(8, 14))
        case = all_of(case, f.DeckPrepared(side=one, size=58), draw(one, cards))
    case = started(case).when(grant)
    if zone == "discard":
        case = next_turn(case)
    return case.when(f.FigureActivated(figure="a1"))


def link(card: str, *figures: str, **told: Any) -> f.ArcanaResolved:
    return f.ArcanaResolved(card=card, figures=figures, **told)


@accepts("LB-ARC-01", "LB-ARC-02", "LB-ARC-03")
def test_the_magician_changes_the_action() -> None:
    case = duel(linked("M-magician"), "M-magician", "C-9").when(resolved(False, attack_total=12), A)
    case = case.when(link("M-magician", choice="curse"), A)
    got = table(case).duel
    assert got is not None and (got.attack_total, got.success, got.damage) == (14, False, (3, 4, 6))


@refuses("LB-ARC-01", "LB-ARC-02", "LB-ARC-03")
def test_the_magician_takes_magic_alone_and_at_once() -> None:
    case = duel(linked("M-magician"), "M-magician", "C-4").when(resolved(True), A)
    case.when(link("M-magician", choice="blow"), A).then_refused("LB-ARC-03")
    case.when(link("M-fool", "a1"), A).then_refused("LB-ARC-01")
    case.when(link("M-sun"), A).then_refused("LB-ARC-01")
    later = case.when(flip("damage", "alliance", "S-1", "S-2", minuses=1), A)
    later.when(link("M-magician", choice="curse"), A).then_refused("LB-ARC-02")
    defending = duel(linked("M-magician", "serpent"), "C-9", "M-magician").when(resolved(True))
    defending.when(link("M-magician", choice="curse"), S).then_refused("LB-ARC-03")


@accepts("LB-ARC-04")
def test_the_fool_leaves_in_peace() -> None:
    case = duel(linked("M-fool"), "M-fool", "C-4").when(resolved(True))
    gone = case.when(link("M-fool", "s1"), S).when(f.FigureRemoved(figure="s1", how="withdrawn"), S)
    assert gone.then_accepted().fallen[0].how == "withdrawn"
    case.when(flip("damage", "alliance", "S-1"), A).then_accepted()


@refuses("LB-ARC-04")
def test_the_fool_asks_the_owner() -> None:
    case = duel(linked("M-fool"), "M-fool", "C-4").when(resolved(True))
    case.when(link("M-fool", "s2"), S).then_refused("LB-ARC-04")
    case.when(link("M-fool"), A).then_refused("LB-ARC-04")
    case.when(link("M-fool", "s1"), A).then_refused("LB-MULTI-05", "LB-LOG-07")
    case.when(link("M-fool", "s1"), S).when(blow(), A).then_refused("LB-ARC-04")


@accepts("LB-ARC-05")
def test_the_empress_heals_a_friend() -> None:
    case = linked("M-empress").when(blow(target="a2", action="blessing", kind="magic"), A)
    case = case.when(f.ResistanceWaived(figure="a2"), A).when(flip("attack", "alliance", "M-empress"), A)
    case = case.when(resolved(True)).when(link("M-empress", "a2"), A)
    assert table(case).pieces["a2"].bonus == 1


@refuses("LB-ARC-05")
def test_the_empress_waits_for_nobody_and_helps_no_enemy() -> None:
    foe = duel(linked("M-empress"), "M-empress", "C-4").when(resolved(True))
    foe.when(link("M-empress", "s1"), A).then_refused("LB-ARC-05")
    case = linked("M-empress").when(blow(target="a2", action="blessing", kind="magic"), A)
    case = case.when(f.ResistanceWaived(figure="a2"), A).when(flip("attack", "alliance", "M-empress"), A)
    case = case.when(resolved(True))
    case.when(link("M-empress", "a1"), A).then_refused("LB-ARC-05")
    case.when(blow(), A).then_refused("LB-ACT-14")


@accepts("LB-ARC-06")
def test_the_lovers_turn_an_enemy() -> None:
    case = duel(linked("M-lovers"), "M-lovers", "C-3").when(resolved(True)).when(link("M-lovers", "s1"), A)
    piece = table(case).pieces["s1"]
    assert (piece.side, piece.player, piece.home) == ("alliance", "a", "s")
    assert table(case).piles["alliance"].removed == ("M-lovers",)


@refuses("LB-ARC-06")
def test_the_lovers_turn_nobody_else() -> None:
    case = duel(linked("M-lovers"), "M-lovers", "C-3").when(resolved(True))
    case.when(link("M-lovers", "a1"), A).then_refused("LB-ARC-06")
    case.when(flip("damage", "alliance", "S-1"), A).then_refused("LB-ARC-02")


@accepts("LB-ARC-07", "LB-ARC-08")
def test_the_devil_gives_points() -> None:
    case = duel(linked("M-devil"), "C-4", "C-5")
    case = case.when(f.FateCheated(check_id="c", role="attack", side="alliance", card="M-devil"), A)
    case = case.when(resolved(True, attack_total=18), A).when(link("M-devil", "a1"), A)
    assert table(case).ap == 3
    strong = duel(linked("M-strength"), "C-4", "C-5")
    strong = strong.when(f.FateCheated(check_id="c", role="attack", side="alliance", card="M-strength"), A)
    strong.when(resolved(True, attack_total=23, defence_total=10, margin=13), A).then_accepted()


@accepts("LB-ARC-02", "LB-ARC-08")
def test_a_check_made_after_the_next_action_was_declared_has_its_link_card() -> None:
    """Nobody knows the card of the action: the match waited for the Devil, and refused it."""
    case = linked("M-devil", told={"actions": None}).when(blow(action="word", kind="other"), A)
    move = f.ActionDeclared(figure="a1", action="move", kind="base", ap=1)
    case = all_of(case, move, f.FigureMoved(figure="a1", distance_cm=3.0), flip("simple", "alliance", "C-4"))
    case = case.when(f.FateCheated(check_id="c", role="simple", side="alliance", card="M-devil"), A)
    case = case.when(resolved(False), A)
    assert table(case.when(link("M-devil", "a1"), A)).ap == table(case).ap + 2


@refuses("LB-ARC-07", "LB-ARC-08")
def test_the_devil_helps_the_acting_figure_alone() -> None:
    case = duel(linked("M-devil", "serpent"), "C-6", "C-5")
    case = case.when(f.FateCheated(check_id="c", role="defence", side="serpent", card="M-devil"), S)
    case.when(resolved(False)).when(link("M-devil", "s1"), S).then_refused("LB-ARC-08")
    strong = duel(linked("M-strength"), "C-4", "C-5")
    strong = strong.when(f.FateCheated(check_id="c", role="attack", side="alliance", card="M-strength"), A)
    strong.when(resolved(True)).when(link("M-strength", "a1"), A).then_refused("LB-ARC-07")


@accepts("LB-ARC-09")
def test_the_tower_takes_both() -> None:
    case = duel(linked("M-tower"), "M-tower", "C-4").when(resolved(True))
    case = case.when(link("M-tower", "a1", "s1"), A)
    case = all_of(case, *(f.FigureRemoved(figure=name, how="dead_no_killer") for name in ("s1", "a1")))
    state = case.then_accepted()
    assert {fallen.by for fallen in state.fallen} == {None} and state.full.active is None


@refuses("LB-ARC-09")
def test_the_tower_spares_nobody() -> None:
    case = duel(linked("M-tower"), "M-tower", "C-4").when(resolved(True))
    case.when(link("M-tower", "s1"), A).then_refused("LB-ARC-09")
    fallen = case.when(link("M-tower", "a1", "s1"), A)
    fallen.when(blow(), A).then_refused("LB-ARC-09")
    killed = f.FigureRemoved(figure="s1", how="killed", by_figure="a1")
    fallen.when(killed, A).then_refused("LB-ARC-09")


def test_a_turned_figure_obeys_its_new_owner() -> None:
    """LB-ARC-06, LB-MULTI-05."""
    case = duel(linked("M-lovers", players=("a", "a2")), "M-lovers", "C-3").when(resolved(True))
    case = case.when(link("M-lovers", "s1"), A).when(f.ActivationEnded(figure="a1"), A)
    case = case.when(f.FigureActivated(figure="s2"), S).when(f.ActivationEnded(figure="s2"), S)
    case.when(f.FigureActivated(figure="s1"), A2).then_refused("LB-MULTI-05")
    case.when(f.FigureActivated(figure="s1"), A).then_accepted()
