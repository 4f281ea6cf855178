import { type PracticeRecord, practices } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { presentProgress, readProgress } from './progress.ts';

describe('GET /console/progress', () => {
  it('returns titles in the language of Accept-Language, by default in Spanish', async () => {
    await using sim = await TestSimulator.start();
    const { console: token } = await sim.account();
    const firstPractice = async (language?: string) => {
      const headers = { ...(language && { 'accept-language': language }) };
      const { data } = (await sim.send('GET', '/console/progress', { token, headers })).json;
      return data.practices[0];
    };
    expect(await firstPractice()).toEqual({
      id: 'login',
      group: 'first_steps',
      title: 'Iniciar sesión',
      hint: 'Envía short_name y password a POST /api/svcpagos/login y guarda el token de la respuesta.',
      done: false,
      completed_at: null,
      evidence: null,
      from_file: false,
      by: null,
      whole: false,
    });
    expect((await firstPractice('en-GB,es;q=0.5')).title).toBe('Log in');
    expect((await firstPractice('fr')).title).toBe('Iniciar sesión');
  });
});

describe('progress', () => {
  const record = { accountId: 'a', completedAt: 0, evidence: { event_id: 1, type: 'session.paid' } };
  const ids = practices.map(({ id }) => id);
  /**
   * Returns the progress of an account that did the practices `practiceIds`, with a program unless `more`
   * differs.
   */
  const progressAfter = (
    practiceIds: readonly string[],
    more: Partial<PracticeRecord> = { by: 'program' },
    toolsCount?: true,
  ) =>
    readProgress(
      {
        store: {
          list: async () => ({
            items: practiceIds.map((practiceId) => ({ ...record, practiceId, ...more })),
            nextCursor: null,
          }),
          get: () => (toolsCount ? { toolsCount } : {}),
        } as unknown as Store,
      },
      { id: 'a', classId: 'cls_1' },
    );

  it("returns the first practice that isn't done, in learning order", async () => {
    const { completed, next } = await progressAfter(['login', 'button_session']);
    expect([completed, next?.id]).toEqual([2, 'agreement']);
  });

  it('returns no next practice after all are done', async () => {
    const progress = await progressAfter(ids);
    expect(progress).toMatchObject({ completed: ids.length, total: ids.length, next: null, missing: [] });
    expect(presentProgress(progress, 'en').next).toBeNull();
  });

  it.each([[{ by: 'tool' }], [{}], [{ fromFile: true }]] as const)(
    'lists practices with %j as missing unless anyone may do them or the class accepts tools',
    async (more) => {
      const { completed, missing, next } = await progressAfter(ids, more);
      const required = practices.filter(({ byAnyone }) => !byAnyone || 'fromFile' in more);
      expect([completed, missing.map(({ id }) => id)]).toEqual([ids.length, required.map(({ id }) => id)]);
      expect(next?.id).toBe(required[0]?.id);
      expect((await progressAfter(ids, more, true)).missing).toHaveLength(
        'fromFile' in more ? ids.length : 0,
      );
    },
  );
});
