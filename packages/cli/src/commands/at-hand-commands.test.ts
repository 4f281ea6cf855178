import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { signWebhook } from '@svc-simulator/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRawServer, startReceiver } from '../../../../test/support/receiver.ts';
import { until } from '../../../../test/support/until.ts';
import { liveSimulator, runStage } from '../../test/live.ts';
import { jsonLines } from '../../test/stage.ts';

const live = liveSimulator();

describe('sim env', () => {
  it.each([
    ['sh', [], (name: string, value: string) => `export ${name}='${value}'`],
    ['fish', ['--shell', 'fish'], (name: string, value: string) => `set -gx ${name} '${value}'`],
    ['powershell', ['--shell', 'powershell'], (name: string, value: string) => `$env:${name} = '${value}'`],
  ])('prints assignments that the shell %s can evaluate', async (_shell, words, line) => {
    const { code, stdout } = await live.sim('env', ...words);
    const lines = stdout.split('\n');
    expect(code).toBe(0);
    expect(lines).toContain(line('SIM_URL', live.url));
    expect(lines).toContain(line('SIM_WEBHOOK_SECRET', live.account.webhook_secret));
    expect(lines).toContain(line('SIM_AGREEMENT_ID', live.account.agreement_id));
  });

  it("writes a file that only its owner can read, and reports a directory that doesn't exist", async () => {
    const stage = await live.createLiveStage(['env', '--dotenv', 'new.env']);
    expect((await runStage(stage)).code).toBe(0);
    expect(statSync(join(stage.directory, 'new.env')).mode & 0o077).toBe(0);
    const nowhere = await live.sim('env', '--dotenv', 'no/such/folder/.env');
    expect(nowhere).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/cannot write \S+\.env: no such file or directory \(ENOENT\)/),
    });
  });

  it('prints the variables of the account that --key belongs to', async () => {
    const { key, agreement_id } = await live.runForData('account', 'create', 'another');
    expect(await live.runForData('env', '--key', key.token)).toEqual({
      SIM_URL: live.url,
      SIM_TOKEN: key.token,
      SIM_WEBHOOK_SECRET: key.webhook_secret,
      SIM_AGREEMENT_ID: agreement_id,
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
    });
  });

  it('adds the simulator to the entries of NO_PROXY', async () => {
    const env = { NO_PROXY: 'corp.invalid, 10.0.0.0/8', HTTP_PROXY: 'http://proxy.invalid:1' };
    const run = await runStage(await live.createLiveStage(['env'], { env }));
    for (const name of ['NO_PROXY', 'no_proxy'])
      expect(run.stdout).toContain(`export ${name}='corp.invalid,10.0.0.0/8,127.0.0.1'\n`);
  });
});

