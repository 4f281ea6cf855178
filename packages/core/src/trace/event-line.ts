import { type ChaosFault, isNameOf, membersOf, type TraceType } from '@svc-simulator/contract';
import { storedWords } from '@svc-simulator/texts/message.ts';
import { durationText, formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { attemptError, isUnusableAnswer } from '../delivery/attempt-errors.ts';
import { htmlPage } from '../delivery/diagnosis/causes.ts';
import { isForged } from '../delivery/diagnosis/diagnosis.ts';
import { REPLAYED } from '../delivery/diagnosis/trace-diagnosis.ts';
import { splitCredentials } from '../url-credentials.ts';
import type { EventData } from './event-data.ts';

export type EventTone = 'good' | 'bad' | 'wait' | 'plain';

/** A trace event for people: on a page, in a terminal or in the story of a test. */
export interface EventLine {
  readonly tone: EventTone;
  readonly title: string;
  /** Difference to other events of its type; may contain users' texts of any length. */
  readonly detail: string | undefined;
}

export interface ToldEvent {
  readonly type: TraceType | (string & {});
  readonly data: EventData;
}

type Part = string | number | null | undefined | false;

/** Overrides the title from the catalogs if an event's title depends on its data. */
interface Telling {
  readonly title?: (t: Texts, data: EventData) => string;
  readonly detail?: (t: Texts, data: EventData) => readonly Part[];
  readonly tone?: EventTone | ((data: EventData) => EventTone);
}

/** Explains an event; an unknown type is its own title. */
export function eventLine(t: Texts, { type, data }: ToldEvent): EventLine {
  const telling: Telling = isNameOf(tellings, type) ? tellings[type] : {};
  const { title, detail, tone = 'plain' } = telling;
  return {
    tone: typeof tone === 'function' ? tone(data) : tone,
    title: title?.(t, data) ?? t.maybe(`event.${type}`) ?? type,
    detail: detail && (joined(detail(t, data)) || undefined),
  };
}

/** Returns the same as one text: `Attempt 2: returned 401 · payment_session.paid · 35 ms`. */
export function eventSentence(t: Texts, event: ToldEvent): string {
  const { title, detail } = eventLine(t, event);
  return joined([title, detail]);
}

/** Returns faults as one tag: `chaos: sent twice, held back`. */
export function chaosTag(t: Texts, faults: readonly ChaosFault[]): string {
  return t('word.chaosTag', { faults: faults.map((fault) => word(t, 'word.chaos', fault)).join(', ') });
}

function joined(parts: readonly Part[]): string {
  return parts.filter(Boolean).join(' · ');
}

function word(t: Texts, group: string, wire: string | undefined): string {
  return t.maybe(`${group}.${wire?.replaceAll(' ', '_')}`) ?? wire ?? '';
}

const bySource = (t: Texts, source: string | undefined) => word(t, 'event.by', source);
/** Returns the words of the webhook that reports the forced or scripted end. */
const ended = (t: Texts, end: string | undefined) => word(t, 'word.webhook', end && `payment_session.${end}`);
const duration = (t: Texts, ms: number | undefined) => ms !== undefined && durationText(ms, t.lang);
const method = (t: Texts, name: string | undefined) => word(t, 'word.method', name);
/** Formats an amount in the reference currency, or in VES without one. */
const money = (t: Texts, amount: number | undefined, currency = 'VES') =>
  amount !== undefined && formatMoney(Math.round(amount * 100), currency, t.lang);
const sum = (t: Texts, data: EventData) => money(t, data.amount_reference, data.currency_reference);
const faults = (t: Texts, { chaos }: EventData) => chaos && chaosTag(t, chaos);

function answer(t: Texts, { status, error }: EventData): string {
  if (status != null) return t('event.answered', { status });
  const why = attemptError(error ?? null, t);
  return isUnusableAnswer(error ?? null) ? why : t('event.unanswered', { error: why });
}

/** Adds the duration measured by the simulator if a relay reported the receiver's duration. */
function took(t: Texts, { duration_ms: local, simulator_duration_ms: measured }: EventData): Part {
  if (local === undefined || measured === undefined || measured === local) return duration(t, local);
  return t('event.took_with_relay', {
    local: durationText(local, t.lang),
    whole: durationText(measured, t.lang),
  });
}

/** Returns numbers and ranges with their names, `drop 0.2`, except zeros. */
function amounts({ seed: _, ...data }: EventData): readonly Part[] {
  return Object.entries(data)
    .filter(([, value]) => value !== 0 && value !== null)
    .map(([name, value]) => {
      const { min, max } = membersOf(value);
      return `${name} ${min === undefined ? value : `${min}-${max}`}`;
    });
}

function isGoodAnswer({ status, chaos = [] }: EventData): boolean {
  return typeof status === 'number' && status >= 200 && status <= 299 && !isForged(chaos);
}

function isHtmlPage(body: unknown): boolean {
  return typeof body === 'string' && htmlPage.test(body);
}

const named: Telling = { detail: (_, { title, name, ...ids }) => [title ?? name, idIn(ids)] };
const idIn = ({ agreement_id, partner_id, class_id }: EventData) => agreement_id ?? partner_id ?? class_id;
const loggedIn: Telling = { detail: (t, { surface }) => [word(t, 'event.surface', surface)] };
const ofTerminal: Telling = { detail: (_, { serial }) => [serial] };

const tellings: Readonly<Record<TraceType, Telling>> = {
  'account.registered': { detail: (_, { short_name }) => [short_name] },
  'login.succeeded': loggedIn,
  'login.ended': loggedIn,
  'token.revoked': { detail: (_, { token_hint }) => [token_hint] },
  'account.password_changed': {},
  'account.password_reset': {},
  'account.deleted': {},
  'webhook_secret.replaced': {
    detail: (t, { former_signs_until: until }) => [until && t('event.former_secret', { until })],
  },
  'agreement.created': named,
  'partner.created': named,
  'class.created': named,
  'class.changed': named,
  'class.joined': named,
  'class.left': { title: (t, { by }) => t(by === 'trainer' ? 'event.class.removed' : 'event.class.left') },
  'session.created': {
    detail: (t, data) => [
      word(t, 'word.origin', data.origin),
      sum(t, data),
      data.identifier && t('event.quoted', { text: data.identifier }),
    ],
  },
  'script.matched': {
    detail: (t, { rule = 0, step = 0, name, leg1, leg2, after_ms: after }) => [
      name,
      t('event.rule', { rule, step }),
      ended(t, leg1),
      leg2 === 'none' ? t('event.never_accredited') : ended(t, leg2),
      after !== undefined && t('event.after', { duration: durationText(after, t.lang) }),
    ],
  },
  'session.paid': {
    tone: 'good',
    detail: (t, { source, script, ...data }) => [
      bySource(t, source),
      method(t, data.method),
      money(t, data.amount_ves),
      source === 'page' && script && bySource(t, 'script'),
      data.accreditation === 'none' && t('event.never_accredited'),
    ],
  },
  'session.payment_failed': {
    tone: 'bad',
    detail: (t, { reason, ...data }) => [word(t, 'payer.failed', reason), method(t, data.method)],
  },
  'session.failed': { tone: 'bad', detail: (t, { source }) => [bySource(t, source)] },
  'session.expired': { tone: 'wait', detail: (t, { reason }) => [bySource(t, reason)] },
  'session.accredited': {
    tone: 'good',
    detail: (t, { source, total_credits: count = 0, total_amount_ves_credited: credited }) => [
      money(t, credited),
      t('event.credits', { count }),
      source !== 'schedule' && bySource(t, source),
    ],
  },
  'session.accreditation_failed': {
    tone: 'bad',
    detail: (t, { source }) => [t('event.not_credited'), source !== 'schedule' && bySource(t, source)],
  },
  'session.status_queried': {
    detail: (t, { status, accreditation }) => [
      word(t, 'word.status', `${status}`),
      status === 'paid' && accreditation && word(t, 'word.accreditation', accreditation),
    ],
  },
  'webhook.emitted': {
    title: (t, { probe, resend_of }) =>
      probe
        ? t('event.webhook.probe_sent', { probe: word(t, 'word.probe', probe) })
        : t(resend_of ? 'event.webhook.sent_again' : 'event.webhook.emitted'),
    detail: (t, { event, url, ...data }) => [
      event,
      url ? `→ ${splitCredentials(url).shown}` : t('event.no_url'),
      faults(t, data),
    ],
  },
  'webhook.attempted': {
    // Some probes expect a refusal, so `webhook.probed` reports their result.
    tone: (data) => (data.probe ? 'plain' : isGoodAnswer(data) ? 'good' : 'bad'),
    title: (t, { attempt = 1, ...data }) =>
      t('event.webhook.attempted', { attempt, answer: answer(t, data) }),
    detail: (t, { event, via, ...data }) => [
      event,
      via && word(t, 'word.via', via),
      took(t, data),
      data.response_headers?.location && `Location: ${data.response_headers.location}`,
      isGoodAnswer(data) && isHtmlPage(data.response_body) && t('event.html_page'),
      faults(t, data),
    ],
  },
  'webhook.delivered': {
    tone: 'good',
    title: (t, { attempts = 1 }) => t('event.webhook.delivered', { attempts }),
    detail: (t, { event, duration_ms: ms }) => [event, duration(t, ms)],
  },
  'webhook.gave_up': {
    tone: 'bad',
    title: (t, { attempts = 1 }) => t('event.webhook.gave_up', { attempts }),
    detail: (t, { event, ...data }) => [
      event,
      // It ended with attempts left, so the attempt before has the last response.
      data.error === REPLAYED ? attemptError(REPLAYED, t) : answer(t, data),
    ],
  },
  'webhook.probed': {
    tone: ({ passed }) => (passed ? 'good' : 'bad'),
    title: (t, { passed, kind }) =>
      t(passed ? 'event.webhook.probe_passed' : 'event.webhook.probe_failed', {
        probe: word(t, 'word.probe', kind),
      }),
    detail: (t, { expected = '', ...data }) => [answer(t, data), t('event.expected', { expected })],
  },
  'webhook.received': {
    detail: (t, { receiver = '', body }) => [t('event.receiver', { receiver }), eventIn(body)],
  },
  'relay.connected': { tone: 'good', detail: (_, { relay_id }) => [relay_id] },
  'relay.disconnected': { tone: 'wait', detail: (t, { reason }) => [word(t, 'event.relay_end', reason)] },
  'relay.frame_rejected': { tone: 'bad', detail: (t, { reason }) => [word(t, 'word.frame_fault', reason)] },
  'control.outcome': {
    tone: ({ admitted }) => (admitted === false ? 'bad' : 'plain'),
    title: (t, { admitted }) =>
      t(admitted === false ? 'event.control.outcome_refused' : 'event.control.outcome'),
    detail: (t, { leg = 1, outcome, admitted, reason }) => [
      ended(t, outcome),
      t('event.leg', { leg }),
      admitted === false && storedWords(t, reason),
    ],
  },
  'control.reset': { tone: 'wait', detail: (t) => [t('event.gone')] },
  'control.script': {
    title: (t, { change }) =>
      t(change === 'set' ? 'event.control.script_set' : 'event.control.script_cleared'),
    detail: (t, { change, rules = 0 }) => [
      change === 'set' ? t('event.rules', { count: rules }) : t('event.unscripted'),
    ],
  },
  'control.snapshot': {
    tone: 'wait',
    detail: (t, { saved_at: at = '', events = 0 }) => [t('event.loaded', { at, events }), t('event.gone')],
  },
  'control.clock': {
    tone: 'wait',
    detail: (t, { change, from, to, frozen }) => [
      word(t, 'event.clock', change),
      change === 'advanced' ? duration(t, Date.parse(`${to}`) - Date.parse(`${from}`)) : to,
      frozen && t('event.frozen'),
    ],
  },
  'chaos.set': {
    tone: 'wait',
    detail: (t, data) => [t('event.seed', { seed: data.seed ?? 0 }), ...amounts(data)],
  },
  'chaos.cleared': {
    tone: 'wait',
    detail: (t, { injected = {} }) => [
      t('event.faults', { count: Object.values(injected).reduce((all, count) => all + count, 0) }),
    ],
  },
  'chaos.injected': {
    tone: 'wait',
    title: (t, { fault }) => t('event.chaos.injected', { fault: word(t, 'word.chaos', fault) }),
    detail: (t, { event, attempt, operation, status, ...held }) => [
      event,
      attempt !== undefined && t('event.attempt', { attempt }),
      operation,
      status,
      duration(t, held.delay_ms ?? held.hold_ms ?? held.latency_ms),
    ],
  },
  'pos.merchant_registered': { detail: (_, { email }) => [email] },
  'pos.pairing_requested': ofTerminal,
  'pos.pairing_refused': {
    tone: 'bad',
    detail: (t, { serial, tries_left: left }) => [
      serial,
      left !== undefined && t('event.tries_left', { left }),
    ],
  },
  'pos.paired': { ...ofTerminal, tone: 'good' },
  'pos.unpaired': ofTerminal,
  'pos.transaction_created': {
    detail: (t, { serial, ...data }) => [sum(t, data), serial ?? t('event.any_terminal'), data.order_id],
  },
  'pos.cancel_requested': {
    tone: 'wait',
    detail: (t, { from, status, order_id }) => [
      `${word(t, 'word.transaction', from)} → ${word(t, 'word.transaction', `${status}`)}`,
      order_id,
    ],
  },
  'pos.committed': {
    tone: 'good',
    detail: (t, { serial, from, ...data }) => [
      sum(t, data),
      serial,
      from === 'CANCELED' && t('event.was_cancelled'),
      data.order_id,
    ],
  },
  'pos.voided': { detail: (_, { serial, order_id }) => [serial, order_id] },
  'pos.settled': {
    tone: ({ count_differs }) => (count_differs ? 'wait' : 'good'),
    title: (t, { batch_number: batch = '' }) => t('event.pos.settled', { batch }),
    detail: (t, { transaction_count: count = 0, serial, ...counted }) => [
      t('event.payments', { count }),
      serial,
      counted.count_differs && t('event.own_count', { count: counted.own_count ?? 0 }),
    ],
  },
};

function eventIn(body: unknown): Part {
  const { event } = membersOf(body);
  return typeof event === 'string' && event;
}
