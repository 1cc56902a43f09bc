"""Mended rules over REST: administrators alone, a dry run that stores nothing, a decision once."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from api.tests.hall import Hall, Rest, assert_problem
from tracker import rule_fixes
from tracker.identity import ALL_SCOPES, new_token
from tracker.models import RuleFix, RuleFixMatch

pytestmark = pytest.mark.django_db


def test_what_was_found_is_listed_and_decided_once(hall: Hall) -> None:
    root = Rest(new_token("x", sorted(ALL_SCOPES), user=User.objects.create_superuser("root"))[1])
    wanted = {"system": "last_battle"}
    assert root.post("rule-fixes/", {**wanted, "dry_run": True}).status_code == 204
    assert not RuleFix.objects.exists()
    assert_problem(root.post("rule-fixes/", {"system": "chess"}), 400, "invalid")
    made = root.post("rule-fixes/", wanted, idempotency_key="k")
    assert root.post("rule-fixes/", wanted, idempotency_key="k").json()["id"] == made.json()["id"]
    assert_problem(root.post("rule-fixes/", {"system": "ninja"}, idempotency_key="k"), 409, "key_reused")
    assert made.status_code == 201 and made.json()["total"] == 1
    at = f"rule-fixes/{made.json()['id']}/"
    decision = {"matches": [hall.match], "decision": "keep", "reason": "The season is over."}
    assert_problem(root.post(at, decision), 400, "invalid")
    rule_fixes.look_on(made.json()["id"])
    fix = RuleFix.objects.get()
    told = {"before": {"vp": {"serpent": 1}}, "after": {"vp": {"serpent": 0}}, "changed": ["vp"], "seq": 1}
    RuleFixMatch.objects.create(fix=fix, stream_id=hall.match, **told)
    assert root.get(at).json() == {**root.get(at).json(), "done": 1, "differing": 1, "undecided": 1}
    (match,) = root.get(f"{at}matches/").json()["results"]
    assert (match["match"], match["changed"], match["decision"]) == (hall.match, ["vp"], "")
    assert root.post(at, {**decision, "dry_run": True}).status_code == 204
    assert root.get(at).json()["undecided"] == 1
    assert_problem(root.post(at, {**decision, "decision": "take"}), 400, "invalid")
    assert root.post(at, decision).json()["decided"] == 1
    assert root.post(at, decision).json()["decided"] == 0
    (match,) = root.get(f"{at}matches/").json()["results"]
    assert (match["decision"], match["decided_by"]) == ("keep", "root")
    for client in (hall.olga, hall.alice):
        for path in ("rule-fixes/", at, f"{at}matches/"):
            assert client.get(path).status_code == 403
        assert client.post(at, decision).status_code == 403
        assert client.post("rule-fixes/", wanted).status_code == 403
