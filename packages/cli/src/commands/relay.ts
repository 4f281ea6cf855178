import { resolve } from 'node:path';
import { trustOf } from '@svc-simulator/client';
import { t } from '@svc-simulator/core';
import { type RelayFlags, runRelayCommand } from '@svc-simulator/relay';
import { dataDirectoryOf } from '../connection/run-file.ts';
import { ToldFailure } from '../failures.ts';
import { parseTargetPort } from '../input/values.ts';
import { runCommand } from '../plain-command.ts';
import { coloursFor } from '../rendering/colours.ts';
import { withoutSecrets } from '../rendering/secrets.ts';
import { untilStopped } from '../start/stop-signal.ts';

export const declare = runCommand({
  takes: {
    '--port <n>': {
      text: 'deliver to this port of 127.0.0.1, at the path of the webhook’s own URL',
      parse: parseTargetPort,
    },
    '--forward-to <url>': 'deliver to this URL instead',
    '--rules <file>': 'YAML with rules that send some webhooks to targets of their own',
    '--events <list>': 'deliver only these, for example paid,accredited',
    '--replay': 'deliver what was missed since the last run with --replay first, in order',
    '--save <dir>': 'write each delivery to a file here; sim replay sends it again',
  },
  json: 'one line of JSON for each event',
  help: () =>
    t`\nWithout --port and --forward-to, webhooks go to their own URL. It runs until Ctrl+C, or until another relay\nwith the same key takes over, and connects again when the connection is lost.\nWith --replay the relay keeps its place in the directory of --data.`,
  run: async ({ given, context, connect }) => {
    const { port, forwardTo, rules, events, save, replay, json } = given;
    const inDirectory = (path: string) => resolve(context.directory, path);
    const connection = await connect();
    const flags: RelayFlags = {
      key: connection.key(),
      mock: connection.url,
      proxy: connection.proxy ?? undefined,
      trust: connection.trusted === null ? undefined : await trustOf(connection.trusted),
      port,
      forwardTo,
      rules: rules === undefined ? undefined : inDirectory(rules),
      events,
      save: save === undefined ? undefined : inDirectory(save),
      replayFrom: replay === true ? dataDirectoryOf(context.directory, given.data) : undefined,
      json,
    };
    const { stdout, env } = context;
    const stderr = { write: (text: string) => context.stderr.write(withoutSecrets(text)) };
    const colours = coloursFor(stdout, env);
    const style = { dim: colours.dim, good: colours.green, bad: colours.red };
    const exitCode = await untilStopped(context, (signal) =>
      runRelayCommand(flags, { stdout, stderr, style, signal }),
    );
    if (exitCode !== 0) throw new ToldFailure(exitCode);
  },
});
