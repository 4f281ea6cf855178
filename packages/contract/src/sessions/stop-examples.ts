const shownMembership = {
  stop_id: 'stp_3b241101-e2bb-4255-8caf-4136c566a962',
  stop_url: 'https://pay.example/stops/stp_3b241101-e2bb-4255-8caf-4136c566a962',
  stop_title: 'Monthly membership',
  empty_state_message: 'Nothing to pay this month',
} as const;

const shownParking = {
  stop_id: 'stp_9c858901-8a57-4791-81fe-4c455b099bc9',
  stop_url: 'https://pay.example/stops/stp_9c858901-8a57-4791-81fe-4c455b099bc9',
  stop_title: 'Parking, one day',
  empty_state_message: 'No ticket is open',
} as const;

const membership = {
  ...shownMembership,
  internal_reference: 'membership-monthly',
  status: 'active',
  created_at: '2026-01-15T14:30:00.000Z',
  updated_at: '2026-01-15T14:30:00.000Z',
} as const;

const parking = {
  ...shownParking,
  internal_reference: 'parking-day',
  status: 'active',
  created_at: '2026-02-03T09:12:45.000Z',
  updated_at: '2026-02-10T18:05:10.000Z',
} as const;

const exampleDue = {
  due_date_link: '2026-03-31T23:59:00.000Z',
  expire_behavior_link: 'keep_active',
  late_notice_message: 'This payment is late',
} as const;

const pendingLink = {
  session_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  payment_url: 'https://pay.example/pay/7d444840-9dc0-41d1-b245-5ffdce74fad2',
  status: 'pending',
  amount: 15,
  currency_reference: 'USD',
  amount_ves: 1830.17,
} as const;

const paidLink = {
  ...pendingLink,
  session_id: 'e902893a-9d22-4c7e-a7b8-d6e313b71d9f',
  payment_url: 'https://pay.example/pay/e902893a-9d22-4c7e-a7b8-d6e313b71d9f',
  status: 'paid',
} as const;

const otherSessionId = 'c9bf9e57-1685-4c89-bafb-ff5af830be8a';

const chargedFields = {
  bcv_exchange_rate: 122.0112,
  exchange_rate_from: 'USD',
  exchange_rate_to: 'VES',
  identifier_label: 'Member',
  identifier: 'M-1042',
  description: 'Monthly membership',
} as const;

const creationResult = [
  {
    internal_reference: membership.internal_reference,
    success: true,
    data: { ...shownMembership, status: 'active', created_at: membership.created_at },
  },
] as const;

const batch_id = '0b8f6f0e-2f0c-4c8f-9a51-6d1b8f4f7c11';

/** Fixed `data` of each stop operation, by operation id (specification, Simulator-only surfaces). */
export const stopExamples = {
  listStops: {
    total: 2,
    limit: 100,
    offset: 0,
    items: [
      { ...membership, links_active_count: 1 },
      { ...parking, links_active_count: 0 },
    ],
  },
  createStop: { batch_id, results: creationResult },
  getStop: {
    ...shownMembership,
    internal_reference: membership.internal_reference,
    created_at: membership.created_at,
    links_active: [{ ...pendingLink, ...exampleDue }],
  },
  updateStop: {
    ...membership,
    stop_title: 'Monthly membership, new',
    updated_at: '2026-03-05T11:20:00.000Z',
  },
  deleteStop: { stop_id: membership.stop_id, deleted: true },
  listStopLinks: {
    stop_id: membership.stop_id,
    total: 2,
    limit: 100,
    offset: 0,
    items: [
      {
        ...pendingLink,
        ...chargedFields,
        created_at: '2026-03-01T08:00:00.000Z',
        updated_at: '2026-03-01T08:00:00.000Z',
        ...exampleDue,
      },
      {
        ...paidLink,
        ...chargedFields,
        created_at: '2026-02-01T08:00:00.000Z',
        updated_at: '2026-02-02T10:15:00.000Z',
        paid_at: '2026-02-02T10:15:00.000Z',
      },
    ],
  },
  createStopBatch: {
    batch_id,
    results: [
      {
        stop_id: membership.stop_id,
        op: 'add',
        success: true,
        added: [pendingLink.session_id],
        already_present: [],
      },
      {
        stop_id: membership.stop_id,
        op: 'remove',
        success: true,
        removed: [otherSessionId],
        not_active: [paidLink.session_id],
        not_found: [],
      },
      {
        stop_id: parking.stop_id,
        op: 'replace',
        success: true,
        active_now: [otherSessionId],
        replaced_previous: [],
      },
      { stop_id: parking.stop_id, op: 'clear', success: true, cleared: [otherSessionId] },
    ],
  },
  queryStops: {
    requested: {
      stop_ids: [membership.stop_id, parking.stop_id],
      status: 'pending',
      per_stop: { page_size: 20, sort: 'created_at', order: 'desc' },
    },
    results: [
      {
        stop_id: membership.stop_id,
        page_size: 20,
        has_next: false,
        next_cursor: null,
        total_estimate: 1,
        items: [
          {
            session_id: pendingLink.session_id,
            payment_url: pendingLink.payment_url,
            status: 'pending',
            amount: { value: 15, currency: 'USD' },
            amount_bs: { value: 1830.17, rate_date: '2026-03-01' },
            created_at: '2026-03-01T08:00:00.000Z',
            expires_at: '2026-03-31T23:59:00.000Z',
            order_index: 0,
          },
        ],
      },
      {
        stop_id: parking.stop_id,
        page_size: 20,
        has_next: false,
        next_cursor: null,
        total_estimate: 0,
        items: [],
      },
    ],
  },
  reorderStops: {
    batch_id,
    results: [
      {
        stop_id: membership.stop_id,
        success: true,
        applied_order: [pendingLink.session_id, otherSessionId],
        mode: 'append',
      },
      { stop_id: parking.stop_id, success: true, applied_order: [], mode: 'strict' },
    ],
  },
} as const;
