"""Players may hide their name, and be forgotten: the log holds ids alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tracker", "0017_same_person")]
    operations = [
        migrations.AddField("player", "hidden_name", models.CharField(blank=True, default="", max_length=80)),
        migrations.AddField("player", "forgotten_at", models.DateTimeField(null=True)),
    ]
