import * as api from '@svc-simulator/contract';
import { chaosFaults, chaosRates, namesOf, snapshotLimitBytes } from '@svc-simulator/contract';
import type { AccountChaos } from '@svc-simulator/core';
import type { Child } from 'hono/jsx';
import { LabeledField, LinkButton, t } from '../../kit/parts.tsx';
import { pathAfterLogin } from '../access/outside.tsx';
import type { PageAnswer, PageCall, PageRoute } from '../page-call.ts';
import { fileResponse, rowsIn, seeOther } from '../page-call.ts';
import { ButtonForm, FactList, Notice, PageHead, Panel, Submit, Tabs, Understood } from '../parts/parts.tsx';
import type { TypedForm } from '../views/view-form.tsx';
import { SimulateForm } from './fields.tsx';
import { ChargeForm, offeredRows, proposeSession, SessionForm } from './payment-forms.tsx';
import { ScriptPanel } from './script-panel.tsx';
import { simulateActions } from './simulate-actions.ts';
import { ClockPanel } from './simulation-bar.tsx';
import type { SimulateFault, SimulatePart, SimulateTask } from './typed.ts';
import { pathOfPart, pathOfTask, simulateTasks, taskForPart } from './typed.ts';

const SIMULATE_PATH = '/console/simulate';
/** Maximum size of the form without its file. */
const FORM_ENVELOPE_BYTES = 64 * 1024;

/**
 * Serves `/console/simulate`, which is the page of the first task, and a page for each other task. The forms
 * of all these pages post to `/console/simulate`.
 */
export const simulateRoutes: readonly PageRoute[] = [
  ...namesOf(simulateTasks).map((task) => ({
    path: pathOfTask(task),
    get: (call: PageCall) => simulatePage(call, task),
    ...(task === 'payment' && { post: runSimulateAction }),
    formBytes: ({ hosted }: { readonly hosted: boolean }) =>
      snapshotLimitBytes[hosted ? 'hosted' : 'local'] + FORM_ENVELOPE_BYTES,
  })),
  { path: `${SIMULATE_PATH}/snapshot`, get: downloadSnapshot },
];

async function runSimulateAction(call: PageCall): Promise<PageAnswer> {
  const actionName = call.form.get('do') ?? '';
  const action = Object.hasOwn(simulateActions, actionName) ? simulateActions[actionName] : undefined;
  if (!action) return seeOther(SIMULATE_PATH);
  const { part } = action;
  const result = await action.run(call);
  if (!result.ok) return simulatePage(call, taskForPart(part), { part, refusal: result });
  const returnPath = call.url.searchParams.has('next') ? pathAfterLogin(call.url) : pathOfPart(part);
  return seeOther(result.path ?? returnPath, result.notice || undefined);
}

async function simulatePage(call: PageCall, task: SimulateTask, fault?: SimulateFault): Promise<PageAnswer> {
  const { t, form } = call;
  const formOf = (part: SimulatePart) =>
    fault?.part === part ? { values: form, faults: fault.refusal.faults } : undefined;
  const pointers = Object.keys(fault?.refusal.faults ?? {});
  // If all faults are shown next to fields, the page shows no message at the top, which would repeat them.
  const isShownAtFields = pointers.length > 0 && pointers.every((pointer) => form.has(pointer.slice(1)));
  return {
    title: `${t(`console.simulate.tasks.${task}`)} · ${t('console.frame.areas.simulate')}`,
    area: 'simulate',
    // The response to a POST has no live refresh, because the refresh would GET another page.
    ...(fault && { status: fault.refusal.status, live: null }),
    body: (
      <>
        <PageHead title={t('console.frame.areas.simulate')} />
        <Tabs
          label={t('console.simulate.jump')}
          currentPath={pathOfTask(task)}
          tabs={namesOf(simulateTasks).map((name) => [pathOfTask(name), t(`console.simulate.tasks.${name}`)])}
        />
        {fault && !isShownAtFields && (
          <Notice kind="danger" text={`${t('console.simulate.refused')} ${fault.refusal.detail}`} />
        )}
        {await taskBodies[task](call, formOf)}
      </>
    ),
  };
}

type TaskBody = (
  call: PageCall,
  formOf: (part: SimulatePart) => TypedForm | undefined,
) => Child | Promise<Child>;

