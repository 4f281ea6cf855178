import { expect, it } from 'vitest';
import { call, openSession } from './support/api.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator, startSimulatorProcess } from './support/simulator.ts';

it('keeps an end that is still to come over a kill', async () => {
  const dataDir = scratchFolder();
  const first = await startSimulatorProcess({ dataDir });
  const { token, agreement_id: agreementId } = first.account;
  const body = { rules: [{ match: {}, outcomes: [{ leg1: 'paid', after_ms: 600_000 }] }] };
  expect((await call(first.url, 'PUT', '/control/script', { token, body })).status).toBe(200);
  const { id } = await openSession(first.url, { token, agreementId }, { duration_minutes: 20 });
  first.signal('SIGKILL');
  await first.exited;
  const second = await startSimulator({ dataDir });
  const status = async () =>
    (await call(second.url, 'GET', `/api/v1/ext/payment-sessions/status/${id}`, { token })).body.data.status;
  expect(await status()).toBe('pending');
  await call(second.url, 'POST', '/control/clock/advance', { token, body: { ms: 600_000 } });
  expect(await status()).toBe('paid');
  const { rules: shown } = (await call(second.url, 'GET', '/control/script', { token })).body.data;
  expect(shown).toMatchObject([{ matched: 1, next: null }]);
});
