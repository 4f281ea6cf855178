/** Waits before the attempts of one emission, in milliseconds, each from the end of the attempt before (specification, Events). */
export const RETRY_WAITS_MS = [0, 2000, 5000] as const;
/** Attempts of one emission, after which it is given up. */
export const ATTEMPTS_MAX = RETRY_WAITS_MS.length;
/** How long a receiver has to answer one attempt in full. */
export const ATTEMPT_TIMEOUT_MS = 5000;
