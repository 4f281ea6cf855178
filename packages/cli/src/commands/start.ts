import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { languageOption } from '../language.ts';
import { start } from '../start/start.ts';
import { type StartOptions, startTakes } from '../start/start-takes.ts';
import { declareTaken, optionsOf } from '../takes.ts';

export const declare: Declare = (command, context) => {
  declareTaken(context.t, command, startTakes);
  readsConfig(command, context)
    .addHelpText('after', context.t('cli.start.help'))
    .action((given: StartOptions) => start(context, given));
};

/** Has the project's file set what the command line and the environment leave open. */
export function readsConfig(command: Command, context: CliContext): Command {
  return command.hook('preAction', async () => {
    const { applyConfig } = await import('../config/apply-config.ts');
    applyConfig(command, settings(context.t), context);
  });
}

/** Every option that the project's file may set. */
export function settings(t: Texts): readonly Option[] {
  return [...optionsOf(t, startTakes), languageOption(t)];
}
