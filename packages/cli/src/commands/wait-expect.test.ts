import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { until } from '../../../../test/support/until.ts';
import { liveSimulator, runStage } from '../../test/live.ts';
import type { Stage } from '../../test/stage.ts';
import { jsonLines } from '../../test/stage.ts';
import { SETTLING_MS } from '../expectations/expect-order.ts';
import { runSim } from '../run-sim.ts';

const live = liveSimulator();
const { createLiveStage, sim, runForData, newSession } = live;

/** Runs a command with a timeout of `ms`, which expires only when the test calls `end`. */
async function withDeadline(ms: number, line: string): Promise<{ stage: Stage; end: () => Promise<number> }> {
  const stage = await createLiveStage([...line.split(' '), String(ms)]);
  const over = new AbortController();
  let isAsked = false;
  const deadline = (timeoutMs: number) => {
    if (timeoutMs !== ms) return stage.context.deadline(timeoutMs);
    isAsked = true;
    return over.signal;
  };
  const running = runSim({ ...stage.context, deadline });
  const end = async () => {
    await until(() => isAsked);
    over.abort(new DOMException('late', 'TimeoutError'));
    return running;
  };
  return { stage, end };
}

describe('sim wait', () => {
  it('counts past events, and waits for new ones', async () => {
    const id = await newSession();
    const waiting = sim('wait', 'session.paid', '--where', `session_id=${id}`, '--json');
    await runForData('outcome', id, '--outcome', 'paid');
    const { code, stdout } = await waiting;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'session.paid', session_id: id });
    const both = await sim('wait', 'webhook.emitted', '--session', id, '--count', '2', '--json');
    const kinds = jsonLines(both.stdout).map(({ data }) => data.event);
    expect(kinds).toEqual(['payment_session.created', 'payment_session.paid']);
  });

  it('exits with 4 at its timeout, and shows the events that happened instead', async () => {
    const id = await newSession('--identifier', 'A-77');
    const { stage, end } = await withDeadline(
      1500,
      `wait paid --session ${id} --junit reports/out.xml --timeout`,
    );
    expect(await end()).toBe(4);
    expect(stage.stdout()).toBe('');
    expect(stage.stderr()).toMatch(
      new RegExp(
        `^error: waited 1500 ms for paid of session ${id}; it has not happened\nlatest events:\n  .*“A-77”\n`,
      ),
    );
    const xml = readFileSync(join(stage.directory, 'reports/out.xml'), 'utf8');
    expect(xml).toContain(
      `<failure message="waited 1500 ms for paid of session ${id}; it has not happened">`,
    );
  });

  it('exits with 1 if the event has become impossible, and with 2 for an unknown session', async () => {
    const id = await newSession();
    await runForData('session', 'expire', id);
    const { code, stderr } = await sim('wait', 'accredited', '--session', id, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({
      detail: `accredited of session ${id} can no longer happen: the session is expired`,
      latest: expect.arrayContaining([expect.objectContaining({ type: 'session.expired' })]),
    });
    const unknown = await sim('wait', 'paid', '--session', 'no-such');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('has no session no-such') });
  });

  it('exits with 2 for an unknown event or field', async () => {
    expect((await sim('wait', 'payed')).code).toBe(2);
    expect((await sim('wait', 'paid', '--where', 'method')).code).toBe(2);
    expect((await sim('wait', 'paid', '--count', '0')).code).toBe(2);
  });
});

