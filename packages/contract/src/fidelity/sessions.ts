import { olderForms } from '../older-forms.ts';
import { DEFAULT_DURATION_MINUTES } from '../sessions/session-fields.ts';
import { type Chapter, decided, field, spec } from './difference.ts';

/** Contract sections 3 and 9.3: agreements, partners, splits and sessions. */
export const sessions: Chapter = [
  field(null, {
    amounts:
      'An amount within 0.000001 of whole cents, as a sum of binary fractions comes out, is taken as those cents and answered so; a third decimal is refused.',
  }),
  field('createRequestSession', {
    'older-names':
      'Requests and batches take `due_date_link` and `expire_behavior_link` for `due_date_session` and `due_date_reached_behavior`; the new name wins where both stand.',
  }),
  decided(
    null,
    Object.fromEntries(
      Object.entries(olderForms.names).map(([older, name]) => [
        `refused-name-${older.replaceAll('_', '-')}`,
        `A session that says \`${older}\` without \`${name}\` is refused, and the problem names \`${name}\`.`,
      ]),
    ),
  ),
  decided('createRequestSession', {
    seventeenth:
      'The specification names 16 of the 17 operations under `/api/v1/ext`; the single request session is our seventeenth. The lists of agreements and partners are further ones.',
  }),
  spec('createAgreement', {
    'agreement-status':
      'The status of an agreement is `active`, though the contract declares the statuses of sessions for it.',
  }),
  decided('createAgreement', {
    'agreement-form':
      'An agreement needs `title`, `payment_methods` with at least one true, and `default_bank_account_id`; it has at most 100 bank rules.',
    'agreement-answer': 'An agreement answers its fields, `agreement_id`, `status` and `created_at`.',
  }),
  decided('createPartner', {
    'partner-form':
      'A partner needs a `name`; `identification`, `email`, `phone` and `bank_account_id` are optional texts.',
  }),
  decided('createSplitReceiptAgreement', {
    recipients:
      'A split receipt agreement has 1 to 20 recipients, partners of the account, each with a percentage over 0 and at most 2 decimals; the owner gets the rest.',
  }),
  decided(null, {
    'owner-entry':
      'An explicit `owner` among the recipients makes the shares add up to the whole exactly; a recipient is named at most once.',
    'session-split':
      'A session can bring a `split` in percentages or absolute amounts, only with an agreement that allows it; it replaces the recipients of the agreement.',
    'unknown-recipient': 'A recipient that is unknown or of another account is 400 with its pointer.',
    'unknown-agreement': 'An `agreement_id` that is unknown or of another account is 404.',
    cents:
      'Credits add up to the paid amount to the cent: remaining cents go to the largest fractions, ties to the earlier rule, the owner last.',
    currencies: 'Sessions take the currencies USD, EUR, COP, USDT and VES.',
    'return-urls':
      '`success_url` and `failure_url` are absolute and may be deep links, but not `javascript:`, `data:`, `vbscript:`, `file:`, `blob:`, `filesystem:`, `view-source:`, `jar:` or `about:`; control characters are refused.',
    'webhook-url':
      'A `webhook_url` may be any text; one that can be parsed has to be http or https, and one that only lacks its scheme is refused with a suggestion.',
  }),
  field('createButtonSession', {
    duration: `A button lives \`duration_minutes\`, 5 to 20, by default ${DEFAULT_DURATION_MINUTES}; a request neither takes nor answers them.`,
  }),
  field(null, { 'internal-reference': 'Sessions take an `internal_reference` and repeat it.' }),
  spec('createButtonSession', {
    'undeclared-fields': 'The answer carries `config` and `payment_qr`, which the contract does not declare.',
  }),
  decided('createButtonSession', {
    config:
      '`config` has `duration_minutes` (of a button), `expires_at`, `payment_methods` and `accreditation_delay_ms`.',
  }),
  decided(null, {
    'session-answer':
      'A session answers its request’s fields with `id`, `session_id` (the same), `session_origin` and `created_at`.',
  }),
  decided('createRequestSession', {
    'request-form':
      'A request session may lack URLs, label and description; it takes `title`, `due_date_session` in the future, `due_date_reached_behavior` and `late_notice_message`.',
  }),
  field('createRequestSession', {
    'due-date-optional':
      'The due date of a request is optional: without one the session stays open until it is paid, expired by hand or swept with old data.',
  }),
  field('createRequestBatch', {
    'batch-worth':
      'Items of a batch’s answer also have `amount_ves`, `bcv_exchange_rate`, `exchange_rate_from` and `exchange_rate_to`.',
    'batch-form':
      'A batch has 1 to 200 `items` and answers `processed_count`, `successful_count`, `failed_count` and `items`.',
  }),
  spec('createRequestBatch', {
    'batch-whole':
      '`continue_on_error` is ignored: a batch succeeds or fails as a whole, and 207 never happens.',
  }),
  field('getSessionStatus', {
    'payment-fields':
      'Once leg 1 was tried, `session_payment` has `payment_method`, `svc_transaction_id` (a positive 32-bit integer), `svc_transaction_url`, `payment_details` and `crypto_details`.',
    'user-message':
      '`user_message` is a text in every state, in Spanish, or in English where the payer’s page was.',
    'failure-reason':
      'After a failed try, `session_payment` has the `reason`: `insufficient_funds`, `invalid_otp`, `bank_limit` or `bank_rejected`.',
  }),
  field('forceOutcome', {
    'forced-reason': 'A forced `failed`, and a script’s, take a `reason`, by default `bank_rejected`.',
  }),
  field('getSessionStatus', {
    'payer-fields':
      '`payment_details` repeats `nombre`, `tipo`, `cedula`, `telefono` and `banco` as they were typed on the page; they are null when the outcome was forced.',
    'crypto-details':
      '`crypto_details` is null, or, once it is paid by crypto, an object with `crypto_wallet_name` (`BinancePay`, which is the `bank_name` of `payment_details` then), `crypto_order_id`, `crypto_status`, `amount_ves_check`, `crypto_currency`, `crypto_amount`, `crypto_paid_at`, `crypto_wallet_commission` and `crypto_crixto_commission`; `paid_pending` between payment and confirmation is not simulated, and both commissions are 0.',
    'credit-fields':
      'The fields of `receiver_credits` and of its summary, but `total_credits`, are those that integrations in the field read; both are null until leg 2.',
    'credit-id':
      '`svc_credit_id` is a text of digits, below 2147483648, and no other credit of the account has it, not even of a leg 2 that is done again.',
  }),
  decided('getSessionStatus', {
    'status-fields':
      'The status repeats the session’s fields; an expired session has `expired_at` and `reason`.',
  }),
  spec(null, {
    fee: 'The bank fee is an example: 1 % of each credit, rounded half up to the cent; real fees are set by the bank.',
  }),
  decided(null, {
    rates:
      'Rates in VES are fixed (USD 122.0112, EUR 145.2414, USDT 183.1112, COP 0.0501), can be changed with `SIM_RATES`, and amounts in VES are rounded half up.',
  }),
  decided('submitPayment', { banks: 'Payers choose among a fixed list of Venezuelan banks.' }),
  field(null, {
    idempotency:
      'POSTs of the payment-session API take `Idempotency-Key`: the same key and body (as JSON values, not bytes) within 24 h get the same answer with `idempotent-replayed: true`, another body 409.',
  }),
  spec(null, {
    throttle:
      'The throttle is off by default; when the account sets it, 429 carries `Retry-After` and `X-RateLimit-*`.',
  }),
  decided(null, {
    'throttle-window':
      'The throttle counts 60 s from the first request after it was set, for `/api/v1/ext/**` only; control is free.',
  }),
  spec(null, {
    'stops-fixed':
      'The nine stops operations answer a fixed example with 200, the same for all accounts, marked `x-svc-sim: mock`.',
  }),
  field(null, {
    'stops-paths': 'The paths of the stops operations are those that integrations in the field call.',
  }),
  field(null, {
    'stops-shapes':
      'The examples have the documented shapes: creating, batch and reorder answer `batch_id` and `results`, list and history `total`, `limit`, `offset` and `items`, the detail `links_active`, the query `requested` and `results`.',
  }),
  decided(null, {
    'stops-fields':
      'The fields of a stop’s payments are ours; bodies and queries sent to stops operations are ignored.',
  }),
];

