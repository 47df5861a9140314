"""A walk over every address and every socket group of the site: who may do what, and who learns what.

`WALK` has a row for each address and method, `ADMIN_WALK` for those of Django admin; an address without a row fails.
After `@` stands the game that the address is of. A row gives the status of the answer, or `>name` for a redirect to the
address of that name, for the roles of `tests.site.world` in their order: visitor, guest, player, other, staff, admin;
the last one given goes for those after it too. `ADMIN_WALK` is for admin alone: nobody else may enter there.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.conf import LazySettings
from django.http import HttpResponse
from django.urls import resolve, reverse

from tests.forms import Element, parse
from tests.games.tables import user_at
from tests.site.addresses import all_patterns
from tests.site.world import ROLES, Visitors, World, build, pile_pattern, seeds_of, taken_back

pytestmark = pytest.mark.django_db

WALK = """
# address                               method visitor         guest            player                  other, staff, admin
games:home                              GET    200
games:home                              POST   405
games:play_now                          GET    405
games:play_now                          POST   >games:game
games:lobby                             GET    200
games:lobby                             POST   405
games:open                              GET    >games:lobby
games:open                              POST   >account_login  >games:game      >games:game
games:seats@waiting                     GET    200
games:seats@waiting                     POST   405
games:seats@running                     GET    200
games:seats@running                     POST   405
games:join@waiting                      GET    405
games:join@waiting                      POST   >account_login  >games:game      >games:game
games:join@kept                         GET    405
games:join@kept                         POST   >account_login  403              >games:game             403
games:join@running                      GET    405
games:join@running                      POST   >account_login  409              >games:game             409
games:add_house_player@waiting          GET    405
games:add_house_player@waiting          POST   >account_login  403              >games:game             403
games:add_house_player@closed           GET    405
games:add_house_player@closed           POST   >account_login  403              409                     403
games:invite@waiting                    GET    405
games:invite@waiting                    POST   >account_login  403              >games:game             403
games:withdraw@waiting                  GET    405
games:withdraw@waiting                  POST   >account_login  403              >games:game             403
games:leave@joined                      GET    405
games:leave@joined                      POST   >account_login  >games:lobby     >games:lobby
games:close@waiting                     GET    405
games:close@waiting                     POST   >account_login  403              >games:game             403
games:decline@kept                      GET    405
games:decline@kept                      POST   >account_login  >games:game      >games:game
games:rematch@ended                     GET    405
games:rematch@ended                     POST   >account_login  403              >games:game             403
games:rematch@running                   GET    405
games:rematch@running                   POST   >account_login  403              409                     403
games:vacation                          GET    >account_login  200              200
games:vacation                          POST   >account_login  403              >games:vacation
games:end_vacation                      GET    405
games:end_vacation                      POST   >account_login  >games:vacation  >games:vacation
games:mine                              GET    >account_login  200              200
games:mine                              POST   405
games:next                              GET    >account_login  >games:mine      >games:game             >games:mine
games:next                              POST   405
games:waiting                           GET    204             200              200
games:waiting                           POST   405
games:game@running                      GET    200
games:game@running                      POST   405
games:game@waiting                      GET    200
games:game@waiting                      POST   405
games:game@ended                        GET    200
games:game@ended                        POST   405
games:game@closed                       GET    200
games:game@closed                       POST   405
games:board@running                     GET    200
games:board@running                     POST   405
games:act@running                       GET    405
games:act@running                       POST   403             403              >games:game             403
games:arrange@running                   GET    405
games:arrange@running                   POST   403             403              400                     403
games:resign@running                    GET    403             403              200                     403
games:resign@running                    POST   403             403              >games:game             403
games:call_off@running                  GET    405
games:call_off@running                  POST   403             403              >games:game             403
games:give_time@running                 GET    405
games:give_time@running                 POST   403             403              >games:game             403
games:beforehand@running                GET    405
games:beforehand@running                POST   403             403              409                     403
games:seen@running                      GET    405
games:seen@running                      POST   >games:game
games:chat@running                      GET    404             404              200                     404
games:chat@running                      POST   405
games:chat@ended                        GET    404             404              200                     404
games:say@running                       GET    405
games:say@running                       POST   403             403              >games:game             403
games:say@ended                         POST   403             403              >games:game             403
games:chat_read@running                 GET    405
games:chat_read@running                 POST   >games:game
games:chat_switch@running               GET    405
games:chat_switch@running               POST   >games:game
games:note@running                      GET    405
games:note@running                      POST   >account_login  >games:game      >games:game
games:watch                             GET    200
games:watch                             POST   405
games:archive                           GET    200
games:archive                           POST   405
games:replay@running                    GET    >games:moment
games:replay@running                    POST   405
games:moment@running                    GET    200
games:moment@running                    POST   405
games:moment@ended                      GET    200
games:picture@running                   GET    200
games:picture@running                   POST   405
games:record_text@running               GET    200
games:record_text@running               POST   405
games:record_text@ended                 GET    200
games:record_json@running               GET    200
games:record_json@running               POST   405
games:record_json@ended                 GET    200
games:dice@running                      GET    200
games:dice@running                      POST   405
games:dice@ended                        GET    200
games:statistics@running                GET    200
games:statistics@running                POST   405
games:statistics@ended                  GET    200
games:records                           GET    200
games:records                           POST   403             400              400
games:all_records                       GET    >account_login  200              200
games:all_records                       POST   405
games:saved@saved                       GET    >games:saved_moment
games:saved@saved                       POST   405
games:delete_record@saved               GET    405
games:delete_record@saved               POST   >account_login  403              >games:records          403
games:saved_replay@saved                GET    >games:saved_moment
games:saved_replay@saved                POST   405
games:saved_moment@saved                GET    200
games:saved_moment@saved                POST   405
games:saved_picture@saved               GET    200
games:saved_picture@saved               POST   405
games:saved_record_text@saved           GET    200
games:saved_record_text@saved           POST   405
games:saved_record_json@saved           GET    200
games:saved_record_json@saved           POST   405
games:saved_dice@saved                  GET    200
games:saved_dice@saved                  POST   405
games:saved_statistics@saved            GET    200
games:saved_statistics@saved            POST   405
games:rules                             GET    200
games:rules                             POST   405
accounts:signup                         GET    200             200              >games:mine
accounts:signup                         POST   200             200              >games:mine
accounts:activate_authenticator         GET    >account_login  >account_login   >account_reauthenticate
accounts:activate_authenticator         POST   >account_login  >account_login   >account_reauthenticate
accounts:preferences                    GET    >account_login  200
accounts:preferences                    POST   >account_login  400
accounts:terms                          GET    200
accounts:terms                          POST   405
accounts:privacy                        GET    200
accounts:privacy                        POST   405
accounts:contact                        GET    200
accounts:contact                        POST   405
ladder:index                            GET    >ladder:standings
ladder:index                            POST   405
ladder:standings                        GET    200
ladder:standings                        POST   405
ladder:formula                          GET    200
ladder:formula                          POST   405
ladder:player                           GET    200
ladder:player                           POST   405
ladder:follow                           GET    405
ladder:follow                           POST   >account_login  403              >ladder:player          403                     >ladder:player
ladder:unfollow                         GET    405
ladder:unfollow                         POST   >account_login  >ladder:player
ladder:top                              GET    200
ladder:top                              POST   405
ladder:friends                          GET    >account_login  200
ladder:friends                          POST   405
ladder:find                             GET    200
ladder:find                             POST   405
ladder:begin_seek                       GET    405
ladder:begin_seek                       POST   >account_login  403              >ladder:seeking         403
ladder:seeking                          GET    >account_login  >ladder:find
ladder:seeking                          POST   405
ladder:still_here                       GET    405
ladder:still_here                       POST   >account_login  >ladder:find
ladder:stop_seek                        GET    405
ladder:stop_seek                        POST   >account_login  >ladder:find
account_login                           GET    200             200              >games:mine
account_login                           POST   200             200              >games:mine
account_logout                          GET    >games:home     200
account_logout                          POST   >games:home
account_inactive                        GET    200
account_inactive                        POST   405
account_signup                          GET    200             200              >games:mine
account_signup                          POST   200             200              >games:mine
account_reauthenticate                  GET    >account_login  >account_login   200
account_reauthenticate                  POST   >account_login  >account_login   200
account_request_reauthentication_code   GET    >account_login  >account_login   403
account_request_reauthentication_code   POST   >account_login  >account_login   403
account_confirm_reauthentication_code   GET    >account_login  >account_login   403
account_confirm_reauthentication_code   POST   >account_login  >account_login   403
account_email                           GET    >account_login  >account_login   200
account_email                           POST   >account_login  >account_login   >account_email
account_email_verification_sent         GET    200
account_email_verification_sent         POST   405
account_change_password                 GET    >account_login  >account_login   200
account_change_password                 POST   >account_login  >account_login   200
account_set_password                    GET    >account_login  >account_login   >account_change_password
account_set_password                    POST   >account_login  >account_login   >account_change_password
account_reset_password                  GET    200
account_reset_password                  POST   200
account_confirm_login_code              GET    >account_login  >account_login   >games:mine
account_confirm_login_code              POST   >account_login  >account_login   >games:mine
account_confirm_email                   GET    200
account_confirm_email                   POST   404
account_reset_password_from_key_done    GET    200
account_reset_password_from_key_done    POST   405
account_reset_password_from_key         GET    200
account_reset_password_from_key         POST   200
account_reset_password_done             GET    200
account_reset_password_done             POST   405
mfa_index                               GET    >account_login  >account_login   200
mfa_index                               POST   >account_login  >account_login   405
mfa_authenticate                        GET    >account_login  >account_login   >games:mine
mfa_authenticate                        POST   >account_login  >account_login   >games:mine
mfa_reauthenticate                      GET    >account_login  >account_login   >account_reauthenticate >account_reauthenticate >account_reauthenticate 200
mfa_reauthenticate                      POST   >account_login  >account_login   >account_reauthenticate >account_reauthenticate >account_reauthenticate 200
mfa_activate_totp                       GET    >account_login  >account_login   >account_reauthenticate
mfa_activate_totp                       POST   >account_login  >account_login   >account_reauthenticate
mfa_deactivate_totp                     GET    >account_login  >account_login   404                     404                     404                     >account_reauthenticate
mfa_deactivate_totp                     POST   >account_login  >account_login   404                     404                     404                     >account_reauthenticate
mfa_view_recovery_codes                 GET    >account_login  >account_login   404                     404                     404                     >account_reauthenticate
mfa_view_recovery_codes                 POST   >account_login  >account_login   405
mfa_generate_recovery_codes             GET    >account_login  >account_login   >account_reauthenticate
mfa_generate_recovery_codes             POST   >account_login  >account_login   >account_reauthenticate
mfa_download_recovery_codes             GET    >account_login  >account_login   404                     404                     404                     >account_reauthenticate
mfa_download_recovery_codes             POST   >account_login  >account_login   404                     404                     404                     >account_reauthenticate
mfa_list_webauthn                       GET    >account_login  >account_login   200
mfa_list_webauthn                       POST   >account_login  >account_login   405
mfa_add_webauthn                        GET    >account_login  >account_login   >account_reauthenticate
mfa_add_webauthn                        POST   >account_login  >account_login   >account_reauthenticate
mfa_reauthenticate_webauthn             GET    >account_login  >account_login   >account_reauthenticate
mfa_reauthenticate_webauthn             POST   >account_login  >account_login   >account_reauthenticate
mfa_remove_webauthn                     GET    >account_login  >account_login   >account_reauthenticate
mfa_remove_webauthn                     POST   >account_login  >account_login   >account_reauthenticate
mfa_edit_webauthn                       GET    >account_login  >account_login   >account_reauthenticate
mfa_edit_webauthn                       POST   >account_login  >account_login   >account_reauthenticate
mfa_login_webauthn                      GET    >account_login  >account_login   >games:mine
mfa_login_webauthn                      POST   >account_login  >account_login   >games:mine
javascript-catalog                      GET    200
javascript-catalog                      POST   405
"""  # noqa: E501

ADMIN_WALK = """
admin:index                              GET   200
admin:index                              POST  200
admin:login                              GET   >admin:index
admin:login                              POST  200
admin:logout                             GET   405
admin:logout                             POST  200
admin:password_change                    GET   200
admin:password_change                    POST  200
admin:password_change_done               GET   200
admin:password_change_done               POST  405
admin:autocomplete                       GET   403
admin:autocomplete                       POST  405
admin:jsi18n                             GET   200
admin:jsi18n                             POST  405
admin:view_on_site                       GET   404
admin:view_on_site                       POST  404
admin:auth_group_changelist              GET   200
admin:auth_group_changelist              POST  200
admin:auth_group_add                     GET   200
admin:auth_group_add                     POST  200
admin:auth_group_history                 GET   >admin:index
admin:auth_group_history                 POST  >admin:index
admin:auth_group_delete                  GET   >admin:index
admin:auth_group_delete                  POST  >admin:index
admin:auth_group_change                  GET   >admin:index
admin:auth_group_change                  POST  >admin:index
admin:account_emailaddress_changelist    GET   200
admin:account_emailaddress_changelist    POST  200
admin:account_emailaddress_add           GET   200
admin:account_emailaddress_add           POST  200
admin:account_emailaddress_history       GET   200
admin:account_emailaddress_history       POST  200
admin:account_emailaddress_delete        GET   200
admin:account_emailaddress_delete        POST  200
admin:account_emailaddress_change        GET   200
admin:account_emailaddress_change        POST  200
admin:auth_user_password_change          GET   200
admin:auth_user_password_change          POST  200
admin:accounts_user_changelist           GET   200
admin:accounts_user_changelist           POST  200
admin:accounts_user_add                  GET   200
admin:accounts_user_add                  POST  200
admin:accounts_user_history              GET   200
admin:accounts_user_history              POST  200
admin:accounts_user_delete               GET   403
admin:accounts_user_delete               POST  403
admin:accounts_user_change               GET   200
admin:accounts_user_change               POST  200
admin:mfa_authenticator_changelist       GET   200
admin:mfa_authenticator_changelist       POST  200
admin:mfa_authenticator_add              GET   403
admin:mfa_authenticator_add              POST  403
admin:mfa_authenticator_history          GET   200
admin:mfa_authenticator_history          POST  200
admin:mfa_authenticator_delete           GET   200
admin:mfa_authenticator_delete           POST  200
admin:mfa_authenticator_change           GET   200
admin:mfa_authenticator_change           POST  403
admin:games_game_changelist              GET   200
admin:games_game_changelist              POST  200
admin:games_game_add                     GET   403
admin:games_game_add                     POST  403
admin:games_game_history                 GET   200
admin:games_game_history                 POST  200
admin:games_game_delete                  GET   403
admin:games_game_delete                  POST  403
admin:games_game_change                  GET   200
admin:games_game_change                  POST  200
admin:games_seat_changelist              GET   200
admin:games_seat_changelist              POST  200
admin:games_seat_add                     GET   403
admin:games_seat_add                     POST  403
admin:games_seat_history                 GET   200
admin:games_seat_history                 POST  200
admin:games_seat_delete                  GET   403
admin:games_seat_delete                  POST  403
admin:games_seat_change                  GET   200
admin:games_seat_change                  POST  403
admin:games_invitation_changelist        GET   200
admin:games_invitation_changelist        POST  200
admin:games_invitation_add               GET   403
admin:games_invitation_add               POST  403
admin:games_invitation_history           GET   200
admin:games_invitation_history           POST  200
admin:games_invitation_delete            GET   403
admin:games_invitation_delete            POST  403
admin:games_invitation_change            GET   200
admin:games_invitation_change            POST  403
admin:games_move_changelist              GET   200
admin:games_move_changelist              POST  200
admin:games_move_add                     GET   403
admin:games_move_add                     POST  403
admin:games_move_history                 GET   200
admin:games_move_history                 POST  200
admin:games_move_delete                  GET   403
admin:games_move_delete                  POST  403
admin:games_move_change                  GET   200
admin:games_move_change                  POST  403
admin:games_savedrecord_changelist       GET   200
admin:games_savedrecord_changelist       POST  200
admin:games_savedrecord_add              GET   403
admin:games_savedrecord_add              POST  403
admin:games_savedrecord_history          GET   200
admin:games_savedrecord_history          POST  200
admin:games_savedrecord_delete           GET   403
admin:games_savedrecord_delete           POST  403
admin:games_savedrecord_change           GET   200
admin:games_savedrecord_change           POST  403
admin:games_clockevent_changelist        GET   200
admin:games_clockevent_changelist        POST  200
admin:games_clockevent_add               GET   403
admin:games_clockevent_add               POST  403
admin:games_clockevent_history           GET   200
admin:games_clockevent_history           POST  200
admin:games_clockevent_delete            GET   403
admin:games_clockevent_delete            POST  403
admin:games_clockevent_change            GET   200
admin:games_clockevent_change            POST  403
admin:games_pause_changelist             GET   200
admin:games_pause_changelist             POST  200
admin:games_pause_add                    GET   403
admin:games_pause_add                    POST  403
admin:games_pause_history                GET   200
admin:games_pause_history                POST  200
admin:games_pause_delete                 GET   403
admin:games_pause_delete                 POST  403
admin:games_pause_change                 GET   200
admin:games_pause_change                 POST  403
admin:games_vacation_changelist          GET   200
admin:games_vacation_changelist          POST  200
admin:games_vacation_add                 GET   403
admin:games_vacation_add                 POST  403
admin:games_vacation_history             GET   200
admin:games_vacation_history             POST  200
admin:games_vacation_delete              GET   403
admin:games_vacation_delete              POST  403
admin:games_vacation_change              GET   200
admin:games_vacation_change              POST  403
admin:ladder_ladder_changelist           GET   200
admin:ladder_ladder_changelist           POST  200
admin:ladder_ladder_add                  GET   200
admin:ladder_ladder_add                  POST  200
admin:ladder_ladder_history              GET   200
admin:ladder_ladder_history              POST  200
admin:ladder_ladder_delete               GET   403
admin:ladder_ladder_delete               POST  403
admin:ladder_ladder_change               GET   200
admin:ladder_ladder_change               POST  200
admin:app_list                           GET   200
admin:app_list                           POST  200
"""

# What a form would send, where an empty one would only be refused.
BODIES: dict[str, dict[str, str]] = {
    "games:open": {"players": "2", "listed": "yes", "turning": "before", "dirhams": "30"},
    "games:add_house_player": {"player": "apprentice", "seat": "1"},
    "games:invite": {"name": "cumin"},
    "games:withdraw": {"name": "cumin"},
    "games:call_off": {"agree": "yes"},
    "games:beforehand": {"any": "S"},
    "games:say": {"text": "Good evening"},
    "games:note": {"text": "Cover the blue ones"},
    "ladder:begin_seek": {"players": "2", "reach": "near", "clock": "live", "number": "0"},
    "account_login": {"login": "anise", "password": "no, not this one"},
}
# What an address has in it besides the code of a game: the moment after so many decisions.
PLIES = {name: [3] for name in ("games:moment", "games:picture", "games:saved_moment", "games:saved_picture")}
ARGUMENTS: dict[str, dict[str, Any]] = {
    "ladder:standings": {"slug": "all"},
    "ladder:formula": {"slug": "all"},
    **{f"ladder:{page}": {"name": "cumin"} for page in ("player", "follow", "unfollow")},
    "ladder:seeking": {"number": 1},
    "account_confirm_email": {"key": "made-up"},
    "account_reset_password_from_key": {"uidb36": "1", "key": "made-up"},
    "admin:password_change": {},
    "mfa_remove_webauthn": {"pk": 1},
    "mfa_edit_webauthn": {"pk": 1},
    "admin:view_on_site": {"content_type_id": 1, "object_id": 1},
    "admin:auth_user_password_change": {"id": 1},
    "admin:app_list": {"app_label": "games"},
}


@pytest.fixture
def world(db: None, settings: LazySettings) -> World:
    """The site with one of everything, as strict as in production."""
    settings.ADMIN_NEEDS_SECOND_FACTOR = True
    settings.ACCOUNT_RATE_LIMITS = False
    return build()


def rows(table: str) -> Iterator[tuple[str, str, list[str]]]:
    """The rows of a table: the address, the method, and what the roles get."""
    for line in table.splitlines():
        if line and not line.startswith("#"):
            address, method, *outcomes = line.split()
            yield address, method, outcomes


def path_of(address: str, world: World) -> str:
    """The path of an address of a table."""
    name, _, game = address.partition("@")
    if game:
        return reverse(name, args=[getattr(world, game).code, *PLIES.get(name, [])])
    if name.startswith("admin:") and name.endswith(("_history", "_delete", "_change")) and name not in ARGUMENTS:
        app, model, _ = name.removeprefix("admin:").split("_")
        first = apps.get_model(app, model)._default_manager.order_by("pk").first()
        return reverse(name, args=[first.pk if first else 1])
    return reverse(name, kwargs=ARGUMENTS.get(name, {}))


class Walker:
    """Goes everywhere as everybody. What an answer changes is taken back before the next one."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.visitors = Visitors(world)

    def ask(self, role: str, address: str, method: str) -> Any:
        """The answer that this role gets."""
        name = address.partition("@")[0]
        body = BODIES.get(name, {}) if method == "POST" else {}
        if name == "games:act":
            body = {"ply": str(self.world.running.ply), "action": "S"}
        if name == "games:give_time":
            body = {"ply": str(self.world.running.ply), "seat": str(1 - self.world.running.current().mover)}
        with taken_back():
            return getattr(self.visitors.of(role), method.lower())(path_of(address, self.world), body)


