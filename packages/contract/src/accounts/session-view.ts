import { byFilters } from '../made-by.ts';
import { sessionOrigins, sessionStatuses } from '../sessions/session-data.ts';
import { type RowOf, type Shown, type Tone, viewOf, wordOf } from '../views/view.ts';
import { listSessions, sessionWebhookStates } from './console.ts';

type Session = Pick<RowOf<typeof listSessions>, 'status' | 'accreditation'>;

const tones: Readonly<Record<Session['status'], Tone>> = {
  pending: 'wait',
  paid: 'good',
  failed: 'bad',
  expired: 'plain',
};
const webhookTones = { delivered: 'good', open: 'wait', gave_up: 'bad' } as const;

/** How a session stands, payment and accreditation in one word or two. */
export const sessionState = {
  field: 'status',
  kind: 'state',
  value: ({ status, accreditation }, t) =>
    [
      wordOf(t, 'status', status),
      ...(isOver(accreditation) ? [wordOf(t, 'accreditation', accreditation)] : []),
    ].join(' · '),
  tone: ({ status, accreditation }) => (accreditation === 'failed' ? 'bad' : tones[status]),
} as const satisfies Shown<Session>;

function isOver(accreditation: Session['accreditation']): boolean {
  return accreditation === 'accredited' || accreditation === 'failed';
}

/** Payment sessions, as lists show them. */
export const sessionView = viewOf(listSessions, {
  noun: 'session',
  id: ({ id }) => id,
  to: ({ id }) => `/console/sessions/${id}`,
  columns: [
    { field: 'identifier', kind: 'text', beside: ({ description }) => description, isLong: true },
    sessionState,
    {
      field: 'amount_reference',
      kind: 'money',
      value: ({ amount_reference, currency_reference }) => [amount_reference, currency_reference],
    },
    {
      field: 'webhooks',
      kind: 'state',
      words: 'webhooks',
      tone: ({ webhooks }) => (webhooks ? webhookTones[webhooks] : 'plain'),
    },
    { field: 'created_at', kind: 'age' },
  ],
  filters: [
    { name: 'status', values: sessionStatuses, words: 'status' },
    { name: 'webhooks', values: sessionWebhookStates, words: 'webhooks' },
    { name: 'origin', values: sessionOrigins, words: 'origin' },
    { name: 'by', values: byFilters, words: 'by', otherwise: 'word.by.mine' },
  ],
  command: 'session create --webhook-url http://localhost:3000/webhooks',
});
