import { describe, expect, it } from 'vitest';
import { englishDifferences } from '../openapi/english.ts';
import {
  accountSettings,
  initialSettings,
  type SettingName,
  settingsBody,
  settingsData,
  snapshotSettings,
} from './account-settings.ts';

const names = Object.keys(accountSettings) as SettingName[];

describe('the settings of an account', () => {
  it('are what new accounts have, what is answered, what is taken and what a snapshot holds', () => {
    expect(settingsData().parse(initialSettings)).toEqual(initialSettings);
    expect(settingsBody().parse(initialSettings)).toEqual(initialSettings);
    expect(snapshotSettings().parse(initialSettings)).toEqual(initialSettings);
    expect(settingsBody().parse({})).toEqual({});
  });

  it.each(names)('have %s in a snapshot that was saved before there was such a setting', (name) => {
    const { [name]: _, ...older } = initialSettings;
    expect(snapshotSettings().parse(older)).toEqual(initialSettings);
  });

  it('are in /fidelidad, each that the specification does not state', () => {
    const ids = englishDifferences().map(({ id }) => id);
    for (const name of names.filter((one) => accountSettings[one].provenance !== 'spec'))
      expect(ids).toContain(`settings.${name.replaceAll('_', '-')}`);
  });
});
