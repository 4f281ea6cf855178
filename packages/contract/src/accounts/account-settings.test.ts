import { describe, expect, it } from 'vitest';
import { differences } from '../fidelity/differences.ts';
import { documentTexts } from '../openapi/english.ts';
import {
  accountSettings,
  initialSettings,
  type SettingName,
  settingsBody,
  settingsData,
  snapshotSettings,
} from './account-settings.ts';

const names = Object.keys(accountSettings) as SettingName[];

describe('account settings', () => {
  it('has the same settings for new accounts, responses, requests and snapshots', () => {
    expect(settingsData().parse(initialSettings)).toEqual(initialSettings);
    expect(settingsBody().parse(initialSettings)).toEqual(initialSettings);
    expect(snapshotSettings().parse(initialSettings)).toEqual(initialSettings);
    expect(settingsBody().parse({})).toEqual({});
  });

  it.each(names)('adds %s to a snapshot that was saved before the setting existed', (name) => {
    const { [name]: _, ...older } = initialSettings;
    expect(snapshotSettings().parse(older)).toEqual(initialSettings);
  });

  it("lists in /fidelidad every setting that isn't in the specification", () => {
    const ids = differences(documentTexts('en')).map(({ id }) => id);
    for (const name of names.filter((one) => accountSettings[one].provenance !== 'spec'))
      expect(ids).toContain(`settings.${name.replaceAll('_', '-')}`);
  });
});
