from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_numbers_of_players'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='unrated_because',
            field=models.CharField(blank=True, choices=[('house', 'a player of the house takes part'), ('no ladder', 'no ladder counts such games'), ('met', 'its players have begun too many rated games with each other within 24 hours')], editable=False, max_length=9, verbose_name='not rated, though asked, because'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('rated', False), ('unrated_because', ''), _connector='OR'), name='game_rated_or_why_not'),
        ),
    ]
