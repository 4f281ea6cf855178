# A terminal, written from docs/en/terminals.md alone: terminal.py URL SERIAL CODE pairs it, and pays every pending transaction.

import hashlib
import hmac
import json
import sys
import urllib.request
from datetime import datetime, timezone
from urllib.parse import quote


def call(base, method, path, body=None, secret=None):
    data = b"" if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"} if data else {}
    if secret:
        timestamp = datetime.now(timezone.utc).isoformat()
        message = data + f"\n{timestamp}\n{path}".encode()
        headers["x-pos-timestamp"] = timestamp
        headers["x-pos-signature"] = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    request = urllib.request.Request(base + path, data or None, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]


def main(base, serial, code):
    place = f"/api/v1/pos-terminals/{quote(serial)}"
    secret = call(base, "POST", f"{place}/pairing/activate", {"serial": serial, "code": code})["secret_key"]
    for transaction in call(base, "GET", f"{place}/transactions?status=PENDING", secret=secret):
        path = f"{place}/transactions/{quote(transaction['orderId'])}/commit"
        call(base, "POST", path, {"authorizationCode": "A-Ñ-1"}, secret)
        print("paid", transaction["orderId"])


main(*sys.argv[1:])
