import { type Clock, createRecordPolicy, performerOf, practiceKey, practices } from '@svc-simulator/core';
import { openEmbeddedStore } from '../src/embedded/embedded-store.ts';
import { put } from '../src/store.ts';

interface Graduate {
  readonly data: string;
  readonly name: string;
  readonly clock: Clock;
  /** Time of the last practice. Default: now. */
  readonly lastAt?: number;
  readonly ids?: readonly string[];
}

/** Stores exactly these practices of an account as completed, a minute apart. */
export async function graduate(history: Graduate): Promise<void> {
  const { data, name, clock, lastAt = clock.now(), ids = practices.map(({ id }) => id) } = history;
  const policy = createRecordPolicy();
  const store = await openEmbeddedStore({ directory: data, clock, policy });
  const accountId = (await store.get('name', name))?.accountId ?? '';
  await store.transact({ account: accountId, exclusive: true }, () => ({
    result: null,
    clear: ['practice'],
    puts: ids.map((practiceId, at) => {
      const by = performerOf(practiceId, { type: 'login.succeeded', data: {} });
      return put('practice', practiceKey({ accountId, practiceId, ...(by && { by }) }), {
        accountId,
        practiceId,
        ...(by && { by }),
        completedAt: lastAt - (ids.length - 1 - at) * 60_000,
        evidence: { event_id: 1, type: 'login.succeeded' },
      });
    }),
  }));
  await store.close();
}
