import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { deviceScript } from './device.ts';

const secretKey = '6f1d2a9be0c3475886f1d2a9be0c34756f1d2a9be0c3475886f1d2a9be0c3475';

/** A browser as far as the device needs one; it notes what is fetched. */
function deviceAt(now: string, answer: { readonly status: number; readonly body: unknown }) {
  const fetched: { url: string; method: string; headers: Record<string, string>; body?: string }[] = [];
  const surroundings = {
    localStorage: { getItem: () => JSON.stringify({ serial: 'SN-1', secret: secretKey }) },
    location: { origin: 'http://localhost:4010' },
    crypto,
    TextEncoder,
    URL,
    AbortSignal: { timeout: () => undefined },
    Date: class {
      toISOString() {
        return now;
      }
    },
    texts: { unanswered: 'no answer' },
    note: () => {},
    fetch: async (url: string, request: Omit<(typeof fetched)[number], 'url'>) => {
      fetched.push({ ...request, url });
      return { status: answer.status, json: async () => answer.body };
    },
  };
  const { ask } = runInNewContext(`(() => {${deviceScript}\nreturn { ask };})()`, surroundings) as {
    ask(method: string, path: string, body?: unknown): Promise<{ status: number; detail?: string }>;
  };
  return { ask, fetched };
}

const at = '2026-11-20T21:27:00.000Z';

// The literal signatures were computed with `openssl dgst -sha256 -hmac <secret_key>`.
it.each([
  [
    'GET',
    '/transactions?status=PENDING',
    undefined,
    '4818317a631b2149d7707a4de306d989774b8c64282a7462dd1268f050a26594',
  ],
  [
    'POST',
    '/transactions/5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b/commit',
    { authorizationCode: 'A1', batchNumber: 7 },
    'b6a8ef1b423ab4b3d20f26c8d8519251dc05e734ae54314d6339ba43534aaf23',
  ],
])('signs as the contract says: %s %s', async (method, path, body, signature) => {
  const { ask, fetched } = deviceAt(at, { status: 200, body: { data: [] } });
  await ask(method, path, body);
  expect(fetched).toMatchObject([
    { method, url: `/api/v1/pos-terminals/SN-1${path}`, headers: { 'x-pos-timestamp': at } },
  ]);
  expect(fetched[0]?.headers['x-pos-signature']).toBe(signature);
  expect(fetched[0]?.body).toBe(body && JSON.stringify(body));
});

it('tells every fault of a refusal', async () => {
  const errors = [{ pointer: '/amountReference', detail: 'must be 12.50 USD' }];
  const { ask } = deviceAt(at, { status: 400, body: { title: 'Invalid request', errors } });
  expect(await ask('POST', '/x', {})).toMatchObject({
    status: 400,
    detail: '/amountReference must be 12.50 USD',
  });
});

it('takes the answer of a broken server for none', async () => {
  const { ask } = deviceAt(at, { status: 503, body: { detail: 'Full.' } });
  await expect(ask('POST', '/x', {})).rejects.toThrow('Full.');
});
