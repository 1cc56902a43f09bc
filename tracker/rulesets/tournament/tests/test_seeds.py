"""Seeds that nobody chose: what was committed to before is revealed by the draw, or the draw says why not."""

from __future__ import annotations

from msgspec.structs import replace

from games.match import EventVoided
from games.testing import accepts, refuses
from tracker.rulesets.tournament import draw_next_round, seeds
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.tests.story import FOUR, JUDGE, after, history, joined, match_id, result

HEAD = "ab" * 32
"""The hash of the event before the draw."""


def committed(*events, secret="s3cret"):
    """The story with the commitments of a server in it."""
    return [
        replace(event, seed_commitment=seeds.commitment_of(secret))
        if isinstance(event, seeds.COMMITTING)
        else event
        for event in events
    ]


def revealed(*events, secret="s3cret", head=HEAD, **changes):
    """The draw that reveals the secret."""
    state = after(*events)
    seed = seeds.mixed(secret, head, len(state.rounds) + 1)
    return replace(draw_next_round(state, seed, secret=secret, after=head), **changes)


@accepts("TRN-DRAW-15")
def test_the_committed_secret_and_the_log_make_the_seed():
    events = committed(*joined(*FOUR))
    assert after(*events, revealed(*events)).rounds[0].committed
    history(*events).when(revealed(*events)).then_accepted()
    history(*events).when(revealed(*events, head="cd" * 32)).then_accepted()


@refuses("TRN-DRAW-15")
def test_another_secret_head_or_seed_is_refused():
    events = committed(*joined(*FOUR))
    for draw in (
        revealed(*events, secret="another"),
        revealed(*events, after="cd" * 32),
        revealed(*events, after=None),
        draw_next_round(after(*events), "chosen", secret="s3cret", after=HEAD),
        draw_next_round(after(*events), "chosen"),
        draw_next_round(after(*events), "chosen", after=HEAD),
    ):
        history(*events).when(draw).then_refused("TRN-DRAW-15")


@accepts("TRN-DRAW-15")
def test_a_seed_chosen_by_hand_says_why():
    events = committed(*joined(*FOUR))
    by_hand = draw_next_round(after(*events), "chosen", reason="drawn from a hat before witnesses")
    history(*events).when(by_hand).then_accepted()
    assert not after(*events, by_hand).rounds[0].committed


def test_logs_without_commitments_are_judged_as_ever():
    events = joined(*FOUR)
    history(*events).when(draw_next_round(after(*events), "s1")).then_accepted()
    history(*events).when(revealed(*events)).then_refused("TRN-DRAW-15")


def test_every_draw_has_a_commitment_of_its_own():
    """A closed round and a discarded draw commit anew; the secret that a draw revealed serves no second one."""
    events = committed(*joined(*FOUR))
    first = revealed(*events)
    discarded = ev.RoundDiscarded(round=1, seed=first.seed, reason="late player")
    again = [*events, first, replace(discarded, seed_commitment=seeds.commitment_of("second"))]
    history(*again).when(revealed(*again, head="cd" * 32)).then_refused("TRN-DRAW-15")
    history(*again).when(revealed(*again, secret="second")).then_accepted()
    silent = [*events, first, discarded]
    history(*silent).when(draw_next_round(after(*silent), "chosen")).then_refused("TRN-DRAW-15")
    assert seeds.occasion(discarded) != seeds.occasion(replace(discarded, seed="other"))
    assert seeds.occasion(ev.RoundClosed(round=1)) != seeds.occasion(ev.RoundClosed(round=2))


