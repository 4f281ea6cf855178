import type { KeptCall } from '@svc-simulator/server/calls/call-log.ts';
import { presentedCall } from '@svc-simulator/server/calls/presented-call.ts';
import { translatorFor } from '@svc-simulator/server/http/problem-language.ts';
import type { Store } from '@svc-simulator/store/store.ts';
import { missingPage } from '../error-pages.tsx';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { idIn } from '../parts/browser-input.ts';
import { CallPage } from './call-page.tsx';
import { callsPage } from './calls-page.tsx';

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

/** `/console/calls`: the API calls of the account, refused ones with their cause; and each call by itself. */
export const callsRoutes: readonly PageRoute[] = [
  { path: '/console/calls', get: callsPage },
  { path: '/console/calls/:id', get: callPage },
];

async function callPage(page: PageCall): Promise<ConsolePage> {
  const { services, account, lang, baseUrl } = page;
  const kept = keptCall(page);
  if (!kept) return missingPage(lang, 'calls');
  const call = presentedCall(kept, await translatorFor(lang));
  const title = `${call.method} ${call.path}`;
  const sessionId = await sessionOf(services.runtime.store, account.id, kept);
  return {
    title,
    area: 'calls',
    live: null,
    body: <CallPage lang={lang} baseUrl={baseUrl} call={call} sessionId={sessionId} />,
  };
}

function keptCall({ services, account, params }: PageCall): KeptCall | undefined {
  const id = idIn(params.id);
  return id === undefined ? undefined : services.runtime.calls.get(account.id, id);
}

/** The session that its path names, or that it made. */
async function sessionOf(store: Store, accountId: string, call: KeptCall): Promise<string | undefined> {
  const id = UUID.exec(call.target)?.[0] ?? UUID.exec(call.response?.text ?? '')?.[0];
  const session = id && (await store.get('session', id));
  return session && session.accountId === accountId ? session.id : undefined;
}
