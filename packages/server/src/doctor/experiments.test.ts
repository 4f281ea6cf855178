import { createHmac } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import type { CancelTimer } from '@svc-simulator/core';
import { connectRelay } from '@svc-simulator/relay';
import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { brokenPrograms } from '@svc-simulator/test-support/broken-programs.ts';
import { type BrokenReceiver, brokenReceivers } from '@svc-simulator/test-support/broken-receivers.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { languages } from '../../../../test/support/languages.js';
import { root, startProgram } from '../../../../test/support/program.ts';
import { type Received, startReceiver } from '../../../../test/support/receiver.ts';
import { scratchFolder } from '../../../../test/support/scratch.ts';

/** Returns a predicate that is true for about half of all numbers, and the same each time for a seed. */
function randomHalf(seed: number) {
  return (count: number) => (createHmac('sha256', `${seed}`).update(`${count}`).digest()[0] ?? 0) < 128;
}

/** Skips the pauses of the experiments, which end 20 ms or 750 ms after a full second. */
class LeapingClock extends ManualClock {
  leaptMs = 0;

  override after(ms: number, callback: () => void): CancelTimer {
    if (ms > 1000 || ![20, 750].includes((this.now() + ms) % 1000)) return super.after(ms, callback);
    this.jump(ms);
    this.leaptMs += ms;
    queueMicrotask(callback);
    return () => {};
  }
}

function relayTo(port: number, mock: string, { token }: TestAccount): Promise<void> {
  return new Promise((resolve) => {
    const relay = connectRelay({
      t: inEnglish,
      key: token,
      mock,
      forward: { port },
      onEvent: ({ type }) => type === 'connected' && resolve(),
    });
    onTestFinished(() => relay.close());
  });
}

it('runs at most ten experiments per minute for an account of a hosted simulator', async () => {
  await using sim = await TestSimulator.start({ hosted: true });
  const account = await sim.account();
  const isValid = ({ headers }: Received) => !String(headers['svc-signature']).startsWith('ffff');
  const { port, received } = await startReceiver((request, response) =>
    response.writeHead(isValid(request) ? 401 : 200).end(),
  );
  await relayTo(port, sim.url, account);
  const trace = new SeenTrace(sim);
  const id = await sim.button(account, { webhook_url: 'http://10.0.0.1/hook' });
  const { data } = await trace.of(id, 'webhook.attempted');
  const run = () =>
    sim.send('POST', '/control/experiments', {
      token: account.token,
      body: { delivery_id: data.delivery_id },
    });
  for (let count = 0; count < 10; count++)
    expect((await run()).json.data).toMatchObject({ code: 'inverted', certainty: 'proven' });
  const sentCount = received.all.length;
  const refusal = await run();
  expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '6']);
  expect(refusal.json.detail).toContain('at most 10 experiments per minute');
  expect(received.all.length).toBe(sentCount);
  await sim.clock.advance(6000);
  expect((await run()).status).toBe(200);
  expect((await run()).status).toBe(429);
});

