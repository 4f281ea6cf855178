import { viewOf } from '../views/view.ts';
import { listTokens } from './tokens.ts';

/** The tokens that open an account, as lists show them. */
export const tokenView = viewOf(listTokens, {
  noun: 'token',
  id: ({ token_id }) => token_id,
  columns: [
    { field: 'token_hint', kind: 'code' },
    { field: 'kind', kind: 'text', words: 'token' },
    { field: 'created_at', kind: 'instant' },
    { field: 'last_used_at', kind: 'age' },
  ],
  command: 'account login NAME',
});
