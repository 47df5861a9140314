import django.core.validators
import django.db.models.deletion
import ladder.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0004_clocks'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Ladder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(unique=True, verbose_name='address')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('fewest', models.PositiveSmallIntegerField(default=2, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(4)], verbose_name='players at least')),
                ('most', models.PositiveSmallIntegerField(default=4, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(4)], verbose_name='players at most')),
                ('clocks', models.JSONField(default=ladder.models.all_clocks, verbose_name='kinds of clock')),
                ('counts_house', models.BooleanField(default=False, verbose_name='also games with house players')),
                ('begins_at', models.DateTimeField(blank=True, null=True, verbose_name='counts games that end from')),
                ('ends_at', models.DateTimeField(blank=True, null=True, verbose_name='and before')),
                ('has_seasons', models.BooleanField(default=False, verbose_name='has a season each quarter')),
                ('start', models.PositiveSmallIntegerField(default=1500, verbose_name='first rating')),
                ('floor', models.PositiveSmallIntegerField(default=100, verbose_name='lowest rating')),
                ('scale', models.PositiveSmallIntegerField(default=400, validators=[django.core.validators.MinValueValidator(1)], verbose_name='scale')),
                ('first_k', models.PositiveSmallIntegerField(default=100, verbose_name='first K')),
                ('least_k', models.PositiveSmallIntegerField(default=10, verbose_name='least K')),
                ('fading', models.PositiveSmallIntegerField(default=10, validators=[django.core.validators.MinValueValidator(1)], verbose_name='games that halve K')),
                ('provisional', models.PositiveSmallIntegerField(default=10, verbose_name='games until it has a place')),
                ('generation', models.PositiveIntegerField(default=1, editable=False, verbose_name='generation')),
                ('sequence', models.PositiveBigIntegerField(default=0, editable=False, verbose_name='changes')),
                ('building', models.PositiveIntegerField(editable=False, null=True, verbose_name='generation being built')),
                ('built_sequence', models.PositiveBigIntegerField(default=0, editable=False)),
                ('built_up_to', models.PositiveBigIntegerField(default=0, editable=False)),
                ('season_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='ladder.ladder', verbose_name='season of')),
            ],
            options={
                'verbose_name': 'ladder',
                'verbose_name_plural': 'ladders',
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='RatedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rated_game', to='games.game', verbose_name='game')),
            ],
            options={
                'verbose_name': 'rated game',
                'verbose_name_plural': 'rated games',
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('generation', models.PositiveIntegerField(verbose_name='generation')),
                ('sequence', models.PositiveBigIntegerField(verbose_name='number')),
                ('rank', models.PositiveSmallIntegerField(verbose_name='rank')),
                ('players', models.PositiveSmallIntegerField(verbose_name='players')),
                ('games', models.PositiveIntegerField(verbose_name='games before')),
                ('before', models.PositiveIntegerField(verbose_name='rating before')),
                ('after', models.PositiveIntegerField(verbose_name='rating after')),
                ('at', models.DateTimeField(verbose_name='game ended')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='games.game', verbose_name='game')),
                ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='ladder.ladder', verbose_name='ladder')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'rating change',
                'verbose_name_plural': 'rating changes',
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('generation', models.PositiveIntegerField(verbose_name='generation')),
                ('rating', models.PositiveIntegerField(verbose_name='rating')),
                ('games', models.PositiveIntegerField(default=0, verbose_name='games')),
                ('wins', models.PositiveIntegerField(default=0, verbose_name='wins')),
                ('has_place', models.BooleanField(default=False, verbose_name='has a place')),
                ('last_ended_at', models.DateTimeField(verbose_name='last game ended')),
                ('last_results', models.CharField(max_length=20, verbose_name='last results')),
                ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='ladder.ladder', verbose_name='ladder')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='standings', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'standing',
                'verbose_name_plural': 'standings',
            },
        ),
        migrations.AddConstraint(
            model_name='ladder',
            constraint=models.UniqueConstraint(fields=('season_of', 'begins_at'), name='ladder_season_once'),
        ),
        migrations.AddConstraint(
            model_name='ladder',
            constraint=models.CheckConstraint(condition=models.Q(('fewest__lte', models.F('most'))), name='ladder_players_in_order'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['user', 'ladder', 'generation', '-sequence'], name='change_of_user'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('ladder', 'generation', 'game', 'user'), name='change_once'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('ladder', 'generation', 'sequence'), name='change_sequence_once'),
        ),
        migrations.AddIndex(
            model_name='standing',
            index=models.Index(fields=['ladder', 'generation', 'has_place', '-rating', 'user'], name='standing_place'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.UniqueConstraint(fields=('ladder', 'generation', 'user'), name='standing_once'),
        ),
    ]
