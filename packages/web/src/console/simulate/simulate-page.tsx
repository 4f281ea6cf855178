import type { AccountRecord, TerminalRecord } from '@svc-simulator/core';
import type { NextDue } from '@svc-simulator/server/clock/next-due.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { ScriptShown } from '@svc-simulator/server/script/script-service.ts';
import { Notice } from '../parts/notice.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { ChaosPanel } from './chaos-panel.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { AgreementForm, ChargeForm } from './other-forms.tsx';
import { ScriptPanel } from './script-panel.tsx';
import { type NewSession, SessionForm } from './session-form.tsx';
import { SnapshotPanel } from './snapshot-panel.tsx';
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
      <nav class="jump" aria-label={texts.jump}>
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
