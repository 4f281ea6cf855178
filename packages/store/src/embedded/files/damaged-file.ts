import { message } from '@svc-simulator/texts/message.ts';
import { SaidError } from '@svc-simulator/texts/said-error.ts';

/** A file of the store that can't be trusted. It says which, where, and what to do. */
export class DamagedFileError extends SaidError {
  override readonly name = 'DamagedFileError';
  readonly code = 'STORE_DAMAGED';

  constructor(file: string, offset: number, what: 'changed' | 'missing' | 'older' = 'changed') {
    const why = message(`start.data.damage.${what}`);
    super(message('start.data.damaged', { file, offset: String(offset), what: why }));
  }
}
