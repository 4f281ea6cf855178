/**
 * Teams at work: each creates sessions at regular intervals, pays them on the payment page and reads their
 * status, and keeps a live trace and the list of sessions open in its console.
 */
import { type Dispatcher, Pool } from 'undici';
import { paymentForm } from '../../../support/api.ts';
import { work } from '../workers.ts';

export interface Team {
  readonly token: string;
  readonly consoleToken: string;
  /** Body of a new session. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type TeamsRequest =
  | { readonly origin: string; readonly teams: readonly Team[]; readonly sessionsPerMinute: number }
  | { readonly read: true }
  | { readonly stop: true };

export interface TeamsFigures {
  readonly requests: number;
  readonly p95Ms: number;
}

const MINUTE_MS = 60_000;
/** How often a console reloads its list of sessions. */
const RELOAD_MS = 10_000;
const CONNECTIONS = 64;

let durations: number[] = [];
let failure: Error | null = null;
let pool: Pool | null = null;
const timers: NodeJS.Timeout[] = [];

async function request(options: Dispatcher.RequestOptions, expected: number): Promise<string> {
  const startMs = performance.now();
  const answer = await (pool as Pool).request(options);
  const text = await answer.body.text();
  durations.push(performance.now() - startMs);
  if (answer.statusCode !== expected)
    throw new Error(`${options.method} ${options.path} was answered ${answer.statusCode}: ${text}`);
  return text;
}

async function orderAndPay({ token, body, headers }: Team): Promise<void> {
  const asMerchant = { ...headers, authorization: `Bearer ${token}` };
  const sessions = '/api/v1/ext/payment-sessions';
  const json = { ...asMerchant, 'content-type': 'application/json' };
  const creation = await request({ method: 'POST', path: `${sessions}/buttons`, headers: json, body }, 201);
  const { id } = JSON.parse(creation).data;
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  const payment = paymentForm('000000').toString();
  await request({ method: 'POST', path: `/pay/${id}`, headers: form, body: payment }, 303);
  await request({ method: 'GET', path: `${sessions}/status/${id}`, headers: asMerchant }, 200);
}

async function openConsole(origin: string, { consoleToken, headers }: Team): Promise<void> {
  const asReader = { ...headers, authorization: `Bearer ${consoleToken}` };
  const stream = await fetch(`${origin}/console/trace`, {
    headers: { ...asReader, accept: 'text/event-stream' },
  });
  if (!stream.ok) throw new Error(`a live trace was answered ${stream.status}`);
  stream.body?.pipeTo(new WritableStream()).catch(() => {});
  repeat(RELOAD_MS, () => request({ method: 'GET', path: '/console/sessions', headers: asReader }, 200));
}

/** Starts at a random time within the first interval, so that the teams don't act at once. */
function repeat(intervalMs: number, act: () => Promise<unknown>): void {
  const actAndNote = () =>
    void act().catch((error) => {
      failure ??= error;
    });
  const start = setTimeout(() => {
    actAndNote();
    timers.push(setInterval(actAndNote, intervalMs));
  }, Math.random() * intervalMs);
  timers.push(start);
}

/** Starts the teams, returns the figures since the last reading, or stops. */
work('ready', async (message: TeamsRequest): Promise<TeamsFigures | null> => {
  if ('teams' in message) {
    pool = new Pool(message.origin, { connections: CONNECTIONS, pipelining: 1 });
    await Promise.all(message.teams.map((team) => openConsole(message.origin, team)));
    for (const team of message.teams) repeat(MINUTE_MS / message.sessionsPerMinute, () => orderAndPay(team));
    return null;
  }
  if ('stop' in message) {
    for (const timer of timers.splice(0)) clearTimeout(timer);
    return null;
  }
  if (failure) throw failure;
  const ascending = durations.toSorted((a, b) => a - b);
  durations = [];
  return { requests: ascending.length, p95Ms: ascending[Math.floor(ascending.length * 0.95)] ?? Number.NaN };
});
