"""Persons stand on ladders once: the runs of everybody who is one person with somebody else are looked at again."""

from django.db import migrations
from django.db.models import Q


def look_again(apps, schema_editor):
    """Workers make the places of these people anew, each from all of their runs."""
    joined = Q(player__same_person__isnull=False) | Q(player__also__isnull=False)
    runs = apps.get_model("tracker", "RunRow").objects.filter(joined).values("stream_id")
    apps.get_model("tracker", "Stream").objects.filter(id__in=runs).update(projected_version=0)


class Migration(migrations.Migration):
    dependencies = [("tracker", "0024_rule_fix_places")]
    operations = [migrations.RunPython(look_again, migrations.RunPython.noop)]
