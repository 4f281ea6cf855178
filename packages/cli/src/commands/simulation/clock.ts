import { createClient } from '@svc-simulator/client';
import {
  advanceClock,
  durationMsOf,
  faultsOf,
  getClock,
  resetClock,
  setClock,
} from '@svc-simulator/contract';
import { t, translatedForeign } from '@svc-simulator/core';
import type { Connection } from '../../connection/connection.ts';
import { wrongUsage } from '../../failures.ts';
import { parseTimeout } from '../../input/values.ts';
import { plainCommand } from '../../plain-command.ts';
import { clockLines } from '../../rendering/clock-lines.ts';
import { spinWhile } from '../../rendering/spinner.ts';
import { plain } from '../../rendering/text.ts';

/** Receivers that do not answer take five seconds an attempt, whatever the account's clock says. */
const PATIENCE_MS = 120_000;

const setFrozen = (connection: Connection, frozen: boolean) =>
  connection.api().call(setClock, { body: { frozen } });

export const clockCommands = {
  show: plainCommand({ call: ({ connection }) => connection.api().call(getClock), lines: clockLines }),

  freeze: plainCommand({ call: ({ connection }) => setFrozen(connection, true), lines: clockLines }),

  unfreeze: plainCommand({ call: ({ connection }) => setFrozen(connection, false), lines: clockLines }),

  set: plainCommand({
    takes: {
      '<time>': 'ISO 8601 date or date and time, such as 2027-01-31T23:59:00Z; without an offset, UTC',
      '--freeze': 'stop the clock there; without it, it runs or stands still as before',
    },
    help: ({ program }) => t`
What comes due by that happens at once, at the new time. To have it happen in order, each thing at its own time,
use ${program} clock advance.`,
    call: ({ connection, given: { time: now, freeze } }) => {
      const body = { now, ...(freeze && { frozen: true }) };
      assertBody(setClock, body, now);
      return connection.api().call(setClock, { body });
    },
    lines: clockLines,
  }),

  advance: plainCommand({
    takes: {
      // Several words are one duration, so that `14 days` needs no quotes.
      '<duration...>': 'such as 90s, 14d, 14 days or 1h 30m',
      '--timeout <ms>': {
        text: 'how long to wait for the answer, in milliseconds',
        parse: parseTimeout,
        fallback: PATIENCE_MS,
      },
    },
    help: () => t`
Sessions, deliveries and the trace are deleted 14 days after their last change, by this clock too.`,
    call: ({ connection, given, context }) => {
      const typed = given.duration.join(' ');
      const body = { ms: durationIn(typed) };
      assertBody(advanceClock, body, typed);
      const signal = context.deadline(given.timeout);
      const client = createClient({ ...connection.at, token: connection.key(), signal });
      const advancing = client.call(advanceClock, { body });
      return spinWhile(context, given, t`waiting for what comes due`, advancing);
    },
    lines: (advanced, colours) => {
      const { removed_sessions: removed } = advanced;
      const told = removed === 1 ? t`1 session is gone` : t`${removed} sessions are gone`;
      return [
        ...clockLines(advanced, colours),
        ...(removed === 0 ? [] : [t`${told}: data are kept for 14 days after their last change`]),
      ];
    },
  }),

  reset: plainCommand({ call: ({ connection }) => connection.api().call(resetClock), lines: clockLines }),
};

/** @throws CommandError */
function durationIn(typed: string): number {
  const ms = durationMsOf(typed);
  if (ms !== null) return ms;
  throw wrongUsage(t`${plain(typed)} is no duration; write it like 90s, 14d, 14 days or 1h 30m`);
}

/** What the simulator would refuse of a time or a duration is wrong usage here. @throws CommandError */
function assertBody({ body }: typeof setClock | typeof advanceClock, value: unknown, typed: string): void {
  const parsed = body().safeParse(value);
  if (parsed.success) return;
  const [fault] = faultsOf(parsed.error);
  throw wrongUsage(`${plain(typed)} ${translatedForeign(fault?.detail ?? '')}`);
}
