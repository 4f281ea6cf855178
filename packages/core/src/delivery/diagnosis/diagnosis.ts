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

export interface DiagnosisTexts {
  readonly reason: string;
  readonly advice: string;
}

/**
 * Returns the texts of a diagnosis with its detail after the reason; undefined for codes of other versions.
 */
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

export interface DeliveryDiagnosis {
  readonly code: DiagnosisCode;
  /** A `note` isn't a fault but is worth knowing. */
  readonly severity: 'likely' | 'possible' | 'note';
  /** Evidence from the response itself: `Location: /login`. */
  readonly detail?: string;
}

/** Results of a receiver's own verification, by the codes of `svc-simulator/webhooks`. */
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
> & { readonly chaos?: readonly ChaosFault[] };

export interface DiagnosedDelivery {
  readonly attempts: readonly DiagnosedAttempt[];
  readonly probe: ProbeKind | null;
  /** Form of the signed text: the account's `webhook_signature` at that time. */
  readonly variant: WebhookSignatureVariant;
}

export const OTHER_SIGNATURE = 'other_signature';
/** `mistake` if the only signature in the receiver's refusal is the one that was sent. */
export const RIGHT_SIGNATURE = 'right_signature';
/** Prefix of a relay's response for a receiver that doesn't subscribe to this event. */
const LEFT_OUT = 'left out by the relay: ';
/** A slower receiver probably processes the webhook before it responds. */
export const SLOW_MS = 1000;

/**
 * Returns why a receiver refused a delivery, likeliest first; empty if it accepted at once. Looks at the
 * last failed attempt; its injected chaos comes first. `probeTexts` explains responses to probes.
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

export function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299;
}

function suspectedOfChaos({ chaos = [] }: DiagnosedAttempt): readonly Suspicion[] {
  return reasonsOfChaos.flatMap(([fault, code]) =>
    chaos.includes(fault) ? [[code, 'likely'] as const] : [],
  );
}

/** Adds the delay as a reason, because only receivers that check the age refuse a late webhook. */
function withDelay(
  suspicions: readonly Suspicion[],
  { chaos = [], status }: DiagnosedAttempt,
): readonly Suspicion[] {
  if (!chaos.includes('delay')) return suspicions;
  const late: Suspicion = ['chaos_delay', 'possible'];
  return status === 401 || status === 403 ? [late, ...suspicions] : [...suspicions, late];
}

function isExplained({ chaos = [], status }: DiagnosedAttempt): boolean {
  if (chaos.includes('drop')) return true;
  return isForged(chaos) && status !== null && status >= 400 && status <= 499;
}

export function isForged(chaos: readonly ChaosFault[]): boolean {
  return chaos.includes('bad_signature') || chaos.includes('stale_timestamp');
}

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

/**
 * Returns the code of the receiver's own verification, from a code or a computed signature in the response.
 */
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

function clockOf({ timestampOffMs }: DiagnosedAttempt): 'clock_moved' | 'clock_differs' {
  return timestampOffMs === undefined ? 'clock_differs' : 'clock_moved';
}

/** Many receivers refuse a signature with 400 (Stripe's examples do) and say so. */
function isRefusal({ status, responseBody }: DiagnosedAttempt): boolean {
  if (status === 401 || status === 403) return true;
  const mayBe = status === 400 || status === 422;
  return mayBe && /csrf|forgery|authenticity|signature|firma|hmac|tolerance/i.test(responseBody ?? '');
}

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
    // A bare “forbidden” may also come from a signature check.
    ...(likely === 'forbidden' ? ([['refused_signature', 'possible']] as const) : []),
    ['signature_secret', 'possible'],
    ['signature_raw_body', 'possible'],
    [otherForm[variant], 'possible'],
    [clock, 'possible'],
    ['access_rule', 'possible'],
  ];
  const rest = others.filter(([code]) => code !== likely);
  // A CSRF check rejects every webhook, so the access rule, which is last, is no longer a suspect.
  if (likely === 'cross_site_check') rest.pop();
  return [[likely ?? unsaid, 'likely'], ...rest];
}

function saidOf({ status, responseBody, responseHeaders, mistake }: DiagnosedAttempt) {
  const body = responseBody ?? '';
  const saying = sayings.find(([words]) => words.test(body));
  if (saying || mistake || status !== 403) return saying?.[1];
  const isGateway = gateways.test(responseHeaders?.server ?? '') || htmlPage.test(body);
  if (isGateway) return 'access_rule';
  return bareForbidden.test(titleOf(body)) ? 'forbidden' : undefined;
}

function titleOf(body: string): string {
  const [, title = body] =
    /^\s*\{[^{}]*?"(?:message|error|detail|title)"\s*:\s*"([^"]*)"[^{}]*\}\s*$/.exec(body) ?? [];
  return title;
}

function suspectedOfError({ error, via }: DiagnosedAttempt): readonly Suspicion[] {
  const code = error ?? '';
  if (code === 'ECONNREFUSED') {
    // `localhost` is far from the developer's machine if the simulator runs in a container.
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
  // Before TLS 1.3, a missing client certificate shows only as HANDSHAKE_FAILURE.
  const wantsOne: Suspicion = ['client_certificate', 'possible'];
  return /HANDSHAKE_FAILURE/.test(code) ? [[ofTls, 'likely'], wantsOne] : [[ofTls, 'likely']];
}
