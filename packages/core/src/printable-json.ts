/**
 * Characters that JSON leaves unescaped but a terminal interprets: DEL, C1, line separators and bidirectional
 * controls.
 */
const STEERING = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** Escapes all characters in JSON that could control a terminal; the value stays the same. */
export function printableJson(json: string): string {
  return json.replace(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Serializes a value as one line of JSON that is safe to print on a terminal. */
export function jsonLine(value: unknown): string {
  return printableJson(JSON.stringify(value));
}
