import { magicAmounts, setScript } from '@svc-simulator/contract';
import type { Declare } from '../command-tree.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection.ts';
import { hint, type ReportOptions, report } from '../rendering/report.ts';
import { magicLines } from '../rendering/script-lines.ts';
import type { Surroundings } from '../surroundings.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly set?: boolean;
}

export const declareScriptMagic: Declare = (command, surroundings) => {
  command.option('--set', 'make them the script of the account, in place of the one that it has').addHelpText(
    'after',
    `
Without --set it only prints the table, and needs no simulator. To have rules of your own as well, which are tried first,
write "ready: magic_amounts" into the file of ${surroundings.program} script set.`,
  );
  takesConnection(command)
    .option('--json', 'print the rules as JSON')
    .action((options: Options) => magic(surroundings, options));
};

async function magic(surroundings: Surroundings, options: Options): Promise<void> {
  if (options.set) {
    const connection = await connect(surroundings, options);
    await connection.api().call(setScript, { body: { ready: 'magic_amounts' } });
  }
  report(surroundings, options, magicAmounts, (colours) => magicLines(magicAmounts, colours));
  if (!options.set) hint(surroundings, options, `${surroundings.program} script magic --set`);
}
