import {
  getKeys,
  getScript,
  getSnapshot,
  listAgreements,
  listDeliveries,
  listSessions,
  listTerminals,
  namesOf,
  snapshotLimitBytes,
} from '@svc-simulator/contract';
import type { Child } from 'hono/jsx';
import { nextOf } from '../access/outside.tsx';
import { type PageAnswer, type PageCall, type PageRoute, rowsIn, seeOther } from '../page-call.ts';
import type { TypedForm } from '../views/view-form.tsx';
import { ChargeForm, type NewSession, SessionForm } from './payment-forms.tsx';
import { ScriptPanel } from './script-panel.tsx';
import { actions } from './simulate-actions.ts';
import { ChaosPanel, ResetForm, SimulatePage, SnapshotPanel } from './simulate-page.tsx';
import { ClockPanel } from './simulation-bar.tsx';
import {
  pathOfPart,
  pathOfTask,
  type SimulateFault,
  type SimulatePart,
  type SimulateTask,
  simulateTasks,
  taskOf,
} from './typed.ts';

/** The newest of each list are offered. */
const OFFERED = '50';
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
  const { part } = action;
  const done = await action.run(call);
  if (!done.ok) return simulatePage(call, taskOf(part), { part, refused: done });
  const back = call.url.searchParams.has('next') ? nextOf(call.url) : pathOfPart(part);
  return seeOther(done.path ?? back, done.notice || undefined);
}

async function simulatePage(call: PageCall, task: SimulateTask, fault?: SimulateFault): Promise<PageAnswer> {
  const { t, form } = call;
  // What was typed into the form of a part, where it was refused.
  const typed = (part: SimulatePart) =>
    fault?.part === part ? { values: form, faults: fault.refused.faults } : undefined;
  const pointers = Object.keys(fault?.refused.faults ?? {});
  // Said beside the fields, it need not be said twice.
  const isBesideFields = pointers.length > 0 && pointers.every((pointer) => form.has(pointer.slice(1)));
  return {
    title: `${t(`console.simulate.tasks.${task}`)} · ${t('console.frame.areas.simulate')}`,
    area: 'simulate',
    // What was posted cannot be fetched again.
    ...(fault && { status: fault.refused.status, live: null }),
    body: (
      <SimulatePage task={task} fault={isBesideFields ? undefined : fault}>
        {await bodies[task](call, typed)}
      </SimulatePage>
    ),
  };
}

type Body = (call: PageCall, typed: (part: SimulatePart) => TypedForm | undefined) => Child | Promise<Child>;

/** What each page shows. */
const bodies: Readonly<Record<SimulateTask, Body>> = {
  payment: async (call, typed) => {
    const { perform, account, url } = call;
    const [session, terminals] = await Promise.all([
      newSession(call),
      account.merchantId === undefined ? null : perform(listTerminals, { query: { limit: OFFERED } }),
    ]);
    const linked = terminals && rowsIn(terminals).filter(({ status }) => status === 'LINKED');
    return (
      <div class="columns">
        <SessionForm url={url} typed={typed('session')} session={session} />
        <ChargeForm typed={typed('charge')} terminals={linked} />
      </div>
    );
  },
  time: async ({ services, account, now }) => {
    const due = await services.nextDueOf(account.id);
    return <ClockPanel clock={account.clock} now={now} due={due} />;
  },
  faults: ({ account }, typed) => <ChaosPanel chaos={account.chaos} typed={typed('chaos')} />,
  next: async ({ perform }, typed) => {
    const script = await perform(getScript);
    return script.ok && <ScriptPanel script={script.data} typed={typed('scripts')} />;
  },
  snapshots: () => (
    <div class="columns even">
      <SnapshotPanel />
      <ResetForm />
    </div>
  ),
};

async function newSession({ perform, services, url }: PageCall): Promise<NewSession> {
  const q = url.searchParams.get('made');
  const [agreements, latest, keys, made] = await Promise.all([
    perform(listAgreements, { query: { limit: OFFERED } }),
    perform(listDeliveries, { query: { limit: '1', by: 'all' } }),
    perform(getKeys),
    q ? perform(listSessions, { query: { q, by: 'all', limit: '1' } }) : undefined,
  ]);
  const [session] = made ? rowsIn(made) : [];
  return {
    agreements: rowsIn(agreements),
    latestUrl: url.searchParams.get('webhook_url') ?? rowsIn(latest)[0]?.url ?? '',
    receiverUrl: (name) => (keys.ok ? keys.data.receivers[name] : ''),
    made: session && session.id === q ? `${services.settings.publicUrl}/pay/${session.id}` : undefined,
  };
}

/** `GET /control/snapshot` as a file. */
async function download(call: PageCall): Promise<PageAnswer> {
  const { perform, url, now } = call;
  const trace = url.searchParams.get('trace') === 'none' ? 'none' : 'all';
  const saved = await perform(getSnapshot, { query: { trace } });
  if (!saved.ok) return simulatePage(call, 'snapshots', { part: 'snapshots', refused: saved });
  const day = new Date(now).toISOString().slice(0, 10);
  return new Response(JSON.stringify(saved.data), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="snapshot-${day}.json"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
