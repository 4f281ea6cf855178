import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch.ts';
import { startSimulator } from '../index.ts';

it('restores the same snapshot as often as needed', async () => {
  await using sim = await startSimulator();
  const session = await sim.session.create({ identifier: 'A-1' });
  const before = await sim.snapshot();
  for (const state of ['paid', 'failed'] as const) {
    await sim.session.force(session, state);
    expect((await sim.session.status(session)).status).toBe(state);
    await sim.restore(before);
    expect((await sim.session.status(session)).status).toBe('pending');
    expect(sim.trace({ session }).map(({ type }) => type)).toEqual([
      'session.created',
      'webhook.emitted',
      'session.status_queried',
    ]);
  }
  expect(sim.webhooks.all()).toHaveLength(1);
});

it('rejects pending waits when a snapshot is restored, and reports the faults of a snapshot', async () => {
  await using sim = await startSimulator();
  const session = await sim.session.create();
  const before = await sim.snapshot();
  const waiting = sim.session.waitFor(session, 'paid');
  const rejection = expect(waiting).rejects.toThrow('a snapshot was loaded');
  await sim.restore(before);
  await rejection;
  await expect(sim.restore({ ...before, version: 2 })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('/version is 2'),
  });
});

it('creates the accounts of a snapshot file at the start', async () => {
  const folder = scratchFolder();
  const file = join(folder, 'shop.json');
  await using sim = await startSimulator();
  const session = await sim.session.create();
  const snapshot = await sim.snapshot();
  writeFileSync(file, JSON.stringify(snapshot));
  for (const seed of [file, snapshot]) {
    await using seeded = await startSimulator({ seed, timeoutMs: 30_000 });
    expect(seeded.accountId).toBe(sim.accountId);
    expect(seeded.token).not.toBe(sim.token);
    expect(seeded.seeded.map(({ token }) => token)).toEqual([seeded.token]);
    await seeded.session.pay(session);
    const webhook = await seeded.webhooks.waitFor('payment_session.accredited', { session });
    expect(webhook.body.session_payment.id).toBe(session.id);
    await expect(sim.session.status(session)).resolves.toMatchObject({ status: 'pending' });
    expect((await seeded.account()).accountId).not.toBe(sim.accountId);
  }
});
