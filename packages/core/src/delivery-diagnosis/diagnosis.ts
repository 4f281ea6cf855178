import type {
  AttemptFault,
  EmissionFault,
  ProbeKind,
  WebhookSignatureVariant,
} from '@svc-simulator/contract';
import type { Bilingual } from '../bilingual.ts';
import type { AttemptResult } from '../delivery-machine.ts';
import { type DiagnosisCode, diagnosisTexts } from './diagnosis-texts.ts';

/** A reason why a receiver may not have taken a webhook. */
export interface DeliveryDiagnosis {
  readonly code: DiagnosisCode;
  /** `note`: nothing is wrong, but it is worth knowing. */
  readonly severity: 'likely' | 'possible' | 'note';
  readonly reason: Bilingual;
  /** What to do about it. */
  readonly advice: Bilingual;
}

type DiagnosedAttempt = Pick<AttemptResult, 'via' | 'status' | 'error' | 'durationMs' | 'responseBody'> & {
  /** What chaos did to it. */
  readonly chaos?: readonly AttemptFault[];
};

export interface DiagnosedDelivery {
  /** Attempts that have ended, in their order. */
  readonly attempts: readonly DiagnosedAttempt[];
  readonly probe: ProbeKind | null;
  /** What is signed: the account's `webhook_signature`, as it was then. */
  readonly variant: WebhookSignatureVariant;
  /** What chaos did to the webhook as a whole. */
  readonly chaos?: readonly EmissionFault[];
}

type Suspicion = readonly [DiagnosisCode, DeliveryDiagnosis['severity']];

/** A receiver that takes longer works before it answers. */
const SLOW_MS = 1000;

/**
 * Why a receiver refused a delivery, as far as its answers tell: the likeliest first, nothing when it took it at once. The
 * last attempt that failed decides, and what chaos did to that comes first. What the answer to a probe means is the probe's own to say (`probeTexts`).
 */
export function deliveryDiagnosis({
  attempts,
  probe,
  variant,
  chaos = [],
}: DiagnosedDelivery): readonly DeliveryDiagnosis[] {
  const last = attempts.at(-1);
  if (!last) return [];
  if (probe) return last.status === null ? explained(suspectedOfError(last)) : [];
  const failed = attempts.findLast(({ status }) => !isAccepted(status));
  const upset = failed ? suspectedOfChaos(failed, chaos) : [];
  const suspicions: Suspicion[] = failed && !isExplained(failed) ? [...suspectedOf(failed, variant)] : [];
  if (isAccepted(last.status)) {
    if (failed) suspicions.unshift(['recovered', 'note']);
    suspicions.unshift(...letThrough(last));
    if (last.durationMs > SLOW_MS) suspicions.push(['slow_answer', 'note']);
  }
  return explained([...upset, ...suspicions]);
}

function explained(suspicions: readonly Suspicion[]): readonly DeliveryDiagnosis[] {
  return suspicions.map(([code, severity]) => ({ code, severity, ...diagnosisTexts[code] }));
}

function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/** What chaos did to an attempt that failed, and to its webhook. */
function suspectedOfChaos(
  { chaos = [] }: DiagnosedAttempt,
  ofWebhook: readonly EmissionFault[],
): readonly Suspicion[] {
  return [
    ...chaos.map((fault) => [`chaos_${fault}`, 'likely'] as const),
    ...ofWebhook.map((fault) => [`chaos_${fault}`, fault === 'delay' ? 'possible' : 'likely'] as const),
  ];
}

/** Whether what chaos did to an attempt is the whole reason of its failure. */
function isExplained({ chaos = [], status }: DiagnosedAttempt): boolean {
  if (chaos.includes('drop')) return true;
  return chaos.length > 0 && status !== null && status >= 400 && status <= 499;
}

/** What a receiver should have refused. */
function letThrough({ chaos = [] }: DiagnosedAttempt): readonly Suspicion[] {
  return chaos.flatMap((fault) => (fault === 'drop' ? [] : [[`chaos_${fault}_taken`, 'likely'] as const]));
}

function suspectedOf(attempt: DiagnosedAttempt, variant: WebhookSignatureVariant): readonly Suspicion[] {
  const { status } = attempt;
  if (status === null) return suspectedOfError(attempt);
  if (status === 401 || status === 403) return suspectedOfRefusal(attempt, variant);
  const exact = byStatus.get(status);
  if (exact) return exact;
  if (status >= 300 && status <= 399) return [['redirect', 'likely']];
  if (status >= 500) return [['receiver_error', 'likely']];
  return [['not_2xx', 'likely']];
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
  [422, shape],
  [425, putOff],
  [429, putOff],
  [502, behind],
  [503, behind],
  [504, behind],
]);

function suspectedOfRefusal(
  { responseBody }: DiagnosedAttempt,
  variant: WebhookSignatureVariant,
): readonly Suspicion[] {
  const says = (words: RegExp) => words.test(responseBody ?? '');
  const crossSite = says(/csrf|forgery/i);
  // Whoever names both leaves it open.
  const stale = says(/timestamp|expired|too old|stale|vencid|antigu/i) && !says(/signature|firma|hmac/i);
  const signature: readonly Suspicion[] = [
    ['signature_secret', 'likely'],
    ['signature_raw_body', 'likely'],
    [variant === 'body' ? 'signature_without_timestamp' : 'signature_with_timestamp', 'likely'],
  ];
  const rest: readonly Suspicion[] = [
    ...(stale ? [] : [['clock_differs', 'possible'] as const]),
    ...(crossSite ? [] : [['access_rule', 'possible'] as const]),
  ];
  if (crossSite) return [['cross_site_check', 'likely'], ...doubted(signature), ...rest];
  return stale ? [['clock_differs', 'likely'], ...doubted(signature), ...rest] : [...signature, ...rest];
}

function doubted(suspicions: readonly Suspicion[]): readonly Suspicion[] {
  return suspicions.map(([code]) => [code, 'possible'] as const);
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
  ['ERR_INVALID_URL', 'invalid_url'],
  ['the emission is no longer in the trace', 'emission_gone'],
]);

function suspectedOfError({ error, via }: DiagnosedAttempt): readonly Suspicion[] {
  const code = error ?? '';
  if (code === 'ECONNREFUSED') {
    // From `localhost` to the developer's machine is a long way when the simulator runs in a container.
    return via === 'local'
      ? [
          ['nothing_listens', 'likely'],
          ['other_machine', 'possible'],
        ]
      : [['nothing_listens', 'likely']];
  }
  const known = byError.get(code);
  if (known) return [[known, 'likely']];
  if (/WRONG_VERSION_NUMBER|EPROTO|PACKET_LENGTH/i.test(code)) return [['tls_to_plain_port', 'likely']];
  if (/CERT|SSL|TLS|ALTNAME|SIGNED|ISSUER|VERIFY/i.test(code)) return [['certificate', 'likely']];
  if (/^HPE_/.test(code)) return [['no_http', 'likely']];
  return [['no_answer', 'likely']];
}
