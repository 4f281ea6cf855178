import { signWebhook, type WebhookSignatureVariant } from '@svc-simulator/contract';
import { signatureMistakes } from '@svc-simulator/webhooks/mistake-search.ts';
import type { Told } from '@svc-simulator/webhooks/mistakes.ts';

/** A webhook as it was signed. */
export interface GenuineWebhook {
  readonly secret: string;
  readonly timestamp: string;
  readonly body: string;
  readonly variant: WebhookSignatureVariant;
}

/** What a program computed, and what it says that it signed. */
export interface Computed {
  readonly value: string;
  readonly signed?: string | undefined;
}

export interface SignatureVerdict {
  /** Nothing: it is what was sent. Undefined: no mistake that we know gives this value. */
  readonly mistakes: readonly (Told & { readonly detail?: string })[] | undefined;
  /** The first character at which what it signed differs from what is signed; undefined: not told, or they are the same. */
  readonly differsAt: number | undefined;
}

interface Surroundings {
  readonly otherSecrets: Readonly<Record<string, string>>;
  /** Further webhooks of the account, whose signature may have been taken for this one's, by a name. */
  readonly otherWebhooks: Readonly<Record<string, GenuineWebhook>>;
}

/** Which mistake gives exactly this value instead of a webhook's signature. */
export function verdictOn(
  webhook: GenuineWebhook,
  { value, signed }: Computed,
  { otherSecrets, otherWebhooks }: Surroundings,
): SignatureVerdict {
  const computed = value.trim();
  const { secret, timestamp, body, variant } = webhook;
  const genuine = variant === 'timestamp' ? `${timestamp}.${body}` : body;
  const differsAt = signed === undefined || signed === genuine ? undefined : firstDifference(signed, genuine);
  const [another] = Object.entries(otherWebhooks).find(([, other]) => signWebhook(other) === computed) ?? [];
  if (another) return { mistakes: [{ ...furtherTexts.another_webhook, detail: another }], differsAt };
  const bytes = { secret, timestamp, body: Buffer.from(body), mode: variant };
  const mistakes = signatureMistakes(computed, bytes, otherSecrets);
  if (mistakes || signed === undefined) return { mistakes, differsAt };
  if (differsAt === undefined) return { mistakes: [furtherTexts.unknown_secret], differsAt };
  // As the body alone, the text is signed as it is.
  const form = variant === 'sha256' ? 'sha256' : 'body';
  const made = signWebhook({ secret, timestamp, body: signed, variant: form });
  return { mistakes: made === computed ? [furtherTexts.text_differs] : undefined, differsAt };
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** What is found out with what only the console knows. */
const furtherTexts = {
  another_webhook: {
    reason: 'console.signature.other.another_webhook.reason',
    advice: 'console.signature.other.another_webhook.advice',
  },
  unknown_secret: {
    reason: 'console.signature.other.unknown_secret',
    advice: 'signature.signature_secret.advice',
  },
  text_differs: {
    reason: 'console.signature.other.text_differs.reason',
    advice: 'console.signature.other.text_differs.advice',
  },
} as const satisfies Record<string, Told>;
