import { runReplayCommand } from '@svc-simulator/relay';
import { ToldFailure } from '../failures.ts';
import { parseReceiverUrl, parseTargetPort } from '../input/values.ts';
import { runCommand } from '../plain-command.ts';
import { coloursFor } from '../rendering/report.ts';

export const declare = runCommand({
  isAlone: true,
  takes: {
    '<file...>': 'cli.replay.file',
    '--port <n>': { text: 'cli.replay.port', parse: parseTargetPort, conflicts: ['forwardTo'] },
    '--forward-to <url>': { text: 'cli.replay.forward_to', parse: parseReceiverUrl },
    '--re-sign <secret>': 'cli.replay.re_sign',
  },
  json: 'cli.common.json_lines',
  help: ({ t }) => t('cli.replay.help'),
  run: async ({ given: { file: files, port, forwardTo, reSign, json }, context }) => {
    const { t, directory, stdout, stderr } = context;
    const colours = coloursFor(stdout, context);
    const exitCode = await runReplayCommand(
      { files, port, forwardTo, reSign, json },
      { t, directory, stdout, stderr, style: { dim: colours.dim, good: colours.green, bad: colours.red } },
    );
    if (exitCode !== 0) throw new ToldFailure(exitCode);
  },
});
