import type { Language } from '@svc-simulator/server/http/language.ts';
import { AlertIcon } from '../../kit/icons.tsx';
import { EventText } from '../parts/event-line.tsx';
import type { EventView } from '../parts/event-line-data.ts';
import { Time } from '../parts/time.tsx';
import { overviewTexts } from './texts.ts';

interface TroublesProps {
  readonly lang: Language;
  readonly events: readonly EventView[];
}

/** Webhooks that nobody took, each with the way to its session, which says why. */
export function Troubles({ lang, events }: TroublesProps) {
  const texts = overviewTexts(lang).trouble;
  return (
    <section class="panel stack troubles">
      <h2>
        <AlertIcon />
        {texts.title}
      </h2>
      <ul class="events">
        {events.map((event) => (
          <li>
            <p class="event-row">
              <Time atMs={event.at} form="clock" />
              <EventText lang={lang} event={event} />
              <a
                href={event.sessionId ? `/console/sessions/${event.sessionId}` : `/console/trace/${event.id}`}
              >
                {texts.why}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
