#!/usr/bin/env bash
# Checks that your program takes the webhooks of a payment, without a browser and without waiting for banks: makes a
# session, forces both legs of the payment, and waits until your program has answered 2xx to the last webhook.
#
#     npx sim start --ephemeral &          # once, in the same directory: the commands find it by themselves
#     node your-program.js &
#     ./force-outcome.sh http://localhost:3000/webhooks
#
# Exit code: 0 done, 1 refused, 2 wrong usage, 3 no simulator, 4 time-out: your program did not take the webhook.
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
