import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { ATTEMPT_TIMEOUT_MS, RELAY_PATH, type Refusal } from '@svc-simulator/contract';
import type { CancelTimer } from '@svc-simulator/core';
import { OutboundClient } from '@svc-simulator/outbound';
import { suspensionOf } from '../accounts/suspension.ts';
import { internalError, unknownPath } from '../http/http-refusals.ts';
import type { AccountQuotas } from '../http/limits/account-quotas.ts';
import { problemOf } from '../http/problem.ts';
import { respondOnSocket } from '../http/respond-on-socket.ts';
import type { Runtime } from '../runtime.ts';
import { accountOfToken, bearer } from '../tokens/account-tokens.ts';
import { Dispatcher, GRACE_MS } from './dispatcher.ts';
import { handshakeRefusal } from './relay/relay-handshake.ts';
import { RelayHub } from './relay/relay-hub.ts';
import { Transports } from './transports.ts';

export interface WebhooksOptions {
  readonly lookup?: LookupFunction;
  /** Set in hosted mode: each connection of a relay counts as a change, because it adds events. */
  readonly quotas?: Pick<AccountQuotas, 'takeChange'>;
}

/** undici is loaded this long after the start, so that it delays neither the start nor the first webhook. */
const PRELOAD_DELAY_MS = 500;

/**
 * Delivers the webhooks of one simulator, from the stored emission to the receiver's response (contract
 * sections 4 and 7).
 */
export class Webhooks {
  readonly #runtime: Runtime;
  readonly #quotas: WebhooksOptions['quotas'];
  readonly #outbound: OutboundClient;
  readonly relays: RelayHub;
  readonly transports: Transports;
  readonly dispatcher: Dispatcher;
  readonly #cancelPreload: CancelTimer;

  constructor(runtime: Runtime, { lookup, quotas }: WebhooksOptions = {}) {
    const { clock, settings } = runtime;
    this.#runtime = runtime;
    this.#quotas = quotas;
    this.#outbound = new OutboundClient({
      clock,
      timeoutMs: ATTEMPT_TIMEOUT_MS,
      ...(settings.hosted && { loadGuard }),
      ...(lookup && { lookup }),
    });
    this.relays = new RelayHub(runtime, (request, socket) => {
      this.#refuse(request, socket, handshakeRefusal(request));
    });
    this.transports = new Transports(runtime, this.#outbound, this.relays);
    this.dispatcher = new Dispatcher(runtime, this.transports);
    this.#cancelPreload = clock.after(PRELOAD_DELAY_MS, () => {
      // If undici can't be loaded, each attempt fails and the trace shows the reason.
      this.#outbound.warm().catch(() => {});
    });
  }

  /**
   * Handles an HTTP upgrade: connects a relay with an API token (contract section 7), or returns a problem.
   */
  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Without a listener, a client that disconnects would end the process.
    socket.on('error', () => {});
    this.#acceptRelay(request, socket, head).catch((cause) => {
      this.#runtime.log('error', 'an upgrade failed', { cause: String(cause) });
      return this.#refuse(request, socket, internalError().refusal);
    });
  };

  /**
   * Waits up to `graceMs` for running attempts, then aborts them; aborted ones run again at the next start.
   */
  async close(graceMs = GRACE_MS): Promise<void> {
    this.#cancelPreload();
    await this.dispatcher.close(graceMs);
    await Promise.all([this.relays.close(), this.#outbound.close()]);
  }

  async #acceptRelay(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?');
    if (path !== RELAY_PATH) return this.#refuse(request, socket, unknownPath(path).refusal);
    const { store, clock } = this.#runtime;
    const { authorization = '' } = request.headers;
    const authentication = await accountOfToken(store, 'api', authorization, clock.now());
    if (!authentication.ok) return this.#refuse(request, socket, authentication.refusal);
    const { account } = authentication.value;
    const refusal = suspensionOf(account)?.refusal ?? (await this.#quotas?.takeChange(account.id));
    if (refusal) return this.#refuse(request, socket, refusal);
    const token = bearer(authorization);
    await this.relays.accept(request, socket, head, { accountId: account.id, token });
  }

  async #refuse(incoming: IncomingMessage, socket: Duplex, refusal: Refusal): Promise<void> {
    const requestId = this.#runtime.random.uuid();
    const acceptLanguage = incoming.headers['accept-language'];
    respondOnSocket(socket, await problemOf(refusal, { requestId, acceptLanguage }));
  }
}

/** Loads the guard only in hosted mode, so that a local simulator starts faster. */
const loadGuard = async () => (await import('./address-guard.ts')).isForbiddenAddress;
