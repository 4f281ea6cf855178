const shownOfMembership = {
  stop_id: 'stp_3b241101-e2bb-4255-8caf-4136c566a962',
  stop_url: 'https://pay.example/stops/stp_3b241101-e2bb-4255-8caf-4136c566a962',
  stop_title: 'Monthly membership',
  empty_state_message: 'Nothing to pay this month',
  status: 'active',
} as const;

const shownOfParking = {
  stop_id: 'stp_9c858901-8a57-4791-81fe-4c455b099bc9',
  stop_url: 'https://pay.example/stops/stp_9c858901-8a57-4791-81fe-4c455b099bc9',
  stop_title: 'Parking, one day',
  empty_state_message: 'No ticket is open',
  status: 'active',
} as const;

const membership = {
  ...shownOfMembership,
  internal_reference: 'membership-monthly',
  created_at: '2026-01-15T14:30:00.000Z',
  updated_at: '2026-01-15T14:30:00.000Z',
} as const;

const parking = {
  ...shownOfParking,
  internal_reference: 'parking-day',
  created_at: '2026-02-03T09:12:45.000Z',
  updated_at: '2026-02-10T18:05:10.000Z',
} as const;

const pending = {
  stop_id: membership.stop_id,
  session_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  payment_url: 'https://pay.example/pay/7d444840-9dc0-41d1-b245-5ffdce74fad2',
  status: 'pending',
  amount_reference: 15,
  currency_reference: 'USD',
  created_at: '2026-03-01T08:00:00.000Z',
} as const;

const paid = {
  ...pending,
  session_id: 'e902893a-9d22-4c7e-a7b8-d6e313b71d9f',
  payment_url: 'https://pay.example/pay/e902893a-9d22-4c7e-a7b8-d6e313b71d9f',
  status: 'paid',
  created_at: '2026-02-01T08:00:00.000Z',
} as const;

const made = [
  { internal_reference: membership.internal_reference, success: true, data: shownOfMembership },
  { internal_reference: parking.internal_reference, success: true, data: shownOfParking },
] as const;
const batch_id = '0b8f6f0e-2f0c-4c8f-9a51-6d1b8f4f7c11';

/** `data` that each stops operation always answers, by operation id (specification, Simulator-only surfaces). */
export const stopExamples = {
  listStops: { total: 2, limit: 100, offset: 0, items: [membership, parking] },
  createStop: { batch_id, results: [made[0]] },
  getStop: { ...membership, links_active: [pending] },
  updateStop: {
    ...membership,
    stop_title: 'Monthly membership, new',
    updated_at: '2026-03-05T11:20:00.000Z',
  },
  deleteStop: { stop_id: membership.stop_id, deleted: true },
  listStopLinks: { total: 2, limit: 100, offset: 0, items: [pending, paid] },
  createStopBatch: { batch_id, results: made },
  queryStops: {
    requested: 2,
    results: [
      { ...shownOfMembership, items: [pending, paid], next_cursor: null },
      { ...shownOfParking, items: [], next_cursor: null },
    ],
  },
  reorderStops: { batch_id, results: [made[1], made[0]] },
} as const;
