"""Files of cards: which format a text has, and TOML as the JSON that every system's parser reads.

Called by the command that imports an edition, by the import page and by the API.
"""

from __future__ import annotations

import json
import re
import tomllib

from games.faults import fault

FORMATS = ("csv", "json", "toml")
TOML_LINE = re.compile(r'\s*(\[{1,2}\s*[\w".-]+\s*\]{1,2}|[\w".-]+\s*=)')
PLACE = re.compile(r"\(at line (\d+), column (\d+)\)|\(at end of document\)")


def format_of(text: str) -> str:
    """`json`, `toml` or `csv`, by the first line that says something."""
    text = text.lstrip("\ufeff \t\r\n")
    if re.match(r'\{|\[\s*[\]{"]', text):
        return "json"
    first = next(
        (line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), ""
    )
    return "toml" if TOML_LINE.match(first) else "csv"


def json_of_toml(text: str) -> tuple[str, tuple[int, str] | None]:
    """(JSON of a TOML text, or where it is broken: line and reason). Cards may stand in one table `cards`, if there is
    no other beside it.
    """
    try:
        told = tomllib.loads(text.lstrip("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        found = PLACE.search(str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        return "", (line, fault("not_toml", why=PLACE.sub("", str(error)).strip()))
    return json.dumps(told["cards"] if set(told) == {"cards"} else told, default=str), None
