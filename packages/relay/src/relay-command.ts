import { defined } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import { splitCredentials, t } from '@svc-simulator/core';
import { fileFault } from '@svc-simulator/machine/file-fault.ts';
import { shortEvent } from './events.ts';
import { LineWriter, type Output } from './line-writer.ts';
import { connectRelay, type RelayEnd } from './relay.ts';
import type { RelayEvent } from './relay-event.ts';
import { jsonLine, plainStyle, type RelayStyle, webhookLine } from './relay-lines.ts';
import { type RelayFlags, type RelayUsage, readUsage } from './relay-usage.ts';
import { DeliveryFolder } from './replay/delivery-folder.ts';
import { PlaceFile } from './replay/place-file.ts';

export interface RelayContext {
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
export async function runRelayCommand(flags: RelayFlags, context: RelayContext): Promise<number> {
  const { stdout, stderr, style = plainStyle, signal, clock, chance } = context;
  const say = (text: string) => stderr.write(`${text}\n`);
  const usage = await readUsage(flags);
  if ('fault' in usage) {
    say(`${t`error:`} ${usage.fault}`);
    return WRONG_USAGE;
  }
  const { key, mock, forward, rules, events } = usage;
  const folder = flags.save === undefined ? null : new DeliveryFolder(flags.save, say);
  try {
    await folder?.open();
  } catch (error) {
    say(`${t`error:`} ${t`--save: ${flags.save} cannot be made (${fileFault(error)})`}`);
    return WRONG_USAGE;
  }
  const place =
    flags.replayFrom === undefined
      ? null
      : new PlaceFile({ folder: flags.replayFrom, mock, key, onTrouble: say });
  const since = await place?.read();
  const lines = new LineWriter(stdout);
  const through = flags.proxy ? t`${mock} through the proxy ${flags.proxy.name}` : mock;
  if (!flags.json) say(t`connecting to ${through}; ${destinationOf(usage)}`);
  const news = new LinkNews(mock, flags.proxy !== undefined);
  const relay = connectRelay({
    key,
    mock,
    forward,
    rules,
    ...defined({ trust: flags.trust, proxy: flags.proxy, signal, clock, chance }),
    ...(events && { events }),
    ...(folder && { folder }),
    ...(place && since !== undefined && { since, onPlace: (current) => place.write(current) }),
    onEvent: (event) => {
      if (flags.json) lines.write(() => jsonLine(event));
      else if (event.type === 'webhook') lines.write(() => webhookLine(event, style));
      else news.tell(event, say);
    },
  });
  const end = await relay.ended;
  lines.flush();
  await Promise.all([folder?.flush(), place?.flush()]);
  if (end.reason !== 'stopped') say(farewellOf(end));
  return end.reason === 'unauthorized' ? NOT_AUTHORISED : DONE;
}

function destinationOf({ forward, rules, events }: RelayUsage): string {
  const target =
    forward === null
      ? t`their own URL`
      : 'url' in forward
        ? splitCredentials(forward.url).shown
        : `127.0.0.1:${forward.port}`;
  const which = events ? t`webhooks of ${[...events].map(shortEvent).join(', ')}` : 'webhooks';
  if (rules.length === 0) return t`${which} go to ${target}`;
  return rules.length === 1
    ? t`${which} go where a rule sends them, else to ${target}`
    : t`${which} go where ${rules.length} rules send them, else to ${target}`;
}

/** What happens between relay and simulator, in sentences; why there is no connection is said once, however often it is tried. */
class LinkNews {
  readonly #mock: string;
  readonly #throughProxy: boolean;
  readonly #reasons = new Set<string>();
  #wasConnected = false;

  constructor(mock: string, throughProxy: boolean) {
    this.#mock = mock;
    this.#throughProxy = throughProxy;
  }

  tell(event: Exclude<RelayEvent, { type: 'webhook' }>, say: (text: string) => void): void {
    if (event.type !== 'disconnected') {
      if (event.type === 'connected') this.#connected();
      say(newsOf(event, this.#mock));
      return;
    }
    const { reason } = event;
    if (this.#reasons.has(reason)) return;
    this.#reasons.add(reason);
    say(
      this.#wasConnected
        ? t`not connected (${reason}); trying until the simulator is back`
        : this.#throughProxy
          ? t`cannot connect to ${this.#mock} (${reason}); check the proxy, or name the host in NO_PROXY. Trying until it answers`
          : t`cannot connect to ${this.#mock} (${reason}); check --mock, and that a simulator runs there. Trying until it answers`,
    );
  }

  #connected(): void {
    this.#wasConnected = true;
    this.#reasons.clear();
  }
}

function newsOf(event: Exclude<RelayEvent, { type: 'webhook' | 'disconnected' }>, mock: string): string {
  switch (event.type) {
    case 'connected':
      return t`connected to ${mock} as ${event.accountId}`;
    case 'replay':
      return event.count === 0
        ? t`nothing was missed`
        : event.count === 1
          ? t`1 webhook was missed; it comes first`
          : t`${event.count} webhooks were missed; they come first`;
    case 'replayed':
      return event.count === 0
        ? t`from here on webhooks are new`
        : event.count === 1
          ? t`1 webhook was sent again, ${event.delivered} taken; from here on webhooks are new`
          : t`${event.count} webhooks were sent again, ${event.delivered} taken; from here on webhooks are new`;
  }
}

function farewellOf(end: Exclude<RelayEnd, { reason: 'stopped' }>): string {
  if (end.reason === 'displaced') return t`another relay with this key has taken over, so this one ends`;
  return t`the simulator refuses the key: ${end.detail}`;
}
