import type { NameIn } from '@svc-simulator/texts/texts.ts';

/**
 * A code with a text `diagnosis.CODE.reason` or `signature.CODE.reason`. `verifyWebhook` reports only codes
 * with a `signature` text.
 */
export type DiagnosisCode = NameIn<'diagnosis' | 'signature', 'reason'>;

export type Suspicion = readonly [
  code: DiagnosisCode,
  severity: 'likely' | 'possible' | 'note',
  detail?: string | undefined,
];

const overloadCauses: readonly Suspicion[] = [['overloaded', 'likely']];
const bodyShapeCauses: readonly Suspicion[] = [
  ['body_shape', 'likely'],
  ['strict_schema', 'possible'],
  ['refused_signature_400', 'possible'],
];
const gatewayCauses: readonly Suspicion[] = [['gateway', 'likely']];
const certificateCauses: readonly Suspicion[] = [['certificate', 'likely']];
/** Statuses that a server or a platform returns before a request reaches the program behind it. */
const earlyRefusals: Readonly<Record<number, string>> = {
  402: 'Payment Required',
  406: 'Not Acceptable',
  411: 'Length Required',
  421: 'Misdirected Request',
  426: 'Upgrade Required',
  431: 'Request Header Fields Too Large',
  501: 'Not Implemented',
  511: 'Network Authentication Required',
};
const pathCauses: readonly Suspicion[] = [
  ['wrong_path', 'likely'],
  ['wrong_application', 'possible'],
];
export const causesByStatus: ReadonlyMap<number, readonly Suspicion[]> = new Map<
  number,
  readonly Suspicion[]
>([
  [400, bodyShapeCauses],
  [404, pathCauses],
  [
    405,
    [
      ['wrong_method', 'likely'],
      ['wrong_path', 'possible'],
    ],
  ],
  [408, overloadCauses],
  [409, [['conflict', 'likely']]],
  [410, pathCauses],
  [413, [['body_limit', 'likely']]],
  [415, [['content_type', 'likely']]],
  [419, [['cross_site_check', 'likely']]],
  [422, bodyShapeCauses],
  [425, overloadCauses],
  [429, overloadCauses],
  // Cloudflare returns 520 to 530 for the server behind it.
  ...[502, 503, 504, 520, 521, 522, 523, 524, 530].map((status) => [status, gatewayCauses] as const),
  ...[525, 526].map((status) => [status, certificateCauses] as const),
  ...Object.entries(earlyRefusals).map(
    ([status, name]) => [Number(status), [['refused_early', 'likely', `(${name})`]]] as const,
  ),
]);

const timeWords = 'time ?stamp|time|clock|webhook|hora|reloj|fecha|marca de tiempo';
const ageWords =
  'too old|is old|older|expired|future|stale|tolerance|skew(?:ed)?|outside|window|viej[oa]|antigu[oa]|expirad[oa]|caducad[oa]|vencid[oa]|futuro|tolerancia|fuera de';
const wholeWord = (words: string) => `(?<![a-z])(?:${words})(?![a-z])`;
const [timeWord, ageWord] = [wholeWord(timeWords), wholeWord(ageWords)];

/**
 * Words in the text of a refusal and the cause that they show; the first match counts. Other words about the
 * signature have no cause, because they don't show which mistake it is.
 */
export const causesByWords: readonly (readonly [words: RegExp, means?: DiagnosisCode])[] = [
  [/(?<![a-z\d+/])csrf|forgery|authenticity|change you wanted was rejected/i, 'cross_site_check'],
  [
    /should not exist|unrecognized[ _](key|field|property)|additional propert|extra (inputs|fields|attributes)|extra_forbidden|(unknown|unexpected|unpermitted) (field|property|attribute|parameter|key)|not be mapped to any \.NET member|"[\w.]+\\?" is not allowed|field was not expected/i,
    'strict_schema',
  ],
  [
    /^(?!.*(authori[sz]ation|invalid|wrong|bad (?!request)|incorrect|match)).*(((missing|required|requires|without)\b.{0,40}\bheaders?|\bheaders?\b.{0,60}(missing|required|not (found|present|provided|set)))\b|(missing|no) (svc-)?(signature|timestamp)\b|\b(signature|timestamp) (field )?(is |was )?(missing|required|not (found|present|provided)))/is,
    'header_required',
  ],
  [/signature|firma|hmac/i],
  // Responses of Django, Laravel, Spring, Supabase, Cloud Run and proxies if the route requires a login.
  [
    /unauthenticated|not authenticated|authentication (is )?required|authentication credential|permission to (?!access the requested resource)|authorized to access this resource|authori[sz]ation (required|header)|(token|session|sesión)\b.{0,30}(expired|expirad|vencid|caducad)|expired\b.{0,30}(token|session)/i,
    'access_rule',
  ],
  // The response of Rails if it doesn't allow the host.
  [/blocked hosts?:/i, 'access_rule'],
  [/\b(jwt|bearer|nginx|apache(?! tomcat)|cloudflare|envoy)\b/i, 'access_rule'],
  [
    new RegExp(
      `${timeWord}.{0,40}${ageWord}|${ageWord}.{0,40}${timeWord}|^\\W*(too old|stale|viej[oa]|antigu[oa])\\W*$`,
      'i',
    ),
    'clock_differs',
  ],
];

