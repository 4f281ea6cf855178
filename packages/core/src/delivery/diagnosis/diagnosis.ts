import type { ChaosFault, ProbeKind, WebhookSignatureVariant } from '@svc-simulator/contract';
import type { NameIn, Texts } from '@svc-simulator/texts/texts.ts';
import type { AttemptResult } from '../attempt-result.ts';

/** Of `signature` are those that a receiver's own verification finds too. */
export type DiagnosisCode = NameIn<'diagnosis' | 'signature', 'reason'>;

/** What is wrong, and what to do about it. */
export interface DiagnosisTexts {
  readonly reason: string;
  readonly advice: string;
}

/** Says a diagnosis; undefined for one that only another version knows. */
export function diagnosisTexts(t: Texts, code: DiagnosisCode): DiagnosisTexts;
export function diagnosisTexts(t: Texts, code: string): DiagnosisTexts | undefined;
export function diagnosisTexts(t: Texts, code: string): DiagnosisTexts | undefined {
  for (const area of ['diagnosis', 'signature']) {
    const [reason, advice] = [t.maybe(`${area}.${code}.reason`), t.maybe(`${area}.${code}.advice`)];
    if (reason !== undefined && advice !== undefined) return { reason, advice };
  }
  return undefined;
}

/** A reason why a receiver may not have taken a webhook. */
export interface DeliveryDiagnosis {
  readonly code: DiagnosisCode;
  /** `note`: nothing is wrong, but it is worth knowing. */
  readonly severity: 'likely' | 'possible' | 'note';
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

type DiagnosedAttempt = Pick<
  AttemptResult,
  'via' | 'status' | 'error' | 'durationMs' | 'responseBody' | 'timestampOffMs' | 'mistake'
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

type Suspicion = readonly [DiagnosisCode, DeliveryDiagnosis['severity']];

/** `mistake` of an answer that names a signature which no known mistake gives: the answer's words say more, if it has any. */
export const OTHER_SIGNATURE = 'other_signature';
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
    if (last.durationMs > SLOW_MS) suspicions.push(['slow_answer', 'note']);
  }
  return explained([...upset, ...suspicions]);
}

function explained(suspicions: readonly Suspicion[]): readonly DeliveryDiagnosis[] {
  return suspicions.map(([code, severity]) => ({ code, severity }));
}

/** Whether an answer closes a delivery. */
export function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/** Faults that are a reason whatever the receiver answers, those of the attempt before those of its webhook. */
const reasonsOfChaos = [
  ['drop', 'chaos_drop'],
  ['bad_signature', 'chaos_bad_signature'],
  ['stale_timestamp', 'chaos_stale_timestamp'],
  ['duplicate', 'chaos_duplicate'],
  ['reorder', 'chaos_reorder'],
] as const satisfies readonly (readonly [ChaosFault, DiagnosisCode])[];

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
  if (status >= 300 && status <= 399) return [['redirect', 'likely']];
  if (status >= 500) return [['receiver_error', 'likely']];
  return [['not_2xx', 'likely']];
}

