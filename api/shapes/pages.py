"""Lists in pages, and problem bodies as clients see them."""

from __future__ import annotations

from typing import Annotated, Any, Generic, TypeVar

import msgspec

from api.problems import KINDS

T = TypeVar("T")
Code = Annotated[
    str,
    msgspec.Meta(extra_json_schema={"enum": sorted({kind.known_as or code for code, kind in KINDS.items()})}),
]
"""What programs go by; more may come."""


class Page(msgspec.Struct, Generic[T]):
    """One page of a list. `next` is the address of the following page, None at the end."""

    results: list[T]
    next: str | None = None


class Violation(msgspec.Struct, omit_defaults=True):
    """A broken rule. `position` is the place (0-based) of the refused event in the request.

    `echo`: it says of the same fact what another one beside it says. A person reads those without.
    """

    rule: str
    message: str
    params: dict[str, Any]
    position: int | None = None
    echo: bool = False


class Broken(msgspec.Struct):
    """A later event that a correction would make illegal."""

    seq: int
    violations: list[Violation]


class WrongValue(msgspec.Struct):
    """A value that is not what it must be: where it stands and what would be legal.

    `where`: a path from the root of the body (`$.results[0].table`), `?name` of a parameter, or the name of a header.
    """

    where: str
    what: str


class ProblemBody(msgspec.Struct, omit_defaults=True):
    """Every refusal. Which of the later fields are there depends on `code`."""

    type: str
    title: str
    status: int
    code: Code
    detail: str
    errors: list[WrongValue] = []
    violations: list[Violation] = []
    broken: list[Broken] = []
    version: int | None = None
    missed: list[dict[str, Any]] = []
    missed_next: int | None = None
    needed: str | None = None


class RosterReport(msgspec.Struct):
    """What the rules say of a roster. `warnings` are rules that could not be checked because a fact is unknown."""

    ok: bool
    violations: list[Violation]
    warnings: list[Violation]
