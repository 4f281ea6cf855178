import { attemptError, type Scenario, type Verdict } from '@svc-simulator/core';
import type { CheckReport, Exchange } from '@svc-simulator/server/pages/console-services.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { t } from '../../kit/speaking.ts';
import { Action, Tag } from '../parts/parts.tsx';

const tones = { passed: 'good', failed: 'bad', skipped: 'plain' } as const;

interface ReportProps {
  readonly url: string;
  readonly scenario: Scenario;
  readonly reports: readonly CheckReport[];
}

/** What a receiver was sent and answered, check by check: the verdict, why it matters, and how to mend it. */
export function ExaminationReport({ url, scenario, reports }: ReportProps) {
  const count = (wanted: Verdict['outcome']) =>
    reports.filter(({ verdict }) => verdict.outcome === wanted).length;
  const failed = count('failed');
  return (
    <section class="stack" aria-labelledby="report-heading">
      <div class="spread">
        <h2 id="report-heading">
          {t('console.examination.report')}: {t(`examination.scenario.${scenario.id}.title`)}
        </h2>
        <Action
          to="/console/receivers/examination"
          fields={{ url, scenario: scenario.id }}
          text={t('console.examination.again')}
        />
      </div>
      <p>
        <code>{url}</code>
      </p>
      <p class={`notice ${failed === 0 ? 'good' : 'bad'}`} role="status">
        {failed === 0
          ? t('console.examination.healthy', { passed: count('passed'), skipped: count('skipped') })
          : t('console.examination.ill', { failed, count: reports.length })}
      </p>
      <ol class="stack">
        {reports.map((report) => (
          <ReportedCheck report={report} />
        ))}
      </ol>
    </section>
  );
}

function ReportedCheck({ report }: Readonly<{ report: CheckReport }>) {
  const { id, verdict, tookMs, exchanges } = report;
  const isOfSignature = verdict.outcome === 'failed' && verdict.code.startsWith('signature');
  return (
    <li class="panel stack">
      <div class="spread">
        <h3>{t(`examination.check.${id}.title`)}</h3>
        <span class="row">
          <Tag tone={tones[verdict.outcome]} text={t(`examination.outcome.${verdict.outcome}`)} />
          <span class="soft small figures">{durationText(tookMs, t.lang)}</span>
        </span>
      </div>
      {verdict.outcome === 'skipped' && <p class="soft">{verdict.because(t)}</p>}
      {verdict.outcome === 'failed' && (
        <>
          <p>{verdict.why(t)}</p>
          <p>
            <strong>{t('view.actions')}:</strong> {verdict.mend(t)}
          </p>
          {isOfSignature && (
            <p class="soft">
              {t('console.examination.secret')} <a href="/console/keys">{t('console.frame.areas.keys')}</a>
            </p>
          )}
        </>
      )}
      {exchanges.length > 0 && (
        <details id={`sent-${id}`} open={verdict.outcome === 'failed'}>
          <summary>{t('console.examination.sent')}</summary>
          <ul class="stack tight">
            {grouped(t, exchanges).map(([what, answer, count]) => (
              <li>
                <code>{what}</code> → <strong class="figures">{answer}</strong>
                {count > 1 && <span class="soft figures"> × {count}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** The same event with the same answer in a row is told once. */
function grouped(t: Texts, exchanges: readonly Exchange[]) {
  const rows: [what: string, answer: string, count: number][] = [];
  for (const { what, status, error } of exchanges) {
    const answer =
      status === null ? `${t('word.delivery.silent')} (${attemptError(error, t)})` : String(status);
    const last = rows.at(-1);
    if (last?.[0] === what && last[1] === answer) last[2]++;
    else rows.push([what, answer, 1]);
  }
  return rows;
}
