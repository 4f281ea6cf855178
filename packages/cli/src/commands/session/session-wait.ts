import type { Client } from '@svc-simulator/client';
import type { TraceEvent } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { type Condition, Matcher, preventedText, wordsOf } from '../../expectations/condition.ts';
import { CommandError, refusal } from '../../failures.ts';
import { isKnown } from '../../input/session-filter.ts';
import { milestoneText, parseMilestone, timeoutTakes } from '../../input/session-milestones.ts';
import { plainCommand } from '../../plain-command.ts';
import { spinWhile } from '../../rendering/spinner.ts';
import { plain } from '../../rendering/text.ts';
import { traceLine } from '../../rendering/trace-line.ts';

export const declare = plainCommand({
  takes: {
    '<session>': 'id of the session',
    '--for <what>': { text: milestoneText, parse: (name: string) => parseMilestone(name), required: true },
    ...timeoutTakes,
  },
  json: 'print the event of the trace',
  help: () =>
    t`\nWhat has happened already counts. What can no longer happen ends the wait with exit code 1.`,
  call: async ({ connection, given, context }) => {
    const { session, for: milestone, timeout } = given;
    const { name } = milestone;
    await assertKnown(connection.console(), session);
    const signal = context.deadline(timeout);
    const following = connection.follow({ sessionId: session, after: 0, signal });
    const waiting = firstOf(following, { milestone, session, where: [] });
    const data = await spinWhile(context, given, t`waiting for ${name}`, waiting);
    if (data) return { data };
    throw new CommandError(
      'timeout',
      t`waited ${timeout} ms for ${name} of session ${session}; it has not happened`,
    );
  },
  lines: (event, colours) => [traceLine(event, colours)],
});

/** The first event that is waited for; undefined when the stream ends before, at the deadline. */
async function firstOf(
  events: AsyncIterable<TraceEvent>,
  condition: Condition,
): Promise<TraceEvent | undefined> {
  const matcher = new Matcher(condition);
  for await (const event of events) {
    if (matcher.matches(event)) return event;
    const prevented = matcher.preventedBy(event);
    if (prevented !== undefined) throw refusal(preventedText(wordsOf(condition), prevented));
  }
  return undefined;
}

/** A stream of a session that does not exist would wait for nothing. */
export async function assertKnown(client: Client, session: string): Promise<void> {
  if (!(await isKnown(client, session))) throw refusal(t`the account has no session ${plain(session)}`);
}
