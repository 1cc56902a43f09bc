"""Seeds that nobody chose: what was committed to before is revealed by the draw, or the draw says why not."""

from __future__ import annotations

from msgspec.structs import replace

from games.testing import accepts, refuses
from tracker.rulesets.tournament import draw_next_round, seeds
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.tests.story import FOUR, after, history, joined

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
