import type { Message } from '@svc-simulator/texts/message.ts';

/**
 * One line of the simulator's log: what happened, and its circumstances as plain values. What its operator has to do something about is a
 * message of the area `start`.
 */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string | Message,
  fields?: Readonly<Record<string, unknown>>,
) => void;
