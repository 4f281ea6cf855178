import type { Tone } from '@svc-simulator/contract';
import { attemptError, type EventView, eventLine, isForged } from '@svc-simulator/core';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';

/** Participants in the sequence diagram, from left to right. */
export const lanes = ['payer', 'shop', 'provider', 'receiver'] as const;
export type SequenceLane = (typeof lanes)[number];

export interface SequenceMessage {
  readonly from: SequenceLane;
  readonly to: SequenceLane;
  readonly at: number;
  /** Can contain users' texts of any length. */
  readonly label: string;
  readonly kind: 'call' | 'answer' | 'retry' | 'probe' | 'note' | 'gap';
  readonly tone: Tone;
}

interface SequenceStep {
  /** Consecutive steps with the same key can be joined into one message with a count. */
  readonly key: string;
  readonly at: number;
  /** True for a status query. A program that polls sends hundreds, so queries are always joined. */
  readonly isQuery: boolean;
  readonly messages: (times: number) => readonly SequenceMessage[];
}

/** A longer diagram is shortened: repeated steps are joined first, then the middle is cut. */
const MAX_LINES = 48;
const LINES_BEFORE_GAP = 16;
/** Shortest pause that the diagram shows. */
const GAP_MS = 2_000;

/** Returns a session's history as at most `MAX_LINES` messages plus gaps. `events` come oldest first. */
export function sequenceMessages(events: readonly EventView[], t: Texts): readonly SequenceMessage[] {
  const steps = stepsInOrder(events, t);
  const allMessages = joinSteps(steps, ({ isQuery }) => isQuery);
  if (allMessages.length <= MAX_LINES) return withGaps(allMessages, t);
  const joinedMessages = joinSteps(steps, () => true);
  return withGaps(joinedMessages.length <= MAX_LINES ? joinedMessages : cutMiddle(joinedMessages, t), t);
}

/**
 * Sorts steps by start time, because the trace has the end of an attempt. If the clock was set back, later
 * events still come after all earlier events.
 */
function stepsInOrder(events: readonly EventView[], t: Texts): readonly SequenceStep[] {
  const segments: SequenceStep[][] = [[]];
  const previousEndAt = new Map<unknown, number>();
  let latestAt = Number.NEGATIVE_INFINITY;
  for (const event of events) {
    const { at, data } = event;
    const { delivery_id: delivery, duration_ms: durationMs } = data;
    if (at < latestAt) segments.push([]);
    latestAt = at;
    const startedAt = Math.min(
      at,
      Math.max(at - (durationMs ?? 0), previousEndAt.get(delivery) ?? Number.NEGATIVE_INFINITY),
    );
    if (event.type.startsWith('webhook.')) previousEndAt.set(delivery, at);
    segments.at(-1)?.push(...stepsOf(event, startedAt, t));
  }
  return segments.flatMap((steps) => steps.toSorted((a, b) => a.at - b.at));
}

function stepsOf(event: EventView, startedAt: number, t: Texts): readonly SequenceStep[] {
  const { type, at, data } = event;
  if (type === 'webhook.attempted') return [attemptStep(event, startedAt, t)];
  // A webhook with a URL isn't shown at its creation, because its attempts are messages of their own.
  if (hiddenTypes.includes(type) || (type === 'webhook.emitted' && data.url)) return [];
  const { tone, title, detail } = eventLine(t, event);
  const label = [title, detail].filter(Boolean).join(' · ');
  const from = senderOf(event);
  const kind = from === 'provider' ? 'note' : 'call';
  return [
    {
      key: `${type} ${label}`,
      at,
      isQuery: type === 'session.status_queried',
      messages: (times) => [
        { from, to: 'provider', at, label: times > 1 ? `${label} × ${times}` : label, kind, tone },
      ],
    },
  ];
}

const hiddenTypes = ['webhook.delivered', 'webhook.received'];

function senderOf({ type, data }: EventView): SequenceLane {
  switch (type) {
    case 'session.created':
    case 'session.status_queried':
      return 'shop';
    case 'session.payment_failed':
      return 'payer';
    case 'session.paid':
    case 'session.failed':
      return data.source === 'page' ? 'payer' : 'provider';
    case 'session.expired':
      return data.reason === 'operation' ? 'shop' : 'provider';
    default:
      return 'provider';
  }
}

function attemptStep(event: EventView, startedAt: number, t: Texts): SequenceStep {
  const { at, data } = event;
  const { event: name = '', attempt: number = 1, status, error, probe, delivery_id: delivery = '' } = data;
  const durationMs = data.duration_ms ?? 0;
  const isAccepted = typeof status === 'number' && status < 300 && !isForged(data.chaos ?? []);
  const tone = probe ? 'plain' : isAccepted ? 'good' : 'bad';
  const isRetry = number > 1;
  const subject = probe ? t('console.sequence.probe', { kind: t(`word.probe.${probe}`) }) : name;
  const retries = (times: number) =>
    isRetry && t('console.sequence.retry', { number: number - 1, times, last: number + times - 2 });
  const outcome =
    status == null ? `${t('word.delivery.silent')} (${attemptError(error ?? null, t)})` : `${status}`;
  return {
    key: `${delivery} ${isRetry} ${outcome}`,
    at: startedAt,
    isQuery: false,
    messages: (times) => [
      {
        from: 'provider',
        to: 'receiver',
        at: startedAt,
        label: [subject, retries(times)].filter(Boolean).join(' · '),
        kind: probe ? 'probe' : isRetry ? 'retry' : 'call',
        tone: 'plain',
      },
      {
        from: 'receiver',
        to: 'provider',
        at,
        label: `${outcome} · ${durationText(durationMs, t.lang)}`,
        kind: 'answer',
        tone,
      },
    ],
  };
}

/** Converts steps to messages. Consecutive steps with the same key become one if `canJoin` returns true. */
function joinSteps(
  steps: readonly SequenceStep[],
  canJoin: (step: SequenceStep) => boolean,
): readonly SequenceMessage[] {
  const runs: { readonly step: SequenceStep; times: number }[] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.step.key === step.key && canJoin(step)) last.times++;
    else runs.push({ step, times: 1 });
  }
  return runs.flatMap(({ step, times }) => step.messages(times));
}

function cutMiddle(messages: readonly SequenceMessage[], t: Texts): readonly SequenceMessage[] {
  const end = messages.slice(LINES_BEFORE_GAP - MAX_LINES + 1);
  const count = messages.length - LINES_BEFORE_GAP - end.length;
  const gap = gapMessage(messages[LINES_BEFORE_GAP]?.at ?? 0, t('console.sequence.moreMessages', { count }));
  return [...messages.slice(0, LINES_BEFORE_GAP), gap, ...end];
}

function withGaps(messages: readonly SequenceMessage[], t: Texts): readonly SequenceMessage[] {
  return messages.flatMap((message, index) => {
    const previous = messages[index - 1];
    const elapsedMs = message.at - (previous?.at ?? message.at);
    if (Math.abs(elapsedMs) < GAP_MS || message.kind === 'gap' || message.kind === 'answer') return [message];
    const span = durationText(Math.abs(elapsedMs), t.lang);
    const label = elapsedMs < 0 ? t('console.sequence.setBack', { span }) : span;
    return [gapMessage(message.at, label), message];
  });
}

function gapMessage(at: number, label: string): SequenceMessage {
  return { from: 'provider', to: 'provider', at, label, kind: 'gap', tone: 'plain' };
}
