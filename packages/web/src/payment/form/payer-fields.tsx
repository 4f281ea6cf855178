import { FlaskIcon } from '../../kit/icons.tsx';
import type { Bank } from '../models.ts';
import { pageTexts } from '../page-texts.ts';
import { described, Field, type FormState, TextInput } from './fields.tsx';
import { documentTypes, TEXT_LIMIT } from './form-fields.ts';

interface PayerFieldsProps {
  readonly state: FormState;
  readonly banks: readonly Bank[];
}

/** What debit and mobile payment need to know of the payer; hidden by style while crypto is chosen. */
export function PayerFields({ state, banks }: PayerFieldsProps) {
  const t = pageTexts(state.lang);
  return (
    <fieldset class="group payer">
      <legend>
        <h2>{t('payment.form.payer')}</h2>
      </legend>
      <div class="grid">
        <div class="full" hidden={true} data-test-payer={JSON.stringify(testPayer(banks))}>
          <button type="button" class="button" data-used={t('payment.form.testPayerUsed')}>
            <FlaskIcon />
            {t('payment.form.testPayer')}
          </button>
        </div>
        <div class="grid document full">
          <DocumentType state={state} />
          <Field
            state={state}
            field="cedula"
            label={t('payment.form.document')}
            hint={t('payment.form.documentHint')}
          >
            <TextInput
              state={state}
              field="cedula"
              hasHint
              required
              inputmode="numeric"
              autocomplete="off"
              maxlength={20}
            />
          </Field>
        </div>
        <Field
          state={state}
          field="telefono"
          label={t('payment.form.phone')}
          hint={t('payment.form.phoneHint')}
        >
          <TextInput
            state={state}
            field="telefono"
            hasHint
            required
            type="tel"
            autocomplete="tel"
            maxlength={30}
          />
        </Field>
        <Field state={state} field="banco" label={t('payment.form.bank')}>
          <BankSelect state={state} banks={banks} />
        </Field>
        <Field state={state} field="nombre" label={t('payment.form.name')} optional>
          <TextInput state={state} field="nombre" autocomplete="name" dir="auto" maxlength={TEXT_LIMIT} />
        </Field>
        <Field state={state} field="concepto" label={t('payment.form.concept')} optional>
          <TextInput state={state} field="concepto" autocomplete="off" dir="auto" maxlength={TEXT_LIMIT} />
        </Field>
      </div>
    </fieldset>
  );
}

/** What the page's script writes into the fields when the payer is not to be thought out. */
function testPayer([bank]: readonly Bank[]) {
  return { tipo: 'V', cedula: '12345678', telefono: '0412 123 4567', banco: bank?.code ?? '', otp: '000000' };
}

function DocumentType({ state }: { readonly state: FormState }) {
  const t = pageTexts(state.lang);
  const chosen = state.values.tipo?.toUpperCase() || documentTypes[0];
  return (
    <Field state={state} field="tipo" label={t('payment.form.documentType')}>
      <select id="tipo" name="tipo" aria-required="true" {...described(state, 'tipo')}>
        {documentTypes.map((type) => (
          <option value={type} selected={type === chosen}>
            {t(`payment.form.documentTypes.${type}`)}
          </option>
        ))}
      </select>
    </Field>
  );
}

function BankSelect({ state, banks }: PayerFieldsProps) {
  return (
    <select id="banco" name="banco" aria-required="true" {...described(state, 'banco')}>
      <option value="">{pageTexts(state.lang)('payment.form.bankPlaceholder')}</option>
      {banks.map(({ code, name }) => (
        <option value={code} selected={code === state.values.banco}>
          {code} · {name}
        </option>
      ))}
    </select>
  );
}
