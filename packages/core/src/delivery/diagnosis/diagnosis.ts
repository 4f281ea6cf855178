import type { ChaosFault, ProbeKind, WebhookSignatureVariant } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { AttemptResult } from '../attempt-result.ts';
import {
  bareForbidden,
  byError,
  byStatus,
  byTlsError,
  type DiagnosisCode,
  gateways,
  htmlPage,
  reasonsOfChaos,
  type Suspicion,
  sayings,
  tlsAnswers,
} from './causes.ts';

/** What is wrong, and what to do about it. */
export interface DiagnosisTexts {
  readonly reason: string;
  readonly advice: string;
}

/** Says a diagnosis, with its detail after the reason; undefined for one that only another version knows. */
export function diagnosisTexts(t: Texts, code: DiagnosisCode, detail?: string): DiagnosisTexts;
export function diagnosisTexts(t: Texts, code: string, detail?: string): DiagnosisTexts | undefined;
export function diagnosisTexts(t: Texts, code: string, detail?: string): DiagnosisTexts | undefined {
  for (const area of ['diagnosis', 'signature']) {
    const [reason, advice] = [t.maybe(`${area}.${code}.reason`), t.maybe(`${area}.${code}.advice`)];
    if (reason !== undefined && advice !== undefined)
      return { reason: detail === undefined ? reason : `${reason} ${detail}`, advice };
  }
  return undefined;
}

/** A reason why a receiver may not have taken a webhook. */
export interface DeliveryDiagnosis {
  readonly code: DiagnosisCode;
  /** `note`: nothing is wrong, but it is worth knowing. */
  readonly severity: 'likely' | 'possible' | 'note';
  /** Shows it, in the answer's own words: `Location: /login`. */
  readonly detail?: string;
}

/** What a receiver's own verification finds, by the codes of `svc-simulator/webhooks`. */
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

export type DiagnosedAttempt = Pick<
  AttemptResult,
  | 'via'
  | 'status'
  | 'error'
  | 'durationMs'
  | 'responseBody'
  | 'responseHeaders'
  | 'timestampOffMs'
  | 'mistake'
> & {
  /** What chaos did to it, and to its webhook. */
  readonly chaos?: readonly ChaosFault[];
};

export interface DiagnosedDelivery {
  /** Attempts that have ended, in their order. */
  readonly attempts: readonly DiagnosedAttempt[];
  readonly probe: ProbeKind | null;
  /** What is signed: the account's `webhook_signature`, as it was then. */
  readonly variant: WebhookSignatureVariant;
}

/** `mistake` of an answer that names a signature which no known mistake gives: the answer's words say more, if it has any. */
export const OTHER_SIGNATURE = 'other_signature';
/** `mistake` of a refusal that contains the signature that was sent, and no other. */
export const RIGHT_SIGNATURE = 'right_signature';
/** How a relay begins what it answers for a receiver that it passes this event not on to. */
const LEFT_OUT = 'left out by the relay: ';
/** A receiver that takes longer works before it answers. */
export const SLOW_MS = 1000;

/**
 * Why a receiver refused a delivery, as far as its answers tell: the likeliest first, nothing when it took it at once. The
 * last attempt that failed decides, and what chaos did to that comes first. What the answer to a probe means is the probe's own to say (`probeTexts`).
 */
export function deliveryDiagnosis({
  attempts,
  probe,
  variant,
}: DiagnosedDelivery): readonly DeliveryDiagnosis[] {
  const last = attempts.at(-1);
  if (!last) return [];
  if (probe) return last.status === null ? explained(suspectedOfError(last)) : [];
  const failed = attempts.findLast(({ status }) => !isAccepted(status));
  const upset = failed ? suspectedOfChaos(failed) : [];
  const suspicions: Suspicion[] =
    failed && !isExplained(failed) ? [...withDelay(suspectedOf(failed, variant), failed)] : [];
  if (isAccepted(last.status)) {
    if (failed) suspicions.unshift(['recovered', 'note']);
    suspicions.unshift(...letThrough(last));
    if (last.responseBody?.startsWith(LEFT_OUT)) suspicions.push(['left_out', 'note']);
    if (htmlPage.test(last.responseBody ?? '')) suspicions.push(['html_page', 'note']);
    if (last.durationMs > SLOW_MS) suspicions.push(['slow_answer', 'note']);
  }
  return explained([...upset, ...suspicions]);
}

