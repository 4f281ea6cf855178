import type { TraceEvent } from '@svc-simulator/contract';
import { expect, it } from 'vitest';
import { call, openSession, paymentForm, submitPayment } from './support/api.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { type Simulator, startSimulatorProcess } from './support/simulator.ts';
import { readTrace } from './support/trace.ts';

const START = Date.UTC(2027, 0, 31, 12);
const DAY_MS = 86_400_000;
const PAID_COUNT = 3;
const UNPAID_COUNT = 3;
/** Each advance of the clock ends with a kill, when the receiver gets the request with this number. */
const KILLS_AT_REQUEST = [1, 3, 5, 2];

it('continues an advance of the clock after a crash, without losing or repeating events', async () => {
  const dataDir = scratchFolder();
  const start = () => startSimulatorProcess({ dataDir });
  let simulator = await start();
  let onArrival = () => {};
  const receiver = await startReceiver((_, response) => {
    onArrival();
    response.writeHead(500).end();
  });

  await requestClock(simulator, 'PUT', '', { now: new Date(START).toISOString(), frozen: true });
  const open = async () => (await openSession(simulator, { webhook_url: receiver.url })).id;
  const paidIds: string[] = [];
  const unpaidIds: string[] = [];
  for (let order = 0; order < PAID_COUNT; order++) paidIds.push(await open());
  for (let order = 0; order < UNPAID_COUNT; order++) unpaidIds.push(await open());
  for (const id of paidIds)
    expect((await submitPayment(simulator.url, id, paymentForm('000000'))).status).toBe(303);
  const endMs = START + DAY_MS;
  let reachedMs = await advanceClock(simulator, 0);
  expect(reachedMs).toBe(START);

  for (const killedAt of KILLS_AT_REQUEST) {
    let requestsLeft = killedAt;
    onArrival = () => {
      if (--requestsLeft !== 0) return;
      // The simulator waits for the response to this request, so the advance isn't complete.
      simulator.signal('SIGKILL');
    };
    await expect(advanceClock(simulator, endMs - reachedMs)).rejects.toThrow();
    expect(await simulator.exited).toEqual({ code: null, signal: 'SIGKILL' });
    onArrival = () => {};
    simulator = await start();
    const output = await requestClock(simulator, 'GET', '');
    expect(output.frozen).toBe(true);
    const atMs = Date.parse(output.now);
    expect(atMs, 'put back').toBeGreaterThan(reachedMs);
    expect(atMs).toBeLessThan(endMs);
    // Advancing by 0 waits until the work that the kill interrupted has been repeated.
    reachedMs = await advanceClock(simulator, 0);
    expect(reachedMs).toBe(atMs);
  }
  expect(await advanceClock(simulator, endMs - reachedMs)).toBe(endMs);

  const trace = await readTrace(simulator);
  // Earlier events are months old by the account's clock, so they are deleted.
  const [first] = trace;
  expect(first?.type).toBe('control.clock');
  const gap = trace.findIndex(({ id }, at) => id !== (first?.id ?? 0) + at);
  expect(gap, 'a gap in the trace').toBe(-1);
  const times = trace.map(timeOf);
  expect(times, 'in the order of time').toEqual([...times].sort((a, b) => a - b));
  for (const id of paidIds) {
    const sessionEvents = trace.filter(({ session_id }) => session_id === id);
    expect(timesOf(sessionEvents, 'session.accredited')).toEqual([5000]);
    expect(attemptsOf(sessionEvents)).toEqual({
      'payment_session.created': [0, 2000, 7000],
      'payment_session.paid': [0, 2000, 7000],
      'payment_session.accredited': [5000, 7000, 12_000],
    });
  }
  for (const id of unpaidIds) {
    const sessionEvents = trace.filter(({ session_id }) => session_id === id);
    expect(timesOf(sessionEvents, 'session.expired')).toEqual([600_000]);
    expect(attemptsOf(sessionEvents)).toEqual({ 'payment_session.created': [0, 2000, 7000] });
  }
  const keys = new Map<string, Set<string>>();
  for (const { headers, rawBody, event, sessionId } of receiver.received.all) {
    const emission = `${event} ${sessionId}`;
    const identity = `${headers['idempotency-key']} ${headers['svc-signature']} ${rawBody}`;
    keys.set(emission, (keys.get(emission) ?? new Set()).add(identity));
  }
  expect([...keys.values()].map(({ size }) => size)).toEqual(Array(3 * PAID_COUNT + UNPAID_COUNT).fill(1));

  // The kills don't prevent the retention: after 30 days, everything is deleted.
  await advanceClock(simulator, 30 * DAY_MS);
  expect(await readTrace(simulator)).toEqual([]);
  expect(await simulator.stop()).toEqual({ code: 0, signal: null });
});

async function requestClock({ url, account }: Simulator, method: string, path: string, body?: object) {
  const answer = await call(url, method, `/control/clock${path}`, {
    token: account.token,
    ...(body && { body }),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as { readonly now: string; readonly frozen: boolean };
}

async function advanceClock(simulator: Simulator, ms: number): Promise<number> {
  return Date.parse((await requestClock(simulator, 'POST', '/advance', { ms })).now);
}

function timeOf({ at }: TraceEvent): number {
  return Date.parse(at);
}

/** Returns the times of events of a type, in ms since the start. */
function timesOf(events: readonly TraceEvent[], type: string): number[] {
  return events.filter((event) => event.type === type).map((event) => timeOf(event) - START);
}

/**
 * Returns the end times of each webhook's attempts, in ms since the start. Expects the attempts 1, 2 and 3,
 * each once.
 */
function attemptsOf(events: readonly TraceEvent[]): Record<string, number[]> {
  const attempts = new Map<string, number[]>();
  for (const event of events.filter(({ type }) => type === 'webhook.attempted')) {
    const kind = event.data.event as string;
    const times = [...(attempts.get(kind) ?? []), timeOf(event) - START];
    expect(event.data.attempt).toBe(times.length);
    attempts.set(kind, times);
  }
  return Object.fromEntries(attempts);
}
