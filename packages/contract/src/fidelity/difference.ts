import type { Provenance } from '../operation.ts';

/** One way in which the simulator differs from production, or says more than the specification does. */
export interface Difference {
  /** Stable and unique: `chapter.name`. */
  readonly id: string;
  /** `spec` when the specification itself names the difference. */
  readonly provenance: Provenance;
  /** Method and path, or null when it is about more than one operation. */
  readonly operation: string | null;
  /** One sentence. */
  readonly summary: string;
}

/** A difference as the lists of this folder have it: provenance, name, sentence and, when it is about one, the operation's id. */
export type Entry = readonly [provenance: Provenance, name: string, summary: string, operationId?: string];