describe('sim open', () => {
  it('opens the console in a logged-in browser, or prints its URL if there is no browser', async () => {
    const stage = await live.createLiveStage(['open'], { browser: true });
    expect(await runStage(stage)).toEqual({ code: 0, stdout: 'opened in the browser\n', stderr: '' });
    const [url = ''] = stage.openedUrls;
    expect(url).toMatch(new RegExp(`^${live.url}/console/enter\\?ticket=sim_lnk_[\\w-]{32}$`));
    const headers = { accept: 'text/html', 'sec-fetch-site': 'none' };
    const entered = await fetch(url, { headers, redirect: 'manual' });
    const cookieCheck = '/console/login?entered=&next=%2Fconsole';
    expect([entered.status, entered.headers.get('location')]).toEqual([303, cookieCheck]);
    const cookie = entered.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const cookieResponse = await fetch(live.url + cookieCheck, {
      headers: { ...headers, cookie },
      redirect: 'manual',
    });
    expect([cookieResponse.status, cookieResponse.headers.get('location')]).toEqual([303, '/console']);
    const openOutput = await live.sim('open', 'console');
    expect(openOutput.stdout).toMatch(/\/console\/enter\?ticket=/);
    expect(openOutput.stderr).toContain('within 2 minutes');
    const printStage = await live.createLiveStage(['open', '--print'], { browser: true });
    expect((await runStage(printStage)).stderr).toBe('');
    expect(printStage.openedUrls).toEqual([]);
  });

  it('opens the payment page of the named session, or else of the newest', async () => {
    const [first, second] = [await live.newSession(), await live.newSession()];
    expect(await live.runForData('open', 'pay')).toEqual({ url: `${live.url}/pay/${second}`, opened: false });
    expect(await live.runForData('open', 'pay', first)).toMatchObject({ url: `${live.url}/pay/${first}` });
    const unknown = await live.sim('open', 'pay', 'nothing');
    expect([unknown.code, unknown.stdout]).toEqual([2, '']);
    const { key } = await live.runForData('account', 'create', 'empty-handed');
    const none = await live.sim('open', 'pay', '--key', key.token);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('session create')]);
    expect(await live.runForData('open', 'docs')).toMatchObject({ url: `${live.url}/docs` });
    expect((await live.sim('open', 'nowhere')).code).toBe(2);
  });

  it('opens the console as the account that --key belongs to', async () => {
    const { key, account_id, password } = await live.runForData('account', 'create', 'somebody-else');
    const { url } = await live.runForData('open', '--key', key.token, '--password', password);
    await fetch(url, { headers: { accept: 'text/html', 'sec-fetch-site': 'none' }, redirect: 'manual' });
    const events = await live.runForData('trace', '--type', 'login.succeeded', '--key', key.token);
    expect(events).toMatchObject([{ data: { surface: 'link' } }]);
    expect(account_id).not.toBe(live.account.account_id);
  });

  it('requires the password in addition to --key, and explains how to pass it', async () => {
    const { key, password } = await live.runForData('account', 'create', 'locked-out');
    const refusal = await live.sim('open', '--print', '--key', key.token);
    expect([refusal.code, refusal.stdout]).toEqual([2, '']);
    expect(refusal.stderr).toContain('pass it with --password or SIM_PASSWORD');
    const stage = await live.createLiveStage(['open', '--print', '--key', key.token], {
      stdin: password,
      terminal: true,
    });
    expect((await runStage(stage)).stdout).toContain('ticket=');
    expect(stage.stderr()).toContain('account password: ');
    expect(stage.stderr()).not.toContain(password);
  });

  it("uses SIM_CONSOLE_TOKEN with SIM_TOKEN of the same account, but not with another account's SIM_KEY", async () => {
    const { token, console_token } = await live.runForData('account', 'create', 'by-variables');
    const open = async (env: Record<string, string>) =>
      runStage(await live.createLiveStage(['open', '--print'], { env }));
    const openRun = await open({ SIM_TOKEN: token, SIM_CONSOLE_TOKEN: console_token });
    expect([openRun.code, openRun.stdout]).toEqual([0, expect.stringContaining('ticket=')]);
    const { key } = await live.runForData('account', 'create', 'inside-exec');
    const other = { SIM_KEY: key.token, SIM_TOKEN: token, SIM_CONSOLE_TOKEN: console_token };
    expect((await open(other)).code).toBe(2);
  });
});

describe('sim status', () => {
  it('counts the delivered and the abandoned webhooks', async () => {
    const taking = await startReceiver();
    await live.sim('trigger', 'paid', '--webhook-url', taking.url);
    const { deliveries } = await live.runForData('status');
    expect(deliveries).toEqual({ delivered: 2, gave_up: 0, complete: true });
    expect((await live.sim('status')).stdout).toMatch(/^webhooks +2 delivered$/m);
  });

  it('shows the account, chaos, the latest session and the latest failures', async () => {
    const session = await live.newSession();
    await live.sim('outcome', session, '--outcome', 'failed');
    await live.sim('chaos', 'set', '--seed', '42', '--drop', '0.1');
    const status = await live.runForData('status');
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
    expect(stdout).toContain('latest failures:');
    await live.sim('chaos', 'off');
    expect((await live.sim('status')).stdout).toMatch(/chaos +off/);
  });
});

