import { errorCode } from '@svc-simulator/machine/errors.ts';
/** The exchange did not end within its time. */
export const TIMED_OUT = 'timeout';
/** The answer went on beyond the cap. */
export const ANSWER_TOO_LONG = 'response too large';
/** The address guard forbids where the request would go. */
export const REFUSED_ADDRESS = 'refused address';

/** The client was closed meanwhile. */
export const CLOSED = 'closed';

/** undici's names of failures for which the system has a code that more people know. */
const systemCodes: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_SOCKET: 'ECONNRESET',
};

/** Names why a request failed: the system's code (`ECONNREFUSED`, `ENOTFOUND`, …) where there is one, else its message. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = errorCode(error);
  if (code !== undefined) return systemCodes[code] ?? code;
  return error.message || error.name;
}