/** Contract sections 3 and 9.3: how a session moves. */
export const states: Chapter = [
  decided(null, { final: '`paid`, `failed` and `expired` are final.' }),
  spec('expireSession', { 'expire-paid': '422 comes only from expiring a session that is paid.' }),
  decided('expireSession', {
    'expire-again': 'Expiring a session that is failed or expired is 200 and changes nothing.',
  }),
  field('submitPayment', {
    'request-retry':
      'A request session stays pending when a payment fails on the page, and can be tried again; a button fails for good.',
  }),
  decided(null, {
    expiry:
      'Buttons expire after `duration_minutes`, requests at `due_date_session` when the behaviour is `deactivate`; the clock at the moment of paying decides.',
    'leg-2':
      'Leg 2 is none, scheduled, accredited or failed, never changes the status, and can be forced from failed to accredited.',
    'failed-credits':
      'A failed leg 2 lists its credits with status `failed`, nothing credited and no fee; the summary counts them.',
  }),
  spec(null, {
    delay:
      'Accreditation comes about 5 s after the payment; in a real environment it takes one to two minutes.',
    'no-money': 'No money moves.',
  }),
  decided(null, {
    'idempotency-refusals':
      'An `Idempotency-Key` has at most 255 characters, and keeps successes only: what was refused may be sent again, corrected, under the same key.',
    'split-rules': 'A session split has at most 20 rules.',
  }),
];
