import { getTrace } from '@svc-simulator/contract';
import { filterOf, parseTypes, traceOf } from '../connection/session-filter.ts';
import { parseLimit } from '../input/values.ts';
import { runCommand } from '../plain-command.ts';
import { causeLine, causesIn, traceTeller } from '../rendering/causes.ts';
import { traceLine } from '../rendering/trace-line.ts';
import { reportLatest } from '../report-latest.ts';

export const declare = runCommand({
  takes: {
    '--type <type>': {
      text: 'cli.trace.type',
      parse: parseTypes,
    },
    '--session <id>': 'cli.common.of_session',
    '--limit <n>': { text: 'cli.common.limit', parse: parseLimit, fallback: 50 },
    '-f, --follow': 'cli.common.follow',
  },
  json: 'cli.common.json_followed',
  run: async (at) => {
    const connection = await at.connect();
    const { type, limit } = at.given;
    const session = await filterOf(at.t, connection.console(), at.given.session);
    const query = { type, session_id: session };
    const { data } = await traceOf(connection.console(), { ...query, limit, order: 'desc' });
    await reportLatest(at, connection, {
      operation: getTrace,
      query,
      latest: data,
      lineOf: at.given.follow ? traceTeller(at.t) : traceLine,
      closing: (events, colours) => causesIn(at.t, events).map((cause) => colours.bold(causeLine(cause))),
    });
  },
});
