import diagnosis from 'texts:diagnosis';
import examination from 'texts:examination';
import signature from 'texts:signature';
import word from 'texts:word';
import type { Webhook } from '@svc-simulator/outbound';
import { type Language, type LazyText, textsIn } from '@svc-simulator/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { type Check, checks, sessionEndChecks } from './checks.ts';
import { buildReport, runChecks, scenarios } from './doctor-report.ts';
import {
  connectionVerdict,
  failedVerdict,
  findingOf,
  isRefused,
  judge,
  LOW_CONCURRENCY,
  passedVerdict,
  unansweredVerdict,
  type Verdict,
} from './finding.ts';
import { TestedReceiver } from './tested-receiver.ts';
import { bodySigner } from './webhook-factory.ts';

/** Returns a receiver whose methods are replaced by `methods`. */
const receiverWith = (methods: object): TestedReceiver =>
  Object.assign(Object.create(TestedReceiver.prototype), methods);

function textOf(
  verdict: Verdict | undefined,
  part: 'why' | 'because' | 'fix',
  lang: Language = 'en',
): string {
  const text = (verdict as unknown as Readonly<Record<string, LazyText>>)[part];
  return text?.(textsIn(lang, examination[lang], diagnosis[lang], signature[lang], word[lang])) ?? '';
}

const acceptingReceiver = receiverWith({
  newWebhook: async () => ({ headers: {}, body: Buffer.from('') }),
  send: async () => ({ status: 200, error: null, durationMs: 1 }),
  forgetEvents: () => {},
});
const failedDuplicate = failedVerdict('duplicate', { status: 409, error: null, durationMs: 1 });

function check(id: Check['id'], verdict: Verdict, needs?: Check['needs']): Check {
  return { id, run: async () => verdict, ...(needs && { needs }) };
}

const all = [...checks, ...sessionEndChecks({ accreditLate: async () => [], expire: async () => undefined })];

