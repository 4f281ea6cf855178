import { type CallResult, type Client, ProblemError } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { type CommandError, refusal, wrongUsage } from '../failures.ts';
import { findTraceTypes, typeGroups, unknownEventError } from '../input/event-names.ts';
import { printable } from '../rendering/text.ts';
import type { ConnectedCall } from '../request-command.ts';
import type { Connection } from './connection.ts';

const MAX_SUGGESTED = 5;
const MIN_PREFIX_LENGTH = 8;
const UUID_LENGTH = 36;

/** Parses `--type`: trace types, prefixes such as `webhook`, or events such as `paid`, separated by commas. */
export function parseTypes(t: Texts, text: string): string {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (name === '') throw new InvalidArgumentError(t('cli.trace.type_missing'));
    if (findTraceTypes(name).length > 0) continue;
    const { message } = unknownEventError(
      t,
      name,
      api.traceTypes,
      t('cli.trace.groups', { groups: typeGroups.join(', ') }),
    );
    throw new InvalidArgumentError(`${t('cli.trace.unknown_type', { name: printable(name) })}. ${message}`);
  }
  return [...new Set(names.flatMap(findTraceTypes))].join(',');
}

/** Searches the trace, because a query of the session itself would add an event to the trace. */
async function hasSession(client: Client, session: string): Promise<boolean> {
  try {
    const { data } = await client.call(api.getTrace, { query: { session_id: session, limit: 1 } });
    return data.length > 0;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 400) return false;
    throw error;
  }
}

/**
 * Resolves `--session`, an id or the prefix that the trace shows.
 * @throws the error of `failure` if the account doesn't have the session; its message lists the latest sessions
 */
export async function resolveSessionFilter(
  t: Texts,
  client: Client,
  idOrPrefix: string | undefined,
  failure: (message: string) => CommandError = wrongUsage,
): Promise<string | undefined> {
  if (idOrPrefix === undefined || (await hasSession(client, idOrPrefix))) return idOrPrefix;
  const matchingId = await findByIdPrefix(t, idOrPrefix, async (query) =>
    (await client.call(api.listSessions, { query })).data.map(({ id }) => id),
  );
  if (matchingId !== undefined) return matchingId;
  const { data } = await client.call(api.listSessions, { query: { limit: MAX_SUGGESTED } });
  const latest = data.map((session) => session.id).join(', ');
  throw failure(t('cli.trace.unknown_session', { named: printable(idOrPrefix), latest: latest || 'none' }));
}

/**
 * Returns the id with this prefix; undefined if no id matches or the prefix is too short.
 * @throws CommandError if several ids match
 */
export async function findByIdPrefix(
  t: Texts,
  idOrPrefix: string,
  fetchIds: (query: { readonly q: string; readonly limit: number }) => Promise<readonly string[]>,
): Promise<string | undefined> {
  const ids = idOrPrefix.length < MIN_PREFIX_LENGTH ? [] : await fetchIds({ q: idOrPrefix, limit: 1000 });
  const matches = ids.filter((id) => id.startsWith(idOrPrefix));
  if (matches.length > 1)
    throw wrongUsage(
      t('cli.common.ambiguous_id', {
        named: printable(idOrPrefix),
        ids: matches.slice(0, MAX_SUGGESTED).join(', '),
      }),
    );
  return matches[0];
}

/**
 * Completes the prefix of a session's id. Returns a full id unchecked, because the simulator checks it.
 * @throws CommandError if no session matches
 */
export async function completeSessionId(
  t: Texts,
  connection: Connection,
  idOrPrefix: string,
): Promise<string> {
  if (idOrPrefix.length === UUID_LENGTH) return idOrPrefix;
  return (await resolveSessionFilter(t, connection, idOrPrefix, refusal)) ?? idOrPrefix;
}

export async function completeDeliveryId(
  { t, connection, context: { program } }: Pick<ConnectedCall, 't' | 'connection' | 'context'>,
  idOrPrefix: string,
): Promise<string> {
  if (idOrPrefix.length === UUID_LENGTH) return idOrPrefix;
  let isSession = false;
  const matchingId = await findByIdPrefix(t, idOrPrefix, async (query) => {
    const { data } = await connection.call(api.listDeliveries, { query: { ...query, by: 'all' } });
    isSession = data.some(({ session_id }) => session_id.startsWith(idOrPrefix));
    return data.map(({ delivery_id }) => delivery_id);
  });
  if (matchingId !== undefined) return matchingId;
  const textKey = isSession ? 'id_of_session' : 'unknown';
  throw refusal(t(`cli.delivery.show.${textKey}`, { id: printable(idOrPrefix), program }));
}

/**
 * Returns the id of the named session; if none is named, of the latest session.
 * @throws CommandError if the account has no session
 * @throws the error of `failure` if the account doesn't have the named session
 */
export async function resolveSession(
  t: Texts,
  client: Client,
  idOrPrefix: string | undefined,
  failure?: (message: string) => CommandError,
): Promise<string> {
  const id =
    (await resolveSessionFilter(t, client, idOrPrefix, failure)) ??
    (await client.call(api.listSessions, { query: { limit: 1 } })).data[0]?.id;
  if (id !== undefined) return id;
  throw refusal(t('cli.trace.no_sessions_yet'));
}

/**
 * Returns a page of the trace, typed as `TraceEvent`: the schema allows any event type, but a simulator of
 * this version writes only these.
 */
export function fetchTrace(
  client: Client,
  query: Readonly<Record<string, string | number | undefined>>,
): Promise<CallResult<readonly api.TraceEvent[]>> {
  return client.call(api.getTrace, { query }) as Promise<CallResult<readonly api.TraceEvent[]>>;
}
