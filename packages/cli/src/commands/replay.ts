import { t } from '@svc-simulator/core';
import { runReplayCommand } from '@svc-simulator/relay';
import { ToldFailure } from '../failures.ts';
import { parseTargetPort } from '../input/values.ts';
import { runCommand } from '../plain-command.ts';
import { coloursFor } from '../rendering/colours.ts';

export const declare = runCommand({
  isAlone: true,
  takes: {
    '<file...>': 'files that sim relay --save wrote; sent in this order',
    '--port <n>': {
      text: "send to this port of 127.0.0.1, at the path of the file's URL",
      parse: parseTargetPort,
    },
    '--forward-to <url>': 'send to this URL instead',
    '--re-sign <secret>': 'sign with this webhook secret and a timestamp of now',
  },
  json: 'one line of JSON for each file',
  help: () =>
    t`\nBody and headers are sent byte for byte, so a receiver that checks the age of a webhook refuses old ones unless they\nare signed again. No simulator is needed. Exit code 1 when one of them is not answered with 2xx.`,
  run: async ({ given: { file: files, port, forwardTo, reSign, json }, context }) => {
    const { stdout, stderr, env } = context;
    const colours = coloursFor(stdout, env);
    const exitCode = await runReplayCommand(
      { files, port, forwardTo, reSign, json },
      { stdout, stderr, style: { dim: colours.dim, good: colours.green, bad: colours.red } },
    );
    if (exitCode !== 0) throw new ToldFailure(exitCode);
  },
});
