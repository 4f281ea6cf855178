import type { ChaosFault, ProbeKind, WebhookSignatureVariant } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { AttemptResult } from '../attempt-result.ts';
import {
  awsForbidden,
  causesByError,
  causesByPage,
  causesByStatus,
  causesByTlsError,
  causesByWords,
  type DiagnosisCode,
  gatewayServers,
  htmlPage,
  plainForbidden,
  type Suspicion,
} from './causes.ts';
import { quoteRefusal, refusalTextOf } from './refusal-text.ts';

export interface DiagnosisTexts {
  readonly reason: string;
  readonly advice: string;
}

/**
 * Returns the texts of a diagnosis, with `detail` after the reason; undefined for a code of another version.
 */
export function diagnosisTexts(t: Texts, code: DiagnosisCode, detail?: string): DiagnosisTexts;
export function diagnosisTexts(t: Texts, code: string, detail?: string): DiagnosisTexts | undefined;
export function diagnosisTexts(t: Texts, code: string, detail?: string): DiagnosisTexts | undefined {
  for (const area of ['diagnosis', 'signature']) {
    const [reason, advice] = [t.maybe(`${area}.${code}.reason`), t.maybe(`${area}.${code}.advice`)];
    if (reason !== undefined && advice !== undefined)
      return { reason: !detail ? reason : `${reason} ${detail}`, advice };
  }
  return undefined;
}

export interface DeliveryDiagnosis {
  readonly code: DiagnosisCode;
  /** A `note` isn't a fault. */
  readonly severity: 'likely' | 'possible' | 'note';
  /** Evidence from the response, for example `Location: /login`. */
  readonly detail?: string;
}

/**
 * Codes that `verifyWebhook` of `svc-simulator/webhooks` reports. A receiver can return one in its refusal.
 */
export const verificationCodes = [
  'signature_secret',
  'signature_raw_body',
  'clock_differs',
  'signature_mode',
  'signature_form',
  'header_missing',
  'secret_missing',
  'body_parsed',
  'body_unknown',
] as const satisfies readonly DiagnosisCode[];

export interface DiagnosedAttempt extends Omit<AttemptResult, 'attempt' | 'simulatorMs' | 'chaos'> {
  readonly chaos?: readonly ChaosFault[];
}

export interface DiagnosedDelivery {
  readonly attempts: readonly DiagnosedAttempt[];
  readonly probe: ProbeKind | null;
  readonly variant: WebhookSignatureVariant;
}

/** The `mistake` of an attempt whose refusal quotes a signature that no known mistake produces. */
export const OTHER_SIGNATURE = 'other_signature';
/** The `mistake` of an attempt whose refusal quotes only the signature that was sent. */
export const RIGHT_SIGNATURE = 'right_signature';
/** Beginning of a relay's response for an event that its `--events` omits. */
const LEFT_OUT = 'left out by the relay: ';
/** A slower receiver probably processes the webhook before it responds. */
export const SLOW_MS = 1000;

/**
 * Explains the last failed attempt of a delivery: first the faults that chaos injected, then the likeliest
 * reasons. After a success, adds notes, such as a slow response.
 */
export function deliveryDiagnosis({
  attempts,
  probe,
  variant,
}: DiagnosedDelivery): readonly DeliveryDiagnosis[] {
  const lastAttempt = attempts.at(-1);
  if (!lastAttempt) return [];
  if (probe) return lastAttempt.status === null ? toDiagnoses(suspectError(lastAttempt)) : [];
  const failedAttempt = attempts.findLast(({ status }) => !isAccepted(status));
  const chaosSuspicions = failedAttempt ? suspectChaos(failedAttempt) : [];
  const suspicions: Suspicion[] =
    failedAttempt && !isExplained(failedAttempt)
      ? [...withDelay(suspectResponse(failedAttempt, variant), failedAttempt)]
      : [];
  if (isAccepted(lastAttempt.status)) {
    if (failedAttempt) suspicions.unshift(['recovered', 'note']);
    suspicions.unshift(...suspectMissingChecks(lastAttempt));
    if (lastAttempt.responseBody?.startsWith(LEFT_OUT)) suspicions.push(['left_out', 'note']);
    if (htmlPage.test(lastAttempt.responseBody ?? ''))
      suspicions.push([pageCauseOf(lastAttempt) ?? 'html_page', 'note']);
    if (lastAttempt.durationMs > SLOW_MS) suspicions.push(['slow_answer', 'note']);
  }
  return toDiagnoses([...chaosSuspicions, ...suspicions]);
}

function toDiagnoses(suspicions: readonly Suspicion[]): readonly DeliveryDiagnosis[] {
  return suspicions.map(([code, severity, detail]) => ({
    code,
    severity,
    ...(detail !== undefined && { detail }),
  }));
}

