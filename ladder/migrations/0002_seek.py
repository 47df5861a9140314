import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_numbers_of_players'),
        ('ladder', '0001_ladders'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Seek',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(default=0, verbose_name='how many times he has begun to look')),
                ('players', models.PositiveSmallIntegerField(verbose_name='players')),
                ('clock', models.CharField(max_length=8, verbose_name='clock')),
                ('reach', models.CharField(choices=[('near', 'Near mine'), ('wide', 'Not too far from mine'), ('any', 'Any')], max_length=4, verbose_name='ratings of the others')),
                ('rating', models.PositiveIntegerField(verbose_name='rating when he began to look, in points')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('seen_at', models.DateTimeField(verbose_name='last known to be there')),
                ('state', models.CharField(choices=[('looking', 'looking'), ('found', 'found a game'), ('stopped', 'stopped'), ('absent', 'ended, as nobody was there'), ('stale', 'ended, having gone on for too long'), ('unable', 'ended, as the player could not sit down')], default='looking', max_length=8, verbose_name='state')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seeks', to='games.game', verbose_name='game found')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='seek', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'seek',
                'verbose_name_plural': 'seeks',
                'indexes': [models.Index(condition=models.Q(('state', 'looking')), fields=['players', 'clock'], name='seek_looking')],
            },
        ),
    ]
