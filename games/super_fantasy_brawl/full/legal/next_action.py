"""What may come next inside the open action: its steps, and the effects that the cards offer. Called by
`next_events.py`.

Reactions are offered to every player of the attacked side alike, whatever is in the hand (SFB-HID-08).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.ruleset import NextEvent
from games.super_fantasy_brawl.full.bonuses import ability_effects
from games.super_fantasy_brawl.full.closing import has_fallen, last_steps
from games.super_fantasy_brawl.full.common import action_of, owner_of, table
from games.super_fantasy_brawl.full.cores import ready_cores
from games.super_fantasy_brawl.full.effects import reacting_side
from games.super_fantasy_brawl.full.fighting.aim import legal_aims, targeting_of
from games.super_fantasy_brawl.full.fighting.hits import are_hits_known, possible_hits
from games.super_fantasy_brawl.full.hands import largest_draw, unlisted
from games.super_fantasy_brawl.full.legal.useful import MEASURED, is_owed, may_do
from games.super_fantasy_brawl.full.printed import (
    champion_of_effect,
    open_effects,
    player_of_effect,
    takers,
    timings,
)
from games.super_fantasy_brawl.full.state import Action
from games.super_fantasy_brawl.full.text import told_by
from games.super_fantasy_brawl.full.zones import needs_reshuffle, seat
from games.super_fantasy_brawl.state import SfbState, players_of

EVENTS = {
    "push": "champion_displaced",
    "pull": "champion_displaced",
    "compel": "champion_displaced",
    "fear": "champion_displaced",
    "dash": "champion_moved",
    "fly": "champion_moved",
    "leap": "champion_moved",
    "approach": "champion_moved",
    "retreat": "champion_moved",
    "place": "champion_placed",
    "damage": "damage_dealt",
    "heal": "champion_healed",
    "stun": "champion_stunned",
    "immobilise": "champion_immobilised",
    "draw": "cards_drawn",
    "plan": "cards_planned",
    "show": "information_shown",
    "look": "information_shown",
    "other": "card_effect_applied",
}
"""Keyword -> the event that carries it out. What is applied by itself has none."""
OWNERS = (
    "champion_stunned",
    "champion_displaced",
    "champion_moved",
    "champion_immobilised",
)
"""Events that the owner of another champion may log (SFB-TURN-04)."""
GOING_ON = ("dash", "approach", "retreat", "compel")
"""Movements of effects that go on after a trap if their player likes; push, pull and fear must."""
CARD = {"card": "^.{1,120}$"}
"""A card that nobody listed, by whatever name it has."""
DISCARDED = {"discarded": CARD["card"]}
"""SFB-EFF-07: the card that goes by a stun, out of a hand that nobody listed."""
TEXT = {"description": "^.{1,1000}$"}
"""What a text does, in words."""
OF_ONE = ("cards_drawn", "cards_planned", "information_shown")
"""Events that tell of somebody's own cards."""


def in_action(state: SfbState) -> Iterator[NextEvent]:
    """The events of the step that the open action has reached."""
    action = action_of(state)
    if action.step == "react":
        yield from _reactions(state, action)
        return
    yield from _movement(state, action)
    yield from _going_on(state, action)
    yield from _effects(state, action)
    yield from _decision(state, action)
    resolving = action.step in ("rpre", "resolve") and action.kind == "attack"
    if (
        resolving
        and not has_fallen(action)
        and (action.reaction is None or not is_owed(state, action.reaction.card))
    ):
        hits = possible_hits(state) if are_hits_known(state) else ()
        choices = {"card": (action.card,), **({"targets": hits} if hits else {})}
        yield NextEvent(type="attack_resolved", players=(action.player,), choices=choices)
    yield from _closing(state, action)


def _movement(state: SfbState, action: Action) -> Iterator[NextEvent]:
    if action.step != "move" or action.champion not in state.figures:
        return
    if state.figures[action.champion].cell is not None and action.mp != 0:
        choices = {"champion": (action.champion,), "kind": ("walk",)}
        yield NextEvent(type="champion_moved", players=(action.player,), choices=choices)


