import {
  type AccountSettings,
  accountSettings,
  isNameOf,
  kindOfSetting,
  mapValues,
  type SettingName,
} from '@svc-simulator/contract';

/** The settings as a form has them: texts, of which an empty one stands for null; of a list, one to a line. */
export type SettingsValues = Readonly<Record<SettingName, string>>;

/** How a form's text becomes the value that `PUT /console/settings` takes; what does not stays a text, which that refuses. */
const readers: Readonly<Record<ReturnType<typeof kindOfSetting>, (text: string) => unknown>> = {
  text: (text) => text,
  flag: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  number: numberIn,
  list: (text) => text.split(/[\s,]+/).filter((each) => each !== ''),
};

export function valuesOf(settings: AccountSettings): SettingsValues {
  return mapValues(settings, textOf);
}

function textOf(value: AccountSettings[SettingName]): string {
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}

/** The body of `PUT /console/settings` that a posted form means. */
export function fieldsOf(form: URLSearchParams): Readonly<Record<string, unknown>> {
  const known = [...form].map(([name, text]) =>
    isNameOf(accountSettings, name) ? [[name, readers[kindOfSetting(name)](text.trim())]] : [],
  );
  return Object.fromEntries(known.flat());
}

function numberIn(text: string): number | string | null {
  if (text === '') return null;
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text;
}
