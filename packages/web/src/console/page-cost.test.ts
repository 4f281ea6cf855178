import type { AccountRecord } from '@svc-simulator/core';
import { AccountService } from '@svc-simulator/server/accounts/account-service.ts';
import { BrowserSessions } from '@svc-simulator/server/accounts/browser-sessions.ts';
import { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import { THROWAWAY_COST } from '@svc-simulator/server/passwords/password.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { createTestExecutor } from '@svc-simulator/test-support/executor.ts';
import { createRecordingStore } from '@svc-simulator/test-support/recording-store.ts';
import { TestWebhooks } from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it } from 'vitest';
import { createConsoleApp } from './console-app.tsx';
import { pageRoutes } from './page-routes.ts';

const ORIGIN = 'http://127.0.0.1:4010';
/** All pages except streams, files, and those that redirect an account without a merchant. */
const PAGES = [
  ...pageRoutes
    .filter(({ get, path }) => get && !/:|\/(live|snapshot|transactions|batches)$/.test(path))
    .map(({ path }) => path),
  '/console/trace?type=webhook.received',
];

async function consoleWith(events: number) {
  const test = await TestWebhooks.open();
  const baseRuntime: Runtime = {
    ...test.runtime,
    settings: { ...test.runtime.settings, publicUrl: ORIGIN, passwordCost: THROWAWAY_COST },
  };
  const creation = await new AccountService(baseRuntime).register({
    shortName: 'busy',
    password: 'correct horse',
  });
  if (!creation.ok) throw new Error('no account');
  const { id } = creation.value.account;
  for (let count = 0; count < events; count += 500) {
    await baseRuntime.store.transact({ account: id }, () => ({
      result: null,
      events: Array.from({ length: Math.min(500, events - count) }, () => ({
        type: 'webhook.received' as const,
        at: test.clock.now(),
        data: { receiver: 'captura', headers: {}, raw_body: '{"a":1}', body: { a: 1 } },
      })),
    }));
  }
  const { calls, store } = createRecordingStore(baseRuntime.store);
  const runtime = { ...baseRuntime, store };
  const token = await new BrowserSessions(baseRuntime).logIn({ id } as AccountRecord);
  const closing = new AbortController();
  const app = createConsoleApp({
    runtime,
    accounts: new AccountService(runtime),
    admission: new Admission(null, null, runtime.clock),
    execute: createTestExecutor(runtime),
    closing: closing.signal,
  });
  return async (path: string) => {
    calls.length = 0;
    const answer = await app.request(`${ORIGIN}${path}`, {
      headers: { accept: 'text/html', cookie: `sim_console_4010=${token}`, 'accept-language': 'en' },
    });
    return { status: answer.status, calls: [...calls].sort(), html: await answer.text() };
  };
}

describe('a console page', () => {
  it('needs as many database queries with 10 000 events in the trace as with 200', async () => {
    const [small, large] = [await consoleWith(200), await consoleWith(10_000)];
    for (const path of PAGES) {
      const [few, many] = [await small(path), await large(path)];
      expect([path, many.status]).toEqual([path, 200]);
      expect([path, many.calls]).toEqual([path, few.calls]);
      const read = many.calls.map((query) => Number(/\d+$/.exec(query)?.[0] ?? 1));
      expect([path, read.reduce((sum, limit) => sum + limit, 0)]).toSatisfy(([, sum]) => sum <= 500);
      expect([path, many.html.length / few.html.length]).toSatisfy(([, ratio]) => ratio < 1.1);
    }
    // A link leads to the rest of the trace.
    expect((await large('/console/trace')).html).toContain('rel="next"');
  });
});
