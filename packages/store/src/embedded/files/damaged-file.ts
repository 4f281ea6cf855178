import { message } from '@svc-simulator/texts/message.ts';
import { TranslatedError } from '@svc-simulator/texts/translated-error.ts';

export class DamagedFileError extends TranslatedError {
  override readonly name = 'DamagedFileError';
  readonly code = 'STORE_DAMAGED';

  constructor(file: string, offset: number, damage: 'changed' | 'missing' | 'older' = 'changed') {
    const reason = message(`start.data.damage.${damage}`);
    super(message('start.data.damaged', { file, offset: String(offset), what: reason }));
  }
}

/** The only format version of `db.json` and `journal.jsonl` that this version reads. */
export const STORE_FORMAT = 1;

/** The binary files of version 0.1, which had no format version. */
const OLD_FILE = /^(snapshot|journal-\d+)\.bin$/;

export class UnknownFormatError extends TranslatedError {
  override readonly name = 'UnknownFormatError';
  readonly code = 'STORE_FORM';

  constructor(file: string) {
    super(message('start.data.other_version', { file }));
  }
}

export function oldFileIn(names: readonly string[]): string | undefined {
  return names.find((name) => OLD_FILE.test(name));
}
