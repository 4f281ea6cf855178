#!/usr/bin/env bash
# Checks that your program accepts the webhooks of a payment, without a browser and without waiting for banks: creates a
# session, forces both legs of the payment, and waits until your program has responded with 2xx to the last webhook.
#
#     npx sim start --ephemeral &          # once, in the same directory: the commands find it
#     node your-program.js &
#     ./force-outcome.sh http://localhost:3000/webhooks
#
# Exit code: 0 done, 1 refused, 2 wrong usage, 3 no simulator, 4 timeout: your program didn't accept the webhook.
set -euo pipefail

webhook_url=${1:-}
if [[ -z $webhook_url ]]; then
  echo "usage: $0 WEBHOOK_URL" >&2
  exit 2
fi

sim() { npx --no-install sim "$@"; }

created=$(sim session create --amount 25.50 --webhook-url "$webhook_url" --json)
session=$(node -p 'JSON.parse(process.argv[1]).id' "$created")

sim outcome "$session" --leg 1 --outcome paid
sim outcome "$session" --leg 2 --outcome accredited
sim session wait "$session" --for webhook.delivered:accredited --timeout 20000
