import { chaosTag } from './chaos-words.ts';
import { chaosEvents } from './event-line-chaos.ts';
import { joined, wordIn } from './event-line-es.ts';
import type { EventTexts } from './event-texts.ts';

const surfaces = {
  api: 'to the API',
  console: 'to the console',
  refresh: 'with the refreshToken',
  merchant: 'to the merchant API',
  keys_page: 'a new token, in the console',
  link: 'to the console, by a link',
};

const expiries = {
  duration: 'its duration was over',
  due_date: 'its due date came',
  operation: 'by the API',
  script: 'by the script',
  control: 'forced',
};

const sources = {
  page: 'on the payment page',
  script: 'by the script',
  control: 'forced',
  schedule: 'in its time',
};

const clockChanges = {
  set: 'it was set',
  reset: 'back to real time',
  advanced: 'it advanced',
};

const relayEnds = {
  closed: 'it was closed',
  displaced: 'another one took its place',
  silent: 'it stopped answering',
  'simulator stopped': 'the simulator stopped',
  'token revoked': 'its token was revoked',
};

/** Every trace event in English. */
export const englishEvents: EventTexts = {
  'account.registered': ({ short_name }) => ['Account made', short_name],
  'login.succeeded': ({ surface }) => ['Logged in', wordIn(surfaces, surface)],
  'token.revoked': ({ token_hint }) => ['Token revoked', token_hint],
  'account.password_changed': () => ['Password changed'],
  'account.password_reset': () => ['The trainer gave you a one-time password'],
  'account.deleted': () => ['Account deleted'],
  'webhook_secret.replaced': ({ former_signs_until }) => [
    'New webhook secret',
    former_signs_until ? `the former one signs beside it until ${former_signs_until}` : undefined,
  ],
  'agreement.created': ({ title }) => ['Agreement created', title],
  'partner.created': ({ name }) => ['Partner created', name],
  'class.created': ({ title }) => ['Class made', title],
  'class.changed': ({ title }) => ['Class changed', title],
  'class.joined': ({ title }) => ['You joined a class', title],
  'class.left': ({ by }) => [
    by === 'trainer' ? 'The trainer took you out of the class' : 'You left the class',
  ],
  'session.created': ({ origin, amount_reference, currency_reference, identifier }, { words, money }) => [
    'Session created',
    joined(
      wordIn(words.origin, origin),
      money(amount_reference, currency_reference),
      identifier && `“${identifier}”`,
    ),
  ],
  'script.matched': ({ rule, step, name, leg1, leg2, after_ms }, { duration }) => [
    'The script says how it ends',
    joined(
      name,
      `rule ${rule}, outcome ${step}`,
      leg1,
      leg2,
      after_ms !== undefined && `after ${duration(after_ms)}`,
    ),
  ],
  'session.paid': ({ source, method, script }, { words }) => [
    'Session paid',
    joined(
      wordIn(sources, source),
      wordIn(words.method, method),
      source === 'page' && script && sources.script,
    ),
  ],
  'session.payment_failed': ({ reason, method }, { words, refusal }) => [
    'Attempt to pay refused',
    joined(refusal(reason), wordIn(words.method, method)),
  ],
  'session.failed': ({ source }) => ['Session failed', wordIn(sources, source)],
  'session.expired': ({ reason }) => ['Session expired', wordIn(expiries, reason)],
  'session.accredited': ({ source, total_credits, total_amount_ves_credited }, { money }) => [
    'Money accredited',
    joined(
      money(total_amount_ves_credited),
      total_credits === 1 ? '1 credit' : `${total_credits ?? 0} credits`,
      source !== 'schedule' && wordIn(sources, source),
    ),
  ],
  'session.accreditation_failed': ({ source }) => [
    'Accreditation failed',
    joined('the money did not reach its recipient', source !== 'schedule' && wordIn(sources, source)),
  ],
  'session.status_queried': ({ status, accreditation }, { words }) => [
    'Status asked',
    joined(
      `answered ${status}`,
      status === 'paid' && accreditation && wordIn(words.accreditation, accreditation),
    ),
  ],
  'webhook.emitted': ({ event, probe, resend_of, url, chaos }, { words }) => [
    probe
      ? `Probe sent: ${wordIn(words.probe, probe)}`
      : resend_of
        ? 'Webhook sent again'
        : 'Webhook emitted',
    joined(event, !url && 'no webhook_url: sent to nobody', chaos && chaosTag(chaos, 'en')),
  ],
  'webhook.attempted': ({ attempt, status, error, duration_ms, event, chaos }, { duration }) => [
    status == null ? `Attempt ${attempt}: no answer (${error})` : `Attempt ${attempt}: answered ${status}`,
    joined(event, duration(duration_ms), chaos && chaosTag(chaos, 'en')),
  ],
  'webhook.delivered': ({ attempts, event, duration_ms }, { duration }) => [
    attempts === 1 ? 'Webhook delivered' : `Webhook delivered on attempt ${attempts}`,
    joined(event, duration(duration_ms)),
  ],
  'webhook.gave_up': ({ attempts, status, error, event }) => [
    `Webhook given up after ${attempts} attempts`,
    joined(event, status == null ? `no answer (${error})` : `answered ${status}`),
  ],
  'webhook.probed': ({ kind, passed, status, error, expected }, { words }) => [
    `Probe ${passed ? 'passed' : 'failed'}: ${wordIn(words.probe, kind)}`,
    joined(status == null ? `no answer (${error})` : `answered ${status}`, `${expected} was expected`),
  ],
  'webhook.received': ({ receiver }) => ['Webhook received', `receiver ${receiver}`],
  'relay.connected': () => ['Relay connected'],
  'relay.disconnected': ({ reason }) => ['Relay disconnected', wordIn(relayEnds, reason)],
  'control.outcome': ({ leg, outcome, admitted, reason }) => [
    admitted === false ? 'Outcome forced, not admitted' : 'Outcome forced',
    joined(outcome, `leg ${leg}`, admitted === false && reason),
  ],
  'control.reset': () => ['Account reset', 'what was before is gone'],
  'control.script': ({ change, rules }) =>
    change === 'set'
      ? ['Script set', rules === 1 ? '1 rule' : `${rules} rules`]
      : ['Script taken away', 'sessions end as they did'],
  'control.snapshot': ({ saved_at, events }) => [
    'Snapshot loaded',
    `saved ${saved_at}, ${events} events; what was before is gone`,
  ],
  'control.clock': ({ change, from, to, frozen }) => [
    'Clock changed',
    joined(wordIn(clockChanges, change), `${from} → ${to}`, frozen && 'it stands still'),
  ],
  ...chaosEvents('en'),
  'pos.merchant_registered': ({ email }) => ['Merchant registered', email],
  'pos.pairing_requested': ({ serial }) => ['Pairing code asked for', serial ?? undefined],
  'pos.pairing_refused': ({ serial, tries_left }) => [
    'Wrong pairing code',
    joined(
      serial,
      tries_left === 0 ? 'the code is void' : `${tries_left} ${tries_left === 1 ? 'try' : 'tries'} left`,
    ),
  ],
  'pos.paired': ({ serial }) => ['Terminal paired', serial ?? undefined],
  'pos.unpaired': ({ serial }) => ['Terminal unpaired', serial ?? undefined],
  'pos.transaction_created': ({ amount_reference, currency_reference, serial }, { money }) => [
    'Transaction created',
    joined(money(amount_reference, currency_reference), serial ?? 'any terminal'),
  ],
  'pos.cancel_requested': ({ from, status }) => ['Cancellation asked for', `${from} → ${status}`],
  'pos.committed': ({ amount_reference, currency_reference, serial, from }, { money }) => [
    'Transaction paid',
    joined(money(amount_reference, currency_reference), serial, from === 'CANCELED' && 'it was cancelled'),
  ],
  'pos.voided': ({ serial }) => ['Transaction voided', serial ?? undefined],
  'pos.settled': ({ batch_number, transaction_count, serial, count_differs, own_count }) => [
    `Batch ${batch_number} closed`,
    joined(
      transaction_count === 1 ? '1 payment' : `${transaction_count} payments`,
      serial,
      count_differs && `the simulator counted ${own_count}`,
    ),
  ],
};
