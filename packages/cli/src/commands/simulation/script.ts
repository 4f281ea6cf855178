import { clearScript, getScript, magicAmounts, setScript } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { readScript } from '../../input/script-file.ts';
import { plainCommand, runCommand } from '../../plain-command.ts';
import { magicLines, scriptLines } from '../../rendering/script-lines.ts';

export const scriptCommands = {
  /** It needs no simulator unless it sets them. */
  magic: runCommand({
    takes: { '--set': 'make them the script of the account, in place of the one that it has' },
    json: 'print the rules as JSON',
    help: ({ program }) => t`
Without --set it only prints the table, and needs no simulator. To have rules of your own as well, which are tried first,
write "ready: magic_amounts" into the file of ${program} script set.`,
    run: async ({ given, context, connect, report, hint }) => {
      if (given.set) {
        const connection = await connect();
        await connection.api().call(setScript, { body: { ready: 'magic_amounts' } });
      }
      report(magicAmounts, (colours) => magicLines(magicAmounts, colours));
      if (!given.set) hint(`${context.program} script magic --set`);
    },
  }),

  set: plainCommand({
    takes: { '<file>': 'rules as YAML or JSON; - reads standard input' },
    help: () => t`
The script that is there is replaced, and every rule begins with its first outcome. For example:

  rules:
    - match: { identifier: order-* }
      outcomes:
        - { leg1: failed, user_message: Card declined }
        - { leg1: paid, leg2: accredited }
  ready: magic_amounts`,
    call: async ({ connection, given, context }) => {
      const body = await readScript(context, given.file);
      return connection.api().callUnchecked(setScript, { body });
    },
    lines: scriptLines,
  }),

  show: plainCommand({ call: ({ connection }) => connection.api().call(getScript), lines: scriptLines }),

  clear: plainCommand({
    help: () => t`\nSessions that have an outcome of the script keep it.`,
    call: ({ connection }) => connection.api().call(clearScript),
    lines: scriptLines,
  }),
};
