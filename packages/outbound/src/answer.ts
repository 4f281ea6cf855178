/** How a request ended: answered in full, with a status, or not, with an error. */
export interface Answer {
  /** Null when the exchange failed, even when a status had come before that. */
  readonly status: number | null;
  /** Null when there is a status. Otherwise why the exchange failed: `timeout`, `refused address`, `response too large`, `closed` or the system's code. */
  readonly error: string | null;
  /** The beginning of the answer's body, as it came: 4 KiB, unless the client was told otherwise. */
  readonly body: Buffer;
}
