import { getTrace } from '@svc-simulator/contract';
import { filterOf, parseTypes, traceOf } from '../input/session-filter.ts';
import { parseLimit } from '../input/values.ts';
import { runCommand } from '../plain-command.ts';
import { causeLine, causesIn, traceTeller } from '../rendering/causes.ts';
import { traceLine } from '../rendering/trace-line.ts';
import { reportLatest } from '../report-latest.ts';

export const declare = runCommand({
  takes: {
    '--type <type>': {
      text: 'only events of this type, such as webhook.received; several with commas between',
      parse: parseTypes,
    },
    '--session <id>': 'only events of this session',
    '--limit <n>': { text: 'the latest so many', parse: parseLimit, fallback: 50 },
    '-f, --follow': 'go on with what happens, until Ctrl+C',
  },
  json: "print the API's JSON; with --follow one line for each event",
  run: async (at) => {
    const connection = await at.connect();
    const { type, limit } = at.given;
    const session = await filterOf(connection.console(), at.given.session);
    const query = { type, session_id: session };
    const { data } = await traceOf(connection.console(), { ...query, limit, order: 'desc' });
    await reportLatest(at, connection, {
      operation: getTrace,
      query,
      latest: data,
      lineOf: at.given.follow ? traceTeller() : traceLine,
      closing: (events, colours) => causesIn(events).map((cause) => colours.bold(causeLine(cause))),
    });
  },
});
