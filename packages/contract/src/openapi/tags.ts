import type { Operation } from '../operation.ts';

/** Tags of the document, in the order of its chapters. */
export const tags = [
  { name: 'Accounts', description: 'Registrations and logins of the simulator.' },
  { name: 'Agreements', description: 'Where money goes, which methods are accepted, who shares.' },
  { name: 'Payment sessions', description: 'Button and request sessions, their status and their end.' },
  {
    name: 'Stops',
    description:
      'Permanent URLs of recurring payments: each operation answers a fixed example, the same for all accounts.',
  },
  { name: 'Control', description: 'Forces outcomes and resets the account; absent in production.' },
  {
    name: 'Console',
    description: 'The account’s trace, sessions, progress, settings and receivers; absent in production.',
  },
  { name: 'Classes', description: 'Trainers’ classes and who is in them; absent in production.' },
  {
    name: 'Payment page',
    description: 'What the payer sees. The form needs no cookie, no token and no script.',
  },
  {
    name: 'Service',
    description: [
      'Liveness, differences from production, and this document.',
      'The relay is no operation of it: `GET /relay` with `Authorization: Bearer <API token>` upgrades to a WebSocket,',
      'over which webhooks for local addresses are delivered as JSON text frames.',
    ].join(' '),
  },
  { name: 'Merchants', description: 'Registration and login of merchants.' },
  { name: 'Terminals', description: 'POS terminals and their pairing.' },
  { name: 'Transactions', description: 'Payment requests on POS terminals.' },
  { name: 'Closings', description: 'Settlement of a terminal’s batches.' },
] as const;

type Tag = (typeof tags)[number]['name'];

/** The first rule whose pattern the path matches gives the tag; the list goes from the special to the general. */
const rules: readonly (readonly [RegExp, Tag])[] = [
  [/\/settlements/, 'Closings'],
  [/\/pairing|\/pos-terminals$/, 'Terminals'],
  [/\/transactions/, 'Transactions'],
  [/^\/api\/v1\/merchants/, 'Merchants'],
  [/\/payment-stops/, 'Stops'],
  [/\/payment-sessions/, 'Payment sessions'],
  [/^\/api\/v1\/ext\//, 'Agreements'],
  [/^\/(control|__test__)\//, 'Control'],
  [/^\/(register$|console\/(register|login|login-link|password|account)$|api\/svcpagos\/)/, 'Accounts'],
  [/^\/console\/class(es)?(\/|$)/, 'Classes'],
  [/^\/console\//, 'Console'],
  [/^\/pay\/|^\/\{session_id\}$/, 'Payment page'],
];

export function tagOf({ path }: Operation): Tag {
  return rules.find(([pattern]) => pattern.test(path))?.[1] ?? 'Service';
}
