# Verifies a webhook with the standard library only; run this file to test it against vectors.json.

import base64
import hashlib
import hmac
import json
import sys
from datetime import datetime, timezone
from pathlib import Path


def is_genuine(headers, body, secret, now, mode="timestamp", tolerance_s=300):
    # `headers`: by lowercase name; `body`: the raw bytes (Flask: request.get_data(), Django: request.body).
    # `now`: an aware datetime; `mode`: the account's webhook_signature setting.
    timestamp = headers.get("svc-timestamp", "")
    signed = timestamp.encode() + b"." + body if mode == "timestamp" else body
    digits = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    expected = "sha256=" + digits if mode == "sha256" else digits
    if not hmac.compare_digest(expected.encode(), headers.get("svc-signature", "").encode()):
        return False
    try:
        sent = datetime.fromisoformat(timestamp.replace("Z", "+00:00"))
        return abs((now - sent).total_seconds()) <= tolerance_s
    except (TypeError, ValueError):
        return False


def main():
    vectors = json.loads(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_name("vectors.json")).read_text())
    wrong = []
    for vector in vectors:
        headers = {"svc-signature": vector["signature"], "svc-timestamp": vector["timestamp"]}
        now = datetime.fromtimestamp(int(vector["now"]), timezone.utc)
        body = base64.b64decode(vector["body"])
        if is_genuine(headers, body, vector["secret"], now, vector["mode"]) != (vector["genuine"] == "yes"):
            wrong.append(vector["name"])
    print(f"{len(vectors)} vectors", *(f"wrong: {name}" for name in wrong), sep="\n")
    return 1 if wrong or not vectors else 0


if __name__ == "__main__":
    sys.exit(main())
