/**
 * Waits before the attempts of one emission in milliseconds, from the end of the attempt before
 * (specification, Events).
 */
export const RETRY_WAITS_MS = [0, 2000, 5000] as const;
/** Attempts of one emission until it is abandoned. */
export const ATTEMPTS_MAX = RETRY_WAITS_MS.length;
/** Time limit of a receiver's complete response. */
export const ATTEMPT_TIMEOUT_MS = 5000;
