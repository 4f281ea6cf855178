import { accept, faultAt, type Outcome } from '@svc-simulator/contract';
import { CsvError, parse } from 'csv-parse/sync';
import { invalid } from '../refusals.ts';

/**
 * Parses CSV (RFC 4180) with commas or semicolons; empty lines count as rows. Returns 400 for a quotation mark
 * that isn't closed, with the number of its row.
 */
export function parseCsv(csv: string): Outcome<string[][]> {
  // Also accepts semicolons, because spreadsheets in many languages separate cells by them.
  const delimiter = /^[^\n,]*;/.test(csv) ? ';' : ',';
  try {
    const options = { bom: true, record_delimiter: ['\r\n', '\n'], relax_column_count: true };
    return accept(parse(csv, { ...options, delimiter, relax_quotes: true }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return invalid([faultAt(`/${Number(error.records) + 1}`, 'fault.csv.quotes')]);
  }
}
