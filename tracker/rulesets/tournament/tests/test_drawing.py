"""Draws: when a round may be drawn, what a legal draw is, and who may know of a draft."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest
from msgspec.structs import replace

from games.ruleset import EVERYONE, REFEREE, Rejected, Setup, Viewer, apply
from games.secrets import concealed, sealed
from games.testing import accepts, refuses
from tracker.commands.presets import PRESETS
from tracker.pairing.explain import why
from tracker.rulesets.tournament import RULES, draw_next_round
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.tests.story import (
    FOUR,
    after,
    created,
    drawn,
    history,
    joined,
    to_closed,
    to_draft,
    to_published,
    to_started,
)


def table(number: int, alliance: str, serpent: str) -> ev.TablePairing:
    return ev.TablePairing(number, {"alliance": (alliance,), "serpent": (serpent,)})


def by_hand(*pairs: tuple[str, str], round_: int = 1, bye: str | None = None, **fields) -> ev.RoundDrawn:
    return ev.RoundDrawn(
        round=round_,
        seed=fields.pop("seed", "hand"),
        pairings=tuple(table(at, *pair) for at, pair in enumerate(pairs, 1)),
        bye=bye,
        **{"method": "manual", "reason": "the printer ate it", **fields},
    )


@accepts("TRN-DRAW-01", "TRN-DRAW-02", "TRN-DRAW-03", "TRN-DRAW-04", "TRN-DRAW-05", "TRN-DRAW-06")
@accepts("TRN-DRAW-07", "TRN-DRAW-08", "TRN-DRAW-09", "TRN-DRAW-10", "TRN-DRAW-12", "TRN-DRAW-13")
def test_three_rounds_are_drawn_one_after_the_other():
    events = joined("ann", "bob", "cid", "dot", "eve")
    for round_ in (1, 2, 3):
        events = to_closed(*events, seed=f"s{round_}")
    assert [r.status for r in history(*events).then_accepted().rounds] == ["closed"] * 3


@refuses("TRN-DRAW-01")
def test_the_same_round_is_not_drawn_twice_lila_12147():
    events = joined(*FOUR)
    history(*to_draft(*events)).when(drawn(*events, seed="s2")).then_refused("TRN-DRAW-01")


@refuses("TRN-DRAW-01")
def test_the_next_round_waits_for_all_results_cobra_439():
    events = to_started(*joined(*FOUR))
    (violation,) = history(*events).when(drawn(*events, seed="s2")).then_refused("TRN-DRAW-01")
    assert violation.params["tables"] == [1, 2]


@refuses("TRN-DRAW-01")
def test_no_round_is_skipped():
    events = joined(*FOUR)
    history(*events).when(replace(drawn(*events), round=2)).then_refused("TRN-DRAW-01")


@refuses("TRN-DRAW-02")
def test_no_more_rounds_than_planned():
    events = to_closed(*joined(*FOUR, rounds=1))
    history(*events).when(drawn(*events, seed="s2")).then_refused("TRN-DRAW-02")


@refuses("TRN-DRAW-03")
def test_nobody_there_nobody_drawn():
    everyone_left = [*joined("ann", "bob"), ev.PlayerDropped(player="ann"), ev.PlayerDropped(player="bob")]
    for events in ([created()], [*joined("ann")], everyone_left):
        history(*events).when(by_hand(bye="ann")).then_refused("TRN-DRAW-03")


@refuses("TRN-DRAW-03")
def test_drawing_for_nobody_says_so():
    with pytest.raises(Rejected) as caught:
        draw_next_round(after(created()), "s")
    assert caught.value.violations[0].rule == "TRN-DRAW-03"
    with pytest.raises(Rejected):
        draw_next_round(RULES.initial(Setup()), "s")


@refuses("TRN-DRAW-04")
@pytest.mark.parametrize(
    "draw",
    [
        by_hand(("ann", "bob")),
        by_hand(("ann", "bob"), ("ann", "cid")),
        by_hand(("ann", "bob"), ("cid", "cid")),
        by_hand(("ann", "bob"), ("cid", "eve")),
        by_hand(("ann", "bob"), ("cid", "dot"), bye="dot"),
        by_hand(("ann", "bob"), bye="cid"),
    ],
)
def test_everyone_present_is_drawn_exactly_once(draw):
    violations = (
        history(*joined(*FOUR), ev.PlayerRegistered(player="eve")).when(draw).then_refused("TRN-DRAW-04")
    )
    assert all(violation.params["players"] for violation in violations)


@refuses("TRN-DRAW-05")
@pytest.mark.parametrize(
    "pairing",
    [
        ev.TablePairing(1, {"alliance": ("ann",), "horde": ("bob",)}),
        ev.TablePairing(1, {"alliance": ("ann",)}),
        ev.TablePairing(1, {"alliance": ("ann", "bob"), "serpent": ()}),
        table(2, "ann", "bob"),
    ],
)
def test_a_table_seats_one_player_on_each_side_and_tables_count_from_one(pairing):
    draw = replace(by_hand(("ann", "bob")), pairings=(pairing,))
    history(*joined("ann", "bob")).when(draw).then_refused("TRN-DRAW-05")


@refuses("TRN-DRAW-06")
def test_no_second_bye_before_everyones_first():
    events = to_closed(*joined("ann", "bob", "cid"))
    bye = after(*events).rounds[0].bye
    others = [name for name in ("ann", "bob", "cid") if name != bye]
    draw = by_hand((others[0], others[1]), round_=2, bye=bye)
    history(*events).when(draw).then_refused("TRN-DRAW-06")


@refuses("TRN-DRAW-07")
def test_prohibited_pairs_never_meet_not_even_by_hand():
    events = joined(*FOUR, prohibited=(("ann", "bob"),))
    history(*events).when(by_hand(("ann", "bob"), ("cid", "dot"))).then_refused("TRN-DRAW-07")
    for seed in range(9):
        assert {"ann", "bob"} not in [set(names(p)) for p in drawn(*events, seed=str(seed)).pairings]


def names(pairing: ev.TablePairing) -> tuple[str, str]:
    return pairing.sides["alliance"][0], pairing.sides["serpent"][0]


@refuses("TRN-DRAW-08")
def test_no_rematch_while_it_can_be_avoided_cobra_373():
    events = to_closed(*joined(*FOUR))
    again = replace(
        drawn(*events, seed="s2"), pairings=after(*events).created and drawn(*joined(*FOUR)).pairings
    )
    history(*events).when(again).then_refused("TRN-DRAW-08")


@accepts("TRN-DRAW-08")
def test_a_rematch_that_cannot_be_avoided_is_certified():
    events = to_closed(*joined("ann", "bob"))
    draw = drawn(*events, seed="s2")
    assert draw.certificate.cost["rematches"] == 1
    history(*events).when(draw).then_accepted()


@accepts("TRN-DRAW-08", "TRN-DRAW-12")
def test_by_hand_a_rematch_is_allowed_with_a_reason():
    events = to_closed(*joined(*FOUR))
    pairs = [names(pairing) for pairing in drawn(*joined(*FOUR)).pairings]
    state = history(*events).when(by_hand(*pairs, round_=2)).then_accepted()
    assert state.current.method == "manual"


@refuses("TRN-DRAW-09")
def test_a_certificate_that_lies_is_refused():
    events = joined(*FOUR)
    draw = drawn(*events)
    wrong = replace(draw, certificate=replace(draw.certificate, cost={**draw.certificate.cost, "score": 7}))
    (violation,) = history(*events).when(wrong).then_refused("TRN-DRAW-09")
    assert violation.params == {"what": "score", "told": 7, "found": 0}


@refuses("TRN-DRAW-10")
def test_every_draw_has_a_fresh_seed():
    events = [*to_draft(*joined(*FOUR)), ev.RoundDiscarded(round=1, seed="s1", reason="late player")]
    history(*events).when(drawn(*events)).then_refused("TRN-DRAW-10")
    history(*events).when(drawn(*events, seed="s2")).then_accepted()


@refuses("TRN-DRAW-11")
def test_prohibitions_that_leave_no_round_are_said():
    with pytest.raises(Rejected) as caught:
        drawn(*joined("ann", "bob", prohibited=(("ann", "bob"),)))
    (violation,) = caught.value.violations
    assert (violation.rule, set(violation.params["players"])) == ("TRN-DRAW-11", {"ann", "bob"})


@accepts("TRN-DRAW-11")
def test_prohibitions_that_leave_a_round_are_kept():
    assert len(drawn(*joined(*FOUR, prohibited=(("ann", "bob"), ("ann", "cid")))).pairings) == 2


@refuses("TRN-DRAW-12")
def test_a_draw_is_certified_or_explained():
    case = history(*joined("ann", "bob"))
    case.when(by_hand(("ann", "bob"), reason=None)).then_refused("TRN-DRAW-12")
    case.when(by_hand(("ann", "bob"), method="swiss")).then_refused("TRN-DRAW-12")


@refuses("TRN-DRAW-13")
def test_the_announced_battlefield_is_played():
    events = joined("ann", "bob", scenarios=("sea", "camp"))
    draw = drawn(*events)
    assert draw.scenario == "sea"
    history(*events).when(replace(draw, scenario="camp")).then_refused("TRN-DRAW-13")


def test_a_round_beyond_the_announced_ones_takes_the_battlefield_of_the_draw():
    assert draw_next_round(after(*joined("ann", "bob")), "s", "heaven").scenario == "heaven"


@accepts("TRN-DRAW-14")
def test_a_draft_and_a_published_round_can_be_discarded():
    for events in (to_draft(*joined(*FOUR)), to_published(*joined(*FOUR))):
        state = (
            history(*events).when(ev.RoundDiscarded(round=1, seed="s1", reason="late player")).then_accepted()
        )
        assert state.rounds == ()


@refuses("TRN-DRAW-14")
def test_nothing_is_discarded_that_somebody_plays_pgswiss_52():
    discard = ev.RoundDiscarded(round=1, seed="s1", reason="second thoughts")
    history(*joined(*FOUR)).when(discard).then_refused("TRN-DRAW-14")
    history(*to_started(*joined(*FOUR))).when(discard).then_refused("TRN-DRAW-14")
    history(*to_draft(*joined(*FOUR))).when(replace(discard, seed="s9")).then_refused("TRN-DRAW-14")


def test_a_draft_is_invisible_until_it_is_published_cobra_71():
    draft = to_draft(*joined(*FOUR))
    draw = draft[-1]
    for viewer in (EVERYONE, Viewer("player", "ann")):
        state = after(*draft)
        seen = RULES.visible_to(state, viewer)
        assert (seen.rounds, seen.seeds) == ((), ())
        assert seen == RULES.visible_to(after(*draft[:-1]), viewer)
        assert RULES.redact(state, draw, viewer) is None
        assert RULES.next_events(state, viewer) == RULES.next_events(after(*draft[:-1]), viewer)
    assert RULES.redact(after(*draft), draw, REFEREE) == draw
    published = after(*to_published(*joined(*FOUR)))
    assert RULES.redact(published, draw, EVERYONE) == draw
    assert len(RULES.visible_to(published, EVERYONE).rounds) == 1


def test_a_discarded_draft_is_never_told():
    discard = ev.RoundDiscarded(round=1, seed="s1", reason="ann asked")
    events = [*to_draft(*joined(*FOUR)), discard]
    events = [*to_closed(*events, seed="s2")]
    state = after(*events)
    assert RULES.redact(state, discard, EVERYONE) is None
    first = next(event for event in events if isinstance(event, ev.RoundDrawn))
    assert RULES.redact(state, first, EVERYONE) is None
    assert "s1" not in RULES.visible_to(state, EVERYONE).seeds


def test_prohibited_pairs_and_reasons_for_leaving_stay_with_staff():
    event = created(prohibited=(("ann", "bob"),))
    leaving = ev.PlayerDropped(player="ann", reason="unwell")
    state = after(event, ev.PlayerRegistered(player="ann"), leaving)
    redact: Any = RULES.redact
    assert redact(state, event, EVERYONE).options.prohibited == ()
    assert RULES.visible_to(state, EVERYONE).options.prohibited == ()
    assert RULES.visible_to(state, REFEREE).options.prohibited == (("ann", "bob"),)
    assert redact(state, leaving, EVERYONE).reason is None
    assert redact(state, leaving, Viewer("player", "ann")).reason == "unwell"
    later = sealed(replace(created(), prohibited=(("ann", "bob"),)), "salt")
    state = after(later)
    assert state.prohibited == (("ann", "bob"),)
    assert redact(state, later, EVERYONE) == concealed(later) != later
    seen: Any = RULES.visible_to(state, EVERYONE).created
    assert seen.prohibited is None and seen.salt is None


def test_why_two_do_not_meet():
    state = after(*to_closed(*joined(*FOUR), scores=((5, 2), (5, 2))))
    one, other = (
        next(iter(state.rounds[0].pairings[0].sides.values()))[0],
        state.rounds[0].pairings[0].sides["serpent"][0],
    )
    answer = why(next_field(state, "s2"), one, other)
    assert (answer.meet, answer.met_before, answer.decides) == (False, 1, "rematches")


def test_a_club_is_kept_apart():
    events: list[Any] = [created()]
    for number in range(8):
        name = f"p{number}"
        events += [ev.PlayerRegistered(player=name, club=f"c{number % 2}"), ev.PlayerCheckedIn(player=name)]
    assert drawn(*events).certificate.cost["soft"] == 0


def test_drawing_again_with_the_seed_of_the_log_gives_the_same_round():
    events = joined(*FOUR)
    assert drawn(*events) == drawn(*events)
    assert apply(RULES, after(*events), drawn(*events)) == after(*to_draft(*events))


@pytest.mark.parametrize("seed", (0, 2))
def test_the_draw_knows_how_often_running_somebody_played_one_side(seed: int):
    """+2: twice the first side, last of all; and every preset wishes for no third time (0 would switch that off)."""
    events = joined("ann", "bob", "cid", "dot", "eve", "fay", rounds=4)
    seats: dict[str, list[int]] = {}
    for number in (1, 2, 3):
        events = to_closed(*events, seed=f"{seed}.{number}")
        drawn = next(event for event in reversed(events) if isinstance(event, ev.RoundDrawn))
        for pairing in drawn.pairings:
            for side, (player,) in pairing.sides.items():
                seats.setdefault(player, []).append(1 if side == "alliance" else -1)
    running = {}
    for player, told in seats.items():
        running[player] = sum(takewhile(told[-1].__eq__, reversed(told)))
    field = next_field(after(*events), "s4")
    assert {player.id: player.streak for player in field.players} == running
    assert max(map(abs, running.values())) > 1
    assert all(preset["options"]["weights"]["thirds"] > 0 for preset in PRESETS.values())
