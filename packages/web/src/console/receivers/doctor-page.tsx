import { attemptError, splitCredentials } from '@svc-simulator/core';
import { type Scenario, scenarios } from '@svc-simulator/server/doctor/doctor-report.ts';
import { findingOf, type Verdict } from '@svc-simulator/server/doctor/finding.ts';
import { formatRefusal, loadProblemTexts } from '@svc-simulator/server/format-refusal.ts';
import type { CheckReport, Exchange } from '@svc-simulator/server/pages/console-services.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { capital, Icon, TextField, t } from '../../kit/parts.tsx';
import { type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { Back, ButtonForm, Notice, Panel, Submit, ToneTag, withBreaks } from '../parts/parts.tsx';

export const doctorRoutes: readonly PageRoute[] = [
  { path: '/console/receivers/examination', post: testReceiver },
];

async function testReceiver({ services, account, t, form }: PageCall): Promise<PageAnswer> {
  const url = form.get('url')?.trim() ?? '';
  const { maskedUrl } = splitCredentials(url);
  const scenario = scenarios.find(({ id }) => id === form.get('scenario')) ?? scenarios[0];
  if (!scenario) return seeOther('/console/receivers');
  const testRun = await services.doctor.run({ account, url, scenario, lang: t.lang });
  const reports = 'reports' in testRun ? testRun.reports : undefined;
  const refusalReason = 'refused' in testRun ? testRun.refused : undefined;
  const refusal =
    'refusal' in testRun ? formatRefusal(await loadProblemTexts(t.lang), testRun.refusal) : undefined;
  const title = reports ? summarizeReports(t, reports) : t('console.examination.title');
  const tone = reports?.some(({ verdict }) => verdict.outcome === 'failed') ? 'bad' : 'good';
  return {
    title,
    area: 'receivers',
    live: null,
    ...(refusalReason && { status: refusalReason === 'url' ? 400 : 409 }),
    body: (
      <>
        <Back to="/console/receivers" text={t('console.frame.areas.receivers')} />
        <h1>
          {reports && (
            <span class={`toned ${tone}`}>
              <Icon name={tone === 'bad' ? 'cross' : 'check'} />{' '}
            </span>
          )}
          {title}
        </h1>
        {refusalReason && refusalReason !== 'url' && (
          <Notice
            kind="danger"
            text={[t(`console.examination.faults.${refusalReason}`), refusal?.detail]
              .filter(Boolean)
              .join(' ')}
          />
        )}
        {reports && <ReportPanel url={maskedUrl} scenario={scenario} reports={reports} />}
        <DoctorForm
          receiverUrl={maskedUrl}
          chosen={scenario.id}
          fault={refusalReason === 'url' ? t('console.examination.faults.url') : undefined}
          blockedBy={refusalReason ? undefined : services.doctor.reasonToRefuse(account)}
        />
      </>
    ),
  };
}

interface DoctorFormProps {
  readonly receiverUrl: string;
  readonly chosen: Scenario['id'];
  readonly fault?: string | undefined;
  readonly blockedBy?: 'chaos' | 'clock' | 'busy' | undefined;
}

export function DoctorForm({ receiverUrl, chosen, fault, blockedBy }: DoctorFormProps) {
  return (
    <Panel title={t('console.examination.title')} name="examine">
      <p class="soft">{t('console.examination.lead')}</p>
      {blockedBy && <Notice kind="warn" text={t(`console.examination.faults.${blockedBy}`)} />}
      <form method="post" action="/console/receivers/examination" class="stack" novalidate>
        <TextField
          name="url"
          label={t('console.examination.url')}
          value={receiverUrl}
          placeholder="http://localhost:3000/webhooks"
          spellcheck={false}
          maxlength={2048}
          fault={fault}
        />
        <fieldset class="stack tight">
          <legend>{t('console.examination.scenario')}</legend>
          <ScenarioChoice id={chosen} isChosen />
          <details class="spaced">
            <summary>{t('console.examination.others')}</summary>
            {scenarios.map(({ id }) => id !== chosen && <ScenarioChoice id={id} />)}
          </details>
        </fieldset>
        <p class="row">
          <Submit kind="primary" text={t('console.examination.submit')} />
          <span class="hint">{t('console.examination.wait')}</span>
        </p>
      </form>
    </Panel>
  );
}

function ScenarioChoice({ id, isChosen = false }: Readonly<{ id: Scenario['id']; isChosen?: boolean }>) {
  return (
    <label class="choice">
      <input type="radio" name="scenario" value={id} checked={isChosen} />
      <span class="choice-words">
        <span class="choice-title">{t(`examination.scenario.${id}.title`)}</span>
        <span class="hint">{t(`examination.scenario.${id}.text`)}</span>
      </span>
    </label>
  );
}

const outcomeTones = { passed: 'good', failed: 'bad', skipped: 'plain' } as const;

function summarizeReports(t: Texts, reports: readonly CheckReport[]): string {
  const countOf = (outcome: Verdict['outcome']) =>
    reports.filter(({ verdict }) => verdict.outcome === outcome).length;
  const [failed, skipped] = [countOf('failed'), countOf('skipped')];
  return failed === 0
    ? t('console.examination.allPassed', { passed: countOf('passed'), skipped })
    : t('console.examination.someFailed', { failed, count: reports.length, skipped });
}

function ReportPanel(props: Readonly<{ url: string; scenario: Scenario; reports: readonly CheckReport[] }>) {
  const { url, scenario, reports } = props;
  return (
    <section class="stack" aria-label={t('console.examination.report')}>
      <div class="spread">
        <p>
          {t('console.examination.scenario')}: {t(`examination.scenario.${scenario.id}.title`)} ·{' '}
          <code>{withBreaks(url)}</code>
        </p>
        <ButtonForm
          to="/console/receivers/examination"
          fields={{ url, scenario: scenario.id }}
          text={t('console.examination.again')}
        />
      </div>
      <ol class="panel lines">
        {reports.map((report) => (
          <ReportedCheck report={report} />
        ))}
      </ol>
    </section>
  );
}

function ReportedCheck({ report }: Readonly<{ report: CheckReport }>) {
  const { id, verdict, durationMs, exchanges } = report;
  const finding = findingOf(verdict);
  const isSignatureFinding = finding?.code.startsWith('signature');
  const isExperiment = ({ label }: Exchange) =>
    finding?.experiment?.requests.some(({ experiment }) => experiment === label) ?? false;
  const experiments = exchanges.filter(isExperiment);
  const answers = new Set(groupExchanges(t, experiments).map(([, answer]) => answer));
  return (
    <li class="stack">
      <div class="spread">
        <h3>{capital(t(`examination.check.${id}.title`))}</h3>
        <span class="row">
          <ToneTag tone={outcomeTones[verdict.outcome]} text={t(`examination.outcome.${verdict.outcome}`)} />
          {verdict.outcome !== 'skipped' && durationMs > 0 && (
            <span class="soft small figures">{durationText(durationMs, t.lang)}</span>
          )}
        </span>
      </div>
      {verdict.outcome === 'skipped' && <p class="soft">{capital(verdict.because(t))}</p>}
      {finding && (
        <>
          <p class="text">{breakBeforeNumbers(finding.why(t))}</p>
          <p class="text">
            <strong>{t('view.actions')}:</strong> {breakBeforeNumbers(finding.fix(t))}
          </p>
          {isSignatureFinding && (
            <p class="soft">
              {t('console.examination.secret')} <a href="/console/keys">{t('console.frame.areas.keys')}</a>
            </p>
          )}
        </>
      )}
      {exchanges.length > 0 && (
        <details id={`sent-${id}`} class="spaced" open={verdict.outcome === 'failed'}>
          <summary>{t('console.examination.sent')}</summary>
          <ExchangeRows exchanges={exchanges.filter((exchange) => !isExperiment(exchange))} />
          {experiments.length > 0 && (
            <details id={`tried-${id}`} class="spaced">
              <summary>
                {t('console.examination.tried', {
                  count: experiments.length,
                  answers: [...answers].join(', '),
                })}
              </summary>
              <ExchangeRows exchanges={experiments} />
            </details>
          )}
        </details>
      )}
    </li>
  );
}

function ExchangeRows({ exchanges }: Readonly<{ exchanges: readonly Exchange[] }>) {
  return (
    <ul class="stack tight">
      {groupExchanges(t, exchanges).map(([request, answer, count]) => (
        <li>
          <code>{withBreaks(request)}</code> → <strong class="figures">{answer}</strong>
          {count > 1 && <span class="soft figures"> × {count}</span>}
        </li>
      ))}
    </ul>
  );
}

function breakBeforeNumbers(text: string): string {
  return text.replace(/ (?=\d\) )/g, '\n');
}

function groupExchanges(t: Texts, exchanges: readonly Exchange[]) {
  const rows: [request: string, answer: string, count: number][] = [];
  for (const { label: request, status, error } of exchanges) {
    const answer =
      status === null ? `${t('word.delivery.silent')} (${attemptError(error, t)})` : String(status);
    const last = rows.at(-1);
    if (last?.[0] === request && last[1] === answer) last[2]++;
    else rows.push([request, answer, 1]);
  }
  return rows;
}
