import type { NameIn } from '@svc-simulator/texts/texts.ts';
import { checks } from './checks.ts';
import type { CheckId } from './finding.ts';

/** What may happen to a receiver in production, as checks that are made of it; each holds what its checks need, in their order. */
export interface Scenario {
  /** The catalogues have its `title`, and as `text` what is sent and what a receiver should do. */
  readonly id: NameIn<'examination.scenario', 'title'>;
  readonly checkIds: readonly CheckId[];
}

/** The scenarios from the plainest to all that there is. */
export const scenarios: readonly Scenario[] = [
  {
    id: 'happy_path',
    checkIds: ['genuine_webhook', 'all_events', 'fast_answers'],
  },
  {
    id: 'retry',
    checkIds: ['genuine_webhook', 'concurrency', 'duplicate', 'retry_after_failure'],
  },
  {
    id: 'late_accreditation',
    checkIds: ['genuine_webhook', 'all_events', 'any_order', 'late_accreditation'],
  },
  {
    id: 'expiry',
    checkIds: ['genuine_webhook', 'unknown_event', 'extra_fields', 'expired_session'],
  },
  {
    id: 'duplicate',
    checkIds: ['genuine_webhook', 'concurrency', 'duplicate', 'duplicates_at_once'],
  },
  {
    id: 'forged',
    checkIds: [
      'genuine_webhook',
      'bad_signature',
      'missing_signature',
      'partial_signature',
      'stale_timestamp',
    ],
  },
  {
    id: 'everything',
    checkIds: checks.map(({ id }) => id),
  },
];
