"""Values to be tapped on tiles, row by row, such as the cards of a deck. Called by `parts`, drawn by `_tiles.html`."""

from __future__ import annotations

from typing import Any

from django import forms

from games.faces import Tile, Tiles
from tracker.pages.match_forms.generic.reader import Reader


class _Tiled:
    """Tells the template the row of a value and what stands on its tile; what lies elsewhere cannot be tapped."""

    tiles: Tiles
    reader: Reader
    known: dict[str, tuple[str, Tile]]

    def create_option(self, name: str, value: Any, *rest: Any, **more: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *rest, **more)  # type: ignore[misc]
        option["row"], tile = self.known[str(value)]
        option["short"] = tile.short
        option["face"] = self.reader.text(tile.face) if tile.face is not None else ""
        if str(value) in self.tiles.gone and not option["selected"]:
            option["attrs"]["disabled"] = True
        return option


class OneTile(_Tiled, forms.RadioSelect):
    """One of the tiles."""


class SomeTiles(_Tiled, forms.CheckboxSelectMultiple):
    """Several of them."""


def tiles_field(name: str, many: bool, required: bool, tiles: Tiles, reader: Reader) -> forms.ChoiceField:
    """The field of one value, or of several."""
    known = {tile.value: (reader.text(title), tile) for title, row in tiles.rows for tile in row}
    widget = SomeTiles() if many else OneTile()
    widget.tiles, widget.reader, widget.known = tiles, reader, known
    options = [(value, reader.value(name, value)) for value in known]
    kind = forms.MultipleChoiceField if many else forms.ChoiceField
    field = kind(label=reader.field(name), choices=options, required=required, widget=widget)
    field.tiled = True  # type: ignore[attr-defined]
    return field
