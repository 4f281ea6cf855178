import { type AccountClock, machineTime } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { pageTexts } from '../page-texts.ts';

interface TimeProps {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** `clock` is the time of day to the millisecond, `since` how long ago it was. */
  readonly form?: 'full' | 'clock' | 'since';
}

/** A moment, in UTC; the page's script turns it into the reader's own time, or into the time that has passed. */
export function Time({ atMs, form = 'full' }: TimeProps) {
  const iso = new Date(atMs).toISOString();
  const shown = form === 'clock' ? iso.slice(11, 23) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
  return (
    <time datetime={iso} data-form={form} title={`${iso.slice(0, 10)} ${iso.slice(11, 23)} UTC`}>
      {shown}
    </time>
  );
}

interface DueTimeProps {
  readonly lang: Language;
  /** Milliseconds since the epoch, on the account's clock. */
  readonly atMs: number;
  /** The account's clock, if it has one of its own. */
  readonly clock: AccountClock | undefined;
  readonly form?: 'full' | 'clock';
}

/** A time at which something is due; one that never comes because the account's clock stands still says so. */
export function DueTime({ lang, atMs, clock, form = 'full' }: DueTimeProps) {
  return (
    <>
      <Time atMs={atMs} form={form} />
      {machineTime(clock, atMs) === null && ` (${pageTexts(lang)('console.frame.clock.notBefore')})`}
    </>
  );
}

/** What is younger needs no date beside its time. */
const RECENT_MS = 12 * 3_600_000;

/** When an event was: the time of day to the millisecond as long as it can be of no other day. Milliseconds. */
export function EventTime({ atMs, now }: { readonly atMs: number; readonly now: number }) {
  return <Time atMs={atMs} form={now - atMs < RECENT_MS ? 'clock' : 'full'} />;
}
