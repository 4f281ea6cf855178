import { type AccountSettings, initialSettings } from '@svc-simulator/contract';
import type { AccountRecord } from './records.ts';

/** The settings that count for an account: those that came after it was stored have their initial values. */
export function settingsOf({ settings }: Pick<AccountRecord, 'settings'>): AccountSettings {
  return { ...initialSettings, ...settings };
}

/** One of them. */
export function settingOf<Name extends keyof AccountSettings>(
  { settings }: Pick<AccountRecord, 'settings'>,
  name: Name,
): AccountSettings[Name] {
  const chosen = settings[name];
  return chosen === undefined ? initialSettings[name] : chosen;
}
