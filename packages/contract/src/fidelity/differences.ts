import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Operation, Provenance } from '../operation.ts';
import { operations } from '../operations.ts';
import { fidelityRows } from './rows.ts';

/** A difference from production, or a detail that the specification doesn't define. */
export interface Difference {
  /** Stable and unique: `chapter.name`. */
  readonly id: string;
  /** `spec` if the specification names the difference. */
  readonly provenance: Provenance;
  /** Method and path of the operation that differs; null for a difference of several operations. */
  readonly operation: string | null;
  readonly summary: string;
}

/**
 * Returns the rows of `GET /fidelidad`: differences and decisions in general, and then those of each
 * operation. `t` must include the texts of the area `fidelity`.
 */
export function differences(t: Texts): Difference[] {
  const rows = fidelityRows.map(({ id, provenance, operationId, summaryIn }) => ({
    id,
    provenance,
    operation: operationId === null ? null : methodAndPathOf(operationId),
    summary: summaryIn(t),
  }));
  return [...rows, ...operations.flatMap((operation) => operationDifferences(t, operation))];
}

/** Returns the notes of an operation: `fidelity.operations.ID.note-1` and so on. */
export function notesOn(t: Texts, { id }: Operation): readonly string[] {
  const notes: string[] = [];
  for (;;) {
    const note = t.maybe(`fidelity.operations.${id}.note-${notes.length + 1}`);
    if (note === undefined) return notes;
    notes.push(note);
  }
}

function operationDifferences(t: Texts, operation: Operation): Difference[] {
  const { id, method, path, provenance, aliases = [] } = operation;
  const base = { id: `operations.${id}`, operation: `${method} ${path}` };
  const aliasDifferences = aliases.map((alias, index) => ({
    ...base,
    id: `${base.id}.alias-${index + 1}`,
    provenance: alias.provenance,
    summary: t('fidelity.operations.alias', { path: alias.path }),
  }));
  const noteDifferences = notesOn(t, operation).map((summary, index) => ({
    ...base,
    id: `${base.id}.note-${index + 1}`,
    provenance: 'decided' as const,
    summary,
  }));
  const pathDifferences =
    provenance === 'spec'
      ? []
      : [{ ...base, provenance, summary: t(`fidelity.operations.path.${provenance}`) }];
  return [
    ...pathDifferences,
    ...aliasDifferences.filter((difference) => difference.provenance !== 'spec'),
    ...noteDifferences,
  ];
}

function methodAndPathOf(operationId: string): string {
  const operation = operations.find(({ id }) => id === operationId);
  if (!operation) throw new TypeError(`a difference names ${operationId}, which is no operation`);
  return `${operation.method} ${operation.path}`;
}
