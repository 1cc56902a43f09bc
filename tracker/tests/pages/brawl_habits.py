"""How players of Super Fantasy Brawl tap at their pads by chance: what they bring along and read off their cards."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from games.super_fantasy_brawl.opening import OWN_ARENAS
from games.super_fantasy_brawl.play import training
from games.super_fantasy_brawl.state import mode_of
from tracker import commands
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.brawl import TRACK, organiser
from tracker.tests.pages.pad_play import Form, Habits, PadPlay

SEATS = {"duel": 1, "superteams": 2}
REPORT = "match_result_recorded"
IDLE = frozenset(
    {"contest", "match_conceded", REPORT, "pool_registered", "card_effect_applied", "ruling_recorded"}
)
FACE_DOWN = ("cards", "drawn", "returned", "discarded")
NOBODYS = "Anvil\nBolt\nCinder\nDrift\nEcho\nFrost"
"""Champions that nobody imported."""


def seated(mode: str, detail: str, seed: int, edition: bool = False, **told: Any) -> PadPlay:
    """A table whose players have everything still to do; `edition`: with the training edition."""
    people = {
        side: [commands.create_player(organiser(), name=f"{name} {n}") for n in range(SEATS[mode])]
        for side, name in (("a", "Anna"), ("b", "Boris"))
    }
    sides = {side: tuple(str(player.id) for player in seats) for side, seats in people.items()}
    opening: dict[str, Any] = {"mode": mode, "sides": sides, "detail": detail, **told}
    if edition:
        made = msgspec.to_builtins(training.opening(mode, sides, **told))
        opening = {key: value for key, value in made.items() if key != "type" and value is not None}
    elif mode == "duel" and detail == "turns":
        opening["track"] = TRACK
    events = [{"type": "match_created", "data": opening}]
    match = commands.create_match(organiser(), system="super_fantasy_brawl", events=events)
    phones = [Phone(player) for seats in people.values() for player in seats]
    return PadPlay(match, phones, Random(f"{mode}-{detail}-{seed}"), habits(detail))


def on_arena(arena: str | None, mode: str) -> dict[str, Any]:
    """What the opening of a match tells of one of the program's own arenas, and of its track."""
    if arena is None:
        return {}
    ground = OWN_ARENAS[arena]
    return {"arena": msgspec.to_builtins(ground), "track": getattr(ground.tracks, mode)}


def habits(detail: str) -> Habits:
    report = float(detail == "summary")
    weights = {
        "contest": 0.0,
        "match_conceded": 0.0,
        REPORT: report,
        "pool_registered": 0.05,
        "ruling_recorded": 0.0,
    }
    idle = IDLE - {REPORT} if report else IDLE
    return Habits(weights=weights, idle=idle, fill=fill, slips=may_slip, rare=0.01)


def may_slip(form: Form) -> bool:
    """A report says many things at once: people may contradict themselves in it."""
    return form.step in ("turn_recorded", REPORT)


def fill(form: Form, play: PadPlay) -> dict[str, Any]:
    """Champions by name, cards that nobody notes; everything else is chance."""
    told: dict[str, Any] = {name: None for name in form.controls if name.removeprefix("told-") in FACE_DOWN}
    more = FILLS.get(form.step)
    return {**told, **(more(form, play) if more else {})}


def _champions(form: Form, play: PadPlay) -> dict[str, Any]:
    """As many as are asked for: those that can be ticked, and some that nobody imported."""
    mode = mode_of(play.state.play)
    pool = form.step in ("common_pool", "draft_pool_set", "pool_registered")
    own = mode.tournament_pool if form.player else mode.normal_pool
    wanted = own if pool else mode.team
    offered = form.options("told-champions")
    ticked = play.rng.sample(offered, min(len(offered), wanted))
    others = NOBODYS.splitlines()[: wanted - len(ticked)]
    return {"told-champions": ticked, "told-champions.others": "\n".join(others)}


def _turn(form: Form, play: PadPlay) -> dict[str, Any]:
    """At most one champion goes out of action in a turn, and one challenge is scored."""
    told: dict[str, Any] = {}
    for name in form.own():
        if name.startswith(("out:", "again:")):
            told[name] = ""
        elif name == "scored" or name.startswith("vp:"):
            told[name] = None
    out = [name for name in told if name.startswith("out:")]
    if out and play.rng.random() < 0.8:
        name = play.rng.choice(out)
        told[name] = play.rng.choice(form.options(name))
    return told


def _scored(form: Form, play: PadPlay) -> dict[str, Any]:
    """What the rules have ticked stays so; where nobody told them the challenges, the players tick what is met."""
    full = play.state.play.full
    if full is not None and full.challenges is None and play.state.play.round > 1:
        ticked = [key for key in form.options("scored") if play.rng.random() < 0.5]
        points = [name for name in form.own() if name != "scored"]
        return {**{name: play.rng.choice(("", "1", "2")) for name in points}, "scored": ticked}
    return {name: form.controls[name].values or None for name in form.own()}


def _text(form: Form, play: PadPlay) -> dict[str, Any]:
    return {"told-description": "It glows."}


def _named(form: Form, play: PadPlay) -> dict[str, Any]:
    """A card that nobody imported is named, with the champion and the core that are tapped; never one card twice."""
    return {"told-card": f"card {len(play.taken)}"} if "told-card" in form.controls else {}


def _read_off(form: Form, play: PadPlay) -> dict[str, Any]:
    """The numbers of an attack that nobody imported."""
    return {
        name: str(play.rng.randint(2, 5) if name == "strength" else play.rng.randint(0, 2))
        for name in form.own()
        if name != "choice"
    }


def _stunned(form: Form, play: PadPlay) -> dict[str, Any]:
    """A card that nobody imported is named; one that is known is tapped."""
    named = "told-discarded" in form.controls
    return {"told-discarded": f"card {len(play.taken)}" if play.rng.random() < 0.8 else ""} if named else {}


FILLS = {
    "action_card_played": _named,
    "reaction_played": _named,
    "attack_resolved": _read_off,
    "champion_stunned": _stunned,
    "common_pool": _champions,
    "draft_pool_set": _champions,
    "pool_registered": _champions,
    "roster_confirmed": _champions,
    "turn_recorded": _turn,
    "challenges_scored": _scored,
    "card_effect_applied": _text,
}
