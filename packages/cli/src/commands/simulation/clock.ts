import { createClient, type DataOf } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { messageText } from '@svc-simulator/texts/message.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Connection } from '../../connection/connection.ts';
import { wrongUsage } from '../../failures.ts';
import { faultTexts } from '../../input/session-body.ts';
import { parseTimeout } from '../../input/values.ts';
import { type Style, spinWhile } from '../../rendering/report.ts';
import { printable } from '../../rendering/text.ts';
import { type ConnectedCall, confirm, requestCommand, yesParameters } from '../../request-command.ts';

/**
 * Long, because each attempt without a response takes five seconds of real time, however fast the account's
 * clock advances.
 */
const ADVANCE_TIMEOUT_MS = 120_000;

const setFrozen = (connection: Connection, frozen: boolean) =>
  connection.call(api.setClock, { body: { frozen } });

export const clockCommands = {
  show: requestCommand({ call: ({ connection }) => connection.call(api.getClock), lines: clockLines }),

  freeze: requestCommand({ call: ({ connection }) => setFrozen(connection, true), lines: clockLines }),

  unfreeze: requestCommand({ call: ({ connection }) => setFrozen(connection, false), lines: clockLines }),

  set: requestCommand({
    parameters: { '<time>': 'cli.clock.set.time', '--freeze': 'cli.clock.set.freeze', ...yesParameters },
    call: async (call) => {
      const { t, connection, values } = call;
      const { time: now, freeze } = values;
      const body = { now, ...(freeze && { frozen: true }) };
      await assertTime(t, body, now);
      await confirmLoss(call, (clock) => Date.parse(now) - Date.parse(clock.now));
      return connection.call(api.setClock, { body });
    },
    lines: clockLines,
  }),

  advance: requestCommand({
    parameters: {
      // Several words form one duration, so `14 days` needs no quotes.
      '<duration...>': 'cli.clock.advance.duration',
      '--timeout <ms>': {
        text: 'cli.clock.advance.timeout',
        parse: parseTimeout,
        fallback: ADVANCE_TIMEOUT_MS,
      },
      ...yesParameters,
    },
    call: async (call) => {
      const { t, connection, values, context } = call;
      const durationText = values.duration.join(' ');
      const body = { ms: parseDuration(t, durationText) };
      if (!api.advanceClock.body().safeParse(body).success)
        throw wrongUsage(t('cli.clock.advance.too_long', { typed: printable(durationText) }));
      if (body.ms >= api.DAY_MS) await confirmLoss(call, () => body.ms);
      const signal = context.deadline(values.timeout);
      const client = createClient({ ...connection.clientOptions, token: connection.key(), signal });
      const advance = client.call(api.advanceClock, { body });
      return spinWhile(context, values, t('cli.clock.advance.waiting'), advance);
    },
    lines: (result, style) => {
      const { t } = style;
      const { removed_sessions: removed, retention_days: days } = result;
      const lossText = t('cli.clock.advance.sessions_gone', { count: removed });
      return [
        ...clockLines(result, style),
        ...(removed === 0 ? [] : [t('cli.clock.advance.retention', { loss: lossText, days })]),
      ];
    },
  }),

  reset: requestCommand({ call: ({ connection }) => connection.call(api.resetClock), lines: clockLines }),
};

/**
 * Asks for confirmation if the clock advances so far that retention deletes sessions.
 * @throws CommandError
 */
async function confirmLoss(
  { t, connection, context, values }: ConnectedCall<typeof yesParameters>,
  measureAdvance: (clock: DataOf<typeof api.getClock>) => number,
): Promise<void> {
  const { data: clock } = await connection.call(api.getClock);
  const { retention_days: days } = clock;
  const ms = measureAdvance(clock);
  if (ms < days * api.DAY_MS) return;
  const { data } = await connection.call(api.listSessions, { query: { by: 'all', limit: 1 } });
  if (data.length === 0) return;
  const span = api.formatDuration(ms);
  await confirm(context, t('cli.clock.loses_sessions', { span, days }), values);
}

function parseDuration(t: Texts, durationText: string): number {
  const ms = api.parseDurationMs(durationText);
  if (ms !== null) return ms;
  throw wrongUsage(t('cli.clock.duration_format', { typed: printable(durationText) }));
}

/**
 * Checks the time before it is sent, so that a wrong time is reported as wrong usage.
 * @throws CommandError
 */
async function assertTime(t: Texts, value: unknown, timeText: string): Promise<void> {
  const result = api.setClock.body().safeParse(value);
  if (result.success) return;
  const [fault] = api.faultsOf(result.error);
  throw wrongUsage(`${printable(timeText)}: ${fault ? messageText(await faultTexts(t), fault) : ''}`);
}

export function clockLines(
  { now, frozen, offset_ms }: DataOf<typeof api.getClock>,
  style: Style,
): readonly string[] {
  const { t } = style;
  const span = api.formatDuration(Math.abs(offset_ms));
  const distance =
    offset_ms === 0 ? '' : `, ${t('cli.clock.shifted', { span, way: offset_ms > 0 ? 'ahead' : 'behind' })}`;
  if (offset_ms === 0 && !frozen) return [t('cli.clock.real_time', { now: style.bold(now) })];
  return [
    `${style.bold(now)}  ${frozen ? style.yellow(t('cli.common.frozen')) : t('cli.clock.running')}${distance}`,
  ];
}
