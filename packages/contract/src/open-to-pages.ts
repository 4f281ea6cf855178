import { ACCOUNT_TIME } from './envelope.ts';
import type { Provenance } from './operation.ts';

/** Under these paths pages of every origin may call (contract section 12, Browsers), each with where that comes from. */
export const openToPages = [
  { prefix: '/api/svcpagos/', provenance: 'field' },
  { prefix: '/api/v1/ext/', provenance: 'decided' },
] as const satisfies readonly { prefix: string; provenance: Provenance }[];

/** What such a page may send beside what every page may. */
export const pageRequestHeaders = ['content-type', 'authorization', 'x-requested-with', 'idempotency-key'];

/** What it may read of an answer beside what every page may. */
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

/** Where it comes from that pages may call this path; undefined of one that they may not. */
export function openToPagesBy(path: string): Provenance | undefined {
  return openToPages.find(({ prefix }) => path.startsWith(prefix))?.provenance;
}
