import { viewOf } from '../views/view.ts';
import { listTerminals } from './terminals.ts';

const tones = { LINKED: 'good', PAIRING: 'wait', UNLINKED: 'plain' } as const;

/** Terminals of a merchant, as lists show them. */
export const terminalView = viewOf(listTerminals, {
  noun: 'terminal',
  id: ({ serial }) => serial,
  columns: [
    { field: 'serial', kind: 'code', isLong: true },
    { field: 'status', kind: 'state', words: 'terminal', tone: ({ status }) => tones[status] },
    { field: 'codeExpiresAt', kind: 'clock' },
    { field: 'paidSinceClosing', kind: 'count' },
    { field: 'createdAt', kind: 'age' },
  ],
  command: 'pos pair',
});
