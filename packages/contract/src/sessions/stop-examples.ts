import { EXAMPLE_AGREEMENT_ID } from '../fields/fields.ts';

const membership = {
  stop_id: 'stp_3b241101-e2bb-4255-8caf-4136c566a962',
  title: 'Monthly membership',
  description: 'Membership of the sports club, paid every month',
  agreement_id: EXAMPLE_AGREEMENT_ID,
  amount_reference: 15,
  currency_reference: 'USD',
  identifier_label: 'Member',
  identifier: 'M-2041',
  internal_reference: 'membership-monthly',
  success_url: 'https://shop.example/stops/paid',
  failure_url: 'https://shop.example/stops/failed',
  webhook_url: 'https://shop.example/webhooks/payments',
  stop_url: 'https://pay.example/stops/stp_3b241101-e2bb-4255-8caf-4136c566a962',
  status: 'active',
  position: 1,
  created_at: '2026-01-15T14:30:00.000Z',
  updated_at: '2026-01-15T14:30:00.000Z',
} as const;

const parking = {
  ...membership,
  stop_id: 'stp_9c858901-8a57-4791-81fe-4c455b099bc9',
  title: 'Parking, one day',
  description: 'A day in the covered car park',
  amount_reference: 3.5,
  identifier_label: 'Car park',
  identifier: 'P-07',
  internal_reference: 'parking-day',
  stop_url: 'https://pay.example/stops/stp_9c858901-8a57-4791-81fe-4c455b099bc9',
  position: 2,
  created_at: '2026-02-03T09:12:45.000Z',
  updated_at: '2026-02-10T18:05:10.000Z',
} as const;

const links = [
  {
    stop_id: membership.stop_id,
    session_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
    payment_url: 'https://pay.example/pay/7d444840-9dc0-41d1-b245-5ffdce74fad2',
    status: 'paid',
    amount_reference: 15,
    currency_reference: 'USD',
    created_at: '2026-03-01T08:00:00.000Z',
  },
  {
    stop_id: membership.stop_id,
    session_id: 'e902893a-9d22-4c7e-a7b8-d6e313b71d9f',
    payment_url: 'https://pay.example/pay/e902893a-9d22-4c7e-a7b8-d6e313b71d9f',
    status: 'expired',
    amount_reference: 15,
    currency_reference: 'USD',
    created_at: '2026-02-01T08:00:00.000Z',
  },
] as const;

/** `data` that each stops operation always answers, by operation id (specification, Simulator-only surfaces). */
export const stopExamples = {
  listStops: [membership, parking],
  createStop: membership,
  getStop: membership,
  updateStop: { ...membership, amount_reference: 18, updated_at: '2026-03-05T11:20:00.000Z' },
  deleteStop: { stop_id: membership.stop_id, deleted: true },
  listStopLinks: links,
  createStopBatch: {
    processed_count: 2,
    successful_count: 2,
    failed_count: 0,
    items: [membership, parking],
  },
  queryStops: [membership, parking],
  reorderStops: [
    { ...parking, position: 1 },
    { ...membership, position: 2 },
  ],
} as const;