describe('experiments on a receiver', async () => {
  const clock = new LeapingClock();
  const sim = await simulatorOfBlock({ clock });

  const routes = {
    local: async (port: number) => `http://127.0.0.1:${port}/hook`,
    direct: async (port: number) => `http://receiver.localhost:${port}/hook`,
    relay: async (port: number, account: TestAccount) => {
      await relayTo(port, sim.url, account);
      return 'http://10.0.0.1/hook';
    },
  };

  const run = (account: TestAccount, body: object, language = 'en') =>
    sim.send('POST', '/control/experiments', {
      token: account.token,
      body,
      headers: { 'accept-language': language },
    });

  async function createRefusedDelivery(
    answer: (request: Received) => ReturnType<ReturnType<BrokenReceiver['start']>>,
    account: TestAccount,
    route: keyof typeof routes = 'local',
  ) {
    const receiver = await startReceiver((request, response) => {
      const result = answer(request);
      const { status, body, headers } = typeof result === 'number' ? { status: result } : { ...result };
      // Hides Node's `keep-alive`, because these receivers stand for programs in any language.
      response.writeHead(status, { connection: 'keep-alive', ...headers }).end(body);
    });
    const webhook_url = await routes[route](receiver.port, account);
    return { receiver, delivery_id: await createRefusedAt(webhook_url, account, route) };
  }

  async function createRefusedAt(webhook_url: string, account: TestAccount, route: keyof typeof routes) {
    const trace = new SeenTrace(sim);
    const attempt = async () => {
      const id = await sim.button(account, { webhook_url });
      return (await trace.of(id, 'webhook.attempted')).data;
    };
    let data = await attempt();
    // A receiver that drops zeros accepts the few signatures that have none.
    while (data.status === 200) data = await attempt();
    expect(data).toMatchObject({ via: route, status: expect.any(Number) });
    return String(data.delivery_id);
  }

  async function expectVerdict(account: TestAccount, delivery_id: string, verdict: string) {
    const startedMs = clock.leaptMs;
    const { status, json } = await run(account, { delivery_id });
    expect([status, json.data.code], JSON.stringify(json.data)).toEqual([200, verdict]);
    expect(json.data.requests.length).toBeLessThanOrEqual(40);
    expect(clock.leaptMs - startedMs).toBeLessThanOrEqual(10_000);
    expect(json.data.certainty).toMatch(/^(proven|likely|unknown)$/);
    expect([json.data.why, json.data.fix]).toEqual([
      expect.stringMatching(/\w/),
      expect.stringMatching(/\w/),
    ]);
  }

  const cases = (Object.keys(routes) as (keyof typeof routes)[]).flatMap((route) =>
    Object.entries(brokenReceivers)
      // A relay forwards every request as POST, so it can't ask a gateway with GET.
      .filter(([, { verdict }]) => route !== 'relay' || verdict !== 'access_rule')
      .map(([name, receiver]) => [route, name, receiver] as const),
  );

  it.each(cases)(
    'finds the right cause over the route %s if the receiver %s',
    async (route, _name, brokenReceiver) => {
      // Moves the clock away from the beginning of a second, where even a tolerance below a second accepts
      // webhooks.
      clock.jump((1600 - (clock.now() % 1000)) % 1000);
      const account = await sim.account();
      const { secret, token } = account;
      const answer = brokenReceiver.start({ secret, token, now: () => clock.now() });
      const { delivery_id, receiver } = await createRefusedDelivery(answer, account, route);
      const before = receiver.received.all.length;
      await expectVerdict(account, delivery_id, brokenReceiver.verdict);
      expect(receiver.received.all.length - before).toBeLessThanOrEqual(40);
    },
  );

  const programs = Object.entries(brokenPrograms).flatMap(([name, verdicts]) =>
    languages.filter((language) => language.name === name).map((language) => ({ ...language, verdicts })),
  );

  describe.each(programs)('written in $name', ({ files, commands, isThere, verdicts }) => {
    // Skipped if the language isn't installed: npm run test:languages installs all of them.
    it.skipIf(!isThere() && !process.env.SIM_TEST_ALL_LANGUAGES)('finds every mistake', async () => {
      const account = await sim.account();
      const cwd = scratchFolder();
      const env = {
        WEBHOOK_SECRET: account.secret,
        NOW: new Date(clock.now()).toISOString().slice(0, 19),
        GOCACHE: `${cwd}/cache`,
      };
      const nameOf = (word: string) => word.replace('verify', 'broken').replace('Verify', 'Broken');
      for (const file of files)
        copyFileSync(`${root}test/broken-receivers/${nameOf(file)}`, `${cwd}/${nameOf(file)}`);
      const start = ([command = '', ...words]: readonly string[]) =>
        startProgram(command, words.map(nameOf), { cwd, env });
      for (const step of commands.slice(0, -1)) expect((await start(step).exited).code).toBe(0);
      const port = await start(commands.at(-1) ?? []).lines.first(Boolean);
      for (const [name, verdict] of Object.entries(verdicts))
        await expectVerdict(
          account,
          await createRefusedAt(`http://127.0.0.1:${port}/${name}`, account, 'local'),
          verdict,
        );
    });
  });

  it.each([
    [500, 'The likely cause is an exception in your code'],
    [401, "a mistake that the simulator didn't try"],
  ])('says what the cause of a %i can be: %s', async (status, cause) => {
    clock.jump((1600 - (clock.now() % 1000)) % 1000);
    const account = await sim.account();
    const { delivery_id } = await createRefusedDelivery(() => status, account);
    const { json } = await run(account, { delivery_id });
    expect([json.data.code, json.data.certainty]).toEqual(['undetermined', 'unknown']);
    expect(json.data.why).toContain(cause);
    expect(json.data.why.includes('Seven causes')).toBe(status === 401);
    expect(json.data.fix.startsWith(`In the ${status} response`)).toBe(status === 401);
    expect(json.data.fix).toContain(
      'If you already return these values, a different branch of your code responds',
    );
  });

  it('names a gateway in front of a receiver that signs the raw bytes', async () => {
    const account = await sim.account();
    const answer = brokenReceivers['signs json.dumps of the body']?.start({
      ...account,
      now: () => clock.now(),
    });
    const { delivery_id } = await createRefusedDelivery((request) => answer?.(request) ?? 500, account);
    const { json } = await run(account, { delivery_id });
    expect(json.data).toMatchObject({ code: 'signature_raw_body', certainty: 'proven' });
    expect(json.data.fix).toContain('something in front of it re-serializes them');
  });

  it.each([
    ['an empty 400', 400, '', ''],
    ['a 400 in JSON', 400, '{"error":"Bad Request"}', 'A webhook without a signature gets the same response'],
    [
      'a 400 with the time',
      400,
      '{"timestamp":"{now}","status":400,"error":"Bad Request"}',
      'without a signature',
    ],
    ['a 404 on an existing path', 404, 'Not Found', 'so the receiver has this path'],
  ])(
    "doesn't blame the body or the path for a wrong secret if the receiver returns %s",
    async (_, status, text, note) => {
      const account = await sim.account();
      const { delivery_id } = await createRefusedDelivery(({ url }) => {
        if (url !== '/hook') return { status: 404, body: `Cannot POST ${url}` };
        return { status, body: text.replace('{now}', new Date(clock.now()).toISOString()) };
      }, account);
      await expectVerdict(account, delivery_id, 'undetermined');
      expect((await run(account, { delivery_id })).json.data.why).toContain(note);
    },
  );

  const fatalError =
    '<b>Fatal error</b>: Uncaught TypeError: hash_equals(): Argument #2 ($user_string) must be of type string, null given in /app/webhook.php:12';
  const springError = '{"timestamp":"{now}","status":401,"error":"Unauthorized","path":"/webhooks"}';
  const requiredField = '{"errors":{"signature":["The signature field is required."]}}';
  const forbiddenField = '{"message":["property session_payment should not exist"],"statusCode":400}';

  it.each([
    [401, springError, 'undetermined', 'The cause is still unknown'],
    [401, 'Webhook too old, or another problem', 'undetermined', 'The response says “Webhook too old, or'],
    [401, 'Expired or invalid session', 'undetermined', 'The response says “Expired or invalid session”'],
    [401, 'Subscription expired', 'undetermined', 'The response says “Subscription expired”'],
    [500, 'TypeError: rename() failed', 'undetermined', 'The response says “TypeError: rename() failed”'],
    [
      401,
      "error=Text '{now}' could not be parsed, unparsed text found at index 19",
      'mistake.time_form',
      'index 19',
    ],
    [
      500,
      "Invalid isoformat string: '{now}+'",
      'mistake.time_form',
      "can't parse svc-timestamp: the response says “Invalid",
    ],
    [500, "Invalid isoformat string: '2024-01-05'", 'undetermined', 'Invalid isoformat'],
    [400, 'The body could not be parsed', 'undetermined', 'The response says “The body could not be'],
    [500, "unsupported operand type(s) for +: 'int' and 'str'", 'undetermined', 'unsupported operand'],
    [
      500,
      "unsupported operand types(s) or combination of types: 'bytes' and 'str'",
      'mistake.comparison',
      'bytes',
    ],
    [500, "Invalid isoformat string: ''", 'mistake.header_name', "a header that the webhook doesn't have"],
    [500, fatalError, 'mistake.header_name', 'null given in /app/webhook.php:12'],
    [500, 'Input buffers must have the same byte length', 'mistake.comparison', 'throws an exception'],
    [400, 'Missing required headers', 'header_required', '(Missing required headers)'],
    [400, requiredField, 'header_required', '(The signature field is required.)'],
    [400, forbiddenField, 'strict_schema', '(property session_payment should not exist'],
  ])('reads in the response %i %s only what it says', async (status, text, code, why) => {
    clock.jump((1600 - (clock.now() % 1000)) % 1000);
    const account = await sim.account();
    const { delivery_id } = await createRefusedDelivery(({ method, headers }) => {
      if (method === 'GET') return 404;
      return { status, body: text.replace('{now}', String(headers['svc-timestamp'])) };
    }, account);
    await expectVerdict(account, delivery_id, code);
    expect((await run(account, { delivery_id })).json.data.why).toContain(why);
  });

  it.each([
    [() => 401, 'redirected', 'redirects the valid webhook (303), but returns 401'],
    [() => 303, 'redirect', '(Location: /thanks)'],
  ])('proves that a receiver redirects after the signature check: %s', async (refuse, code, why) => {
    const account = await sim.account();
    const { delivery_id } = await createRefusedDelivery(({ headers, rawBody }) => {
      const hmac = createHmac('sha256', account.secret).update(`${headers['svc-timestamp']}.`);
      const isRight = hmac.update(rawBody).digest('hex') === headers['svc-signature'];
      return { status: isRight ? 303 : refuse(), headers: { location: '/thanks' } };
    }, account);
    await expectVerdict(account, delivery_id, code);
    expect((await run(account, { delivery_id })).json.data.why).toContain(why);
  });

  it('proves that the receiver looks for the fields in another place of the body', async () => {
    const account = await sim.account();
    await sim.ask(account, 'PUT', '/console/settings', { webhook_body: 'flat' });
    const { delivery_id } = await createRefusedDelivery(
      ({ rawBody }) => (JSON.parse(rawBody.toString()).data?.session_payment ? 200 : 400),
      account,
    );
    await expectVerdict(account, delivery_id, 'body_shape');
    const { json } = await run(account, { delivery_id });
    expect(json.data).toMatchObject({ certainty: 'proven', why: expect.stringContaining('under data') });
  });

  it('proves that a receiver loads its secret too late, and stops after the 40 requests', async () => {
    const account = await sim.account();
    const startMs = clock.now();
    const { delivery_id } = await createRefusedDelivery(
      () => ({ status: clock.now() < startMs + 2000 ? 401 : 200, headers: { server: 'gunicorn' } }),
      account,
    );
    await expectVerdict(account, delivery_id, 'late_secret');
  });

  it.each([
    ['every path', 401, true],
    ['only its own path', 404, false],
  ])('says that the cause can be in front of the program if a 401 protects %s', async (_, other, isNamed) => {
    const account = await sim.account();
    const { delivery_id } = await createRefusedDelivery(
      ({ method }) => ({ status: method === 'GET' ? other : 401, headers: { server: 'gunicorn' } }),
      account,
    );
    const { code, why, fix } = (await run(account, { delivery_id })).json.data;
    expect(code).toBe('undetermined');
    expect(why.startsWith('An unsigned GET of a path')).toBe(isNamed);
    expect(why.includes('Seven causes')).toBe(!isNamed);
    expect(fix.startsWith("First look for the webhook in your program's log")).toBe(isNamed);
  });

  it('names protections of POST first if a webhook without a signature gets the same 403', async () => {
    const account = await sim.account();
    const { delivery_id } = await createRefusedDelivery(
      ({ method }) => (method === 'GET' ? 405 : 403),
      account,
    );
    await expectVerdict(account, delivery_id, 'undetermined');
    const { why } = (await run(account, { delivery_id })).json.data;
    expect(why).toMatch(/^With and without a signature, every POST .* CSRF protection/);
  });

  it.each([
    ['WEBrick', 'mistake.separator', '("\\n")', { separator: '\n' }],
    ['PHP/8.3', 'mistake.secret_changed', '“…;”', { key: '…;' }],
    ['Jetty', 'mistake.secret_changed', '“… ”', { key: '… ' }],
    ['gunicorn', 'signature_secret', '{WEBHOOK_SECRET}”', { key: `\${WEBHOOK_SECRET}` }],
    ['Jetty', 'mistake.form', '([hex])', { form: '[…]' }],
  ])('finds at the first run of a receiver with %s: %s %s', async (server, code, text, mistake) => {
    clock.jump((1600 - (clock.now() % 1000)) % 1000);
    const { separator = '.', key = '…', form = '…' } = mistake as Record<string, string>;
    const account = await sim.account();
    const { delivery_id } = await createRefusedDelivery(({ headers, rawBody }) => {
      const hmac = createHmac('sha256', key.replace('…', account.secret));
      const digits = hmac.update(`${headers['svc-timestamp']}${separator}`).update(rawBody).digest('hex');
      const isRight = headers['svc-signature'] === form.replace('…', digits);
      return { status: isRight ? 200 : 401, headers: { server } };
    }, account);
    await expectVerdict(account, delivery_id, code);
    expect((await run(account, { delivery_id })).json.data.why).toContain(text);
  });

  it('names the webhook that stopped the receiver', async () => {
    const account = await sim.account();
    let isStopped = false;
    const receiver = await startReceiver(({ headers }, response) => {
      isStopped ||= /^\d+$/.test(String(headers['svc-timestamp']));
      if (isStopped) response.destroy();
      else response.writeHead(401).end();
    });
    const delivery_id = await createRefusedAt(`${receiver.url}/hook`, account, 'local');
    await expectVerdict(account, delivery_id, 'unanswered');
    isStopped = false;
    const { json } = await run(account, { delivery_id });
    expect(json.data.why).toMatch(/ crashed on the test webhook “time_form \d+” \(.*svc-timestamp: \d+, /);
    expect(json.data.fix).toContain('anyone can probably stop your receiver');
  });

  const age =
    (unitOfNow: number, offsetMs = 0) =>
    (timestamp: string) =>
      Math.abs(clock.now() / unitOfNow - (Date.parse(timestamp) + offsetMs)) <= 300_000 / unitOfNow;
  const signsAsSent = (timestamp: string, body: string) => `${timestamp}.${body}`;
  const isRecent = age(1);

  it.each([
    ['Node', 'undefined as the body', 'signature_raw_body', (time: string) => `${time}.undefined`, isRecent],
    [
      'Node',
      'undefined as the time',
      'mistake.timestamp_missing',
      (_: string, body: string) => `undefined.${body}`,
      isRecent,
    ],
    ['Node', 'seconds − milliseconds', 'mistake.time_unit', signsAsSent, age(1000)],
    ['PHP/8.3', "Bogotá's time", 'mistake.time', signsAsSent, age(1, 5 * 3_600_000)],
    ['PHP/8.3', 'no time', 'mistake.timestamp_missing', (_: string, body: string) => `.${body}`, isRecent],
    ['Kestrel', 'dashes', 'mistake.form', signsAsSent, isRecent],
    ['gunicorn', 'a cut secret', 'mistake.secret_cut', signsAsSent, isRecent],
  ] as const)(
    'finds the mistakes of the language that a bare 401 shows: %s, %s',
    async (server, mistake, code, textOf, isFresh) => {
      clock.jump((1600 - (clock.now() % 1000)) % 1000);
      const account = await sim.account();
      const key = mistake === 'a cut secret' ? account.secret.slice(0, -1) : account.secret;
      const { delivery_id } = await createRefusedDelivery(({ headers, rawBody }) => {
        const timestamp = String(headers['svc-timestamp']);
        const digits = createHmac('sha256', key).update(textOf(timestamp, rawBody.toString())).digest('hex');
        const expected = mistake === 'dashes' ? digits.toUpperCase().replace(/..(?!$)/g, '$&-') : digits;
        const isRight = expected === headers['svc-signature'] && isFresh(timestamp);
        const responseHeaders: Record<string, string> =
          server === 'Node' ? { 'keep-alive': 'timeout=5' } : { server };
        return { status: isRight ? 200 : 401, headers: responseHeaders };
      }, account);
      await expectVerdict(account, delivery_id, code);
      expect((await run(account, { delivery_id })).json.data.certainty).toBe('proven');
    },
  );

  it.each([400, 500])('proves that the receiver refuses only one event, with %i', async (refusal) => {
    const account = await sim.account();
    const { delivery_id } = await createRefusedDelivery(({ headers, rawBody }) => {
      const hmac = createHmac('sha256', account.secret).update(`${headers['svc-timestamp']}.`);
      const isRight = hmac.update(rawBody).digest('hex') === headers['svc-signature'];
      if (!isRight) return 401;
      return rawBody.includes('"payment_session.paid"') ? 200 : refusal;
    }, account);
    await expectVerdict(account, delivery_id, 'event_refused');
    expect((await run(account, { delivery_id })).json.data.certainty).toBe('proven');
  });

  it('says when the secret was replaced if the receiver may have the previous one', async () => {
    const account = await sim.account();
    const answer = brokenReceivers['has another secret']?.start({ ...account, now: () => clock.now() });
    const { delivery_id } = await createRefusedDelivery((request) => answer?.(request) ?? 500, account);
    const why = async () => (await run(account, { delivery_id })).json.data.why;
    expect(await why()).not.toContain('was replaced');
    const body = { grace: false };
    expect(
      (await sim.send('POST', '/console/keys/webhook-secret', { token: account.console, body })).status,
    ).toBe(201);
    clock.jump(3 * 60_000);
    expect(await why()).toMatch(/^webhook_secret was replaced [34] minutes ago/);
  });

  const blockPage = '<html><style>h1 {}</style><h1>403 Forbidden</h1>Bot detected.</html>';

  it.each([
    ['a firewall blocks', 403, 403, blockPage, 'access_rule', '“403 Forbidden Bot detected.”'],
    ['AWS blocks', 403, 403, '{"message":"Forbidden"}', 'access_rule', '“{"message":"Forbidden"}”'],
    ['Rails blocks', 403, 403, '<h1>Blocked hosts: a:1</h1>', 'access_rule', '“Blocked hosts: a:1”'],
    ['a GET passes', 403, 405, blockPage, 'undetermined', 'unknown'],
    ['Django itself refuses', 403, 403, '<html><h1>403 Forbidden</h1><p></p></html>', 'undetermined', ''],
    ['Flask itself refuses', 401, 401, 'Either you supplied the wrong credentials, or', 'undetermined', ''],
    ['the program refuses', 401, 401, '{"error":"invalid credentials"}', 'undetermined', ''],
  ])(
    'blames something in front of the receiver only if a GET shows it: %s',
    async (_, status, getStatus, body, code, text) => {
      const account = await sim.account();
      const { delivery_id } = await createRefusedDelivery(
        ({ method }) => ({ status: method === 'GET' ? getStatus : status, body }),
        account,
      );
      await expectVerdict(account, delivery_id, code);
      expect((await run(account, { delivery_id })).json.data.why).toContain(text);
    },
  );

  it.each([
    ['an empty 401 for both', '', '', 401, undefined],
    ['the same 401 for both', 'Unauthorized', 'Unauthorized', 401, 'gets the same response'],
    ['other texts', 'request 1', 'request 2', 401, undefined],
    ['400 without a signature', '', '', 400, 'gets 400, so your code finds svc-signature'],
  ])('says what a webhook without a signature gets: %s', async (_, body, unsignedBody, unsigned, text) => {
    clock.jump((1600 - (clock.now() % 1000)) % 1000);
    const account = await sim.account();
    const { delivery_id } = await createRefusedDelivery(
      ({ headers }) =>
        headers['svc-signature'] ? { status: 401, body } : { status: unsigned, body: unsignedBody },
      account,
    );
    const { json } = await run(account, { delivery_id });
    expect([json.data.code, json.data.certainty]).toEqual(['undetermined', 'unknown']);
    const [sentence] = /(?<=A webhook without a signature )[^.]*/.exec(json.data.why) ?? [];
    expect(sentence?.slice(0, text?.length)).toBe(text);
  });

  it.each([
    ['login', 401, 'access_rule'],
    ['route', 404, 'undetermined'],
  ])(
    'names an access rule for WWW-Authenticate only if a GET gets the same: %s',
    async (_, getStatus, code) => {
      clock.jump((1600 - (clock.now() % 1000)) % 1000);
      const account = await sim.account();
      const headers = { 'www-authenticate': 'Basic realm="shop"' };
      const { delivery_id } = await createRefusedDelivery(
        ({ method }) => ({ status: method === 'GET' ? getStatus : 401, headers }),
        account,
      );
      await expectVerdict(account, delivery_id, code);
      const { json } = await run(account, { delivery_id });
      expect(json.data.why.includes('“WWW-Authenticate: Basic realm="shop"”')).toBe(code === 'access_rule');
    },
  );

  it.each([
    ['utf16le', '', '', ['mistake.body_encoding']],
    ['utf8', '"', '.', ['mistake.secret_changed', 'Its key is “"…"”, where … is webhook_secret']],
    ['utf8', '', '', ['mistake.separator', 'lowercase hexadecimal']],
  ] as const)(
    'finds two mistakes in a quoted signature without experiments: %s, quote %s, separator %s',
    async (encoding, quote, separator, [code, text = '']) => {
      const account = await sim.account();
      const { delivery_id } = await createRefusedDelivery(({ headers, rawBody }) => {
        const signedText = `${headers['svc-timestamp']}${encoding === 'utf8' ? separator : '.'}${rawBody}`;
        const end = encoding === 'utf8' && quote ? '\n' : '';
        const key = Buffer.from(quote + account.secret + quote, encoding);
        const hmac = createHmac('sha256', key).update(Buffer.from(signedText + end, encoding));
        return {
          status: 401,
          body: JSON.stringify({ computed: hmac.digest(text.includes('hex') ? 'base64' : 'hex') }),
        };
      }, account);
      await expectVerdict(account, delivery_id, code);
      const { json } = await run(account, { delivery_id });
      expect(json.data.why).toContain(text);
      expect(json.data.certainty).toBe('likely');
      expect(json.data.requests.length).toBeLessThan(5);
    },
  );

  it.each([
    ['its own counter', (count: number) => `${count}.`, 'changing_signature', 'signs something of its own'],
    ['another secret', () => 'another.', 'other_signature', 'matches no known mistake'],
  ])('tells a signature that changes from one that stays the same: %s', async (_, startOf, code, text) => {
    const account = await sim.account();
    let count = 0;
    const { delivery_id } = await createRefusedDelivery(({ rawBody }) => {
      const hmac = createHmac('sha256', account.secret).update(startOf(++count)).update(rawBody);
      return { status: 401, body: hmac.digest('hex') };
    }, account);
    await expectVerdict(account, delivery_id, code);
    expect((await run(account, { delivery_id })).json.data.why).toContain(text);
  });

  it.each([
    ['a list of numbers', (hmac: Buffer) => JSON.stringify(hmac), 'mistake.form', '([171, …])'],
    ['base64 of the digits', (hmac: Buffer) => btoa(hmac.toString('hex')), 'mistake.form', '(base64(hex))'],
    ['a prefix', (hmac: Buffer) => `sha256=${hmac.toString('hex')}`, 'mistake.prefix', '(sha256=)'],
    ['half', (hmac: Buffer) => hmac.toString('hex', 0, 16), 'undetermined', 'result has 32 characters'],
  ])('reads a computed signature in another form: %s', async (_, write, code, text) => {
    const account = await sim.account();
    const { delivery_id } = await createRefusedDelivery(({ headers, rawBody }) => {
      const hmac = createHmac('sha256', account.secret).update(`${headers['svc-timestamp']}.`);
      return { status: 401, body: write(hmac.update(rawBody).digest()) };
    }, account);
    await expectVerdict(account, delivery_id, code);
    const { json } = await run(account, { delivery_id });
    expect(json.data.why).toContain(text);
    expect(json.data.fix).not.toContain('return received');
  });

  it('asks for every value that is missing in the response, and then names the cause', async () => {
    const account = await sim.account();
    let names: readonly string[] = [];
    const { delivery_id } = await createRefusedDelivery(({ headers, rawBody }) => {
      const received = headers['svc-signature'];
      const signedText = `${headers['svc-timestamp']}.${rawBody}`;
      const computed = createHmac('sha256', account.secret).update(signedText).digest('hex');
      const values = Object.entries({ received, signed: signedText, computed, age: 0.1 });
      const body = JSON.stringify(Object.fromEntries(values.filter(([name]) => names.includes(name))));
      return { status: 401, body };
    }, account);
    for (const [givenNames, code, askedNames] of [
      [[], 'undetermined', 'In the 401 response, return received, signed, computed, and age from'],
      [['signed'], 'undetermined', 'return received, computed, and age from'],
      [['computed'], 'right_hmac', 'return received, signed, and age from'],
      [['received', 'computed'], 'comparison', ''],
      [['received', 'signed', 'computed', 'age'], 'comparison', ''],
    ] as const) {
      names = givenNames;
      clock.jump((1600 - (clock.now() % 1000)) % 1000);
      await expectVerdict(account, delivery_id, code);
      const { json } = await run(account, { delivery_id, framework: 'ruby' });
      expect(json.data.fix).toContain(askedNames);
      expect(json.data.lines.join().includes('key_length: secret.bytesize')).toBe(askedNames !== '');
      expect(json.data.why.includes('The text that your code signs is right')).toBe(
        givenNames.join() === 'signed',
      );
      expect(json.data.why.includes('check of the age')).toBe(givenNames.length === 2);
    }
  });

  it('compares the text that the receiver signs with the webhook', async () => {
    const account = await sim.account();
    const { delivery_id } = await createRefusedDelivery(({ headers, rawBody }) => {
      const signedText = `id:${headers['idempotency-key']};ts:${headers['svc-timestamp']};`;
      const computed = createHmac('sha256', account.secret).update(signedText).digest('hex');
      return { status: 401, body: `${computed} signed: ${signedText} length ${rawBody.length}` };
    }, account);
    await expectVerdict(account, delivery_id, 'mistake.separator');
    const { json } = await run(account, { delivery_id });
    expect(json.data.why).toContain(
      'signs “id:{idempotency-key};ts:{svc-timestamp};” instead of “{svc-timestamp}.{body}”: at character 1',
    );
    expect(json.data.requests.length).toBe(3);
  });

  it('quotes what the receiver returns next to the right signature', async () => {
    const account = await sim.account();
    const { delivery_id } = await createRefusedDelivery(({ headers, rawBody }) => {
      const hmac = createHmac('sha256', account.secret).update(`${headers['svc-timestamp']}.`);
      const digits = hmac.update(rawBody).digest('hex');
      return { status: 401, body: `${digits} TypeError: can't subtract offset-naive datetimes` };
    }, account);
    await expectVerdict(account, delivery_id, 'right_hmac');
    const { json } = await run(account, { delivery_id });
    expect(json.data.why).toContain("says “TypeError: can't subtract offset-naive datetimes”");
  });

  it.each([
    ['computes', 'right_hmac', 'The HMAC is right'],
    ['echoes', 'right_signature', 'contains only the signature that was sent'],
  ])('says that the HMAC is right only if the receiver %s it', async (word, code, text) => {
    const account = await sim.account();
    const { delivery_id } = await createRefusedDelivery(({ headers, rawBody }) => {
      const hmac = createHmac('sha256', account.secret)
        .update(`${headers['svc-timestamp']}.`)
        .update(rawBody);
      return {
        status: 401,
        body: word === 'computes' ? hmac.digest('hex') : String(headers['svc-signature']),
      };
    }, account);
    await expectVerdict(account, delivery_id, code);
    const { json } = await run(account, { delivery_id });
    expect(json.data.why).toContain(text);
    expect(json.data.fix).toContain("$_SERVER['HTTP_SVC_SIGNATURE']");
  });

  it('stops when a firewall begins to block the tests, and lists the responses', async () => {
    for (const limit of [2, 3, 4, 11]) {
      const account = await sim.account();
      let count = 0;
      const { delivery_id, receiver } = await createRefusedDelivery(
        () => (++count > limit ? { status: 403, body: blockPage } : 401),
        account,
      );
      await expectVerdict(account, delivery_id, 'blocked');
      expect(receiver.received.all.length - limit).toBeLessThanOrEqual(4);
      expect((await run(account, { delivery_id })).json.data.code).not.toBe('blocked');
    }
  });

  const everyNth = (n: number, offset: number) => (count: number) => count % n === offset;
  const seeds = Array.from({ length: 24 }, (_, seed) => seed);
  const unsteadyReceivers: readonly (readonly [string, (count: number) => boolean])[] = [
    ...[2, 3, 5, 7].flatMap((n) =>
      Array.from(
        { length: n - 1 },
        (_, index) => [`every ${n}th, ${index}`, everyNth(n, index + 1)] as const,
      ),
    ),
    ...[1, 4, 5, 6].map(
      (start) => [`three, from ${start}`, (count: number) => count >= start && count < start + 3] as const,
    ),
    ...seeds.map((seed) => [`half, seed ${seed}`, randomHalf(seed)] as const),
  ];

  it.each(unsteadyReceivers)(
    'proves no mistake of a receiver that accepts webhooks in turn: %s',
    async (_, accepts) => {
      clock.jump((1600 - (clock.now() % 1000)) % 1000);
      const account = await sim.account();
      let count = 0;
      const { delivery_id } = await createRefusedDelivery(
        () => (count++ === 0 || !accepts(count - 1) ? 401 : 200),
        account,
      );
      const { json } = await run(account, { delivery_id });
      const { code, certainty } = json.data;
      expect([code, certainty], JSON.stringify(json.data)).toEqual([
        expect.stringMatching(/^(sometimes|accepted|undetermined)$/),
        'unknown',
      ]);
    },
  );

  it('finds the mistake of a receiver that stores idempotency-key before it checks the signature', async () => {
    const account = await sim.account();
    const answer = brokenReceivers['joins without the dot']?.start({ ...account, now: () => clock.now() });
    const seenKeys = new Set<unknown>();
    const { delivery_id } = await createRefusedDelivery((request) => {
      const key = request.headers['idempotency-key'];
      if (seenKeys.has(key)) return { status: 200, body: 'duplicate' };
      seenKeys.add(key);
      return answer?.(request) ?? 500;
    }, account);
    const { json } = await run(account, { delivery_id });
    expect(json.data).toMatchObject({ code: 'mistake.separator', certainty: 'proven' });
    expect(json.data.why).toContain('stores idempotency-key before it checks the signature');
    expect(json.data.fix).toContain('Store idempotency-key only after the signature check');
  });

  it.each([
    ['crashes on a body that is no object', (_: number, body: string) => body === '[]', 'mistake.separator'],
    ['has stopped', (count: number) => count > 3, 'unanswered'],
  ])(
    'continues after a dropped connection only if the receiver responds again: it %s',
    async (_, drops, code) => {
      clock.jump((1600 - (clock.now() % 1000)) % 1000);
      const account = await sim.account();
      const answer = brokenReceivers['joins without the dot']?.start({ ...account, now: () => clock.now() });
      let count = 0;
      const receiver = await startReceiver((request, response) => {
        if (drops(++count, request.rawBody.toString())) response.destroy();
        else response.writeHead(Number(answer?.(request))).end();
      });
      const delivery_id = await createRefusedAt(`${receiver.url}/hook`, account, 'local');
      await expectVerdict(account, delivery_id, code);
    },
  );

  it('explains all broken receivers except at most four', () => {
    const verdicts = [
      ...Object.values(brokenReceivers).map(({ verdict }) => verdict),
      ...Object.values(brokenPrograms).flatMap((each) => Object.values(each)),
    ];
    expect(verdicts.length).toBeGreaterThanOrEqual(40);
    expect(verdicts.filter((verdict) => verdict === 'undetermined').length).toBeLessThanOrEqual(4);
  });
});
