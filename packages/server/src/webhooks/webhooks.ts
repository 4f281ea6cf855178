import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { ATTEMPT_TIMEOUT_MS, RELAY_PATH, type Refusal } from '@svc-simulator/contract';
import type { CancelTimer } from '@svc-simulator/core';
import { OutboundClient } from '@svc-simulator/outbound';
import { accountOfToken, bearer } from '../http/credentials.ts';
import type { AccountQuotas } from '../http/limits/account-quotas.ts';
import { problemOf } from '../http/problem.ts';
import { brokenInside, noSuchPath } from '../http/refusals.ts';
import { answerOnSocket } from '../http/socket-answer.ts';
import type { Runtime } from '../runtime.ts';
import { Dispatcher, GRACE_MS } from './dispatcher.ts';
import { handshakeRefusal } from './relay/relay-handshake.ts';
import { RelayHub } from './relay/relay-hub.ts';
import { Transports } from './transports.ts';

export interface WebhooksOptions {
  /** Stands in for the system's name lookup. */
  readonly lookup?: LookupFunction;
  /** Counts relays that connect, each of which leaves events; hosted. */
  readonly quotas?: Pick<AccountQuotas, 'takeChange'>;
}

/** So that the first webhook need not wait for undici, and the first answer of a simulator that starts neither. */
const WARM_AFTER_MS = 500;

/** Webhooks of one simulator, from the stored emission to the receiver's answer (contract sections 4 and 7). */
export class Webhooks {
  readonly #runtime: Runtime;
  readonly #quotas: WebhooksOptions['quotas'];
  readonly #outbound: OutboundClient;
  /** Those that are connected here. */
  readonly relays: RelayHub;
  readonly dispatcher: Dispatcher;
  readonly #cancelWarming: CancelTimer;

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
    this.dispatcher = new Dispatcher(runtime, new Transports(runtime, this.#outbound, this.relays));
    this.#cancelWarming = clock.after(WARM_AFTER_MS, () => {
      // What can't be loaded fails each attempt, with its reason in the trace.
      this.#outbound.warm().catch(() => {});
    });
  }

  /** Takes an HTTP upgrade: a relay with an API token (contract section 7), or a problem. */
  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // A peer that breaks off must end nothing but its own connection.
    socket.on('error', () => {});
    this.#admit(request, socket, head).catch((cause) => {
      this.#runtime.log('error', 'an upgrade failed', { cause: String(cause) });
      return this.#refuse(request, socket, brokenInside().refusal);
    });
  };

  /** Lets what is under way end for a while, then cuts it; what is cut is attempted again at the next start. */
  async close(graceMs = GRACE_MS): Promise<void> {
    this.#cancelWarming();
    await this.dispatcher.close(graceMs);
    await Promise.all([this.relays.close(), this.#outbound.close()]);
  }

  async #admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?');
    if (path !== RELAY_PATH) return this.#refuse(request, socket, noSuchPath(path).refusal);
    const { store, clock } = this.#runtime;
    const { authorization = '' } = request.headers;
    const found = await accountOfToken(store, 'api', authorization, clock.now());
    if (!found.ok) return this.#refuse(request, socket, found.refusal);
    const full = await this.#quotas?.takeChange(found.value.account.id);
    if (full) return this.#refuse(request, socket, full);
    const token = bearer(authorization);
    await this.relays.accept(request, socket, head, { accountId: found.value.account.id, token });
  }

  async #refuse(incoming: IncomingMessage, socket: Duplex, refusal: Refusal): Promise<void> {
    const requestId = this.#runtime.random.uuid();
    const acceptLanguage = incoming.headers['accept-language'];
    answerOnSocket(socket, await problemOf(refusal, { requestId, acceptLanguage }));
  }
}

/** Imported by those who need it: a simulator that starts on a developer's machine does not. */
const loadGuard = async () => (await import('./address-guard.ts')).isForbiddenAddress;
