"""Reports on mended rules are numbered: the newest was told by a clock, which may have stood wrong."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tracker", "0023_second_factor")]
    operations = [
        migrations.AddField("rulefix", "place", models.PositiveIntegerField(default=0)),
    ]