describe('test run', () => {
  const clock = {
    elapsed: () => 0,
    after(_ms: number, callback: () => void) {
      queueMicrotask(callback);
      return () => {};
    },
  };
  const runAll = (...selection: readonly Check[]) => runChecks(clock, acceptingReceiver, selection);

  it('skips all other checks if the first one fails', async () => {
    const results = await runAll(
      check('genuine_webhook', failedDuplicate),
      check('concurrency', passedVerdict),
    );
    expect(results.map(({ verdict }) => verdict.outcome)).toEqual(['failed', 'skipped']);
  });

  it('skips only checks that need a failed or skipped check', async () => {
    const results = await runAll(
      check('genuine_webhook', passedVerdict),
      check('duplicate', failedDuplicate, ['genuine_webhook']),
      check('retry_after_failure', passedVerdict, ['genuine_webhook', 'duplicate']),
      check('broken_body', passedVerdict, ['retry_after_failure']),
      check('concurrency', passedVerdict),
    );
    expect(results.map(({ verdict }) => verdict.outcome)).toEqual([
      'passed',
      'failed',
      'skipped',
      'skipped',
      'passed',
    ]);
    expect(textOf(results[3]?.verdict, 'because')).toContain('the retry of a webhook that was cut off');
  });

  it('runs the dependent checks if only simultaneous webhooks fail', async () => {
    const results = await runAll(
      check('genuine_webhook', passedVerdict),
      check('concurrency', connectionVerdict(LOW_CONCURRENCY, 'timeout')),
      check('body_in_pieces', passedVerdict, ['concurrency']),
    );
    expect(results.map(({ verdict }) => verdict.outcome)).toEqual(['passed', 'failed', 'passed']);
  });

  it('continues after a check that the simulator could not run, and reports its message', async () => {
    const run = () => Promise.reject(new Error('409 Conflict'));
    const results = await runAll(
      check('genuine_webhook', passedVerdict),
      { id: 'bad_signature', run },
      check('duplicate', passedVerdict),
    );
    expect(results.map(({ verdict }) => verdict.outcome)).toEqual(['passed', 'failed', 'passed']);
    expect(textOf(results[1]?.verdict, 'why')).toContain('409 Conflict');
    await expect(runAll({ id: 'genuine_webhook', run })).rejects.toThrow('409 Conflict');
  });

  it.each([
    [0, ['failed', 'passed'], 'no_answer'],
    [4, ['failed', 'passed'], 'restarted'],
    [99, ['failed', 'skipped'], 'crashed'],
  ])('waits 2 s for a receiver that crashed: it refuses %i webhooks', async (refusals, outcomes, code) => {
    let count = 0;
    const send = async () =>
      count++ < refusals ? { status: null, error: 'ECONNREFUSED' } : { status: 200, error: null };
    const selection = [
      check('genuine_webhook', passedVerdict),
      check('partial_signature', unansweredVerdict({ error: 'ECONNRESET' })),
      check('duplicate', passedVerdict),
    ];
    const receiver = receiverWith({ ...acceptingReceiver, send });
    const results = await runChecks(clock, receiver, selection);
    expect(results.slice(1).map(({ verdict }) => verdict.outcome)).toEqual(outcomes);
    expect(results[1]?.verdict).toMatchObject({ code });
    expect(count).toBeLessThanOrEqual(9);
    if (refusals === 0) return;
    expect(textOf(results[1]?.verdict, 'why')).toContain('crashed');
    expect(textOf(results[1]?.verdict, 'fix')).toContain('timingSafeEqual');
  });

  const timeout = { status: null, error: 'timeout' };
  const closedPort = { status: null, error: 'ECONNREFUSED' };
  const reset = { status: null, error: 'ECONNRESET' };
  const success = { status: 200, error: null };
  it.each([
    ['is starting', 'gateway', [{ status: 503 }, success], 'cold_start', 'was accepted 2 s later'],
    ['closed a connection', 'connection_cut', [success], 'cold_start', 'was accepted 1 s later'],
    ['expects TLS', 'connection_cut', [], 'plain_to_tls_port', 'expects https'],
    ['has crashed', 'connection_cut', [closedPort, closedPort], 'crashed', 'crashed on this request'],
    ['is down', 'connection_cut', [reset, reset], 'connection_cut', ''],
    ['has an instance that is down', 'gateway', [success, reset], 'sometimes', 'one of 2 instances'],
    ['never responds', 'too_slow', [timeout], 'too_slow', ''],
    [
      'responds only to wrong signatures',
      'too_slow',
      [{ status: 401 }, timeout],
      'too_slow',
      'a wrong signature',
    ],
    ['was slow once', 'too_slow', [{ status: 401 }, success], 'cold_start', 'starting'],
    ['hangs sometimes', 'too_slow', [{ status: 401 }, success, timeout], 'sometimes', 'an instance hangs'],
  ])(
    'sends another valid webhook if the first got no response: the receiver %s',
    async (_, code, answers, foundCode, text) => {
      let [ms, count] = [0, 0];
      const first = code === 'gateway' ? { status: 502, error: null } : code === 'too_slow' ? timeout : reset;
      const receiver = receiverWith({
        ...acceptingReceiver,
        firstWebhook: async () => ({ attempt: first }),
        findsTls: async () => foundCode === 'plain_to_tls_port',
        send: async () =>
          (foundCode === 'sometimes' ? answers[count++ % answers.length] : answers[count++]) ?? success,
      });
      const startingClock = {
        elapsed: () => ms,
        after(waitMs: number, callback: () => void) {
          ms += waitMs;
          return clock.after(waitMs, callback);
        },
      };
      const verdict: Verdict = { outcome: 'failed', status: null, code, why: () => '', fix: () => '' };
      const [result] = await runChecks(startingClock, receiver, [check('genuine_webhook', verdict)]);
      const finding = result && findingOf(result.verdict);
      expect(finding?.code).toBe(foundCode);
      expect(finding && textOf({ outcome: 'failed', ...finding }, 'why')).toContain(text);
      expect(count).toBeLessThanOrEqual(16);
    },
  );

  it('includes every check once, after the checks that it needs', () => {
    const ids = all.map(({ id }) => id);
    const catalogIds = Object.keys(examination.en).flatMap(
      (key) => /^examination\.check\.(\w+)\.title$/.exec(key)?.[1] ?? [],
    );
    expect([...ids].sort()).toEqual(catalogIds.sort());
    for (const { id, needs = [] } of all) {
      for (const need of needs)
        expect(ids.indexOf(need), `${id} needs ${need}`).toBeLessThan(ids.indexOf(id));
    }
  });
});

