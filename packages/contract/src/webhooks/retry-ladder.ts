/** Waits before each attempt. A wait begins when the previous attempt ends (specification, Events). */
export const RETRY_WAITS_MS = [0, 2000, 5000] as const;
export const ATTEMPTS_MAX = RETRY_WAITS_MS.length;
/** Time limit for the complete response of a receiver. */
export const ATTEMPT_TIMEOUT_MS = 5000;
