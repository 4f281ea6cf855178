import { ACCOUNT_TIME } from './envelope.ts';
import type { Provenance } from './operation.ts';

/** Path prefixes that pages of every origin may call (contract section 12, Browsers). */
export const pathsOpenToPages = [
  { prefix: '/api/svcpagos/', provenance: 'field' },
  { prefix: '/api/v1/ext/', provenance: 'decided' },
] as const satisfies readonly { prefix: string; provenance: Provenance }[];

/** Request headers that such pages may send in addition to the usual ones. */
export const pageRequestHeaders = ['content-type', 'authorization', 'x-requested-with', 'idempotency-key'];

/** Response headers that such pages may read in addition to the usual ones. */
export const pageResponseHeaders = [
  'x-request-id',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'idempotent-replayed',
  'x-svc-sim',
  ACCOUNT_TIME,
  'allow',
  'www-authenticate',
];

/** Returns the provenance of a path that is open to pages; undefined if it isn't open. */
export function openPathProvenance(path: string): Provenance | undefined {
  return pathsOpenToPages.find(({ prefix }) => path.startsWith(prefix))?.provenance;
}
