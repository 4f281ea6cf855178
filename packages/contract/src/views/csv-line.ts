import { withoutFormatCharacters } from '../fields/utf8.ts';

/**
 * Matches a cell that a spreadsheet could read as a formula, even in full-width characters. A cell that begins
 * with `;` counts, because some spreadsheets begin a new cell there.
 */
const FORMULA = /^ *[=+\-@;＝＋－＠；]/;

/** Formats a line of CSV (RFC 4180). Quotes every cell, and prevents formulas. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number): string {
  // Control characters could change the terminal of somebody who prints the file.
  const visible = withoutFormatCharacters(String(value)).replace(/\p{Cc}/gu, ' ');
  const escapedText = FORMULA.test(visible) ? `'${visible}` : visible;
  return `"${escapedText.replaceAll('"', '""')}"`;
}
