import type { Clock } from '@svc-simulator/core';
import { LineWriter, type Output } from './line-writer.ts';
import { connectRelay, type RelayEnd } from './relay.ts';
import type { RelayEvent } from './relay-event.ts';
import { jsonLine, plainStyle, type RelayStyle, webhookLine } from './relay-lines.ts';
import { type Forward, relayUrl } from './target.ts';

/** What was typed; `port` and `forwardTo` exclude each other (contract section 8). */
export interface RelayFlags {
  readonly key?: string | undefined;
  readonly mock?: string | undefined;
  readonly port?: number | undefined;
  readonly forwardTo?: string | undefined;
  readonly json?: boolean | undefined;
}

export interface RelaySurroundings {
  readonly stdout: Output;
  readonly stderr: Output;
  /** For the lines on stdout; plain by default. */
  readonly style?: RelayStyle;
  /** Ends the command, as Ctrl-C does. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly chance?: () => number;
}

const DONE = 0;
const WRONG_USAGE = 2;
const NOT_AUTHORISED = 3;

/**
 * Runs `sim relay` until it is stopped or displaced (exit code 0), or the key is refused (3); wrong usage is 2. A line for
 * each webhook goes to stdout, everything else to stderr; with `json` all events go to stdout, as JSON.
 */
export async function runRelayCommand(flags: RelayFlags, surroundings: RelaySurroundings): Promise<number> {
  const { stdout, stderr, style = plainStyle, signal, clock, chance } = surroundings;
  const say = (text: string) => stderr.write(`${text}\n`);
  const usage = readUsage(flags);
  if ('fault' in usage) {
    say(usage.fault);
    return WRONG_USAGE;
  }
  const { key, mock, forward } = usage;
  const lines = new LineWriter(stdout);
  if (!flags.json) say(`connecting to ${mock}; webhooks go to ${destinationOf(forward)}`);
  const relay = connectRelay({
    key,
    mock,
    forward,
    onEvent: (event) => {
      if (flags.json) lines.write(() => jsonLine(event));
      else if (event.type === 'webhook') lines.write(() => webhookLine(event, style));
      else say(newsOf(event, mock));
    },
    ...(signal && { signal }),
    ...(clock && { clock }),
    ...(chance && { chance }),
  });
  const end = await relay.ended;
  lines.flush();
  if (end.reason !== 'stopped') say(farewellOf(end));
  return end.reason === 'unauthorized' ? NOT_AUTHORISED : DONE;
}

type Usage = { readonly key: string; readonly mock: string; readonly forward: Forward };

function readUsage({ key, mock, port, forwardTo }: RelayFlags): Usage | { readonly fault: string } {
  if (!key) return { fault: 'the key is missing: pass --key with the API token (sim_api_…), or set SIM_KEY' };
  if (!mock) {
    return {
      fault: 'the simulator is missing: pass --mock with its address, for example http://localhost:4010',
    };
  }
  const url = relayUrl(mock);
  if (!url.ok) return { fault: `--mock: ${url.refusal.detail}` };
  if (port !== undefined && forwardTo !== undefined) {
    return { fault: 'pass --port or --forward-to, not both: each says where webhooks go' };
  }
  if (port !== undefined) {
    const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
    return isPort
      ? { key, mock, forward: { port } }
      : { fault: '--port: a port is a number from 1 to 65535' };
  }
  if (forwardTo === undefined) return { key, mock, forward: null };
  const isUrl = URL.canParse(forwardTo) && /^https?:$/.test(new URL(forwardTo).protocol);
  return isUrl
    ? { key, mock, forward: { url: forwardTo } }
    : { fault: `--forward-to: ${JSON.stringify(forwardTo)} is no http or https URL` };
}

function destinationOf(forward: Forward): string {
  if (forward === null) return 'their own URL';
  return 'url' in forward ? forward.url : `127.0.0.1:${forward.port}`;
}

function newsOf(event: Exclude<RelayEvent, { type: 'webhook' }>, mock: string): string {
  if (event.type === 'connected') return `connected to ${mock} as ${event.accountId}`;
  return `not connected (${event.reason}); trying again in ${(event.retryInMs / 1000).toFixed(1)} s`;
}

function farewellOf(end: Exclude<RelayEnd, { reason: 'stopped' }>): string {
  if (end.reason === 'displaced') return 'another relay with this key has taken over, so this one ends';
  return `the simulator refuses the key: ${end.detail}`;
}
