import { Time } from '../parts/time.tsx';

/** What is younger needs no date beside its time. */
const RECENT_MS = 12 * 3_600_000;

/** When an event was: the time of day to the millisecond as long as it can be of no other day. Milliseconds. */
export function EventTime({ atMs, now }: { readonly atMs: number; readonly now: number }) {
  return <Time atMs={atMs} form={now - atMs < RECENT_MS ? 'clock' : 'full'} />;
}
