import type { EventView } from '@svc-simulator/core';
import type { SessionReading } from '@svc-simulator/server/pages/console-services.ts';
import type { Child } from 'hono/jsx';
import { t } from '../../kit/speaking.ts';
import { addressWith } from '../page-call.ts';
import { Panel, Time } from '../parts/parts.tsx';
import { EventText } from '../trace/event-list.tsx';
import { timelineEntries } from './timeline-entries.ts';

interface TimelineProps {
  readonly reading: Pick<SessionReading, 'session' | 'events' | 'hasEarlier' | 'deliveries'>;
  /** The page's own address. */
  readonly url: URL;
}

/** What happened in a session, from the call to the receiver's answer. */
export function Timeline({ reading, url }: TimelineProps) {
  const { session, events, hasEarlier, deliveries } = reading;
  const shown = new Set(deliveries.map(({ id }) => id));
  const first = events[0];
  return (
    <Panel
      title={t('console.sessions.timeline.heading')}
      beside={<span class="soft small">{t('console.sessions.timeline.order')}</span>}
      name="timeline"
      live="timeline"
    >
      {hasEarlier && first && (
        <a href={`${addressWith(url, { before: String(first.id) })}#timeline`}>
          {t('console.sessions.timeline.earlier')}
        </a>
      )}
      {events.length === 0 && <p class="soft">{t('console.sessions.timeline.empty')}</p>}
      <ol class="timeline">
        {timelineEntries(events).map(({ event, followers, times, deliveryId }) => (
          <li>
            <Line event={event}>
              {times > 1 && (
                <strong class="small figures">
                  × {times}
                  <span class="unseen"> {t('console.sessions.timeline.times')}</span>
                </strong>
              )}
              {deliveryId && shown.has(deliveryId) && (
                <a class="small" href={`#d-${deliveryId}`}>
                  {t('console.sessions.timeline.toDelivery')}
                </a>
              )}
            </Line>
            {followers.length > 0 && (
              <ol>
                {followers.map((follower) => (
                  <li>
                    <Line event={within(event, follower)} />
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
      {url.searchParams.has('before') && (
        <a href={`${addressWith(url, { before: null })}#timeline`}>{t('console.sessions.timeline.latest')}</a>
      )}
      <a href={`/console/trace?session=${session.id}`}>{t('console.sessions.timeline.inTrace')}</a>
    </Panel>
  );
}

/** An event of a webhook as it reads below it: the webhook has been named, and a refused probe may be as it should. */
function within({ data: { probe } }: EventView, follower: EventView): EventView {
  const { event: _, ...data } = follower.data;
  return { ...follower, data: probe ? { ...data, probe } : data };
}

function Line({ event, children }: Readonly<{ event: EventView; children?: Child }>) {
  return (
    <div class="line">
      <a class="moment soft" href={`/console/trace/${event.id}`}>
        <Time atMs={event.at} form="clock" />
      </a>
      <div>
        <EventText event={event} />
        {children}
      </div>
    </div>
  );
}
