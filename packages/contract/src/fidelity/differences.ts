import type { Operation } from '../operation.ts';
import { operations } from '../operations.ts';
import { accounts } from './accounts.ts';
import { classes } from './classes.ts';
import { conventions } from './conventions.ts';
import type { Difference, Entry } from './difference.ts';
import { closings, merchants, terminals, transactions } from './merchants.ts';
import { commandLine, paymentPage } from './pages.ts';
import { sessions, states } from './sessions.ts';
import { settings } from './settings.ts';
import { simulator } from './simulator.ts';
import { snapshots } from './snapshots.ts';
import { relay, webhooks } from './webhooks.ts';

const chapters: readonly (readonly [string, readonly Entry[]])[] = [
  ['conventions', conventions],
  ['accounts', accounts],
  ['sessions', sessions],
  ['states', states],
  ['settings', settings],
  ['webhooks', webhooks],
  ['relay', relay],
  ['simulator', simulator],
  ['snapshots', snapshots],
  ['classes', classes],
  ['payment-page', paymentPage],
  ['merchants', merchants],
  ['terminals', terminals],
  ['transactions', transactions],
  ['closings', closings],
  ['command-line', commandLine],
];

/**
 * Every difference from production that the specification names, and every decision where it is silent, for
 * `GET /fidelidad`: first the lists of this folder, then what the operations say of themselves.
 */
export function differences(): Difference[] {
  const written = chapters.flatMap(([chapter, entries]) =>
    entries.map(([provenance, name, summary, operationId]) => ({
      id: `${chapter}.${name}`,
      provenance,
      operation: operationId === undefined ? null : placeOf(operationId),
      summary,
    })),
  );
  return [...written, ...operations.flatMap(ofOperation)];
}

function ofOperation(operation: Operation): Difference[] {
  const place = `${operation.method} ${operation.path}`;
  const found: Difference[] = [];
  if (operation.provenance !== 'spec') {
    const source =
      operation.provenance === 'field'
        ? 'is the one that integrations in the field call'
        : 'was decided by this simulator';
    const summary = `Its path is not in the specification and ${source}.`;
    found.push({
      id: `operations.${operation.id}`,
      provenance: operation.provenance,
      operation: place,
      summary,
    });
  }
  operation.aliases?.forEach(({ path, provenance }, index) => {
    if (provenance === 'spec') return;
    const summary = `Also answers under ${path}.`;
    found.push({
      id: `operations.${operation.id}.alias-${index + 1}`,
      provenance,
      operation: place,
      summary,
    });
  });
  operation.notes?.forEach(({ provenance, summary }, index) => {
    found.push({ id: `operations.${operation.id}.note-${index + 1}`, provenance, operation: place, summary });
  });
  return found;
}

function placeOf(operationId: string): string {
  const operation = operations.find(({ id }) => id === operationId);
  if (!operation) throw new TypeError(`a difference names ${operationId}, which is no operation`);
  return `${operation.method} ${operation.path}`;
}
