import { expect, it } from 'vitest';
import { wrongWebhooks } from './wrong-webhooks.ts';

const headers = { 'svc-signature': 'a'.repeat(64), 'svc-timestamp': '2030-12-31T00:00:00Z' };

it.each([
  [8192, 30],
  [8193, 0],
])(
  'returns a webhook for each known mistake unless the body has more than 8 KiB: %i bytes',
  (bytes, minCount) => {
    const body = Buffer.from(JSON.stringify('x'.repeat(bytes - 2)));
    const source = {
      headers,
      body,
      secret: 'whsec_a',
      mode: 'timestamp',
      otherSecrets: {},
      zoneMs: 0,
    } as const;
    const { length } = wrongWebhooks(source);
    expect([body.length, length >= minCount, length > 0]).toEqual([bytes, true, minCount > 0]);
  },
);
