import { fileURLToPath } from 'node:url';
import { english, speak } from '@svc-simulator/core';
import { expect, it, onTestFinished } from 'vitest';
import { sentencesIn } from '../test/sentences.ts';
import { startSimulator } from './index.ts';
import { spanish } from './texts-es.ts';

it('has every sentence that is said in Spanish, and no other', () => {
  const said = [...sentencesIn(fileURLToPath(new URL('.', import.meta.url))).keys()];
  expect(said.length).toBeGreaterThan(50);
  expect(said.toSorted()).toEqual(Object.keys(spanish.sentences).toSorted());
});

it('tells in Spanish why a webhook did not come, and the story of its session', async () => {
  onTestFinished(() => speak(english));
  await using sim = await startSimulator({ lang: 'es', timeoutMs: 50 });
  const session = await sim.session.create();
  await expect(sim.webhooks.waitFor('payment_session.paid', { session })).rejects.toThrow(
    'se esperó 50 ms el webhook payment_session.paid; no se emitió',
  );
  await sim.session.fail(session);
  expect(sim.session.story(session)).toContain(
    'Intento de pago rechazado · El banco rechazó el pago: la cuenta no tiene fondos suficientes. · débito inmediato',
  );
  await expect(sim.webhooks.waitFor('payment_session.paid', { session })).rejects.toThrow(
    'el webhook payment_session.paid ya no puede llegar: la sesión está en failed',
  );
});
