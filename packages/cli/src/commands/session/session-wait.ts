import type { Texts } from '@svc-simulator/texts/texts.ts';
import { filterOf } from '../../connection/session-filter.ts';
import { milestoneText, parseMilestone } from '../../expectations/condition.ts';
import { refusal } from '../../failures.ts';
import { runCommand } from '../../plain-command.ts';
import { waitFor, waitTakes, whereTakes } from '../wait.ts';

export const declare = runCommand({
  takes: {
    '<session>': 'cli.common.session_id',
    '--for <what>': {
      text: milestoneText,
      parse: (t: Texts, name: string) => parseMilestone(t, name),
      required: true,
    },
    ...whereTakes,
    ...waitTakes,
  },
  json: 'cli.common.json',
  help: ({ t }) => t('cli.session.wait.help'),
  run: async (at) => {
    const { session: named, for: milestone, where } = at.given;
    const connection = await at.connect();
    const session = await filterOf(at.t, connection.console(), named, refusal);
    await waitFor(at, connection, { milestone, session, where });
  },
});
