import { accept, type Outcome, refuse, shortEvent, webhookEvents } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';

/** The event that a short or full name stands for; refused when there is none. */
export function eventNamed(t: Texts, name: string): Outcome<string, string> {
  const found = webhookEvents.find((event) => event === name || shortEvent(event) === name);
  if (found) return accept(found);
  return refuse(
    t('relay.no_event', {
      name: JSON.stringify(name),
      webhookEvents: webhookEvents.map(shortEvent).join(', '),
    }),
  );
}

/** `paid,accredited` as the events that it names. */
export function eventsNamed(t: Texts, list: string): Outcome<ReadonlySet<string>, string> {
  const events = new Set<string>();
  for (const name of list.split(',')) {
    const event = eventNamed(t, name.trim());
    if (!event.ok) return event;
    events.add(event.value);
  }
  return accept(events);
}
