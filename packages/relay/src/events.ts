import { accept, type Outcome, refuse, shortEvent, webhookEvents } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';

/** `paid,accredited` as the events that it names; refused when there is none of a name. */
export function eventsNamed(t: Texts, list: string): Outcome<ReadonlySet<string>, string> {
  const names = list.split(',').map((name) => name.trim());
  const found = names.map((name) =>
    webhookEvents.find((event) => event === name || shortEvent(event) === name),
  );
  const wrong = found.indexOf(undefined);
  if (wrong < 0) return accept(new Set(found as readonly string[]));
  return refuse(
    t('relay.no_event', {
      name: JSON.stringify(names[wrong]),
      webhookEvents: webhookEvents.map(shortEvent).join(', '),
    }),
  );
}
