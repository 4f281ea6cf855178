import type { Texts } from '@svc-simulator/texts/texts.ts';

/** Explains why an attempt has no response. System codes such as `ECONNREFUSED` stay unchanged. */
export function attemptError(error: string | null, t: Texts): string {
  // Earlier versions and older relays wrote “answer”.
  const words = `${error}`.replace(/^unreadable answer/, 'unreadable response');
  const key = `word.attempt_error.${words.toLowerCase().replace(/\W+/g, '_').replace(/_$/, '')}`;
  return t.maybe(key) ?? words;
}

/** Returns true if a response came, but it isn't valid HTTP or its headers are too long. */
export function isUnusableAnswer(error: string | null): boolean {
  return /^(unreadable (response|answer)|header fields too large)/.test(error ?? '');
}

/** Translates a relay's response for an event that its `--events` omits; returns other bodies unchanged. */
export function attemptBody(body: string, t: Texts): string {
  const [, events] = /^left out by the relay: (--events \S+)$/.exec(body) ?? [];
  return events === undefined ? body : t('word.left_out_by_relay', { events });
}
