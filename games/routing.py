"""The addresses of sockets."""

from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from games.live import LiveConsumer

# A socket asked for elsewhere is refused; without a route for it the server would count it as its own error.
websocket_urlpatterns = [path("ws/", LiveConsumer.as_asgi()), re_path("", WebsocketDenier.as_asgi())]
