import { isFresh, type WebhookSignatureVariant, webhookHeaders } from '@svc-simulator/contract';
import type { Bilingual } from '@svc-simulator/core';
import { signatureMistakes } from './mistake-search.ts';
import { isSigned, type Signed } from './signature.ts';
import { type Cause, WebhookError } from './webhook-error.ts';
import type { ReceivedWebhook, WebhookEvent, WebhookHeaders } from './webhooks-api.ts';

export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const result = await verified(received);
  if ('event' in result) return result;
  throw new WebhookError(result, received.language ?? 'en');
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
  // Made with the former secret, which this receiver may still have.
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

/** Undefined for what is no bytes any more, and for an empty body: a webhook has one, so somebody has taken it. */
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

/** A webhook with its fields beside `event`, wherever the account's setting `webhook_body` puts them. */
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

function age(timestamp: string, now: number): Bilingual {
  const seconds = Math.round((now - Date.parse(timestamp)) / 1000);
  if (Number.isNaN(seconds)) return { en: 'it is no ISO 8601 time', es: 'no es una hora ISO 8601' };
  return seconds < 0
    ? { en: `it is ${-seconds} s in the future`, es: `está ${-seconds} s en el futuro` }
    : { en: `it is ${seconds} s old`, es: `tiene ${seconds} s` };
}

interface Headers {
  /** By its name in lower case; undefined when it is not there, or empty. */
  get(name: string): string | undefined;
  /** What is there in place of a header that is not. */
  insteadOf(name: string): Bilingual;
}

/** The headers of a request, whichever way they are kept. */
function readHeaders(headers: WebhookHeaders): Headers {
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const values = new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
  const get = (name: string) => {
    const value = values.get(name);
    return (typeof value === 'string' ? value : value?.[0]) || undefined;
  };
  const insteadOf = (name: string) => {
    const last = name.replace(/^.*-/, '');
    const others = [...values.keys()].filter((each) => each !== name && each.includes(last)).join(', ');
    return others === ''
      ? { en: `there is no ${name}`, es: `no hay ${name}` }
      : { en: `there is no ${name}, but ${others}`, es: `no hay ${name}, pero sí ${others}` };
  };
  return { get, insteadOf };
}

interface Refused extends Signed {
  readonly signature: string;
  /** As the header of that name says. */
  readonly contentLength: string | undefined;
}

/** Why a signature does not fit: what would have to be different for it to fit. */
function causeOf(refused: Refused): Cause {
  const { signature, body, contentLength, mode } = refused;
  const mistakes = signatureMistakes(signature, refused);
  const mistake = mistakes?.find(({ error }) => error !== 'signature_mode') ?? mistakes?.[0];
  if (mistake?.code.startsWith('mode_')) {
    return { code: 'signature_mode', detail: modes(mode, mistake.detail as WebhookSignatureVariant) };
  }
  if (mistake) {
    const { error: code, detail: told, ...texts } = mistake;
    return { code, texts, ...(told !== undefined && { detail: { en: told, es: told } }) };
  }
  if (contentLength !== undefined && Number(contentLength) !== body.length) {
    return { code: 'signature_raw_body', detail: lengths(contentLength, body.length) };
  }
  if (!/^(sha256=)?[0-9a-f]{64}$/.test(signature)) return { code: 'signature_form' };
  return { code: 'signature_secret', ...(contentLength === undefined && { detail: orAnew }) };
}

/** Nothing tells how long the body was when it was signed. */
const orAnew: Bilingual = {
  en: 'or the body is not the bytes that came',
  es: 'o el cuerpo no son los bytes que llegaron',
};

function lengths(said: string, found: number): Bilingual {
  return {
    en: `content-length says ${said} bytes, and there are ${found}`,
    es: `content-length dice ${said} bytes, y hay ${found}`,
  };
}

function modes(expected: WebhookSignatureVariant, found: WebhookSignatureVariant): Bilingual {
  const bare = expected === 'sha256' && found === 'body';
  return {
    en: `it is signed as mode ${found}${bare ? ', sha256= is missing' : ''}; expected is ${expected}`,
    es: `está firmado como mode ${found}${bare ? ', falta sha256=' : ''}; se espera ${expected}`,
  };
}
