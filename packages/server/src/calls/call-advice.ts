import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import type { Call } from './call-log.ts';

const ofStatus: ReadonlyMap<number, KeyOf<'advice.status'>> = new Map(
  ([400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503] as const).map((status) => [
    status,
    `advice.status.${status}`,
  ]),
);

/** What to do about a refused call, or one from a page in a browser. */
export function adviceOn({
  status,
  method,
  origin,
  tokenFault,
  refusal,
}: Call): readonly KeyOf<'advice.page' | 'advice.status' | 'advice.token'>[] {
  if (origin !== undefined && method === 'OPTIONS') return ['advice.page.preflight'];
  // What does not exist is in the path, or where a fault says.
  const kind = status === 404 && refusal?.errors ? 400 : status;
  const refused = status === 401 && tokenFault ? (`advice.token.${tokenFault}` as const) : ofStatus.get(kind);
  return [...(refused ? [refused] : []), ...(origin === undefined ? [] : ['advice.page.token' as const])];
}