export function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/**
 * Faults that can explain a failure, in the order of their diagnoses: first the faults of an attempt, then
 * those of the webhook.
 */
const explainingFaults = ['drop', 'bad_signature', 'stale_timestamp', 'duplicate', 'reorder'] as const;

function suspectChaos({ chaos = [] }: DiagnosedAttempt): readonly Suspicion[] {
  const faults = explainingFaults.filter((fault) => chaos.includes(fault));
  return faults.map((fault) => [`chaos_${fault}`, 'likely']);
}

/**
 * Adds the injected delay as a reason: after a 401 or 403 as the first reason, because the delay can have
 * made the timestamp too old; otherwise as the last one.
 */
function withDelay(
  suspicions: readonly Suspicion[],
  { chaos = [], status }: DiagnosedAttempt,
): readonly Suspicion[] {
  if (!chaos.includes('delay')) return suspicions;
  const delaySuspicion: Suspicion = ['chaos_delay', 'possible'];
  return status === 401 || status === 403 ? [delaySuspicion, ...suspicions] : [...suspicions, delaySuspicion];
}

function isExplained({ chaos = [], status }: DiagnosedAttempt): boolean {
  if (chaos.includes('drop')) return true;
  return isForged(chaos) && status !== null && status >= 400 && status <= 499;
}

export function isForged(chaos: readonly ChaosFault[]): boolean {
  return chaos.includes('bad_signature') || chaos.includes('stale_timestamp');
}

function suspectMissingChecks({ chaos = [] }: DiagnosedAttempt): readonly Suspicion[] {
  const missingChecks: Suspicion[] = [];
  if (chaos.includes('bad_signature')) missingChecks.push(['chaos_bad_signature_taken', 'likely']);
  if (chaos.includes('stale_timestamp')) missingChecks.push(['chaos_stale_timestamp_taken', 'likely']);
  return missingChecks;
}

function suspectResponse(attempt: DiagnosedAttempt, variant: WebhookSignatureVariant): readonly Suspicion[] {
  const { status } = attempt;
  if (status === null) return suspectError(attempt);
  const pageCause = pageCauseOf(attempt);
  if (pageCause) return [[pageCause, 'likely']];
  const verificationCode = findVerificationCode(attempt);
  if (verificationCode) return [[verificationCode, 'likely']];
  if (isRefusal(attempt)) return suspectRefusal(attempt, variant);
  if (status === 503 && attempt.responseHeaders?.['retry-after'] !== undefined)
    return [['maintenance', 'likely']];
  const statusCauses = causesByStatus.get(status);
  if (statusCauses) return mayRefuse(status) ? withStatement(statusCauses, attempt) : statusCauses;
  if (status >= 300 && status <= 399) return [['redirect', 'likely', locationIn(attempt)]];
  if (status >= 500) return [['receiver_error', 'likely']];
  return [['not_2xx', 'likely']];
}

/** Returns the cause that the page of a server, a tunnel, a platform or a firewall shows. */
export function pageCauseOf({
  responseBody,
}: Pick<DiagnosedAttempt, 'responseBody'>): DiagnosisCode | undefined {
  return causesByPage.find(([words]) => words.test(responseBody ?? ''))?.[1];
}

function locationIn({ responseHeaders: { location } = {} }: DiagnosedAttempt): string | undefined {
  return location === undefined ? undefined : `Location: ${location}`;
}

/**
 * Returns the receiver's mistake if the response names its code, or quotes a signature that reveals it; else
 * undefined.
 */
function findVerificationCode(attempt: DiagnosedAttempt): DiagnosisCode | undefined {
  const { mistake, responseBody } = attempt;
  if (mistake && !isUnexplained(mistake)) return mistake as DiagnosisCode;
  const words: readonly string[] = responseBody?.match(/\w+/g) ?? [];
  const [mistakeCode] = words.flatMap((word) => verificationCodes.find((code) => code === word) ?? []);
  return mistakeCode === 'clock_differs' ? clockCodeOf(attempt) : mistakeCode;
}

function isUnexplained(mistake: string): mistake is typeof OTHER_SIGNATURE | typeof RIGHT_SIGNATURE {
  return mistake === OTHER_SIGNATURE || mistake === RIGHT_SIGNATURE;
}

function clockCodeOf({ timestampOffMs }: DiagnosedAttempt): 'clock_moved' | 'clock_differs' {
  return timestampOffMs === undefined ? 'clock_differs' : 'clock_moved';
}

function mayRefuse(status: number | null): boolean {
  return status === 400 || status === 422;
}