function explained(suspicions: readonly Suspicion[]): readonly DeliveryDiagnosis[] {
  return suspicions.map(([code, severity, detail]) => ({
    code,
    severity,
    ...(detail !== undefined && { detail }),
  }));
}

/** Whether an answer closes a delivery. */
export function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299;
}

function suspectedOfChaos({ chaos = [] }: DiagnosedAttempt): readonly Suspicion[] {
  return reasonsOfChaos.flatMap(([fault, code]) =>
    chaos.includes(fault) ? [[code, 'likely'] as const] : [],
  );
}

/** A webhook that comes late is no reason for much, but for receivers that check its age. */
function withDelay(
  suspicions: readonly Suspicion[],
  { chaos = [], status }: DiagnosedAttempt,
): readonly Suspicion[] {
  if (!chaos.includes('delay')) return suspicions;
  const late: Suspicion = ['chaos_delay', 'possible'];
  return status === 401 || status === 403 ? [late, ...suspicions] : [...suspicions, late];
}

/** Whether what chaos did to an attempt is the whole reason of its failure. */
function isExplained({ chaos = [], status }: DiagnosedAttempt): boolean {
  if (chaos.includes('drop')) return true;
  return isForged(chaos) && status !== null && status >= 400 && status <= 499;
}

/** Whether chaos gave an attempt a signature that a receiver should refuse. */
export function isForged(chaos: readonly ChaosFault[]): boolean {
  return chaos.includes('bad_signature') || chaos.includes('stale_timestamp');
}

/** What a receiver should have refused. */
function letThrough({ chaos = [] }: DiagnosedAttempt): readonly Suspicion[] {
  const taken: Suspicion[] = [];
  if (chaos.includes('bad_signature')) taken.push(['chaos_bad_signature_taken', 'likely']);
  if (chaos.includes('stale_timestamp')) taken.push(['chaos_stale_timestamp_taken', 'likely']);
  return taken;
}

function suspectedOf(attempt: DiagnosedAttempt, variant: WebhookSignatureVariant): readonly Suspicion[] {
  const { status } = attempt;
  if (status === null) return suspectedOfError(attempt);
  const ofTls = status === 400 && tlsAnswers.find(([words]) => words.test(attempt.responseBody ?? ''));
  if (ofTls) return [[ofTls[1], 'likely']];
  const found = foundByVerification(attempt);
  if (found) return [[found, 'likely']];
  if (isRefusal(attempt)) return suspectedOfRefusal(attempt, variant);
  const exact = byStatus.get(status);
  if (exact) return exact;
  if (status >= 300 && status <= 399) return [['redirect', 'likely', locationIn(attempt)]];
  if (status >= 500) return [['receiver_error', 'likely']];
  return [['not_2xx', 'likely']];
}

function locationIn({ responseHeaders: { location } = {} }: DiagnosedAttempt): string | undefined {
  return location === undefined ? undefined : `Location: ${location}`;
}

/** What the receiver's own verification found, where it answers with the code or with the signature that it computed. */
function foundByVerification(attempt: DiagnosedAttempt): DiagnosisCode | undefined {
  const { mistake, responseBody } = attempt;
  if (mistake && !isUnexplained(mistake)) return mistake as DiagnosisCode;
  const words: readonly string[] = responseBody?.match(/\w+/g) ?? [];
  const [found] = words.flatMap((word) => verificationCodes.find((code) => code === word) ?? []);
  return found === 'clock_differs' ? clockOf(attempt) : found;
}

function isUnexplained(mistake: string): mistake is typeof OTHER_SIGNATURE | typeof RIGHT_SIGNATURE {
  return mistake === OTHER_SIGNATURE || mistake === RIGHT_SIGNATURE;
}

