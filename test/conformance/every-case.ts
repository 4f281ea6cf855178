import type { Case } from './case.ts';
import { accounts, classes } from './cases/accounts.ts';
import { agreements, lists, partners, splitAgreements } from './cases/agreements.ts';
import { buttons } from './cases/buttons.ts';
import { chaotic, control, probes, scripted, snapshots } from './cases/control.ts';
import { credited, idempotency } from './cases/credits.ts';
import { events, experiments, relayed, resends, webhookSettings } from './cases/events.ts';
import { olderForms } from './cases/older-forms.ts';
import { addresses, pages, payments } from './cases/payment-page.ts';
import { batches, requests } from './cases/requests.ts';
import { simulator } from './cases/simulator.ts';
import { expiry, states, statusQueries } from './cases/states.ts';
import { merchants, settlements, terminals } from './cases/terminals.ts';
import { transactions } from './cases/transactions.ts';
import { generatedCases } from './generated.ts';

export function writtenCases(): readonly Case[] {
  return [
    [agreements, splitAgreements, partners, lists, buttons, requests, batches, states, expiry, statusQueries],
    [
      payments,
      pages,
      addresses,
      credited,
      idempotency,
      events,
      webhookSettings,
      resends,
      experiments,
      relayed,
    ],
    [merchants, terminals, transactions, settlements, accounts, classes],
    [control, chaotic, scripted, snapshots, probes, simulator, olderForms],
  ].flat(2);
}

/** Returns the whole suite: the handwritten cases, and every `step`th generated case. */
export function everyCase(step = 1): readonly Case[] {
  return [...writtenCases(), ...generatedCases().filter((_, at) => at % step === 0)];
}