/** Causes that a text shows whatever the status is. */
const statedCodes: readonly (DiagnosisCode | undefined)[] = [
  'cross_site_check',
  'strict_schema',
  'header_required',
];

/**
 * Returns true if the receiver refused the webhook, probably because of its signature. Many receivers, such
 * as Stripe's examples, return 400 with a text about the signature.
 */
function isRefusal(attempt: DiagnosedAttempt): boolean {
  const { status, responseBody } = attempt;
  if (status === 401 || status === 403) return true;
  if (!mayRefuse(status)) return false;
  const isAboutSignature = /signature|firma|hmac|tolerance/i.test(refusalTextOf(responseBody ?? ''));
  return isAboutSignature || statedCodes.includes(findStatedCause(attempt));
}

/** Adds what the response says to the first cause. */
function withStatement(
  suspicions: readonly Suspicion[],
  { responseBody }: DiagnosedAttempt,
): readonly Suspicion[] {
  const statement = quoteRefusal(responseBody ?? '');
  if (!statement) return suspicions;
  return suspicions.map(([code, severity], index) =>
    index === 0 ? [code, severity, `(${statement})`] : [code, severity],
  );
}

const otherFormCodes = {
  timestamp: 'signature_with_timestamp',
  body: 'signature_without_timestamp',
  sha256: 'signature_with_prefix',
} as const satisfies Record<WebhookSignatureVariant, DiagnosisCode>;

function suspectRefusal(attempt: DiagnosedAttempt, variant: WebhookSignatureVariant): readonly Suspicion[] {
  const { mistake } = attempt;
  const statedCause = findStatedCause(attempt);
  const clockCode = clockCodeOf(attempt);
  const likelyCause =
    statedCause === 'clock_differs' || (!statedCause && clockCode === 'clock_moved')
      ? clockCode
      : statedCause;
  const defaultCause = mistake && isUnexplained(mistake) ? mistake : 'refused_signature';
  const otherCauses: readonly Suspicion[] = [
    // “Forbidden” can also be the whole response of a signature check.
    ...(likelyCause === 'forbidden' ? ([['refused_signature', 'possible']] as const) : []),
    ['signature_secret', 'possible'],
    ['signature_raw_body', 'possible'],
    [otherFormCodes[variant], 'possible'],
    [clockCode, 'possible'],
    ['access_rule', 'possible'],
  ];
  const remainingCauses = otherCauses.filter(([code]) => code !== likelyCause);
  // A CSRF check explains the refusal, so `access_rule` (the last cause) is omitted.
  if (likelyCause === 'cross_site_check') remainingCauses.pop();
  return withStatement([[likelyCause ?? defaultCause, 'likely'], ...remainingCauses], attempt);
}

function findStatedCause({ status, responseBody, responseHeaders, mistake }: DiagnosedAttempt) {
  const body = responseBody ?? '';
  const text = refusalTextOf(body);
  const statement = causesByWords.find(([words]) => words.test(text));
  if (statement || mistake || status !== 403) return statement?.[1];
  const isGateway =
    gatewayServers.test(responseHeaders?.server ?? '') || htmlPage.test(body) || awsForbidden.test(body);
  if (isGateway) return 'access_rule';
  return plainForbidden.test(errorTitleOf(body)) ? 'forbidden' : undefined;
}

function errorTitleOf(body: string): string {
  const [, title = body] =
    /^\s*\{[^{}]*?"(?:message|error|detail|title)"\s*:\s*"([^"]*)"[^{}]*\}\s*$/.exec(body) ?? [];
  return title;
}

function suspectError({ error, via }: DiagnosedAttempt): readonly Suspicion[] {
  const code = error ?? '';
  if (code === 'ECONNREFUSED') {
    if (via === 'relay') return [['nothing_listens_relay', 'likely']];
    // If the simulator runs in a container, its `localhost` isn't the developer's machine, where the receiver
    // listens.
    return via === 'local'
      ? [
          ['nothing_listens', 'likely'],
          ['other_machine', 'possible'],
        ]
      : [['nothing_listens', 'likely']];
  }
  const errorCause = causesByError.get(code);
  if (errorCause) return [[errorCause, 'likely']];
  const tlsCause = causesByTlsError.find(([words]) => words.test(code))?.[1];
  if (tlsCause === undefined) return [['no_answer', 'likely']];
  // Before TLS 1.3, HANDSHAKE_FAILURE can also mean that the server requires a client certificate.
  const certificateSuspicion: Suspicion = ['client_certificate', 'possible'];
  return /HANDSHAKE_FAILURE/.test(code)
    ? [[tlsCause, 'likely'], certificateSuspicion]
    : [[tlsCause, 'likely']];
}
