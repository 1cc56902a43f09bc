"""What the seals know, row by row; and triggers anew, so that the new table and INSERT OR REPLACE are guarded too."""

import json
from typing import Any

from django.db import migrations, models

from tracker.models import triggers


def file_heads(apps: Any, schema_editor: Any) -> None:
    seals, rows = apps.get_model("tracker", "Seal"), apps.get_model("tracker", "SealedHead")
    for seal in seals.objects.order_by("number").iterator():
        told = json.loads(seal.heads)
        rows.objects.bulk_create(
            [rows(stream=stream, seal=seal.number, version=head[0], hash=head[1]) for stream, head in told.items()],
            batch_size=500,
        )


def install(apps: Any, schema_editor: Any) -> None:
    triggers.install(schema_editor.connection)


def remove(apps: Any, schema_editor: Any) -> None:
    triggers.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tracker", "0005_claims_of_sessions")]
    operations = [
        migrations.CreateModel(
            name="SealedHead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("stream", models.UUIDField()),
                ("seal", models.PositiveIntegerField()),
                ("version", models.PositiveIntegerField()),
                ("hash", models.CharField(max_length=64)),
                ("rest", models.CharField(blank=True, max_length=64)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("stream", "seal"), name="sealed_once")],
                "indexes": [models.Index(fields=["seal"], name="sealed_by")],
            },
        ),
        migrations.RunPython(file_heads, migrations.RunPython.noop),
        migrations.RunPython(install, remove),
    ]
