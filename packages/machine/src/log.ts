import { type Message, messageText } from '@svc-simulator/texts/message.ts';
import { type StartReason, startTexts } from '@svc-simulator/texts/translated-error.ts';

/**
 * Writes a log line: an English message with plain fields. `notice` is the same message for translation; `sim
 * start` shows it in the user's language.
 */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Readonly<Record<string, unknown>>,
  notice?: Message,
) => void;

export function logNotice(
  log: Log,
  level: Parameters<Log>[0],
  notice: StartReason,
  fields?: Parameters<Log>[2],
): void {
  log(level, messageText(startTexts('en'), notice), fields, notice);
}
