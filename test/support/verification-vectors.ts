import { signWebhook, type WebhookSignatureVariant } from '@svc-simulator/contract';

/**
 * A webhook, and the expected verdict of a receiver in `mode` at the time `now`. No value contains a
 * backslash, because some examples read the JSON without a library.
 */
export interface Vector {
  readonly name: string;
  readonly genuine: 'yes' | 'no';
  readonly mode: WebhookSignatureVariant;
  readonly secret: string;
  /** Seconds since 1970. */
  readonly now: string;
  readonly timestamp: string;
  readonly signature: string;
  /** Base64. */
  readonly body: string;
}

const secret = 'whsec_4pQ0vYd9o2nS7bXk1mTz8cWe3rUi6hLa';
const timestamp = '2026-11-20T21:27:00Z';
const paidBody =
  '{"event":"payment_session.paid","session_payment":{"id":"7d444840-9dc0-41d1-b245-5ffdce74fad2","amount_reference":25.5}}';

interface Sent {
  readonly mode?: WebhookSignatureVariant;
  readonly body?: Uint8Array | string;
  readonly timestamp?: string;
}

/** Signs a request, and returns the vector. `received` replaces values after the signature was computed. */
function vector(
  name: string,
  genuine: Vector['genuine'],
  request: Sent = {},
  received: Partial<Vector> = {},
): Vector {
  const { mode = 'timestamp', body = paidBody } = request;
  const at = request.timestamp ?? timestamp;
  return {
    name,
    genuine,
    mode,
    secret,
    now: String(Date.parse(timestamp) / 1000),
    timestamp: at,
    signature: signWebhook({ secret, timestamp: at, body, variant: mode }),
    body: Buffer.from(body).toString('base64'),
    ...received,
  };
}

const later = (seconds: number) => ({ now: String(Date.parse(timestamp) / 1000 + seconds) });
const base64 = (text: string) => Buffer.from(text).toString('base64');
const { signature } = vector('', 'yes');
const ofBody = vector('', 'yes', { mode: 'body' }).signature;

export const vectors: readonly Vector[] = [
  vector('timestamp, dot and body', 'yes'),
  vector('the body alone', 'yes', { mode: 'body' }),
  vector('the body alone, with sha256= before it', 'yes', { mode: 'sha256' }),
  vector('letters that take two bytes', 'yes', { body: '{"descripción":"café ☕"}' }),
  vector('bytes that are no text', 'yes', { body: Uint8Array.of(0x00, 0xff, 0xfe, 0x80, 0x0a) }),
  vector('a time with milliseconds', 'yes', { timestamp: '2026-11-20T21:27:00.000Z' }),
  vector('a time of another zone', 'yes', { timestamp: '2026-11-20T17:27:00-04:00' }),
  vector('5 minutes old', 'yes', {}, later(300)),
  vector('older than 5 minutes', 'no', {}, later(301)),
  vector('more than 5 minutes in the future', 'no', {}, later(-301)),
  vector('a time that is none', 'no', { timestamp: 'yesterday' }),
  vector('another secret', 'no', {}, { secret: `${secret}x` }),
  vector('another amount', 'no', {}, { body: base64(paidBody.replace('25.5', '99.5')) }),
  vector('JSON that was serialized again', 'no', {}, { body: base64(paidBody.replaceAll(':', ': ')) }),
  vector('another time than the signed one', 'no', {}, { timestamp: '2026-11-20T21:27:01Z' }),
  vector('the body alone is signed, and the time expected', 'no', {}, { signature: ofBody }),
  vector('the time is signed, and the body alone expected', 'no', { mode: 'body' }, { signature }),
  vector('sha256= is missing', 'no', { mode: 'sha256' }, { signature: ofBody }),
  vector('sha256= is too much', 'no', { mode: 'body' }, { signature: `sha256=${ofBody}` }),
  vector('upper case', 'no', {}, { signature: signature.toUpperCase() }),
  vector('a digit less', 'no', {}, { signature: signature.slice(1) }),
  vector('no signature', 'no', {}, { signature: '' }),
];
