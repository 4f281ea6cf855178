import { inAccount } from '@svc-simulator/test-support/account.ts';
import type { TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it } from 'vitest';

describe('a receiver whose address says what it answers', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  inAccount((visit) => {
    ({ sim, account } = visit);
  });
  const address = (query: string, name = 'captura') => `/console/hooks/${account.id}/${name}?${query}`;
  const post = (query: string, headers: Record<string, string> = {}, name?: string) =>
    sim.send('POST', address(query, name), { body: { event: 'x' }, headers });

  it('answers the status and the text, which no browser runs, and records what came', async () => {
    const answer = await post('answer_status=418&answer_body=%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    expect([answer.status, answer.text]).toEqual([418, '<script>alert(1)</script>']);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await post('answer_status=204&answer_body=x')).text).toBe('');
    expect((await sim.trace(account, '&type=webhook.received')).length).toBe(2);
  });

  it('fails so many times for each key, then answers 200', async () => {
    const statuses = async (key: string, query: string) => {
      const answered: number[] = [];
      for (let times = 0; times < 4; times++)
        answered.push((await post(query, { 'idempotency-key': key })).status);
      return answered;
    };
    expect(await statuses('one', 'fail_times=2')).toEqual([500, 500, 200, 200]);
    expect(await statuses('two', 'fail_times=1&answer_status=503')).toEqual([503, 200, 200, 200]);
  });

  it('refuses what it cannot do, and the other receivers answer as they do', async () => {
    for (const query of ['answer_status=99', 'fail_times=11', 'delay_ms=10001', 'answer_status=x'])
      expect([query, (await post(query)).status]).toEqual([query, 400]);
    expect((await post('answer_status=503', {}, 'paid')).status).toBe(200);
    expect((await post('answer_status=200', {}, 'fail')).status).toBe(500);
  });

  it('does the same for deliveries: retries until it succeeds, and a time-out where it waits too long', async () => {
    const seen = new SeenTrace(sim);
    const retried = await sim.button(account, {
      webhook_url: sim.url + address('fail_times=1&answer_body=busy'),
    });
    expect((await seen.of(retried, 'webhook.attempted')).data).toMatchObject({
      via: 'loopback',
      status: 500,
      response_body: 'busy',
    });
    await sim.clock.advance(2000);
    await seen.of(retried, 'webhook.delivered');
    const slow = await sim.button(account, { webhook_url: sim.url + address('delay_ms=6000') });
    await expect
      .poll(async () => {
        await sim.clock.advance(1000);
        return (await sim.trace(account, `&session_id=${slow}&type=webhook.attempted`)).length;
      })
      .toBeGreaterThan(0);
    expect((await seen.of(slow, 'webhook.attempted')).data).toMatchObject({ status: null, error: 'timeout' });
  });
});
