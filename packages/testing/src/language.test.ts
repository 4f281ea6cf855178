import { expect, it, vi } from 'vitest';
import { startSimulator } from './index.ts';

it("uses the simulator's language in errors and stories, next to a simulator with another language", async () => {
  await using spanish = await startSimulator({ lang: 'es', timeoutMs: 50 });
  await using other = await startSimulator({ lang: 'en', timeoutMs: 50 });
  const session = await spanish.session.create();
  const otherSession = await other.session.create();
  await expect(spanish.webhooks.waitFor('payment_session.paid', { session })).rejects.toThrow(
    'se esperó 50 ms el webhook payment_session.paid; no se emitió',
  );
  await expect(other.webhooks.waitFor('payment_session.paid', { session: otherSession })).rejects.toThrow(
    "waited 50 ms for webhook payment_session.paid; it hasn't been emitted",
  );
  await spanish.session.fail(session);
  expect(spanish.session.story(session)).toContain(
    'Intento de pago rechazado · El banco rechazó el pago: la cuenta no tiene fondos suficientes. · débito inmediato',
  );
  await expect(spanish.webhooks.waitFor('payment_session.paid', { session })).rejects.toThrow(
    'el webhook payment_session.paid ya no puede llegar: la sesión está fallida',
  );
});

it('uses the locale if neither the option nor SIM_LANG is set', async () => {
  vi.stubEnv('LANG', 'es_VE.UTF-8');
  await using spanish = await startSimulator({ timeoutMs: 50 });
  vi.stubEnv('SIM_LANG', 'en');
  await using english = await startSimulator({ timeoutMs: 50 });
  vi.unstubAllEnvs();
  const session = await spanish.session.create();
  await expect(spanish.webhooks.waitFor('payment_session.paid', { session })).rejects.toThrow('se esperó 50');
  const other = await english.session.create();
  await expect(english.webhooks.waitFor('payment_session.paid', { session: other })).rejects.toThrow(
    'waited 50',
  );
});
