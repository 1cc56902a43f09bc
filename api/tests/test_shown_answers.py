"""Every example of the document does what it shows: the bodies are taken, the answers are such as are given.

`WARLEDGER_WRITE=1 .venv/bin/python -m pytest api/tests/test_shown_answers.py` writes `api/answers.json` anew.
"""

from __future__ import annotations

import json
import os
from typing import Any

import jsonschema_rs
import pytest

from api.errors import Problem
from api.examples import ANSWERS
from api.openapi import document
from api.operations import OPERATIONS
from api.problems import KINDS
from api.tests.hall import Hall
from api.tests.shown import answers, shown

TOO_LONG = {"get-schema", "get-system-catalogue", "get-system-schemas"}


def test_every_body_that_is_shown_is_taken_and_every_answer_is_as_shown(
    hall: Hall, cup: dict[str, Any], battle: str
) -> None:
    given = answers(hall, cup, battle)
    refused = {name: told.body for name, told in given.items() if told.status not in (200, 201)}
    assert not refused
    short = {name: shown(told) for name, told in given.items() if shown(told) is not None}
    assert given.keys() - short.keys() == TOO_LONG
    if os.environ.get("WARLEDGER_WRITE"):
        text = json.dumps(short, indent=1, ensure_ascii=False)
        ANSWERS.write_text(text + "\n", encoding="utf-8")
    kept = json.loads(ANSWERS.read_text(encoding="utf-8"))
    assert kept.keys() == short.keys()
    assert {name: list(one) for name, one in kept.items()} == {name: list(one) for name, one in short.items()}


@pytest.mark.soak
def test_every_answer_that_is_shown_fits_its_schema() -> None:
    """Otherwise: write them anew (see the module)."""
    parts, seen = {"components": document()["components"]}, 0
    for methods in document()["paths"].values():
        for operation in methods.values():
            for answer in operation["responses"].values():
                for kind, content in answer.get("content", {}).items():
                    if "example" in content:
                        jsonschema_rs.validate({**content["schema"], **parts}, content["example"])
                        seen += kind == "application/json"
    assert seen == sum(one.answer is not None for one in OPERATIONS.values()) - len(TOO_LONG)


def test_every_refusal_is_shown_as_it_comes() -> None:
    told = document()["components"]["examples"]
    schema = {"$ref": "#/components/schemas/ProblemBody", "components": document()["components"]}
    for code, kind in KINDS.items():
        body = told[code]["value"]
        jsonschema_rs.validate(schema, body)
        assert (body["status"], body["code"]) == (kind.status, kind.known_as or code)
        assert (
            "{" not in body["detail"] and body["detail"] != Problem(code).body("en")["detail"]
        ) or "{" not in (kind.detail.en), "what stands in the sentence is shown"
    for methods in document()["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    (content,) = answer["content"].values()
                    assert content["examples"], operation["operationId"]
                    for one in content["examples"].values():
                        code = one["$ref"].removeprefix("#/components/examples/")
                        assert told[code]["value"]["status"] == int(status)
