import type { Clock } from '@svc-simulator/core';

/** Relays of a target, which bring its webhooks to a port of this machine. */
export interface Relays {
  /** Whether the target has a relay at all: then it refuses a token that is nobody's. */
  offered(): Promise<boolean>;
  /** Connects an account's relay; `since`: asks for what was missed after that sequence. Answers `connected`, or what came instead. */
  open(token: string, since?: number): Promise<string>;
  close(): Promise<void>;
}

export function relaysOf(mock: string, port: number, clock: Clock): Relays {
  const opened: { close(): Promise<void> }[] = [];
  const open: Relays['open'] = async (key, since) => {
    const { connectRelay } = await import('@svc-simulator/relay');
    return new Promise((resolve) => {
      const relay = connectRelay({
        mock,
        key,
        clock,
        forward: { port },
        ...(since !== undefined && { since }),
        onEvent: ({ type }) => resolve(type),
      });
      opened.push(relay);
      void relay.ended.then(({ reason }) => resolve(reason));
    });
  };
  const close = async () => {
    await Promise.all(opened.map((relay) => relay.close()));
  };
  return { open, close, offered: async () => (await open('nobody')) === 'unauthorized' };
}
