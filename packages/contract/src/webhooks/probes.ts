import * as z from 'zod';
import { choice, shape, text } from '../fields/fields.ts';
import { lazy, ofControl, operation } from '../operation.ts';

/** What a probe does to a webhook. */
export const probeKinds = [
  'bad_signature',
  'stale_timestamp',
  'duplicate',
  'unknown_event',
  'extra_fields',
] as const;
export type ProbeKind = (typeof probeKinds)[number];

/** The `event` of an `unknown_event` probe: one that no version of the service knows. */
export const FUTURE_EVENT = 'payment_session.simulated_future_event';

/** How a receiver should answer a probe. */
export const probeExpectations = ['2xx', '4xx'] as const;
export type ProbeExpectation = (typeof probeExpectations)[number];

export const probeData = lazy(() =>
  z.object({
    probe_id: z.uuid().describe('Also the `delivery_id` of its events in the trace.'),
    session_id: z.uuid(),
    kind: z.enum(probeKinds),
    event: z.string().describe('`event` of the body that was sent.'),
    expected: z.enum(probeExpectations),
    via: z.string().nullable(),
    status: z.int().nullable().describe('What the receiver answered; null when no answer came.'),
    error: z.string().nullable(),
    duration_ms: z
      .number()
      .nullable()
      .describe('How long the receiver took; through a relay, as the relay measured it.'),
    simulator_duration_ms: z
      .number()
      .nullable()
      .describe('What the simulator measured, the way to a relay and back included.'),
    passed: z.boolean().nullable().describe('Null while the probe is still on its way (202).'),
    why: z.string().describe('What the answer means, in the language of `Accept-Language`.'),
    mend: z.string().nullable().describe('What to do about it; null when there is nothing to mend.'),
  }),
);

/** `POST /control/probes`: sends a misbehaving webhook on purpose, and judges how the receiver answers it. */
export const sendProbe = operation({
  ...ofControl.post('/control/probes'),
  id: 'sendProbe',
  summary: 'Send a webhook that misbehaves on purpose, and judge the answer',
  provenance: 'decided',
  body: lazy(() => shape({ session_id: text(), kind: choice(probeKinds) })),
  example: { session_id: '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01', kind: 'bad_signature' },
  requestHeaders: [
    { name: 'Accept-Language', description: 'Language of the verdict: `es` (default) or `en`.' },
  ],
  data: probeData,
  otherwise: { status: 202, description: 'Probe on its way; the trace gets the verdict' },
  title: 'Probe sent',
  problems: [404, 409],
  notes: [
    'A probe is a delivery with one attempt, marked `probe` in the trace and judged by `webhook.probed`; it takes the body of the latest webhook that the session’s receiver answered with 2xx, and is 409 while there is none.',
    '`bad_signature` (a foreign secret, a fresh idempotency key) and `stale_timestamp` (signed 10 minutes ago) expect 4xx, but 408, 425 and 429 only put off; `duplicate` (same body and idempotency key), `unknown_event` and `extra_fields` expect 2xx.',
    'A probe whose answer does not come within 12 s is answered 202 with `passed: null`; the trace gets the verdict.',
  ],
});