def outcome(response: Any) -> str:
    """The status, or where the answer sends one."""
    if response.has_header("Location"):
        return f">{resolve(urlsplit(response['Location']).path).view_name}"
    return str(response.status_code)


def test_every_address_has_a_row_for_get_and_post() -> None:
    described = {(address.partition("@")[0], method) for address, method, _ in [*rows(WALK), *rows(ADMIN_WALK)]}
    # Addresses without a name are Django admin's own: old ways to an object, and what is nowhere else.
    assert all(name or route.startswith("admin/") for name, route in all_patterns())
    existing = {(name, method) for name, _route in all_patterns() if name for method in ("GET", "POST")}
    assert described == existing


def test_everybody_may_do_what_the_table_says_and_learns_no_secret(world: World) -> None:
    walker = Walker(world)
    found = []
    for address, method, outcomes in rows(WALK):
        for role, expected in zip_longest(ROLES, outcomes, fillvalue=outcomes[-1]):
            response = walker.ask(role, address, method)
            found += [
                f"{address} {method} as {role}: {fault}"
                for fault in [*differs(response, expected), *faults(response, address, role, world)]
            ]
    assert not found, "\n".join(found)


def test_admin_may_do_what_the_table_says_and_learns_no_secret(world: World) -> None:
    walker = Walker(world)
    found = []
    for address, method, outcomes in rows(ADMIN_WALK):
        response = walker.ask("admin", address, method)
        found += [
            f"{address} {method}: {fault}"
            for fault in [*differs(response, *outcomes), *faults(response, address, "admin", world)]
        ]
    assert not found, "\n".join(found)


