"""Snapshots carry what binds them, and rows the mark of the program that made them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tracker", "0002_append_only")]
    operations = [
        # A cache: the next projection of a long stream makes it anew.
        migrations.RunSQL("DELETE FROM tracker_snapshot", migrations.RunSQL.noop),
        migrations.RemoveField("snapshot", "ruleset"),
        migrations.AddField("snapshot", "rules", models.CharField(default="", max_length=64), preserve_default=False),
        migrations.AddField("snapshot", "mac", models.CharField(default="", max_length=64), preserve_default=False),
        # With a default of the database SQLite adds the column in place; a table made anew would lose its triggers.
        migrations.AddField("stream", "projected_by", models.CharField(db_default="", max_length=16)),
    ]
