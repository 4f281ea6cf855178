import { clearScript, getScript, magicAmounts, setScript } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { Declare } from '../../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../../connection/connection.ts';
import { readScript } from '../../input/script-file.ts';
import { plainCommand } from '../../plain-command.ts';
import { hint, type ReportOptions, report } from '../../rendering/report.ts';
import { magicLines, scriptLines } from '../../rendering/script-lines.ts';

/** It needs no simulator unless it sets them. */
const magic: Declare = (command, context) => {
  const { program } = context;
  command.option('--set', 'make them the script of the account, in place of the one that it has').addHelpText(
    'after',
    t`
Without --set it only prints the table, and needs no simulator. To have rules of your own as well, which are tried first,
write "ready: magic_amounts" into the file of ${program} script set.`,
  );
  takesConnection(command)
    .option('--json', 'print the rules as JSON')
    .action(async (options: ConnectionOptions & ReportOptions & { readonly set?: boolean }) => {
      if (options.set) {
        const connection = await connect(context, options);
        await connection.api().call(setScript, { body: { ready: 'magic_amounts' } });
      }
      report(context, options, magicAmounts, (colours) => magicLines(magicAmounts, colours));
      if (!options.set) hint(context, options, `${program} script magic --set`);
    });
};

export const scriptCommands = {
  magic,

  set: plainCommand({
    takes: (command) =>
      command.argument('<file>', 'rules as YAML or JSON; - reads standard input').addHelpText(
        'after',
        t`
The script that is there is replaced, and every rule begins with its first outcome. For example:

  rules:
    - match: { identifier: order-* }
      outcomes:
        - { leg1: failed, user_message: Card declined }
        - { leg1: paid, leg2: accredited }
  ready: magic_amounts`,
      ),
    call: async ({ connection, context }, file) => {
      const body = await readScript(context, file);
      return connection.api().callUnchecked(setScript, { body });
    },
    lines: scriptLines,
  }),

  show: plainCommand({ call: ({ connection }) => connection.api().call(getScript), lines: scriptLines }),

  clear: plainCommand({
    takes: (command) =>
      command.addHelpText('after', t`\nSessions that have an outcome of the script keep it.`),
    call: ({ connection }) => connection.api().call(clearScript),
    lines: scriptLines,
  }),
};
