/**
 * Characters that JSON leaves unescaped but a terminal interprets, such as DEL, C1 and bidirectional
 * controls.
 */
const CONTROL_CHARACTERS = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** Escapes the characters in JSON that could control a terminal; the parsed value stays the same. */
export function printableJson(json: string): string {
  return json.replace(
    CONTROL_CHARACTERS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function jsonLine(value: unknown): string {
  return printableJson(JSON.stringify(value));
}