export const causesByError = new Map<string, DiagnosisCode>([
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
  ['header fields too large', 'header_fields_too_long'],
  // Only older relays report this error. Current relays accept a response of any length.
  ['response too large', 'answer_too_long'],
  ['ECONNREFUSED (::1 listens)', 'listens_ipv6'],
  ['ECONNREFUSED (127.0.0.1 listens)', 'listens_ipv4'],
  ['ERR_INVALID_URL', 'invalid_url'],
  ['the emission is no longer in the trace', 'emission_gone'],
]);

/** Error codes of Node and OpenSSL, and errors of servers that don't use HTTP/1.1. The first match counts. */
export const causesByTlsError: readonly (readonly [words: RegExp, means: DiagnosisCode])[] = [
  [/HTTP\/2|NO_APPLICATION_PROTOCOL/, 'http2_only'],
  [/^no HTTP\/1\.1 \(TLS\)$/, 'plain_to_tls_port'],
  [/^no HTTP\/1\.1|^HPE_/, 'no_http'],
  [/^unreadable (response|answer)/, 'unreadable_answer'],
  [/WRONG_VERSION_NUMBER|EPROTO|PACKET_LENGTH|HTTP_REQUEST/, 'tls_to_plain_port'],
  [/CERTIFICATE_REQUIRED|ALERT_BAD_CERTIFICATE/, 'client_certificate'],
  [/^ERR_SSL_/, 'tls_refused'],
  [/ALTNAME/, 'certificate_name'],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, 'certificate_expired'],
  [/SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|CERT_UNTRUSTED/, 'certificate_untrusted'],
  [/CERT|TLS|VERIFY|INVALID_PURPOSE|INVALID_CA/, 'certificate'],
];

/** Words of the pages with which servers, tunnels, platforms and firewalls respond instead of the program. */
export const causesByPage: readonly (readonly [words: RegExp, means: DiagnosisCode])[] = [
  [/no required SSL certificate/i, 'client_certificate'],
  [
    /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|speaking plain HTTP/i,
    'plain_to_tls_port',
  ],
  [/missing authentication token/i, 'stage_missing'],
  [
    /ERR_NGROK_(3200|3004|727)|tunnel \S{1,200} not found|tunnel unavailable|error code: 1033/i,
    'tunnel_down',
  ],
  [/ERR_NGROK_6024|tunnel website ahead|about to connect to a developer tunnel/i, 'tunnel_page'],
  [/no-such-app|no such app|deployment_not_found|"application not found"/i, 'no_application'],
  [
    /just a moment\.\.\.|enable javascript and cookies|attention required! \| cloudflare|error code: 10(0[5-9]|1\d|20)\b|incapsula|sucuri|mod_security|verify (that )?you are (a )?human/i,
    'bot_check',
  ],
];

/** Matches the body with which AWS API Gateway refuses a request. */
export const awsForbidden = /^\{"message":\s*"Forbidden"\}$/i;
/** Matches the body of a 403 that doesn't show who refused or why. */
export const plainForbidden = /^\W*(403\W*)?forbidden\W*$/i;
export const gatewayServers =
  /nginx|apache|cloudflare|envoy|awselb|cloudfront|akamai|varnish|openresty|traefik|google frontend/i;
/** Matches a web page, which single-page applications return on every path. */
export const htmlPage = /^\s*(<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(!doctype html|html)\b/i;
