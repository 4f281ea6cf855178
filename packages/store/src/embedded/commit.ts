import type { Kind } from '@svc-simulator/core';
import type { CommittedEvent } from '../commit.ts';
import type { Ref } from '../store.ts';
import type { AccountState } from './account-state.ts';
import type { Entry } from './entry.ts';

/** A change with everything worked out that storing it takes. */
export interface Commit {
  readonly state: AccountState;
  readonly clear: readonly Kind[];
  readonly clearTrace: boolean;
  readonly deletes: readonly Ref[];
  readonly puts: readonly Entry[];
  /** JSON texts of the puts' values, in their order; empty when nothing is written. */
  readonly values: readonly string[];
  readonly events: readonly CommittedEvent[];
}
