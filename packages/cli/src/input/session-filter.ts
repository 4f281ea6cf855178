import { type Answer, type Client, ProblemError } from '@svc-simulator/client';
import { getTrace, isOneOf, listSessions, type TraceEvent, traceTypes } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { type CommandError, refusal, wrongUsage } from '../failures.ts';
import { plain } from '../rendering/text.ts';
import { notAmong } from './similar.ts';

/** How many of the latest sessions a refusal offers. */
const OFFERED = 5;
/** Characters of a session's id in a line of the trace. */
const SHORT = 8;

/** The value of `--type`: one type of the trace, or several with commas between. */
export function parseTypes(t: Texts, text: string): string {
  const wrong = text.split(',').find((type) => !isOneOf(traceTypes, type.trim()));
  if (wrong === undefined) return text;
  const { message } = notAmong(t, wrong.trim(), traceTypes);
  const what =
    wrong.trim() === '' ? t('cli.trace.type_missing') : t('cli.trace.no_type', { trim: plain(wrong.trim()) });
  throw new InvalidArgumentError(`${what}. ${message}`);
}

/** Whether the account has a session: its trace begins with its creation, and asking leaves no mark in it. */
async function isKnown(client: Client, session: string): Promise<boolean> {
  try {
    const { data } = await client.call(getTrace, { query: { session_id: session, limit: 1 } });
    return data.length > 0;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 400) return false;
    throw error;
  }
}

/**
 * The session that `--session` names by its id, or by the beginning that the trace shows of it.
 * @throws CommandError as `failure` makes it when the account has not got it, with those that it has.
 */
export async function filterOf(
  t: Texts,
  client: Client,
  named: string | undefined,
  failure: (message: string) => CommandError = wrongUsage,
): Promise<string | undefined> {
  if (named === undefined || (await isKnown(client, named))) return named;
  const { data } = await client.call(listSessions, { query: { limit: 1000 } });
  const [found, other] = data.filter((session) => named.length >= SHORT && session.id.startsWith(named));
  if (found !== undefined && other === undefined) return found.id;
  const latest = data
    .slice(0, OFFERED)
    .map((session) => session.id)
    .join(', ');
  throw failure(
    t('cli.trace.account_no_session', {
      named: plain(named),
      value: latest === '' ? t('cli.trace.none_all') : t('cli.trace.latest', { latest }),
    }),
  );
}

/**
 * The session that is named, or the newest one.
 * @throws CommandError when the account has none, or as `failure` makes it when it has not that one.
 */
export async function sessionOf(
  t: Texts,
  client: Client,
  named: string | undefined,
  {
    making = 'session create',
    failure,
  }: {
    readonly making?: string | undefined;
    readonly failure?: (message: string) => CommandError;
  } = {},
): Promise<string> {
  const id =
    (await filterOf(t, client, named, failure)) ??
    (await client.call(listSessions, { query: { limit: 1 } })).data[0]?.id;
  if (id !== undefined) return id;
  throw refusal(t('cli.trace.no_session_makes', { making }));
}

/** A page of the trace. Its schema leaves the types of events open; a simulator of this version writes those of `TraceEvent`. */
export function traceOf(
  client: Client,
  query: Readonly<Record<string, string | number | undefined>>,
): Promise<Answer<readonly TraceEvent[]>> {
  return client.call(getTrace, { query }) as Promise<Answer<readonly TraceEvent[]>>;
}
