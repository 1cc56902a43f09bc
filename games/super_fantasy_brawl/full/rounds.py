"""The end of a round at full detail: the track moves, new challenges are laid (SFB-CHAL-01 to -07, SFB-MODE-11).

Called through `rules.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.chapters.draft import by_mode
from games.super_fantasy_brawl.chapters.track import (
    at,
    check_card,
    laid,
    lasts,
    moved,
    pushed_off,
    reshuffled,
)
from games.super_fantasy_brawl.events import ChallengeCardLaid
from games.super_fantasy_brawl.full.common import during, put, table
from games.super_fantasy_brawl.full.events import ChallengeDeckReshuffled, ChallengeTrackShifted, RoundEnded
from games.super_fantasy_brawl.full.state import changed
from games.super_fantasy_brawl.permissions import Violations, passing, this_round
from games.super_fantasy_brawl.state import UNNAMED, SfbState, mode_of


@during("round")
def check_challenge_track_shifted(state: SfbState, event: ChallengeTrackShifted, by: Actor) -> Violations:
    """SFB-CHAL-01, -04, SFB-MODE-11: once, by the mode's steps; what leaves the track is told, and of eleven
    cards not all can stay."""
    rule, mode = by_mode(state, "SFB-CHAL-01", "SFB-MODE-11"), mode_of(state)
    steps = mode.shift
    due = pushed_off(state.track, steps)
    if table(state).shifted:
        yield RuleViolation(rule, {"shifted": steps})
    elif event.shift != steps:
        yield RuleViolation(rule, {"expected": steps, "told": event.shift})
    elif due is not None and not same_cards(due, event.discarded):
        yield RuleViolation(rule, {"due": some(list(due)), "discarded": some(list(event.discarded))})
    elif due is None:
        there = set(event.discarded) <= set(state.track.cells)
        if not there or not lasts(state.track, mode, event.discarded):
            lying = [card for card in state.track.cells if card is not None]
            told = {"strange": list(event.discarded)} if event.discarded else {"staying": len(lying)}
            yield RuleViolation(rule, told)


def same_cards(due: Sequence[str | None], told: Sequence[str | None]) -> bool:
    """Whether the told cards are the ones due, in any order; a card that nobody named may be any."""
    named = [card for card in due if card not in (None, UNNAMED)]
    rest = [card for card in told if card is not None and card not in named]
    unnamed = sum(card == UNNAMED for card in due)
    complete = all(card in told for card in named)
    return complete and len(rest) == unnamed and len(set(named)) + len(rest) == len(told)


def on_challenge_track_shifted(state: SfbState, event: ChallengeTrackShifted) -> SfbState:
    track = moved(state.track, event.shift, event.discarded)
    return put(state, changed(table(state), shifted=True, laid_cards=0), track=track)


@during("round")
def check_challenge_deck_reshuffled(state: SfbState, event: ChallengeDeckReshuffled, by: Actor) -> Violations:
    """SFB-CHAL-04: when a card must be laid and the deck is empty."""
    return passing(state, _check_shifted(state), _check_empty(state, event))


def _check_shifted(state: SfbState) -> Violations:
    """SFB-CHAL-01: the move comes first."""
    if not table(state).shifted:
        rule = by_mode(state, "SFB-CHAL-01", "SFB-MODE-11")
        yield RuleViolation(rule, {"first": mode_of(state).shift})


def _check_empty(state: SfbState, event: ChallengeDeckReshuffled) -> Violations:
    waiting = table(state).laid_cards < mode_of(state).new_cards
    if state.track.deck or not waiting or event.size != len(state.track.discard):
        yield RuleViolation("SFB-CHAL-04", {"expected": len(state.track.discard), "told": event.size})


def on_challenge_deck_reshuffled(state: SfbState, event: ChallengeDeckReshuffled) -> SfbState:
    return replace(state, track=reshuffled(state.track))


@during("round")
def check_challenge_laid_at_round_end(state: SfbState, event: ChallengeCardLaid, by: Actor) -> Violations:
    """SFB-CHAL-01 to -05, SFB-MODE-11: from the deck, on the cells without points, in their order."""
    return passing(
        state,
        _check_shifted(state),
        _check_new_cell(state, event),
        _check_deck(state),
        check_card(state, event.card),
    )


def _check_new_cell(state: SfbState, event: ChallengeCardLaid) -> Violations:
    cells, done = mode_of(state).new_cells, table(state).laid_cards
    due = cells[done] if done < len(cells) else None
    if event.cell != due:
        params = {"all": done} if due is None else {"cell": due, "entered": event.cell}
        yield RuleViolation(by_mode(state, "SFB-CHAL-02", "SFB-MODE-11"), params)
    elif at(state.track, event.cell) is not None:
        lying = {"cell": event.cell, "expected": at(state.track, event.cell), "told": event.card or UNNAMED}
        yield RuleViolation("SFB-CHAL-03", lying)


def _check_deck(state: SfbState) -> Violations:
    if not state.track.deck:
        yield RuleViolation("SFB-CHAL-04", {"expected": len(state.track.discard), "told": 0})


def on_challenge_laid_at_round_end(state: SfbState, event: ChallengeCardLaid) -> SfbState:
    full = changed(table(state), laid_cards=table(state).laid_cards + 1)
    return put(state, full, track=laid(state.track, event.cell, event.card))


@during("round")
def check_round_ended(state: SfbState, event: RoundEnded, by: Actor) -> Violations:
    """SFB-CHAL-01, SFB-TURN-06: the track has moved, the new cards lie."""
    return passing(state, _check_shifted(state), _check_all_laid(state), this_round(state, event.round))


def _check_all_laid(state: SfbState) -> Violations:
    done, due = table(state).laid_cards, mode_of(state).new_cards
    if done != due:
        rule = by_mode(state, "SFB-CHAL-01", "SFB-MODE-11")
        yield RuleViolation(rule, {"due_cards": due, "laid": done})


def on_round_ended(state: SfbState, event: RoundEnded) -> SfbState:
    full = changed(table(state), shifted=False, laid_cards=0)
    return put(state, full, phase="between", round=state.round + 1)