@accepts("TRN-DRAW-16")
@refuses("TRN-DRAW-16")
def test_a_published_round_tells_how_often_it_was_drawn():
    events = committed(*joined(*FOUR))
    first = revealed(*events)
    discarded = ev.RoundDiscarded(
        round=1, seed=first.seed, reason="late player", seed_commitment=seeds.commitment_of("second")
    )
    again = [*events, first, discarded]
    again.append(revealed(*again, secret="second"))
    for story, draws in (([*events, first], 1), (again, 2)):
        history(*story).when(ev.RoundPublished(round=1, draws=draws)).then_accepted()
        assert after(*story, ev.RoundPublished(round=1, draws=draws)).rounds[0].draws == draws
        history(*story).when(ev.RoundPublished(round=1)).then_refused("TRN-DRAW-16")
        history(*story).when(ev.RoundPublished(round=1, draws=draws + 1)).then_refused("TRN-DRAW-16")


def test_draws_of_a_later_round_are_counted_as_well():
    """Between a closed round and the next one, each draw that was thrown away counts."""
    story = committed(*joined(*FOUR))
    story.append(revealed(*story))
    story += [ev.RoundPublished(round=1, draws=1), *played(story[-1])]
    story.append(ev.RoundClosed(round=1, seed_commitment=seeds.commitment_of("try 1")))
    for draws in (1, 2, 3):
        story.append(revealed(*story, secret=f"try {draws}"))
        history(*story).when(ev.RoundPublished(round=2, draws=draws)).then_accepted()
        if draws > 1:
            history(*story).when(ev.RoundPublished(round=2, draws=1)).then_refused("TRN-DRAW-16")
        following = seeds.commitment_of(f"try {draws + 1}")
        seed = story[-1].seed
        story.append(ev.RoundDiscarded(round=2, seed=seed, reason="another", seed_commitment=following))


def played(drawn):
    """The round started and every table with its result."""
    yield ev.RoundStarted(round=drawn.round)
    for table in drawn.pairings:
        match = match_id(drawn.round, table.table)
        yield ev.MatchOpened(round=drawn.round, table=table.table, match=match)
        yield result(drawn.round, table.table)


@refuses("WL-VOID-04")
def test_a_draw_that_revealed_its_secret_is_not_voided():
    """Or it would be as if it had never been drawn, and the next seed could be computed from what it revealed."""
    events = committed(*joined(*FOUR))
    story = [*events, revealed(*events)]
    at = len(story)
    history(*story).when(void(at), JUDGE).then_refused("WL-VOID-04")
    story.append(ev.RoundPublished(round=1, draws=1))
    history(*story).when(void(at, at + 1), JUDGE).then_refused("WL-VOID-04")
    history(*story).when(void(*range(1, at + 2)), JUDGE).then_refused("WL-VOID-04")


@accepts("WL-VOID-04")
def test_what_follows_a_draw_and_draws_that_revealed_nothing_are_voided():
    events = committed(*joined(*FOUR))
    story = [*events, revealed(*events)]
    started = [*story, ev.RoundPublished(round=1, draws=1), *played(story[-1])]
    back = history(*started, void(*range(len(story) + 1, len(started) + 1)))
    back.when(ev.RoundDiscarded(round=1, seed=story[-1].seed, reason="the wrong hall")).then_accepted()
    for draw in (draw_next_round(after(*events), "chosen", reason="drawn from a hat"), None):
        told = [*events, draw] if draw else [*joined(*FOUR), draw_next_round(after(*joined(*FOUR)), "s1")]
        history(*told).when(void(len(told)), JUDGE).then_accepted()


@refuses("WL-VOID-06")
def test_what_an_event_began_with_is_not_voided_even_with_all_that_followed():
    history(*joined(*FOUR)).when(void(*range(1, 6)), JUDGE).then_refused("WL-VOID-06")
    history(joined(*FOUR)[0]).when(void(1), JUDGE).then_refused("WL-VOID-06")


@accepts("WL-VOID-06")
def test_all_that_came_after_it_is_voided():
    history(*joined(*FOUR)).when(void(*range(2, 6)), JUDGE).then_accepted()


def void(*seqs):
    return EventVoided(seqs=seqs, reason="not this one")
