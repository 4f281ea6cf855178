import type { Language } from '@svc-simulator/server/http/language.ts';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { TextField } from '../parts/text-field.tsx';
import { terminalsTexts } from './texts.ts';

/** What is typed into the form, under the API's names. The password comes back never. */
export type MerchantValues = Readonly<Record<(typeof inputs)[number]['name'], string>>;

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
export function NoMerchant({ lang, values, faults }: NoMerchantProps) {
  const texts = terminalsTexts(lang);
  return (
    <>
      <PageHead title={texts.title} lead={texts.merchant.why} />
      <Panel title={texts.merchant.title} class="merchant-form">
        <p class="soft">{texts.merchant.text}</p>
        <form method="post" action="/console/terminals/merchant" class="stack" novalidate>
          {inputs.map(({ name, type, required, autocomplete }) => (
            <TextField
              name={name}
              hint={texts.merchant.hints[name]}
              fault={faults[name]}
              label={texts.merchant.labels[name]}
              type={type}
              value={type === 'password' ? undefined : values[name]}
              maxlength={500}
              autocomplete={autocomplete}
              required={required}
            />
          ))}
          <p>
            <Submit kind="primary" text={texts.merchant.submit} />
          </p>
        </form>
      </Panel>
    </>
  );
}
