import { type Bilingual, checkTexts, type Examined } from '@svc-simulator/core';
import type { Suite } from '../expectations/junit.ts';
import type { Colours } from '../rendering/colours.ts';
import { columns, plain } from '../rendering/text.ts';

/** Long enough for every text of a finding. */
const TEXT_LIMIT = 2000;

/** What the doctor says, in one language; also its JSON. */
export type DoctorReport = ReturnType<typeof doctorReport>;

/**
 * `simulator`: the address of the one that sent the webhooks, null when it was the doctor's own. Of a check, `code`: what kind of
 * fault it is, finer than the check itself where the answer tells; `why`: what was seen and why it matters, or why it was skipped.
 */
export function doctorReport(
  { url, simulator }: { readonly url: string; readonly simulator: string | null },
  examined: readonly Examined[],
  language: keyof Bilingual,
) {
  const checks = examined.map(({ id, verdict, tookMs }) => ({
    id,
    title: checkTexts[id].title[language],
    outcome: verdict.outcome,
    code: verdict.outcome === 'failed' ? verdict.code : null,
    why:
      verdict.outcome === 'failed'
        ? verdict.why[language]
        : verdict.outcome === 'skipped'
          ? verdict.because[language]
          : null,
    mend: verdict.outcome === 'failed' ? verdict.mend[language] : null,
    duration_ms: tookMs,
  }));
  return { url, simulator, healthy: checks.every(({ outcome }) => outcome !== 'failed'), checks };
}

export function reportLines(
  { url, healthy, checks }: DoctorReport,
  language: keyof Bilingual,
  colours: Colours,
): string[] {
  const paint = { passed: colours.green, failed: colours.red, skipped: colours.yellow };
  const words = outcomeWords[language];
  const made = checks.filter(({ outcome }) => outcome !== 'skipped');
  const rows = columns(made.map(({ id, title, outcome }) => [paint[outcome](words[outcome]), id, title]));
  const lines = made.flatMap(({ outcome, why, mend }, at) => [
    rows[at] ?? '',
    ...(outcome === 'failed'
      ? [`  ${plain(why, TEXT_LIMIT)}`, `  ${colours.bold(plain(mend, TEXT_LIMIT))}`]
      : []),
  ]);
  // A check is skipped for one that failed, and many for the same one.
  const reasons = checks.flatMap(({ outcome, why }) => (outcome === 'skipped' ? [why ?? ''] : []));
  for (const why of new Set(reasons)) {
    const count = checksCounted(reasons.filter((other) => other === why).length)[language];
    lines.push(`${paint.skipped(words.skipped)}  ${count}: ${plain(why, TEXT_LIMIT)}`);
  }
  const tally = summary(checks)[language];
  return [...lines, '', `${(healthy ? colours.green : colours.red)(tally)}  ${plain(url, TEXT_LIMIT)}`];
}

const outcomeWords = {
  es: { passed: 'bien', failed: 'falla', skipped: 'omitida' },
  en: { passed: 'passed', failed: 'failed', skipped: 'skipped' },
} as const;

function checksCounted(count: number): Bilingual {
  return count === 1 ? { es: '1 prueba', en: '1 check' } : { es: `${count} pruebas`, en: `${count} checks` };
}

function summary(checks: DoctorReport['checks']): Bilingual {
  const count = (wanted: DoctorReport['checks'][number]['outcome']) =>
    checks.filter(({ outcome }) => outcome === wanted).length;
  const [failed, skipped] = [count('failed'), count('skipped')];
  if (failed === 0) {
    return { es: `las ${checks.length} pruebas salieron bien`, en: `all ${checks.length} checks passed` };
  }
  return {
    es: `${failed} de ${checks.length} pruebas ${failed === 1 ? 'falla' : 'fallan'}, ${skipped} omitidas`,
    en: `${failed} of ${checks.length} checks failed, ${skipped} skipped`,
  };
}

/** The same for CI servers. */
export function doctorSuite({ checks }: DoctorReport): Suite {
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
