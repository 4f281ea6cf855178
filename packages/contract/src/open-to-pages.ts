import { ACCOUNT_TIME } from './envelope.ts';
import type { Provenance } from './operation.ts';

/**
 * Path prefixes that pages of every origin may call (contract section 12, Browsers), with their provenance.
 */
export const openToPages = [
  { prefix: '/api/svcpagos/', provenance: 'field' },
  { prefix: '/api/v1/ext/', provenance: 'decided' },
] as const satisfies readonly { prefix: string; provenance: Provenance }[];

/** Request headers allowed to such pages, besides those that every page may send. */
export const pageRequestHeaders = ['content-type', 'authorization', 'x-requested-with', 'idempotency-key'];

/** Response headers exposed to such pages, besides those that every page may read. */
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

/** Returns the provenance of opening this path to pages; undefined if it isn't open. */
export function openToPagesBy(path: string): Provenance | undefined {
  return openToPages.find(({ prefix }) => path.startsWith(prefix))?.provenance;
}
