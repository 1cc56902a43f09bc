"""Streams that another server goes on with. SQLite makes the table anew for it, so its triggers come again."""

from typing import Any

from django.db import migrations, models

from tracker.models import triggers


def install(apps: Any, schema_editor: Any) -> None:
    triggers.install(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tracker", "0013_webhooks")]
    operations = [
        migrations.AddField("stream", "handed_over", models.BooleanField(db_default=False)),
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
