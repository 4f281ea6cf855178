import { expireSession, getSessionStatus, listSessions, sessionStatuses } from '@svc-simulator/contract';
import { listCommand, pageOf, plainCommand } from '../../plain-command.ts';
import { sessionLines, sessionListLines } from '../../rendering/session-lines.ts';
import { taking } from '../../takes.ts';
import { declare as create } from './session-create.ts';
import { declare as pay } from './session-pay.ts';
import { declare as wait } from './session-wait.ts';

const sessionTakes = taking({ '<session>': 'cli.common.session_id' });

export const sessionCommands = {
  create,
  pay,
  wait,

  list: listCommand({
    takes: {
      '--status <status>': { text: 'cli.common.status', choices: sessionStatuses },
      '--q <text>': 'cli.session.list.q',
    },
    call: ({ connection, given }) => {
      const { status, q } = given;
      return connection.console().call(listSessions, { query: { status, q, ...pageOf(given) } });
    },
    lines: sessionListLines,
    ifEmpty: ({ t, program }, { status, q }) =>
      (status ?? q)
        ? t('cli.session.list.no_session_like')
        : t('cli.session.list.no_session_session_create', { program }),
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
