"""What of a card must not be skipped: SFB-LOG-07, SFB-CMB-03, -16, -17, SFB-REACT-08, SFB-EFF-20, -21.

An effect that can be done must be done, on everybody whom it names, before the action goes on; what cannot be done, or
not be judged (arena, card or text unknown), is not owed. Called by `effects.py` and by the chapters that go on.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.ruleset import RuleViolation
from games.super_fantasy_brawl.definitions import Effect
from games.super_fantasy_brawl.full import printed as cards
from games.super_fantasy_brawl.full.board.arena import cell_of, field_of
from games.super_fantasy_brawl.full.board.geometry import row
from games.super_fantasy_brawl.full.board.paths import fear_paths
from games.super_fantasy_brawl.full.bonuses import is_protected
from games.super_fantasy_brawl.full.cards import card_of
from games.super_fantasy_brawl.full.common import action_of
from games.super_fantasy_brawl.full.state import Action
from games.super_fantasy_brawl.permissions import Violations
from games.super_fantasy_brawl.state import SfbState

COMPULSORY = ("push", "pull", "fear", "stun", "immobilise", "damage")
NUMBERED = ("push", "pull", "fear", "damage")
"""Compulsory effects that have a number; where nobody imported it, nobody is made to guess it (SFB-LOG-05)."""


def check_finished(state: SfbState, *sources: str | None) -> Violations:
    """Every compulsory effect that is open at this step has been carried out."""
    for source in sources:
        yield from check_above(state, source, None)


def check_above(state: SfbState, source: str | None, before: int | None) -> Violations:
    """SFB-ACT-11: the same, of the effects above the place `before` (None: of all). At most one is told."""
    action = action_of(state)
    for index, effect, champion in owing(state, action, source):
        if before is None or index < before:
            params = {
                "card": cards.source_of(action, source),
                "keyword": effect.keyword,
                "missing": effect.keyword,
                "champion": champion,
                "expected": champion,
                "told": "nothing",
            }
            yield RuleViolation(_rule(action, source, effect), params)
            return


def _rule(action: Action, source: str | None, effect: Effect) -> str:
    if cards.of_reaction(action, source):
        return "SFB-REACT-08"
    if action.kind == "attack":
        return "SFB-CMB-03" if effect.timing == "pre" else "SFB-CMB-17"
    return "SFB-LOG-07"


def owing(state: SfbState, action: Action, source: str | None) -> Iterator[tuple[int, Effect, str]]:
    """Each compulsory effect that is open at this step, with a champion on whom it was not carried out."""
    if cards.source_of(action, source) == cards.BASIC:
        return
    for index, effect in cards.open_effects(state, source) or ():
        if effect.keyword not in COMPULSORY or effect.x == 0 or _is_unnumbered(effect):
            continue
        for champion in _unserved(state, action, source, index, effect):
            yield index, effect, champion


def _is_unnumbered(effect: Effect) -> bool:
    return effect.x is None and effect.keyword in NUMBERED


def _unserved(
    state: SfbState, action: Action, source: str | None, index: int, effect: Effect
) -> Iterator[str]:
    """The champions whom the effect still awaits: each target, or any one where it takes one. An effect with a text
    is owed to nobody: what the text asks for is not known (SFB-LOG-05)."""
    if effect.text is not None:
        return
    name = cards.source_of(action, source)
    possible = [
        one
        for one in cards.receivers(state, effect, source)
        if not cards.is_done(action, name, index, effect, one) and can_take(state, source, effect, one)
    ]
    chosen = effect.on in ("ally", "enemy") or (effect.on == "target" and action.step in ("move", "pre"))
    if not chosen:
        yield from possible
    else:
        yield from possible[:1]


def can_take(state: SfbState, source: str | None, effect: Effect, champion: str) -> bool:
    """Whether the effect would do anything to a champion, as far as that is known."""
    here, there = cell_of(state, cards.champion_of_effect(state, source)), cell_of(state, champion)
    if here is None or there is None:
        return False
    one = state.figures[champion]
    if effect.keyword == "immobilise":
        return not one.immobilised
    if effect.keyword not in ("push", "pull", "fear"):
        return True
    return drives(state, effect, cards.champion_of_effect(state, source), champion) is True


def drives(state: SfbState, effect: Effect, actor: str, champion: str) -> bool | None:
    """SFB-EFF-08, -09, -17: whether a push, a pull or a fear moves somebody: in one row, or with somewhere to flee to.
    None: not known."""
    protected, fear = is_protected(state, champion), effect.keyword == "fear"
    field, here, there = field_of(state, champion), cell_of(state, actor), cell_of(state, champion)
    if protected or (fear and state.figures[champion].immobilised):
        return False
    if field is None or here is None or there is None:
        return None
    if fear:
        able = bool(fear_paths(field, here, there, effect.x or 1))
    else:
        able = row(field.cells, here, there) is not None
    return able and (None if protected is None else True)


def has_vague_duty(state: SfbState, action: Action) -> bool:
    """SFB-LOG-05: whether a card of the action has an effect that may be compulsory, as far as its text says so."""
    names = (action.card, action.reaction.card if action.reaction is not None else None)
    cards_ = [card for name in names if (card := card_of(state, name)) is not None]
    effects = [one for card in cards_ for one in card.effects or () if one.keyword in COMPULSORY]
    return any(one.text is not None or _is_unnumbered(one) for one in effects)
