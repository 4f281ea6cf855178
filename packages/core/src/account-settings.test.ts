import { initialSettings } from '@svc-simulator/contract';
import { expect, it } from 'vitest';
import { settingOf, settingsOf } from './account-settings.ts';

it("uses the default of a setting that the stored account doesn't contain", () => {
  const account = { settings: { throttle_per_minute: 9 } } as unknown as Parameters<typeof settingsOf>[0];
  expect(settingsOf(account)).toEqual({ ...initialSettings, throttle_per_minute: 9 });
  expect(settingOf(account, 'webhook_body')).toBe(initialSettings.webhook_body);
  expect(settingOf(account, 'throttle_per_minute')).toBe(9);
});