const taskBodies: Readonly<Record<SimulateTask, TaskBody>> = {
  payment: async (call, formOf) => {
    const { perform, account, url } = call;
    const [session, terminals] = await Promise.all([
      proposeSession(call),
      account.merchantId === undefined ? null : perform(api.listTerminals, offeredRows),
    ]);
    const linkedTerminals = terminals && rowsIn(terminals).filter(({ status }) => status === 'LINKED');
    return (
      <div class="columns">
        <SessionForm
          url={url}
          typed={formOf('session') ?? { values: url.searchParams, faults: {} }}
          session={session}
        />
        <ChargeForm typed={formOf('charge')} terminals={linkedTerminals} />
      </div>
    );
  },
  time: async ({ services, account, now }) => {
    const due = await services.nextDueOf(account.id);
    return <ClockPanel clock={account.clock} now={now} due={due} />;
  },
  faults: ({ account }, formOf) => <ChaosPanel chaos={account.chaos} typed={formOf('chaos')} />,
  next: async ({ perform }, formOf) => {
    const script = await perform(api.getScript);
    return script.ok && <ScriptPanel script={script.data} typed={formOf('scripts')} />;
  },
  snapshots: ({ t }) => (
    <div class="columns even">
      <SnapshotPanel />
      <Panel title={t('console.simulate.reset.submit')} name="reset">
        <p>{t('console.simulate.reset.lead')}</p>
        <ButtonForm to={SIMULATE_PATH} kind="danger" action="reset" text={t('console.simulate.reset.submit')}>
          <Understood />
        </ButtonForm>
      </Panel>
    </div>
  ),
};

async function downloadSnapshot(call: PageCall): Promise<PageAnswer> {
  const { perform, url, now } = call;
  const trace = url.searchParams.get('trace') === 'none' ? 'none' : 'all';
  const snapshot = await perform(api.getSnapshot, { query: { trace } });
  if (!snapshot.ok) return simulatePage(call, 'snapshots', { part: 'snapshots', refusal: snapshot });
  const day = new Date(now).toISOString().slice(0, 10);
  return fileResponse(`snapshot-${day}.json`, 'application/json', JSON.stringify(snapshot.data));
}

function SnapshotPanel() {
  return (
    <Panel title={t('console.simulate.parts.snapshots')} name="snapshots">
      <p class="soft">{t('console.simulate.snapshots.lead')}</p>
      <p class="row">
        <LinkButton href="/console/simulate/snapshot" download text={t('console.settings.save')} />
        <LinkButton
          href="/console/simulate/snapshot?trace=none"
          download
          text={t('console.simulate.snapshots.saveWithoutTrace')}
        />
      </p>
      <form method="post" action="/console/simulate" enctype="multipart/form-data" class="stack">
        <LabeledField name="file" label={t('console.simulate.snapshots.file')}>
          <input id="file" name="file" type="file" accept=".json,application/json" required />
        </LabeledField>
        <Submit kind="danger" action="snapshot_load" text={t('console.simulate.snapshots.load')} />
        <p class="soft small">{t('console.simulate.snapshots.loadHint')}</p>
      </form>
    </Panel>
  );
}

function ChaosPanel(props: Readonly<{ chaos: AccountChaos | undefined; typed: TypedForm | undefined }>) {
  const { chaos, typed } = props;
  const injectedFaults = chaosFaults.filter((fault) => (chaos?.injected[fault] ?? 0) > 0);
  return (
    <Panel title={t('console.simulate.parts.chaos')} name="chaos">
      <p class="soft">{t('console.simulate.chaos.lead')}</p>
      <SimulateForm
        typed={typed}
        fields={[
          { name: 'delay_ms', initialValue: String(chaos?.delayMs.max ?? 0), inputmode: 'numeric' },
          { name: 'latency_ms', initialValue: String(chaos?.latencyMs.max ?? 0), inputmode: 'numeric' },
          { name: 'seed', initialValue: String(chaos?.seed ?? ''), inputmode: 'numeric' },
        ]}
        action="chaos"
        submit={t('console.simulate.chaos.submit')}
        aside={chaos && <Submit action="chaos_off" text={t('console.simulate.chaos.off')} />}
      >
        <div class="grid wide">
          {chaosRates.map((name) => {
            const value = typed?.values.get(name) ?? String(Math.round((chaos?.rates[name] ?? 0) * 100));
            const unit = t('console.simulate.chaos.unit');
            return (
              <LabeledField name={name} label={t(`console.simulate.chaos.rates.${name}`)}>
                <input id={name} name={name} type="range" min="0" max="100" step="1" value={value} />
                <output for={name} class="figures" data-unit={unit}>
                  {`${value}${unit}`}
                </output>
              </LabeledField>
            );
          })}
        </div>
      </SimulateForm>
      {chaos && (
        <div class="stack" data-live="chaos">
          <h3>{t('console.simulate.chaos.faultCounts')}</h3>
          <p>
            {t('console.simulate.chaos.counted', chaos)}{' '}
            {injectedFaults.length === 0 && t('console.simulate.chaos.noFaults')}
          </p>
          <FactList
            class="pairs"
            facts={injectedFaults.map((fault) => [t(`word.chaos.${fault}`), chaos.injected[fault]])}
          />
        </div>
      )}
    </Panel>
  );
}
