import { snapshotLimitBytes } from '@svc-simulator/contract';
import { nextDueOf } from '@svc-simulator/server/clock/next-due.ts';
import { problemTexts, toldRefusal } from '@svc-simulator/server/http/problem-words.ts';
import { receiverUrl } from '@svc-simulator/server/receivers/receivers.ts';
import { scriptOf } from '@svc-simulator/server/script/script-service.ts';
import { paymentCode } from '@svc-simulator/server/sessions/payment-code.ts';
import { findSession } from '@svc-simulator/server/sessions/session-service.ts';
import { saveSnapshot } from '@svc-simulator/server/snapshots/snapshot-saving.ts';
import { nextOf } from '../access/outside.ts';
import { type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { actions } from './simulate-actions.ts';
import { SimulatePage, type SimulateProps } from './simulate-page.tsx';

/** The newest of each list are offered. */
const OFFERED = 50;
const HOME = '/console/simulate';
/** The envelope of a form around a file. */
const FORM_BYTES = 64 * 1024;

/** `/console/simulate`: what can be made to happen for the account, by the operations of the API that do it. */
export const simulateRoutes: readonly PageRoute[] = [
  {
    path: HOME,
    get: (call) => simulatePage(call, {}),
    post: act,
    formBytes: ({ hosted }) => snapshotLimitBytes[hosted ? 'hosted' : 'local'] + FORM_BYTES,
  },
  { path: `${HOME}/snapshot`, get: download },
];

async function act(call: PageCall): Promise<PageAnswer> {
  const asked = call.form.get('do') ?? '';
  const action = Object.hasOwn(actions, asked) ? actions[asked] : undefined;
  if (!action) return seeOther(HOME);
  const outcome = await action.run(call);
  if (!outcome.ok) {
    const refusal = toldRefusal(await problemTexts(call.lang), outcome.refusal);
    return simulatePage(call, { fault: { part: action.part, refusal } });
  }
  const back = call.url.searchParams.has('next') ? nextOf(call.url) : `${HOME}#${action.part}`;
  const { path = back, notice } = outcome.value;
  const [address = HOME, part] = path.split('#', 2);
  const answer = seeOther(address, notice || undefined);
  if (part) answer.headers.set('location', `${answer.headers.get('location')}#${part}`);
  return answer;
}

async function simulatePage(
  call: PageCall,
  { fault }: Partial<Pick<SimulateProps, 'fault'>>,
): Promise<PageAnswer> {
  const { services, account, lang, now, url, form } = call;
  const { store, settings } = services.runtime;
  const [agreements, sessions, terminals, script, due, made] = await Promise.all([
    store.list('agreement', account.id, { limit: OFFERED }),
    store.list('session', account.id, { limit: 1 }),
    account.merchantId === undefined ? null : store.list('terminal', account.id, { limit: OFFERED }),
    scriptOf(services.runtime, account),
    nextDueOf(store, account.id),
    findSession(services.runtime, account.id, url.searchParams.get('made') ?? ''),
  ]);
  const address = made.ok ? `${settings.publicUrl}/pay/${made.value.id}` : '';
  return {
    title: pageTexts(lang)('console.frame.areas.simulate'),
    area: 'simulate',
    // What was posted cannot be fetched again.
    ...(fault && { status: fault.refusal.status }),
    ...(fault && { live: null }),
    body: (
      <SimulatePage
        lang={lang}
        url={url}
        now={now}
        account={account}
        session={{
          agreements: agreements.items,
          latestUrl: url.searchParams.get('webhook_url') ?? sessions.items[0]?.fields.webhook_url ?? '',
          receiverUrl: (name) => receiverUrl(settings.publicUrl, account.id, name),
          made: made.ok
            ? {
                id: made.value.id,
                url: address,
                qr: paymentCode(settings.publicUrl, made.value.id),
                isReachable: !/^(localhost|127\.|\[::1\])/.test(new URL(address).host),
              }
            : undefined,
        }}
        terminals={terminals?.items.filter(({ state }) => state === 'linked') ?? null}
        script={script}
        due={due}
        form={form}
        fault={fault}
      />
    ),
  };
}

/** `GET /control/snapshot` as a file. */
async function download(call: PageCall): Promise<PageAnswer> {
  const { services, account, url, now } = call;
  const saved = await saveSnapshot(services.runtime, account.id, url.searchParams.get('trace') !== 'none');
  if (!saved.ok) {
    const refusal = toldRefusal(await problemTexts(call.lang), saved.refusal);
    return simulatePage(call, { fault: { part: 'snapshots', refusal } });
  }
  const day = new Date(now).toISOString().slice(0, 10);
  return new Response(saved.value, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="snapshot-${day}.json"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
