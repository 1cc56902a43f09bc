"""The arena as everybody sees it: statues, trap hexes, face-down traps, deployment areas, and who stands on it.

Public facts alone: hands and kinds of traps are never looked at. Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.hex_plans import HexPlan, around, hex_spots, id_of
from games.hexes import Hex
from games.plans import Piece
from games.rulebook import Text
from games.super_fantasy_brawl.definitions import Arena
from games.super_fantasy_brawl.facts import CHAMPIONS
from games.super_fantasy_brawl.full.state import FullState
from games.super_fantasy_brawl.opening import OWN_ARENAS
from games.super_fantasy_brawl.state import Figure, SfbState

BEFORE = ("open", "order", "zone", "select")
"""Phases before there is anything to draw."""
SIGNS = {"target": "✕", "statue": "▲", "trap": "◇"}
TITLE = Text("Arena", "Арена")
NOTE = Text(
    "? trap, face down; ◇ trap hex, ▲ statue, ✕ target; the number at a champion is its damage, a "
    "double ring shows that it is levelled up.",
    "? ловушка лицевой стороной вниз; ◇ клетка ловушки, ▲ статуя, ✕ цель; число у чемпиона — "
    "его урон, двойная рамка — чемпион прокачан.",
)
SKETCH = Text(
    "An arena as this program draws it: an invention, the printed ones look different. Filled hexes: where both sides "
    "deploy; ▲ statue, ◇ trap hex.",
    "Арена, как её рисует эта программа: выдумка, напечатанные выглядят иначе. Закрашены клетки, где выставляют "
    "чемпионов; ▲ статуя, ◇ клетка ловушки.",
)


def plans(state: SfbState) -> tuple[HexPlan, ...]:
    """The arena; where nobody logs who stands where, a sketch of one, but for the time of a draft."""
    if state.full is not None:
        return () if state.phase in BEFORE else (_arena(state, state.full),)
    drafts = state.phase == "select" and bool(state.draft.method or state.draft.pools)
    return () if drafts else (_sketch(OWN_ARENAS["sample"]),)


def _sketch(arena: Arena) -> HexPlan:
    """Statues, trap hexes and both deployment areas."""
    zones = {place for cells in arena.zones.values() for place in cells}
    marked = {"statue": set(arena.statues), "trap": set(arena.trap_cells), "start": zones}
    spots = hex_spots(arena.cells, marked)
    return HexPlan(title=TITLE, spots=spots, signs=SIGNS, note=SKETCH, bare=True)


def _arena(state: SfbState, full: FullState) -> HexPlan:
    letters = area_letters(full)
    areas = full.ground.areas if full.ground is not None else {}
    places = _hexes(state, full)
    marks = {
        place: "".join(letter for letter, name in letters.items() if place in areas[name]) for place in places
    }
    traps = (_trap(slot.cell) for slot in full.traps)
    spots = hex_spots(places, _marked(state, full), marks)
    return HexPlan(
        title=TITLE, spots=spots, signs=SIGNS, pieces=(*traps, *_champions(state)), note=_note(letters)
    )


def area_letters(full: FullState) -> dict[str, str]:
    """A letter for every named area, as hexes and the legend show them."""
    if full.ground is None:
        return {}
    return {name[:1].upper() or str(number): name for number, name in enumerate(sorted(full.ground.areas))}


def _note(letters: dict[str, str]) -> Text:
    """What the marks mean, and the areas by their letters."""
    areas = "".join(f" {letter}: {name}." for letter, name in letters.items())
    return Text(NOTE.en + areas, NOTE.ru + areas)


def _hexes(state: SfbState, full: FullState) -> set[Hex]:
    """The arena; around everything that stands somewhere where nobody told it: none where nothing stands yet."""
    if full.ground is not None:
        return set(full.ground.cells)
    standing = (one.cell for one in state.figures.values() if one.cell is not None)
    return around((*standing, *(slot.cell for slot in full.traps)))


def _marked(state: SfbState, full: FullState) -> dict[str, set[Hex]]:
    """Kind of a hex -> the hexes that are so."""
    found = {"target": _targets(state, full)}
    if full.ground is None:
        return found
    found |= {"statue": set(full.ground.statues), "trap": set(full.ground.trap_cells)}
    zones = {f"zone:{side}": one.zone or "" for side, one in state.sides.items()}
    return {**found, **{kind: set(full.ground.zones.get(zone, ())) for kind, zone in zones.items()}}


def _targets(state: SfbState, full: FullState) -> set[Hex]:
    """Where the targets of the open action stand."""
    if full.action is None:
        return set()
    cells = (state.figures[key].cell for key in full.action.targets if key in state.figures)
    return {cell for cell in cells if cell is not None}


def _trap(cell: Hex) -> Piece:
    """A trap, face down."""
    return Piece(spot=id_of(cell), text=Text("?", "?"), name=Text("Trap", "Ловушка"), kind="trap-token")


def _champions(state: SfbState) -> Iterator[Piece]:
    """Each on its hex: its mark, its damage, whether it is levelled up or rooted."""
    for key, one in figures(state):
        if one.cell is not None:
            yield Piece(
                spot=id_of(one.cell),
                text=mark_of(state, key),
                name=champion_name(state, one.slug),
                side=one.side,
                kind=" ".join(_states(state, key, one)),
                badge=str(one.damage or ""),
            )


def _states(state: SfbState, key: str, one: Figure) -> Iterator[str]:
    if one.levelled:
        yield "levelled"
    if one.immobilised:
        yield "rooted"
    if state.full is not None and state.full.action is not None and state.full.action.champion == key:
        yield "active"


def mark_of(state: SfbState, key: str) -> Text:
    """Two letters of a champion's name; with a number where another of the side begins alike."""
    own = state.figures[key]
    begins = _begins(state, own)
    alike = [other for other, one in figures(state, own.side) if _begins(state, one) == begins]
    if len(alike) == 1:
        return begins
    number = alike.index(key) + 1
    return Text(f"{begins.en[:1]}{number}", f"{begins.ru[:1]}{number}")


def _begins(state: SfbState, one: Figure) -> Text:
    """Two letters of the last word: the one that tells champions apart."""
    name = champion_name(state, one.slug)
    return Text(*(text.split()[-1][:2].capitalize() for text in (name.en, name.ru)))


def figures(state: SfbState, side: str = "") -> list[tuple[str, Figure]]:
    """The champions in the match, side by side; those of one side."""
    order = list(state.sides)
    found = [(key, one) for key, one in state.figures.items() if not side or one.side == side]
    return sorted(found, key=lambda item: order.index(item[1].side))


def champion_name(state: SfbState, slug: str) -> Text:
    """As its edition calls it, or the core box, or whoever brought it along."""
    card = state.full.champions.get(slug) if state.full is not None else None
    if card is not None and card.name:
        return Text(card.name, card.name_ru or card.name)
    known, plain = CHAMPIONS.get(slug), plain_name(slug)
    return known.name if known is not None else Text(plain, plain)


def plain_name(slug: str) -> str:
    """A champion that no edition names."""
    return slug.replace("_", " ").capitalize() or slug
