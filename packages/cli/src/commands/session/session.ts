import {
  expireSession,
  getSessionStatus,
  listSessions,
  type SessionWebhookState,
  sessionOrigins,
  sessionStatuses,
  sessionWebhookStates,
} from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { type Command, Option } from 'commander';
import { type Call, listCommand, type PageOptions, pageOf, plainCommand } from '../../plain-command.ts';
import { sessionLines, sessionListLines } from '../../rendering/session-lines.ts';
import { declareSessionCreate as create } from './session-create.ts';
import { declareSessionPay as pay } from './session-pay.ts';
import { declareSessionWait as wait } from './session-wait.ts';

interface ListOptions {
  readonly status?: (typeof sessionStatuses)[number];
  readonly origin?: (typeof sessionOrigins)[number];
  readonly webhooks?: SessionWebhookState;
}

const takesSession = (command: Command) => command.argument('<session>', 'id of the session');

export const sessionCommands = {
  create,
  pay,
  wait,

  list: listCommand({
    takes: (command) =>
      command
        .addOption(new Option('--status <status>', 'only those').choices(sessionStatuses))
        .addOption(new Option('--origin <origin>', 'only those').choices(sessionOrigins))
        .addOption(new Option('--webhooks <state>', 'only those').choices(sessionWebhookStates)),
    call: ({ connection, options }: Call<ListOptions & PageOptions>) => {
      const { status, origin, webhooks } = options;
      const query = { status, origin, webhooks, ...pageOf(options) };
      return connection.console().call(listSessions, { query });
    },
    lines: sessionListLines,
    ifEmpty: (program) => t`no session here; ${program} session create makes one`,
  }),

  show: plainCommand({
    takes: takesSession,
    call: ({ connection }, session_id) => connection.api().call(getSessionStatus, { params: { session_id } }),
    lines: sessionLines,
  }),

  expire: plainCommand({
    takes: takesSession,
    call: ({ connection }, session_id) => connection.api().call(expireSession, { params: { session_id } }),
    lines: sessionLines,
  }),
};
