import { namesOf, snapshotLimitBytes } from '@svc-simulator/contract';
import { nextDueOf } from '@svc-simulator/server/clock/next-due.ts';
import { problemTexts, toldRefusal } from '@svc-simulator/server/http/problem-words.ts';
import { receiverUrl } from '@svc-simulator/server/receivers/receivers.ts';
import { scriptOf } from '@svc-simulator/server/script/script-service.ts';
import { paymentCode } from '@svc-simulator/server/sessions/payment-code.ts';
import { findSession } from '@svc-simulator/server/sessions/session-service.ts';
import { saveSnapshot } from '@svc-simulator/server/snapshots/snapshot-saving.ts';
import type { Child } from 'hono/jsx';
import { nextOf } from '../access/outside.ts';
import { type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { ClockPanel } from './clock-panel.tsx';
import { AgreementForm, ChargeForm } from './other-forms.tsx';
import { ScriptPanel } from './script-panel.tsx';
import { type NewSession, SessionForm } from './session-form.tsx';
import { actions } from './simulate-actions.ts';
import { ChaosPanel, ResetForm, SimulatePage, SnapshotPanel } from './simulate-page.tsx';
import {
  pathOfPart,
  pathOfTask,
  type SimulateFault,
  type SimulatePart,
  type SimulateTask,
  simulateTasks,
  Typed,
  taskOf,
} from './typed.ts';

/** The newest of each list are offered. */
const OFFERED = 50;
const HOME = '/console/simulate';
/** The envelope of a form around a file. */
const FORM_BYTES = 64 * 1024;

/** `/console/simulate`: what can be made to happen for the account, a page each task, by the operations of the API that do it. */
export const simulateRoutes: readonly PageRoute[] = [
  ...namesOf(simulateTasks).map((task) => ({
    path: pathOfTask(task),
    get: (call: PageCall) => simulatePage(call, task),
    ...(task === 'payment' && { post: act }),
    formBytes: ({ hosted }: { readonly hosted: boolean }) =>
      snapshotLimitBytes[hosted ? 'hosted' : 'local'] + FORM_BYTES,
  })),
  { path: `${HOME}/snapshot`, get: download },
];

async function act(call: PageCall): Promise<PageAnswer> {
  const asked = call.form.get('do') ?? '';
  const action = Object.hasOwn(actions, asked) ? actions[asked] : undefined;
  if (!action) return seeOther(HOME);
  const outcome = await action.run(call);
  if (!outcome.ok) {
    const refusal = toldRefusal(await problemTexts(call.t.lang), outcome.refusal);
    return simulatePage(call, taskOf(action.part), { part: action.part, refusal });
  }
  const back = call.url.searchParams.has('next') ? nextOf(call.url) : pathOfPart(action.part);
  const { path = back, notice } = outcome.value;
  const [address = HOME, part] = path.split('#', 2);
  const answer = seeOther(address, notice || undefined);
  if (part) answer.headers.set('location', `${answer.headers.get('location')}#${part}`);
  return answer;
}

async function simulatePage(call: PageCall, task: SimulateTask, fault?: SimulateFault): Promise<PageAnswer> {
  const { t, form } = call;
  return {
    title: `${t(`console.simulate.tasks.${task}`)} · ${t('console.frame.areas.simulate')}`,
    area: 'simulate',
    // What was posted cannot be fetched again.
    ...(fault && { status: fault.refusal.status }),
    ...(fault && { live: null }),
    body: (
      <SimulatePage t={t} task={task} fault={fault}>
        {await bodies[task](call, (part) => new Typed(form, part, fault))}
      </SimulatePage>
    ),
  };
}

type Body = (call: PageCall, typed: (part: SimulatePart) => Typed) => Child | Promise<Child>;

/** What each page shows. */
const bodies: Readonly<Record<SimulateTask, Body>> = {
  payment: async (call, typed) => {
    const { services, account, t, url } = call;
    const { store } = services.runtime;
    const [session, terminals] = await Promise.all([
      newSession(call),
      account.merchantId === undefined ? null : store.list('terminal', account.id, { limit: OFFERED }),
    ]);
    const linked = terminals?.items.filter(({ state }) => state === 'linked') ?? null;
    return (
      <div class="columns">
        <SessionForm t={t} url={url} typed={typed('session')} session={session} />
        <div class="stack loose">
          <ChargeForm t={t} typed={typed('charge')} terminals={linked} />
          <AgreementForm t={t} typed={typed('agreement')} />
        </div>
      </div>
    );
  },
  time: async ({ services, account, t, now }) => (
    <ClockPanel
      t={t}
      clock={account.clock}
      now={now}
      due={await nextDueOf(services.runtime.store, account.id)}
    />
  ),
  faults: ({ account, t }, typed) => <ChaosPanel t={t} chaos={account.chaos} typed={typed('chaos')} />,
  next: async ({ services, account, t }, typed) => (
    <ScriptPanel t={t} shown={await scriptOf(services.runtime, account)} typed={typed('scripts')} />
  ),
  snapshots: ({ t }) => (
    <div class="columns even">
      <SnapshotPanel t={t} />
      <ResetForm t={t} />
    </div>
  ),
};

async function newSession({ services, account, url }: PageCall): Promise<NewSession> {
  const { store, settings } = services.runtime;
  const [agreements, sessions, made] = await Promise.all([
    store.list('agreement', account.id, { limit: OFFERED }),
    store.list('session', account.id, { limit: 1 }),
    findSession(services.runtime, account.id, url.searchParams.get('made') ?? ''),
  ]);
  const address = made.ok ? `${settings.publicUrl}/pay/${made.value.id}` : '';
  return {
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
  };
}

/** `GET /control/snapshot` as a file. */
async function download(call: PageCall): Promise<PageAnswer> {
  const { services, account, url, now } = call;
  const saved = await saveSnapshot(services.runtime, account.id, url.searchParams.get('trace') !== 'none');
  if (!saved.ok) {
    const refusal = toldRefusal(await problemTexts(call.t.lang), saved.refusal);
    return simulatePage(call, 'snapshots', { part: 'snapshots', refusal });
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
