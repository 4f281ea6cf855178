import { expect, it, onTestFinished } from 'vitest';
import { call } from './support/api.ts';
import { TestCluster } from './support/postgres.ts';
import { startSimulator } from './support/simulator.ts';
import { until } from './support/until.ts';

it('is not ready while its database is away, alive all the time, and ready again by itself', async () => {
  const cluster = await TestCluster.start();
  onTestFinished(() => cluster.stop());
  const database = await cluster.database();
  const { url } = await startSimulator({ env: { SIM_DATABASE: database } });
  const readiness = async (status: number) => {
    let answer = await call(url, 'GET', '/ready');
    await until(async () => {
      answer = await call(url, 'GET', '/ready');
      return answer.status === status;
    });
    return answer.body;
  };
  await readiness(200);
  await cluster.halt();
  expect(await readiness(503)).toMatchObject({ title: 'Not ready', errors: [{ pointer: '/store' }] });
  expect((await call(url, 'GET', '/health')).status).toBe(200);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain('\nsim_ready 0\n');
  expect(metrics).not.toContain('sim_jobs_due');
  await cluster.resume();
  expect(await readiness(200)).toMatchObject({ data: { status: 'ready' } });
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('\nsim_ready 1\n');
});
