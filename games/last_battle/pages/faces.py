"""What the pages may say of a match of Last Battle besides its events: names of cards and figures, and what a
step asks.

Called through the game's descriptor; `WORDS` is read by the forms too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from games.catalogue import load
from games.faces import Detail, Faces, Lifts, Sources, Threads, Way
from games.last_battle.cards import Action
from games.last_battle.chapters.finish import winner
from games.last_battle.facts import BATTLEFIELDS, FACTS, LIMITS, SCHEMES, NoteNeed, is_unique, strategy_of
from games.last_battle.full.schemes import questions
from games.last_battle.lifted_rules import liftable
from games.last_battle.pages import claims, end_taps, forms, hire_taps, note_taps, report, sentences
from games.last_battle.pages import lines as at_table
from games.last_battle.pages.fills import filled
from games.last_battle.pages.lines import lines
from games.last_battle.pages.tables import OWN_TABLES, plan_of
from games.last_battle.pages.tallies import facts, held, tallies
from games.last_battle.pages.taps import taps
from games.last_battle.pages.tiles import tiles
from games.last_battle.roster.ready import named, ready
from games.last_battle.state import LastBattleState, totals
from games.lines import Line
from games.plans import Plan
from games.rulebook import Text
from games.ruleset import NextEvent
from games.taps import first_of
from games.words import Words, plural, with_catalogue

Data = Mapping[str, Any]
SUITS = ("P", "C", "S", "W")
OF_CARDS = (
    *("card", "cards", "chosen", "others", "drawn", "alliance_card", "serpent_card", "arcana"),
    *("hand", "discard", "removed"),
)
OF_SCHEMES = ("scheme", "schemes")
OF_FIGURES = ("figure", "figures", "by_figure", "target")


def _cards(words: Words) -> dict[str, Text]:
    """Every card that may lie in a deck: `8 of Swords`, `Page of Cups`, `Wheel of Fortune`."""
    ranks, suits = words.values["rank"], words.values["of_suit"]
    numbers = {str(rank): ranks.get(str(rank), Text(str(rank), str(rank))) for rank in range(1, 15)}
    minor = {
        f"{suit}-{rank}": Text(f"{told.en} of {suits[suit].en}", f"{told.ru} {suits[suit].ru}")
        for suit in SUITS
        for rank, told in numbers.items()
    }
    return {**minor, **{key: one.name for key, one in FACTS.deck.arcana.items()}, **words.values["card"]}


def _worded() -> Words:
    words = load(Path(__file__).parent.parent / "words.toml", Words)
    tables = {key: field.name for key, field in BATTLEFIELDS.items()}
    schemes = {key: scheme.name for key, scheme in SCHEMES.items()}
    names = {
        "battlefield": tables,
        "mission": {key: one.name for key, one in FACTS.strategies.items()},
        "table": tables,
        "source": words.values["action"],
        **dict.fromkeys(OF_CARDS, _cards(words)),
        **dict.fromkeys(OF_SCHEMES, schemes),
    }
    return with_catalogue(words, FACTS.sides, names)


WORDS = _worded()


def called(field: str, id_: str, name: Callable[[str], str]) -> Text | None:
    """A figure in play by its piece id: `Guard`, `Guard 2`."""
    head, _hash, number = id_.partition("#")
    return Text(f"{name(head)} {number}", f"{name(head)} {number}") if number else None


IN_TURNS = {
    "game_ended": "end",
    "match_reported": "report",
    "strategy_scored": "end",
    "turn_reported": "turn",
}
"""Steps of forms that log several events, or more than one type."""
AT_FULL = {
    "strategy_scored": "strategy",
    "turn_reported": "",
}
ACTIONS = {
    "move": "move",
    "charge": "charge",
    "falcon_strike": "charge",
    "interact": "interact",
    "concentrate": "prepare",
    "defend": "prepare",
    "take_off": "prepare",
}


def place(state: LastBattleState) -> Text | None:
    """The battlefield and its strategy."""
    if not state.battlefield:
        return None
    field, strategy = BATTLEFIELDS[state.battlefield].name, strategy_of(state.battlefield).name
    return Text(f"{field.en} · {strategy.en}", f"{field.ru} · {strategy.ru}")


def now(state: LastBattleState) -> Line | None:
    """Where the setup, the turn or the end stands."""
    if state.full is not None and state.phase in ("markers", "deploy", "hands", "turns"):
        return at_table.now(state, state.full)
    return Line(f"phase_{state.phase}", {"turn": state.turn + 1}) if state.phase != "closed" else None


def step(state: LastBattleState, told: NextEvent) -> str | None:
    """The step of the pad that logs what may come next; None for what no pad offers."""
    named = _step(state, told)
    return named if named in WORDS.order else None


def _step(state: LastBattleState, told: NextEvent) -> str:
    if told.type == "game_ended" and told.choices.get("reason") == ("closed",):
        return ""
    if told.type == "squad_deployed" and state.squads[told.players[0]].side == "serpent":
        return ""  # LB-SETUP-09: it stands from the start
    claim = claims.step_of(state, told)
    if claim is not None:
        return claim
    if state.full is None:
        return IN_TURNS.get(told.type, told.type)
    if told.type == "action_declared":
        return _action(told)
    if told.type == "arcana_resolved" and "choice" not in told.choices:
        return "spell"
    plain = {**IN_TURNS, **AT_FULL}.get(told.type)
    return forms.step_of(state, state.full, told) if plain is None else plain


def _action(told: NextEvent) -> str:
    if "source" in told.choices:
        return "strike"
    if "free" in told.choices:
        return "free"
    return ACTIONS.get(str(told.choices.get("action", ("",))[0]), "attack")


def owners(state: LastBattleState, told: NextEvent) -> tuple[str, ...]:
    """Whose step it is: of a player, of a side, of a figure or a scheme, or of the whole table ("")."""
    choices, named = told.choices, step(state, told)
    if named == claims.AT_THE_END:
        return (state.squads[choices["player"][0]].side,)
    if named in claims.STEPS:
        return (f"{choices['player'][0]}:{choices['scheme'][0]}",)
    if named in ("figure_moved", "strategy"):
        return (str(choices["moment" if named == "strategy" else "figure"][0]),)
    own = forms.owner_of(told, named == "due")
    return (own,) if own is not None else (told.players[0],) if len(told.players) == 1 else ("",)


def tells(state: LastBattleState, told: NextEvent) -> Iterable[Line]:
    """What stands above the fields of a step; at the end that a scheme is still secret, as everybody knows."""
    if state.full is not None:
        yield from lines(state, state.full, told)
        yield from questions.fact_lines(state, state.full, told)
    if step(state, told) != "end":
        return
    if told.type == "strategy_scored":
        yield Line("portals_at_end")
    squads = state.squads.values()
    if any(squad.chosen and not any(held.public for held in squad.schemes) for squad in squads):
        yield Line("secrets_left")


def options(state: LastBattleState, told: NextEvent) -> Mapping[str, tuple[Any, ...]]:
    """What the fields of a step offer where the rules name no values."""
    return forms.options(state, state.full, told) if state.full is not None else {}


def joins(state: LastBattleState, told: NextEvent) -> tuple[NextEvent, ...]:
    """What a step logs besides its event: with the last points of a strategy the end of the game (LB-SCORE-04), with
    what makes a scheme public its points."""
    if told.type in claims.OPENING:
        return claims.joined(state, told)
    if state.full is not None:
        return forms.joins(state, state.full, told)
    ends = NextEvent(type="game_ended", players=told.players, choices={"reason": ("regular",)})
    return (ends,) if told.type == "strategy_scored" else ()


def ways(state: LastBattleState, told: NextEvent) -> tuple[Way, ...]:
    """What an Interaction is for."""
    return tuple(forms.ways(state, state.full, told)) if state.full is not None else ()


def details(state: LastBattleState, told: NextEvent) -> Mapping[str, Detail]:
    """What facts are made of."""
    return questions.details(state, state.full, told) if state.full is not None else {}


def fills(state: LastBattleState, told: NextEvent) -> Mapping[str, Any]:
    """The fields that the rules compute: a reveal shows the notes as they were recorded (LB-SCH-03)."""
    if told.type == "scheme_revealed":
        squad = state.squads[told.choices["player"][0]]
        held = squad.held(told.choices["scheme"][0])
        note = held.note if held is not None and held.note is not None else None
        own, enemies = (note.own_figures, note.enemy_figures) if note is not None else ((), ())
        return {"own_figures": own, "enemy_figures": enemies, "at_end": state.detail == "summary"}
    if told.type == claims.SCORED and state.full is not None:
        return claims.fills(state, told)
    if told.type == "game_ended" and "result" not in told.choices:
        return _of_the_end(state)
    return filled(state, state.full, told) if state.full is not None else {}


def _of_the_end(state: LastBattleState) -> Mapping[str, Any]:
    """The totals with the points that are told in the same step, and who wins by them."""

    def added(data: Data) -> dict[str, int]:
        return {side: vp + (data.get(side) or 0) for side, vp in totals(state).items()}

    return {
        "serpent_vp": lambda data: added(data)["serpent"],
        "alliance_vp": lambda data: added(data)["alliance"],
        "result": lambda data: winner(added(data)),
    }


def starts(state: LastBattleState, told: NextEvent) -> Mapping[str, Any]:
    """What the fields of a step start with."""
    if told.type == claims.SCORED and told.choices.get("amount"):
        return {"amount": told.choices["amount"][0]}
    return forms.starts(state, state.full, told) if state.full is not None else {}


def beside(state: LastBattleState, field: str, value: Any) -> Text | None:
    """The lives that a figure has left; what stands on a card of an action; what a scheme needs written down, and
    whether everybody sees it."""
    if field == "scheme" and value in SCHEMES:
        return _of_scheme(str(value))
    if field == "action":
        printed = forms.printed_as(state.full, str(value)) if state.full is not None else None
        return (
            Text(*(_of_action(printed, language) for language in ("en", "ru")))
            if printed is not None
            else None
        )
    piece = state.full.pieces.get(str(value)) if field in OF_FIGURES and state.full is not None else None
    if piece is None or piece.lives is None or piece.initial is None:
        return None
    return Text(f"{piece.lives}/{piece.initial}", f"{piece.lives}/{piece.initial}")


def _of_action(action: Action, language: str) -> str:
    """`melee 7 · 1 AP · Target value: 6 · 3/4/5`: as far as the card tells it."""
    kind = WORDS.values["kind"][action.kind].to(language) if action.kind else ""
    stats = [f"{kind} {'' if action.parameter is None else action.parameter}".strip()]
    if action.cost_ap is not None:
        stats.append(plural(WORDS.counted["ap"].to(language), action.cost_ap, language))
    if action.target_value is not None:
        stats.append(WORDS.lines["against"].to(language).replace("{number}", str(action.target_value)))
    return " · ".join(filter(None, (*stats, "/".join(map(str, action.damage or ())))))


def _of_scheme(scheme: str) -> Text | None:
    need = SCHEMES[scheme].note
    public = (WORDS.lines["public"],) if is_unique(scheme) else ()
    noted = () if need is None else (Text(_noted_words(need, "en"), _noted_words(need, "ru")),)
    told = (*public, *noted)
    return Text("; ".join(one.en for one in told), "; ".join(one.ru for one in told)) if told else None


def _noted_words(need: NoteNeed, language: str) -> str:
    """`note: 1 figure of yours, 1 enemy Leader`."""
    own = [plural(WORDS.counted["own_figures"].to(language), need.own, language)] if need.own else []
    enemy = WORDS.lines["enemy_leader" if need.enemy_leader else "enemy_figure"].to(language)
    figures = ", ".join([*own, *([enemy] if need.enemy else [])])
    return WORDS.lines["note"].to(language).replace("{figures}", figures)


def sources(state: LastBattleState) -> Sources:
    """The strategy of the table and the schemes of each player, turn by turn and at the end of the game."""
    strategy = {"strategy": strategy_of(state.battlefield).name} if state.battlefield else {}
    return Sources(
        turns=LIMITS.regular_turns,
        first=("strategy",),
        names={**WORDS.values["scheme"], **strategy},
        by_player=True,
        end=(WORDS.lines["end"], WORDS.lines["end_of_game"]),
    )


def plans(state: LastBattleState) -> tuple[Plan, ...]:
    """The battlefield, where it is named."""
    return (plan_of(state.battlefield, WORDS),) if state.battlefield in OWN_TABLES else ()


OF_A_CHECK = ("check_flipped", "fate_cheated", "check_resolved", "damage_resolved")
DUELS = Threads(Text("Duels", "Дуэли"), "action_declared", dict.fromkeys(OF_A_CHECK, "check_id"))
"""The flips of both sides, cheated fate, totals and damage of each action."""

FACES = Faces(
    facts=facts,
    tallies=tallies,
    held=held,
    plans=plans,
    threads=DUELS,
    named=named,
    called=called,
    ready=ready,
    told=sentences.told,
    place=place,
    now=now,
    step=step,
    tells=tells,
    tiles=lambda state, told: tiles(state, told, WORDS),
    options=options,
    joins=joins,
    ways=ways,
    details=details,
    sources=sources,
    fills=fills,
    starts=starts,
    taps=first_of(taps, end_taps.taps, report.taps, hire_taps.taps, note_taps.taps),
    beside=beside,
    lifts=Lifts("card_override", "card_text", liftable),
)
