import { t } from '@svc-simulator/core';
import { refusal } from '../../failures.ts';
import { filterOf } from '../../input/session-filter.ts';
import { milestoneText, parseMilestone } from '../../input/session-milestones.ts';
import { runCommand } from '../../plain-command.ts';
import { waitFor, waitTakes, whereTakes } from '../wait.ts';

export const declare = runCommand({
  takes: {
    '<session>': 'id of the session',
    '--for <what>': { text: milestoneText, parse: (name: string) => parseMilestone(name), required: true },
    ...whereTakes,
    ...waitTakes,
  },
  json: 'print the events of the trace, one a line',
  help: () =>
    t`\nWhat has happened already counts. What can no longer happen ends the wait with exit code 1.`,
  run: async (at) => {
    const { session: named, for: milestone, where } = at.given;
    const connection = await at.connect();
    const session = await filterOf(connection.console(), named, refusal);
    await waitFor(at, connection, { milestone, session, where });
  },
});
