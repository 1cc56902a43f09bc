"""What mended rules would change: a replay of all stored matches of a game, what it found, and what people decided.

No log knows of it; a result that is counted anew gets there by a correction like any other.
"""

from django.contrib.auth.models import User
from django.db import models

from tracker.ids import uuid7
from tracker.models.log import Stream


class RuleFix(models.Model):
    """One replay of the matches of a game by one version of its rules.

    `rules` is the digest of their sources (`tracker.sources`), `version` the number that the rule set gives itself.
    `asked_by`: nobody where the server began by itself. `last`: up to which match, in the order of ids, they were
    looked at; it is written with what was found, so a killed worker leaves no hole. `overtaken`: the program was
    changed before the end. `place`: its number among all reports in the order in which they began, since the clock
    may have stood wrong at `begun_at`; 0 for those from before they were numbered.
    """

    NEWEST = ("-place", "-begun_at", "-id")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    system = models.CharField(max_length=32)
    version = models.CharField(max_length=16)
    rules = models.CharField(max_length=64)
    asked_by = models.CharField(max_length=150, blank=True)
    begun_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)
    ended_at = models.DateTimeField(null=True)
    overtaken = models.BooleanField(default=False)
    total = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    last = models.UUIDField(null=True)
    place = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["system", "-begun_at"], name="rule_fixes_of_game")]


class RuleFixMatch(models.Model):
    """A match that a version of the rules sees otherwise. `before` and `after` are outcomes as plain JSON, `changed`
    the fields in which they differ, `seq` and `violations` as `games.rulefix.Verdict` has them.

    `unread`: its log could not be read. `decision`: "" nobody decided yet, `take` it counts as today's rules say,
    `keep` it stands; with who, when and why. `taken_at`: its log has the correction; `refused`: rules that refused it.
    """

    TAKE, KEEP = "take", "keep"
    fix = models.ForeignKey(RuleFix, on_delete=models.CASCADE, related_name="matches")
    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="rule_fixes")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    changed = models.JSONField(default=list)
    seq = models.PositiveIntegerField(null=True)
    violations = models.JSONField(default=list)
    unread = models.BooleanField(default=False)
    decision = models.CharField(max_length=8, blank=True)
    decided_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    decided_as = models.CharField(max_length=150, blank=True)
    decided_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=500, blank=True)
    taken_at = models.DateTimeField(null=True)
    refused = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fix", "stream"], name="rule_fix_of_match_once")]
