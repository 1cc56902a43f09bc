"""What sessions and tokens held before becomes claims, so that no phone loses its player; used codes are used up.

Nobody wrote down who made a player: the first event or match that the player took part in stands for it.
"""

from datetime import datetime
from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.db.models import OuterRef, Subquery
from django.utils import timezone

BEFORE, NOW = "players", "claims"


def keep(apps: Any, schema_editor: Any) -> None:
    models = {name: apps.get_model("tracker", name) for name in ("Player", "Claim", "ApiToken", "SeasonRow")}
    _home(apps, models["Player"])
    for row in models["SeasonRow"].objects.select_related("stream"):
        models["SeasonRow"].objects.filter(pk=row.pk).update(opened=row.stream.opened_at)
    _sessions(apps, models["Player"], models["Claim"])
    for token in models["ApiToken"].objects.exclude(player=None):
        token.claim = models["Claim"].objects.create(player_id=token.player_id, device=token.name)
        token.save(update_fields=["claim"])
    models["Player"].objects.exclude(claimed_at=None).update(claim_code=None)


def _home(apps: Any, players: Any) -> None:
    ways = (
        ("EntrantRow", "tournament", {"player": OuterRef("pk")}),
        ("CampaignRow", "stream", {"players": OuterRef("pk")}),
        ("MatchRow", "stream", {"players": OuterRef("pk")}),
    )
    for name, stream, narrowed in ways:
        rows = apps.get_model("tracker", name).objects.filter(**narrowed)
        first = rows.order_by(f"{stream}__opened_at", stream).values(stream)[:1]
        players.objects.filter(made_at=None).update(made_at=Subquery(first))


def _sessions(apps: Any, players: Any, claims: Any) -> None:
    store = SessionStore()
    sessions = apps.get_model("sessions", "Session")
    for row in sessions.objects.filter(expire_date__gt=timezone.now()):
        data = store.decode(row.session_data)
        known = players.objects.filter(id__in=data.pop(BEFORE, ()))
        if known:
            user = int(data["_auth_user_id"]) if "_auth_user_id" in data else None
            data[NOW] = [str(_claimed(claims, player, user)) for player in known]
            sessions.objects.filter(pk=row.pk).update(session_data=store.encode(data))


def _claimed(claims: Any, player: Any, user: int | None) -> Any:
    row = claims.objects.create(player=player, user_id=user)
    moment: datetime = player.claimed_at or row.claimed_at
    claims.objects.filter(pk=row.pk).update(claimed_at=moment)
    return row.pk


class Migration(migrations.Migration):
    dependencies = [("sessions", "0001_initial"), ("tracker", "0004_claims")]
    operations = [migrations.RunPython(keep, migrations.RunPython.noop)]
