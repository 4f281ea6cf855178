import { t } from '@svc-simulator/core';
import type { Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { languageOption } from '../language.ts';
import type { KeyCommands } from '../start/keyboard.ts';
import { start } from '../start/start.ts';
import { type StartOptions, startTakes } from '../start/start-takes.ts';
import { declareTaken, optionsOf } from '../takes.ts';

export const declare: Declare = (command, context) => {
  declareTaken(command, startTakes);
  readsConfig(command, context)
    .addHelpText(
      'after',
      t`\nIt runs until SIGINT (Ctrl+C) or SIGTERM, then saves everything and exits with 0. On a terminal single keys do things: ? shows them.`,
    )
    .action((given: StartOptions) => start(context, given, keyCommands));
};

/** What single keys run. */
const keyCommands: KeyCommands = new Map([
  ['o', { load: () => import('./open.ts') }],
  ['s', { load: () => import('./session/session-create.ts'), words: ['--open'] }],
  ['p', { load: () => import('./session/session-pay.ts') }],
  ['r', { load: () => import('./simulation/reset.ts') }],
]);

/** Has the project's file set what the command line and the environment leave open. */
export function readsConfig(command: Command, context: CliContext): Command {
  return command.hook('preAction', async () => {
    const { applyConfig } = await import('../config/apply-config.ts');
    applyConfig(command, settings(), context);
  });
}

/** Every option that the project's file may set. */
export function settings(): readonly Option[] {
  return [...optionsOf(startTakes), languageOption()];
}
