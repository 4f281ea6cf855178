import { shortEvent, withoutUndefined } from '@svc-simulator/contract';
import { type Clock, splitCredentials } from '@svc-simulator/core';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { connectRelay, type RelayEnd } from './relay.ts';
import {
  formatWebhookLine,
  LineWriter,
  type OutputStream,
  plainStyle,
  type RelayEvent,
  type RelayStyle,
  relayEventJson,
  type WebhookDelivered,
} from './relay-lines.ts';
import { type RelayFlags, type RelayUsage, readUsage } from './relay-usage.ts';
import { PositionFile } from './replay/position-file.ts';
import { DeliveryFolder } from './replay/saved-delivery.ts';

export interface RelayContext {
  readonly t: Texts;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly style?: RelayStyle;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly chance?: () => number;
}

const RELAY_DONE = 0;
const RELAY_WRONG_USAGE = 2;
const RELAY_UNAUTHORIZED = 3;

/**
 * Runs `sim relay` and returns its exit code: 0 if it was stopped or replaced, 2 for wrong usage, 3 for a
 * refused key. Prints webhooks to stdout and everything else to stderr; with `json`, all events to stdout.
 */
export async function runRelayCommand(flags: RelayFlags, context: RelayContext): Promise<number> {
  const { t, stdout, stderr, style = plainStyle, signal, clock, chance } = context;
  const printLine = (text: string) => stderr.write(`${text}\n`);
  const usage = await readUsage(t, flags);
  if ('fault' in usage) {
    printLine(`${t('machine.error')} ${usage.fault}`);
    return RELAY_WRONG_USAGE;
  }
  const { key, mock } = flags;
  const { forward, rules, events } = usage;
  const deliveryFolder = flags.save === undefined ? null : new DeliveryFolder(t, flags.save, printLine);
  try {
    await deliveryFolder?.open();
  } catch (error) {
    printLine(
      `${t('machine.error')} ${t('relay.save_unusable', { save: String(flags.save), error: fileFault(t, error) })}`,
    );
    return RELAY_WRONG_USAGE;
  }
  const positionFile =
    flags.replayFrom === undefined
      ? null
      : new PositionFile({ t, folder: flags.replayFrom, mock, key, onProblem: printLine });
  const since = await positionFile?.read();
  const lines = new LineWriter(stdout);
  const target = flags.proxy ? t('machine.through_proxy', { origin: mock, proxy: flags.proxy.name }) : mock;
  if (!flags.json)
    printLine(t('relay.connecting', { through: target, usage: describeDestination(t, usage) }));
  const reporter = new LinkReporter(t, mock, flags.proxy !== undefined);
  const relay = connectRelay({
    t,
    key,
    mock,
    forward,
    rules,
    ...withoutUndefined({ trust: flags.trust, proxy: flags.proxy, signal, clock, chance }),
    ...(events && { events }),
    ...(flags.locateSimulator && { locateSimulator: () => reporter.follow(flags.locateSimulator) }),
    ...(deliveryFolder && { folder: deliveryFolder }),
    ...(positionFile &&
      since !== undefined && { since, onPosition: (current) => positionFile.write(current) }),
    onEvent: (event) => {
      if (flags.json) lines.write(() => relayEventJson(event));
      else if (event.type === 'webhook') {
        lines.write(() => formatWebhookLine(t, event, style));
        reporter.reportClosed(event, printLine);
      } else reporter.report(event, printLine);
    },
  });
  const end = await relay.ended;
  lines.flush();
  await Promise.all([deliveryFolder?.flush(), positionFile?.flush()]);
  if (end.reason !== 'stopped') printLine(describeEnd(t, end));
  return end.reason === 'unauthorized' ? RELAY_UNAUTHORIZED : RELAY_DONE;
}

function describeDestination(t: Texts, { forward, rules, events }: RelayUsage): string {
  const target =
    forward === null
      ? t('relay.original_url')
      : 'url' in forward
        ? splitCredentials(forward.url).maskedUrl
        : `127.0.0.1:${forward.port}`;
  const webhooksText = events
    ? t('relay.webhooks', { list: [...events].map(shortEvent).join(', ') })
    : 'webhooks';
  return t('relay.destination', { which: webhooksText, target, rules: rules.length });
}

/** Reports changes of the connection. While the relay can't connect, reports each reason only once. */
class LinkReporter {
  readonly #t: Texts;
  #mock: string;
  readonly #usesProxy: boolean;
  readonly #reasons = new Set<string>();
  readonly #closedHosts = new Set<string>();
  #wasConnected = false;

  constructor(t: Texts, mock: string, usesProxy: boolean) {
    this.#t = t;
    this.#mock = mock;
    this.#usesProxy = usesProxy;
  }

  /** Locates the simulator. Later reports show the URL that was found. */
  async follow(locateSimulator: RelayFlags['locateSimulator']) {
    const located = (await locateSimulator?.()) ?? null;
    if (located) this.#mock = located.mock;
    return located;
  }

  report(event: Exclude<RelayEvent, { type: 'webhook' }>, print: (text: string) => void): void {
    if (event.type !== 'disconnected') {
      if (event.type === 'connected') this.#markConnected();
      print(describeLinkEvent(this.#t, event, this.#mock));
      return;
    }
    const { reason } = event;
    if (this.#reasons.has(reason)) return;
    this.#reasons.add(reason);
    const t = this.#t;
    print(
      this.#wasConnected
        ? t('relay.reconnecting', { reason })
        : this.#usesProxy
          ? t('relay.cannot_connect_by_proxy', { mock: this.#mock, reason })
          : t('relay.cannot_connect', { mock: this.#mock, reason }),
    );
  }

  /** Reports that nothing listens at a target, and repeats it only after the target has responded. */
  reportClosed({ target, status, error }: WebhookDelivered, print: (text: string) => void): void {
    const { host } = new URL(target);
    if (status !== null) this.#closedHosts.delete(host);
    if (!error?.startsWith('ECONNREFUSED') || this.#closedHosts.has(host)) return;
    this.#closedHosts.add(host);
    print(this.#t('relay.nothing_listens', { host }));
  }

  #markConnected(): void {
    this.#wasConnected = true;
    this.#reasons.clear();
  }
}

function describeLinkEvent(
  t: Texts,
  event: Exclude<RelayEvent, { type: 'webhook' | 'disconnected' }>,
  mock: string,
): string {
  switch (event.type) {
    case 'connected':
      return t('relay.connected', { mock, accountId: event.accountId });
    case 'replay':
      return t('relay.missed', { count: event.count });
    case 'replayed':
      return t('relay.replayed', { count: event.count, delivered: event.delivered });
  }
}

function describeEnd(t: Texts, end: Exclude<RelayEnd, { reason: 'stopped' }>): string {
  if (end.reason === 'displaced') return t('relay.displaced');
  return t('relay.unauthorized', { detail: end.detail });
}
