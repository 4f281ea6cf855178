import { listCalls } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { refusal } from '../../failures.ts';
import { filterOf } from '../../input/session-filter.ts';
import { parseLimit, parseWholeNumber } from '../../input/values.ts';
import { runCommand } from '../../plain-command.ts';
import { callLine, callLines } from '../../rendering/call-lines.ts';
import { plain } from '../../rendering/text.ts';
import { reportLatest } from '../../report-latest.ts';

export const declare = runCommand({
  takes: {
    '[request-id]': 'one call, with its bodies: the x-request-id of its answer',
    '--errors': 'only those that were refused',
    '--status <status>': { text: 'only those that were answered with this status', parse: parseWholeNumber },
    '--session <id>': 'only those whose path or bodies name this session',
    '--q <text>': 'only those with this in their path or bodies, such as an identifier or an amount',
    '--since <time>': 'only those from this time on, such as 2030-12-31T23:59:00Z',
    '--limit <n>': { text: 'the latest so many', parse: parseLimit, fallback: 50 },
    '-f, --follow': 'go on with what happens, until Ctrl+C',
  },
  json: "print the API's JSON; with --follow one line for each call",
  help: ({ program }) => t`
Calls of your programs and of sim session, trigger and the like; not those of the console. The newest 2000 of 7 days are
kept until the simulator ends.

Example: ${program} calls --errors --follow`,
  run: async (at) => {
    const connection = await at.connect();
    const { requestId, errors, status, q, since, limit } = at.given;
    const session = await filterOf(connection.console(), at.given.session);
    const query = {
      errors: errors ? String(errors) : undefined,
      status,
      session_id: session,
      request_id: requestId,
      q,
      since,
    };
    const { data } = await connection.console().callUnchecked(listCalls, { query: { ...query, limit } });
    const [call] = data;
    if (requestId === undefined) {
      await reportLatest(at, connection, { operation: listCalls, query, latest: data, lineOf: callLine });
      if (!at.given.follow && !call)
        at.hint(
          Object.values(query).some((value) => value !== undefined)
            ? t`no call is like that`
            : t`no call here; the programs that use this account have made none`,
        );
    } else if (call) at.report(call, (colours) => callLines(call, colours));
    else throw refusal(t`there is no ${plain(requestId)} here`);
  },
});
