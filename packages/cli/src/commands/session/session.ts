import {
  byFilters,
  expireSession,
  getSessionStatus,
  listSessions,
  sessionStatuses,
  sessionView,
} from '@svc-simulator/contract';
import { sessionOf, wholeSession } from '../../connection/session-filter.ts';
import { pageOf, plainCommand } from '../../plain-command.ts';
import { sessionLines } from '../../rendering/session-lines.ts';
import { taking } from '../../takes.ts';
import { viewCommand } from '../../view-command.ts';
import { declare as create } from './session-create.ts';
import { declare as pay } from './session-pay.ts';
import { declare as wait } from './session-wait.ts';

const sessionTakes = taking({ '<session>': 'cli.common.session_id' });

export const sessionCommands = {
  create,
  pay,
  wait,

  list: viewCommand(sessionView, {
    takes: {
      '--status <status>': { text: 'cli.common.status', choices: sessionStatuses },
      '--by <who>': { text: 'cli.common.by', choices: byFilters },
      '--q <text>': 'field.q.console',
    },
    call: ({ connection, given }) => {
      const { status, by, q } = given;
      return connection.console().call(listSessions, { query: { status, by, q, ...pageOf(given) } });
    },
  }),

  show: plainCommand({
    takes: { '[session]': 'cli.session.pay.session' },
    call: async ({ t, connection, given: { session } }) =>
      connection.api().call(getSessionStatus, {
        params: {
          session_id: session
            ? await wholeSession(t, connection, session)
            : await sessionOf(t, connection.console(), undefined),
        },
      }),
    lines: sessionLines,
  }),

  expire: plainCommand({
    takes: sessionTakes,
    call: async ({ t, connection, given: { session } }) =>
      connection.api().call(expireSession, {
        params: { session_id: await wholeSession(t, connection, session) },
      }),
    lines: sessionLines,
  }),
};
