import { type Answer, type Client, ProblemError } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { type CommandError, refusal, wrongUsage } from '../failures.ts';
import { noEvent, typeGroups, typesNamed } from '../input/event-names.ts';
import type { ConnectedCall } from '../plain-command.ts';
import { plain } from '../rendering/text.ts';
import type { Connection } from './connection.ts';

/** How many of the latest sessions a refusal offers. */
const OFFERED = 5;
/** Characters of an id in a line of the trace. */
const SHORT = 8;
/** Characters of a whole id. */
const WHOLE = 36;

/** The value of `--type`: types of the trace, beginnings of types such as `webhook`, or events, with commas between. */
export function parseTypes(t: Texts, text: string): string {
  const named = text.split(',').map((name) => name.trim());
  for (const name of named) {
    if (name === '') throw new InvalidArgumentError(t('cli.trace.type_missing'));
    if (typesNamed(name).length > 0) continue;
    const { message } = noEvent(
      t,
      name,
      api.traceTypes,
      t('cli.trace.groups', { groups: typeGroups.join(', ') }),
    );
    throw new InvalidArgumentError(`${t('cli.trace.no_type', { trim: plain(name) })}. ${message}`);
  }
  return [...new Set(named.flatMap(typesNamed))].join(',');
}

/** Whether the account has a session: its trace begins with its creation, and asking leaves no mark in it. */
async function isKnown(client: Client, session: string): Promise<boolean> {
  try {
    const { data } = await client.call(api.getTrace, { query: { session_id: session, limit: 1 } });
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
  const found = await theOneOf(t, named, async (query) =>
    (await client.call(api.listSessions, { query })).data.map(({ id }) => id),
  );
  if (found !== undefined) return found;
  const { data } = await client.call(api.listSessions, { query: { limit: OFFERED } });
  const latest = data.map((session) => session.id).join(', ');
  throw failure(t('cli.trace.account_no_session', { named: plain(named), latest: latest || 'none' }));
}

/** The id that begins as it was typed; undefined when none does, or too little was typed. @throws CommandError when several do */
export async function theOneOf(
  t: Texts,
  named: string,
  idsOf: (query: { readonly q: string; readonly limit: number }) => Promise<readonly string[]>,
): Promise<string | undefined> {
  const ids = named.length < SHORT ? [] : await idsOf({ q: named, limit: 1000 });
  const found = ids.filter((id) => id.startsWith(named));
  if (found.length > 1)
    throw wrongUsage(
      t('cli.common.several_begin', { named: plain(named), ids: found.slice(0, OFFERED).join(', ') }),
    );
  return found[0];
}

/** The whole id of a session; what is one already is for the simulator to know. @throws CommandError when none begins so */
export async function wholeSession(t: Texts, connection: Connection, named: string): Promise<string> {
  if (named.length === WHOLE) return named;
  return (await filterOf(t, connection, named, refusal)) ?? named;
}

/** The whole id of a delivery, likewise. */
export async function wholeDelivery(
  { t, connection, context: { program } }: Pick<ConnectedCall, 't' | 'connection' | 'context'>,
  named: string,
): Promise<string> {
  if (named.length === WHOLE) return named;
  let isSession = false;
  const found = await theOneOf(t, named, async (query) => {
    const { data } = await connection.call(api.listDeliveries, { query: { ...query, by: 'all' } });
    isSession = data.some(({ session_id }) => session_id.startsWith(named));
    return data.map(({ delivery_id }) => delivery_id);
  });
  if (found !== undefined) return found;
  const why = isSession ? 'of_session' : 'no_delivery_see_delivery';
  throw refusal(t(`cli.delivery.show.${why}`, { id: plain(named), program }));
}

/**
 * The session that is named, or the newest one.
 * @throws CommandError when the account has none, or as `failure` makes it when it has not that one.
 */
export async function sessionOf(
  t: Texts,
  client: Client,
  named: string | undefined,
  failure?: (message: string) => CommandError,
): Promise<string> {
  const id =
    (await filterOf(t, client, named, failure)) ??
    (await client.call(api.listSessions, { query: { limit: 1 } })).data[0]?.id;
  if (id !== undefined) return id;
  throw refusal(t('cli.trace.no_session_makes'));
}

/** A page of the trace. Its schema leaves the types of events open; a simulator of this version writes those of `TraceEvent`. */
export function traceOf(
  client: Client,
  query: Readonly<Record<string, string | number | undefined>>,
): Promise<Answer<readonly api.TraceEvent[]>> {
  return client.call(api.getTrace, { query }) as Promise<Answer<readonly api.TraceEvent[]>>;
}
