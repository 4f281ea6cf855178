import { copyFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call, openSession } from './support/api.ts';
import { languages } from './support/languages.js';
import { root, startProgram, stdoutOf } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder, scratchInsideCheckout } from './support/scratch.ts';
import { isSigned } from './support/signature.ts';
import { startSimulator } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

const folder = `${root}test/field-clients`;
const csharp = languages.find(({ name }) => name === 'C#');

it('delivers webhooks through a relay written in Python, and records the responses that the relay reports', async () => {
  const simulator = await startSimulator();
  const { url, account } = simulator;
  const trace = await followTrace(simulator);
  let status = 500;
  const receiver = await startReceiver((_request, response) => {
    response.writeHead(status).end('x'.repeat(9000));
    status = 200;
  });
  const relay = startProgram('python3', [`${folder}/relay.py`, url, account.token, receiver.url]);
  await relay.lines.first((line) => line.startsWith('ready'), 'ready');
  const { id } = await openSession(simulator, { webhook_url: 'http://localhost:1/hooks' });
  const isOf = (type: string) => (event: { type: string; session_id?: string | null }) =>
    event.type === type && event.session_id === id;
  expect((await trace.first(isOf('webhook.attempted'))).data).toMatchObject({ via: 'relay', status: 500 });
  expect((await trace.first(isOf('webhook.delivered'))).data).toMatchObject({ via: 'relay', attempts: 2 });
  for (const webhook of receiver.received.all) expect(isSigned(webhook, account.webhook_secret)).toBe(true);
  expect(relay.lines.all.filter((line) => line.startsWith('error'))).toEqual([]);
});

it('creates a session and verifies its webhook with a generated client', async () => {
  const { url, account } = await startSimulator();
  const cwd = scratchInsideCheckout();
  const words = [url, account.token, account.agreement_id];
  copyFileSync(`${folder}/shop.ts`, `${cwd}/shop.ts`);
  writeFileSync(`${cwd}/openapi.json`, await (await fetch(`${url}/openapi.json`)).text());
  const run = (...args: readonly string[]) => stdoutOf(startProgram(process.execPath, args, { cwd }));
  await run(`${root}node_modules/openapi-typescript/bin/cli.js`, 'openapi.json', '-o', 'payments.ts');
  await run(`${root}node_modules/typescript/bin/tsc`, '--strict', '--module', 'nodenext', 'shop.ts');
  expect(await run('shop.js', ...words, account.webhook_secret)).toMatch(
    /^payment_session\.paid [0-9a-f-]{36}\n$/,
  );
  expect(await run('shop.js', ...words, 'another secret')).toMatch(/^(signature_secret\n)+$/);
});

describe('a terminal program', () => {
  /** Creates a merchant with a pending transaction, and a pairing code for a terminal. */
  async function shop(serial: string) {
    const { url } = await startSimulator();
    const owner = { email: 'owner@cafe.example', password: 'correct horse' };
    const registered = await call(url, 'POST', '/api/v1/merchants', {
      body: { legalName: 'Café Central C.A.', taxId: 'J-12345678-9', ...owner },
    });
    const { accessToken: token } = (await call(url, 'POST', '/api/v1/merchants/auth/login', { body: owner }))
      .body;
    const place = `/api/v1/merchants/${registered.body.data.id}`;
    const order = { orderId: crypto.randomUUID(), amountReference: 12.5, currencyReference: 'USD' };
    expect((await call(url, 'POST', `${place}/transactions`, { token, body: order })).status).toBe(201);
    const pairing = `${place}/pos-terminals/${encodeURIComponent(serial)}/pairing`;
    const { code } = (await call(url, 'POST', pairing, { token, body: { serial } })).body.data;
    const payOnce = async () => {
      const { body } = await call(url, 'GET', `${place}/transactions?status=PAID`, { token });
      return body.data.map(({ orderId }: { orderId: string }) => orderId);
    };
    return { url, code, order: order.orderId, paid: payOnce };
  }

  it('pairs and pays in Python with non-ASCII characters in the serial and in the body', async () => {
    const { url, code, order, paid } = await shop('SN 1');
    const output = await stdoutOf(startProgram('python3', [`${folder}/terminal.py`, url, 'SN 1', code]));
    expect([output, await paid()]).toEqual([`paid ${order}\n`, [order]]);
  });

  it('pairs and pays with signatures in upper-case hexadecimal, as .NET writes them', async () => {
    const { url, code, order, paid } = await shop('SN+1');
    const terminal = startProgram(process.execPath, [`${folder}/terminal-as-dotnet.mjs`, url, 'SN+1', code]);
    expect([await stdoutOf(terminal), await paid()]).toEqual([`paid ${order}\n`, [order]]);
  });

  // Skipped if the language isn't installed. `npm run test:languages` installs all languages first.
  it.skipIf(!csharp?.isThere() && !process.env.SIM_TEST_ALL_LANGUAGES)(
    'pairs and pays in C# with signatures in upper-case hexadecimal',
    async () => {
      const { url, code, order, paid } = await shop('SN-1');
      const cwd = scratchFolder();
      copyFileSync(`${folder}/Terminal.cs`, `${cwd}/Terminal.cs`);
      await stdoutOf(startProgram('mcs', ['-r:System.Net.Http', 'Terminal.cs'], { cwd }));
      const output = await stdoutOf(startProgram('mono', ['Terminal.exe', url, 'SN-1', code], { cwd }));
      expect([output, await paid()]).toEqual([`paid ${order}\n`, [order]]);
    },
  );
});
