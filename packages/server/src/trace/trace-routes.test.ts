import { inAccount } from '@svc-simulator/test-support/account.ts';
import { paymentForm, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('console surfaces (contract section 5)', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  inAccount((visit) => {
    ({ sim, account } = visit);
  });

  const get = (path: string, who = account) => sim.send('GET', path, { token: who.console });

  it('derives progress from what happened, with the event that proves it', async () => {
    const own = await sim.account();
    const id = await sim.button(own, { webhook_url: `${sim.url}/console/hooks/${own.id}/captura` });
    await sim.send('POST', `/pay/${id}`, paymentForm());
    await sim.send('GET', `/api/v1/ext/payment-sessions/status/${id}`, { token: own.token });
    await sim.clock.advance(5000);
    const { data } = (await get('/console/progress', own)).json;
    const done = data.practices.filter((practice: { done: boolean }) => practice.done);
    expect(done.map((practice: { id: string }) => practice.id)).toEqual([
      'agreement',
      'button_session',
      'payment_on_page',
      'webhook_acknowledged',
      'accreditation_received',
      'status_after_payment',
      'status_after_redirect',
    ]);
    expect(data.completed).toBe(done.length);
    expect(data.total).toBe(28);
    expect(data.next).toBe('login');
    const proof = done[1].evidence;
    const trace = await sim.trace(own);
    expect(trace[proof.event_id - 1]).toMatchObject({ type: proof.type, session_id: id });
  });

  it('streams the trace live, from a given event, and ends when the simulator closes', async () => {
    const closing = await TestSimulator.start();
    const own = await closing.account();
    const first = await closing.button(own);
    const answer = await fetch(`${closing.url}/console/trace?type=session.paid,session.created`, {
      headers: { authorization: `Bearer ${own.console}`, accept: 'text/event-stream', 'last-event-id': '0' },
    });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) throw new Error('no body');
    let text = '';
    const until = async (part: string) => {
      while (!text.includes(part)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended before ${part}: ${text}`);
        text += value;
      }
    };
    await until(first);
    const second = await closing.button(own);
    await until(second);
    expect(text.split('\n').filter((line) => line.startsWith('id: '))).toHaveLength(2);
    await closing.clock.advance(15_000);
    await until(': still here');
    await closing.close();
    while (!(await reader.read()).done);
  });
});
