"""Triggers by which the database itself refuses to change the log."""

from typing import Any

from django.db import migrations

from tracker.models import triggers


def install(apps: Any, schema_editor: Any) -> None:
    triggers.install(schema_editor.connection)


def remove(apps: Any, schema_editor: Any) -> None:
    triggers.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tracker", "0001_initial")]
    operations = [migrations.RunPython(install, remove)]
