"""Anchors: what is said when the key of an installation was lost. Triggers anew, so that they are guarded too."""

from typing import Any

from django.db import migrations, models

from tracker.models import triggers


def install(apps: Any, schema_editor: Any) -> None:
    triggers.install(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tracker", "0009_pulse")]
    operations = [
        migrations.CreateModel(
            name="Anchor",
            fields=[
                ("number", models.AutoField(primary_key=True, serialize=False)),
                ("seal", models.PositiveIntegerField()),
                ("at", models.CharField(max_length=32)),
                ("reason", models.CharField(max_length=500)),
                ("previous", models.CharField(max_length=64)),
                ("signature", models.CharField(max_length=64)),
            ],
        ),
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
