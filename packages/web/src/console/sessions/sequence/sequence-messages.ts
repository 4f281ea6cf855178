import type { Tone } from '@svc-simulator/contract';
import type { EventView } from '@svc-simulator/core';
import { attemptError, eventLine, isForged } from '@svc-simulator/core';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';

/** Who takes part in a session's life, as the diagram has them from left to right. */
export const lanes = ['payer', 'shop', 'provider', 'receiver'] as const;
export type Lane = (typeof lanes)[number];

/** One line of the diagram. A `note` has a single lane; `gap` is a time without events. */
export interface SequenceMessage {
  readonly from: Lane;
  readonly to: Lane;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Texts of users may be in it, of any length. */
  readonly label: string;
  readonly kind: 'call' | 'answer' | 'retry' | 'probe' | 'note' | 'gap';
  readonly tone: Tone;
}

interface Step {
  /** Steps with the same key that follow each other may be told as one. */
  readonly key: string;
  readonly at: number;
  /** An application that waits for a status asks by the hundred: no diagram tells each. */
  readonly isQuery: boolean;
  readonly messages: (times: number) => readonly SequenceMessage[];
}

/** A diagram of more lines is summarised: first what repeats itself, then what lies in the middle. */
const LINES = 48;
const KEPT_AT_BEGINNING = 16;
/** So long nothing happens before it is said. */
const GAP_MS = 2_000;

/**
 * The life of a session as messages between those who take part, from its trace events, oldest first. At most `LINES`
 * messages and the gaps between them, however long the life is.
 */
export function sequenceMessages(events: readonly EventView[], t: Texts): readonly SequenceMessage[] {
  const steps = inOrder(events, t);
  const whole = told(steps, ({ isQuery }) => isQuery);
  if (whole.length <= LINES) return withGaps(whole, t);
  const short = told(steps, () => true);
  return withGaps(short.length <= LINES ? short : withoutMiddle(short, t), t);
}

/**
 * An attempt is traced when it has ended, and told when it began: after what it sends was made, though the account's clock may have
 * stood still or been set meanwhile. Where that was set back, what comes then comes after all before it.
 */
function inOrder(events: readonly EventView[], t: Texts): readonly Step[] {
  const stretches: Step[][] = [[]];
  const since = new Map<unknown, number>();
  let latest = Number.NEGATIVE_INFINITY;
  for (const event of events) {
    const { at, data } = event;
    const { delivery_id: delivery, duration_ms: took } = data;
    if (at < latest) stretches.push([]);
    latest = at;
    const began = Math.min(at, Math.max(at - (took ?? 0), since.get(delivery) ?? Number.NEGATIVE_INFINITY));
    if (event.type.startsWith('webhook.')) since.set(delivery, at);
    stretches.at(-1)?.push(...stepsOf(event, began, t));
  }
  return stretches.flatMap((steps) => steps.toSorted((one, other) => one.at - other.at));
}

/** `began`: when an attempt began. */
function stepsOf(event: EventView, began: number, t: Texts): readonly Step[] {
  const { type, at, data } = event;
  const { tone, title, detail } = eventLine(t, event);
  const label = [title, detail].filter(Boolean).join(' · ');
  const one = (from: Lane, to: Lane): Step[] => [
    {
      key: `${type} ${label}`,
      at,
      isQuery: type === 'session.status_queried',
      messages: (times) => [
        { from, to, at, label: counted(label, times), kind: from === to ? 'note' : 'call', tone },
      ],
    },
  ];
  switch (type) {
    case 'webhook.attempted':
      return [attempt(event, began, t)];
    case 'webhook.emitted':
      // The attempts report it, unless the webhook has no URL.
      return data.url ? [] : one('provider', 'provider');
    case 'webhook.delivered':
    case 'webhook.received':
      return [];
    case 'session.created':
    case 'session.status_queried':
      return one('shop', 'provider');
    case 'session.paid':
    case 'session.payment_failed':
    case 'session.failed':
      return one(
        data.source === 'page' || type === 'session.payment_failed' ? 'payer' : 'provider',
        'provider',
      );
    case 'session.expired':
      return one(data.reason === 'operation' ? 'shop' : 'provider', 'provider');
    default:
      return one('provider', 'provider');
  }
}

/** A request to the receiver, and what it answered. */
function attempt(event: EventView, began: number, t: Texts): Step {
  const { at, data } = event;
  const { event: name = '', attempt: number = 1, status, error, probe, delivery_id: delivery = '' } = data;
  const took = data.duration_ms ?? 0;
  const isAsItShould = typeof status === 'number' && status < 300 && !isForged(data.chaos ?? []);
  const tone = probe ? 'plain' : isAsItShould ? 'good' : 'bad';
  const isRetry = number > 1;
  const asked = (times: number) =>
    [
      probe ? t('console.sequence.probe', { kind: t(`word.probe.${probe}`) }) : name,
      isRetry && t('console.sequence.retry', { number: number - 1, times, last: number + times - 2 }),
    ].filter(Boolean);
  const answered =
    status == null ? `${t('word.delivery.silent')} (${attemptError(error ?? null, t)})` : `${status}`;
  return {
    key: `${delivery} ${isRetry} ${answered}`,
    at: began,
    isQuery: false,
    messages: (times) => [
      {
        from: 'provider',
        to: 'receiver',
        at: began,
        label: asked(times).join(' · '),
        kind: probe ? 'probe' : isRetry ? 'retry' : 'call',
        tone: 'plain',
      },
      {
        from: 'receiver',
        to: 'provider',
        at,
        label: `${answered} · ${durationText(took, t.lang)}`,
        kind: 'answer',
        tone,
      },
    ],
  };
}

function counted(label: string, times: number): string {
  return times > 1 ? `${label} × ${times}` : label;
}

/** Steps as messages, those that follow each other with the same key as one where they `mayJoin`. */
function told(steps: readonly Step[], mayJoin: (step: Step) => boolean): readonly SequenceMessage[] {
  const runs: { readonly step: Step; times: number }[] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.step.key === step.key && mayJoin(step)) last.times++;
    else runs.push({ step, times: 1 });
  }
  return runs.flatMap(({ step, times }) => step.messages(times));
}

function withoutMiddle(messages: readonly SequenceMessage[], t: Texts): readonly SequenceMessage[] {
  const end = messages.slice(KEPT_AT_BEGINNING - LINES + 1);
  const left = messages.length - KEPT_AT_BEGINNING - end.length;
  const at = messages[KEPT_AT_BEGINNING]?.at ?? 0;
  const label = t('console.sequence.leftOut', { count: left });
  return [
    ...messages.slice(0, KEPT_AT_BEGINNING),
    { from: 'provider', to: 'provider', at, label, kind: 'gap', tone: 'plain' },
    ...end,
  ];
}

function withGaps(messages: readonly SequenceMessage[], t: Texts): readonly SequenceMessage[] {
  return messages.flatMap((message, index) => {
    const before = messages[index - 1];
    const passed = message.at - (before?.at ?? message.at);
    if (Math.abs(passed) < GAP_MS || message.kind === 'gap' || message.kind === 'answer') return [message];
    const span = durationText(Math.abs(passed), t.lang);
    const label = passed < 0 ? t('console.sequence.setBack', { span }) : span;
    return [{ from: 'provider', to: 'provider', at: message.at, label, kind: 'gap', tone: 'plain' }, message];
  });
}
