import type { Texts } from '@svc-simulator/texts/texts.ts';

/**
 * Explains in the reader's language why an attempt has no response. System codes such as `ECONNREFUSED` stay
 * as they are.
 */
export function attemptError(error: string | null, t: Texts): string {
  // Attempts that an earlier version or an older relay reported still say “answer”.
  const words = `${error}`.replace(/^unreadable answer/, 'unreadable response');
  const key = `word.attempt_error.${words.toLowerCase().replace(/\W+/g, '_').replace(/_$/, '')}`;
  return t.maybe(key) ?? words;
}

/** Returns true if a response came but the attempt still has an error. */
export function isUnusableAnswer(error: string | null): boolean {
  return /^(unreadable (response|answer)|header fields too large)/.test(error ?? '');
}

/** Translates a response body in which the relay says that it left the webhook out; other bodies stay. */
export function attemptBody(body: string, t: Texts): string {
  const [, events] = /^left out by the relay: (--events \S+)$/.exec(body) ?? [];
  return events === undefined ? body : t('word.left_out_by_relay', { events });
}
