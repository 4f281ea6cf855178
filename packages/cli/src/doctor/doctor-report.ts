import diagnosis from 'texts:diagnosis';
import examination from 'texts:examination';
import probe from 'texts:probe';
import signature from 'texts:signature';
import word from 'texts:word';
import { type ExaminationReport, type Examined, examinationReport } from '@svc-simulator/core';
import { type Language, type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import type { Suite } from '../expectations/junit.ts';
import type { Colours } from '../rendering/colours.ts';
import { columns, plain } from '../rendering/text.ts';

/** Long enough for every text of a finding. */
const TEXT_LIMIT = 2000;

const says = textsByLanguage(examination, diagnosis, signature, probe, word);

/** What the doctor says, in one language; also its JSON. */
export function doctorReport(
  who: Parameters<typeof examinationReport>[1],
  examined: readonly Examined[],
  language: Language,
): ExaminationReport {
  return examinationReport(says(language), who, examined);
}

export function reportLines(
  { url, healthy, checks }: ExaminationReport,
  language: Language,
  colours: Colours,
): string[] {
  const paint = { passed: colours.green, failed: colours.red, skipped: colours.yellow };
  const t = says(language);
  const made = checks.filter(({ outcome }) => outcome !== 'skipped');
  const rows = columns(
    made.map(({ id, title, outcome }) => [paint[outcome](t(`examination.outcome.${outcome}`)), id, title]),
  );
  const lines = made.flatMap(({ outcome, why, mend }, at) => [
    rows[at] ?? '',
    ...(outcome === 'failed'
      ? [`  ${plain(why, TEXT_LIMIT)}`, `  ${colours.bold(plain(mend, TEXT_LIMIT))}`]
      : []),
  ]);
  // A check is skipped for one that failed, and many for the same one.
  const reasons = checks.flatMap(({ outcome, why }) => (outcome === 'skipped' ? [why ?? ''] : []));
  for (const why of new Set(reasons)) {
    const count = t('examination.checks', { count: reasons.filter((other) => other === why).length });
    lines.push(`${paint.skipped(t('examination.outcome.skipped'))}  ${count}: ${plain(why, TEXT_LIMIT)}`);
  }
  const tally = summary(t, checks);
  return [...lines, '', `${(healthy ? colours.green : colours.red)(tally)}  ${plain(url, TEXT_LIMIT)}`];
}

function summary(t: Texts, checks: ExaminationReport['checks']): string {
  const count = (wanted: ExaminationReport['checks'][number]['outcome']) =>
    checks.filter(({ outcome }) => outcome === wanted).length;
  const [all, failed, skipped] = [checks.length, count('failed'), count('skipped')];
  return failed === 0
    ? t('examination.all_passed', { count: all })
    : t('examination.some_failed', { failed, all, skipped });
}

/** The same for CI servers. */
export function doctorSuite({ checks }: ExaminationReport): Suite {
  return {
    name: 'sim doctor',
    cases: checks.map(({ id, title, outcome, why, mend, duration_ms: tookMs }) => ({
      name: `${id}: ${title}`,
      tookMs,
      failure: outcome === 'failed' ? { message: why ?? '', details: mend ?? '' } : null,
      ...(outcome === 'skipped' && { skipped: why ?? '' }),
    })),
  };
}
