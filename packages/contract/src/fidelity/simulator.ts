import { type Chapter, decided, spec } from './difference.ts';

/** Contract sections 5 and 9.5: the simulator's own surfaces. */
export const simulator: Chapter = [
  decided(null, {
    'console-pages':
      'Under `/console`, browsers (`Accept: text/html`, posted forms, no `Authorization`) get pages, programs get JSON. A browser logs in by a cookie of its own for 14 days; the console token stays as it is.',
  }),
  spec(null, {
    surfaces: 'Control, console, payment page, `/health` and this list exist in the simulator only.',
    'test-alias': 'Each `/control/**` path answers under `/__test__/**` too.',
  }),
  decided('forceOutcome', {
    outcomes:
      'The five outcomes are `paid`, `failed` and `expired` of leg 1, from pending, and `accredited` and `accreditation_to_recipient_failed` of leg 2, from paid; an unknown leg or outcome is 400.',
  }),
  spec('forceOutcome', {
    'outcome-500': 'A transition that is not admitted answers 500 with the reason in `message`.',
    'forced-paid': 'Forcing `paid` schedules no accreditation; force leg 2 too.',
    'forced-leg-2': 'Forcing leg 2 cancels the scheduled accreditation, so there is one webhook.',
  }),
  decided('resetAccount', {
    reset:
      'A reset drops agreements, partners, sessions, terminals, transactions, settlements, deliveries, trace, settings, progress and idempotency keys; credentials stay, and trace ids go on.',
    'reset-demo': 'After a reset the demo account has its agreement again, under the same id.',
  }),
  decided('setClock', {
    clock:
      'Each account can have a time of its own, set, stopped or advanced by `/control/clock`; without it, its time is real.',
    'clock-follows':
      'Expiry, accreditation, retries, retention, `Idempotency-Key`, throttle windows, pairing codes, times in the trace and `svc-timestamp` follow the account’s clock; log-ins, access tokens, the signatures of terminals and time-outs stay on real time.',
    'clock-set':
      'What a clock that is set makes due happens at once, at the time that it shows, but perhaps a moment after the answer: advancing it waits; a clock shows times of the years 2000 to 2099.',
  }),
  decided(null, {
    'machine-clock':
      'When the clock of the machine is set, time-outs, waits and durations last as before, and so do waits for a retry or an accreditation that was to come within a minute; all else happens at its instant by the clock as it is then, within a second.',
  }),
  decided('advanceClock', {
    'clock-advance':
      'Advancing goes from one due time to the next, waits at each until its webhooks have ended, and is 409 when the clock is set or the account reset meanwhile; a clock that runs goes on running. `removed_sessions` says how many sessions retention has taken away meanwhile.',
  }),
  decided('setChaos', {
    chaos:
      'Webhooks and API answers of an account can be made to go wrong by `/control/chaos`, in place of what was set before; a reset of the account puts it off.',
    'chaos-draws':
      'Each fault depends on the seed, the number of the webhook (or API call) since chaos was set, the number of the attempt and the fault’s name alone, so the same seed and the same order give the same faults; without a seed one is picked.',
    'chaos-webhooks':
      'Chaos concerns webhooks that are emitted while it is set, and attempts at those until it is cleared or set anew; probes, resends and what a relay replays are left alone. What it holds back still comes after it was cleared.',
    'chaos-copies':
      'A copy is a delivery of its own, marked `resend_of`, with the same bytes, headers and idempotency key; it goes out after its original’s first attempt, unless it is held back.',
    'chaos-order':
      '`delay_ms` holds webhooks back by the account’s clock, so a span lets them overtake each other; `reorder` holds one until the first attempt of its session’s next one has ended, at most 10 s, and never an event of leg 2, after which normally none comes.',
    'chaos-attempts':
      'An attempt that is dropped ends at once, with the error `dropped by chaos` and without the 5 s of a time-out; a forged or stale one repeats the body under the same idempotency key, with other headers, which the trace names.',
    'chaos-calls':
      '`error_rate` and `latency_ms` concern the payment-session and merchant APIs, after 401, 403 and 429: an error is 500 or 503 with `x-svc-sim: chaos` and nothing was done; a late answer is held back, by real time, after the call was carried out.',
  }),
  decided('resetAccount', { 'clock-reset': 'A reset of the account puts its clock back to real time.' }),
  decided('setScript', {
    script:
      'Rules that an account sets say how its next sessions end: the first rule that matches and has something left hands out its next outcome, and a session keeps what it got.',
    'script-method':
      'A rule that asks for the method is looked at when somebody pays, each attempt anew, and goes before the outcome that the session has from a later rule.',
    'script-page':
      'When somebody pays, the script decides whatever key was typed: `failed` fails the attempt, `expired` is answered 409 as an expired session, and leg 2 ends as it says, `none` never.',
    'script-after':
      'With `after_ms` leg 1 is decided so long after the creation by the account’s clock, unless the session has ended or expires before; what is `paid` so is accredited by itself, and a request that is `failed` so has ended.',
  }),
  decided('forceOutcome', { 'script-forced': 'A forced outcome goes before a script.' }),
  decided('setScript', {
    'script-strict':
      'Unknown fields of `match` and of an outcome are 400 here, because a rule without them would match more, or say less, than was meant.',
    'script-magic':
      'The ready rules `magic_amounts` are tried after the account’s own, and go by the cents of the amount: 1 paid, 2 failed, 3 expired, 4 accreditation fails, 5 never accredited, when somebody pays; 11 to 15 the same by itself after a second.',
  }),
  decided('resetAccount', { 'script-reset': 'A reset of the account takes its script away.' }),
  decided('getKeys', { keys: 'Keys show only a hint of their token; receivers are absolute URLs.' }),
  decided('getTrace', {
    'trace-event':
      'A trace event has an `id` that increases within the account, `at`, `type`, `session_id` and `data`.',
    'trace-query':
      'The trace goes from the oldest to the newest, or with `order=desc` the other way, and takes `type`, `session_id`, `after` and `limit`.',
    'trace-live':
      'With `Accept: text/event-stream` the trace follows live: an `id:` per event, `Last-Event-ID` honoured, a comment every 15 s.',
  }),
  decided('listSessions', {
    'sessions-query': 'Sessions can be filtered by `status`, `origin`, `webhooks` and by a text `q`.',
  }),
  decided('getProgress', {
    progress:
      'A practice keeps `done`, `completed_at` and `evidence`, which outlive the trace that they come from.',
    'progress-hints':
      'Practices come in the order of learning, each with `group`, `title` and `hint` in the language of `Accept-Language`, Spanish by default; `next` is the first that is not done.',
    'practice-receivers':
      'The simulator’s own receivers acknowledge webhooks, but show nothing about speed or probes, because they answer 200 to whatever comes.',
  }),
  decided('updateSettings', {
    settings:
      'Settings are merged: a field that is absent keeps its value, and null switches the throttle off; an accreditation delay is at most a day.',
  }),
  spec('receiveHook', { fail: 'The receiver `fail` answers 500 on purpose; the others answer 200.' }),
  decided('receiveHook', {
    'fail-problem': 'What the receiver `fail` answers is a problem, as every refusal is.',
    'programmed-receiver':
      'The query of the receiver `captura` says what it answers: `answer_status`, `answer_body`, after `delay_ms`, and with `fail_times` as many failures for each `idempotency-key` before it answers 200.',
    'received-body':
      'Of a body that a receiver took the trace keeps 64 KiB as `raw_body`. A longer one has `raw_body_length` (of all its bytes) and `raw_body_sha256` (of all of them, hexadecimal) beside it, and `body` is null; its signature cannot be checked any more. What is no UTF-8 stands in `raw_body_base64` in place of `raw_body`.',
  }),
  decided('getProgress', {
    'progress-page': 'A browser that opens it sees the practices of the account that is logged in.',
  }),
  decided(null, {
    'parser-problems':
      'What the server refuses before it is a request (bytes that are no HTTP/1.1, headers over 16 KiB or too slow, no host) is a problem with a request id too.',
  }),
  decided('getHealth', { health: 'The probe answers `status`, `version` and `uptime_s`.' }),
  decided(null, {
    'entity-tags':
      'What is the same for all (`/fidelidad`, `/openapi.json`, `/docs`, hosted `/` too) has an `ETag`, and is 304 without a body for an `If-None-Match` with it.',
    'hosted-limits':
      'A hosted simulator closes connections that are slow (10 s for the headers, 30 s for a request, 60 s of silence), has at most 256 of one address, serves the requests of one in turn while 16 wait, and has 64 event streams of one account: one more is 429. Of an account it reads one list, trace or snapshot at a time; a hundred wait, and one more is 503.',
    quotas:
      'An account of a hosted simulator has quotas: of sessions, of stored bytes, of event streams, and of requests and bytes that anybody can send to its receivers and payment pages. Beyond one a request is 429, and its detail names the quota; reading and resetting go on.',
  }),
  decided('getReadiness', {
    drain: 'A simulator that is told to stop says so on `/ready` first, and a hosted one serves 5 s longer.',
  }),
  decided('getFidelity', { 'fidelity-form': 'This list is JSON, or HTML for a browser.' }),
  spec(null, { retention: 'Test data older than 14 days is swept.' }),
  decided(null, {
    'retention-rule':
      'The 14 days count from the last change of a session, transaction, delivery or trace event, never while something is due; accounts, agreements, partners, terminals and progress stay.',
  }),
];
