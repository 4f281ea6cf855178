import { randomUUID } from 'node:crypto';
import { membersOf } from '@svc-simulator/contract';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import { createSimulator } from '@svc-simulator/simulator';
import { expect, it } from 'vitest';
import { bases } from '../builders.ts';
import { runSuite } from '../runner.ts';
import { openRecordingProxy } from './proxy.ts';
import { parseRecording } from './recording.ts';
import { replayOf } from './replay.ts';

it('records what a program does, and finds the same again, or what has changed', async () => {
  const simulator = await createSimulator({ port: 0, throwaway: true, demo: false });
  const lines: string[] = [];
  const proxy = await openRecordingProxy({
    target: simulator.url,
    clock: systemClock,
    write: async (line) => void lines.push(line),
  });
  try {
    await shop(proxy.url);
    await proxy.close();
    expect(proxy.counts).toEqual({ recorded: 12, passed: 1 });
    const recording = parseRecording(lines.join(''));
    const { cases, left } = replayOf(recording, 'shop', randomUUID);
    expect(left).toEqual({ credentials: 1, values: 1, limits: 0 });
    expect(cases.map(({ operation }) => operation)).toEqual([
      'createAgreement',
      'createButtonSession',
      'getSessionStatus',
      'submitPayment',
      'getSessionStatus',
      'expireSession',
      'createButtonSession',
      'getSessionStatus',
      'createAgreement',
    ]);
    const target = { baseUrl: simulator.url, clock: systemClock, all: true };
    const results = await runSuite({ ...target, cases });
    expect(results.filter(({ verdict }) => verdict !== 'matches')).toEqual([]);

    const changed = {
      ...recording,
      exchanges: recording.exchanges.map((one) => ({
        ...one,
        answer: { ...one.answer, status: one.answer.status + 1 },
      })),
    };
    const after = await runSuite({ ...target, cases: replayOf(changed, 'shop', randomUUID).cases });
    expect(after.length).toBeGreaterThan(5);
    expect(after.filter(({ verdict }) => verdict !== 'differs')).toEqual([]);
  } finally {
    await simulator.close();
  }
});

/** A program that registers, sells once, and does a few things wrong. */
async function shop(url: string): Promise<void> {
  const send = async (method: string, path: string, body?: unknown, token?: string) => {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return membersOf(membersOf(await response.json()).data);
  };
  const registered = await send('POST', '/register', {
    short_name: 'secret-name',
    password: 'secret password',
  });
  const token = String(registered.token);
  const agreement = await send('POST', '/api/v1/ext/agreements', bases.createAgreement, token);
  const sale = {
    ...bases.createButtonSession,
    agreement_id: agreement.agreement_id,
    identifier: 'A-1',
    internal_reference: 'secret',
  };
  const { id: session } = await send('POST', '/api/v1/ext/payment-sessions/buttons', sale, token);
  const status = `/api/v1/ext/payment-sessions/status/${session}`;
  await send('GET', status, undefined, token);
  const form = {
    metodo: 'immediate_debit',
    tipo: 'V',
    cedula: '1234567',
    telefono: '04140000000',
    banco: '0102',
    otp: '000000',
  };
  await fetch(`${url}/pay/${session}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  });
  await send('GET', status, undefined, token);
  await send('GET', status, undefined, token);
  await send('POST', `/api/v1/ext/payment-sessions/${session}/expire`, undefined, token);
  await send('POST', '/api/v1/ext/payment-sessions/buttons', { ...sale, amount_reference: 'one' }, token);
  await send('POST', '/api/v1/ext/payment-sessions/buttons', { ...sale, amount_reference: 1.001 }, token);
  await send('GET', '/api/v1/ext/payment-sessions/status/nothing', undefined, token);
  await send('GET', '/somewhere/else');
  await send('POST', '/api/v1/ext/agreements', bases.createAgreement);
}
