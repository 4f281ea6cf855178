import { t } from '@svc-simulator/core';
import { Option } from 'commander';
import type { Declare } from '../command.ts';
import { type ExecOptions, exec } from '../exec/exec.ts';
import { parsePort } from '../input/values.ts';
import { readsConfig, startOptions } from './start.ts';

/** Options of `sim start` that mean nothing here: what is printed belongs to the command, and nobody is left to wait for. */
const notTaken = ['--json', '--quiet', '--drain'];

export const declareExec: Declare = (command, context) => {
  command.argument('<command...>', 'the command and its words, after --');
  for (const option of ownOptions()) command.addOption(option);
  const own = new Set(ownOptions().map(({ long }) => long));
  for (const option of startOptions()) {
    if (!own.has(option.long) && !notTaken.includes(option.long ?? '')) command.addOption(option);
  }
  readsConfig(command, context)
    .addHelpText(
      'after',
      t`
The command finds the simulator in SIM_URL, SIM_TOKEN, SIM_CONSOLE_TOKEN, SIM_WEBHOOK_SECRET, SIM_AGREEMENT_ID,
SIM_ACCOUNT_ID, SIM_SHORT_NAME, SIM_PASSWORD, SIM_MERCHANT_ID, SIM_MERCHANT_EMAIL and SIM_MERCHANT_PASSWORD; other sim
commands in it need no flag. Its exit code becomes this one's: 128 and the signal's number when it was killed, 127 when
there is no such command.

Example: ${context.program} exec --accreditation-delay 0 --trace-file trace.txt -- npm test`,
    )
    .action((words: readonly string[], given: ExecOptions) => exec(context, words, given));
};

/** A port, a directory or a database that the environment names is that of a simulator which runs on, so only flags count here. */
function ownOptions(): readonly Option[] {
  return [
    new Option(
      '--trace-file <file>',
      'when the command fails, write everything that happened here; .jsonl: as JSON',
    ),
    new Option('--trace-always', 'write it when the command succeeds, too'),
    new Option('--port <n>', 'port to listen on').argParser(parsePort).default(0, 'any free one'),
    new Option('--data <dir>', 'keep everything here').default(undefined, 'in memory only'),
    new Option('--ephemeral', 'keep everything in memory only, as without it'),
    new Option('--database <url>', 'keep everything in this PostgreSQL database'),
    new Option('--json', 'say at the end, as a line of JSON on stderr, how the command ended'),
  ];
}
