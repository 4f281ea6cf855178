import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver } from '../../../test/support/receiver.ts';
import { scratchFolder } from '../../../test/support/scratch.ts';
import { Sightings } from '../../../test/support/sightings.ts';
import { until } from '../../../test/support/until.ts';
import { API_KEY, FakeSimulator } from '../test/simulator.ts';
import { runRelayCommand } from './relay-command.ts';
import type { RelayFlags } from './relay-usage.ts';
import { PositionFile } from './replay/position-file.ts';

function run(flags: RelayFlags) {
  const stdout = new Sightings<string>('line on stdout');
  const stderr = new Sightings<string>('line on stderr');
  const outputTo = (lines: Sightings<string>) => ({
    write: (text: string) => {
      for (const line of text.trimEnd().split('\n')) lines.add(line);
    },
  });
  const stop = new AbortController();
  const clock = new ManualClock(Date.UTC(2026, 10, 20, 21, 27));
  const mark = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
  const exit = runRelayCommand(flags, {
    t: inEnglish,
    stdout: outputTo(stdout),
    stderr: outputTo(stderr),
    style: { dim: mark('dim'), good: mark('good'), bad: mark('bad') },
    signal: stop.signal,
    clock,
    chance: () => 0,
  });
  onTestFinished(async () => {
    stop.abort();
    await Promise.all([exit, clock.advance(1000)]);
  });
  return { stdout, stderr, stop, exit, clock };
}

/** Saves a position as a relay with these flags does, and returns the names of the files. */
async function readPositionFile(flags: RelayFlags & { readonly mock: string; readonly replayFrom: string }) {
  const positionFile = new PositionFile({
    t: inEnglish,
    folder: flags.replayFrom,
    mock: flags.mock,
    key: API_KEY,
    onProblem: () => {},
  });
  positionFile.write(() => 7);
  await positionFile.flush();
  expect(await positionFile.read()).toBe(7);
  return readdirSync(flags.replayFrom);
}

