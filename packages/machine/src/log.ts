import { type Message, worded } from '@svc-simulator/texts/message.ts';
import { type StartReason, startTexts } from '@svc-simulator/texts/said-error.ts';

/**
 * One line of the simulator's log: what happened, in English, and its circumstances as plain values. `said` is the same for people, who
 * may have another language, of what its operator should know of.
 */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Readonly<Record<string, unknown>>,
  said?: Message,
) => void;

/** Logs what the operator should know of. */
export function logSaid(
  log: Log,
  level: Parameters<Log>[0],
  said: StartReason,
  fields?: Parameters<Log>[2],
): void {
  log(level, worded(startTexts('en'), said), fields, said);
}
