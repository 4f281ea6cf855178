import { byFilters, durationMsOf, listCalls } from '@svc-simulator/contract';
import { filterOf } from '../../connection/session-filter.ts';
import { refusal } from '../../failures.ts';
import { parseLimit, parseWholeNumber } from '../../input/values.ts';
import { runCommand } from '../../plain-command.ts';
import { callLine, callLines } from '../../rendering/call-lines.ts';
import { plain } from '../../rendering/text.ts';
import { reportLatest } from '../../report-latest.ts';

export const declare = runCommand({
  takes: {
    '[request-id]': 'cli.calls.request_id',
    '--errors': 'field.errors',
    '--status <status>': { text: 'cli.calls.status', parse: parseWholeNumber },
    '--session <id>': 'field.session_id.call',
    '--by <who>': { text: 'cli.calls.by', choices: byFilters },
    '--q <text>': 'field.q',
    '--since <time>': 'cli.calls.since',
    '--limit <n>': { text: 'cli.common.limit', parse: parseLimit, fallback: 50 },
    '-f, --follow': 'cli.common.follow',
  },
  json: 'cli.common.json_followed',
  help: ({ t, program }) => t('cli.calls.help', { program }),
  run: async (at) => {
    const { t } = at;
    const connection = await at.connect();
    const { requestId, errors, status, by, q, since, limit } = at.given;
    const session = await filterOf(t, connection.console(), at.given.session);
    const span = since === undefined ? null : durationMsOf(since);
    const query = {
      errors: errors ? String(errors) : undefined,
      status,
      session_id: session,
      request_id: requestId,
      by,
      q,
      since: span === null ? since : new Date(at.context.now() - span).toISOString(),
    };
    const { data } = await connection.console().callUnchecked(listCalls, { query: { ...query, limit } });
    const [call] = data;
    if (requestId === undefined) {
      await reportLatest(at, connection, { operation: listCalls, query, latest: data, lineOf: callLine });
      if (!at.given.follow && !call)
        at.hint(
          Object.values(query).some((value) => value !== undefined)
            ? t('cli.calls.no_call_like')
            : t('cli.calls.no_call_programs_use'),
        );
    } else if (call) at.report(call, (colours) => callLines(call, colours));
    else throw refusal(t('cli.calls.no', { requestId: plain(requestId) }));
  },
});
