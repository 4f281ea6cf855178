import { diagnosisTexts } from '@svc-simulator/core';
import { messageText } from '@svc-simulator/texts/message.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { MistakeKind } from '@svc-simulator/webhooks/mistakes.ts';
import type { ExperimentVerdict, VerdictCode } from './experiments.ts';
import { isAlternating, isServerError } from './finding.ts';
import { fixLines, type ReceiverKind, returnedLine, shownFramework } from './fix-lines.ts';
import type { ReturnedMistake } from './returned-mistakes.ts';

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
export function experimentTexts(
  t: Texts,
  verdict: ExperimentVerdict,
  receiver: ReceiverKind,
): ExperimentTexts {
  const options = { ...receiver, framework: shownFramework(receiver.framework, verdict.language) };
  const { code, mistakes, acceptsCopies, secretMinutes, isSignedRight, isEverywhere } = verdict;
  const { why, fix, errors = [] } = explainVerdict(t, verdict);
  const isRewritten = code === 'changed_body' || mistakes?.some((each) => each.code === 'rewritten_json');
  const missingValues = missingValuesOf(verdict);
  const asksForValues = missingValues.length > 0;
  const names = new Intl.ListFormat(t.lang).format(missingValues);
  const askedStatus = String(verdict.refusedStatus ?? 401);
  const isReplaced = secretMinutes !== undefined && secretCodes.includes(code);
  const fixes = [
    isUnknownException(verdict) && t('examination.experiment_proof.exception_fix'),
    isEverywhere && t('examination.experiment_proof.everywhere_fix'),
    asksForValues && t('examination.returned.ask', { names, refused: askedStatus }),
    asksForValues && !verdict.returnedNames?.length && t('examination.returned.ask_again'),
    fix,
    isRewritten && t('examination.experiment_proof.gateway_fix'),
    acceptsCopies && t('examination.experiment_proof.copies_fix'),
  ];
  return {
    why: [
      isReplaced && t('examination.experiment_proof.secret_replaced', { secretMinutes }),
      ...why,
      isSignedRight && t('examination.returned.signed_right'),
      acceptsCopies && t('examination.experiment_proof.copies'),
    ]
      .filter(Boolean)
      .join(' '),
    fix: fixes.filter(Boolean).join(' '),
    lines: [
      ...(asksForValues ? [returnedLine(options)] : []),
      ...new Set(errors.flatMap((error) => fixLines(error, options))),
    ],
  };
}

/** Verdicts that more values in the response would settle. */
const openCodes: readonly string[] = [
  ...['undetermined', 'other_signature', 'right_signature', 'right_hmac'],
  ...['blocked', 'changed_body', 'changing_signature'],
];

/** Returns the names of the values that the response should also contain. */
function missingValuesOf({ code, quote, returnedNames = [] }: ExperimentVerdict): readonly string[] {
  if (!openCodes.includes(code) || (code === 'undetermined' && quote)) return [];
  return ['received', 'signed', 'computed', 'age'].filter((name) => !returnedNames.includes(name));
}

function isUnknownException({ code, refusedStatus = null }: ExperimentVerdict): boolean {
  return code === 'undetermined' && isServerError({ status: refusedStatus });
}

/** Verdicts whose explanation quotes what the response says. */
const statementCodes: readonly VerdictCode[] = [
  'undetermined',
  'after_signature',
  'event_refused',
  'redirected',
];

/** Verdicts that a receiver with the account's previous secret can get. */
const secretCodes: readonly string[] = ['undetermined', 'other_signature', 'signature_secret'];

interface Explanation {
  /** Sentences; those without a text are omitted. */
  readonly why: readonly (string | false | undefined)[];
  readonly fix: string;
  /** Errors whose correct code is shown. */
  readonly errors?: readonly MistakeKind['error'][];
}

