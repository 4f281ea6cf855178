import { accept, type Outcome, refuse, webhookEvents } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';

const PREFIX = 'payment_session.';

/** `paid` for `payment_session.paid`. */
export function shortEvent(event: string): string {
  return event.startsWith(PREFIX) ? event.slice(PREFIX.length) : event;
}

/** The event that a short or full name stands for; refused when there is none. */
export function eventNamed(name: string): Outcome<string> {
  const found = webhookEvents.find((event) => event === name || shortEvent(event) === name);
  if (found) return accept(found);
  return refuse({
    status: 400,
    title: 'Unknown event',
    detail: t`there is no event ${JSON.stringify(name)}; there are ${webhookEvents.map(shortEvent).join(', ')}`,
  });
}

/** `paid,accredited` as the events that it names. */
export function eventsNamed(list: string): Outcome<ReadonlySet<string>> {
  const events = new Set<string>();
  for (const name of list.split(',')) {
    const event = eventNamed(name.trim());
    if (!event.ok) return event;
    events.add(event.value);
  }
  return accept(events);
}
