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

it('omits mistakes of other languages, and puts them last if the language is unknown', () => {
  const body = Buffer.from('{"a":1}');
  const parts = { headers, body, secret: 'whsec_a', mode: 'timestamp', otherSecrets: {}, zoneMs: 0 } as const;
  const namesIn = (language?: 'python' | 'csharp') =>
    wrongWebhooks({ ...parts, language }).map(({ mistakes: [{ code, detail }] }) => `${code} ${detail}`);
  expect(namesIn('python')).toContain('timestamp "2030-12-31T00:00:00+00:00"');
  expect(namesIn('python')).not.toContain('body_encoding UTF-16LE');
  expect(namesIn('csharp')).toContain('body_encoding UTF-16LE');
  expect(namesIn('csharp')).not.toContain("secret_changed b'…'");
  expect(namesIn().at(-1)).toBe('body_encoding UTF-16LE');
});

it('puts the other modes first, and then the mistakes of the language of the receiver', () => {
  const body = Buffer.from('{"a":1}');
  const parts = { headers, body, secret: 'whsec_a', mode: 'timestamp', otherSecrets: {}, zoneMs: 0 } as const;
  const detailsIn = (language: 'javascript' | 'java') =>
    wrongWebhooks({ ...parts, language }).map(({ mistakes: [{ code, detail }] }) => detail ?? code);
  const modesCount = 2;
  expect(detailsIn('javascript').slice(0, modesCount)).toEqual(['body', 'sha256']);
  expect(detailsIn('javascript').slice(modesCount, modesCount + 4)).toContain('"undefined"');
  expect(detailsIn('javascript')[modesCount + 1]).toBe('JSON.stringify(Buffer)');
  expect(detailsIn('javascript')).not.toContain('A-F');
  expect(detailsIn('java')).toEqual(expect.arrayContaining(['ffffff…', '":"', 'WEBHOOK_SECRET=…']));
  const details = detailsIn('javascript');
  for (const detail of ['JSON.stringify(JSON.stringify())', '":"'])
    expect(details.indexOf(detail)).toBeLessThan(details.indexOf('v0:timestamp:body'));
  expect(detailsIn('java').slice(modesCount, modesCount + 6)).toEqual(
    expect.arrayContaining(['padding', 'A-F', '"null"']),
  );
});
