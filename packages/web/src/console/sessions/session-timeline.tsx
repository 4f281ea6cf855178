import type { EventView } from '@svc-simulator/core';
import type { SessionReading } from '@svc-simulator/server/pages/console-services.ts';
import type { Child } from 'hono/jsx';
import { t } from '../../kit/parts.tsx';
import { addressWith } from '../page-call.ts';
import { Panel, Time } from '../parts/parts.tsx';
import { EventText } from '../trace/event-list.tsx';

interface TimelineProps {
  readonly reading: Pick<SessionReading, 'session' | 'events' | 'hasEarlier' | 'deliveries'>;
  readonly url: URL;
}

export function Timeline({ reading, url }: TimelineProps) {
  const { session, events, hasEarlier, deliveries } = reading;
  const shownIds = new Set(deliveries.map(({ id }) => id));
  const first = events[0];
  return (
    <Panel
      title={t('console.sessions.timeline.heading')}
      aside={<span class="soft small">{t('console.sessions.timeline.order')}</span>}
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
            <TimelineLine event={event}>
              {times > 1 && (
                <strong class="small figures">
                  × {times}
                  <span class="unseen"> {t('console.sessions.timeline.times')}</span>
                </strong>
              )}
              {deliveryId && shownIds.has(deliveryId) && (
                <a class="small" href={`#d-${deliveryId}`}>
                  {t('console.sessions.timeline.toDelivery')}
                </a>
              )}
            </TimelineLine>
            {followers.length > 0 && (
              <ol>
                {followers.map((follower) => (
                  <li>
                    <TimelineLine event={asFollower(event, follower)} />
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

/** Removes the webhook's name, which the line above shows, and marks probes, whose refusal may be correct. */
function asFollower({ data: { probe } }: EventView, follower: EventView): EventView {
  const { event: _, ...data } = follower.data;
  return { ...follower, data: probe ? { ...data, probe } : data };
}

function TimelineLine({ event, children }: Readonly<{ event: EventView; children?: Child }>) {
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

interface TimelineEntry {
  readonly event: EventView;
  readonly followers: readonly EventView[];
  /** How often the same query occurred in a row; `event` is the first one. */
  readonly times: number;
  /** The delivery that the emission created; undefined for other events, and without a URL. */
  readonly deliveryId: string | undefined;
}

type MutableEntry = {
  event: EventView;
  followers: EventView[];
  times: number;
  deliveryId: string | undefined;
};

/**
 * Groups events, oldest first: each webhook is followed by its own attempts and response, even if several
 * webhooks overlap. Equal status queries in a row are one entry.
 */
export function timelineEntries(events: readonly EventView[]): readonly TimelineEntry[] {
  const entries: MutableEntry[] = [];
  const byDelivery = new Map<string, EventView[]>();
  const byKey = new Map<string, EventView[]>();
  for (const event of events) {
    const { delivery_id: deliveryId, headers } = event.data;
    const emits = event.type === 'webhook.emitted';
    const key = headers?.['idempotency-key'];
    const siblings =
      event.type === 'webhook.received' ? byKey.get(key ?? '') : byDelivery.get(deliveryId ?? '');
    if (siblings && !emits) {
      siblings.push(event);
      continue;
    }
    const previous = entries.at(-1);
    if (previous && isSameQuery(previous.event, event)) {
      previous.times++;
      continue;
    }
    const followers: EventView[] = [];
    entries.push({ event, followers, times: 1, deliveryId: (emits && deliveryId) || undefined });
    if (!emits) continue;
    if (deliveryId) byDelivery.set(deliveryId, followers);
    // A resend has the same key, so a received webhook belongs to the latest delivery.
    if (key) byKey.set(key, followers);
  }
  return entries;
}

function isSameQuery(previous: EventView, event: EventView): boolean {
  if (event.type !== 'session.status_queried' || previous.type !== event.type) return false;
  return (
    previous.data.status === event.data.status && previous.data.accreditation === event.data.accreditation
  );
}
