# A relay, written from docs/en/relay-protocol.md alone, with nothing but Python's own library: relay.py URL TOKEN TARGET

import base64
import json
import os
import socket
import struct
import sys
import urllib.error
import urllib.request
from urllib.parse import urlsplit


def connect(url, token):
    place = urlsplit(url)
    sock = socket.create_connection((place.hostname, place.port))
    key = base64.b64encode(os.urandom(16)).decode()
    head = [
        "GET /relay HTTP/1.1",
        f"Host: {place.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Authorization: Bearer {token}",
    ]
    sock.sendall("\r\n".join(head + ["", ""]).encode())
    stream = sock.makefile("rb")
    status = stream.readline().split()[1]
    while stream.readline().strip():
        pass
    if status != b"101":
        sys.exit(f"refused with {status.decode()}: {stream.read().decode()}")
    return sock, stream


def read(stream):
    first, second = stream.read(2)
    length = second & 127
    if length == 126:
        (length,) = struct.unpack(">H", stream.read(2))
    elif length == 127:
        (length,) = struct.unpack(">Q", stream.read(8))
    return first & 15, stream.read(length)


def write(sock, opcode, payload):
    mask = os.urandom(4)
    size = len(payload)
    length = bytes([128 | size]) if size < 126 else bytes([254]) + struct.pack(">H", size)
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    sock.sendall(bytes([128 | opcode]) + length + mask + masked)


def deliver(frame, target):
    # Like a serialized dataclass with defaults: fields that aren't set are null.
    result = {key: frame[key] for key in ("delivery_id", "attempt")}
    result |= {"type": "result", "status": None, "error": None, "response_base64": None, "duration_ms": None}
    request = urllib.request.Request(target, base64.b64decode(frame["body_base64"]), frame["headers"], method="POST")
    try:
        with urllib.request.urlopen(request, timeout=4) as response:
            result |= {"status": response.status, "response_base64": base64.b64encode(response.read()).decode()}
    except urllib.error.HTTPError as error:
        result |= {"status": error.code, "response_base64": base64.b64encode(error.read()).decode()}
    except OSError as error:
        result["error"] = str(error)
    return result


def main(url, token, target):
    sock, stream = connect(url, token)
    while True:
        opcode, payload = read(stream)
        if opcode == 8:
            return
        if opcode == 9:
            write(sock, 10, payload)
        if opcode != 1:
            continue
        frame = json.loads(payload)
        print(frame["type"], frame.get("detail", ""), flush=True)
        if frame["type"] == "webhook":
            write(sock, 1, json.dumps(deliver(frame, target)).encode())


main(*sys.argv[1:])
