const MAX_PER_SENDER = 16;
const MAX_HELD_RESPONSES = 256;

/**
 * Limits the connections that still receive the body of an accepted response. `Slots` no longer counts them,
 * because their attempt has ended.
 */
export class HeldResponses {
  readonly #bySender = new Map<string, number>();
  #count = 0;

  /**
   * Reserves a place; returns the function that frees it, or null if the sender or all senders have too many.
   */
  reserve(sender: string): (() => void) | null {
    const count = this.#bySender.get(sender) ?? 0;
    if (count >= MAX_PER_SENDER || this.#count >= MAX_HELD_RESPONSES) return null;
    this.#bySender.set(sender, count + 1);
    this.#count++;
    return () => this.#release(sender);
  }

  #release(sender: string): void {
    const left = (this.#bySender.get(sender) ?? 0) - 1;
    if (left > 0) this.#bySender.set(sender, left);
    else this.#bySender.delete(sender);
    this.#count--;
  }
}
