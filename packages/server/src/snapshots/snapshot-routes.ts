import { getSnapshot, loadSnapshot as loadOperation } from '@svc-simulator/contract';
import type { Throttle } from '../http/limits/throttle.ts';
import { reply, replyJson } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import { bodyText } from '../http/steps/body-text.ts';
import type { Runtime } from '../runtime.ts';
import { loadSnapshot } from './snapshot-loading.ts';
import { accountIn, readSnapshot } from './snapshot-reading.ts';
import { saveSnapshot } from './snapshot-saving.ts';

/** The account in a file, and back. */
export function snapshotRoutes(runtime: Runtime, throttle: Throttle): readonly Route[] {
  return [
    route(getSnapshot, async ({ account, query }) => {
      const saved = await saveSnapshot(runtime, account.id, query.trace === 'all');
      return saved.ok ? replyJson(saved.value) : saved;
    }),
    route(loadOperation, async ({ account, query, bytes, header }) => {
      const text = bodyText(bytes(), header('content-type'));
      if (!text.ok) return text;
      const file = await readSnapshot(text.value);
      if (!file.ok) return file;
      const chosen = accountIn(file.value, query.account, account);
      if (!chosen.ok) return chosen;
      const loaded = await loadSnapshot(runtime, account, file.value, chosen.value);
      if (!loaded.ok) return loaded;
      // Its window would end at the time of another clock.
      await throttle.forget(account.id);
      return reply(loaded.value);
    }),
  ];
}
