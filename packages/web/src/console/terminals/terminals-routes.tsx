import { createConsoleMerchant, membersOf, pairTerminal } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Commit } from '@svc-simulator/server/http/reply.ts';
import { MerchantService } from '@svc-simulator/server/merchants/merchant-service.ts';
import { pairingLink } from '@svc-simulator/server/terminals/pairing-link.ts';
import { requestCode, unpair } from '@svc-simulator/server/terminals/terminal-service.ts';
import { missingPage } from '../error-pages.tsx';
import {
  type ConsolePage,
  isLater,
  type PageAnswer,
  type PageCall,
  type PageRoute,
  seeOther,
  tryPassword,
} from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { faultTexts, fromCursor } from '../parts/browser-input.ts';
import { TextField } from '../parts/field.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { type PairingState, TerminalsPage } from './terminals-page.tsx';

const PAGE = 50;

/** `/console/terminals`: the terminals of the account's merchant, and pairing them as the merchant's backend does. */
export const terminalsRoutes: readonly PageRoute[] = [
  { path: '/console/terminals', get: (call) => terminalsPage(call, {}), post: pair },
  { path: '/console/terminals/unlink', get: toTerminals, post: unlink },
  { path: '/console/terminals/merchant', get: toTerminals, post: makeMerchant },
];

/** The address of a form that was shown again with its faults may be opened too: by the language switch, for one. */
function toTerminals(): Response {
  return seeOther('/console/terminals');
}

async function terminalsPage(
  call: PageCall,
  pairing: PairingState,
  faults: Readonly<Partial<Record<keyof MerchantValues, string>>> = {},
): Promise<ConsolePage> {
  const { services, account, lang, now, url, form } = call;
  const { store } = services.runtime;
  const title = pageTexts(lang)('console.frame.areas.terminals');
  const status = pairing.fault || Object.keys(faults).length > 0 ? 400 : 200;
  const merchant = account.merchantId && (await store.get('merchant', account.merchantId));
  if (!merchant) {
    const body = <NoMerchant lang={lang} values={Object.fromEntries(form)} faults={faults} />;
    return { title, area: 'terminals', status, live: null, body };
  }
  const page = await fromCursor(url, (cursor) =>
    store.list('terminal', account.id, { limit: PAGE, ...cursor }),
  );
  return {
    title,
    area: 'terminals',
    status,
    body: <TerminalsPage lang={lang} url={url} now={now} merchant={merchant} page={page} pairing={pairing} />,
  };
}

/** `POST …/pairing`, whose code is shown in the answer and stands in no address. */
async function pair(call: PageCall): Promise<PageAnswer> {
  const { services, account, lang, form } = call;
  if (account.merchantId === undefined) return seeOther('/console/terminals');
  const t = pageTexts(lang);
  // From a row of the list the serial comes as it is; typed, without the space that a clipboard brings along.
  const typed = form.get('known_serial') ?? form.get('serial')?.trim() ?? '';
  const parsed = pairTerminal.body().safeParse({ serial: typed });
  if (!parsed.success)
    return terminalsPage(call, { serial: typed, fault: t('console.terminals.faults.serial') });
  const { serial } = parsed.data;
  const answer = await settled(call, await requestCode(services.runtime, account.id, serial));
  if (!answer.ok) return terminalsPage(call, { serial, fault: t('console.terminals.faults.linked') });
  const code = String(membersOf(answer.value.data).code);
  const link = pairingLink(services.runtime.settings.publicUrl, serial, code);
  return terminalsPage(call, { serial, code, link });
}

async function unlink(call: PageCall): Promise<PageAnswer> {
  const { account, lang, form } = call;
  const answer = await settled(call, unpair(account.id, form.get('known_serial') ?? ''));
  if (!answer.ok) return missingPage(lang, 'terminals');
  return seeOther('/console/terminals', 'terminal_unlinked');
}

/** `POST /console/merchant` by a form: fields that are left empty are not given. */
async function makeMerchant(call: PageCall): Promise<PageAnswer> {
  const { services, account, lang, form } = call;
  const t = pageTexts(lang);
  const given = Object.fromEntries([...form].filter(([, value]) => value.trim() !== ''));
  const parsed = createConsoleMerchant.body().safeParse(given);
  if (!parsed.success)
    return terminalsPage(
      call,
      {},
      faultTexts(
        parsed.error,
        inputs.map(({ name }) => name),
        (name) => t(`console.terminals.merchant.faults.${name}`),
      ),
    );
  const merchants = new MerchantService(services.runtime, services.accounts);
  const made = await tryPassword(call, () => merchants.addTo(account.id, parsed.data));
  if (made.ok) return seeOther('/console/terminals', 'merchant_made');
  // Another window may have made it meanwhile.
  if (made.refusal.status === 409) return seeOther('/console/terminals');
  const why = isLater(made.refusal.status)
    ? pageTexts(lang)('console.account.tooOften')
    : t('console.terminals.merchant.taken');
  return terminalsPage(call, {}, { email: why });
}

function settled({ services }: PageCall, { scope, decide }: Commit) {
  return services.runtime.store.transact(scope, decide);
}

/** What is typed into the form, under the API's names. The password comes back never. */
type MerchantValues = Readonly<Record<(typeof inputs)[number]['name'], string>>;

const inputs = [
  { name: 'legalName', type: 'text', required: true, autocomplete: 'organization' },
  { name: 'taxId', type: 'text', required: true, autocomplete: 'off' },
  { name: 'email', type: 'text', required: true, autocomplete: 'email' },
  { name: 'password', type: 'password', required: true, autocomplete: 'new-password' },
  { name: 'phone', type: 'text', required: false, autocomplete: 'tel' },
  { name: 'address', type: 'text', required: false, autocomplete: 'street-address' },
] as const;

interface NoMerchantProps {
  readonly lang: Language;
  readonly values: Readonly<Partial<Record<string, string>>>;
  readonly faults: Readonly<Partial<Record<keyof MerchantValues, string>>>;
}

/** An account that has no merchant profile has no terminals: why, and the form that makes one. */
function NoMerchant({ lang, values, faults }: NoMerchantProps) {
  const t = pageTexts(lang);
  return (
    <>
      <PageHead title={t('console.frame.areas.terminals')} lead={t('console.terminals.merchant.why')} />
      <Panel title={t('console.terminals.merchant.title')} class="narrow">
        <p class="soft">{t('console.terminals.merchant.text')}</p>
        <form method="post" action="/console/terminals/merchant" class="stack" novalidate>
          {inputs.map(({ name, type, required, autocomplete }) => (
            <TextField
              name={name}
              hint={
                name === 'taxId' || name === 'email'
                  ? t(`console.terminals.merchant.hints.${name}`)
                  : undefined
              }
              fault={faults[name]}
              label={t(`console.terminals.merchant.labels.${name}`)}
              type={type}
              value={type === 'password' ? undefined : values[name]}
              maxlength={500}
              autocomplete={autocomplete}
              required={required}
            />
          ))}
          <p>
            <Submit kind="primary" text={t('console.terminals.merchant.submit')} />
          </p>
        </form>
      </Panel>
    </>
  );
}
