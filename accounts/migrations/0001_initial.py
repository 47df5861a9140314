import accounts.models
import django.core.validators
import django.db.models.functions.text
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('name', models.CharField(max_length=20, validators=[django.core.validators.RegexValidator('\\A[A-Za-z0-9_-]{3,20}\\Z', 'A name has 3 to 20 letters, digits, hyphens or underscores.')], verbose_name='name')),
                ('email', models.EmailField(blank=True, max_length=254, null=True, verbose_name='e-mail address')),
                ('kind', models.CharField(choices=[('person', 'person'), ('guest', 'guest'), ('house', 'house player')], default='person', max_length=8, verbose_name='kind')),
                ('is_staff', models.BooleanField(default=False, verbose_name='may enter admin')),
                ('is_active', models.BooleanField(default=True, verbose_name='may log in')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='joined')),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[accounts.models.validate_time_zone], verbose_name='time zone')),
                ('theme', models.CharField(choices=[('system', 'As my device'), ('light', 'Light'), ('dark', 'Dark')], default='system', max_length=8, verbose_name='theme')),
                ('confirm_laying', models.BooleanField(default=True, verbose_name='ask before a rug is laid')),
                ('show_coordinates', models.BooleanField(default=True, verbose_name='show the names of squares on the board')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('name'), name='user_name_unique', violation_error_message='This name is taken.')],
            },
        ),
    ]
