import { ACCOUNT_TIME } from './envelope.ts';
import type { Provenance } from './operation.ts';

/** Path prefixes that pages of any origin may call (contract section 12, Browsers). */
export const pathsOpenToPages = [
  { prefix: '/api/svcpagos/', provenance: 'field' },
  { prefix: '/api/v1/ext/', provenance: 'decided' },
] as const satisfies readonly { prefix: string; provenance: Provenance }[];

/** Request headers that pages of other origins may send, in addition to those that browsers always allow. */
export const pageRequestHeaders = ['content-type', 'authorization', 'x-requested-with', 'idempotency-key'];

/** Response headers that pages of other origins may read, in addition to those that browsers always show. */
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

/** Returns the provenance of the prefix that opens a path to pages; undefined if no prefix does. */
export function openPathProvenance(path: string): Provenance | undefined {
  return pathsOpenToPages.find(({ prefix }) => path.startsWith(prefix))?.provenance;
}
