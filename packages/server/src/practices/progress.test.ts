import { practices, type Records } from '@svc-simulator/core';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { progressData, progressOf } from './progress.ts';

type Reading = Parameters<typeof progressOf>[0];

describe('GET /console/progress', () => {
  it('speaks the language of Accept-Language, Spanish by default', async () => {
    await using sim = await TestSimulator.start();
    const { console: token } = await sim.account();
    const first = async (language?: string) => {
      const headers = { ...(language && { 'accept-language': language }) };
      const { data } = (await sim.send('GET', '/console/progress', { token, headers })).json;
      return data.practices[0];
    };
    expect(await first()).toEqual({
      id: 'login',
      group: 'first_steps',
      title: 'Iniciar sesión',
      hint: 'Envía short_name y password a POST /api/svcpagos/login y guarda el token que responde.',
      done: false,
      completed_at: null,
      evidence: null,
      from_file: false,
    });
    expect((await first('en-GB,es;q=0.5')).title).toBe('Log in');
    expect((await first('fr')).title).toBe('Iniciar sesión');
  });
});

describe('progress', () => {
  const record = { accountId: 'a', completedAt: 0, evidence: { event_id: 1, type: 'session.paid' } };
  /** A store in which these practices are done. */
  const storeWith = (done: readonly string[]) =>
    ({
      store: {
        get: (_kind: string, id: string): Records['practice'] | undefined => {
          const practiceId = id.replace(/^a:/, '');
          return done.includes(practiceId) ? { ...record, practiceId } : undefined;
        },
      },
    }) as unknown as Reading;

  it('names the first that is not done, in the order of learning', async () => {
    const { completed, next } = await progressOf(storeWith(['login', 'button_session']), 'a');
    expect([completed, next?.id]).toEqual([2, 'agreement']);
  });

  it('has nothing next once all is done', async () => {
    const all = await progressOf(storeWith(practices.map(({ id }) => id)), 'a');
    expect(all).toMatchObject({ completed: practices.length, total: practices.length, next: null });
    expect(progressData(all, 'en').next).toBeNull();
  });
});
