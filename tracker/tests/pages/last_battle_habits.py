"""How players of Last Battle tap at their pads by chance: what they read off their cards and the table.

`seated` opens a table with a phone for every player; the schemes of the Serpent are the organisers' part.
"""

from __future__ import annotations

from random import Random
from typing import Any

from games.codec import codec_for
from games.last_battle.full.cards import HANGED_DRAW, hand_limit
from games.registry import MATCHES
from games.ruleset import SYSTEM
from tracker import commands
from tracker.handle import Command, handle
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.brawl import organiser
from tracker.tests.pages.full_table import figure
from tracker.tests.pages.pad_play import SKIP, Fill, Form, Habits, PadPlay

IDLE = frozenset({"contest", "scheme_shared", "report", "match_conceded"})
ABILITIES = (
    "lives_changed",
    "size_changed",
    "condition_changed",
    "figure_summoned",
    "figure_removed",
    "free",
    "aboard_changed",
    "fate_cheated",
)
"""What is rare at a table."""
YES, NO = "0", "1"
STEADY = {"told-los": YES, "told-engaged": NO, "told-hazard_touched": NO, "told-cover": NO}
"""What the players look at before they declare anything."""
NOT_SURE = (
    "told-serpent",
    "told-alliance",
    "told-chosen",
    "told-pluses",
    "told-minuses",
    "told-all_inside",
    "told-outside_zones",
    "told-edge_cm",
    "told-damages",
)
"""Fields that stay as they are: the pad computes them."""
SQUADS = {"alliance": ("Gaspar", "Guard", "Scout"), "serpent": ("Priest", "Cultist", "Shade")}


def seated(
    battlefield: str,
    detail: str,
    seed: int,
    cards: bool = False,
    each: int = 1,
    figures: int = 3,
    **opening: Any,
) -> PadPlay:
    """A table whose players have everything still to do. `cards`: their figures' cards are known; else they hire
    `figures` by name.
    """
    people = {
        side: [commands.create_player(organiser(), name=f"{name} {number}") for number in range(each)]
        for side, name in (("alliance", "Anna"), ("serpent", "Boris"))
    }
    sides = {side: [str(player.id) for player in seats] for side, seats in people.items()}
    opened = {"battlefield": battlefield, "sides": sides, "detail": detail, **opening}
    events = [{"type": "table_opened", "data": opened}]
    for number, player in enumerate(sides["serpent"]):
        schemes = ["show_of_force", "vendetta"] if number else ["trap"]
        events.append({"type": "serpent_schemes_preset", "data": {"squad": player, "schemes": schemes}})
    match = commands.create_match(organiser(), system="last_battle", events=events)
    phones = [Phone(player) for seats in people.values() for player in seats]
    play = PadPlay(match, phones, Random(f"{battlefield}-{detail}-{seed}"), habits(detail, figures))
    if cards:
        _hire(play, sides)
    return play


def _hire(play: PadPlay, sides: dict[str, list[str]]) -> None:
    """Squads of an imported edition: every card is known."""
    for number, player in enumerate(sides["alliance"]):
        logged(play, "scheme_chosen", player=player, scheme=("trap", "gravediggers")[number])
    for side, players in sides.items():
        for number, player in enumerate(players):
            figures = [figure(f"{name}-{number}", place == 0) for place, name in enumerate(SQUADS[side])]
            leader = figures[0]["figure_id"]
            logged(play, "squad_hired", player=player, leader=leader, figures=figures)


def logged(play: PadPlay, type_: str, **data: Any) -> None:
    """An event by the program's own hand."""
    event = codec_for(MATCHES["last_battle"]).from_payload(type_, data)
    handle(Command(stream=play.match, actor=SYSTEM, events=(event,)))


def habits(detail: str, figures: int = 3) -> Habits:
    """At summary detail the report of the match is what is waited for, at the others a way out."""
    report = float(detail == "summary")
    weights = {"contest": 0.0, "match_conceded": 0.0, "report": report, "scheme_shared": 0.1, "end": 3.0}
    weights |= dict.fromkeys(ABILITIES, 0.03)
    return Habits(
        weights=weights,
        idle=IDLE - {"report"} if report else IDLE,
        fill=hiring(figures),
        slips=may_slip,
        rare=0.02,
    )


def hiring(figures: int) -> Fill:
    """`fill` for squads of so many figures."""

    def filled(form: Form, play: PadPlay) -> dict[str, Any]:
        told = fill(form, play)
        if form.step == "squad_hired":
            told["figures"] = "\n".join(told["figures"].splitlines()[: figures - 1])
        return told

    return filled