/** What the receiver's own verification found, where it answers with the code or with the signature that it computed. */
function foundByVerification(attempt: DiagnosedAttempt): DiagnosisCode | undefined {
  const { mistake, responseBody } = attempt;
  if (mistake && mistake !== OTHER_SIGNATURE) return mistake as DiagnosisCode;
  const words: readonly string[] = responseBody?.match(/\w+/g) ?? [];
  const [found] = words.flatMap((word) => verificationCodes.find((code) => code === word) ?? []);
  return found === 'clock_differs' ? clockOf(attempt) : found;
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

const putOff: readonly Suspicion[] = [['overloaded', 'likely']];
const shape: readonly Suspicion[] = [
  ['body_shape', 'likely'],
  ['strict_schema', 'possible'],
  ['refused_signature_400', 'possible'],
];
const behind: readonly Suspicion[] = [['gateway', 'likely']];
const noPath: readonly Suspicion[] = [
  ['wrong_path', 'likely'],
  ['wrong_application', 'possible'],
];
const byStatus = new Map<number, readonly Suspicion[]>([
  [400, shape],
  [404, noPath],
  [
    405,
    [
      ['wrong_method', 'likely'],
      ['wrong_path', 'possible'],
    ],
  ],
  [408, putOff],
  [410, noPath],
  [413, [['body_limit', 'likely']]],
  [415, [['content_type', 'likely']]],
  // Laravel's “Page Expired”.
  [419, [['cross_site_check', 'likely']]],
  [422, shape],
  [425, putOff],
  [429, putOff],
  [502, behind],
  [503, behind],
  [504, behind],
]);

/** What a receiver that expects another form of the signature gets wrong. */
const otherForm = {
  timestamp: 'signature_with_timestamp',
  body: 'signature_without_timestamp',
  sha256: 'signature_with_prefix',
} as const satisfies Record<WebhookSignatureVariant, DiagnosisCode>;

/** What a refusal says of itself: the first that fits. Whoever names the signature leaves it open what of it is wrong. */
const sayings: readonly (readonly [words: RegExp, means?: DiagnosisCode])[] = [
  [/(?<![a-z\d+/])csrf|forgery|authenticity/i, 'cross_site_check'],
  // What the API gateway of AWS answers at a path that it does not know.
  [/missing authentication token/i, 'wrong_path'],
  [/signature|firma|hmac/i],
  // Django, Laravel, Spring, Supabase, Cloud Run and proxies, where the route is behind a log-in.
  [
    /unauthenticated|authentication (is )?required|credentials|permission to|authori[sz]ation (required|header)/i,
    'access_rule',
  ],
  [/\b(jwt|bearer|nginx|apache|cloudflare|envoy)\b/i, 'access_rule'],
  [/timestamp|expired|too old|stale|expirad|caduc|vencid|antigu|viej[oa]/i, 'clock_differs'],
];

function suspectedOfRefusal(
  attempt: DiagnosedAttempt,
  variant: WebhookSignatureVariant,
): readonly Suspicion[] {
  const [, said] = sayings.find(([words]) => words.test(attempt.responseBody ?? '')) ?? [];
  const clock = clockOf(attempt);
  const likely = said === 'clock_differs' || (!said && clock === 'clock_moved') ? clock : said;
  const others: readonly Suspicion[] = [
    ['signature_secret', 'possible'],
    ['signature_raw_body', 'possible'],
    [otherForm[variant], 'possible'],
    [clock, 'possible'],
    ['access_rule', 'possible'],
  ];
  const rest = others.filter(([code]) => code !== likely);
  // Who checks where a form comes from lets nobody through.
  if (likely === 'cross_site_check') rest.pop();
  const unsaid = attempt.mistake === OTHER_SIGNATURE ? OTHER_SIGNATURE : 'refused_signature';
  return [[likely ?? unsaid, 'likely'], ...rest];
}

const byError = new Map<string, DiagnosisCode>([
  ['ENOTFOUND', 'unknown_host'],
  ['EAI_AGAIN', 'unknown_host'],
  ['ECONNRESET', 'connection_cut'],
  ['EPIPE', 'connection_cut'],
  ['ETIMEDOUT', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['timeout', 'too_slow'],
  ['no relay connected', 'no_relay'],
  ['relay disconnected', 'relay_lost'],
  ['refused address', 'address_refused'],
  ['response too large', 'answer_too_long'],
  ['ECONNREFUSED (::1 listens)', 'listens_ipv6'],
  ['ECONNREFUSED (127.0.0.1 listens)', 'listens_ipv4'],
  ['ERR_INVALID_URL', 'invalid_url'],
  ['the emission is no longer in the trace', 'emission_gone'],
]);

/** Of codes of Node and OpenSSL, and of what does not speak HTTP/1.1: the first that fits. */
const byTlsError: readonly (readonly [words: RegExp, means: DiagnosisCode])[] = [
  [/HTTP\/2|NO_APPLICATION_PROTOCOL/, 'http2_only'],
  [/^no HTTP\/1\.1 \(TLS\)$/, 'plain_to_tls_port'],
  [/^no HTTP\/1\.1|^HPE_/, 'no_http'],
  [/WRONG_VERSION_NUMBER|EPROTO|PACKET_LENGTH|HTTP_REQUEST/, 'tls_to_plain_port'],
  [/CERTIFICATE_REQUIRED|ALERT_BAD_CERTIFICATE/, 'client_certificate'],
  [/^ERR_SSL_/, 'tls_refused'],
  [/ALTNAME/, 'certificate_name'],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, 'certificate_expired'],
  [/SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|CERT_UNTRUSTED/, 'certificate_untrusted'],
  [/CERT|TLS|VERIFY|INVALID_PURPOSE|INVALID_CA/, 'certificate'],
];

/** What servers answer to what comes to their TLS port in another way. */
const tlsAnswers: readonly (readonly [words: RegExp, means: DiagnosisCode])[] = [
  [/no required SSL certificate/i, 'client_certificate'],
  [
    /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|speaking plain HTTP/i,
    'plain_to_tls_port',
  ],
];

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
