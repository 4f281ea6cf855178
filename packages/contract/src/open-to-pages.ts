import { ACCOUNT_TIME } from './envelope.ts';
import type { Provenance } from './operation.ts';

/** Under these paths pages of every origin may call (contract section 12, Browsers), each with where that comes from. */
export const openToPages = [
  { prefix: '/api/svcpagos/', provenance: 'field' },
  { prefix: '/api/v1/ext/', provenance: 'decided' },
] as const satisfies readonly { prefix: string; provenance: Provenance }[];

/** What such a page may send beside what every page may. */
export const pageRequestHeaders = ['Content-Type', 'Authorization', 'X-Requested-With', 'Idempotency-Key'];

/** What it may read of an answer beside what every page may. */
export const pageResponseHeaders = [
  'x-request-id',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'idempotent-replayed',
  'x-svc-sim',
  ACCOUNT_TIME,
  'Allow',
  'WWW-Authenticate',
];

/** Where it comes from that pages may call this path; undefined of one that they may not. */
export function openToPagesBy(path: string): Provenance | undefined {
  return openToPages.find(({ prefix }) => path.startsWith(prefix))?.provenance;
}
