import * as z from 'zod';
import { choice, lazyObject, lazyShape, text } from '../fields/fields.ts';
import { controlApi } from '../operation.ts';

export const probeKinds = [
  'bad_signature',
  'stale_timestamp',
  'duplicate',
  'unknown_event',
  'extra_fields',
] as const;
export type ProbeKind = (typeof probeKinds)[number];

/** The `event` of the test webhook `unknown_event`. The real service never sends it. */
export const FUTURE_EVENT = 'payment_session.simulated_future_event';

export const probeExpectations = ['2xx', '4xx'] as const;
export type ProbeExpectation = (typeof probeExpectations)[number];

export const probeSchema = lazyObject(() => ({
  probe_id: z.uuid().meta({ meaning: 'field.probe_id' }),
  session_id: z.uuid(),
  kind: z.enum(probeKinds),
  event: z.string().meta({ meaning: 'field.event.probe' }),
  expected: z.enum(probeExpectations),
  via: z.string().nullable(),
  status: z.int().nullable().meta({ meaning: 'field.status.probe' }),
  error: z.string().nullable(),
  duration_ms: z.number().nullable().meta({ meaning: 'field.duration_ms.probe' }),
  simulator_duration_ms: z.number().nullable().meta({ meaning: 'field.simulator_duration_ms' }),
  passed: z.boolean().nullable().meta({ meaning: 'field.passed' }),
  why: z.string().meta({ meaning: 'field.why' }),
  fix: z.string().nullable().meta({ meaning: 'field.fix' }),
}));

export const sendProbe = controlApi.post('sendProbe', '/control/probes', {
  body: lazyShape(() => ({ session_id: text(), kind: choice(probeKinds) })),
  example: { session_id: '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01', kind: 'bad_signature' },
  requestHeaders: [{ name: 'Accept-Language', meaning: 'api.header.accept_language' }],
  data: probeSchema,
  alternativeResponse: { status: 202, meaning: 'api.otherwise.probe' },
  title: 'Probe sent',
  problems: [404, 409],
});
