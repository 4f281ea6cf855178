import { createServer } from 'node:http';
import { tokenId } from '@svc-simulator/server/tokens/account-tokens.ts';
import { put } from '@svc-simulator/store/store.ts';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { listenOnFreePort } from '../../../test/support/listening.ts';
import { Sightings } from '../../../test/support/sightings.ts';
import { TestWebhooks, type TestWebhooksOptions, testAccount } from './webhooks.ts';

/** Starts a server that only accepts upgrades; returns its http URL. */
export async function listenForRelays(test: TestWebhooks): Promise<string> {
  return `http://127.0.0.1:${await listenOnFreePort(createServer().on('upgrade', test.webhooks.upgrade))}`;
}

/** Stores an account with an API token and returns the token. */
export async function issueToken(test: TestWebhooks, accountId: string): Promise<string> {
  const token = `sim_api_${accountId}`;
  const record = { accountId, kind: 'api', createdAt: 0 } as const;
  const puts = [put('account', accountId, testAccount(accountId)), put('token', tokenId(token), record)];
  await test.runtime.store.transact({ account: accountId }, () => ({ result: null, puts }));
  return token;
}

export interface FakeRelayOptions {
  readonly autoPong?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests the missed webhooks: those with a higher sequence number than this one. */
  readonly since?: number | string;
}

/** A relay that forwards nothing: it records the frames that it receives, and the test sends the results. */
export class FakeRelay {
  readonly socket: WebSocket;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the frame holds, and fail where it doesn't.
  readonly frames = new Sightings<any>('frame');
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;

  constructor(address: string, token: string | undefined, options: FakeRelayOptions = {}) {
    const { since, headers, ...rest } = options;
    const query = since === undefined ? '' : `?since=${since}`;
    this.socket = new WebSocket(`${address.replace('http', 'ws')}/relay${query}`, {
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...rest,
    });
    this.socket.on('error', () => {});
    this.socket.on('message', (data) => this.frames.add(JSON.parse(String(data))));
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    onTestFinished(() => this.socket.terminate());
  }

  /** Connects and waits until the simulator is ready. */
  static async connect(address: string, token: string, options?: FakeRelayOptions): Promise<FakeRelay> {
    const relay = new FakeRelay(address, token, options);
    await relay.frames.first(({ type }) => type === 'ready', 'ready');
    return relay;
  }

  /** Returns the webhook frame of a session's attempt. */
  webhook(sessionId: string, attempt = 1) {
    return this.frames.first(
      (frame) =>
        frame.type === 'webhook' &&
        frame.attempt === attempt &&
        Buffer.from(frame.body_base64, 'base64').toString().includes(sessionId),
      `attempt ${attempt} of ${sessionId}`,
    );
  }

  answer({ delivery_id, attempt }: { delivery_id: string; attempt: number }, result: object): void {
    this.socket.send(JSON.stringify({ type: 'result', delivery_id, attempt, ...result }));
  }
}

/** Starts the webhooks of a simulator, with a function that connects relays of one account. */
export async function startRelays(options?: TestWebhooksOptions) {
  const test = await TestWebhooks.start(options);
  const address = await listenForRelays(test);
  const token = await issueToken(test, 'acc_0000000000000001');
  const connect = (more?: FakeRelayOptions) => FakeRelay.connect(address, token, more);
  return { test, address, token, connect };
}