def test_nobody_else_may_enter_admin(world: World) -> None:
    walker = Walker(world)
    for name, _route in all_patterns():
        if name.startswith("admin:") and name not in ("admin:login", "admin:logout"):
            for role in ("visitor", "guest", "player", "staff"):
                assert outcome(walker.ask(role, name, "GET")) == ">admin:login", f"{name} as {role}"
    asked = {role: outcome(walker.ask(role, "admin:login", "GET")) for role in ROLES}
    assert asked == {
        "visitor": ">account_login",
        **dict.fromkeys(("guest", "player", "other"), "403"),
        "staff": ">mfa_index",
        "admin": ">admin:index",
    }


def test_head_is_answered_as_get_is(world: World) -> None:
    walker = Walker(world)
    for address, method, _ in rows(WALK):
        if method == "GET" and address.startswith(("games:", "accounts:", "ladder:")):
            get, head = (walker.ask("player", address, each) for each in ("GET", "HEAD"))
            assert (address, outcome(head), body_of(head)) == (address, outcome(get), b"")


def test_a_code_that_no_game_has_is_found_nowhere(world: World) -> None:
    client = world.browser("player")
    for name, route in all_patterns():
        if "<slug:code>" in route:
            address = reverse(name, args=["nosuchgame", *PLIES.get(name, [])])
            statuses = [getattr(client, method)(address).status_code for method in ("get", "post")]
            assert 404 in statuses, name
            assert set(statuses) <= {404, 405}, name


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("<p>{seed}</p>", "tells the seed"),
        ("<p>{pile}</p>", "tells the pile"),
        ("<p>/game/{code}/</p>", "tells the address"),
        ("<p>Hidden-caravan</p>", "tells the title"),
        ("<script>go()</script>", "<script>"),
        ("<style>p {{ color: red }}</style>", "<style>"),
        ("<p style='color: red'></p>", "<p style="),
        ("<p onclick='go()'></p>", "<p onclick="),
        ("<b hx-on:click='go()'></b>", "<b hx-on:click="),
        ("<a href=' javascript:go()'></a>", "<a href="),
        ("<p></p>", "the policy is"),
        ("{{# A comment. #}}", "shows how its template is written"),
    ],
)
def test_the_walk_sees_what_no_answer_may_have(world: World, answer: str, fault: str) -> None:
    pile = world.running.current().seats[0].pile
    assert pile
    seed = bytes(world.running.seed.value).hex()
    text = answer.format(seed=seed, code=world.running.code, pile=" / ".join(map(str, pile)))
    assert any(each.startswith(fault) for each in faults(HttpResponse(text), "games:home", "other", world))