describe('sim expect', () => {
  it('checks once for an exact number of events, a minimum, or none', async () => {
    const id = await newSession();
    const check = async (...words: string[]) => (await sim('expect', ...words, '--session', id)).code;
    expect(await check('webhook.emitted')).toBe(0);
    expect(await check('webhook.emitted', '--exactly', '1')).toBe(0);
    expect(await check('webhook.emitted', '--exactly', '2')).toBe(1);
    expect(await check('webhook.emitted', '--exactly', '0')).toBe(1);
    expect(await check('webhook.emitted', '--at-least', '2')).toBe(1);
    expect(await check('webhook.emitted', '--none')).toBe(1);
    expect(await check('webhook.emitted:paid', '--none')).toBe(0);
    expect(await check('paid')).toBe(1);
    expect(await check('paid', '--none', '--exactly', '1')).toBe(2);
  });

  it('prints the events that match', async () => {
    const id = await newSession();
    const expectation = await sim('expect', 'webhook.emitted', '--session', id);
    expect(expectation.stdout).toBe(`ok  webhook.emitted of session ${id}: once, at least once expected\n`);
    expect(await runForData('expect', 'paid', '--session', id, '--none')).toEqual({
      expected: 'never',
      count: 0,
      events: [],
    });
    const missing = await sim('expect', 'paid', '--session', id, '--exactly', '2');
    expect(missing.stderr).toMatch(
      new RegExp(
        `^error: expected paid of session ${id} exactly 2 times; it has happened 0 times\nlatest events:\n  .*session.created`,
      ),
    );
  });

  it('reads a trace of more than one page', async () => {
    const body = { items: Array.from({ length: 200 }, (_, number) => item(`page-${number}`)) };
    for (let batch = 0; batch < 3; batch++) {
      const answer = await fetch(`${live.url}/api/v1/ext/payment-sessions/request/batch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${live.account.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(201);
    }
    const words = 'expect session.created --where identifier=page-199 --exactly 3';
    const { code } = await sim(...words.split(' '));
    expect(code).toBe(0);
  });

  it('waits up to a time limit, and ends earlier once enough events have happened', async () => {
    const id = await newSession();
    const waiting = sim('expect', 'paid', '--session', id, '--within', '60000');
    await runForData('outcome', id, '--outcome', 'paid');
    expect((await waiting).code).toBe(0);
    const tooMany = sim('expect', 'accredited', '--session', id, '--none', '--within', '60000');
    await runForData('outcome', id, '--outcome', 'accredited');
    expect((await tooMany).stderr).toContain('never within 60000 ms; it has happened once');
  });

  it('waits until the time limit if one more match would be too many', async () => {
    const id = await newSession();
    const { stage, end } = await withDeadline(1500, `expect paid --session ${id} --none --within`);
    expect(await end()).toBe(0);
    expect(stage.stdout()).toContain('ok  paid of session');
  });
});

function item(identifier: string) {
  return {
    amount_reference: 1,
    currency_reference: 'USD',
    identifier,
    agreement_id: live.account.agreement_id,
    due_date_session: '2035-01-01T00:00:00.000Z',
  };
}

it('uses the agreement in SIM_AGREEMENT_ID in sim session create', async () => {
  const stage = await createLiveStage(['session', 'create', '--json'], {
    env: { SIM_URL: live.url, SIM_TOKEN: live.account.token, SIM_AGREEMENT_ID: 'agr_0000000000000000' },
  });
  expect(await runStage(stage)).toMatchObject({ code: 1, stderr: expect.stringContaining('404') });
});

it.each([
  ['en', 'accredited arrived 2 times'],
  ['es', 'accredited llegó 2 veces'],
])('checks the order and the duplicates of webhooks in sim expect (language: %s)', async (lang, twice) => {
  const receiver = await startReceiver((_, response) => response.writeHead(200).end());
  const { session_id } = await runForData('trigger', 'accredited', '--webhook-url', receiver.url);
  const expectOrder = (...words: readonly string[]) =>
    sim('expect', '--order', ...words, '--session', session_id, '--lang', lang);
  expect(await expectOrder('created,payment_session.paid,accredited', '--no-duplicates')).toMatchObject({
    code: 0,
  });
  const other = await expectOrder('paid,created');
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('created, paid')]);
  expect((await expectOrder('created,failed')).code).toBe(1);
  const [latest] = await runForData('delivery', 'list', '--session', session_id, '--by', 'all');
  expect(latest.event).toBe('payment_session.accredited');
  await sim('delivery', 'resend', latest.delivery_id);
  await until(async () => (await expectOrder('created,paid', '--no-duplicates')).code === 1);
  expect((await expectOrder('created,paid', '--no-duplicates')).stderr).toContain(twice);
  expect((await expectOrder('created,paid')).code).toBe(0);
});

describe('sim expect --order --within', () => {
  // The time limit of these commands never passes, unless the test ends it.
  const expectOrder = (session: string, ...words: readonly string[]) =>
    sim('expect', '--order', ...words, '--session', session, '--within', '600000');

  it('ends as soon as the order is complete', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(200).end());
    const id = await newSession('--webhook-url', receiver.url);
    const expecting = expectOrder(id, 'created,paid');
    await runForData('outcome', id, '--outcome', 'paid');
    expect((await expecting).code).toBe(0);
  });

  it.each([
    ['the session has expired', ['--webhook-url', 'RECEIVER'], 'created,paid', 'expired'],
    ['a webhook was sent to nobody', [], 'created,paid', 'paid'],
    ['a later webhook came first', ['--webhook-url', 'RECEIVER'], 'paid,created', undefined],
  ] as const)('exits with 1 as soon as the order is impossible: %s', async (_why, words, order, outcome) => {
    const receiver = await startReceiver((_, response) => response.writeHead(200).end());
    const id = await newSession(...words.map((word) => word.replace('RECEIVER', receiver.url)));
    const expecting = expectOrder(id, order);
    if (outcome) await runForData('outcome', id, '--outcome', outcome);
    const { code, stderr } = await expecting;
    expect([code, stderr]).toEqual([
      1,
      `error: no session had all of these webhooks: ${order.replace(',', ', ')}\n`,
    ]);
  });

  it.each([0, 1])('watches for duplicates for another two seconds, and exits with %i', async (code) => {
    const receiver = await startReceiver((_, response) => response.writeHead(200).end());
    const { session_id: id } = await runForData('trigger', 'paid', '--webhook-url', receiver.url);
    const [latest] = await runForData('delivery', 'list', '--session', id);
    const words = ['expect', '--order', 'created,paid', '--no-duplicates', '--session', id];
    const stage = await createLiveStage([...words, '--within', '600000']);
    const settling = new AbortController();
    let isSettling = false;
    const deadline = (ms: number) => {
      if (ms !== SETTLING_MS) return stage.context.deadline(ms);
      isSettling = true;
      return settling.signal;
    };
    const running = runSim({ ...stage.context, deadline });
    await until(() => isSettling);
    if (code === 0) settling.abort(new DOMException('late', 'TimeoutError'));
    else await runForData('delivery', 'resend', latest.delivery_id);
    expect(await running).toBe(code);
    if (code === 1) expect(stage.stderr()).toContain('paid arrived 2 times');
  });
});

it('requires an event or --order in sim expect', async () => {
  expect((await sim('expect')).stderr).toContain('pass an event, --order or --no-duplicates');
  expect((await sim('expect', '--order', 'created,payd')).stderr).toContain('Did you mean paid?');
});
