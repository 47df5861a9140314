from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_rating_range'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='collected_from',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='largest area collected from'),
        ),
        migrations.AddField(
            model_name='seat',
            name='paid',
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name='dirhams paid to others'),
        ),
        migrations.AddField(
            model_name='seat',
            name='received',
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name='dirhams taken from others'),
        ),
        migrations.AddField(
            model_name='seat',
            name='thought',
            field=models.DurationField(blank=True, null=True, verbose_name='time that these turns took'),
        ),
        migrations.AddField(
            model_name='seat',
            name='turns',
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name='turns finished by the clock'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('first__isnull', False)), fields=['pace', '-ended_at', '-id'], name='game_pace_played_out'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at__isnull', False), ('first__isnull', False), ('rated', True)), fields=['-ended_at', '-id'], name='game_rated_played_out'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('paid__isnull', True), ('rank__isnull', False)), fields=['id'], name='seat_uncounted'),
        ),
    ]