def differs(response: Any, expected: str) -> Iterator[str]:
    """What is wrong with the status or the redirect."""
    if outcome(response) != expected:
        yield f"{outcome(response)} and not {expected}"


def faults(response: Any, address: str, role: str, world: World) -> Iterator[str]:
    """What no answer may have, whoever asked: secrets, games he may not know of, or anything the policy forbids."""
    if response.status_code >= 500:
        yield "an error of the server"
    text = body_of(response).decode()
    if any(seed in text for seed in seeds_of([world.running, world.waiting, world.kept])):
        yield "tells the seed of a game that is not over"
    yield from told_piles(text, role, world)
    if not address.startswith("admin:"):
        yield from told_games(text, address, role, world)
    if response.headers.get("Content-Type", "").startswith("text/html") and text:
        yield from forbidden_by_policy(response, text, address)
        if "{#" in text or "{%" in text:
            yield "shows how its template is written"


def body_of(response: Any) -> bytes:
    """The body of an answer, also of one that is sent while it is made."""

    async def gathered() -> bytes:
        return b"".join([part async for part in response])

    if response.streaming:
        return async_to_sync(gathered)() if response.is_async else b"".join(response)
    content: bytes = response.content
    return content


def told_piles(text: str, role: str, world: World) -> Iterator[str]:
    """The order of an arranged pile in an answer to somebody who did not arrange it."""
    position = world.running.current()
    for owner, seat in enumerate(position.seats):
        assert seat.pile
        arranged_by_reader = world.user(role) == user_at(world.running, 1 - owner)
        if not arranged_by_reader and pile_pattern(seat.pile).search(text):
            yield f"tells the pile of seat {owner}"


