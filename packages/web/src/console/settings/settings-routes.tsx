import { faultsOf, isNameOf, type SettingName, updateSettings } from '@svc-simulator/contract';
import { settingsOf } from '@svc-simulator/core';
import { changeSettings } from '@svc-simulator/server/accounts/settings-service.ts';
import { type ConsolePage, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { PageHead } from '../parts/page-head.tsx';
import { SettingsForm } from './settings-form.tsx';
import { fieldsOf, type SettingsValues, valuesOf } from './settings-values.ts';
import { settingsTexts } from './texts.ts';

/** `/console/settings`: what `PUT /console/settings` changes, as a form. */
export const settingsRoutes: readonly PageRoute[] = [
  {
    path: '/console/settings',
    get: (call) => settingsPage(call, valuesOf(settingsOf(call.account))),
    post: saveSettings,
  },
];

async function saveSettings(call: PageCall) {
  const { services, account, form } = call;
  const parsed = updateSettings.body().safeParse(fieldsOf(form));
  if (!parsed.success) {
    const shown = valuesOf(settingsOf(account));
    const faults = faultsOf(parsed.error)
      .map(({ pointer }) => pointer.split('/')[1] ?? '')
      .filter((name) => isNameOf(shown, name));
    const typed: Partial<SettingsValues> = Object.fromEntries(form);
    return settingsPage(call, { ...shown, ...typed }, new Set(faults), 400);
  }
  const { scope, decide } = changeSettings(account, parsed.data);
  await services.runtime.store.transact(scope, decide);
  return seeOther('/console/settings', 'settings_saved');
}

function settingsPage(
  { lang, services }: PageCall,
  values: SettingsValues,
  faults: ReadonlySet<SettingName> = new Set(),
  status = 200,
): ConsolePage {
  const texts = settingsTexts(lang);
  const { accreditationDelayMs } = services.runtime.settings;
  return {
    title: texts.title,
    area: 'settings',
    status,
    live: null,
    body: (
      <>
        <PageHead title={texts.title} lead={texts.lead}>
          <a href="/console/account">{texts.account}</a>
        </PageHead>
        <SettingsForm lang={lang} values={values} faults={faults} usualDelayMs={accreditationDelayMs} />
      </>
    ),
  };
}
