import { type AccountClock, machineTime } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { textsOf } from '../texts.ts';
import { Time } from './time.tsx';

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
      {machineTime(clock, atMs) === null && ` (${textsOf(lang).clock.notBefore})`}
    </>
  );
}
