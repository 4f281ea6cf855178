import { chaosFaults, chaosRates, namesOf } from '@svc-simulator/contract';
import type { AccountChaos } from '@svc-simulator/core';
import type { Child } from 'hono/jsx';
import { Field } from '../../kit/field.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { t } from '../../kit/speaking.ts';
import { Do, FactList, Notice, PageHead, Panel, Tabs } from '../parts/parts.tsx';
import type { TypedForm } from '../views/view-form.tsx';
import { SimulateForm } from './fields.tsx';
import { pathOfTask, type SimulateFault, type SimulateTask, simulateTasks } from './typed.ts';

interface SimulateProps {
  readonly task: SimulateTask;
  readonly fault: SimulateFault | undefined;
  readonly children?: Child;
}

/** What can be made to happen for an account, by task. */
export function SimulatePage({ task, fault, children }: SimulateProps) {
  return (
    <>
      <PageHead title={t('console.frame.areas.simulate')} />
      <Tabs
        label={t('console.simulate.jump')}
        here={pathOfTask(task)}
        tabs={namesOf(simulateTasks).map((each) => [pathOfTask(each), t(`console.simulate.tasks.${each}`)])}
      />
      {fault && <Notice kind="danger" text={`${t('console.simulate.refused')} ${fault.refused.detail}`} />}
      {children}
    </>
  );
}

export function ResetForm() {
  return (
    <Panel title={t('console.simulate.reset.submit')} name="reset">
      <p>{t('console.simulate.reset.lead')}</p>
      <form method="post" action="/console/simulate" class="stack">
        <p>
          <label>
            <input type="checkbox" name="understood" value="yes" required />
            {t('console.simulate.reset.understood')}
          </label>
        </p>
        <p>
          <Do kind="danger" what="reset" text={t('console.simulate.reset.submit')} />
        </p>
      </form>
    </Panel>
  );
}

/** The account in a file, and back. */
export function SnapshotPanel() {
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
        <Field name="file" label={t('console.simulate.snapshots.file')}>
          <input id="file" name="file" type="file" accept=".json,application/json" required />
        </Field>
        <p class="row">
          <Do kind="danger" what="snapshot_load" text={t('console.simulate.snapshots.load')} />
        </p>
        <p class="soft small">{t('console.simulate.snapshots.loadHint')}</p>
      </form>
    </Panel>
  );
}

/** What is to go wrong and how often, and what went wrong so far. */
export function ChaosPanel({
  chaos,
  typed,
}: Readonly<{ chaos: AccountChaos | undefined; typed: TypedForm | undefined }>) {
  const done = chaosFaults.filter((fault) => (chaos?.injected[fault] ?? 0) > 0);
  return (
    <Panel title={t('console.simulate.parts.chaos')} name="chaos">
      <p class="soft">{t('console.simulate.chaos.lead')}</p>
      <SimulateForm
        typed={typed}
        fields={(
          [
            ['delay_ms', chaos?.delayMs.max ?? 0],
            ['latency_ms', chaos?.latencyMs.max ?? 0],
            ['seed', chaos?.seed ?? ''],
          ] as const
        ).map(([name, proposed]) => ({
          name,
          proposed: String(proposed),
          inputmode: 'numeric',
        }))}
        what="chaos"
        submit={t('console.simulate.chaos.submit')}
        beside={chaos && <Do what="chaos_off" text={t('console.simulate.chaos.off')} />}
      >
        <div class="sliders">
          {chaosRates.map((name) => {
            const value = typed?.values.get(name) ?? String(Math.round((chaos?.rates[name] ?? 0) * 100));
            return (
              <>
                <label for={name}>{t(`console.simulate.chaos.rates.${name}`)}</label>
                <input id={name} name={name} type="range" min="0" max="100" step="1" value={value} />
                <output for={name} class="figures">
                  {value} %
                </output>
              </>
            );
          })}
        </div>
      </SimulateForm>
      {chaos && (
        <div class="stack" data-live="chaos">
          <h3>{t('console.simulate.chaos.did')}</h3>
          <p>
            {t('console.simulate.chaos.counted', chaos)}{' '}
            {done.length === 0 && t('console.simulate.chaos.nothing')}
          </p>
          <FactList
            class="pairs"
            facts={done.map((fault) => [t(`word.chaos.${fault}`), chaos.injected[fault]])}
          />
        </div>
      )}
    </Panel>
  );
}
