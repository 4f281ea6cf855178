import { type Answer, type Client, ProblemError } from '@svc-simulator/client';
import { getTrace, isOneOf, listSessions, type TraceEvent, traceTypes } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { InvalidArgumentError } from 'commander';
import { type CommandError, refusal, wrongUsage } from '../failures.ts';
import { plain } from '../rendering/text.ts';
import { notAmong } from './similar.ts';

/** How many of the latest sessions a refusal offers. */
const OFFERED = 5;
/** Characters of a session's id in a line of the trace. */
const SHORT = 8;

/** The value of `--type`: one type of the trace, or several with commas between. */
export function parseTypes(text: string): string {
  const wrong = text.split(',').find((type) => !isOneOf(traceTypes, type.trim()));
  if (wrong === undefined) return text;
  const { message } = notAmong(wrong.trim(), traceTypes);
  const what = wrong.trim() === '' ? t`A type is missing` : t`There is no type ${plain(wrong.trim())}`;
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
    t`the account has no session ${plain(named)}; ${latest === '' ? t`it has none at all` : t`its latest are ${latest}`}`,
  );
}

/**
 * The session that is named, or the newest one.
 * @throws CommandError when the account has none, or as `failure` makes it when it has not that one.
 */
export async function sessionOf(
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
    (await filterOf(client, named, failure)) ??
    (await client.call(listSessions, { query: { limit: 1 } })).data[0]?.id;
  if (id !== undefined) return id;
  throw refusal(t`there is no session here; ${making} makes one`);
}

/** A page of the trace. Its schema leaves the types of events open; a simulator of this version writes those of `TraceEvent`. */
export function traceOf(
  client: Client,
  query: Readonly<Record<string, string | number | undefined>>,
): Promise<Answer<readonly TraceEvent[]>> {
  return client.call(getTrace, { query }) as Promise<Answer<readonly TraceEvent[]>>;
}
