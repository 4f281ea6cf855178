import { accountSettings } from '../accounts/account-settings.ts';
import { type Chapter, entryOf } from './difference.ts';

/** Contract sections 5 and 10: the settings of an account, as their list tells of them. */
export const settings: Chapter = Object.entries(accountSettings).flatMap(([name, { provenance, summary }]) =>
  summary === null ? [] : [entryOf(provenance)('updateSettings', { [name.replaceAll('_', '-')]: summary })],
);
