import { resolve } from 'node:path';
import { InvalidTokenError, toTrustOptions } from '@svc-simulator/client';
import { readToken } from '@svc-simulator/contract';
import { type RelayFlags, runRelayCommand, runReplayCommand } from '@svc-simulator/relay';
import { dataDirectoryOf, readRunFile } from '../connection/run-file.ts';
import { ReportedError } from '../failures.ts';
import { parseReceiverUrl, parseTargetPort } from '../input/values.ts';
import { styleFor } from '../rendering/report.ts';
import { withoutSecrets } from '../rendering/text.ts';
import { runCommand } from '../request-command.ts';
import { untilStopped } from '../start/stop-signal.ts';

export const relay = runCommand({
  parameters: {
    '--port <n>': { text: 'cli.relay.port', parse: parseTargetPort, conflicts: ['forwardTo'] },
    '--forward-to <url>': { text: 'cli.relay.forward_to', parse: parseReceiverUrl },
    '--rules <file>': 'cli.relay.rules',
    '--events <list>': 'cli.relay.events',
    '--replay': 'cli.relay.replay',
    '--save <dir>': 'cli.relay.save',
  },
  json: 'cli.common.json_lines',
  run: async ({ values, context, connect }) => {
    const { port, forwardTo, rules, events, save, replay, json } = values;
    const resolvePath = (path: string) => resolve(context.directory, path);
    const connection = await connect();
    const data = dataDirectoryOf(context.directory, values.data);
    // Reads the run file again, because a restarted simulator may have another port and token.
    const locateSimulator = async () => {
      const run = await readRunFile(context.t, data).catch(() => null);
      const key = values.key ?? run?.account?.token;
      return run && key && context.isAlive(run.pid) ? { mock: run.url, key } : null;
    };
    const { token: key, invalid } = readToken(connection.key());
    if (invalid) throw new InvalidTokenError(invalid);
    const flags: RelayFlags = {
      key,
      mock: connection.url,
      locateSimulator: values.mock === undefined ? locateSimulator : undefined,
      proxy: connection.proxy ?? undefined,
      trust: connection.trusted === null ? undefined : await toTrustOptions(connection.trusted.pem),
      port,
      forwardTo,
      rules: rules === undefined ? undefined : resolvePath(rules),
      events,
      save: save === undefined ? undefined : resolvePath(save),
      replayFrom: replay === true ? data : undefined,
      json,
    };
    const { stdout } = context;
    const stderr = { write: (text: string) => context.stderr.write(withoutSecrets(text)) };
    const style = styleFor(stdout, context);
    const relayStyle = { dim: style.dim, good: style.green, bad: style.red };
    const exitCode = await untilStopped(context, (signal) =>
      runRelayCommand(flags, { t: context.t, stdout, stderr, style: relayStyle, signal }),
    );
    if (exitCode !== 0) throw new ReportedError(exitCode);
  },
});

export const replay = runCommand({
  hasConnection: false,
  parameters: {
    '<file...>': 'cli.replay.file',
    '--port <n>': { text: 'cli.replay.port', parse: parseTargetPort, conflicts: ['forwardTo'] },
    '--forward-to <url>': { text: 'cli.replay.forward_to', parse: parseReceiverUrl },
    '--re-sign <secret>': 'cli.replay.re_sign',
  },
  json: 'cli.common.json_lines',
  run: async ({ values: { file: files, port, forwardTo, reSign, json }, context }) => {
    const { t, directory, stdout, stderr } = context;
    const style = styleFor(stdout, context);
    const exitCode = await runReplayCommand(
      { files, port, forwardTo, reSign, json },
      { t, directory, stdout, stderr, style: { dim: style.dim, good: style.green, bad: style.red } },
    );
    if (exitCode !== 0) throw new ReportedError(exitCode);
  },
});
