/** Waits in milliseconds before each attempt, from the end of the previous one (specification, Events). */
export const RETRY_WAITS_MS = [0, 2000, 5000] as const;
export const ATTEMPTS_MAX = RETRY_WAITS_MS.length;
/** Time limit of a receiver's complete response. */
export const ATTEMPT_TIMEOUT_MS = 5000;
