import { plainTextOf } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import { mistakeOf } from '@svc-simulator/webhooks/mistake-search.ts';
import type { MistakeCode } from '@svc-simulator/webhooks/mistakes.ts';
import type { ReturnedMistake } from './returned-mistakes.ts';
import { decodeQuotes } from './returned-values.ts';

const mistakeCodes = {
  header: 'header_name',
  secret: 'secret_missing',
  comparison: 'comparison',
  time: 'time_form',
} as const satisfies Record<string, MistakeCode>;

/** Words of the exceptions that languages throw for a mistake. The first match counts. */
const exceptions: readonly (readonly [pattern: RegExp, cause: keyof typeof mistakeCodes])[] = [
  [/hash_equals\(\): Argument #2 .{0,60}null given/i, 'header'],
  [
    /(isoformat string:?|time data|parsing time|\bText) (''|"")(?!")|Failed to parse time string \(\)/i,
    'header',
  ],
  [/"key" argument must be .{0,200}Received (undefined|null)|IllegalArgumentException: Empty key/i, 'secret'],
  [/hash_hmac\(\): Argument #3 .{0,60}null given|bytearray, but got 'NoneType'/i, 'secret'],
  [
    /comparing strings with non-ASCII|unsupported operand types?\(s\) (or combination|for comparing)/i,
    'comparison',
  ],
  [/hash_equals\(\): Argument #|Input buffers must have the same byte length/i, 'comparison'],
  [/could not be parsed|Invalid isoformat string|does not match format/i, 'time'],
  [
    /Failed to parse time string|parsing time .{0,80}cannot parse|not recognized as a valid DateTime/i,
    'time',
  ],
];

/** Length of a timestamp without its zone, which some programs cut off. */
const TIME_LENGTH = 19;
const MAX_BEFORE = 40;
const MAX_AFTER = 120;

/** Returns the mistake that an exception in a response shows. A time counts only if it is `svc-timestamp`. */
export function exceptionMistakeOf(response: string, timestamp: string): ReturnedMistake | undefined {
  const text = decodeQuotes(plainTextOf(response)).replaceAll('\\"', '"');
  for (const [pattern, cause] of exceptions) {
    const { index } = pattern.exec(text) ?? {};
    if (index === undefined) continue;
    // The words also fit other values, such as the body.
    if (cause === 'time' && !text.includes(timestamp.slice(0, TIME_LENGTH))) continue;
    const start = Math.max(0, index - MAX_BEFORE);
    const words = text.slice(start, index + MAX_AFTER).trim();
    const quote = start > 0 ? words.replace(/^\S*\s/, '') : words;
    const sentence = message(`examination.exception.${cause}`, { quote });
    return { ...mistakeOf(mistakeCodes[cause]), sentence, isExplained: true };
  }
  return undefined;
}
