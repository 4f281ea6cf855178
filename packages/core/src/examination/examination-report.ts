import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Examined } from './examination.ts';

/** What an examination found, in words and for programs. */
export type ExaminationReport = ReturnType<typeof examinationReport>;

/**
 * `simulator`: the address of the one that sent the webhooks, null when it is the one that tells. Of a check, `code`: what kind of
 * fault it is, finer than the check itself where the answer tells; `why`: what was seen and why it matters, or why it was skipped.
 * `t` speaks `examination`, `diagnosis`, `signature`, `probe` and `word`.
 */
export function examinationReport(
  t: Texts,
  { url, simulator }: { readonly url: string; readonly simulator: string | null },
  examined: readonly Examined[],
) {
  const checks = examined.map(({ id, verdict, tookMs }) => ({
    id,
    title: t(`examination.check.${id}.title`),
    outcome: verdict.outcome,
    code: verdict.outcome === 'failed' ? verdict.code : null,
    why:
      verdict.outcome === 'failed'
        ? verdict.why(t)
        : verdict.outcome === 'skipped'
          ? verdict.because(t)
          : null,
    mend: verdict.outcome === 'failed' ? verdict.mend(t) : null,
    duration_ms: tookMs,
  }));
  return { url, simulator, healthy: checks.every(({ outcome }) => outcome !== 'failed'), checks };
}
