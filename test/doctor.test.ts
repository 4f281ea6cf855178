import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../packages/webhooks/src/index.ts';
import { call, connectionFlags, openAccount } from './support/api.ts';
import { listenOnFreePort } from './support/listening.ts';
import { root, runSim, startProgram } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { runSimHere, startSimHere } from './support/sim-here.ts';
import { simulatorOfFile, startSimulator } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

const SECRET = 'whsec_of_the_receiver';

/** The expected finding for each example receiver: `check`, or `check: code of the fault`. */
const planted: Readonly<Record<string, string>> = {
  'closes-the-connection': 'genuine_webhook: connection_cut',
  redirects: 'genuine_webhook: redirect',
  'forgets-failed-accreditations': 'all_events: receiver_error',
  slow: 'fast_answers',
  'no-signature-check': 'bad_signature',
  'signature-only-if-sent': 'missing_signature',
  'compares-a-prefix': 'partial_signature',
  'no-age-check': 'stale_timestamp',
  'signs-parsed-json': 'raw_bytes',
  'header-case': 'header_case',
  'refuses-unknown-events': 'unknown_event',
  'refuses-unknown-fields': 'extra_fields',
  'insists-on-order': 'any_order',
  'joins-text': 'body_in_pieces',
  'small-body-limit': 'large_body',
  'mixes-requests': 'concurrency',
  'refuses-duplicates': 'duplicate',
  'refuses-copies-at-once': 'duplicates_at_once',
  'remembers-failures': 'retry_after_failure',
  'falls-over-broken-json': 'broken_body',
};

/** A check in the output of `sim doctor --json`. */
interface Checked {
  readonly id: string;
  readonly outcome: string;
  readonly code: string | null;
  readonly why: string | null;
  readonly fix: string | null;
}

const simulatorHere = simulatorOfFile();

