import event from 'texts:event';
import payer from 'texts:payer';
import word from 'texts:word';
import { formatDuration, type TraceEvent } from '@svc-simulator/contract';
import { eventSentence } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

const storyTexts = textsByLanguage(event, payer, word);

/**
 * Returns the story of a session as indented text: each call or state, below it its webhooks, and below each
 * webhook its attempts with the responses. Times count from the first event.
 */
export function sessionStory(t: Texts, sessionId: string, events: readonly TraceEvent[]): string {
  if (events.length === 0) return t('testing.story.unknown_session', { sessionId });
  const startMs = Date.parse(events[0]?.at ?? '');
  const elapsedSinceStart = (event: TraceEvent) => elapsedText(Date.parse(event.at) - startMs);
  const lines = [t('testing.story.session', { sessionId })];
  for (const event of events) {
    if (isShownBelowWebhook(event)) continue;
    if (event.type !== 'webhook.emitted')
      lines.push(`  ${elapsedSinceStart(event).padEnd(9)} ${eventText(t, event)}`);
    else {
      const attempts = events.filter((other) => belongsToEmission(event, other));
      lines.push(`      ${eventText(t, event)}`);
      lines.push(
        ...attempts.map(
          (attempt) => `        ${elapsedSinceStart(attempt).padEnd(9)} ${attemptText(t, attempt)}`,
        ),
      );
      if (event.data.url !== null && attempts.length === 0)
        lines.push(`        ${t('testing.common.no_finished_attempt')}`);
    }
  }
  return lines.join('\n');
}

/**
 * Formats a time since the start: `+150 ms`, and from a minute on `+14 d 2 h` (after an advance of the
 * clock).
 */
function elapsedText(ms: number): string {
  const length = Math.abs(ms);
  return `${ms < 0 ? '-' : '+'}${length < 60_000 ? `${length} ms` : formatDuration(length)}`;
}

/**
 * Returns true for events that have no line of their own: those shown below their webhook, and
 * `webhook.received`, which only duplicates the attempt at a built-in receiver.
 */
function isShownBelowWebhook({ type }: TraceEvent): boolean {
  return /^(webhook\.(attempted|delivered|gave_up|probed|received)|chaos\.injected)$/.test(type);
}

function belongsToEmission(emission: TraceEvent, { type, data }: TraceEvent): boolean {
  return (
    type !== 'webhook.emitted' &&
    data.delivery_id !== undefined &&
    data.delivery_id === emission.data.delivery_id
  );
}

function eventText(t: Texts, event: TraceEvent): string {
  const sentence = eventSentence(storyTexts(t.lang), event);
  return sentence.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1));
}

function attemptText(t: Texts, event: TraceEvent): string {
  const { response_body: body } = event.data;
  return `${eventText(t, event)}${body === undefined || body === null || body === '' ? '' : ` ${quoteInline(body)}`}`;
}

/** Returns the value as JSON without line breaks, cut to 200 characters. */
function quoteInline(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
