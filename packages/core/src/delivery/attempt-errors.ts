import type { Texts } from '@svc-simulator/texts/texts.ts';

/**
 * Why an attempt has no answer, for whoever reads it; events keep the English words, for programs. Codes of the system
 * (`ECONNREFUSED`) are the same in every language.
 */
export function attemptError(error: string | null, t: Texts): string {
  const words = `${error}`;
  const key = `word.attempt_error.${words.toLowerCase().replace(/\W+/g, '_').replace(/_$/, '')}`;
  return t.maybe(key) ?? words;
}

/** Returns whether an answer came for which an attempt has an error all the same. */
export function isUnusableAnswer(error: string | null): boolean {
  return /^(unreadable answer|header fields too large)/.test(error ?? '');
}

/** As `attemptError` for the body of an answer: a relay says there that it left the webhook out, everything else is the receiver's. */
export function attemptBody(body: string, t: Texts): string {
  const [, events] = /^left out by the relay: (--events \S+)$/.exec(body) ?? [];
  return events === undefined ? body : t('word.left_out_by_relay', { events });
}
