import { withoutFormatCharacters } from '../fields/utf8.ts';

/**
 * Matches characters with which a spreadsheet begins a formula, including wide forms; `;` separates cells in
 * some.
 */
const FORMULA = /^ *[=+\-@;＝＋－＠；]/;

/** Formats a line of CSV (RFC 4180). Every cell is quoted, and none can become a formula. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number): string {
  // Somebody may print the file in a terminal.
  const visible = withoutFormatCharacters(String(value)).replace(/\p{Cc}/gu, ' ');
  const escapedText = FORMULA.test(visible) ? `'${visible}` : visible;
  return `"${escapedText.replaceAll('"', '""')}"`;
}
