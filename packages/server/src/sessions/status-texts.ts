import { type SessionRecord, statusData } from '@svc-simulator/core';

/** Texts that are kept, of a few KB each. */
const MOST_TEXTS = 1000;

/**
 * The answers to status queries as JSON texts: integrations ask again and again until a session has ended, and its record is
 * the same one until then.
 */
export class StatusTexts {
  /** A changed session is another record. */
  #texts = new Map<SessionRecord, string>();
  #publicUrl = '';

  of(session: SessionRecord, publicUrl: string): string {
    if (publicUrl !== this.#publicUrl || this.#texts.size >= MOST_TEXTS) {
      this.#texts = new Map();
      this.#publicUrl = publicUrl;
    }
    const known = this.#texts.get(session);
    if (known !== undefined) return known;
    const text = JSON.stringify(statusData(session, { publicUrl }));
    this.#texts.set(session, text);
    return text;
  }
}
