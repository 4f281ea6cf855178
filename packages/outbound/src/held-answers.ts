/** Connections of a sender that stay open for the rest of an accepted response. */
const MAX_PER_SENDER = 16;
const MAX_HELD_ANSWERS = 256;

/** Limits the connections that still receive an accepted response, because they no longer hold a slot. */
export class HeldAnswers {
  readonly #bySender = new Map<string, number>();
  #count = 0;

  /** Takes a place and returns its release; null when the sender or all senders have too many. */
  hold(sender: string): (() => void) | null {
    const count = this.#bySender.get(sender) ?? 0;
    if (count >= MAX_PER_SENDER || this.#count >= MAX_HELD_ANSWERS) return null;
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