def _going_on(state: SfbState, action: Action) -> Iterator[NextEvent]:
    """SFB-TRAP-09: the movement that a trap interrupted, where nothing else of its kind is open (`_effects`)."""
    moving = action.moving
    kind = EVENTS.get(moving.kind) if moving is not None and moving.kind in GOING_ON else None
    if moving is None or kind is None or moving.made >= (moving.x or 1):
        return
    if not state.figures[moving.champion].immobilised and kind not in _open_kinds(state, action):
        forced = kind == "champion_displaced"
        owners = () if forced else (owner_of(state, moving.champion),)
        players = tuple(dict.fromkeys((player_of_effect(state, moving.source), *owners)))
        choices = {"champion": (moving.champion,), "kind": (moving.kind,), "continues": (True,)}
        yield NextEvent(type=kind, players=players, choices=choices)


def _open_kinds(state: SfbState, action: Action) -> set[str | None]:
    return {EVENTS.get(word) for source in action.sources for word in _open_keywords(state, source)}


def _decision(state: SfbState, action: Action) -> Iterator[NextEvent]:
    """SFB-CMB-04, SFB-SKILL-02: to attack, to use the skill, or neither."""
    if action.kind == "basic" or action.step not in ("move", "pre", "decide"):
        return
    attack = action.kind == "attack"
    if attack and is_owed(state, None):
        return
    aims = tuple(
        dict.fromkeys(targets for targets, _ in legal_aims(state, action.champion, action.card or ""))
    )
    unknown = targeting_of(state, action.card or "") is None or table(state).ground is None
    if aims or unknown:
        choices: dict[str, tuple[object, ...]] = {
            "attacker" if attack else "champion": (action.champion,),
            "card": (action.card,),
        }
        choices |= {"targets": aims} if aims else {}
        kind = "attack_declared" if attack else "skill_used"
        yield NextEvent(type=kind, players=(action.player,), choices=choices)
    yield NextEvent(type="card_declined", players=(action.player,), choices={"card": (action.card,)})


def _reactions(state: SfbState, action: Action) -> Iterator[NextEvent]:
    """SFB-REACT-02 to -05, SFB-MODE-16."""
    side = reacting_side(state)
    own = tuple(one for one in action.targets if one in state.figures and state.figures[one].side == side)
    for player in state.sides[side].players:
        cores = ready_cores(state, player)
        if cores and seat(state, player).hand:
            choices = {"player": (player,), "on_champion": own, "core": cores}
            texts = CARD if unlisted(state, player) else {}
            yield NextEvent(type="reaction_played", players=(player,), choices=choices, texts=texts)
    players = state.sides[side].players
    yield NextEvent(type="reaction_passed", players=players, choices={"side": (side,)})


def _effects(state: SfbState, action: Action) -> Iterator[NextEvent]:
    """The effects that are open at this step, of the card and of the reaction; of an unknown card all of them."""
    sources = action.sources
    if action.step == "rpost" and action.reaction is not None and is_owed(state, action.reaction.card):
        sources = (action.reaction.card,)
    told: dict[str, dict[str, None]] = {}
    for source in sources:
        for keyword in _open_keywords(state, source):
            kind = EVENTS.get(keyword)
            if kind is not None:
                told.setdefault(kind, {}).update(dict.fromkeys(_players(state, kind, keyword, source)))
    for kind, players in told.items():
        yield from _for_each(state, kind, tuple(players))
    if "card_effect_applied" not in told and _has_text(state):
        yield from _tellings(state)
    if "cards_drawn" in told:
        yield from _reshuffles(state, _drawers(state, sources))


def _for_each(state: SfbState, kind: str, players: tuple[str, ...]) -> Iterator[NextEvent]:
    """One offer, or one for each player of whose own cards the event tells, and for each who may tell of a text."""
    if kind == "card_effect_applied":
        yield from _tellings(state)
        return
    if kind not in OF_ONE:
        yield NextEvent(type=kind, players=players, texts=texts_of(state, kind, players))
        return
    for player in players:
        choices = {"player": (player,)} if kind in ("cards_drawn", "cards_planned") else {}
        yield NextEvent(type=kind, players=(player,), choices=choices)


