import { type Chapter, decided, field, spec } from './difference.ts';

/** Contract sections 4, 7 and 9: webhooks and the relay. */
export const webhooks: Chapter = [
  decided(null, {
    created: '`payment_session.created` is sent when a session is created.',
    payload:
      '`session_payment` in a webhook also has `currency_reference`, `status`, `payment_method` and `svc_transaction`, and `payment_details` stands beside it.',
  }),
  field(null, {
    data: 'A webhook carries its fields again under `data`, where integrations in the field read them.',
    'whole-seconds':
      '`svc-timestamp` and the `action_date` of a webhook have no fraction of a second (`2026-11-25T14:30:00Z`); all other times have milliseconds.',
    'data-top':
      '`data` also has `session_id`, `status`, `payment_method`, `amount_reference`, `currency_reference` and `bcv_rate_usd_ves` at its own level, where some programs read them; method and rate once there was a payment.',
  }),
  field('updateSettings', {
    'signature-prefix':
      'With `webhook_signature` set to `sha256`, `svc-signature` is `sha256=` and the hexadecimal HMAC of the raw body alone: receivers in the field check that form.',
  }),
  decided(null, {
    'failed-payload':
      '`payment_session.accreditation_to_recipient_failed` is sent when leg 2 fails, with the failed credits and their summary.',
    'quiet-outcomes':
      'Sessions that fail or expire send no webhook, unless the account has the setting `extra_events`.',
    'extra-events':
      'With `extra_events`: `payment_session.failed` when a session becomes `failed` (not when a request stays `pending` after a failed try), `payment_session.expired` when it becomes `expired`, by whatever; `payment_session.partially_accredited` before `payment_session.accredited` where there are several receivers, with the credits of all but the last; `payment_session.failed_credit` after `payment_session.accreditation_to_recipient_failed`, with the same credits. What is read stays as it is.',
  }),
  field(null, {
    'failed-reason':
      'In a webhook of a failed attempt, `session_payment` carries `reason`, as the status answer does; so it does in one of an expiry.',
  }),
  decided(null, {
    'same-bytes':
      'Body and headers are fixed at emission, so every attempt sends the same bytes; the timestamp is that of the emission.',
    resend:
      'A resend and a relay’s replay keep the body and the idempotency key and are signed again with a new timestamp.',
    'user-agent': 'Webhooks have `user-agent: svc-sim`.',
    redirects: 'Redirects are not followed; only 2xx closes a delivery.',
  }),
  spec(null, {
    ladder:
      'Attempts follow after 0, 2000 and 5000 ms, each with 5000 ms to answer; these are not production’s numbers.',
  }),
  decided(null, {
    order:
      'The first attempts of a session’s events go out in the order of emission, one after the other; retries block nobody.',
  }),
  spec(null, {
    routes: 'A webhook goes `loopback`, `relay` or `direct` by its URL, and the trace shows which.',
  }),
  decided('receiveHook', { captura: 'The receiver `captura` is loopback too.' }),
  decided(null, {
    'own-address':
      'The simulator’s own address is its public URL or the one it listens on, `localhost` included.',
    ranges: 'The local ranges are of addresses, IPv4-mapped IPv6 included, not of names that begin alike.',
    local:
      'With no relay connected, a local simulator delivers a `relay` route itself and says `via: "local"`.',
    'hosted-relay':
      'A hosted simulator waits for a relay within the attempt’s 5 s and then fails it with `no relay connected`.',
    'address-guard':
      'A hosted simulator does not connect to loopback, private, link-local, multicast or unspecified addresses, whatever name leads there.',
  }),
  spec(null, { 'no-url': 'A session without `webhook_url` still has its webhooks signed and in the trace.' }),
  decided(null, {
    connections:
      'No connection to a receiver stays open idle for more than 100 ms. A request that dies on a connection used before, with no byte of an answer, is sent once more on a new one within the same attempt; interim answers (1xx) are skipped.',
    'url-credentials':
      'A user and password in a `webhook_url` are sent as `Authorization: Basic` and shown as `***` everywhere, in answers of the API too; no snapshot has them. A URL that comes back with `***` in their place is 400.',
    'localhost-names':
      '`localhost` and every name under it are this machine, whatever the system’s resolver says; the route of `shop.localhost` is `direct`, and a hosted simulator refuses it.',
    restart: 'Accreditations, retries and expiries go on after a restart where they were.',
  }),
];

export const relay: Chapter = [
  spec(null, {
    exists:
      'The relay brings webhooks for local addresses to a program on this machine; production has none.',
  }),
  decided(null, {
    frames:
      'The relay connects to `/relay` with the API token and speaks JSON text frames `ready`, `webhook` and `result`, bodies in base64.',
    answer: 'The local answer is the attempt’s answer: retries, trace and giving up follow it.',
    duration:
      'A result’s `duration_ms` is the time of the local answer and counts as the attempt’s, in practices too; what the simulator measured stands beside it as `simulator_duration_ms`.',
    silence: 'The server pings every 15 s, and either side drops a peer that is silent for 30 s.',
    displaced: 'A second relay of an account closes the first with code 4001, which does not come back.',
    reconnect:
      'After any other loss the relay reconnects for ever; attempts cut off by the loss count as failed and are retried.',
    target:
      '`--port` keeps path and query of the webhook’s URL, and tries `127.0.0.1`, then `::1` when that refuses; `--forward-to` replaces the URL whole; a wrong key ends the relay with code 3.',
    sequence:
      'Each `webhook` frame carries `sequence`, the trace id of its `webhook.emitted`: it grows within the account, with gaps, and a reset does not start it anew.',
    replay:
      'A relay that connects with `?since=N` is told how many webhooks it missed and gets them one by one, before new ones; those that wait for their next attempt are among them, and their ladder ends.',
    missed:
      'Missed is what no receiver has answered with 2xx under its idempotency key; an attempt that is under way is waited for, and probes are left out.',
    events: 'What `--events` leaves out is answered by the relay itself, with 204 and a body that says so.',
  }),
];
