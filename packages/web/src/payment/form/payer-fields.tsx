import type { Child } from 'hono/jsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Icon } from '../../kit/icons.tsx';
import { t } from '../../kit/speaking.ts';
import type { Bank } from '../models.ts';
import { documentTypes, type FormState, faultOf, TEXT_LIMIT, typedField } from './form-fields.ts';

/** What debit and mobile payment need to know of the payer; hidden by style while crypto is chosen. */
export function PayerFields({ state, banks }: Readonly<{ state: FormState; banks: readonly Bank[] }>) {
  return (
    <fieldset class="stack payer">
      <legend>
        <h2>{t('payment.form.payer')}</h2>
      </legend>
      <div class="grid">
        <div class="whole" hidden={true} data-test-payer={JSON.stringify(testPayer(banks))}>
          <button type="button" class="button" data-used={t('payment.form.testPayerUsed')}>
            <Icon name="flask" />
            {t('payment.form.testPayer')}
          </button>
        </div>
        <div class="grid document whole">
          <SelectField
            name="tipo"
            label={t('payment.form.documentType')}
            fault={faultOf(state, 'tipo')}
            chosen={state.values.tipo?.toUpperCase() || documentTypes[0]}
            options={documentTypes.map((type) => [type, t(`payment.form.documentTypes.${type}`)])}
            aria-required="true"
          />
          <TextField
            {...typedField(state, 'cedula')}
            label={t('payment.form.document')}
            hint={t('payment.form.documentHint')}
            inputmode="numeric"
            maxlength={20}
            aria-required="true"
          />
        </div>
        <TextField
          {...typedField(state, 'telefono')}
          label={t('payment.form.phone')}
          hint={t('payment.form.phoneHint')}
          type="tel"
          autocomplete="tel"
          maxlength={30}
          aria-required="true"
        />
        <SelectField
          name="banco"
          label={t('payment.form.bank')}
          fault={faultOf(state, 'banco')}
          chosen={state.values.banco}
          options={[
            ['', t('payment.form.bankPlaceholder')],
            ...banks.map(({ code, name }) => [code, `${code} · ${name}`] as const),
          ]}
          aria-required="true"
        />
        <TextField
          {...typedField(state, 'nombre')}
          label={optional(t('payment.form.name'))}
          autocomplete="name"
          dir="auto"
          maxlength={TEXT_LIMIT}
        />
        <TextField
          {...typedField(state, 'concepto')}
          label={optional(t('payment.form.concept'))}
          dir="auto"
          maxlength={TEXT_LIMIT}
        />
      </div>
    </fieldset>
  );
}

function optional(label: string): Child {
  return (
    <>
      {label} <span class="soft">{t('payment.form.optional')}</span>
    </>
  );
}

/** What the page's script writes into the fields when the payer is not to be thought out. */
function testPayer([bank]: readonly Bank[]) {
  return { tipo: 'V', cedula: '12345678', telefono: '0412 123 4567', banco: bank?.code ?? '', otp: '000000' };
}