function explainVerdict(t: Texts, verdict: ExperimentVerdict): Explanation {
  const { code, certainty, mistakes, refusedStatus, acceptedStatus, quote = '', requests } = verdict;
  const { isOtherPathSame, isEverywhere, unsignedStatus, lastWebhook } = verdict;
  const { isRead, isRecent, statement, returnedNames } = verdict;
  const count = requests.length;
  const statuses = { refused: String(refusedStatus), accepted: String(acceptedStatus) };
  if (mistakes) {
    const proofName = mistakes[0]?.code === 'header_name' ? 'named_header' : 'quoted';
    const proof =
      refusedStatus === undefined
        ? t('examination.experiment_proof.tolerance')
        : acceptedStatus === undefined
          ? t(`examination.experiment_proof.${proofName}`)
          : certainty === 'proven' && t('examination.experiment_proof.status', { count, ...statuses });
    return {
      why: [
        ...mistakes.flatMap((mistake) => explainMistake(t, mistake)),
        ...[!mistakes.some(({ sentence }) => sentence) && proof, t('examination.experiment_proof.limit')],
      ],
      fix: mistakes.map(({ advice }) => t(advice)).join(' '),
      errors: mistakes.filter(isFixedByLines).map(({ error }) => error),
    };
  }
  const diagnosis = diagnosisTexts(t, code, quote && `(${quote})`);
  if (diagnosis && t.maybe(`examination.experiment.${code}.fix`) === undefined) {
    const proof = acceptedStatus === undefined ? 'none' : 'both_shapes';
    return {
      why: [
        diagnosis.reason,
        isOtherPathSame && t('examination.experiment_proof.other_path_same'),
        count > 0 && t(`examination.experiment_proof.${proof}`, { count, ...statuses }),
      ],
      fix: code === 'other_signature' ? '' : diagnosis.advice,
    };
  }
  const verdictCode = code as VerdictCode;
  const responses = responsesOf(requests);
  const why = t(`examination.experiment.${verdictCode}.why`, { count, quote, responses, ...statuses });
  const state = isAlternating(requests.map(({ status }) => status))
    ? 'alternating'
    : requests.some(isServerError) && 'server_error';
  if (verdictCode === 'sometimes' && state)
    return { why: [why, t(`examination.state.${state}.because`)], fix: t(`examination.state.${state}.fix`) };
  if (verdictCode === 'unanswered' && lastWebhook) {
    const { experiment, headers, body } = lastWebhook;
    const signedHeaders = Object.entries(headers).filter(([name]) => name.startsWith('svc-'));
    const request = [...signedHeaders.map((header) => header.join(': ')), body.slice(0, MAX_BODY_LENGTH)];
    const crash = { experiment, request: request.join(', '), refused: String(requests[0]?.status) };
    return {
      why: [why, t('examination.experiment_proof.crash', crash)],
      fix: t('examination.experiment_proof.crash_fix'),
    };
  }
  const hasResult = verdictCode === 'undetermined' && quote !== '';
  return {
    why: [
      !isEverywhere &&
        unsignedStatus === refusedStatus &&
        refusedStatus === 403 &&
        t('examination.experiment_proof.post_refused'),
      isUnknownException(verdict)
        ? t('examination.experiment_proof.exception', { status: statuses.refused, count })
        : isEverywhere
          ? t('examination.experiment_proof.everywhere', { count })
          : why,
      statementCodes.includes(verdictCode) &&
        statement &&
        !returnedNames?.length &&
        t('examination.experiment_proof.statement', { quote: statement }),
      isOtherPathSame === false && t('examination.experiment_proof.other_path_other'),
      !isUnknownException(verdict) && !isEverywhere && explainUnsigned(t, verdict),
      verdictCode === 'comparison' && !isRead && t('examination.returned.no_received'),
      verdictCode === 'comparison' && !isRecent && t('examination.returned.no_age'),
      hasResult &&
        t('examination.experiment_proof.result', {
          length: quote.length,
          quote: quote.slice(0, MAX_QUOTED_RESULT),
        }),
      verdictCode === 'right_hmac' && quote !== '' && t('examination.experiment_proof.rest', { quote }),
    ],
    fix: t(
      hasResult ? 'examination.experiment_proof.result_fix' : `examination.experiment.${verdictCode}.fix`,
      statuses,
    ),
    ...(verdictCode === 'changed_body' && { errors: ['signature_raw_body'] }),
    ...(verdictCode === 'comparison' && { errors: ['signature_form', 'clock_differs'] }),
  };
}

/** Reading and trimming the variable again doesn't help with the other mistakes in the secret. */
function isFixedByLines({ code, error, isExplained }: ReturnedMistake): boolean {
  const isOther = code === 'other_secret' && !isExplained;
  return error !== 'signature_secret' || isOther || /^secret_(changed|missing)$/.test(code);
}

/** How the secret was changed, for the details that don't show it. */
const secretForms: Readonly<Record<string, string>> = {
  base64: 'base64_decode(…)',
  hex: 'hex_decode(…)',
  'SHA-256': 'SHA-256(…)',
  'hex(SHA-256)': 'hex(SHA-256(…))',
  'a-z': 'lowercase(…)',
  'A-Z': 'uppercase(…)',
  '"…"': '….replace("whsec_", "")',
};

/** Matches the name of a variable that nothing replaced by its value. */
const unexpanded = /^"(\$|%|\{\{|process\.env)/;

function explainMistake(t: Texts, { code, reason, detail = '', sentence, isExplained }: ReturnedMistake) {
  // The reason of a wrong mode, or the sentence, already says it.
  const isRepeated = detail === 'body' || (sentence && /^"/.test(detail));
  const form = secretForms[detail] ?? detail.replace(/^"(.*)"$/, '$1').replaceAll('\\"', '"');
  return [
    isExplained ? '' : t(reason),
    code === 'secret_changed'
      ? t('examination.experiment_proof.secret_form', { form })
      : unexpanded.test(detail)
        ? t('examination.experiment_proof.not_expanded', { name: form })
        : detail && !isRepeated && `(${detail})`,
    sentence ? messageText(t, sentence) : '',
  ];
}

function explainUnsigned(t: Texts, { unsignedStatus: status, refusedStatus }: ExperimentVerdict) {
  if (!status || (status === 403 && status === refusedStatus)) return undefined;
  if (status === refusedStatus) return t('examination.experiment_proof.unsigned_same');
  return t('examination.experiment_proof.unsigned_other', { status });
}

const MAX_BODY_LENGTH = 40;
const MAX_QUOTED_RESULT = 120;

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
