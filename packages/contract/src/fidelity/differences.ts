import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Operation, Provenance } from '../operation.ts';
import { operations } from '../operations.ts';
import { fidelityRows } from './rows.ts';

/** A difference from production, or a detail beyond the specification. */
export interface Difference {
  /** Stable and unique: `chapter.name`. */
  readonly id: string;
  /** `spec` if the specification itself names the difference. */
  readonly provenance: Provenance;
  /** Method and path; null if it is about several operations. */
  readonly operation: string | null;
  readonly summary: string;
}

/**
 * Returns all differences from production and all decisions for `GET /fidelidad`: first the rows, then the
 * notes of operations. `t` must include the `fidelity` texts.
 */
export function differences(t: Texts): Difference[] {
  const written = fidelityRows.map(({ id, provenance, operationId, say }) => ({
    id,
    provenance,
    operation: operationId === null ? null : placeOf(operationId),
    summary: say(t),
  }));
  return [...written, ...operations.flatMap((operation) => ofOperation(t, operation))];
}

/** Returns the notes on decisions about an operation: `fidelity.operations.ID.note-1` and so on. */
export function notesOn(t: Texts, { id }: Operation): readonly string[] {
  const notes: string[] = [];
  for (;;) {
    const note = t.maybe(`fidelity.operations.${id}.note-${notes.length + 1}`);
    if (note === undefined) return notes;
    notes.push(note);
  }
}

function ofOperation(t: Texts, described: Operation): Difference[] {
  const { id, method, path, provenance, aliases = [] } = described;
  const own = { id: `operations.${id}`, operation: `${method} ${path}` };
  const others = aliases.map((alias, at) => ({
    ...own,
    id: `${own.id}.alias-${at + 1}`,
    provenance: alias.provenance,
    summary: t('fidelity.operations.alias', { path: alias.path }),
  }));
  const noted = notesOn(t, described).map((summary, at) => ({
    ...own,
    id: `${own.id}.note-${at + 1}`,
    provenance: 'decided' as const,
    summary,
  }));
  const ofPath =
    provenance === 'spec'
      ? []
      : [{ ...own, provenance, summary: t(`fidelity.operations.path.${provenance}`) }];
  return [...ofPath, ...others.filter((one) => one.provenance !== 'spec'), ...noted];
}

function placeOf(operationId: string): string {
  const operation = operations.find(({ id }) => id === operationId);
  if (!operation) throw new TypeError(`a difference names ${operationId}, which is no operation`);
  return `${operation.method} ${operation.path}`;
}
