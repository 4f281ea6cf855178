import { type AccountSettings, initialSettings } from '@svc-simulator/contract';
import type { AccountRecord } from './records.ts';

/** Returns the settings of an account; a setting that is newer than the account has its initial value. */
export function settingsOf({ settings }: Pick<AccountRecord, 'settings'>): AccountSettings {
  return { ...initialSettings, ...settings };
}

export function settingOf<Name extends keyof AccountSettings>(
  { settings }: Pick<AccountRecord, 'settings'>,
  name: Name,
): AccountSettings[Name] {
  const value = settings[name];
  return value === undefined ? initialSettings[name] : value;
}
