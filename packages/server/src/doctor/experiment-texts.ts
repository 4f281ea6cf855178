import type { ReceiverFramework, WebhookSignatureVariant } from '@svc-simulator/contract';
import { diagnosisTexts } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { translateMistake } from '@svc-simulator/webhooks/mistakes.ts';
import type { ExperimentVerdict, VerdictCode } from './experiments.ts';
import { isAlternating, isServerError } from './finding.ts';
import { fixLines } from './fix-lines.ts';

export interface ExperimentTexts {
  readonly why: string;
  readonly fix: string;
  /** Lines of correct code. */
  readonly lines: readonly string[];
}

/**
 * Explains a verdict: the experiments, what they prove, and the fix. `t` needs the texts `examination`,
 * `signature` and `diagnosis`.
 */
export function experimentTexts(t: Texts, verdict: ExperimentVerdict, options: FixOptions): ExperimentTexts {
  const { why, fix, lines } = verdictTexts(t, verdict, options);
  const { code, mistakes, acceptsCopies } = verdict;
  const isRewritten = code === 'changed_body' || mistakes?.some((each) => each.code === 'rewritten_json');
  return {
    why: acceptsCopies ? `${why} ${t('examination.experiment_proof.copies')}` : why,
    fix: [
      fix,
      ...(isRewritten ? [t('examination.experiment_proof.gateway_fix')] : []),
      ...(acceptsCopies ? [t('examination.experiment_proof.copies_fix')] : []),
    ].join(' '),
    lines,
  };
}

interface FixOptions {
  readonly variant: WebhookSignatureVariant;
  readonly framework?: ReceiverFramework | undefined;
}

function verdictTexts(
  t: Texts,
  {
    code,
    certainty,
    mistakes,
    refusedStatus,
    acceptedStatus,
    unsignedStatus,
    quote = '',
    requests,
  }: ExperimentVerdict,
  { variant, framework }: FixOptions,
): ExperimentTexts {
  const count = requests.length;
  if (mistakes) {
    const explanations = mistakes.map((mistake) => ({
      ...translateMistake(t, mistake),
      detail: mistake.detail,
    }));
    const reasons = explanations.map(({ reason, detail }) => (detail ? `${reason} (${detail})` : reason));
    const statuses = { refused: String(refusedStatus), accepted: String(acceptedStatus) };
    const proof =
      refusedStatus === undefined
        ? t('examination.experiment_proof.tolerance')
        : acceptedStatus === undefined
          ? t('examination.experiment_proof.quoted')
          : certainty === 'proven' && t('examination.experiment_proof.status', { count, ...statuses });
    return {
      why: [...reasons, ...(proof ? [proof] : []), t('examination.experiment_proof.limit')].join(' '),
      fix: explanations.map(({ advice }) => advice).join(' '),
      lines: [...new Set(mistakes.map(({ error }) => error))].flatMap((error) =>
        fixLines(error, { variant, framework }),
      ),
    };
  }
  const diagnosis = diagnosisTexts(t, code);
  if (diagnosis && t.maybe(`examination.experiment.${code}.fix`) === undefined)
    return {
      why: [diagnosis.reason, ...(count > 0 ? [t('examination.experiment_proof.none', { count })] : [])].join(
        ' ',
      ),
      fix: diagnosis.advice,
      lines: [],
    };
  const verdictCode = code as VerdictCode;
  const statuses = { refused: String(refusedStatus), accepted: String(acceptedStatus) };
  const why = t(`examination.experiment.${verdictCode}.why`, {
    count,
    quote,
    responses: responsesOf(requests),
    ...statuses,
  });
  const state = isAlternating(requests.map(({ status }) => status))
    ? 'alternating'
    : requests.some(isServerError) && 'server_error';
  if (verdictCode === 'sometimes' && state)
    return {
      why: `${why} ${t(`examination.state.${state}.because`)}`,
      fix: t(`examination.state.${state}.fix`),
      lines: [],
    };
  const hints = [
    ...(verdictCode === 'undetermined' && Number(refusedStatus) >= 500
      ? [t('examination.experiment_proof.exception', { status: String(refusedStatus) })]
      : []),
    ...(unsignedStatus
      ? [
          unsignedStatus === refusedStatus
            ? t('examination.experiment_proof.unsigned_same')
            : t('examination.experiment_proof.unsigned_other', { status: unsignedStatus }),
        ]
      : []),
  ];
  return {
    why: [why, ...hints].join(' '),
    fix: t(`examination.experiment.${verdictCode}.fix`, statuses),
    lines: verdictCode === 'changed_body' ? fixLines('signature_raw_body', { variant, framework }) : [],
  };
}

/** Returns the statuses in order, such as `3 × 401, 2 × 403`. */
function responsesOf(requests: ExperimentVerdict['requests']): string {
  const runs: { readonly status: number | null; count: number }[] = [];
  for (const { status } of requests) {
    const last = runs.at(-1);
    if (last?.status === status) last.count++;
    else runs.push({ status, count: 1 });
  }
  return runs.map(({ status, count }) => `${count} × ${status ?? '–'}`).join(', ');
}
