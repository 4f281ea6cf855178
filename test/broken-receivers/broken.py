"""Receivers in Python, each with one mistake, at POST /NAME. Prints its port."""
import base64
import hashlib
import hmac
import json
import os
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]
NOW = datetime.fromisoformat(os.environ["NOW"])


def digest(message, secret=SECRET):
    return hmac.new(secret.encode(), message.encode(), hashlib.sha256)


def right(timestamp, body):
    return digest(f"{timestamp}.{body.decode()}").hexdigest()


def local_time(timestamp, body):
    sent = datetime.fromisoformat(timestamp.replace("Z", ""))
    is_recent = abs(NOW - timedelta(hours=4) - sent) < timedelta(minutes=5)
    return right(timestamp, body) if is_recent else "old"


RECEIVERS = {
    "dumps": lambda timestamp, body: digest(f"{timestamp}.{json.dumps(json.loads(body))}").hexdigest(),
    "sorted": lambda timestamp, body: digest(
        f"{timestamp}.{json.dumps(json.loads(body), sort_keys=True, separators=(',', ':'))}"
    ).hexdigest(),
    "dictionary": lambda timestamp, body: digest(f"{timestamp}.{json.loads(body)}").hexdigest(),
    "bytes": lambda timestamp, body: digest(f"{timestamp}.{body}").hexdigest(),
    "base64": lambda timestamp, body: base64.b64encode(
        digest(f"{timestamp}.{body.decode()}").digest()
    ).decode(),
    "line_break": lambda timestamp, body: digest(f"{timestamp}.{body.decode()}", SECRET + "\n").hexdigest(),
    "isoformat": lambda timestamp, body: digest(
        f"{datetime.fromisoformat(timestamp.replace('Z', '+00:00')).isoformat()}.{body.decode()}"
    ).hexdigest(),
    "local_time": local_time,
}


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        expected = RECEIVERS[self.path[1:]](self.headers["svc-timestamp"] or "", body)
        is_valid = hmac.compare_digest(expected.encode(), (self.headers["svc-signature"] or "").encode())
        self.send_response(200 if is_valid else 401)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
