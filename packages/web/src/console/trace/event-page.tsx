import type { Language } from '@svc-simulator/server/http/language.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { EventText } from '../parts/event-line.tsx';
import type { EventView } from '../parts/event-line-data.ts';
import { Time } from '../parts/time.tsx';
import { prettyJson } from './event-list.tsx';
import { traceTexts } from './texts.ts';

interface EventPageProps {
  readonly lang: Language;
  readonly event: EventView;
  readonly newerId: number | undefined;
  readonly olderId: number | undefined;
}

/** One event with everything that is stored of it. */
export function EventPage({ lang, event, newerId, olderId }: EventPageProps) {
  const texts = traceTexts(lang);
  return (
    <>
      <header class="page-head">
        <h1>
          {texts.event} {event.id}
        </h1>
        <p class="row">
          <a href="/console/trace">{texts.title}</a>
          {olderId !== undefined && <a href={`/console/trace/${olderId}`}>{texts.older}</a>}
          {newerId !== undefined && <a href={`/console/trace/${newerId}`}>{texts.newer}</a>}
        </p>
      </header>
      <section class="panel stack">
        <p class="event-row">
          <EventText lang={lang} event={event} />
        </p>
        <dl class="facts wide">
          <div>
            <dt>{texts.at}</dt>
            <dd>
              <Time atMs={event.at} />
            </dd>
          </div>
          {event.sessionId && (
            <div>
              <dt>{texts.session}</dt>
              <dd>
                <a href={`/console/sessions/${event.sessionId}`}>
                  <code>{event.sessionId}</code>
                </a>
              </dd>
            </div>
          )}
        </dl>
        <div class="whole-event">
          <CodeBlock lang={lang} text={prettyJson(event.json)} what={`${texts.event} ${event.id}`} />
        </div>
      </section>
    </>
  );
}