describe('check without a response', () => {
  const receiver = receiverWith({
    newId: () => 'other',
    createSigner: async () => () => ({ body: '', headers: {} }),
    newWebhook: async () => ({ headers: { 'svc-signature': '0'.repeat(64) }, body: '' }),
    firstWebhook: async () => ({ emission: { rawBody: '{"session_payment":{"id":"a"}}', sessionId: 'a' } }),
    send: async () => ({ status: null, error: 'ECONNREFUSED', durationMs: 1 }),
    sendInPieces: async () => [{ status: null, error: 'ECONNREFUSED', durationMs: 1 }],
    sendAloneInPieces: async () => undefined,
  });

  it.each(['missing_signature', 'header_case', 'concurrency'] as const)(
    'fails %s and reports the missing response',
    async (id) => {
      const verdict = await checks.find((each) => each.id === id)?.run(receiver);
      expect(verdict).toMatchObject({ outcome: 'failed', code: 'no_answer' });
      expect(textOf(verdict, 'why')).toMatch(/^The receiver didn't respond \(ECONNREFUSED\), so /);
    },
  );
});

describe('check of an unreadable response', () => {
  const answer = { status: null, error: 'unreadable response (bare line feed)', durationMs: 1 };
  const receiver = receiverWith({
    newId: () => 'other',
    createSigner: async () => () => ({ body: '', headers: {} }),
    newWebhook: async () => ({ headers: { 'svc-signature': '0'.repeat(64) }, body: '' }),
    firstWebhook: async () => ({ emission: { rawBody: '{"session_payment":{"id":"a"}}', sessionId: 'a' } }),
    send: async () => answer,
    sendInPieces: async () => [answer],
    sendAloneInPieces: async () => undefined,
  });

  it.each(['missing_signature', 'header_case', 'concurrency', 'broken_body'] as const)(
    'fails %s and reports the unusable response',
    async (id) => {
      const verdict = await checks.find((each) => each.id === id)?.run(receiver);
      expect(verdict).toMatchObject({ outcome: 'failed', code: 'unusable_answer' });
      expect(textOf(verdict, 'why')).toMatch(
        /^The receiver responded, but its response can't be used \(unreadable/,
      );
      expect(textOf(verdict, 'why', 'es')).toMatch(/^El receptor respondió, pero /);
    },
  );
});

let chance = 1;

describe('check of the first valid webhook', () => {
  const verdictOn = (responseBody: string, accepts: (signature: string) => boolean = () => true) => {
    let count = 0;
    return checks[0]?.run(
      receiverWith({
        firstWebhook: async () => ({
          attempt: { status: 200, error: null, durationMs: 1, via: 'direct', responseBody },
          emission: { sessionId: 'first', rawBody: '{"id":"first"}' },
        }),
        detectVariant: async () => 'timestamp',
        createSigner: async () =>
          bodySigner('whsec_a', 'timestamp', { now: () => 0, newId: () => `${count}` }),
        newId: () => `${count++}`,
        send: async ({ headers }: Webhook) => ({
          status: accepts(headers['svc-signature'] ?? '') ? 200 : 401,
        }),
      }),
    );
  };

  it.each([
    ['at their beginning', (signature: string) => !signature.startsWith('0'), 'mistake.padding'],
    ['in any byte', (signature: string) => !/^(..)*0/.test(signature), 'mistake.padding'],
    ['by chance', () => [true, false][chance++ % 2] ?? false, undefined],
  ])('finds lost zeros of signatures although most valid webhooks pass: %s', async (_, accepts, code) => {
    const verdict = await verdictOn('ok', accepts);
    expect(verdict && 'code' in verdict ? verdict.code : undefined).toBe(code);
    expect(textOf(verdict, 'why').includes('only if its signature has no byte below 16')).toBe(!!code);
  });

  it("fails if a tunnel's page took the webhook", async () => {
    const verdict = await verdictOn('<!DOCTYPE html><html>You are about to visit a (ERR_NGROK_6024)');
    expect(verdict).toMatchObject({ outcome: 'failed', code: 'tunnel_page' });
    expect(textOf(verdict, 'fix')).toContain('sim relay');
  });

  it('passes with a note if the response is an HTML page', async () => {
    const verdict = await verdictOn('<!doctype html><html><div id="root">');
    expect(verdict).toMatchObject({ outcome: 'passed', note: { code: 'html_page' } });
    const results = [{ id: 'genuine_webhook', verdict: verdict ?? passedVerdict, durationMs: 1 }] as const;
    const t = textsIn('en', examination.en, diagnosis.en);
    const report = buildReport(t, { url: 'http://r.invalid/', simulator: null }, results);
    expect(report.healthy).toBe(true);
    expect(report.checks[0]).toMatchObject({
      outcome: 'passed',
      code: 'html_page',
      why: expect.stringContaining('HTML page'),
      fix: expect.stringContaining('path in webhook_url'),
    });
    expect(await verdictOn('ok')).toBe(passedVerdict);
  });
});

describe('check of all events', () => {
  const [allEvents] = checks.filter(({ id }) => id === 'all_events');
  const verdictOn = (status: (body: string) => number) => {
    const webhookOf = (length: number) => {
      const rawBody = JSON.stringify('a'.repeat(length - 2));
      const attempt = {
        status: status(rawBody),
        error: null,
        durationMs: 1,
        via: 'direct',
        responseBody: '',
      };
      return { event: 'payment_session.paid', emission: { rawBody, sessionId: 'b', headers: {} }, attempt };
    };
    return allEvents?.run(
      receiverWith({
        sentEvents: async () => [464, 1331, 2197].map(webhookOf),
        detectVariant: async () => 'timestamp',
        newId: () => 'c',
        createSigner: async () => (body: string) => ({ body }),
        send: async ({ body }: { readonly body: string }) => ({ status: status(body), error: null }),
      }),
    );
  };

  it('finds the longest body that the receiver accepts', async () => {
    const verdict = await verdictOn(({ length }) => (length > 512 ? 401 : 200));
    expect(verdict).toMatchObject({ outcome: 'failed', code: 'body_limit', status: 401 });
    expect(textOf(verdict, 'why')).toContain('body has more than 512 bytes');
    expect(textOf(verdict, 'why')).not.toMatch(/different secret/);
  });

  it('blames neither the length nor the secret if the receiver rejects one event', async () => {
    const verdict = await verdictOn((body) => (/^"a{1329}"/.test(body) ? 401 : 200));
    expect(verdict).toMatchObject({ outcome: 'failed', code: 'all_events' });
    const text = textOf(verdict, 'why');
    expect(text).toContain("it didn't accept one of a session's four events");
    expect(text).not.toContain('signature');
  });
});

describe('check of fast responses', () => {
  const [fastAnswers] = checks.filter(({ id }) => id === 'fast_answers');
  const createSentWebhooks = (durationMs: number) => [
    { event: 'payment_session.paid', attempt: { status: 200, error: null, durationMs } },
  ];
  const verdictOn = (firstMs: number, againMs: number) =>
    fastAnswers?.run(
      receiverWith({
        sentEvents: async () => createSentWebhooks(firstMs),
        sendEvents: async () => createSentWebhooks(againMs),
      }),
    );

  it('fails only a receiver that is slow twice, and names the slow event', async () => {
    expect(await verdictOn(1001, 1000)).toBe(passedVerdict);
    expect(await verdictOn(1000, 1001)).toBe(passedVerdict);
    expect(textOf(await verdictOn(1001, 1001), 'why')).toMatch(
      /^payment_session\.paid: The receiver responded with 200: it took/,
    );
  });
});

describe('verdict', () => {
  const responseWith = (status: number | null) => ({
    status,
    error: status ? null : 'ECONNRESET',
    durationMs: 1,
  });

  it("doesn't count temporary refusals as refusals", () => {
    const refusals = [400, 401, 404, 422, 408, 425, 429, 500, 307, 200, null].filter((status) =>
      isRefused(responseWith(status)),
    );
    expect(refusals).toEqual([400, 401, 404, 422]);
  });

  it('reports the first wrong response', () => {
    const verdict = judge('concurrency', [200, 503, 500].map(responseWith), ({ status }) => status === 200);
    expect(verdict).toMatchObject({ outcome: 'failed', code: 'concurrency' });
    expect(textOf(verdict, 'why')).toMatch(/^The receiver responded with 503: it was one/);
    expect(textOf(verdict, 'why', 'es')).toMatch(/^El receptor respondió 503: era uno/);
    expect(judge('concurrency', [responseWith(200)], () => true)).toBe(passedVerdict);
    expect(textOf(failedVerdict('concurrency', responseWith(null)), 'why')).toMatch(
      /^The receiver didn't respond \(ECONNRESET\): /,
    );
  });
});

describe('scenario', () => {
  it('lists its checks in order, with the checks that they need', () => {
    const ids = all.map(({ id }) => id);
    for (const { id, checkIds } of scenarios) {
      expect([id, checkIds]).toEqual([id, ids.filter((checkId) => checkIds.includes(checkId))]);
      for (const { needs = [] } of all.filter((check) => checkIds.includes(check.id)))
        for (const need of needs) expect(checkIds, id).toContain(need);
      expect(checkIds[0]).toBe('genuine_webhook');
    }
  });
});

describe('check of a broken body', () => {
  const verdictOn = (...statuses: (number | null)[]) => {
    const remainingAnswers = statuses.map((status) => ({
      status,
      error: status === null ? 'ECONNRESET' : null,
    }));
    const emission = { sessionId: 'a', headers: {}, rawBody: '{"session_payment":{"id":"a"}}' };
    return checks
      .at(-1)
      ?.run(
        receiverWith({
          createSigner: async () => (body: string) => ({ body, headers: {} }),
          firstWebhook: async () => ({ emission }),
          newId: () => 'b',
          send: async () => remainingAnswers.shift(),
        }),
      );
  };

  it.each([
    [[400, 200], 'passed', undefined],
    [[200, 200], 'failed', 'broken_body'],
    [[401, null], 'failed', 'broken_body'],
    [[null, null], 'failed', 'broken_body'],
    [[null, 200], 'failed', 'cut_and_alive'],
  ])('judges the responses %j as %s', async (statuses, outcome, code) => {
    expect(await verdictOn(...statuses)).toMatchObject({ outcome, ...(code && { code }) });
  });
});
