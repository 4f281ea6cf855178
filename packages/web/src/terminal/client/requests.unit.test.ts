import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AccessLostError, createSender, type TerminalRequest, UnknownOutcomeError } from './requests.ts';

const terminal = {
  serial: 'SN-1',
  secret: '6f1d2a9be0c3475886f1d2a9be0c34756f1d2a9be0c3475886f1d2a9be0c3475',
};
const at = '2026-11-20T21:27:00.000Z';
const onRequest = vi.fn();
const fetchMock = vi.fn();

/** Creates a terminal whose requests all get the given response. */
function terminalAnswered(status: number, body: unknown) {
  fetchMock.mockResolvedValue({ status, json: async () => body });
  const send = createSender(onRequest, 'es');
  return (request: Omit<TerminalRequest, 'serial'>) => send({ ...terminal, ...request });
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at), toFake: ['Date'] });
  vi.stubGlobal('location', { href: 'http://localhost:4010/terminal?lang=es' });
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

// The literal signatures were computed with `openssl dgst -sha256 -hmac <secret_key>`.
const signedRequests = [
  [
    { method: 'GET', path: '/transactions?status=PENDING' },
    '4818317a631b2149d7707a4de306d989774b8c64282a7462dd1268f050a26594',
  ],
  [
    {
      method: 'POST',
      path: '/transactions/5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b/commit',
      body: { authorizationCode: 'A1', batchNumber: 7 },
    },
    'b6a8ef1b423ab4b3d20f26c8d8519251dc05e734ae54314d6339ba43534aaf23',
  ],
] as const;

it.each(signedRequests)("signs like the contract's vectors: %j", async (request, signature) => {
  await terminalAnswered(200, { data: [] })(request);
  const url = `/api/v1/pos-terminals/SN-1${request.path}`;
  expect(fetchMock).toHaveBeenCalledExactlyOnceWith(url, expect.anything());
  const [, init] = fetchMock.mock.calls[0] ?? [];
  expect(init.method).toBe(request.method);
  expect(init.headers).toMatchObject({ 'x-pos-timestamp': at, 'x-pos-signature': signature });
  expect(init.body).toBe('body' in request ? JSON.stringify(request.body) : undefined);
  expect(onRequest).toHaveBeenCalledExactlyOnceWith(request.method, url, 200);
});

it('reports every fault of a refusal', async () => {
  const errors = [
    { pointer: '/amountReference', detail: 'must be 12.50 USD' },
    { pointer: '', detail: 'is too long' },
  ];
  const send = terminalAnswered(400, { title: 'Invalid request', errors });
  expect(await send({ method: 'POST', path: '/x', body: {} })).toMatchObject({
    status: 400,
    detail: '/amountReference must be 12.50 USD; is too long',
  });
});

it('treats a server error like a missing response', async () => {
  const send = terminalAnswered(503, { detail: 'Full.' });
  await expect(send({ method: 'POST', path: '/x', body: {} })).rejects.toThrow(
    new UnknownOutcomeError('Full.'),
  );
});

it('reports a request without a response', async () => {
  const send = terminalAnswered(200, {});
  fetchMock.mockRejectedValue(new TypeError('refused'));
  await expect(send({ method: 'GET', path: '/x' })).rejects.toThrow(UnknownOutcomeError);
  expect(onRequest).toHaveBeenCalledExactlyOnceWith('GET', '/api/v1/pos-terminals/SN-1/x', undefined);
});

it('reports that access was lost if a signed request returns 401', async () => {
  const send = terminalAnswered(401, { title: 'Unauthorized', detail: 'The terminal is not paired.' });
  await expect(send({ method: 'GET', path: '/x' })).rejects.toThrow(
    new AccessLostError('The terminal is not paired.'),
  );
});
