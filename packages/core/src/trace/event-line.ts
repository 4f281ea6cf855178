import { type ChaosFault, isNameOf, membersOf, type TraceType } from '@svc-simulator/contract';
import { storedMessageText } from '@svc-simulator/texts/message.ts';
import { durationText, formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { attemptError, isUnusableAnswer } from '../delivery/attempt-errors.ts';
import { htmlPage } from '../delivery/diagnosis/causes.ts';
import { isForged } from '../delivery/diagnosis/diagnosis.ts';
import { REPLAYED } from '../delivery/diagnosis/trace-diagnosis.ts';
import { splitCredentials } from '../url-credentials.ts';
import type { EventData } from './event-data.ts';

export type EventTone = 'good' | 'bad' | 'wait' | 'plain';

export interface EventLine {
  readonly tone: EventTone;
  readonly title: string;
  /** Describes the event's data. The description can contain texts of users, which can have any length. */
  readonly detail: string | undefined;
}

export interface DescribedEvent {
  readonly type: TraceType | (string & {});
  readonly data: EventData;
}

type Part = string | number | null | undefined | false;

interface EventFormat {
  /** A title that depends on the event's data. Default: the text `event.TYPE`. */
  readonly title?: (t: Texts, data: EventData) => string;
  readonly detail?: (t: Texts, data: EventData) => readonly Part[];
  readonly tone?: EventTone | ((data: EventData) => EventTone);
}

/** Describes an event in words; an unknown type is its own title. */
export function eventLine(t: Texts, { type, data }: DescribedEvent): EventLine {
  const format: EventFormat = isNameOf(formatsByType, type) ? formatsByType[type] : {};
  const { title, detail, tone = 'plain' } = format;
  return {
    tone: typeof tone === 'function' ? tone(data) : tone,
    title: title?.(t, data) ?? t.maybe(`event.${type}`) ?? type,
    detail: detail && (joinParts(detail(t, data)) || undefined),
  };
}

/** Describes an event in one text: `Attempt 2: returned 401 · payment_session.paid · 35 ms`. */
export function eventSentence(t: Texts, event: DescribedEvent): string {
  const { title, detail } = eventLine(t, event);
  return joinParts([title, detail]);
}

/** Formats faults as one tag: `chaos: sent twice, held back`. */
export function chaosTag(t: Texts, faults: readonly ChaosFault[]): string {
  return t('word.chaosTag', { faults: faults.map((fault) => wordFor(t, 'word.chaos', fault)).join(', ') });
}

function joinParts(parts: readonly Part[]): string {
  return parts.filter(Boolean).join(' · ');
}

function wordFor(t: Texts, group: string, value: string | undefined): string {
  return t.maybe(`${group}.${value?.replaceAll(' ', '_')}`) ?? value ?? '';
}

const sourceWord = (t: Texts, source: string | undefined) => wordFor(t, 'event.by', source);
const outcomeWords = (t: Texts, outcome: string | undefined) =>
  wordFor(t, 'word.webhook', outcome && `payment_session.${outcome}`);
const durationPart = (t: Texts, ms: number | undefined) => ms !== undefined && durationText(ms, t.lang);
const methodWord = (t: Texts, name: string | undefined) => wordFor(t, 'word.method', name);
/** Formats an amount in major units. An amount without a currency is in VES. */
const moneyText = (t: Texts, amount: number | undefined, currency = 'VES') =>
  amount !== undefined && formatMoney(Math.round(amount * 100), currency, t.lang);
const amountText = (t: Texts, data: EventData) =>
  moneyText(t, data.amount_reference, data.currency_reference);
const faultsPart = (t: Texts, { chaos }: EventData) => chaos && chaosTag(t, chaos);

function responsePart(t: Texts, { status, error }: EventData): string {
  if (status != null) return t('event.answered', { status });
  const why = attemptError(error ?? null, t);
  return isUnusableAnswer(error ?? null) ? why : t('event.unanswered', { error: why });
}

/** Adds the time measured by the simulator if a relay reported the receiver's time. */
function responseTime(
  t: Texts,
  { duration_ms: localMs, simulator_duration_ms: simulatorMs }: EventData,
): Part {
  if (localMs === undefined || simulatorMs === undefined || simulatorMs === localMs)
    return durationPart(t, localMs);
  return t('event.took_with_relay', {
    local: durationText(localMs, t.lang),
    whole: durationText(simulatorMs, t.lang),
  });
}

/** Formats the settings that aren't zero with their names, such as `drop 0.2`. */
function chaosSettingParts({ seed: _, ...data }: EventData): readonly Part[] {
  return Object.entries(data)
    .filter(([, value]) => value !== 0 && value !== null)
    .map(([name, value]) => {
      const { min, max } = membersOf(value);
      return `${name} ${min === undefined ? value : `${min}-${max}`}`;
    });
}

function isExpectedSuccess({ status, chaos = [] }: EventData): boolean {
  return typeof status === 'number' && status >= 200 && status <= 299 && !isForged(chaos);
}

function isHtmlPage(body: unknown): boolean {
  return typeof body === 'string' && htmlPage.test(body);
}

const nameFormat: EventFormat = { detail: (_, { title, name, ...ids }) => [title ?? name, recordIdIn(ids)] };
const recordIdIn = ({ agreement_id, partner_id, class_id }: EventData) =>
  agreement_id ?? partner_id ?? class_id;
const loginFormat: EventFormat = { detail: (t, { surface }) => [wordFor(t, 'event.surface', surface)] };
const terminalFormat: EventFormat = { detail: (_, { serial }) => [serial] };

const formatsByType: Readonly<Record<TraceType, EventFormat>> = {
  'account.registered': { detail: (_, { short_name }) => [short_name] },
  'login.succeeded': loginFormat,
  'login.ended': loginFormat,
  'token.revoked': { detail: (_, { token_hint }) => [token_hint] },
  'account.password_changed': {},
  'account.password_reset': {
    title: (t, { by }) =>
      t(by === 'operator' ? 'event.account.password_reset_by' : 'event.account.password_reset'),
  },
  'account.suspended': {
    tone: 'bad',
    detail: (t, { reason, delete_at: at }) => [reason, at && t('event.deletion', { at })],
  },
  'account.resumed': { tone: 'good' },
  'account.quotas_changed': {},
  'account.deleted': {},
  'webhook_secret.replaced': {
    detail: (t, { former_signs_until: until }) => [until && t('event.former_secret', { until })],
  },
  'agreement.created': nameFormat,
  'partner.created': nameFormat,
  'class.created': nameFormat,
  'class.changed': nameFormat,
  'class.joined': nameFormat,
  'class.left': {
    title: (t, { by }) =>
      t(by === 'trainer' ? 'event.class.removed' : by === 'move' ? 'event.class.moved' : 'event.class.left'),
  },
  'class.noted': { title: (t, { by }) => t(by === 'trainer' ? 'event.class.note' : 'event.class.noted') },
  'certificate.issued': nameFormat,
  'certificate.revoked': nameFormat,
  'session.created': {
    detail: (t, data) => [
      wordFor(t, 'word.origin', data.origin),
      amountText(t, data),
      data.identifier && t('event.quoted', { text: data.identifier }),
    ],
  },
  'script.matched': {
    detail: (t, { rule = 0, step = 0, name, leg1, leg2, after_ms: after }) => [
      name,
      t('event.rule', { rule, step }),
      outcomeWords(t, leg1),
      leg2 === 'none' ? t('event.never_accredited') : outcomeWords(t, leg2),
      after !== undefined && t('event.after', { duration: durationText(after, t.lang) }),
    ],
  },
  'session.paid': {
    tone: 'good',
    detail: (t, { source, script, ...data }) => [
      sourceWord(t, source),
      methodWord(t, data.method),
      moneyText(t, data.amount_ves),
      source === 'page' && script && sourceWord(t, 'script'),
      data.accreditation === 'none' && t('event.never_accredited'),
    ],
  },
  'session.payment_failed': {
    tone: 'bad',
    detail: (t, { reason, ...data }) => [wordFor(t, 'payer.failed', reason), methodWord(t, data.method)],
  },
  'session.failed': { tone: 'bad', detail: (t, { source }) => [sourceWord(t, source)] },
  'session.expired': { detail: (t, { reason }) => [sourceWord(t, reason)] },
  'session.accredited': {
    tone: 'good',
    detail: (t, { source, total_credits: count = 0, total_amount_ves_credited: credited }) => [
      moneyText(t, credited),
      t('event.credits', { count }),
      source !== 'schedule' && sourceWord(t, source),
    ],
  },
  'session.accreditation_failed': {
    tone: 'bad',
    detail: (t, { source }) => [t('event.not_credited'), source !== 'schedule' && sourceWord(t, source)],
  },
  'session.status_queried': {
    detail: (t, { status, accreditation }) => [
      wordFor(t, 'word.status', `${status}`),
      status === 'paid' && accreditation && wordFor(t, 'word.accreditation', accreditation),
    ],
  },
  'webhook.emitted': {
    title: (t, { probe, resend_of, edited }) =>
      probe
        ? t('event.webhook.probe_sent', { probe: wordFor(t, 'word.probe', probe) })
        : edited
          ? t('event.webhook.edited')
          : t(resend_of ? 'event.webhook.sent_again' : 'event.webhook.emitted'),
    detail: (t, { event, url, ...data }) => [
      url ? `${event} → ${splitCredentials(url).maskedUrl}` : event,
      !url && t('event.no_url'),
      faultsPart(t, data),
    ],
  },
  'webhook.attempted': {
    // The attempt of a probe has no color, because a refusal can be the right response to a probe. The color
    // of `webhook.probed` shows the result.
    tone: (data) => (data.probe ? 'plain' : isExpectedSuccess(data) ? 'good' : 'bad'),
    title: (t, { attempt = 1, ...data }) =>
      t('event.webhook.attempted', { attempt, answer: responsePart(t, data) }),
    detail: (t, { event, via, ...data }) => [
      event,
      via && wordFor(t, 'word.via', via),
      responseTime(t, data),
      data.response_headers?.location && `Location: ${data.response_headers.location}`,
      isExpectedSuccess(data) && isHtmlPage(data.response_body) && t('event.html_page'),
      faultsPart(t, data),
    ],
  },
  'webhook.delivered': {
    tone: 'good',
    title: (t, { attempts = 1 }) => t('event.webhook.delivered', { attempts }),
    detail: (t, { event, duration_ms: ms }) => [event, durationPart(t, ms)],
  },
  'webhook.gave_up': {
    tone: 'bad',
    title: (t, { attempts = 1 }) => t('event.webhook.gave_up', { attempts }),
    detail: (t, { event, ...data }) => [
      // A delivery that a replay replaced has no response of its own, so the reason is shown.
      data.error === REPLAYED ? attemptError(REPLAYED, t) : responsePart(t, data),
      event,
    ],
  },
  'webhook.probed': {
    tone: ({ passed }) => (passed ? 'good' : 'bad'),
    title: (t, { passed, kind }) =>
      t(passed ? 'event.webhook.probe_passed' : 'event.webhook.probe_failed', {
        probe: wordFor(t, 'word.probe', kind),
      }),
    detail: (t, { expected = '', ...data }) => [responsePart(t, data), t('event.expected', { expected })],
  },
  'webhook.received': {
    detail: (t, { receiver = '', body }) => [t('event.receiver', { receiver }), webhookEventIn(body)],
  },
  'relay.connected': { tone: 'good', detail: (_, { relay_id }) => [relay_id] },
  'relay.disconnected': { tone: 'wait', detail: (t, { reason }) => [wordFor(t, 'event.relay_end', reason)] },
  'relay.frame_rejected': {
    tone: 'bad',
    detail: (t, { reason }) => [wordFor(t, 'word.frame_fault', reason)],
  },
  'control.outcome': {
    tone: ({ admitted }) => (admitted === false ? 'bad' : 'plain'),
    title: (t, { admitted }) =>
      t(admitted === false ? 'event.control.outcome_refused' : 'event.control.outcome'),
    detail: (t, { leg = 1, outcome, admitted, reason }) => [
      outcomeWords(t, outcome),
      t('event.leg', { leg }),
      admitted === false && storedMessageText(t, reason),
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
    detail: (t, { saved_at: savedAt = '', events = 0 }) => [
      t('event.loaded', { at: savedAt, events }),
      t('event.gone'),
    ],
  },
  'control.clock': {
    tone: 'wait',
    detail: (t, { change, from, to, frozen }) => [
      wordFor(t, 'event.clock', change),
      change === 'advanced' ? durationPart(t, Date.parse(`${to}`) - Date.parse(`${from}`)) : to,
      frozen && t('event.frozen'),
    ],
  },
  'chaos.set': {
    tone: 'wait',
    detail: (t, data) => [t('event.seed', { seed: data.seed ?? 0 }), ...chaosSettingParts(data)],
  },
  'chaos.cleared': {
    tone: 'wait',
    detail: (t, { injected = {} }) => [
      t('event.faults', { count: Object.values(injected).reduce((total, count) => total + count, 0) }),
    ],
  },
  'chaos.injected': {
    tone: 'wait',
    title: (t, { fault }) => t('event.chaos.injected', { fault: wordFor(t, 'word.chaos', fault) }),
    detail: (t, { event, attempt, operation, status, ...timing }) => [
      event,
      attempt !== undefined && t('event.attempt', { attempt }),
      operation,
      status,
      durationPart(t, timing.delay_ms ?? timing.hold_ms ?? timing.latency_ms),
    ],
  },
  'pos.merchant_registered': { detail: (_, { email }) => [email] },
  'pos.pairing_requested': terminalFormat,
  'pos.pairing_refused': {
    tone: 'bad',
    detail: (t, { serial, tries_left: left }) => [
      serial,
      left !== undefined && t('event.tries_left', { left }),
    ],
  },
  'pos.paired': { ...terminalFormat, tone: 'good' },
  'pos.unpaired': terminalFormat,
  'pos.transaction_created': {
    detail: (t, { serial, ...data }) => [
      amountText(t, data),
      serial ?? t('event.any_terminal'),
      data.order_id,
    ],
  },
  'pos.cancel_requested': {
    tone: 'wait',
    detail: (t, { from, status, order_id }) => [
      `${wordFor(t, 'word.transaction', from)} → ${wordFor(t, 'word.transaction', `${status}`)}`,
      order_id,
    ],
  },
  'pos.committed': {
    tone: 'good',
    detail: (t, { serial, from, ...data }) => [
      amountText(t, data),
      serial,
      from === 'CANCELED' && t('event.was_cancelled'),
      data.order_id,
    ],
  },
  'pos.voided': { detail: (_, { serial, order_id }) => [serial, order_id] },
  'pos.settled': {
    tone: ({ count_differs }) => (count_differs ? 'wait' : 'good'),
    title: (t, { batch_number: batch = '' }) => t('event.pos.settled', { batch }),
    detail: (t, { transaction_count: count = 0, serial, ...settlement }) => [
      t('event.payments', { count }),
      serial,
      settlement.count_differs && t('event.own_count', { count: settlement.own_count ?? 0 }),
    ],
  },
};

function webhookEventIn(body: unknown): Part {
  const { event } = membersOf(body);
  return typeof event === 'string' && event;
}
