import { isFresh, type WebhookSignatureVariant, webhookHeaders } from '@svc-simulator/contract';
import { languageOf, type Said } from '@svc-simulator/texts/texts.ts';
import { signatureMistakes } from './mistake-search.ts';
import { isSigned, type Signed } from './signature.ts';
import { type Cause, WebhookError } from './webhook-error.ts';
import type { ReceivedWebhook, WebhookEvent, WebhookHeaders } from './webhooks-api.ts';

export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const result = await verified(received);
  if ('event' in result) return result;
  throw new WebhookError(result, languageOf(received.language) ?? 'en');
}

async function verified(received: ReceivedWebhook): Promise<WebhookEvent | Cause> {
  const { secret, mode = 'timestamp', toleranceS, now = Date.now() } = received;
  if (!secret) return { code: 'secret_missing' };
  const body = bytesOf(received.body);
  if (!body) return { code: 'body_parsed' };
  const headers = readHeaders(received.headers);
  const signature = headers.get(webhookHeaders.signature);
  const timestamp = headers.get(webhookHeaders.timestamp);
  const idempotencyKey = headers.get(webhookHeaders.idempotencyKey);
  if (!signature) return missing(webhookHeaders.signature);
  if (!timestamp) return missing(webhookHeaders.timestamp);
  if (!idempotencyKey) return missing(webhookHeaders.idempotencyKey);

  const signed = { secret, timestamp, body, mode };
  // Signed with the former secret, which this receiver may still have.
  const previous = headers.get(webhookHeaders.signaturePrevious);
  const isGenuine =
    (await isSigned(signature, signed)) || (previous !== undefined && (await isSigned(previous, signed)));
  if (!isGenuine) return causeOf({ ...signed, signature, contentLength: headers.get('content-length') });
  const toleranceMs = toleranceS === undefined ? undefined : toleranceS * 1000;
  if (!isFresh(timestamp, now, toleranceMs)) return { code: 'clock_differs', detail: age(timestamp, now) };
  return eventIn(body, idempotencyKey) ?? { code: 'body_unknown' };

  function missing(name: string): Cause {
    return { code: 'header_missing', detail: headers.insteadOf(name) };
  }
}

/**
 * Returns undefined for values that aren't bytes, and for an empty body, which means that something else has
 * read it.
 */
function bytesOf(body: ReceivedWebhook['body']): Uint8Array | undefined {
  const bytes =
    typeof body === 'string'
      ? new TextEncoder().encode(body)
      : ArrayBuffer.isView(body)
        ? body
        : body instanceof ArrayBuffer && new Uint8Array(body);
  return bytes && bytes.length > 0 ? bytes : undefined;
}

const fields = ['session_payment', 'payment_details', 'receiver_credits', 'receiver_credits_summary'];

/**
 * Parses a webhook and moves its fields next to `event`, from any place that the setting `webhook_body`
 * allows.
 */
function eventIn(body: Uint8Array, idempotency_key: string): WebhookEvent | undefined {
  try {
    const told = JSON.parse(new TextDecoder().decode(body));
    if (typeof told.event !== 'string') return undefined;
    const below = Object.entries(told.data ?? {}).filter(([name]) => fields.includes(name));
    return { ...Object.fromEntries(below), ...told, idempotency_key };
  } catch {
    return undefined;
  }
}

function age(timestamp: string, now: number): Said {
  const seconds = Math.round((now - Date.parse(timestamp)) / 1000);
  if (Number.isNaN(seconds)) return (t) => t('signature.detail.no_time');
  return (t) =>
    seconds < 0
      ? t('signature.detail.future', { seconds: -seconds })
      : t('signature.detail.old', { seconds });
}

interface Headers {
  /** Returns a header by its lower-case name; undefined if it is absent or empty. */
  get(name: string): string | undefined;
  /** Describes the headers that a request has instead of a missing one. */
  insteadOf(name: string): Said;
}

function readHeaders(headers: WebhookHeaders): Headers {
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const values = new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
  const get = (name: string) => {
    const value = values.get(name);
    return (typeof value === 'string' ? value : value?.[0]) || undefined;
  };
  const insteadOf = (name: string): Said => {
    const last = name.replace(/^.*-/, '');
    const others = [...values.keys()].filter((each) => each !== name && each.includes(last)).join(', ');
    return (t) =>
      others === ''
        ? t('signature.detail.no_header', { name })
        : t('signature.detail.other_header', { name, others });
  };
  return { get, insteadOf };
}

interface Refused extends Signed {
  readonly signature: string;
  /** Value of the header, which may differ from the actual length. */
  readonly contentLength: string | undefined;
}

/** Returns why a signature doesn't match: the difference that would make it match. */
function causeOf(refused: Refused): Cause {
  const { signature, body, contentLength, mode } = refused;
  const mistakes = signatureMistakes(signature, refused);
  const mistake = mistakes?.find(({ error }) => error !== 'signature_mode') ?? mistakes?.[0];
  if (mistake?.code.startsWith('mode_')) {
    const found = mistake.detail as WebhookSignatureVariant;
    const bare = mode === 'sha256' && found === 'body' ? 'yes' : 'no';
    return {
      code: 'signature_mode',
      detail: (t) => t('signature.detail.modes', { expected: mode, found, bare }),
    };
  }
  if (mistake) {
    const { error: code, detail: told, ...texts } = mistake;
    return { code, texts, ...(told !== undefined && { detail: () => told }) };
  }
  if (contentLength !== undefined && Number(contentLength) !== body.length) {
    const lengths = { said: contentLength, found: body.length };
    return { code: 'signature_raw_body', detail: (t) => t('signature.detail.lengths', lengths) };
  }
  if (!/^(sha256=)?[0-9a-f]{64}$/.test(signature)) return { code: 'signature_form' };
  // The length of the body when it was signed is unknown.
  return {
    code: 'signature_secret',
    ...(contentLength === undefined && { detail: (t) => t('signature.detail.or_anew') }),
  };
}
