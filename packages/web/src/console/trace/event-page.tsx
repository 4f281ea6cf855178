import type { Language } from '@svc-simulator/server/http/language.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Time } from '../parts/time.tsx';
import { EventText } from './event-line.tsx';
import type { EventView } from './event-line-data.ts';
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
      <PageHead title={`${texts.event} ${event.id}`}>
        <p class="row">
          <a href="/console/trace">{texts.title}</a>
          {olderId !== undefined && <a href={`/console/trace/${olderId}`}>{texts.older}</a>}
          {newerId !== undefined && <a href={`/console/trace/${newerId}`}>{texts.newer}</a>}
        </p>
      </PageHead>
      <section class="panel stack">
        <p class="event-row">
          <EventText lang={lang} event={event} />
        </p>
        <FactList
          class="wide"
          facts={[
            [texts.at, <Time atMs={event.at} />],
            [
              texts.session,
              event.sessionId && (
                <a href={`/console/sessions/${event.sessionId}`}>
                  <code>{event.sessionId}</code>
                </a>
              ),
            ],
          ]}
        />
        <div class="whole-event">
          <CodeBlock lang={lang} text={prettyJson(event.json)} what={`${texts.event} ${event.id}`} />
        </div>
      </section>
    </>
  );
}
