/** What JSON leaves as it stands and a terminal obeys: DEL, C1, line separators, and what turns the direction of text. */
const STEERING = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** Escapes in JSON whatever could steer a terminal that it is printed to; it stays the same JSON. */
export function printableJson(json: string): string {
  return json.replace(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes a value as JSON in one line that steers no terminal. */
export function jsonLine(value: unknown): string {
  return printableJson(JSON.stringify(value));
}
