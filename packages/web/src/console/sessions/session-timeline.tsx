import type { EventView } from '@svc-simulator/core';
import type { SessionReading } from '@svc-simulator/server/pages/console-services.ts';
import type { Child } from 'hono/jsx';
import { t } from '../../kit/parts.tsx';
import { addressWith } from '../page-call.ts';
import { Panel, Time } from '../parts/parts.tsx';
import { EventText } from '../trace/event-list.tsx';

interface TimelineProps {
  readonly reading: Pick<SessionReading, 'session' | 'events' | 'hasEarlier' | 'deliveries'>;
  /** The page's own address. */
  readonly url: URL;
}

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

interface TimelineEntry {
  readonly event: EventView;
  readonly followers: readonly EventView[];
  /** How many times the same happened in a row, `event` being the first time. */
  readonly times: number;
  /** The delivery that the emission opened; undefined for all other events, and when nothing was sent. */
  readonly deliveryId: string | undefined;
}

type Entry = { event: EventView; followers: EventView[]; times: number; deliveryId: string | undefined };

/**
 * Puts events, oldest first, into the order of a story: what was called, what it changed, which webhook that emitted, and
 * under the webhook its attempts and the answer, even where those of several webhooks came mixed. Status queries that
 * are answered alike, as an application makes by the hundred while it waits, are one entry.
 */
export function timelineEntries(events: readonly EventView[]): readonly TimelineEntry[] {
  const entries: Entry[] = [];
  const byDelivery = new Map<string, EventView[]>();
  const byKey = new Map<string, EventView[]>();
  for (const event of events) {
    const { delivery_id: deliveryId, headers } = event.data;
    const emits = event.type === 'webhook.emitted';
    const key = headers?.['idempotency-key'];
    const followed =
      event.type === 'webhook.received' ? byKey.get(key ?? '') : byDelivery.get(deliveryId ?? '');
    if (followed && !emits) {
      followed.push(event);
      continue;
    }
    const before = entries.at(-1);
    if (before && isSameQuery(before.event, event)) {
      before.times++;
      continue;
    }
    const followers: EventView[] = [];
    entries.push({ event, followers, times: 1, deliveryId: (emits && deliveryId) || undefined });
    if (!emits) continue;
    if (deliveryId) byDelivery.set(deliveryId, followers);
    // A resend has the key of the first: what is received belongs to the one that went out last.
    if (key) byKey.set(key, followers);
  }
  return entries;
}

function isSameQuery(before: EventView, event: EventView): boolean {
  if (event.type !== 'session.status_queried' || before.type !== event.type) return false;
  return before.data.status === event.data.status && before.data.accreditation === event.data.accreditation;
}