def texts_of(state: SfbState, kind: str, players: tuple[str, ...]) -> dict[str, str]:
    """What of an event of these players has to be named, since nobody listed their hands."""
    if kind != "champion_stunned" or not all(unlisted(state, player) for player in players):
        return {}
    return DISCARDED


def _tellings(state: SfbState) -> Iterator[NextEvent]:
    """SFB-LOG-04: of whoever may tell of the text of a card or an ability now."""
    for player in players_of(state):
        sources = told_by(state, player)
        if sources:
            choices = {"source": sources}
            yield NextEvent(type="card_effect_applied", players=(player,), choices=choices, texts=TEXT)


def _has_text(state: SfbState) -> bool:
    """SFB-LVL-02: whether the ability of a levelled-up champion on the arena has a text, as far as it is known."""
    levelled = [key for key, one in state.figures.items() if one.levelled and one.cell is not None]
    known = [ability_effects(state, key) for key in levelled]
    return any(effects is None or any(one.keyword == "other" for one in effects) for effects in known)


def _open_keywords(state: SfbState, source: str | None) -> Iterable[str]:
    """The keywords that are open for anybody; an effect may be done for one target and open for another."""
    if open_effects(state, source) is None:
        return EVENTS if timings(state, source) else ()
    return dict.fromkeys(
        effect.keyword
        for champion in (None, *state.figures)
        for index, effect in open_effects(state, source, None, champion) or ()
        if may_do(state, source, effect, champion) and not is_owed(state, source, above=index)
    )


def _players(state: SfbState, kind: str, keyword: str, source: str | None) -> tuple[str, ...]:
    """SFB-LOG-02, SFB-TURN-04: who may tell what an effect of this source does."""
    effects = open_effects(state, source, keyword)
    if kind == "information_shown" or (effects is None and kind in OWNERS):
        return players_of(state)
    if kind in ("cards_drawn", "cards_planned"):
        named = tuple(player for _, one in effects or () for player in takers(state, one, source))
        return named or players_of(state)
    mine, owners = player_of_effect(state, source), _owners(state, keyword, source)
    if kind == "champion_stunned" or keyword == "fear":
        return owners
    return (mine, *owners) if kind in ("champion_moved", "champion_immobilised") else (mine,)


def _owners(state: SfbState, keyword: str, source: str | None) -> tuple[str, ...]:
    """SFB-MODE-19: the players of the champions on whom an effect of this source may still be carried out."""
    if keyword in MEASURED:
        return (owner_of(state, champion_of_effect(state, source)),)
    return tuple(
        owner_of(state, key)
        for key in state.figures
        if any(may_do(state, source, one, key) for _, one in open_effects(state, source, keyword, key) or ())
    )


def _drawers(state: SfbState, sources: Iterable[str | None]) -> Iterable[str]:
    """Who may draw by an open effect; of an unknown card the player who played it."""
    found: dict[str, None] = {}
    for source in sources:
        effects = open_effects(state, source)
        if effects is None and timings(state, source):
            found[player_of_effect(state, source)] = None
        for _at, effect in effects or ():
            found |= dict.fromkeys(takers(state, effect, source) if effect.keyword == "draw" else ())
    return found


def _reshuffles(state: SfbState, players: Iterable[str]) -> Iterator[NextEvent]:
    for player in players:
        size, wanted = seat(state, player).discard, largest_draw(state, player)
        if size and (wanted is None or needs_reshuffle(state, player, wanted)):
            choices, limits = {"player": (player,)}, {"size": (size, size)}
            yield NextEvent(
                type="personal_deck_reshuffled", players=(player,), choices=choices, limits=limits
            )


def _closing(state: SfbState, action: Action) -> Iterator[NextEvent]:
    """SFB-LVL-01: who levels up, then the end of the action."""
    if action.step not in last_steps(action) or (
        action.step != "close" and is_owed(state, *reversed(action.sources))
    ):
        return
    for figure in action.credits:
        players = tuple(dict.fromkeys((action.player, owner_of(state, figure))))
        yield NextEvent(type="champion_levelled_up", players=players, choices={"champion": (figure,)})
    if not action.credits:
        yield NextEvent(type="action_ended", players=(action.player,))
