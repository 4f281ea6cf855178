import { t } from '@svc-simulator/core';
import type { Declare } from '../command.ts';
import { type ExecOptions, exec, execTakes } from '../exec/exec.ts';
import { startTakes } from '../start/start-takes.ts';
import { declareTaken } from '../takes.ts';
import { readsConfig } from './start.ts';

/** Options of `sim start` that mean nothing here: what is printed belongs to the command, and nobody is left to wait for. */
const notTaken = ['--quiet', '--drain <ms>'];

export const declare: Declare = (command, context) => {
  const others = Object.entries(startTakes).filter(
    ([flags]) => !Object.hasOwn(execTakes, flags) && !notTaken.includes(flags),
  );
  declareTaken(command, { ...execTakes, ...Object.fromEntries(others) });
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
