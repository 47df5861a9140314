"""The addresses of sockets."""

from django.urls import path

from games.live import LiveConsumer

websocket_urlpatterns = [path("ws/", LiveConsumer.as_asgi())]
