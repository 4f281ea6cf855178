import { expireSession, getSessionStatus, listSessions, sessionStatuses } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { listCommand, pageOf, plainCommand } from '../../plain-command.ts';
import { sessionLines, sessionListLines } from '../../rendering/session-lines.ts';
import { taking } from '../../takes.ts';
import { declare as create } from './session-create.ts';
import { declare as pay } from './session-pay.ts';
import { declare as wait } from './session-wait.ts';

const sessionTakes = taking({ '<session>': 'id of the session' });

export const sessionCommands = {
  create,
  pay,
  wait,

  list: listCommand({
    takes: {
      '--status <status>': { text: 'only those', choices: sessionStatuses },
      '--q <text>':
        'only those with this in their identifier, payer or URLs, this amount, or an id that begins so',
    },
    call: ({ connection, given }) => {
      const { status, q } = given;
      return connection.console().call(listSessions, { query: { status, q, ...pageOf(given) } });
    },
    lines: sessionListLines,
    ifEmpty: (program, { status, q }) =>
      (status ?? q) ? t`no session is like that` : t`no session here; ${program} session create makes one`,
  }),

  show: plainCommand({
    takes: sessionTakes,
    call: ({ connection, given: { session: session_id } }) =>
      connection.api().call(getSessionStatus, { params: { session_id } }),
    lines: sessionLines,
  }),

  expire: plainCommand({
    takes: sessionTakes,
    call: ({ connection, given: { session: session_id } }) =>
      connection.api().call(expireSession, { params: { session_id } }),
    lines: sessionLines,
  }),
};
