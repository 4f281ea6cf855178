import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { terminalHeaders } from '@svc-simulator/contract';
import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { sendSigned, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import type { Context } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Env } from '../http/env.ts';
import type { ClientTurns } from '../http/limits/admission.ts';
import type { Runtime } from '../runtime.ts';
import { authenticateTerminal } from './terminal-auth.ts';

describe('a terminal’s signature (contract section 6)', async () => {
  const sim = await simulatorOfBlock();
  const merchant = await TestMerchant.register(sim);
  const terminal = await merchant.terminal('SN 1');

  const isoAt = (offsetMs: number) => new Date(sim.clock.now() + offsetMs).toISOString();
  const listTransactions = (signing: object = {}, path = '/transactions') =>
    sendSigned(sim, terminal, 'GET', path, signing);
  const confirmTransaction = async (signing: object) =>
    sendSigned(sim, terminal, 'POST', `/transactions/${await merchant.create()}/commit`, signing);

  it('covers path and query byte for byte, as they were sent', async () => {
    for (const query of [
      '?status=PENDING',
      '?status=%50AID',
      '?status%5Beq%5D=PAID',
      '?status[eq]=PAID',
      '?x=a+b&&',
      '?',
    ]) {
      expect((await listTransactions({}, `/transactions${query}`)).status).toBe(200);
    }
    const { status } = await listTransactions(
      { signedUrl: '/api/v1/pos-terminals/SN%201/transactions' },
      '/transactions?',
    );
    expect(status).toBe(401);
    const decodedUrl = { signedUrl: '/api/v1/pos-terminals/SN 1/transactions' };
    expect((await listTransactions(decodedUrl)).status).toBe(401);
  });

  it('covers the path of the public URL, whether or not a proxy strips its base path', async () => {
    const proxiedSimulator = await TestSimulator.start({ publicUrl: 'https://pay.invalid/pagos' });
    onTestFinished(() => proxiedSimulator.close());
    const proxiedTerminal = await (await TestMerchant.register(proxiedSimulator)).terminal('SN-1');
    const path = '/api/v1/pos-terminals/SN-1/transactions';
    for (const [signedUrl, status] of [
      [path, 200],
      [`/pagos${path}`, 200],
      [`/other${path}`, 401],
      [`/pagos/pagos${path}`, 401],
    ] as const)
      expect(
        (await sendSigned(proxiedSimulator, proxiedTerminal, 'GET', '/transactions', { signedUrl })).status,
      ).toBe(status);
  });

  it('covers the body byte for byte', async () => {
    const body = '{ "authorizationCode" :\t"Ñ-1",\n "unknown": 1.0 }';
    expect((await confirmTransaction({ body })).status).toBe(200);
    expect((await confirmTransaction({ body, signedBody: JSON.stringify(JSON.parse(body)) })).status).toBe(
      401,
    );
    expect((await confirmTransaction({ body, signedBody: '' })).status).toBe(401);
  });

  it('covers the body of a GET, or no body', async () => {
    const body = '{"orderId":"x"}';
    expect((await listTransactions({ body })).status).toBe(200);
    expect((await listTransactions({ body, signedBody: body })).status).toBe(200);
    expect((await listTransactions({ body, signedBody: '{}' })).status).toBe(401);
    expect((await listTransactions({ signedBody: body })).status).toBe(401);
  });

  it('accepts every form of a UTC offset, and tells invalid timestamps from those that are too far off', async () => {
    const [utc, caracas] = [isoAt(0).slice(0, -1), isoAt(-4 * 3_600_000).slice(0, -1)];
    const forms = ['Z', '+00:00', '+0000', '+00', ''].map((offset) => utc + offset);
    forms.push(...['-04:00', '-0400', '-04'].map((offset) => caracas + offset));
    for (const timestamp of forms) {
      expect([timestamp, (await listTransactions({ timestamp })).status]).toEqual([timestamp, 200]);
    }
    const detailOf = async (timestamp: string) => {
      const { status, json } = await listTransactions({ timestamp });
      expect([timestamp, status]).toEqual([timestamp, 401]);
      return json.detail;
    };
    for (const timestamp of ['now', `${utc}+4`, `${utc}+04000`, `${utc}+2400`, `${utc}+0460`, '1767225600'])
      expect(await detailOf(timestamp)).toContain('must be an ISO 8601 time');
    for (const timestamp of [caracas, `${caracas}Z`, `${utc}-0400`, `${utc}-04`])
      expect(await detailOf(timestamp)).toMatch(
        /differs by 14400 s from the simulator's clock, which shows 20/,
      );
  });

  it('is accepted in upper-case hexadecimal', async () => {
    expect((await listTransactions({ as: (signature: string) => signature.toUpperCase() })).status).toBe(200);
    expect(
      (await listTransactions({ as: (signature: string) => signature.toUpperCase(), secret: 'x' })).status,
    ).toBe(401);
  });

  it('names a known mistake if the key is right, and gives no details otherwise', async () => {
    const path = '/api/v1/pos-terminals/SN%201/transactions';
    const as = (form: 'base64' | 'sha256=') => (signature: string) =>
      form === 'base64' ? Buffer.from(signature, 'hex').toString('base64') : form + signature;
    const cases: [RegExp, object][] = [
      [/the signature is in base64/, { as: as('base64') }],
      [/the signature starts with sha256=/, { as: as('sha256=') }],
      [/the query is missing/, { signedUrl: path }],
      [/the whole URL was signed/, { signedUrl: `${sim.url}${path}?status=PENDING` }],
      [/^The terminal is unknown or not linked/, { secret: 'x' }],
    ];
    for (const [detail, signing] of cases) {
      const { status, json } = await listTransactions(signing, '/transactions?status=PENDING');
      expect([status, json.detail]).toEqual([401, expect.stringMatching(detail)]);
    }
  });

  it("appears as refused in the call log of the terminal's account, if no other account has the serial", async () => {
    const other = await TestMerchant.register(sim);
    const refusedPaths = async (owner: TestMerchant) => {
      const { json } = await sim.send('GET', '/console/calls?status=401', {
        token: await owner.logInToConsole(),
      });
      return json.data.map(({ path }: { path: string }) => path);
    };
    const uniqueTerminal = await other.terminal('ALONE-1');
    const sharedTerminal = await other.terminal('SN 1');
    await sendSigned(sim, uniqueTerminal, 'GET', '/transactions', { secret: 'x' });
    await sendSigned(sim, sharedTerminal, 'GET', '/transactions', { secret: 'x' });
    expect(await refusedPaths(other)).toEqual(['/api/v1/pos-terminals/ALONE-1/transactions']);
    expect(await refusedPaths(merchant)).not.toContain('/api/v1/pos-terminals/ALONE-1/transactions');
  });

  it.each([
    [true, 20, 40],
    [false, 25, 50],
  ])(
    'is logged at a limited rate when it is wrong (hosted: %s), because anyone may know a serial',
    async (hosted, firstCount, secondCount) => {
      const simulator = await TestSimulator.start({ hosted });
      onTestFinished(() => simulator.close());
      const owner = await TestMerchant.register(simulator);
      const terminalOfOwner = await owner.terminal('KNOWN-1');
      const console = await owner.logInToConsole();
      const sendUnsigned = async () => {
        for (let call = 0; call < 25; call++)
          await sendSigned(simulator, terminalOfOwner, 'GET', '/transactions', { secret: 'x' });
        const { json } = await simulator.send('GET', '/console/calls?errors=true&limit=100', {
          token: console,
        });
        return json.data.filter(({ path }: { path: string }) => path.includes('KNOWN-1')).length;
      };
      expect(await sendUnsigned()).toBe(firstCount);
      await simulator.clock.advance(60_000);
      expect(await sendUnsigned()).toBe(secondCount);
    },
  );

  it('is checked before the body, so 401 precedes 413, 415 and 400', async () => {
    expect((await confirmTransaction({ body: 'not JSON' })).status).toBe(400);
    expect((await confirmTransaction({ body: 'not JSON', secret: 'x' })).status).toBe(401);
    const large = JSON.stringify({ authorizationCode: 'x'.repeat(1_048_576) });
    expect((await confirmTransaction({ body: large })).status).toBe(413);
    const path = '/api/v1/pos-terminals/SN%201/settlements';
    expect((await sim.send('POST', path, { body: large })).status).toBe(401);
  });
});

