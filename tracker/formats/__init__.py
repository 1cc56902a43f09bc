"""Formats of events: who meets whom next, when a stage is over, which place it gives. Pure data in, pure data out.

`structs` is the shared language; `swiss`, `round_robin`, `single` and `double` are one format each; `bracket` walks any
elimination tree. `FORMATS` names them all. Called by the tournament rule set, which logs what comes of it.
"""

from tracker.formats import double, round_robin, single, swiss
from tracker.formats.structs import Format, Stage

FORMATS: dict[str, Format] = {
    "swiss": swiss.FORMAT,
    "round_robin": round_robin.FORMAT,
    "single_elimination": single.FORMAT,
    "double_elimination": double.FORMAT,
}


def format_of(stage: Stage) -> Format:
    """How this stage is played."""
    return FORMATS[stage.format]


__all__ = ["FORMATS", "Format", "Stage", "format_of"]
