import type { Client } from '@svc-simulator/client';
import { createButtonSession, createRequestSession, listAgreements } from '@svc-simulator/contract';
import type { CliContext } from '../../cli-context.ts';
import type { Connection } from '../../connection/connection.ts';
import { readBody, sessionBody, sessionTakes } from '../../input/session-body.ts';
import { runCommand } from '../../plain-command.ts';
import { newSessionLines } from '../../rendering/session-lines.ts';
import { type Given, taking } from '../../takes.ts';

const newSessionTakes = taking({ ...sessionTakes, '--body <file>': 'cli.session.create.body' });
type NewSession = Given<typeof newSessionTakes>;

export const declare = runCommand({
  takes: newSessionTakes,
  run: async ({ t, given, context, connect, report, hint }) => {
    const data = await newSession(context, await connect(), { ...given });
    report(data, (colours) => newSessionLines(data, colours));
    hint(t('cli.session.create.open_payment_page_session', { program: context.program, id: data.id }));
  },
});

/** Makes a session of what the options say. @throws CommandError when no agreement is known. */
export async function newSession(context: CliContext, connection: Connection, options: NewSession) {
  const client = connection.api();
  const file = options.body === undefined ? {} : await readBody(context, options.body);
  const body = sessionBody(context.t, options, file, {
    agreementId: connection.account?.agreement_id ?? (await latestAgreement(client, options, file)),
    url: connection.url,
    nowMs: context.now(),
    program: context.program,
    reader: context.reader,
  });
  // The simulator validates the body, and tells every fault; a second opinion here could only differ.
  const { data } = options.request
    ? await client.callUnchecked(createRequestSession, { body })
    : await client.callUnchecked(createButtonSession, { body });
  return data;
}

/** The agreement of an account that the run file does not know, when none is named: its newest one. */
async function latestAgreement(
  client: Client,
  { agreement }: NewSession,
  file: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  if (agreement !== undefined || 'agreement_id' in file) return undefined;
  const { data } = await client.call(listAgreements, { query: { limit: 1 } });
  return data[0]?.agreement_id;
}