it.each([
  [8, 0, 0],
  [9, 0, 1],
  [2, 60_000, 0],
  [3, 60_000, 1],
])(
  'queues the check of a serial with %i accounts and %i bytes %i times',
  async (accounts, bytes, queueCount) => {
    const accountIds = Array.from({ length: accounts }, (_, number) => `acc_${number}`);
    const get = (kind: string) => (kind === 'serial' ? { accountIds } : { secretKey: 'a'.repeat(64) });
    const incoming = Object.assign(new IncomingMessage(new Socket()), { url: '/x' });
    if (bytes > 0) incoming.push(Buffer.alloc(bytes));
    incoming.push(null);
    const requestHeaders: Record<string, string> = {
      [terminalHeaders.timestamp]: '2026-11-27T09:00:00.000Z',
      [terminalHeaders.signature]: 'b'.repeat(64),
    };
    const receivedAt = Date.parse('2026-11-27T09:00:00.000Z');
    const c = {
      env: { incoming },
      req: { method: 'POST', header: (name: string) => requestHeaders[name], param: () => 'SN-1' },
      get: () => receivedAt,
      set: () => {},
    };
    let queuedCount = 0;
    const checkQueue = {
      run: (_: unknown, work: () => unknown) => {
        queuedCount++;
        return work();
      },
    };
    const runtime = { store: { get }, settings: { basePath: '' } };
    const outcome = await authenticateTerminal(
      runtime as unknown as Runtime,
      c as unknown as Context<Env>,
      checkQueue as unknown as ClientTurns,
    );
    expect([outcome.ok, queuedCount]).toEqual([false, queueCount]);
  },
);
