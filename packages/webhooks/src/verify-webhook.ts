import { isFresh, type WebhookSignatureVariant, webhookHeaders } from '@svc-simulator/contract';
import { type LazyText, languageOf } from '@svc-simulator/texts/texts.ts';
import { signatureMistakes } from './mistake-search.ts';
import { isValidSignature, type SignatureInput } from './signature.ts';
import { WebhookError, type WebhookErrorCause } from './webhook-error.ts';
import type { ReceivedWebhook, WebhookEvent, WebhookHeaders } from './webhooks-api.ts';

export async function verifyWebhook(webhook: ReceivedWebhook): Promise<WebhookEvent> {
  const result = await checkWebhook(webhook);
  if ('event' in result) return result;
  throw new WebhookError(result, languageOf(webhook.language) ?? 'en');
}

async function checkWebhook(webhook: ReceivedWebhook): Promise<WebhookEvent | WebhookErrorCause> {
  const { secret, mode = 'timestamp', toleranceS, now = Date.now() } = webhook;
  if (!secret) return { code: 'secret_missing' };
  const body = bodyBytesOf(webhook.body);
  if (!body) return { code: 'body_parsed' };
  const headers = readHeaders(webhook.headers);
  const signature = headers.get(webhookHeaders.signature);
  const timestamp = headers.get(webhookHeaders.timestamp);
  const idempotencyKey = headers.get(webhookHeaders.idempotencyKey);
  if (!signature) return missingHeader(webhookHeaders.signature);
  if (!timestamp) return missingHeader(webhookHeaders.timestamp);
  if (!idempotencyKey) return missingHeader(webhookHeaders.idempotencyKey);

  const signatureInput = { secret, timestamp, body, mode };
  // After the secret was replaced, this header has a signature with the former secret, which this receiver
  // might still use.
  const previousSignature = headers.get(webhookHeaders.signaturePrevious);
  const hasValidSignature =
    (await isValidSignature(signature, signatureInput)) ||
    (previousSignature !== undefined && (await isValidSignature(previousSignature, signatureInput)));
  if (!hasValidSignature)
    return signatureCauseOf({ ...signatureInput, signature, contentLength: headers.get('content-length') });
  const toleranceMs = toleranceS === undefined ? undefined : toleranceS * 1000;
  if (!isFresh(timestamp, now, toleranceMs))
    return { code: 'clock_differs', detail: ageText(timestamp, now) };
  return eventFromBody(body, idempotencyKey) ?? { code: 'body_unknown' };

  function missingHeader(name: string): WebhookErrorCause {
    return { code: 'header_missing', detail: headers.describeMissing(name) };
  }
}

/**
 * Returns the bytes of a body; undefined if the framework has parsed the body, or has read it so that it is
 * empty.
 */
function bodyBytesOf(body: ReceivedWebhook['body']): Uint8Array | undefined {
  const bytes =
    typeof body === 'string'
      ? new TextEncoder().encode(body)
      : ArrayBuffer.isView(body)
        ? body
        : body instanceof ArrayBuffer && new Uint8Array(body);
  return bytes && bytes.length > 0 ? bytes : undefined;
}

const dataFields = ['session_payment', 'payment_details', 'receiver_credits', 'receiver_credits_summary'];

/**
 * Parses a webhook, and copies its fields from `data` to the top level, because some values of the setting
 * `webhook_body` put them only in `data`.
 */
function eventFromBody(body: Uint8Array, idempotency_key: string): WebhookEvent | undefined {
  try {
    const content = JSON.parse(new TextDecoder().decode(body));
    if (typeof content.event !== 'string') return undefined;
    const nestedFields = Object.entries(content.data ?? {}).filter(([name]) => dataFields.includes(name));
    return { ...Object.fromEntries(nestedFields), ...content, idempotency_key };
  } catch {
    return undefined;
  }
}

function ageText(timestamp: string, now: number): LazyText {
  const seconds = Math.round((now - Date.parse(timestamp)) / 1000);
  if (Number.isNaN(seconds)) return (t) => t('signature.detail.no_time');
  return (t) =>
    seconds < 0
      ? t('signature.detail.future', { seconds: -seconds })
      : t('signature.detail.old', { seconds });
}

function readHeaders(headers: WebhookHeaders) {
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const values = new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
  /** Returns a header by its lower-case name; undefined if it is absent or empty. */
  const get = (name: string) => {
    const value = values.get(name);
    return (typeof value === 'string' ? value : value?.[0]) || undefined;
  };
  const describeMissing = (name: string): LazyText => {
    const lastWord = name.replace(/^.*-/, '');
    const similarNames = [...values.keys()]
      .filter((header) => header !== name && header.includes(lastWord))
      .join(', ');
    return (t) =>
      similarNames === ''
        ? t('signature.detail.no_header', { name })
        : t('signature.detail.other_header', { name, others: similarNames });
  };
  return { get, describeMissing };
}

interface RefusedSignature extends SignatureInput {
  readonly signature: string;
  /** Value of the header `content-length`; it can be wrong. */
  readonly contentLength: string | undefined;
}

function signatureCauseOf(refusedSignature: RefusedSignature): WebhookErrorCause {
  const { signature, body, contentLength, mode } = refusedSignature;
  const mistakes = signatureMistakes(signature, refusedSignature);
  const mistake = mistakes?.find(({ error }) => error !== 'signature_mode') ?? mistakes?.[0];
  if (mistake?.code.startsWith('mode_')) {
    const usedMode = mistake.detail as WebhookSignatureVariant;
    const isUnprefixed = mode === 'sha256' && usedMode === 'body' ? 'yes' : 'no';
    return {
      code: 'signature_mode',
      detail: (t) => t('signature.detail.modes', { expected: mode, found: usedMode, bare: isUnprefixed }),
    };
  }
  if (mistake) {
    const { error: code, detail: mistakeDetail, ...texts } = mistake;
    return { code, texts, ...(mistakeDetail !== undefined && { detail: () => mistakeDetail }) };
  }
  if (contentLength !== undefined && Number(contentLength) !== body.length) {
    const lengths = { said: contentLength, found: body.length };
    return { code: 'signature_raw_body', detail: (t) => t('signature.detail.lengths', lengths) };
  }
  if (!/^(sha256=)?[0-9a-f]{64}$/.test(signature)) return { code: 'signature_form' };
  // Without `content-length`, nothing shows whether the body was changed, so the detail names that possible
  // cause.
  return {
    code: 'signature_secret',
    ...(contentLength === undefined && { detail: (t) => t('signature.detail.or_not_raw') }),
  };
}
