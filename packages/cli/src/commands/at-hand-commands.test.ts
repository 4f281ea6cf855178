import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { signWebhook } from '@svc-simulator/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { liveSimulator, runOn } from '../../test/live.ts';

const live = liveSimulator();

describe('sim env', () => {
  it.each([
    ['sh', [], (name: string, value: string) => `export ${name}='${value}'`],
    ['fish', ['--shell', 'fish'], (name: string, value: string) => `set -gx ${name} '${value}'`],
    ['powershell', ['--shell', 'powershell'], (name: string, value: string) => `$env:${name} = '${value}'`],
  ])('prints what %s can evaluate', async (_shell, words, line) => {
    const { code, stdout } = await live.sim('env', ...words);
    const lines = stdout.split('\n');
    expect(code).toBe(0);
    expect(lines).toContain(line('SIM_URL', live.url));
    expect(lines).toContain(line('SIM_WEBHOOK_SECRET', live.account.webhook_secret));
    expect(lines).toContain(line('SIM_AGREEMENT_ID', live.account.agreement_id));
  });

  it('puts its variables into a file, and keeps what else it has', async () => {
    const stage = await live.stageBeside(['env', '--dotenv', '.env']);
    const file = join(stage.directory, '.env');
    writeFileSync(file, '# mine\nPORT=3000\nexport SIM_URL=http://old.invalid\n');
    expect((await runOn(stage)).code).toBe(0);
    const once = readFileSync(file, 'utf8');
    expect(once).toMatch(/^# mine\nPORT=3000\nSIM_URL="http:\/\/127/);
    expect(once).not.toContain('old.invalid');
    expect((await runOn(stage)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(once);
  });

  it('makes a file that only its owner can read, and says when it cannot', async () => {
    const stage = await live.stageBeside(['env', '--dotenv', 'new.env']);
    expect((await runOn(stage)).code).toBe(0);
    expect(statSync(join(stage.directory, 'new.env')).mode & 0o077).toBe(0);
    const nowhere = await live.sim('env', '--dotenv', 'no/such/folder/.env');
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be written (ENOENT)') });
  });

  it("answers for another account with that account's own", async () => {
    const { key, agreement_id } = await live.data('account', 'create', 'another');
    expect(await live.data('env', '--key', key.token)).toEqual({
      SIM_URL: live.url,
      SIM_TOKEN: key.token,
      SIM_WEBHOOK_SECRET: key.webhook_secret,
      SIM_AGREEMENT_ID: agreement_id,
    });
  });
});

describe('sim open', () => {
  it('opens the console logged in, and prints the address where there is no browser', async () => {
    const stage = await live.stageBeside(['open'], { browser: true });
    expect(await runOn(stage)).toEqual({ code: 0, stdout: 'opened in the browser\n', stderr: '' });
    const [url = ''] = stage.opened;
    expect(url).toMatch(new RegExp(`^${live.url}/console/enter\\?ticket=sim_lnk_[\\w-]{32}$`));
    const headers = { accept: 'text/html', 'sec-fetch-site': 'none' };
    const entered = await fetch(url, { headers, redirect: 'manual' });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/console']);
    const printed = await live.sim('open', 'console');
    expect(printed.stdout).toMatch(/\/console\/enter\?ticket=/);
    expect(printed.stderr).toContain('within 2 minutes');
    const asked = await live.stageBeside(['open', '--print'], { browser: true });
    expect((await runOn(asked)).stderr).toBe('');
    expect(asked.opened).toEqual([]);
  });

  it('opens the page of a session, of the newest unless one is named', async () => {
    const [first, second] = [await live.newSession(), await live.newSession()];
    expect(await live.data('open', 'pay')).toEqual({ url: `${live.url}/pay/${second}`, opened: false });
    expect(await live.data('open', 'pay', first)).toMatchObject({ url: `${live.url}/pay/${first}` });
    const unknown = await live.sim('open', 'pay', 'nothing');
    expect([unknown.code, unknown.stdout]).toEqual([2, '']);
    const { key } = await live.data('account', 'create', 'empty-handed');
    const none = await live.sim('open', 'pay', '--key', key.token);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('session create')]);
    expect(await live.data('open', 'docs')).toMatchObject({ url: `${live.url}/docs` });
    expect((await live.sim('open', 'nowhere')).code).toBe(2);
  });

  it('opens the console as the account that is named', async () => {
    const { key, account_id } = await live.data('account', 'create', 'somebody-else');
    const { url } = await live.data('open', '--key', key.token);
    await fetch(url, { headers: { accept: 'text/html', 'sec-fetch-site': 'none' }, redirect: 'manual' });
    const events = await live.data('trace', '--type', 'login.succeeded', '--key', key.token);
    expect(events).toMatchObject([{ data: { surface: 'link' } }]);
    expect(account_id).not.toBe(live.account.account_id);
  });
});

describe('sim status', () => {
  it('says what runs, and what failed last', async () => {
    const session = await live.newSession();
    await live.sim('outcome', session, '--outcome', 'failed');
    await live.sim('chaos', 'set', '--seed', '42', '--drop', '0.1');
    const status = await live.data('status');
    expect(status).toMatchObject({
      url: live.url,
      account: 'demo',
      status: 'ok',
      chaos: { active: true, seed: 42 },
      relay_connected: false,
      script_rules: 0,
      latest_session: { id: session, status: 'failed' },
    });
    expect(status.latest_failures[0]).toMatchObject({ type: 'session.failed', session_id: session });
    const { stdout } = await live.sim('status');
    expect(stdout).toContain('on, seed 42');
    expect(stdout).toContain('what failed last:');
    await live.sim('chaos', 'off');
    expect((await live.sim('status')).stdout).toMatch(/chaos +off/);
  });
});

/** Runs `sim listen` on a free port for the rest of the test. */
async function listening(...words: readonly string[]) {
  const stage = await live.stageBeside(['listen', '--port', '0', '--json', ...words]);
  const run = runOn(stage);
  await until(() => stage.stderr().includes('listening on'));
  const [url = ''] = /http:\/\/localhost:\d+\//.exec(stage.stderr()) ?? [];
  return {
    url,
    heard: () =>
      stage
        .stdout()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    stop: async () => {
      stage.signal('SIGINT');
      return (await run).code;
    },
  };
}

describe('sim trigger and sim listen', () => {
  it('end a session as they are told, and show each webhook with its verdict', async () => {
    const listener = await listening();
    const { session_id, events } = await live.data('trigger', 'accredited', '--webhook-url', listener.url);
    expect(events.filter(({ type }: { type: string }) => type === 'webhook.delivered')).toHaveLength(3);
    await until(() => listener.heard().length === 3);
    expect(
      listener
        .heard()
        .map(({ event, session_id, signature, status }) => [event, session_id, signature, status]),
    ).toEqual(
      ['created', 'paid', 'accredited'].map((name) => [`payment_session.${name}`, session_id, 'ok', 200]),
    );
    expect(await listener.stop()).toBe(0);
  });

  it.each(['created', 'failed', 'expired'])('brings a session to its end: %s', async (end) => {
    const { session_id } = await live.data('trigger', end, '--amount', '12.5');
    const { status, session_payment } = await live.data('session', 'show', session_id);
    expect([status, session_payment.amount_reference]).toEqual([end === 'created' ? 'pending' : end, 12.5]);
  });

  it('says what is wrong with a webhook', async () => {
    const listener = await listening('--secret', 'whsec_mine');
    const body = '{"event":"payment_session.paid","session_payment":{"id":"s1"}}';
    const send = (headers: Record<string, string>) => fetch(listener.url, { method: 'POST', headers, body });
    const signed = (secret: string, timestamp: string) => ({
      'svc-timestamp': timestamp,
      'svc-signature': signWebhook({ secret, timestamp, body }),
      'idempotency-key': 'k1',
    });
    const now = new Date().toISOString();
    await send({});
    await send(signed('whsec_other', now));
    await send(signed('whsec_mine', '2020-01-01T00:00:00.000Z'));
    await send(signed('whsec_mine', now));
    await until(() => listener.heard().length === 4);
    expect(listener.heard().map(({ signature, repeated }) => [signature, repeated])).toEqual([
      ['missing', false],
      ['wrong', false],
      ['stale', true],
      ['ok', true],
    ]);
    await listener.stop();
  });

  it('passes a webhook on byte for byte, and the answer back', async () => {
    const came: string[] = [];
    const own = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      came.push(`${request.headers['svc-signature']} ${Buffer.concat(parts)}`);
      response.writeHead(418).end('short and stout');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      own.close();
    });
    await until(() => own.listening);
    const listener = await listening('--forward', `http://127.0.0.1:${(own.address() as AddressInfo).port}`);
    const answer = await fetch(listener.url, {
      method: 'POST',
      headers: { 'svc-signature': 'abc' },
      body: 'ñ',
    });
    expect([answer.status, await answer.text(), came]).toEqual([418, 'short and stout', ['abc ñ']]);
    own.close();
    own.closeAllConnections();
    expect((await fetch(listener.url, { method: 'POST', body: 'x' })).status).toBe(502);
    await listener.stop();
  });

  it('says that a port is taken', async () => {
    const listener = await listening();
    const { port } = new URL(listener.url);
    expect(await live.sim('listen', '--port', port)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('EADDRINUSE'),
    });
    await listener.stop();
  });
});
