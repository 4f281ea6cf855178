import { PLACES } from '@svc-simulator/store/store.ts';

/** A limit of a hosted instance that all share. */
interface SharedLimit {
  readonly all: number;
  /**
   * The share of one account, or of one address, and no more than is free; `most`: whoever holds most gives way, and nobody waits or is
   * refused; `mean`: what accounts have on average.
   */
  readonly account?: number | 'most' | 'mean';
  readonly address?: number | 'most';
}

/** Every limit that all accounts of a hosted instance share, as docs/en/hosting-reference.md and docs/es/hosting-reference.md list them. */
export const sharedLimits = {
  connections: { all: 10_000, address: 256 },
  reads_at_once: { all: 3, account: 1 },
  pages_at_once: { all: 1, address: 1 },
  signatures_at_once: { all: 1, address: 1 },
  snapshots_at_once: { all: 1, account: 1 },
  untaken_answers_mib: { all: 128, account: 'most' },
  large_bodies_mib: { all: 64, address: 'most' },
  logged_calls_mib: { all: 64, account: 'most' },
  memory_percent: { all: 60, account: 'mean' },
  counts_at_once: { all: 2, account: 1 },
  passwords_waiting: { all: 200, address: 60 },
  jobs_in_flight: { all: PLACES, account: Math.floor(PLACES / 3) },
} as const satisfies Readonly<Record<string, SharedLimit>>;

/** How much one address may hold while all hold so much: no more than is left, so that a few addresses never fill it. */
export function shareOf(
  { all, address }: { readonly all: number; readonly address: number },
  held: number,
): number {
  return Math.min(address, all - held);
}
