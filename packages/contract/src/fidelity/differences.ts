import { accountSettings } from '../accounts/account-settings.ts';
import type { Operation } from '../operation.ts';
import { operations } from '../operations.ts';
import { accounts } from './accounts.ts';
import { classes } from './classes.ts';
import { conventions } from './conventions.ts';
import { type Chapter, type Difference, entryOf } from './difference.ts';
import { closings, merchants, terminals, transactions } from './merchants.ts';
import { older } from './older-forms.ts';
import { commandLine, paymentPage } from './pages.ts';
import { sessions, states } from './sessions.ts';
import { simulator } from './simulator.ts';
import { snapshots } from './snapshots.ts';
import { relay, webhooks } from './webhooks.ts';

/** Contract sections 5 and 10: the settings of an account, as their list tells of them. */
const settings: Chapter = Object.entries(accountSettings).flatMap(([name, { provenance, summary }]) =>
  summary === null ? [] : [entryOf(provenance)('updateSettings', { [name.replaceAll('_', '-')]: summary })],
);

const chapters: Readonly<Record<string, Chapter>> = {
  conventions,
  accounts,
  sessions,
  states,
  settings,
  webhooks,
  relay,
  simulator,
  snapshots,
  classes,
  'payment-page': paymentPage,
  merchants,
  terminals,
  transactions,
  closings,
  older,
  'command-line': commandLine,
};

/**
 * Every difference from production that the specification names, and every decision where it is silent, for
 * `GET /fidelidad`: first the lists of this folder, then what the operations say of themselves.
 */
export function differences(): Difference[] {
  const written = Object.entries(chapters).flatMap(([chapter, entries]) =>
    entries.flatMap(({ provenance, operationId, sentences }) =>
      Object.entries(sentences).map(([name, summary]) => ({
        id: `${chapter}.${name}`,
        provenance,
        operation: operationId === null ? null : placeOf(operationId),
        summary,
      })),
    ),
  );
  return [...written, ...operations.flatMap(ofOperation)];
}

function ofOperation({ id, method, path, provenance, aliases = [], notes = [] }: Operation): Difference[] {
  const operation = `${method} ${path}`;
  const own = { id: `operations.${id}`, operation };
  const source =
    provenance === 'field'
      ? 'is the one that integrations in the field call'
      : 'was decided by this simulator';
  const others = aliases.map((alias, index) => ({
    id: `${own.id}.alias-${index + 1}`,
    provenance: alias.provenance,
    operation,
    summary: `Also answers under ${alias.path}.`,
  }));
  const noted = notes.map((summary, index) => ({
    id: `${own.id}.note-${index + 1}`,
    operation,
    provenance: 'decided' as const,
    summary,
  }));
  return [
    { ...own, provenance, summary: `Its path is not in the specification and ${source}.` },
    ...others,
    ...noted,
  ].filter((found) => found.provenance !== 'spec');
}

function placeOf(operationId: string): string {
  const operation = operations.find(({ id }) => id === operationId);
  if (!operation) throw new TypeError(`a difference names ${operationId}, which is no operation`);
  return `${operation.method} ${operation.path}`;
}
