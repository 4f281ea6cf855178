import type { AccountSettings } from '@svc-simulator/core';
import type { SettingName } from './texts.ts';

/** The settings as a form has them: texts, of which an empty one stands for null. */
export type SettingsValues = Readonly<Record<SettingName, string>>;

const numbers = ['throttle_per_minute', 'accreditation_delay_ms'];

export function valuesOf(settings: AccountSettings): SettingsValues {
  return {
    throttle_per_minute: String(settings.throttle_per_minute ?? ''),
    accreditation_delay_ms: String(settings.accreditation_delay_ms ?? ''),
    webhook_body: settings.webhook_body,
    webhook_signature: settings.webhook_signature,
  };
}

/** The body of `PUT /console/settings` that a posted form means; what is no number stays a text, which that refuses. */
export function fieldsOf(form: URLSearchParams): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, numbers.includes(name) ? numberIn(value.trim()) : value]),
  );
}

function numberIn(text: string): number | string | null {
  if (text === '') return null;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
