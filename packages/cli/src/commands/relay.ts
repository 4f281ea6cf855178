import { resolve } from 'node:path';
import { trustOf } from '@svc-simulator/client';
import { t } from '@svc-simulator/core';
import { type RelayFlags, runRelayCommand } from '@svc-simulator/relay';
import type { CliContext } from '../cli-context.ts';
import type { Declare } from '../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../connection/connection.ts';
import { dataDirectoryOf } from '../connection/run-file.ts';
import { ToldFailure } from '../failures.ts';
import { parseTargetPort } from '../input/values.ts';
import { coloursFor } from '../rendering/colours.ts';
import type { ReportOptions } from '../rendering/report.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly port?: number;
  readonly forwardTo?: string;
  readonly rules?: string;
  readonly events?: string;
  readonly save?: string;
  readonly replay?: boolean;
}

export const declareRelay: Declare = (command, context) => {
  command
    .option(
      '--port <n>',
      'deliver to this port of 127.0.0.1, at the path of the webhook’s own URL',
      parseTargetPort,
    )
    .option('--forward-to <url>', 'deliver to this URL instead')
    .option('--rules <file>', 'YAML with rules that send some webhooks to targets of their own')
    .option('--events <list>', 'deliver only these, for example paid,accredited')
    .option('--replay', 'deliver what was missed since the last run with --replay first, in order')
    .option('--save <dir>', 'write each delivery to a file here; sim replay sends it again');
  takesConnection(command)
    .option('--json', 'one line of JSON for each event')
    .addHelpText(
      'after',
      t`\nWithout --port and --forward-to, webhooks go to their own URL. It runs until Ctrl+C, or until another relay\nwith the same key takes over, and connects again when the connection is lost.\nWith --replay the relay keeps its place in the directory of --data.`,
    )
    .action((options: Options) => relay(context, options));
};

async function relay(context: CliContext, options: Options): Promise<void> {
  const { port, forwardTo, rules, events, save, replay, json } = options;
  const inDirectory = (path: string) => resolve(context.directory, path);
  const connection = await connect(context, options);
  const flags: RelayFlags = {
    key: connection.key(),
    mock: connection.url,
    trust: connection.trusted === null ? undefined : await trustOf(connection.trusted),
    port,
    forwardTo,
    rules: rules === undefined ? undefined : inDirectory(rules),
    events,
    save: save === undefined ? undefined : inDirectory(save),
    replayFrom: replay === true ? dataDirectoryOf(context.directory, options.data) : undefined,
    json,
  };
  const { stdout, stderr, env } = context;
  const colours = coloursFor(stdout, env);
  const stopping = new AbortController();
  const ignoreStop = context.onStopSignal(() => stopping.abort());
  try {
    const exitCode = await runRelayCommand(flags, {
      stdout,
      stderr,
      style: { dim: colours.dim, good: colours.green, bad: colours.red },
      signal: stopping.signal,
    });
    if (exitCode !== 0) throw new ToldFailure(exitCode);
  } finally {
    ignoreStop();
  }
}