describe('runRelayCommand', () => {
  it('prints its connection and a line for each webhook', async () => {
    const simulator = await FakeSimulator.start();
    const receiver = await startReceiver((request, response) =>
      response.writeHead(request.url === '/bad' ? 500 : 200).end(),
    );
    const { stdout, stderr, stop, exit } = run({ key: API_KEY, mock: simulator.url, port: receiver.port });
    await stderr.first((line) => line.startsWith('connected'));
    simulator.sendWebhook({ url: 'http://x.example/hook' });
    simulator.sendWebhook({ url: 'http://x.example/bad', attempt: 2 });
    await stdout.atLeast(2);
    const time = new Date(Date.UTC(2026, 10, 20, 21, 27)).toTimeString().slice(0, 8);
    const subject = `payment_session.paid        session-1${' '.repeat(27)}`;
    expect([...stdout.all].sort()).toEqual([
      `<dim>${time}</dim>  ${subject}  <bad>500         </bad>     0 ms  <dim>attempt 2</dim>`,
      `<dim>${time}</dim>  ${subject}  <good>200         </good>     0 ms`,
    ]);
    stop.abort();
    expect(await exit).toBe(0);
    expect(stderr.all).toEqual([
      `connecting to ${simulator.url}; webhooks go to 127.0.0.1:${receiver.port}`,
      `connected to ${simulator.url} as acc_1`,
    ]);
  });

  it('prints only events in JSON with --json', async () => {
    const simulator = await FakeSimulator.start();
    const receiver = await startReceiver();
    const { stdout, stderr } = run({
      key: API_KEY,
      mock: simulator.url,
      forwardTo: receiver.url,
      json: true,
    });
    await stdout.atLeast(1);
    simulator.sendWebhook({});
    await stdout.atLeast(2);
    simulator.sockets.all[0]?.terminate();
    await stdout.atLeast(3);
    const savedAt = '2026-11-20T21:27:00.000Z';
    expect(stdout.all.map((line) => JSON.parse(line))).toEqual([
      { type: 'connected', account_id: 'acc_1', at: savedAt },
      {
        type: 'webhook',
        sequence: 1,
        replay: false,
        delivery_id: 'delivery-1',
        attempt: 1,
        event: 'payment_session.paid',
        session_id: 'session-1',
        target: receiver.url,
        status: 200,
        error: null,
        duration_ms: 0,
        at: savedAt,
      },
      { type: 'disconnected', reason: 'connection lost', retry_in_ms: 250, at: savedAt },
    ]);
    expect(stderr.all).toEqual([]);
  });

  it('warns about --mock once, if it has never connected', async () => {
    const warning = (mock: string, reason: string) =>
      `cannot connect to ${mock} (${reason}); check --mock, and that a simulator is running there. Retrying until it responds`;
    const nowhere = run({ key: API_KEY, mock: 'http://127.0.0.1:1' });
    expect((await nowhere.stderr.atLeast(2))[1]).toBe(warning('http://127.0.0.1:1', 'ECONNREFUSED'));
    const other = await FakeSimulator.start();
    other.refusal = { status: 503, detail: 'The simulator is stopping.' };
    const { stderr, clock } = run({ key: API_KEY, mock: other.url });
    await until(
      () => other.upgrades.all.length > 5,
      () => clock.advance(1000),
    );
    expect(stderr.all.slice(1)).toEqual([warning(other.url, '503: The simulator is stopping.')]);
  });

  it('reports a lost connection once, and its reconnection', async () => {
    const simulator = await FakeSimulator.start();
    const { stderr, clock } = run({ key: API_KEY, mock: simulator.url });
    for (let connection = 0; connection < 2; connection++) {
      await stderr.atLeast(2 + 2 * connection);
      (await simulator.sockets.atLeast(connection + 1)).at(-1)?.terminate();
      await stderr.atLeast(3 + 2 * connection);
      await clock.advance(1000);
    }
    const [connected, lost] = [
      `connected to ${simulator.url} as acc_1`,
      'not connected (connection lost); retrying until the simulator is back',
    ];
    expect((await stderr.atLeast(6)).slice(1)).toEqual([connected, lost, connected, lost, connected]);
  });

  it('requests missed webhooks from its saved position, reports their number, and saves the position', async () => {
    const simulator = await FakeSimulator.start();
    const receiver = await startReceiver();
    const replayFrom = `${scratchFolder()}/made`;
    const flags = { key: API_KEY, mock: simulator.url, forwardTo: receiver.url, replayFrom };
    const first = run(flags);
    await first.stderr.first((line) => line.startsWith('connected'));
    simulator.sendFrame({ type: 'replay', since: 0, count: 2 });
    simulator.sendWebhook({ sequence: 3, replay: true, delivery_id: 'one' });
    simulator.sendWebhook({ sequence: 5, replay: true, delivery_id: 'two' });
    await first.stdout.atLeast(2);
    simulator.sendFrame({ type: 'replayed', count: 2, delivered: 2 });
    await first.stderr.atLeast(4);
    first.stop.abort();
    expect(await first.exit).toBe(0);
    expect(first.stderr.all.slice(2)).toEqual([
      '2 webhooks were missed; they are delivered first',
      '2 missed webhooks were sent, 2 accepted; only new webhooks from here on',
    ]);
    expect(first.stdout.all[0]).toMatch(/ms {2}<dim>missed<\/dim>$/);

    const second = run({ ...flags, mock: simulator.url.replace('127.0.0.1', 'localhost') });
    await second.stderr.first((line) => line.startsWith('connected'));
    expect(simulator.upgrades.all.map(({ url }) => url)).toEqual(['/relay?since=0', '/relay?since=5']);
    simulator.sendFrame({ type: 'replay', since: 5, count: 0 });
    expect(await second.stderr.first((line) => line === 'no webhooks were missed')).toBeDefined();
  });

  it("starts from the beginning, and explains why, if its saved position can't be read", async () => {
    const simulator = await FakeSimulator.start();
    const replayFrom = scratchFolder();
    const flags = { key: API_KEY, mock: simulator.url, replayFrom };
    const [name = ''] = await readPositionFile(flags);
    writeFileSync(`${replayFrom}/${name}`, '{"sequence": "x"}');
    const { stderr } = run(flags);
    expect(await stderr.first((line) => line.includes('cannot read'))).toContain(name);
    await simulator.upgrades.atLeast(1);
    expect(simulator.upgrades.all.at(-1)?.url).toBe('/relay?since=0');
  });

  it('prints the effect of --rules and --events', async () => {
    const simulator = await FakeSimulator.start();
    const rules = `${scratchFolder()}/relay.yaml`;
    writeFileSync(rules, 'rules:\n  - forward_to: 3001\n');
    const { stderr } = run({
      key: API_KEY,
      mock: simulator.url,
      port: 3000,
      rules,
      events: 'paid, accredited',
    });
    expect((await stderr.atLeast(1))[0]).toBe(
      `connecting to ${simulator.url}; paid, accredited webhooks go to 127.0.0.1:3000, except those that match a rule`,
    );
  });

  it('delivers to a port on which a server listens only on ::1', async () => {
    const simulator = await FakeSimulator.start();
    const receiver = await startReceiver(undefined, '::1');
    const { stdout } = run({ key: API_KEY, mock: simulator.url, port: receiver.port, json: true });
    await stdout.atLeast(1);
    simulator.sendWebhook({ url: 'http://localhost:1/hook?a=1' });
    expect(JSON.parse((await stdout.atLeast(2))[1] ?? '')).toMatchObject({
      target: `${receiver.url}/hook?a=1`,
      status: 200,
    });
    expect(receiver.received.all[0]?.headers.host).toBe(`[::1]:${receiver.port}`);
  });

  it('names 127.0.0.1 if nothing listens on either loopback address', async () => {
    const simulator = await FakeSimulator.start();
    const { stdout } = run({ key: API_KEY, mock: simulator.url, port: 1, json: true });
    await stdout.atLeast(1);
    simulator.sendWebhook({ url: 'http://localhost:4000/hook' });
    expect(JSON.parse((await stdout.atLeast(2))[1] ?? '')).toMatchObject({
      target: 'http://127.0.0.1:1/hook',
      error: 'ECONNREFUSED',
    });
  });

  it('reports once that nothing listens on the port, until a server responds', async () => {
    const simulator = await FakeSimulator.start();
    const { stdout, stderr } = run({ key: API_KEY, mock: simulator.url, port: 1 });
    await stderr.atLeast(2);
    for (let round = 1; round <= 2; round++) {
      simulator.sendWebhook({});
      await stdout.atLeast(round);
    }
    const notices = stderr.all.filter((line) => line.includes('nothing is listening at 127.0.0.1:1:'));
    expect(notices).toHaveLength(1);
  });

  it('tries no URL other than the one of --forward-to', async () => {
    const simulator = await FakeSimulator.start();
    const receiver = await startReceiver(undefined, '::1');
    const { stdout } = run({
      key: API_KEY,
      mock: simulator.url,
      forwardTo: `${receiver.url.replace('[::1]', '127.0.0.1')}`,
      json: true,
    });
    await stdout.atLeast(1);
    simulator.sendWebhook({});
    expect(JSON.parse((await stdout.atLeast(2))[1] ?? '')).toMatchObject({
      target: `http://127.0.0.1:${receiver.port}`,
      error: 'ECONNREFUSED (::1 listens)',
    });
  });

  it.each(['in --forward-to', 'in the webhook’s own URL'])(
    'sends the credentials of the target as Basic, and never prints them: %s',
    async (where) => {
      const simulator = await FakeSimulator.start();
      const receiver = await startReceiver();
      const secret = receiver.url.replace('//', '//shop:caf%C3%A9@');
      const save = scratchFolder();
      const flags = {
        key: API_KEY,
        mock: simulator.url,
        save,
        ...(where.includes('--') && { forwardTo: secret }),
      };
      const lines = run({ ...flags, json: true });
      await lines.stdout.atLeast(1);
      simulator.sendWebhook({ url: `${secret}/hook` });
      await lines.stdout.atLeast(2);
      lines.stop.abort();
      await lines.exit;
      const people = run(flags);
      await people.stderr.first((line) => line.startsWith('connected'));
      simulator.sendWebhook({ url: `${secret}/hook` });
      await people.stdout.atLeast(1);
      people.stop.abort();
      await people.exit;
      for (const { headers } of receiver.received.all)
        expect(headers.authorization).toBe(`Basic ${Buffer.from('shop:café').toString('base64')}`);
      expect(receiver.received.all).toHaveLength(2);
      const [file = '', ...files] = readdirSync(save).map((name) => readFileSync(`${save}/${name}`, 'utf8'));
      const output = [...lines.stdout.all, ...people.stdout.all, ...people.stderr.all, file, ...files].join(
        '\n',
      );
      expect(output).not.toMatch(/shop|caf|Basic/);
      expect(file).toMatch(/^POST http:\/\/\*\*\*@127\.0\.0\.1:\d+\/(hook)? HTTP/);
    },
  );

  it('removes a byte order mark and a line end around the key', async () => {
    const simulator = await FakeSimulator.start();
    const { stderr } = run({ key: `\ufeff${API_KEY}\r\n`, mock: simulator.url });
    await stderr.first((line) => line.startsWith('connected'));
    expect(simulator.upgrades.all[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`);
  });

  it.each([401, 403])('returns 3 when the simulator refuses the key with %i', async (status) => {
    const simulator = await FakeSimulator.start();
    simulator.refusal = { status, detail: 'Wrong kind of token.' };
    const { stderr, exit } = run({ key: 'sim_con_x', mock: simulator.url });
    expect(await exit).toBe(3);
    expect(stderr.all.at(-1)).toBe('the simulator rejected the key: Wrong kind of token.');
  });

  const html = { 'content-type': 'text/html' };
  const problem = { 'content-type': 'application/problem+json' };
  const body = '{"status":401,"detail":"no"}';
  it.each([
    ['the page of a firewall', 403, html, '<h1>Forbidden</h1>', 'the response is text/html'],
    ['the login of a proxy', 401, { ...html, 'x-request-id': 'p' }, '<form>', 'the response is text/html'],
    ['nothing', 401, {}, '', 'the response has no content type'],
    ['a redirect', 302, { location: '/login' }, '', 'it redirects to /login'],
    ['a captive portal', 200, html, '<h1>Wi-Fi</h1>', 'the response is text/html'],
    ['a gateway without the simulator', 502, html, 'bad gateway', 'the response is text/html'],
    ['the problem of a gateway', 401, problem, body, 'the response is application/problem+json'],
    ['a problem with another status', 403, { ...problem, 'x-request-id': 'p' }, body, 'problem+json'],
    ['no JSON', 401, { ...problem, 'x-request-id': 'p' }, '<html>', 'problem+json'],
  ])(
    'keeps trying to connect after %s, and names the server that responded',
    async (_, status, headers, body, answer) => {
      const simulator = await FakeSimulator.start();
      simulator.refusal = { status, headers: headers as Record<string, string>, body };
      const { stderr, stop, exit, clock } = run({ key: API_KEY, mock: simulator.url });
      await until(
        () => simulator.upgrades.all.length > 1,
        () => clock.advance(1000),
      );
      expect(stderr.all[1]).toContain(`(${status} doesn't come from the simulator`);
      expect(stderr.all[1]).toContain(answer);
      simulator.refusal = null;
      await until(
        () => stderr.all.some((line) => line.startsWith('connected')),
        () => clock.advance(1000),
      );
      stop.abort();
      expect(await exit).toBe(0);
    },
  );

  it('names the status of a proxy that requires a user and password', async () => {
    const simulator = await FakeSimulator.start();
    simulator.refusal = { status: 407, headers: { 'proxy-authenticate': 'Basic realm="x"' }, body: '' };
    const { stderr } = run({ key: API_KEY, mock: simulator.url });
    expect((await stderr.atLeast(2))[1]).toContain(
      '(407: a proxy along the way requires a username and password)',
    );
  });

  it('returns 0, and reports it, if another relay replaces this one', async () => {
    const simulator = await FakeSimulator.start();
    const { stderr, exit } = run({ key: API_KEY, mock: simulator.url });
    const [socket] = await simulator.sockets.atLeast(1);
    socket?.close(4001);
    expect(await exit).toBe(0);
    expect(stderr.all.at(-1)).toMatch(/another relay with this key has replaced this relay, which exits/);
  });

  it.each([
    [
      { key: API_KEY, mock: 'http://localhost:1', events: 'paid,payd' },
      /--events: unknown event "payd"; .*paid/,
    ],
    [
      { key: API_KEY, mock: 'http://localhost:1', rules: '/nowhere/relay.yaml' },
      /--rules: cannot read .*: no such file or directory \(ENOENT\)/,
    ],
    [
      { key: API_KEY, mock: 'http://localhost:1', save: '/dev/null/x' },
      /--save: cannot create .*: part of its path isn't a directory \(ENOTDIR\)/,
    ],
  ])('returns 2, and explains what to do about %j', async (flags, text) => {
    const { stderr, exit } = run(flags);
    expect(await exit).toBe(2);
    expect(stderr.all).toHaveLength(1);
    expect(stderr.all[0]).toMatch(text);
  });
});
