import { chaosFaults, chaosRates } from '@svc-simulator/contract';
import type { AccountChaos, AccountRecord, TerminalRecord } from '@svc-simulator/core';
import type { NextDue } from '@svc-simulator/server/clock/next-due.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { ScriptShown } from '@svc-simulator/server/script/script-service.ts';
import { Field, TextField } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { chaosWords } from '../trace/chaos-words.ts';
import { ClockPanel, Do } from './clock-panel.tsx';
import { AgreementForm, ChargeForm } from './other-forms.tsx';
import { ScriptPanel } from './script-panel.tsx';
import { type NewSession, SessionForm } from './session-form.tsx';
import { simulateTexts } from './texts.ts';
import { type SimulateFault, type SimulatePart, simulateParts, Typed } from './typed.ts';

export interface SimulateProps {
  readonly lang: Language;
  readonly url: URL;
  readonly now: number;
  readonly account: AccountRecord;
  readonly session: NewSession;
  readonly terminals: readonly TerminalRecord[] | null;
  readonly script: ScriptShown;
  readonly due: NextDue | null;
  /** What was typed, where it was refused. */
  readonly form: URLSearchParams;
  readonly fault: SimulateFault | undefined;
}

/** Everything that can be made to happen for an account, each in a form of its own. */
export function SimulatePage(props: SimulateProps) {
  const { lang, url, now, account, session, terminals, script, due, form, fault } = props;
  const texts = simulateTexts(lang);
  const typed = (part: SimulatePart) => new Typed(form, part, fault);
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      {fault && (
        <Notice kind="danger">
          <p>
            {texts.refused} {fault.refusal.detail ?? fault.refusal.title}
          </p>
          <a href={`#${fault.part}`}>{texts.parts[fault.part]}</a>
        </Notice>
      )}
      <nav class="row jump" aria-label={texts.jump}>
        {simulateParts.map((part) => (
          <a href={`#${part}`}>{texts.parts[part]}</a>
        ))}
      </nav>
      <div class="columns even">
        <div class="stack">
          <SessionForm lang={lang} url={url} typed={typed('session')} session={session} />
          <ChargeForm lang={lang} typed={typed('charge')} terminals={terminals} />
          <AgreementForm lang={lang} typed={typed('agreement')} />
        </div>
        <div class="stack">
          <ClockPanel lang={lang} clock={account.clock} now={now} due={due} />
          <ChaosPanel lang={lang} chaos={account.chaos} typed={typed('chaos')} />
        </div>
      </div>
      <ScriptPanel lang={lang} shown={script} typed={typed('scripts')} />
      <SnapshotPanel lang={lang} />
      <ResetForm lang={lang} />
    </>
  );
}

function ResetForm({ lang }: { readonly lang: Language }) {
  const texts = simulateTexts(lang).reset;
  return (
    <Panel title={texts.title} name="reset">
      <p>{texts.lead}</p>
      <form method="post" action="/console/simulate" class="stack">
        <p class="checks">
          <label>
            <input type="checkbox" name="understood" value="yes" required />
            {texts.understood}
          </label>
        </p>
        <p>
          <Submit kind="danger" name="do" value="reset" text={texts.submit} />
        </p>
      </form>
    </Panel>
  );
}

/** The account in a file, and back. */
function SnapshotPanel({ lang }: { readonly lang: Language }) {
  const texts = simulateTexts(lang).snapshots;
  return (
    <Panel title={texts.title} name="snapshots">
      <p class="soft">{texts.lead}</p>
      <p class="row">
        <a class="button" href="/console/simulate/snapshot" download>
          {texts.save}
        </a>
        <a class="button" href="/console/simulate/snapshot?trace=none" download>
          {texts.saveWithoutTrace}
        </a>
      </p>
      <form method="post" action="/console/simulate" enctype="multipart/form-data" class="stack">
        <Field name="file" label={texts.file}>
          <input id="file" name="file" type="file" accept=".json,application/json" required />
        </Field>
        <p class="row">
          <Submit kind="danger" name="do" value="snapshot_load" text={texts.load} />
        </p>
        <p class="soft small">{texts.loadHint}</p>
      </form>
    </Panel>
  );
}

interface ChaosPanelProps {
  readonly lang: Language;
  readonly chaos: AccountChaos | undefined;
  readonly typed: Typed;
}

/** What is to go wrong and how often, and what went wrong so far. */
function ChaosPanel({ lang, chaos, typed }: ChaosPanelProps) {
  const texts = simulateTexts(lang).chaos;
  return (
    <Panel title={texts.title} name="chaos">
      <p class="soft">{texts.lead}</p>
      <form method="post" action="/console/simulate" class="stack" novalidate>
        <div class="sliders">
          {chaosRates.map((name) => {
            const { value } = typed.field(name, String(Math.round((chaos?.rates[name] ?? 0) * 100)));
            return (
              <>
                <label for={name}>{texts.rates[name]}</label>
                <input id={name} name={name} type="range" min="0" max="100" step="1" value={value} />
                <output for={name} class="figures">
                  {value} %
                </output>
              </>
            );
          })}
        </div>
        <div class="grid">
          <TextField
            {...typed.field('delay_ms', String(chaos?.delayMs.max ?? 0))}
            label={texts.delay}
            inputmode="numeric"
          />
          <TextField
            {...typed.field('latency_ms', String(chaos?.latencyMs.max ?? 0))}
            label={texts.latency}
            inputmode="numeric"
          />
          <TextField
            {...typed.field('seed', chaos ? String(chaos.seed) : '')}
            label={texts.seed}
            inputmode="numeric"
          />
        </div>
        <p class="row">
          <Submit kind="primary" name="do" value="chaos" text={texts.submit} />
          {chaos && <Do what="chaos_off" label={texts.off} />}
        </p>
      </form>
      {chaos && (
        <div class="stack" data-live="chaos">
          <h3>{texts.did}</h3>
          <Done lang={lang} chaos={chaos} />
        </div>
      )}
    </Panel>
  );
}

function Done({
  lang,
  chaos: { webhooks, calls, injected },
}: {
  readonly lang: Language;
  readonly chaos: AccountChaos;
}) {
  const texts = simulateTexts(lang).chaos;
  const words = chaosWords(lang);
  const done = chaosFaults.filter((fault) => (injected[fault] ?? 0) > 0);
  return (
    <>
      <p>
        {texts.counted(webhooks, calls)} {done.length === 0 && texts.nothing}
      </p>
      <dl class="stack tight pairs">
        {done.map((fault) => (
          <div>
            <dt>{words[fault]}</dt>
            <dd class="figures">{injected[fault]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
