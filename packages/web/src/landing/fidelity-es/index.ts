import type { Difference } from '@svc-simulator/contract';
import { phrasebook } from '@svc-simulator/server/http/phrasebook.ts';
import { classes, snapshots } from './accounts-in-files.ts';
import { accounts, conventions, type Rows } from './conventions.ts';
import { operations } from './operations.ts';
import { closings, merchants, older, terminals, transactions } from './pos.ts';
import { sessions, settings, states } from './sessions.ts';
import { commandLine, paymentPage, simulator } from './simulator.ts';
import { relay, webhooks } from './webhooks.ts';

const chapters: Readonly<Record<string, Rows>> = {
  ...{ conventions, accounts, sessions, states, settings, webhooks, relay, simulator, snapshots, classes },
  ...{
    'payment-page': paymentPage,
    merchants,
    terminals,
    transactions,
    closings,
    older,
    'command-line': commandLine,
  },
  operations,
};

/** Sentences of differences in Spanish, by the difference's id. */
export const rows: ReadonlyMap<string, string> = new Map(
  Object.entries(chapters).flatMap(([chapter, own]) =>
    Object.entries(own).map(([name, sentence]) => [`${chapter}.${name}`, sentence] as const),
  ),
);

/** Sentences that are made for several rows. */
const made = phrasebook({
  'Its path is not in the specification and is the one that integrations in the field call.':
    'Su ruta no está en la especificación y es la que llaman las integraciones ya en uso.',
  'Its path is not in the specification and was decided by this simulator.':
    'Su ruta no está en la especificación y la decidió este simulador.',
  'Also answers under {}.': 'Responde también en {}.',
  'A session that says `{}` without `{}` is refused, and the problem names `{}`.':
    'Una sesión que dice `{}` sin `{}` se rechaza, y el problema nombra `{}`.',
  'The older value `{}` is refused, and the problem names `{}`.':
    'El valor antiguo `{}` se rechaza, y el problema nombra `{}`.',
  'The older path `{}`, and what is below it, is 404, and the problem names `{}`.':
    'La ruta antigua `{}`, y lo que está debajo, es 404, y el problema nombra `{}`.',
  'A button lives `duration_minutes`, 5 to 20, by default {}; a request neither takes nor answers them.':
    'Una sesión de botón vive `duration_minutes`, de 5 a 20, por defecto {}; una de solicitud ni los acepta ni los responde.',
});

/** Differences with their sentences in Spanish. */
export function inSpanish(english: readonly Difference[]): Difference[] {
  return english.map((one) => ({
    ...one,
    summary: rows.get(one.id) ?? made(one.summary) ?? one.summary,
  }));
}
