import { withoutFormatCharacters } from '../fields/utf8.ts';

/** Characters at which spreadsheets begin a formula, including wide forms; some also split cells at `;`. */
const FORMULA = /^ *[=+\-@;＝＋－＠；]/;

/** Formats a line of CSV (RFC 4180). Every cell is quoted, and none can become a formula. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number): string {
  // The file may also be shown in a terminal.
  const visible = withoutFormatCharacters(String(value)).replace(/\p{Cc}/gu, ' ');
  const escapedText = FORMULA.test(visible) ? `'${visible}` : visible;
  return `"${escapedText.replaceAll('"', '""')}"`;
}
