import { getKeys, receiverNames } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { traceOf } from '../../input/session-filter.ts';
import { pageOf, pageTakes, plainCommand } from '../../plain-command.ts';
import { fieldLines } from '../../rendering/text.ts';
import { traceLine } from '../../rendering/trace-line.ts';

export const receiverCommands = {
  list: plainCommand({
    call: async ({ connection }) => {
      const { data } = await connection.console().call(getKeys);
      return { data: data.receivers };
    },
    lines: (receivers, colours) => fieldLines(receivers, colours.dim),
    next: (receivers, { context }) => `${context.program} session create --webhook-url ${receivers.captura}`,
  }),

  show: plainCommand({
    takes: { '<receiver>': { text: 'which one', choices: receiverNames }, ...pageTakes },
    call: async ({ connection, given }) => {
      const query = { type: 'webhook.received', order: 'desc', ...pageOf(given) };
      const { data, nextCursor } = await traceOf(connection.console(), query);
      return {
        data: data.filter((event) => event.data.receiver === given.receiver),
        nextCursor: nextCursor ?? null,
      };
    },
    lines: (events, colours) => events.map((event) => traceLine(event, colours)),
    next: (events) => (events.length === 0 ? t`nothing came there` : undefined),
  }),
};