describe('sim doctor', () => {
  it.each(Object.entries(planted))(
    'finds in examples/receivers/%s.js only this fault: %s',
    async (name, finding) => {
      const { code, stdout, stderr } = await runDoctorHere(await startExample(name), '--json');
      expect([code, stderr]).toEqual([1, '']);
      const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: readonly Checked[] };
      const failures = checks.filter(({ outcome }) => outcome === 'failed');
      expect(healthy).toBe(false);
      const names = failures.map(({ id, code }) => (id === code ? id : `${id}: ${code}`));
      expect(names, JSON.stringify(failures)).toEqual([finding]);
      expect(failures.every(({ why, fix }) => why?.match(/\w/) && fix?.match(/\w/))).toBe(true);
    },
  );

  it('finds no fault in the good receiver, and has no check that all examples pass', async () => {
    const url = await startExample('good');
    const { code, stdout, stderr } = await runDoctor(url, '--json');
    expect([code, stderr], stdout).toEqual([0, '']);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ url, simulator: null, healthy: true });
    const checks = report.checks as readonly Checked[];
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    const covered = Object.values(planted).map((finding) => finding.replace(/:.*/, ''));
    expect(new Set(checks.map(({ id }) => id))).toEqual(new Set(covered));
    const files = readdirSync(`${root}examples/receivers`).map((file) => file.replace(/\.js$/, ''));
    expect(files.sort()).toEqual([...Object.keys(planted), 'good'].sort());
  });

  it('finds no fault in the receivers of the documentation', async () => {
    for (const name of ['express', 'hono']) {
      const { code, stdout } = await runDoctorHere(await startExample(name, 'webhook-receiver'));
      expect(code, stdout).toBe(0);
      expect(stdout).toMatch(/^all \d+ checks passed /m);
    }
  });

  it('works with the account of a running simulator', async () => {
    const dataDir = scratchFolder();
    const simulator = await startSimulator({ dataDir });
    const url = await startExample('good', 'receivers', simulator.account.webhook_secret);
    const { code, stdout, stderr } = await runSimHere(['doctor', url, '--json'], {
      env: { SIM_DATA: dataDir },
    });
    expect([code, stderr], stdout).toEqual([0, '']);
    expect(JSON.parse(stdout).simulator).toBe(simulator.url);
    const trace = await followTrace(simulator);
    await trace.first(({ type, data }) => type === 'webhook.probed' && data.passed === true);
  });

  it('tests the receiver on the command line, even if a relay forwards webhooks to another receiver', async () => {
    const dataDir = scratchFolder();
    const simulator = await startSimulator({ dataDir });
    // The relay's receiver refuses everything. Its responses must not affect the result.
    const { port } = await startReceiver((_, response) => response.writeHead(401).end());
    const relay = startSimHere(['relay', '--port', String(port), '--json', ...connectionFlags(simulator)]);
    await relay.lines.first(() => true);
    const run = async (name: string) => {
      const url = await startExample(name, 'receivers', simulator.account.webhook_secret);
      const { stdout } = await runSimHere(['doctor', url, '--json'], { env: { SIM_DATA: dataDir } });
      const { checks } = JSON.parse(stdout) as { checks: readonly Checked[] };
      return checks.filter(({ outcome }) => outcome !== 'passed').map(({ id }) => id);
    };
    expect(await run('good')).toEqual([]);
    expect(await run('no-signature-check')).toContain('bad_signature');
    await relay.stop();
  });

  it('prints only the advice about the relay while a relay is connected', async () => {
    const dataDir = scratchFolder();
    const simulator = await startSimulator({ dataDir });
    const relay = startSimHere(['relay', '--port', '1', '--json', ...connectionFlags(simulator)]);
    await relay.lines.first(() => true);
    const url = await startExample('good', 'receivers', 'whsec_another');
    const { code, stdout, stderr } = await runSimHere(['doctor', url], { env: { SIM_DATA: dataDir } });
    expect(code).toBe(1);
    expect(stdout).toContain('The receiver responded with 401');
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/relay/)]);
    expect(stderr).not.toMatch(/--secret|--mock/);
    await relay.stop();
  });

  it('accepts a receiver that returns 204 with a Content-Length', async () => {
    const server = createServer(async (request, response) => {
      // The doctor closes one of its connections in the middle of a request.
      request.on('error', () => {});
      try {
        const body = await buffer(request);
        await verifyWebhook({ headers: request.headers, body, secret: SECRET });
        request.socket.end('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok');
      } catch {
        response.writeHead(401).end();
      }
    });
    const { code, stdout, stderr } = await runDoctor(
      `http://127.0.0.1:${await listenOnFreePort(server)}/`,
      '--json',
    );
    expect([code, stderr], stdout).toEqual([0, '']);
    const { checks } = JSON.parse(stdout) as { checks: readonly Checked[] };
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(checks).toHaveLength(Object.keys(planted).length - 1);
  });

  it.each(['responds with 503', 'closes the connection'])(
    'completes all checks if only the first webhook meets a cold start: the receiver %s',
    async (answer) => {
      let count = 0;
      const server = createServer(async (request, response) => {
        const isFirst = ++count === 1;
        const body = await buffer(request).catch(() => '');
        const check = verifyWebhook({ headers: request.headers, body, secret: SECRET });
        const status = await check.then(() => 200).catch(() => 401);
        if (isFirst && answer === 'closes the connection') response.destroy();
        else response.writeHead(isFirst ? 503 : status).end();
      });
      const url = `http://127.0.0.1:${await listenOnFreePort(server)}/`;
      const { code, stdout, stderr } = await runDoctorHere(url, '--json');
      expect([code, stderr], stdout).toEqual([0, '']);
      const { checks } = JSON.parse(stdout) as { checks: readonly Checked[] };
      expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
      expect(checks[0]?.code).toBe('cold_start');
    },
  );

  it.each<[string, string, string, Reject]>([
    [
      'rejects every second webhook',
      'sometimes',
      'the flag g outside the handler',
      (count) => (count % 2 === 0 ? 401 : undefined),
    ],
    [
      'accepts only the first webhook',
      'sometimes',
      'Create the HMAC object for each webhook',
      (count) => (count > 1 ? 401 : undefined),
    ],
    [
      'rejects every seventh webhook',
      'sometimes',
      'Compare the secret',
      (count) => (count % 7 === 0 ? 401 : undefined),
    ],
    ['rejects the second webhook of a second', 'sometimes', 'recognize duplicates', createReplayCheck()],
    ['holds a lock for 60 ms', 'sometimes', 'wait for the lock', createLock()],
    [
      'fails on every third webhook',
      'sometimes',
      'exhausted database connections',
      (count) => (count % 3 === 0 ? 500 : undefined),
    ],
    [
      'has one instance that is down',
      'sometimes',
      'health check',
      (count) => (count % 2 === 0 ? 502 : undefined),
    ],
    [
      'rejects the first attempt of each webhook with 404',
      'retry_passes',
      'Compare both attempts',
      createFirstRejection(404),
    ],
    [
      'rejects the first attempt of each webhook with 503',
      'retry_passes',
      'Compare both attempts',
      createFirstRejection(503),
    ],
    ['limits the rate of requests', 'limited', 'rate limit', (count) => (count > 12 ? 429 : undefined)],
  ])('names no other cause if the receiver %s', async (_, cause, advice, reject) => {
    let count = 0;
    const { url } = await startReceiver(async ({ headers, rawBody }, response) => {
      const rejection = reject(++count, headers);
      const check = verifyWebhook({ headers, body: rawBody, secret: SECRET });
      const status = await check.then(
        () => 200,
        () => 401,
      );
      response.writeHead(rejection ?? status).end();
    });
    const { stdout } = await runDoctorHere(url, '--json');
    const { checks } = JSON.parse(stdout) as { checks: readonly Checked[] };
    const failures = checks.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code);
    expect(failures, stdout).toEqual([cause]);
    expect(checks.find(({ outcome }) => outcome === 'failed')?.fix).toContain(advice);
  });

  it.each([
    ['takes the second event of a session for a duplicate', 409, 'same_session', 'Recognize duplicates by'],
    ['removes spaces from the body', 401, 'changed_body', 'raw bytes'],
  ])('blames no missing event if the receiver %s', async (_, refusal, cause, advice) => {
    const seenSessions = new Set<string>();
    const server = createServer(async (request, response) => {
      const text = await buffer(request).then(String, () => '');
      const body = cause === 'changed_body' ? text.replaceAll(' ', '') : text;
      const hmac = createHmac('sha256', SECRET).update(`${request.headers['svc-timestamp']}.${body}`);
      const isValid = hmac.digest('hex') === request.headers['svc-signature'];
      const [, session = ''] = /"id": ?"([^"]+)/.exec(text) ?? [];
      const isSeen = cause === 'same_session' && isValid && seenSessions.has(session);
      if (isValid) seenSessions.add(session);
      response.writeHead(isSeen ? refusal : isValid ? 200 : 401).end();
    });
    const url = `http://127.0.0.1:${await listenOnFreePort(server)}/`;
    const { stdout } = await runDoctorHere(url, '--json');
    const { checks } = JSON.parse(stdout) as { checks: readonly Checked[] };
    expect(checks.find(({ id }) => id === 'all_events')).toMatchObject({
      code: cause,
      why: expect.stringMatching(/^payment_session\.paid: /),
      fix: expect.stringContaining(advice),
    });
    const outcomes = checks.filter(({ id }) => ['unknown_event', 'extra_fields'].includes(id));
    if (cause === 'same_session')
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped']);
  });

  it('passes with a note if the receiver accepts a valid webhook with an HTML page', async () => {
    const page = '<!doctype html><div id="root"></div>';
    const server = createServer((_, response) => response.end(page));
    const { code, stdout } = await runDoctorHere(`http://127.0.0.1:${await listenOnFreePort(server)}/`);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^passed +genuine_webhook .*\n {2}The webhook counts as delivered, but the response is an HTML page\.\n/,
    );
  });

  it('suggests --secret if the receiver refuses a valid signature', async () => {
    const url = await startExample('good', 'receivers', 'whsec_another');
    const { code, stdout, stderr } = await runDoctorHere(url);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^failed +genuine_webhook .*\n {2}The receiver responded with 401: An unsigned GET .* gets the same response\..*\n.* copy this account's webhook_secret/m,
    );
    expect(stderr).toMatch(
      /^next: check that the receiver .* --secret\nnext: .* doesn't count toward any practice; /,
    );
  });

  it('starts its own simulator if the running simulator has another secret', async () => {
    const dataDir = scratchFolder();
    await startSimulator({ dataDir });
    const url = await startExample('good');
    const env = { SIM_DATA: dataDir, SIM_WEBHOOK_SECRET: SECRET };
    const { code, stdout } = await runSimHere(['doctor', url, '--json'], { env });
    expect([code, JSON.parse(stdout).simulator]).toEqual([0, null]);
  });

  it('tests with the tokens and the agreement of another account, and detects a wrong secret', async () => {
    const simulator = await startSimulator();
    const { console_token, webhook_secret } = simulator.account;
    const url = await startExample('good', 'receivers', webhook_secret);
    const options = [...connectionFlags(simulator), '--console-token', console_token];
    const run = (...words: readonly string[]) => runSimHere(['doctor', url, ...options, ...words]);
    const wrong = await run('--secret', 'whsec_another');
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toContain("doesn't sign with --secret");
    const none = await run();
    expect([none.code, none.stderr], 'the account knows its secret').toEqual([0, '']);
  });

  it.each([
    ['flat', 'body'],
    ['data', 'body'],
    ['both', 'sha256'],
  ])(
    'sends bodies and signatures in the form that the account has set: bodies %s, signatures %s',
    async (webhook_body, webhook_signature) => {
      const { url: mock } = await simulatorHere();
      const account = await openAccount(mock);
      const body = { webhook_signature, webhook_body };
      const set = await call(mock, 'PUT', '/console/settings', { token: account.console_token, body });
      expect(set.status).toBe(200);
      const good = readFileSync(`${root}examples/receivers/good.js`, 'utf8');
      const other = good
        .replace(/\.update\(`[^`]*`\)/, '')
        .replace("Buffer.from(signature, 'hex')", "Buffer.from(signature.replace(/^sha256=/, ''), 'hex')")
        .replace('{ event, session_payment: { id } }', '{ event }')
        .replace(/console\.log\(`.*id.*event.*`\)/, 'console.log(event)');
      const program = join(scratchFolder(), 'receiver.mjs');
      writeFileSync(program, other);
      const url = await startReceiverProgram(program, account.webhook_secret);
      const options = [...connectionFlags({ url: mock, account }), '--console-token', account.console_token];
      const { code, stdout } = await runSimHere([
        'doctor',
        url,
        ...options,
        '--secret',
        account.webhook_secret,
      ]);
      expect(code, stdout).toBe(0);
    },
  );

  it('waits with its experiment while another one of the account runs', async () => {
    const simulator = await simulatorHere();
    const account = await openAccount(simulator.url);
    const url = await startExample('good', 'receivers', 'whsec_another');
    const options = [...connectionFlags({ url: simulator.url, account }), '--secret', account.webhook_secret];
    const runs = await Promise.all([1, 2].map(() => runSimHere(['doctor', url, ...options, '--json'])));
    for (const { stdout } of runs) {
      const [{ experiment }] = JSON.parse(stdout).checks;
      expect(experiment, stdout).toMatchObject({ code: 'undetermined' });
    }
  });

  it('distinguishes a receiver that decodes another charset from one that joins chunks of the body as text', async () => {
    const program = join(scratchFolder(), 'receiver.mjs');
    const joining = readFileSync(`${root}examples/receivers/joins-text.js`, 'utf8');
    writeFileSync(program, joining.replace('text += part', "text += part.toString('latin1')"));
    const { stdout } = await runDoctorHere(await startReceiverProgram(program, SECRET), '--json');
    const { checks } = JSON.parse(stdout) as { checks: readonly Checked[] };
    const failures = checks.filter(({ outcome }) => outcome === 'failed').map(({ id, code }) => [id, code]);
    expect(failures).toEqual([['body_in_pieces', 'mistake.body_encoding']]);
  });

  it.each<[string, (body: string) => string]>([
    ['\\\\ \\"', (body) => body.replace(/\\(.)/g, '$1')],
    ['+ %41', (body) => decodeURIComponent(body.replaceAll('+', ' '))],
    ['<b> &amp;', (body) => body.replace(/<[^>]*>/g, '')],
    ['😀', (body) => body.replace(/[\u{10000}-\u{10ffff}]/gu, '')],
    ['U+0301', (body) => body.normalize('NFC')],
    ['U+00A0', (body) => body.replaceAll('\u00a0', ' ')],
  ])(
    'names the characters that the receiver changes before the signature check: %s',
    async (characters, change) => {
      const server = createServer(async (request, response) => {
        const body = change(await buffer(request).then(String, () => ''));
        const check = verifyWebhook({ headers: request.headers, body, secret: SECRET });
        response.writeHead(await check.then(() => 200).catch(() => 401)).end();
      });
      const url = `http://127.0.0.1:${await listenOnFreePort(server)}/`;
      const { stdout } = await runDoctorHere(url, '--json');
      const { checks } = JSON.parse(stdout) as { checks: readonly Checked[] };
      const failures = checks.filter(({ outcome }) => outcome === 'failed');
      expect(failures.map(({ code }) => code)).toEqual(['raw_bytes']);
      expect(failures[0]?.why).toContain(`have ${characters} in a text`);
    },
  );

  it.each([
    ['nothing', () => true, 'bad_signature', 'verifies nothing'],
    [
      'only that there is a signature',
      (signature: string) => signature !== '',
      'bad_signature',
      'accepts any value',
    ],
    ['only the length', (signature: string) => signature.length === 64, 'bad_signature', 'only the length'],
    [
      'no empty signature',
      (signature: string, right: string) => ['', right].includes(signature),
      'missing_signature',
      'missing or empty',
    ],
    [
      'the first piece',
      (signature: string, _: string, first: string) => signature === first,
      'single_read',
      'the piece that it reads first',
    ],
    [
      'NULs',
      (signature: string, _: string, __: string, padded: string) => signature === padded,
      'mistake.body_length',
      'wrong length',
    ],
  ])('names the check that a receiver lacks: it checks %s', async (_, accepts, code, text) => {
    const server = createServer(async (request, response) => {
      const pieces = await request.toArray().catch(() => []);
      const body = Buffer.concat(pieces);
      const sign = (text: string | Buffer) =>
        createHmac('sha256', SECRET).update(`${timestamp}.`).update(text).digest('hex');
      const { 'svc-signature': signature = '', 'svc-timestamp': timestamp } = request.headers;
      const padded = String(body).padEnd(body.length, '\0');
      const isFresh = Math.abs(Date.now() - Date.parse(String(timestamp))) < 300_000;
      const isAccepted = accepts(String(signature), sign(body), sign(pieces[0] ?? ''), sign(padded));
      response.writeHead(isAccepted && isFresh ? 200 : 401).end();
    });
    const url = `http://127.0.0.1:${await listenOnFreePort(server)}/`;
    const { checks } = JSON.parse((await runDoctorHere(url, '--json')).stdout) as {
      checks: readonly Checked[];
    };
    const failures = checks.filter(({ outcome }) => outcome === 'failed');
    expect(failures.map((failure) => failure.code)).toEqual([code]);
    expect(failures[0]?.why).toContain(text);
  });

  it("sends the credentials of the receiver's URL with every request, and never prints them", async () => {
    const basic = `Basic ${Buffer.from('shop:pw-nobody-sees').toString('base64')}`;
    const credentials: (string | undefined)[] = [];
    // The receiver reads no bodies, because the doctor closes some connections in the middle of a request.
    const server = createServer(({ headers }, response) => {
      credentials.push(headers.authorization);
      response.writeHead(200, { connection: 'close' }).end();
    });
    const address = `127.0.0.1:${await listenOnFreePort(server)}/hook`;
    const junit = join(scratchFolder(), 'report.xml');
    const url = `http://shop:pw-nobody-sees@${address}`;
    for (const words of [['--json', '--junit', junit], []]) {
      const { stdout, stderr } = await runDoctorHere(url, ...words);
      expect(stdout).toContain(`http://***@${address}`);
      expect(stdout + stderr + readFileSync(junit, 'utf8')).not.toContain('nobody');
    }
    expect(new Set(credentials)).toEqual(new Set([basic]));
  });

  it('exits with 2 for an invalid URL or a missing secret, and suggests a secret', async () => {
    const receiver = await startReceiver();
    const { code, stdout, stderr } = await runSimHere(['doctor', receiver.url]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/pass it with --secret.* whsec_\S{20}$/m);
    expect(receiver.received.all).toEqual([]);
    const address = await runSimHere(['doctor', 'localhost:3000/webhooks', '--secret', SECRET]);
    expect(address.code).toBe(2);
    expect(address.stderr).toContain('http://localhost:3000/webhooks');
  });

  it("reports that no receiver listens, and that the JUnit file can't be written", async () => {
    const nobody = await runDoctorHere(
      'http://127.0.0.1:1/webhooks',
      '--json',
      '--junit',
      `${root}package.json/no-folder.xml`,
    );
    expect(JSON.parse(nobody.stdout).checks[0]).toMatchObject({ outcome: 'failed', code: 'nothing_listens' });
    expect(nobody.code).toBe(1);
    expect(JSON.parse(nobody.stderr).detail).toMatch(/no-folder\.xml: .* \(E[A-Z]+\);/);
  });
});

