import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { until } from '../../../../test/support/until.ts';

/** Parses every sample by name and labels; fails on a malformed line. */
function samplesOf(text: string): Map<string, number> {
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

async function samples(sim: TestSimulator): Promise<Map<string, number>> {
  return samplesOf((await sim.send('GET', '/metrics')).text);
}

describe('/metrics', () => {
  it('counts requests, webhooks, jobs, relays and commits', async () => {
    await using sim = await TestSimulator.start({ version: '1.2.3' });
    const account = await sim.account();
    const refusing = await startReceiver((_request, response) => response.writeHead(500).end());
    await sim.button(account, { webhook_url: `${sim.url}/console/hooks/${account.id}/paid` });
    await sim.button(account, { webhook_url: refusing.url });
    await refusing.received.atLeast(1);
    await sim.send('GET', '/console/keys');
    let found = await samples(sim);
    await until(async () => {
      found = await samples(sim);
      return found.has('sim_webhook_attempts_total{via="local",outcome="refused"}');
    });
    const labelled = (operation: string, status: number) =>
      found.get(`sim_requests_total{operation="${operation}",status="${status}"}`);
    expect(labelled('registerConsoleAccount', 201)).toBe(1);
    expect(labelled('createButtonSession', 201)).toBe(2);
    expect(labelled('getKeys', 401)).toBe(1);
    // One request in eight is timed, starting with the first.
    expect(found.get('sim_request_duration_seconds_count{operation="createButtonSession"}')).toBe(1);
    expect(found.get('sim_request_duration_seconds_bucket{operation="createButtonSession",le="+Inf"}')).toBe(
      1,
    );
    expect(found.get('sim_webhook_attempts_total{via="loopback",outcome="accepted"}')).toBe(1);
    expect(found.get('sim_webhook_attempts_total{via="local",outcome="refused"}')).toBe(1);
    expect(found.get('sim_webhook_deliveries_total{outcome="delivered"}')).toBe(1);
    expect(found.get('sim_webhook_deliveries_total{outcome="gave_up"}')).toBe(0);
    expect(found.get('sim_trace_events_total{type="session.created"}')).toBe(2);
    expect(found.get('sim_store_commit_duration_seconds_count')).toBeGreaterThan(0);
    expect(found.get('sim_store_commit_failures_total')).toBe(0);
    expect(found.get('sim_info{version="1.2.3"}')).toBe(1);
    expect(found.get('sim_ready')).toBe(1);
    expect(found.get('sim_jobs_due')).toBe(0);
    expect(found.get('sim_jobs_oldest_due_seconds')).toBe(0);
    expect(found.get('sim_relays_connected')).toBe(0);
    expect(found.get('sim_connections_open')).toBeGreaterThan(0);
    expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    for (const quantile of ['0.5', '0.99', '1'])
      expect(found.get(`sim_event_loop_delay_seconds{quantile="${quantile}"}`)).toBeGreaterThanOrEqual(0);
  });

  it('is text of version 0.0.4 that no cache keeps', async () => {
    await using sim = await TestSimulator.start();
    const { headers } = await sim.send('GET', '/metrics');
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('has a fixed number of labels, whatever clients request', async () => {
    await using sim = await TestSimulator.start();
    const ask = async (turn: number) => {
      await sim.send('GET', `/nowhere/${turn}`);
      await sim.send('GET', `/pay/${turn}`);
      await sim.send('PATCH', '/health', { headers: { 'user-agent': `agent ${turn}` } });
      await sim.send('POST', `/api/v1/merchants/${turn}/transactions`);
      await sim.send('GET', `/console/${turn}`, { headers: { accept: 'text/html' } });
    };
    await ask(0);
    await samples(sim);
    const before = await samples(sim);
    for (let turn = 1; turn < 30; turn++) await ask(turn);
    const after = await samples(sim);
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    expect(after.get('sim_requests_total{operation="none",status="404"}')).toBe(30);
    expect(after.get('sim_requests_total{operation="none",status="405"}')).toBe(30);
  });

  it('is public in a local simulator, and closed in a hosted one without a metrics token', async () => {
    await using local = await TestSimulator.start();
    expect((await local.send('GET', '/metrics')).status).toBe(200);
    await using hosted = await TestSimulator.start({ hosted: true });
    expect((await hosted.send('GET', '/metrics')).status).toBe(404);
  });

  it('requires its token if one is set', async () => {
    await using sim = await TestSimulator.start({ hosted: true, metricsToken: 'a-token-of-twenty' });
    const refused = await sim.send('GET', '/metrics');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect((await sim.send('GET', '/metrics', { token: 'a-token-of-twentY' })).status).toBe(401);
    const shown = await sim.send('GET', '/metrics', { token: 'a-token-of-twenty' });
    expect(shown.status).toBe(200);
    expect(shown.text).not.toContain('a-token-of-twenty');
  });
});

describe('/ready', () => {
  it('is 200 while /health is, and 503 first of all when the simulator stops', async () => {
    const sim = await TestSimulator.start({ drainMs: 5000 });
    expect(await sim.send('GET', '/ready')).toMatchObject({
      status: 200,
      json: { status: 200, title: 'Ready', data: { status: 'ready' } },
    });
    const account = await sim.account();
    const closed = sim.close();
    const draining = await sim.send('GET', '/ready');
    expect(draining).toMatchObject({
      status: 503,
      json: { title: 'Not ready', errors: [{ pointer: '/draining' }] },
    });
    expect(draining.headers.get('retry-after')).toBe('5');
    // Load balancers still send requests, which are served.
    await sim.clock.advance(4999);
    expect((await sim.send('GET', '/health')).status).toBe(200);
    expect(await sim.button(account)).toMatch(/^[0-9a-f-]{36}$/);
    await Promise.all([closed, sim.clock.advance(10_000)]);
    await expect(fetch(`${sim.url}/health`)).rejects.toThrow();
  });
});
