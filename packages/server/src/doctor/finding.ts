import type { DataOf, runExperiments, WebhookSignatureVariant } from '@svc-simulator/contract';
import {
  type AttemptResult,
  type AttemptVia,
  attemptError,
  deliveryDiagnosis,
  diagnosisTexts,
  isAccepted,
  isUnusableAnswer,
  pageCauseOf,
} from '@svc-simulator/core';
import { type ReceiverAnswer, TIMED_OUT } from '@svc-simulator/outbound';
import type { LazyText, NameIn, PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import { mistakes } from '@svc-simulator/webhooks/mistakes.ts';

/**
 * Key in the catalogs: `title` is the expected behavior, `because` the reason that follows "The receiver
 * responded with 500:", and `fix` the advice.
 */
export type CheckId = NameIn<'examination.check', 'title'>;

export type Verdict =
  | { readonly outcome: 'passed'; readonly note?: Finding }
  | { readonly outcome: 'skipped'; readonly because: LazyText }
  | ({ readonly outcome: 'failed'; readonly status?: number | null } & Finding);

export interface Finding {
  /** The code of a diagnosis, such as `redirect`, or the check's id. */
  readonly code: string;
  readonly why: LazyText;
  readonly fix: LazyText;
  readonly experiment?: ReceiverExperiment;
}

export type ReceiverExperiment = DataOf<typeof runExperiments>;

type StatusOrError = Pick<ReceiverAnswer, 'status' | 'error'>;
export type FailedVerdict = Extract<Verdict, { outcome: 'failed' }>;

export const passedVerdict: Verdict = { outcome: 'passed' };

export function findingOf(verdict: Verdict): Finding | undefined {
  if (verdict.outcome === 'failed') return verdict;
  return verdict.outcome === 'passed' ? verdict.note : undefined;
}

/** Order of accepted (a) and refused (r) webhooks in a proof, which no receiver follows by chance. */
export const IRREGULAR_ORDER = 'raarraaararr';

export const TOO_MANY_REQUESTS = 429;
/** Statuses of temporary refusals. They don't prove that the receiver checks anything. */
const temporaryRefusalStatuses: readonly number[] = [408, 425, TOO_MANY_REQUESTS];

export function hasAccepted({ status }: ReceiverAnswer): boolean {
  return isAccepted(status);
}

export function isRefused({ status }: Pick<ReceiverAnswer, 'status'>): boolean {
  return status !== null && status >= 400 && status <= 499 && !temporaryRefusalStatuses.includes(status);
}

/**
 * Returns `passedVerdict` if every response is as expected; otherwise the verdict on the first unexpected
 * response.
 */
export function judge(
  id: CheckId,
  answers: readonly ReceiverAnswer[],
  isExpected: (answer: ReceiverAnswer) => boolean,
): Verdict {
  const wrongAnswer = answers.find((answer) => !isExpected(answer));
  if (!wrongAnswer) return passedVerdict;
  return wrongAnswer.status === null ? unansweredVerdict(wrongAnswer) : failedVerdict(id, wrongAnswer);
}

/**
 * Returns the verdict on a missing or unusable response, which says nothing about the subject of the check.
 */
export function unansweredVerdict({ error }: Pick<ReceiverAnswer, 'error'>): Verdict {
  return connectionVerdict(isUnusableAnswer(error) ? 'unusable_answer' : 'no_answer', error);
}

export const CRASHED = 'crashed';

export function crashVerdict(code: 'restarted' | 'exited' | typeof CRASHED, id: CheckId): Verdict {
  const cause = id === 'partial_signature' ? 'length' : 'exception';
  return createFailure(code, text(`examination.crash.${code}`), text(`examination.crash.${cause}`));
}

const text =
  (key: PlainKey): LazyText =>
  (t) =>
    t(key);

function createFailure(code: string, why: LazyText, fix: LazyText): Verdict {
  return { outcome: 'failed', code, why, fix };
}

/** Returns the verdict on a response, whose status is part of the reason. */
function failedAnswer(answer: StatusOrError, code: string, because: LazyText, fix: LazyText): FailedVerdict {
  const why: LazyText = (t) => describeAnswer(t, answer, because(t));
  return { outcome: 'failed', status: answer.status, code, why, fix };
}

/** Returns the verdict on a check whose webhooks the simulator couldn't send. */
export function simulatorErrorVerdict({ message }: Error): Verdict {
  return createFailure(
    'simulator_error',
    (t) => t('examination.simulator_error.why', { message }),
    text('examination.simulator_error.fix'),
  );
}

export const LOW_CONCURRENCY = 'few_at_once';
export const TOO_SLOW = 'too_slow';

/**
 * Returns the verdict on a connection without a response.
 * - `few_at_once`: only simultaneous webhooks were left unanswered. The cause is the HTTP server, because the
 *   webhook handler gave the right responses to all others.
 * - `cut_and_alive`: the receiver closes the connection on incomplete JSON but accepts the next webhook.
 */
export function connectionVerdict(
  code: 'no_answer' | 'unusable_answer' | 'cut_and_alive' | typeof LOW_CONCURRENCY,
  error: string | null,
): Verdict {
  return createFailure(
    code,
    (t) => t(`examination.${code}.why`, { error: attemptError(error, t) }),
    text(`examination.${code}.fix`),
  );
}

export function failedVerdict(id: CheckId, answer: ReceiverAnswer): Verdict {
  const key = `examination.check.${id}` as const;
  return failedAnswer(answer, id, text(`${key}.because`), text(`${key}.fix`));
}

/**
 * Returns the verdict on a mistake that affects only some valid webhooks.
 * - `body_encoding` and `body_length`: those with accented letters, even if each letter arrives in one chunk.
 * - `padding`: those whose signature has zeros.
 */
export function rareMistakeVerdict(
  name: 'body_encoding' | 'body_length' | 'padding',
  answer: ReceiverAnswer,
): Verdict {
  const because = name === 'padding' ? name : 'body_encoding';
  const { reason, advice } = mistakes[name];
  const why: LazyText = (t) => `${t(`examination.${because}.because`)} ${t(reason)}`;
  return failedAnswer(answer, `mistake.${name}`, why, text(advice));
}

/** Returns the verdict on a receiver that rejects webhooks for these characters in a text. */
export function damageVerdict(
  answer: StatusOrError,
  changedTexts: readonly { readonly label: string; readonly change: string }[],
): Verdict {
  const characters = changedTexts.map(({ label }) => label).join(' ');
  const because: LazyText = (t) =>
    [
      t('examination.damaged_text.because', { characters }),
      changedTexts.length === 1 &&
        t('examination.damaged_text.change', { change: changedTexts[0]?.change ?? '' }),
    ]
      .filter(Boolean)
      .join(' ');
  return failedAnswer(answer, 'raw_bytes', because, text('examination.check.raw_bytes.fix'));
}

export const BODY_LIMIT = 'body_limit';
export const SAME_SESSION = 'same_session';

/** The texts of the advice for each cause. */
const causeFixes = {
  [BODY_LIMIT]: BODY_LIMIT,
  [SAME_SESSION]: SAME_SESSION,
  [TOO_SLOW]: TOO_SLOW,
  single_read: 'check.body_in_pieces',
  limited: 'experiment.limited',
  locked: 'state.lock',
  retry_passes: 'experiment.retry_passes',
} as const;

/**
 * Returns the verdict on a receiver that refuses valid webhooks for a known cause.
 * - `body_limit`: those above a length.
 * - `same_session`: those of a session that it knows.
 * - `single_read`: even a single webhook if its body arrives in two pieces.
 * - `too_slow`: all, but it responds to those with a wrong signature.
 * - `limited`: those above a rate.
 * - `locked`: all but one of those that arrive at once.
 * - `retry_passes`: the first attempt of each.
 */
export function causeVerdict(
  code: keyof typeof causeFixes,
  answer: StatusOrError,
  values = { bytes: 0 },
): Verdict {
  const because: LazyText = (t) =>
    code === 'retry_passes'
      ? t('examination.experiment.retry_passes.why')
      : t(`examination.${code}.because`, values);
  return failedAnswer(answer, code, because, text(`examination.${causeFixes[code]}.fix`));
}

export function isServerError({ status }: Pick<ReceiverAnswer, 'status'>): boolean {
  return status !== null && status >= 500;
}

/**
 * Returns n if the receiver rejects exactly every nth of the webhooks, and accepts the others; otherwise
 * undefined.
 */
export function periodOf(statuses: readonly (number | null)[]): number | undefined {
  const rejected = statuses.flatMap((status, index) => (isAccepted(status) ? [] : [index]));
  const [first = 0, second = 0] = rejected;
  const period = second - first;
  const isRegular = statuses.every(
    (status, index) => isAccepted(status) !== ((index - first) % period === 0),
  );
  return period > 1 && isRegular ? period : undefined;
}

/** Fewer responses could alternate by chance. */
const MIN_ALTERNATIONS = 6;

export function isAlternating(statuses: readonly (number | null)[]): boolean {
  return statuses.length >= MIN_ALTERNATIONS && periodOf(statuses) === 2;
}

export type UnsteadyState = NameIn<'examination.state', 'fix'>;

/** Statuses with which a proxy responds if a program behind it doesn't. */
const gatewayStatuses: readonly (number | null)[] = [502, 503, 504];

/**
 * Returns the verdict on a receiver that rejects valid webhooks only sometimes. `state` explains the
 * rejections; without it, they are explained by `answer`, one of them, and by `period`.
 */
export function unsteadyVerdict(
  answer: StatusOrError,
  counts: { readonly rejected: number; readonly count: number },
  pattern: { readonly state?: UnsteadyState | undefined; readonly period?: number | undefined } = {},
): Verdict {
  const { period = 0, state = unsteadyStateOf(answer, period) } = pattern;
  const why: LazyText = (t) => {
    const because = t('examination.sometimes.because', counts);
    const stateText = state && t(`examination.state.${state}.because`, { period });
    return describeAnswer(t, answer, stateText ? `${because} ${stateText}` : because);
  };
  const fixKey = state ? (`examination.state.${state}.fix` as const) : 'examination.experiment.sometimes.fix';
  return createFailure('sometimes', why, text(fixKey));
}

function unsteadyStateOf({ status, error }: StatusOrError, period: number): UnsteadyState | undefined {
  if (period > 1 && (status === null || gatewayStatuses.includes(status))) return 'instance';
  if (period === 2) return 'alternating';
  if (status === null) return error === TIMED_OUT ? 'hanging' : 'cut';
  return isServerError({ status }) ? 'server_error' : undefined;
}

/** Returns the verdict on a receiver that accepts valid webhooks only some time after its first response. */
export function coldStartVerdict(answer: StatusOrError, seconds: number): Verdict {
  const why: LazyText = (t) => describeAnswer(t, answer, t('examination.cold_start.because', { seconds }));
  return { outcome: 'passed', note: { code: 'cold_start', why, fix: text('examination.cold_start.fix') } };
}

function describeAnswer(t: Texts, { status, error }: StatusOrError, because: string): string {
  if (status !== null) return t('examination.seen.status', { status, because });
  const answerKind = isUnusableAnswer(error) ? 'unusable' : 'nothing';
  return t(`examination.seen.${answerKind}`, { error: attemptError(error, t), because });
}

/**
 * Returns the verdict on an accepted webhook: a page instead of the receiver's response is a note, or a failure
 * if it is a tunnel's page, because the webhook then didn't reach the receiver.
 */
export function acceptedVerdict(attempt: DiagnosableAnswer, variant: WebhookSignatureVariant): Verdict {
  const codes = deliveryDiagnosis({ attempts: [attempt], probe: null, variant }).map(({ code }) => code);
  if (codes.includes('tunnel_page')) return { outcome: 'failed', ...diagnosisFinding('tunnel_page') };
  return codes.includes('html_page')
    ? { outcome: 'passed', note: diagnosisFinding('html_page') }
    : passedVerdict;
}

function diagnosisFinding(code: 'html_page' | 'tunnel_page' | 'plain_to_tls_port'): Finding {
  return { code, why: (t) => diagnosisTexts(t, code).reason, fix: (t) => diagnosisTexts(t, code).advice };
}

export function diagnosedVerdict(
  id: CheckId,
  attempt: DiagnosableAnswer,
  variant: WebhookSignatureVariant,
): Verdict {
  const reasons = deliveryDiagnosis({ attempts: [attempt], probe: null, variant });
  // The receiver has accepted a webhook, so the secret and the form of its signature can't be the cause.
  if (id !== 'genuine_webhook' && reasons[0]?.code === 'refused_signature') return failedVerdict(id, attempt);
  const likelyReasons = reasons.filter(({ severity }) => severity === 'likely');
  const numberOf = (index: number) => (likelyReasons.length > 1 ? `${index + 1}) ` : '');
  const joinTexts = (t: Texts, part: 'reason' | 'advice') =>
    likelyReasons
      .map(({ code, detail }, index) => numberOf(index) + diagnosisTexts(t, code, detail)[part])
      .join(' ');
  return failedAnswer(
    attempt,
    reasons[0]?.code ?? id,
    (t) => `${t(`examination.check.${id}.because`)} ${joinTexts(t, 'reason')}`,
    (t) => joinTexts(t, 'advice'),
  );
}

/** Statuses with which receivers usually refuse a signature, or redirect after they have accepted it. */
const signatureRefusalStatuses: readonly (number | null)[] = [302, 303, 400, 401, 403, 404, 422, 500];

export function isWorthExperiments(attempt: Pick<DiagnosableAnswer, 'status' | 'responseBody'>): boolean {
  return signatureRefusalStatuses.includes(attempt.status) && pageCauseOf(attempt) === undefined;
}

/** Returns the verdict on a receiver that closes a connection without TLS and accepts one with TLS. */
export function tlsPortVerdict(attempt: DiagnosableAnswer): Verdict {
  const { code, why, fix } = diagnosisFinding('plain_to_tls_port');
  return failedAnswer(attempt, code, why, fix);
}

export function experimentVerdict(attempt: DiagnosableAnswer, experiment: ReceiverExperiment): Verdict {
  const { code, why, fix } = experiment;
  return { outcome: 'failed', code, why: (t) => describeAnswer(t, attempt, why), fix: () => fix, experiment };
}

export function withEventName(event: string, verdict: Verdict): Verdict {
  if (verdict.outcome !== 'failed') return verdict;
  return { ...verdict, why: (t) => `${event}: ${verdict.why(t)}` };
}

/** A receiver's answer, with all fields that `deliveryDiagnosis` reads. */
export interface DiagnosableAnswer
  extends ReceiverAnswer,
    Pick<AttemptResult, 'responseHeaders' | 'timestampOffMs' | 'mistake'> {
  readonly via: AttemptVia;
  readonly responseBody: string | null;
}
