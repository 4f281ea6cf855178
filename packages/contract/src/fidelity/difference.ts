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

/** Differences of one provenance about one operation (null: about more than one): sentences under their names. */
interface Entry {
  readonly provenance: Provenance;
  readonly operationId: string | null;
  readonly sentences: Readonly<Record<string, string>>;
}

/** The differences of a chapter, in the order in which they are told. */
export type Chapter = readonly Entry[];

/** Makes entries of a provenance. */
export function entryOf(provenance: Provenance) {
  return (operationId: string | null, sentences: Entry['sentences']): Entry => ({
    provenance,
    operationId,
    sentences,
  });
}

/** What the specification names itself. */
export const spec = entryOf('spec');
/** What integrations in the field send or read. */
export const field = entryOf('field');
/** What this simulator decided where the specification is silent. */
export const decided = entryOf('decided');
