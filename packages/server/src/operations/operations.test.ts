import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { until } from '../../../../test/support/until.ts';

/** Parses every sample by name and labels; fails on a malformed line. */
function parseSamples(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.trimEnd().split('\n')) {
    if (/^# (HELP|TYPE) sim_|^# (HELP|TYPE) (process|nodejs)_/.test(line)) continue;
    const [, key, value] = /^([a-z_]+(?:\{(?:[a-z]+="[^"]*",?)+\})?) (-?[\d.e+-]+)$/.exec(line) ?? [];
    expect(key, line).toBeDefined();
    expect(samples.has(key as string), line).toBe(false);
    samples.set(key as string, Number(value));
  }
  return samples;
}

async function readSamples(sim: TestSimulator): Promise<Map<string, number>> {
  return parseSamples((await sim.send('GET', '/metrics')).text);
}

describe('/metrics', () => {
  it('counts requests, webhooks, jobs, relays and commits', async () => {
    await using sim = await TestSimulator.start({ version: '1.2.3' });
    const account = await sim.account();
    const refusingReceiver = await startReceiver((_request, response) => response.writeHead(500).end());
    await sim.button(account, { webhook_url: `${sim.url}/console/hooks/${account.id}/paid` });
    await sim.button(account, { webhook_url: refusingReceiver.url });
    await refusingReceiver.received.atLeast(1);
    await sim.send('GET', '/console/keys');
    let samples = await readSamples(sim);
    await until(async () => {
      samples = await readSamples(sim);
      return samples.has('sim_webhook_attempts_total{via="local",outcome="refused"}');
    });
    const requestCount = (operation: string, status: number) =>
      samples.get(`sim_requests_total{operation="${operation}",status="${status}"}`);
    expect(requestCount('registerConsoleAccount', 201)).toBe(1);
    expect(requestCount('createButtonSession', 201)).toBe(2);
    expect(requestCount('getKeys', 401)).toBe(1);
    // One request in eight is timed, starting with the first.
    expect(samples.get('sim_request_duration_seconds_count{operation="createButtonSession"}')).toBe(1);
    expect(
      samples.get('sim_request_duration_seconds_bucket{operation="createButtonSession",le="+Inf"}'),
    ).toBe(1);
    expect(samples.get('sim_webhook_attempts_total{via="loopback",outcome="accepted"}')).toBe(1);
    expect(samples.get('sim_webhook_attempts_total{via="local",outcome="refused"}')).toBe(1);
    expect(samples.get('sim_webhook_deliveries_total{outcome="delivered"}')).toBe(1);
    expect(samples.get('sim_webhook_deliveries_total{outcome="gave_up"}')).toBe(0);
    expect(samples.get('sim_trace_events_total{type="session.created"}')).toBe(2);
    expect(samples.get('sim_store_commit_duration_seconds_count')).toBeGreaterThan(0);
    expect(samples.get('sim_store_commit_failures_total')).toBe(0);
    expect(samples.get('sim_info{version="1.2.3"}')).toBe(1);
    expect(samples.get('sim_ready')).toBe(1);
    expect(samples.get('sim_jobs_due')).toBe(0);
    expect(samples.get('sim_jobs_oldest_due_seconds')).toBe(0);
    expect(samples.get('sim_relays_connected')).toBe(0);
    expect(samples.get('sim_connections_open')).toBeGreaterThan(0);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    for (const quantile of ['0.5', '0.99', '1'])
      expect(samples.get(`sim_event_loop_delay_seconds{quantile="${quantile}"}`)).toBeGreaterThanOrEqual(0);
  });

  it('returns Prometheus text 0.0.4 that no cache stores', async () => {
    await using sim = await TestSimulator.start();
    const { headers } = await sim.send('GET', '/metrics');
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('has a fixed number of labels, whatever clients request', async () => {
    await using sim = await TestSimulator.start();
    const sendRequests = async (round: number) => {
      await sim.send('GET', `/nowhere/${round}`);
      await sim.send('GET', `/pay/${round}`);
      await sim.send('PATCH', '/health', { headers: { 'user-agent': `agent ${round}` } });
      await sim.send('POST', `/api/v1/merchants/${round}/transactions`);
      await sim.send('GET', `/console/${round}`, { headers: { accept: 'text/html' } });
    };
    await sendRequests(0);
    await readSamples(sim);
    const before = await readSamples(sim);
    for (let round = 1; round < 30; round++) await sendRequests(round);
    const after = await readSamples(sim);
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    expect(after.get('sim_requests_total{operation="none",status="404"}')).toBe(30);
    expect(after.get('sim_requests_total{operation="none",status="405"}')).toBe(30);
  });

  it('is public on a local simulator, and returns 404 on a hosted one without a metrics token', async () => {
    await using local = await TestSimulator.start();
    expect((await local.send('GET', '/metrics')).status).toBe(200);
    await using hosted = await TestSimulator.start({ hosted: true });
    expect((await hosted.send('GET', '/metrics')).status).toBe(404);
  });

  it('requires its token if one is set', async () => {
    await using sim = await TestSimulator.start({ hosted: true, metricsToken: 'a-token-of-twenty' });
    const refusal = await sim.send('GET', '/metrics');
    expect(refusal.status).toBe(401);
    expect(refusal.headers.get('www-authenticate')).toBe('Bearer');
    expect((await sim.send('GET', '/metrics', { token: 'a-token-of-twentY' })).status).toBe(401);
    const answer = await sim.send('GET', '/metrics', { token: 'a-token-of-twenty' });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('a-token-of-twenty');
  });
});

describe('/ready', () => {
  it('returns 200 until the simulator stops, and then 503 while requests are still served', async () => {
    const sim = await TestSimulator.start({ drainMs: 5000 });
    expect(await sim.send('GET', '/ready')).toMatchObject({
      status: 200,
      json: { status: 200, title: 'Ready', data: { status: 'ready' } },
    });
    const account = await sim.account();
    const closing = sim.close();
    const draining = await sim.send('GET', '/ready');
    expect(draining).toMatchObject({
      status: 503,
      json: { title: 'Not ready', errors: [{ pointer: '/draining' }] },
    });
    expect(draining.headers.get('retry-after')).toBe('5');
    // Load balancers need time to notice, so requests are still served.
    await sim.clock.advance(4999);
    expect((await sim.send('GET', '/health')).status).toBe(200);
    expect(await sim.button(account)).toMatch(/^[0-9a-f-]{36}$/);
    await Promise.all([closing, sim.clock.advance(10_000)]);
    await expect(fetch(`${sim.url}/health`)).rejects.toThrow();
  });
});
