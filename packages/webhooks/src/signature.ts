import type { WebhookSignatureVariant } from '@svc-simulator/contract';

export interface Signed {
  readonly secret: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
  readonly mode: WebhookSignatureVariant;
}

const utf8 = new TextEncoder();

/** Whether a signature fits: WebCrypto's own comparison, which takes as long whatever differs. */
export async function isSigned(
  signature: string,
  { secret, timestamp, body, mode }: Signed,
): Promise<boolean> {
  const digits = digitsOf(signature, mode);
  if (digits === undefined) return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['verify']);
  const digest = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify(
    'HMAC',
    key,
    digest,
    mode === 'timestamp' ? after(`${timestamp}.`, body) : body,
  );
}

/** The 64 hexadecimal digits of a signature; undefined when it has another form. */
function digitsOf(signature: string, mode: WebhookSignatureVariant): string | undefined {
  const form = mode === 'sha256' ? /^sha256=([0-9a-f]{64})$/ : /^([0-9a-f]{64})$/;
  return form.exec(signature)?.[1];
}

function after(text: string, body: Uint8Array): Uint8Array {
  const head = utf8.encode(text);
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}
