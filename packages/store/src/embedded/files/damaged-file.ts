/** A file of the store that can't be trusted. The message says which, where, and what to do. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly code = 'STORE_DAMAGED';

  constructor(file: string, offset: number, what: string) {
    super(
      `${file} is damaged at byte ${offset}: ${what}. Nothing was changed. Put the file back from a copy, or move its ` +
        'directory away to begin with an empty store',
    );
  }
}
