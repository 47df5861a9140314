from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_clocks'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='least_rating',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='lowest rating asked of joiners'),
        ),
        migrations.AddField(
            model_name='game',
            name='most_rating',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='highest rating asked of joiners'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('least_rating__lte', models.F('most_rating'))), name='game_ratings_in_order'),
        ),
    ]
