import { type AccountSettings, initialSettings } from '@svc-simulator/contract';
import type { AccountRecord } from './records.ts';

/** Returns the settings of an account; settings newer than the stored account have their initial values. */
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
