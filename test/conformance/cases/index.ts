import type { Case } from '../case.ts';
import { accounts, classes, forced } from './accounts/accounts.ts';
import { merchants, settlements, terminals } from './pos/terminals.ts';
import { transactions } from './pos/transactions.ts';
import { agreements, lists, partners, splitAgreements } from './sessions/agreements.ts';
import { buttons } from './sessions/buttons.ts';
import { credited, idempotency } from './sessions/credits.ts';
import { pages, payments } from './sessions/payment-page.ts';
import { batches, requests, retries } from './sessions/requests.ts';
import { expiry, states, statusQueries } from './sessions/states.ts';
import { console } from './simulator/console.ts';
import { control } from './simulator/control.ts';
import { events, resends, webhookSettings } from './webhooks/events.ts';
import { relayed } from './webhooks/relayed.ts';

/** Every written case. */
export function allCases(): readonly Case[] {
  return [agreements, splitAgreements, partners, lists, buttons, requests, batches, retries, states, expiry, statusQueries, payments, pages, credited, idempotency, events, webhookSettings, resends, relayed, merchants, terminals, transactions, settlements, accounts, classes, forced, control, console].flat();
}
