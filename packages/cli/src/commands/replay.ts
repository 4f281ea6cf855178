import { t } from '@svc-simulator/core';
import { runReplayCommand } from '@svc-simulator/relay';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { ToldFailure } from '../failures.ts';
import { parseTargetPort } from '../input/values.ts';
import { coloursFor } from '../rendering/colours.ts';
import type { ReportOptions } from '../rendering/report.ts';

interface Options extends ReportOptions {
  readonly port?: number;
  readonly forwardTo?: string;
  readonly reSign?: string;
}

export const declareReplay: Declare = (command, context) => {
  command
    .argument('<file...>', 'files that sim relay --save wrote; sent in this order')
    .option('--port <n>', "send to this port of 127.0.0.1, at the path of the file's URL", parseTargetPort)
    .option('--forward-to <url>', 'send to this URL instead')
    .option('--re-sign <secret>', 'sign with this webhook secret and a timestamp of now')
    .option('--json', 'one line of JSON for each file')
    .addHelpText(
      'after',
      t`\nBody and headers are sent byte for byte, so a receiver that checks the age of a webhook refuses old ones unless they\nare signed again. No simulator is needed. Exit code 1 when one of them is not answered with 2xx.`,
    )
    .action((files: readonly string[], options: Options) => replay(context, files, options));
};

async function replay(
  { stdout, stderr, env }: CliContext,
  files: readonly string[],
  options: Options,
): Promise<void> {
  const { port, forwardTo, reSign, json } = options;
  const colours = coloursFor(stdout, env);
  const exitCode = await runReplayCommand(
    { files, port, forwardTo, reSign, json },
    { stdout, stderr, style: { dim: colours.dim, good: colours.green, bad: colours.red } },
  );
  if (exitCode !== 0) throw new ToldFailure(exitCode);
}