def told_games(text: str, address: str, role: str, world: World) -> Iterator[str]:
    """A game by link only in an answer that is not about that game, to somebody who does not play in it."""
    for name, players in (("running", ("player",)), ("kept", ("player",))):
        game = getattr(world, name)
        if role not in players and not address.endswith(f"@{name}"):
            if game.code in text:
                yield f"tells the address of the {name} game"
            if game.title and game.title in text:
                yield f"tells the title of the {name} game"


def forbidden_by_policy(response: Any, text: str, address: str) -> Iterator[str]:
    """A policy that is not strict, and whatever a strict one forbids."""
    policy = response.headers.get("Content-Security-Policy", "")
    directives = {words[0]: words[1:] for words in map(str.split, policy.split(";")) if words}
    if directives.get("default-src") != ["'self'"]:
        yield f"the policy is {policy!r}"
    for directive, sources in directives.items():
        pictures = address.endswith("activate_authenticator") and directive == "img-src"
        if set(sources) - {"'self'", "'none'"} - ({"data:"} if pictures else set()):
            yield f"the policy has {directive} {sources}"
    for element in parse(text).all():
        if element.tag == "style" or (element.tag == "script" and not is_harmless(element)):
            yield f"<{element.tag}> within the page"
        for name, value in element.attributes.items():
            if name == "style" or name.startswith(("on", "hx-on")) or re.match(r"\s*(java|j)s?cript:|\s*js:", value):
                yield f"<{element.tag} {name}={value!r}>"


def is_harmless(script: Element) -> bool:
    """Whether a script is a file, or no script but data."""
    return "src" in script.attributes or script.get("type") == "application/json"