def may_slip(form: Form) -> bool:
    """The report of a turn tells points and casualties at once, that of a match the points of both sides, which may be
    more together than the strategy gives (LB-SCORE-09, LB-HEAV-12): people may contradict themselves in it. A claim
    whose facts come to nothing is refused (LB-SCH-06)."""
    return form.step in ("turn", "report", "claim", "secret")


def fill(form: Form, play: PadPlay) -> dict[str, Any]:
    """What the players see on the table; everything else is chance."""
    told: dict[str, Any] = {name: value for name, value in STEADY.items() if name in form.controls}
    told |= {name: form.value(name) for name in NOT_SURE if name in form.controls}
    for name in ("told-cards", "told-drawn"):
        if name in form.controls and form.controls[name].kind == "checkbox":
            options = form.options(name)
            told[name] = play.rng.sample(options, min(len(options), _wanted(form, play)))
    more = FILLS.get(form.step)
    found = more(form, play) if more else {}
    return found if found is SKIP else {**told, **found}


def _wanted(form: Form, play: PadPlay) -> int:
    """How many cards the form asks for."""
    full = play.state.play.full
    if form.step == "hand_drawn":
        pile = full.piles[form.player]
        return max(1, hand_limit(play.state.play, full, form.player) + pile.extra - pile.hand_count)
    if form.step in ("check_flipped", "flip_simple"):
        return 1 + abs(int(form.value("told-pluses") or 0) - int(form.value("told-minuses") or 0))
    if form.step == "hand_discarded":
        pile = full.piles[form.player]
        return max(1, pile.hand_count - hand_limit(play.state.play, full, form.player) - pile.extra)
    return HANGED_DRAW


def _hired(form: Form, play: PadPlay) -> dict[str, Any]:
    """A squad by name; half of them tell lives."""
    number = next(at for at, phone in enumerate(play.phones) if phone.id == form.player)
    side = play.state.play.squads[form.player].side
    leader, *others = (f"{name}-{number}" for name in SQUADS[side])
    numbers = "; 5; 2; 3" if play.rng.random() < 0.5 else "; 5; 2"
    lives = {"leader_lives": "4"} if "leader_lives" in form.controls and play.rng.random() < 0.5 else {}
    return {"leader": leader, "figures": "\n".join(f"{name}{numbers}" for name in others), **lives}


def _turn(form: Form, play: PadPlay) -> dict[str, Any]:
    """One strategy point at most where only one side can have it; a flip with its card."""
    told: dict[str, Any] = {}
    if play.state.play.battlefield in ("camp", "serpent"):
        told["strategy_serpent"] = "0"
    if "flip_side" in form.controls:
        told |= {"flip_side": "", "flip_card": ""}
    return told


def _ability(form: Form, play: PadPlay) -> dict[str, Any]:
    """A wound, or a condition that the figure does not have."""
    told: dict[str, Any] = {"told-cause": "a curse"}
    if form.step == "lives_changed":
        told |= {"told-delta": "-1", "told-lives": ""}
    if form.step == "size_changed":
        told |= {"told-delta": "1", "told-size": ""}
    if form.step == "condition_changed":
        told |= {"told-condition": f"blessed {len(play.taken)}", "told-change": "0"}
    return {name: value for name, value in told.items() if name in form.controls}


def _summoned(form: Form, play: PadPlay) -> dict[str, Any]:
    return {
        "told-figure": f"shade {len(play.taken)}",
        "told-facts.size": "1",
        "told-facts.lives": "1",
        "told-facts.defence": "",
    }


def _claimed(form: Form, play: PadPlay) -> dict[str, Any]:
    """Whatever is measured lies near; the points follow from it."""
    return {name: "3" for name, one in form.controls.items() if one.kind == "number"} | {
        "told-amount": form.value("told-amount") or None
    }


def _free(form: Form, play: PadPlay) -> dict[str, Any]:
    fields = {"told-source": "a passive ability", "told-action": "0", "told-target": "0"}
    return {name: value for name, value in fields.items() if name in form.controls}


FILLS = {
    "squad_hired": _hired,
    "turn": _turn,
    "lives_changed": _ability,
    "size_changed": _ability,
    "condition_changed": _ability,
    "figure_summoned": _summoned,
    "free": _free,
    "claim": _claimed,
    "secret": _claimed,
}
