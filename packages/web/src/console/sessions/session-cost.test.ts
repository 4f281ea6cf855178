import { type ConsoleParts, consoleServices } from '@svc-simulator/server/pages/console-services.ts';
import { put } from '@svc-simulator/store/store.ts';
import { createTestExecutor } from '@svc-simulator/test-support/executor.ts';
import { createRecordingStore } from '@svc-simulator/test-support/recording-store.ts';
import { TestWebhooks, testAccount } from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it } from 'vitest';
import { renderConsoleResponse } from '../console-frame.tsx';
import type { PageCall } from '../page-call.ts';
import { createPageOperations } from '../page-perform.ts';
import { consoleTexts } from '../page-texts.ts';
import { sessionListRoutes } from './session-list.tsx';
import { sessionPageRoutes } from './session-page.tsx';

const account = testAccount('acc_0000000000000001');
const [listRoute, pageRoute] = [...sessionListRoutes, ...sessionPageRoutes];
/** The pages of sessions use no other parts. */
const parts = { closing: new AbortController().signal } as ConsoleParts;

async function visit(test: TestWebhooks, route: typeof listRoute, path: string, params = {}) {
  const { calls, store } = createRecordingStore(test.runtime.store);
  const url = new URL(`http://localhost${path}`);
  const runtime = { ...test.runtime, store };
  const execute = createTestExecutor(runtime);
  const call = {
    services: consoleServices({ ...parts, runtime, execute }),
    account,
    t: consoleTexts('en'),
    now: test.clock.now(),
    url,
    params,
    form: new URLSearchParams(),
    bindings: { incoming: { headers: {} } },
  } as unknown as PageCall;
  const page = await route?.get?.({ ...call, ...createPageOperations(call, execute) });
  if (!page || page instanceof Response) throw new Error('no page');
  const html = await renderConsoleResponse({ t: call.t, account, url, page }).text();
  return { calls, html };
}

describe('a page with sessions', () => {
  it('needs three database queries for 1000 sessions, and links to all of them', async () => {
    const test = await TestWebhooks.open();
    const sessions = Array.from({ length: 1000 }, () => test.session(undefined));
    for (const session of sessions) {
      await test.runtime.store.transact({ account: account.id }, () => ({
        result: null,
        puts: [put('session', session.id, session)],
      }));
    }
    const shownIds = new Set<string>();
    let path: string | undefined = '/console/sessions';
    for (let pages = 1; path; pages++) {
      const { calls, html }: { calls: string[]; html: string } = await visit(test, listRoute, path);
      const counts = ['count session', 'count session'];
      // The first page also shows how many rows the filters hide.
      const leftOut = pages === 1 ? ['list session 1', ...counts] : [];
      expect(calls).toEqual(['list session 50', ...counts, ...leftOut]);
      for (const [, id = ''] of html.matchAll(/href="\/console\/sessions\/([0-9a-f-]{36})"/g))
        shownIds.add(id);
      expect(shownIds.size).toBe(pages * 50);
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(shownIds.size).toBe(1000);
  });

  it('needs as many database queries for a session with a thousand events as for one with ten', async () => {
    const test = await TestWebhooks.open();
    const { store } = test.runtime;
    const [short, long] = [test.session(undefined), test.session(undefined)];
    for (const [session, count] of [
      [short, 10],
      [long, 1000],
    ] as const) {
      await store.transact({ account: account.id }, () => ({
        result: null,
        puts: [put('session', session.id, session)],
        events: Array.from({ length: count }, (_, index) => ({
          type: 'session.status_queried' as const,
          at: test.clock.now(),
          sessionId: session.id,
          data: { status: `status-${index}` },
        })),
      }));
    }
    const pageOf = (id: string, search = '') =>
      visit(test, pageRoute, `/console/sessions/${id}?tab=events${search}`, { session_id: id });
    const [small, large] = [await pageOf(short.id), await pageOf(long.id)];
    expect(large.calls).toEqual(small.calls);
    expect(large.calls.filter((query) => query.startsWith('trace.page')).length).toBeLessThanOrEqual(4);
    let { html } = large;
    const statuses = new Set<string>();
    for (;;) {
      for (const [, status = ''] of html.matchAll(/(status-\d+)/g)) statuses.add(status);
      const earlier = /href="[^"]*[?&;]before=(\d+)"/.exec(html)?.[1];
      if (!earlier) break;
      ({ html } = await pageOf(long.id, `&before=${earlier}`));
    }
    expect(statuses.size).toBe(1000);
  });

  it('shows ten deliveries per page, with a link to the next ones', async () => {
    const test = await TestWebhooks.open();
    const session = test.session('http://localhost:9/hook');
    await test.runtime.store.transact({ account: account.id }, () => ({
      result: null,
      puts: [put('session', session.id, session)],
    }));
    for (let index = 0; index < 25; index++) await test.emit(session);
    const cards = new Set<string>();
    let path: string | undefined = `/console/sessions/${session.id}`;
    const sizes: number[] = [];
    while (path) {
      const { calls, html }: { calls: string[]; html: string } = await visit(test, pageRoute, path, {
        session_id: session.id,
      });
      const cardIds = [...html.matchAll(/<details class="delivery [^"]*" id="delivery-([^"]+)"/g)].map(
        ([, id = '']) => id,
      );
      for (const id of cardIds) cards.add(id);
      sizes.push(cardIds.length);
      expect(calls.filter((query) => query === 'trace.get')).toHaveLength(cardIds.length);
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([sizes, cards.size]).toEqual([[10, 10, 5], 25]);
  });
});
