"""The end of a round in one report: `round_recorded` (SFB-CHAL-01 to -06, SFB-MODE-11, SFB-TURN-06).

Called by `rules.py`. The report may be left out: the track moves all the same, with cards that nobody named (`rolled`).
"""

from __future__ import annotations

from msgspec.structs import replace

from games.gaps import some
from games.judging import repeated
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.chapters import track
from games.super_fantasy_brawl.chapters.draft import by_mode
from games.super_fantasy_brawl.events import RoundRecorded
from games.super_fantasy_brawl.full.rounds import same_cards
from games.super_fantasy_brawl.permissions import Violations, at_detail, in_phase, passing, seated, this_round
from games.super_fantasy_brawl.state import UNNAMED, SfbState, Track, mode_of


def rolled(state: SfbState) -> SfbState:
    """The match ready for its next turn: the first cards lie, and an unreported round has ended."""
    if state.phase == "round":
        return _next_round(state, track.round_ended(state.track, mode_of(state)))
    untouched = state.phase == "turns" and state.round == 1 and not state.scored
    if untouched and any(track.at(state.track, cell) is None for cell in mode_of(state).start_cells):
        return replace(state, track=track.set_up(state.track, mode_of(state)))
    return state


def check_round_recorded(state: SfbState, event: RoundRecorded, by: Actor) -> Violations:
    """SFB-CHAL-01 to -06, SFB-MODE-11: the track as it must lie after the move."""
    return passing(
        state,
        at_detail(state, "turns"),
        in_phase(state, "round"),
        seated(state, by),
        this_round(state, event.round),
        _check_off(state, event),
        _check_track(state, event),
        _check_new_cards(state, event),
    )


def _check_off(state: SfbState, event: RoundRecorded) -> Violations:
    """SFB-CHAL-01: what the move pushes off."""
    due = track.pushed_off(state.track, mode_of(state).shift)
    if due is not None and not same_cards(due, event.discarded):
        rule = by_mode(state, "SFB-CHAL-01", "SFB-MODE-11")
        params = {"due": some(list(due)), "discarded": some(list(event.discarded))}
        yield RuleViolation(rule, params)


def after(state: SfbState, event: RoundRecorded) -> Track:
    """The track after the round, with the cards that leave it as told."""
    mode = mode_of(state)
    moved = track.moved(state.track, mode.shift, event.discarded)
    for cell in mode.new_cells:
        moved = track.laid(moved if moved.deck else track.reshuffled(moved), cell, None)
    return moved


def _check_track(state: SfbState, event: RoundRecorded) -> Violations:
    """SFB-CHAL-02, -03, -04, -06, SFB-MODE-11."""
    due, mode = after(state, event), mode_of(state)
    cells = max(len(due.cells), len(event.track))
    told = event.track + (None,) * (cells - len(event.track))
    lying = due.cells + (None,) * (cells - len(due.cells))
    for cell in mode.new_cells:
        if told[cell] is None:
            rule = by_mode(state, "SFB-CHAL-02", "SFB-MODE-11")
            yield RuleViolation(rule, {"empty": cell})
    wrong = [cell for cell in range(cells) if not _agrees(lying[cell], told[cell])]
    for cell in wrong:
        params = {"cell": cell, "expected": some(lying[cell]), "told": some(told[cell])}
        yield RuleViolation("SFB-CHAL-03", params)
    if wrong:
        params = {"round": event.round, "expected": _shown(lying), "told": _shown(told)}
        yield RuleViolation("SFB-CHAL-06", params)
    if event.deck_left is not None and event.deck_left != due.deck:
        yield RuleViolation("SFB-CHAL-04", {"left": due.deck, "counted": event.deck_left})


def _agrees(due: str | None, told: str | None) -> bool:
    return due == told or (told is not None and due is not None and UNNAMED in (due, told))


def _shown(cells: tuple[str | None, ...]) -> list[str]:
    return [some(card) for card in cells]


def _check_new_cards(state: SfbState, event: RoundRecorded) -> Violations:
    """SFB-CHAL-05: no card twice on the track; a new one is not in the discard pile, unless that was shuffled, before
    which the last card of the old deck is laid (SFB-CHAL-04)."""
    mode = mode_of(state)
    named = [card for card in _known(after(state, event), event) if card not in (None, UNNAMED)]
    unshuffled = mode.new_cells[: state.track.deck]
    new = [event.track[cell] for cell in unshuffled if cell < len(event.track)]
    gone = (*state.track.discard, *event.discarded)
    twice = repeated(named)
    for card in sorted({str(card) for card in (*twice, *(card for card in new if card in gone))} - {UNNAMED}):
        yield RuleViolation("SFB-CHAL-05", {"twice" if card in twice else "discarded": card})


def on_round_recorded(state: SfbState, event: RoundRecorded) -> SfbState:
    """SFB-TURN-06: the next round; cards are known by the names that were told."""
    due = after(state, event)
    return _next_round(state, replace(due, cells=_known(due, event)))


def _next_round(state: SfbState, moved: Track) -> SfbState:
    return replace(state, phase="turns", round=state.round + 1, active=state.order[0], track=moved)


def _known(due: Track, event: RoundRecorded) -> tuple[str | None, ...]:
    """The cards of the track by the names that were told now or before."""
    told = event.track + (None,) * (len(due.cells) - len(event.track))
    return tuple(
        told[at] if card is not None and told[at] not in (None, UNNAMED) else card
        for at, card in enumerate(due.cells)
    )
