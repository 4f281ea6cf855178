/**
 * How far a relay has come: every webhook up to there has been taken by the receiver. Webhooks are answered in any order, so the
 * place waits for the earliest that is not; what was taken beyond it is the simulator's to know, and is not sent again.
 */
export class ReplayCursor {
  #highest: number;
  readonly #owed = new Set<number>();

  /** `since`: where the relay left off; 0 when it has no place yet. */
  constructor(since: number) {
    this.#highest = since;
  }

  /** The sequence after which something may be missing. */
  get value(): number {
    let value = this.#highest;
    for (const sequence of this.#owed) value = Math.min(value, sequence - 1);
    return value;
  }

  /** A webhook is on its way to the receiver; 0 is that of a simulator which counts nothing. */
  begin(sequence: number): void {
    if (sequence === 0) return;
    this.#owed.add(sequence);
    this.#highest = Math.max(this.#highest, sequence);
  }

  /** `taken`: answered with 2xx. */
  end(sequence: number, taken: boolean): void {
    if (taken) this.#owed.delete(sequence);
  }
}
