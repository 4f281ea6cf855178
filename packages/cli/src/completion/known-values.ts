import { listSessions, shortEvent, traceTypes, webhookEvents } from '@svc-simulator/contract';
import { Argument, type Command, type Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { type ConnectionOptions, connect } from '../connection/connection.ts';
import { readEnvironment } from '../env-option.ts';
import { stateNames } from '../input/session-milestones.ts';
import { money, plain } from '../rendering/text.ts';
import { wordIn } from '../texts/area-texts.ts';

export interface Suggestion {
  readonly value: string;
  /** What shells show beside it; may be empty. */
  readonly description: string;
}

/** Values of a place; `files`: names of files, which the shell knows best. */
export type Values = readonly Suggestion[] | 'files';

/** A shell waits for its user's sake, so a simulator that is slow to answer does without. */
const ANSWER_WITHIN_MS = 500;
/** How many of the latest sessions are worth choosing from. */
const SESSIONS = 20;

/** Values that an option or argument takes, of those that are known; `given` are the words before it. */
export async function valuesOf(
  place: Option | Argument,
  command: Command,
  given: readonly string[],
  context: CliContext,
): Promise<Values> {
  if (place.argChoices) return plainly(place.argChoices);
  const name = place instanceof Argument ? place.name() : (place.long ?? '');
  const placeholder = place instanceof Argument ? name : (/[<[]([^\]>]+)[\]>]$/.exec(place.flags)?.[1] ?? '');
  if (/^(file\d?|dir|command)$/.test(placeholder)) return 'files';
  if (name === 'session' || name === '--session') return sessions(command, given, context);
  return known.get(name)?.() ?? [];
}

const known = new Map<string, () => readonly Suggestion[]>([
  ['what', () => plainly([...stateNames, ...traceTypes, ...deliveries])],
  ['--for', () => plainly([...stateNames, ...traceTypes.filter(isOfSession), ...deliveries])],
  ['--type', () => plainly(traceTypes)],
  ['--events', () => plainly(kinds)],
  ['duration', () => plainly(['5s', '1m', '1h', '1d', '14d', '30d'])],
  ['--otp', () => plainly(['000000', '111111', '222222', '333333'])],
]);

const kinds = webhookEvents.map(shortEvent);
const deliveries = kinds.map((kind) => `webhook.delivered:${kind}`);

function isOfSession(type: string): boolean {
  return /^(session|webhook)\./.test(type);
}

function plainly(values: readonly string[]): Suggestion[] {
  return values.map((value) => ({ value, description: '' }));
}

/** The latest sessions of the account that the command would talk of; none when that can not be told, for whatever reason. */
async function sessions(
  command: Command,
  given: readonly string[],
  context: CliContext,
): Promise<readonly Suggestion[]> {
  // A wrong value is told when the command runs, not while it is typed.
  command.configureOutput({ writeErr: () => {} });
  try {
    command.parseOptions([...given]);
    readEnvironment(context.t, command, context.env);
    const deadline = () => context.deadline(ANSWER_WITHIN_MS);
    const connection = await connect({ ...context, deadline }, command.opts<ConnectionOptions>());
    const { data } = await connection.console().call(listSessions, { query: { limit: SESSIONS } });
    return data.map(({ id, status, amount_reference, currency_reference, identifier }) => ({
      value: id,
      description: `${wordIn(context.t, 'status', status)}, ${money(amount_reference, currency_reference, context.t)}, ${plain(identifier, 40)}`,
    }));
  } catch {
    return [];
  }
}
