import { accountSettings } from '../accounts/account-settings.ts';
import type { Entry } from './difference.ts';

/** Contract sections 5 and 10: the settings of an account, as their list tells of them. */
export const settings: readonly Entry[] = Object.entries(accountSettings).flatMap(
  ([name, { provenance, summary }]): Entry[] =>
    summary === null ? [] : [[provenance, name.replaceAll('_', '-'), summary, 'updateSettings']],
);