async function startListener(...words: readonly string[]) {
  const stage = await live.createLiveStage(['listen', '--port', '0', '--json', ...words]);
  const run = runStage(stage);
  await until(() => stage.stderr().includes('listening on'));
  const [url = ''] = /http:\/\/localhost:\d+\//.exec(stage.stderr()) ?? [];
  return {
    url,
    reports: () => jsonLines(stage.stdout()),
    stop: async () => {
      stage.signal('SIGINT');
      return (await run).code;
    },
  };
}

async function startProgramThat(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const server = createServer((request, response) => answer(response, request)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.close().closeAllConnections();
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

describe('sim trigger and sim listen', () => {
  it('drives a session to the requested state, and shows each webhook with its signature check', async () => {
    const listener = await startListener();
    const { session_id, events } = await live.runForData(
      'trigger',
      'accredited',
      '--webhook-url',
      listener.url,
    );
    expect(events.filter(({ type }: { type: string }) => type === 'webhook.delivered')).toHaveLength(3);
    await until(() => listener.reports().length === 3);
    expect(
      listener
        .reports()
        .map(({ event, session_id, signature, status }) => [event, session_id, signature, status]),
    ).toEqual(
      ['created', 'paid', 'accredited'].map((name) => [`payment_session.${name}`, session_id, 'ok', 200]),
    );
    expect(await listener.stop()).toBe(0);
  });

  it.each([
    ['created', 'pending'],
    ['failed', 'failed'],
    ['expired', 'expired'],
    ['accreditation_to_recipient_failed', 'paid'],
  ])('drives a session to %s', async (end, expected) => {
    const { session_id, events } = await live.runForData('trigger', end, '--amount', '12.5');
    const { status, session_payment } = await live.runForData('session', 'show', session_id);
    expect([status, session_payment.amount_reference]).toEqual([expected, 12.5]);
    if (expected === 'paid') expect(events.at(-1).data.event).toBe(`payment_session.${end}`);
  });

  it('suggests extra_events=true for an outcome that sends no webhook', async () => {
    const text = 'settings set extra_events=true';
    expect((await live.sim('trigger', 'expired')).stderr).toContain(text);
    await live.sim('settings', 'set', 'extra_events=true');
    expect((await live.sim('trigger', 'expired')).stderr).not.toContain(text);
    await live.sim('settings', 'set', 'extra_events=false');
    expect((await live.sim('trigger', 'paid')).stderr).not.toContain(text);
  });

  it('says that it sent no webhooks if it got no webhook URL, and how to pass one', async () => {
    const { code, stderr } = await live.sim('trigger', 'payment_session.paid');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/weren't sent: pass --webhook-url http:\S+,/)]);
  });

  it("reports why a webhook's signature is invalid", async () => {
    const listener = await startListener('--secret', 'whsec_mine');
    const body = '{"event":"payment_session.paid","session_payment":{"id":"s1"}}';
    const send = (headers: Record<string, string>) => fetch(listener.url, { method: 'POST', headers, body });
    const now = new Date().toISOString();
    const signHeaders = (secret: string, more: { timestamp?: string; variant?: 'body' } = {}) => {
      const timestamp = more.timestamp ?? now;
      return {
        'svc-timestamp': timestamp,
        'svc-signature': signWebhook({ secret, timestamp, body, ...more }),
        'idempotency-key': 'k1',
      };
    };
    const { 'svc-signature': good, ...unsigned } = signHeaders('whsec_mine');
    await send(unsigned);
    await send(signHeaders('whsec_other'));
    await send(signHeaders('whsec_mine', { timestamp: '2020-01-01T00:00:00.000Z' }));
    await send({ ...unsigned, 'svc-signature': good.toUpperCase() });
    await send(signHeaders('whsec_mine', { variant: 'body' }));
    await send(signHeaders('whsec_mine'));
    await until(() => listener.reports().length === 6);
    expect(listener.reports().map(({ signature, why }) => `${signature}: ${why}`)).toEqual([
      expect.stringMatching(/^header_missing: .*\(the header svc-signature is missing\)/),
      'signature_secret: The signature does not match --secret.',
      expect.stringMatching(/^clock_differs: .*\(it is \d+ s old\)/),
      "signature_form: The receiver doesn't write the signature as plain lowercase hexadecimal. (A-F)",
      'ok: null',
      'ok: null',
    ]);
    expect(listener.reports().map(({ repeated }) => repeated)).toEqual([false, ...Array(5).fill(true)]);
    await listener.stop();
  });

  it("shows the reason, advice and the program's response in the reader's language", async () => {
    const programUrl = await startProgramThat((response) => response.writeHead(422).end('firma mala\nmás\n'));
    const words = ['listen', '--port', '0', '--secret', 's', '--mode', 'sha256', '--forward', programUrl.url];
    const stage = await live.createLiveStage([...words, '--lang', 'es']);
    const run = runStage(stage);
    await until(() => stage.stderr().includes('escuchando en'));
    const [url = ''] = /http:\/\/localhost:\d+\//.exec(stage.stderr()) ?? [];
    const [timestamp, body] = [new Date().toISOString(), '{"event":"payment_session.paid"}'];
    const signature = signWebhook({ secret: 's', timestamp, body, variant: 'body' });
    const headers = { 'svc-timestamp': timestamp, 'svc-signature': signature, 'idempotency-key': 'k' };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(422);
    await programUrl.stop();
    expect((await fetch(url)).status).toBe(502);
    await until(() => stage.stdout().includes('no respondió'));
    expect(stage.stdout().replaceAll(programUrl.url, 'URL').replace(/^\S+/gm, 'TIME').split('\n')).toEqual([
      'TIME  payment_session.paid  firma no válida  422',
      expect.stringMatching(/^ {2}El receptor espera .*sin sha256=, pero se esperaba mode sha256\)$/),
      '  Pasa el valor de ese ajuste a verifyWebhook como mode, o cambia el ajuste.',
      '  URL respondió 422: firma mala',
      'TIME  no es un webhook  firma no válida  502',
      '  falta el cuerpo',
      '  URL no respondió (ECONNREFUSED)',
      '',
    ]);
    stage.signal('SIGINT');
    await run;
  });

  it('forwards a webhook byte for byte, and returns the response of the target', async () => {
    const came: string[] = [];
    const programUrl = await startProgramThat(async (response, request) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      came.push(`${request.headers['svc-signature']} ${Buffer.concat(parts)}`);
      response.writeHead(418).end('short and stout');
    });
    const listener = await startListener('--forward', programUrl.url);
    const answer = await fetch(listener.url, {
      method: 'POST',
      headers: { 'svc-signature': 'abc' },
      body: 'ñ',
    });
    expect([answer.status, await answer.text(), came]).toEqual([418, 'short and stout', ['abc ñ']]);
    await programUrl.stop();
    expect((await fetch(listener.url, { method: 'POST', body: 'x' })).status).toBe(502);
    await until(() => listener.reports().length === 2);
    expect(listener.reports()[1]?.refusal).toMatch(/ did not respond \(ECONNREFUSED\)$/);
    await listener.stop();
  });

  it("reports that the response of the --forward target can't be read", async () => {
    const unreadable = await startRawServer((socket) => socket.end('HTTP/1.1 200 OK\nno header\n\n'));
    const listener = await startListener('--forward', unreadable);
    expect((await fetch(listener.url, { method: 'POST', body: 'x' })).status).toBe(502);
    await until(() => listener.reports().length === 1);
    expect(listener.reports()[0]?.refusal).toMatch(
      / responded, but the response can't be used \(unreadable response: /,
    );
    await listener.stop();
  });

  it('reports a port that is already in use', async () => {
    const listener = await startListener();
    const { port } = new URL(listener.url);
    expect(await live.sim('listen', '--port', port)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('EADDRINUSE'),
    });
    await listener.stop();
  });
});