/** Which of the two clocks it is that differs. */
function clockOf({ timestampOffMs }: DiagnosedAttempt): 'clock_moved' | 'clock_differs' {
  return timestampOffMs === undefined ? 'clock_differs' : 'clock_moved';
}

/** Many receivers refuse a signature with 400 (Stripe's examples do), and say so. */
function isRefusal({ status, responseBody }: DiagnosedAttempt): boolean {
  if (status === 401 || status === 403) return true;
  const mayBe = status === 400 || status === 422;
  return mayBe && /csrf|forgery|authenticity|signature|firma|hmac|tolerance/i.test(responseBody ?? '');
}

/** What a receiver that expects another form of the signature gets wrong. */
const otherForm = {
  timestamp: 'signature_with_timestamp',
  body: 'signature_without_timestamp',
  sha256: 'signature_with_prefix',
} as const satisfies Record<WebhookSignatureVariant, DiagnosisCode>;

function suspectedOfRefusal(
  attempt: DiagnosedAttempt,
  variant: WebhookSignatureVariant,
): readonly Suspicion[] {
  const { mistake } = attempt;
  const said = saidOf(attempt);
  const clock = clockOf(attempt);
  const likely = said === 'clock_differs' || (!said && clock === 'clock_moved') ? clock : said;
  const unsaid = mistake && isUnexplained(mistake) ? mistake : 'refused_signature';
  const others: readonly Suspicion[] = [
    // Whoever answers no more than that it is forbidden may have looked at the signature.
    ...(likely === 'forbidden' ? ([['refused_signature', 'possible']] as const) : []),
    ['signature_secret', 'possible'],
    ['signature_raw_body', 'possible'],
    [otherForm[variant], 'possible'],
    [clock, 'possible'],
    ['access_rule', 'possible'],
  ];
  const rest = others.filter(([code]) => code !== likely);
  // Who checks where a form comes from lets nobody through.
  if (likely === 'cross_site_check') rest.pop();
  return [[likely ?? unsaid, 'likely'], ...rest];
}

/** The cause that a refusal names, if it names one. */
function saidOf({ status, responseBody, responseHeaders, mistake }: DiagnosedAttempt) {
  const body = responseBody ?? '';
  const saying = sayings.find(([words]) => words.test(body));
  if (saying || mistake || status !== 403) return saying?.[1];
  const isGateway = gateways.test(responseHeaders?.server ?? '') || htmlPage.test(body);
  if (isGateway) return 'access_rule';
  return bareForbidden.test(titleOf(body)) ? 'forbidden' : undefined;
}

/** The text of an answer in JSON that has no other, or the answer. */
function titleOf(body: string): string {
  const [, title = body] =
    /^\s*\{[^{}]*?"(?:message|error|detail|title)"\s*:\s*"([^"]*)"[^{}]*\}\s*$/.exec(body) ?? [];
  return title;
}

function suspectedOfError({ error, via }: DiagnosedAttempt): readonly Suspicion[] {
  const code = error ?? '';
  if (code === 'ECONNREFUSED') {
    // From `localhost` to the developer's machine is a long way when the simulator runs in a container.
    if (via === 'relay') return [['nothing_listens_relay', 'likely']];
    return via === 'local'
      ? [
          ['nothing_listens', 'likely'],
          ['other_machine', 'possible'],
        ]
      : [['nothing_listens', 'likely']];
  }
  const known = byError.get(code);
  if (known) return [[known, 'likely']];
  const ofTls = byTlsError.find(([words]) => words.test(code))?.[1];
  if (ofTls === undefined) return [['no_answer', 'likely']];
  // Below TLS 1.3 a server that misses a certificate of the client says no more than that.
  const wantsOne: Suspicion = ['client_certificate', 'possible'];
  return /HANDSHAKE_FAILURE/.test(code) ? [[ofTls, 'likely'], wantsOne] : [[ofTls, 'likely']];
}
