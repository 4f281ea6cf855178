import { FlaskIcon } from '../../kit/icons.tsx';
import type { Bank } from '../models.ts';
import { textsOf } from '../texts.ts';
import { described, Field, type FormState, TextInput } from './fields.tsx';
import { documentTypes, TEXT_LIMIT } from './form-fields.ts';

interface PayerFieldsProps {
  readonly state: FormState;
  readonly banks: readonly Bank[];
}

/** What debit and mobile payment need to know of the payer; hidden by style while crypto is chosen. */
export function PayerFields({ state, banks }: PayerFieldsProps) {
  const texts = textsOf(state.lang).form;
  return (
    <fieldset class="group payer">
      <legend>
        <h2>{texts.payer}</h2>
      </legend>
      <div class="grid">
        <div class="full" hidden={true} data-test-payer={JSON.stringify(testPayer(banks))}>
          <button type="button" class="button" data-used={texts.testPayerUsed}>
            <FlaskIcon />
            {texts.testPayer}
          </button>
        </div>
        <div class="grid document full">
          <DocumentType state={state} />
          <Field state={state} field="cedula" label={texts.document} hint={texts.documentHint}>
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
        <Field state={state} field="telefono" label={texts.phone} hint={texts.phoneHint}>
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
        <Field state={state} field="banco" label={texts.bank}>
          <BankSelect state={state} banks={banks} />
        </Field>
        <Field state={state} field="nombre" label={texts.name} optional>
          <TextInput state={state} field="nombre" autocomplete="name" dir="auto" maxlength={TEXT_LIMIT} />
        </Field>
        <Field state={state} field="concepto" label={texts.concept} optional>
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
  const texts = textsOf(state.lang).form;
  const chosen = state.values.tipo?.toUpperCase() || documentTypes[0];
  return (
    <Field state={state} field="tipo" label={texts.documentType}>
      <select id="tipo" name="tipo" aria-required="true" {...described(state, 'tipo')}>
        {documentTypes.map((type) => (
          <option value={type} selected={type === chosen}>
            {texts.documentTypes[type]}
          </option>
        ))}
      </select>
    </Field>
  );
}

function BankSelect({ state, banks }: PayerFieldsProps) {
  return (
    <select id="banco" name="banco" aria-required="true" {...described(state, 'banco')}>
      <option value="">{textsOf(state.lang).form.bankPlaceholder}</option>
      {banks.map(({ code, name }) => (
        <option value={code} selected={code === state.values.banco}>
          {code} · {name}
        </option>
      ))}
    </select>
  );
}