/** Returns the status of a rejection; undefined if the signature decides. */
type Reject = (count: number, headers: Readonly<Record<string, unknown>>) => number | undefined;

function createReplayCheck(): Reject {
  const timestamps = new Set<unknown>();
  return (_, { 'svc-timestamp': timestamp }) => {
    if (timestamps.has(timestamp)) return 401;
    timestamps.add(timestamp);
    return undefined;
  };
}

function createLock(): Reject {
  let untilMs = 0;
  return () => {
    if (performance.now() < untilMs) return 423;
    untilMs = performance.now() + 60;
    return undefined;
  };
}

function createFirstRejection(status: number): Reject {
  const keys = new Set<unknown>();
  return (_, { 'idempotency-key': key }) => {
    if (keys.has(key)) return undefined;
    keys.add(key);
    return status;
  };
}

/** Starts one of the example receivers on a free port, and returns its URL. */
function startExample(name: string, folder = 'receivers', secret = SECRET): Promise<string> {
  return startReceiverProgram(`${root}examples/${folder}/${name}.js`, secret);
}

async function startReceiverProgram(file: string, secret: string): Promise<string> {
  const env = { WEBHOOK_SECRET: secret, PORT: '0' };
  const program = startProgram(process.execPath, [file], { env });
  return (await program.lines.first((line) => line.includes('http://'))).replace(/.*(http:\S+)$/, '$1');
}

/** Runs `runDoctor` within this process. */
function runDoctorHere(url: string, ...words: readonly string[]) {
  return runSimHere(['doctor', url, '--secret', SECRET, ...words]);
}

function runDoctor(url: string, ...words: readonly string[]) {
  return runSim(['doctor', url, '--secret', SECRET, ...words]);
}
