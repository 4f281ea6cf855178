const FIRST_MS = 250;
const LAST_MS = 10_000;
/** Nobody else is in the way of a simulator on this machine. */
const LAST_ON_LOOPBACK_MS = 1000;

export interface BackOff {
  /** Attempts to connect that failed since the last connection. */
  readonly failures: number;
  /** The simulator is on this machine. */
  readonly loopback: boolean;
  /** A float in [0, 1). */
  readonly chance: number;
}

/** How long to wait before connecting again, in ms: full jitter from 0.25 s up to a bound that doubles, at most 10 s (contract section 7). */
export function backOffMs({ failures, loopback, chance }: BackOff): number {
  const most = loopback ? LAST_ON_LOOPBACK_MS : LAST_MS;
  const bound = Math.min(FIRST_MS * 2 ** Math.min(failures + 1, 30), most);
  return Math.round(FIRST_MS + chance * (bound - FIRST_MS));
}
