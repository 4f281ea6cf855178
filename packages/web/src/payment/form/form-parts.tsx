import type { Bank } from '@svc-simulator/contract';
import type { PaymentMethod } from '@svc-simulator/core';
import type { Child } from 'hono/jsx';
import { capital, describedBy, FieldNotes, Icon, SelectField, TextField, t } from '../../kit/parts.tsx';
import {
  accreditationChoices,
  documentTypes,
  type FormState,
  faultAtField,
  PAYER_TEXT_LIMIT,
  typedField,
} from './form-fields.ts';
import { paymentKeys } from './payment-key.ts';

export function PayerFields({ state, banks }: Readonly<{ state: FormState; banks: readonly Bank[] }>) {
  return (
    <fieldset class="stack payer">
      <legend>
        <h2>{t('payment.form.payer')}</h2>
      </legend>
      <div class="grid">
        <div class="whole" hidden={true} data-test-payer={JSON.stringify(testPayerValues(banks))}>
          <button type="button" class="button" data-used={t('payment.form.testPayerUsed')}>
            <Icon name="flask" />
            {t('payment.form.testPayer')}
          </button>
        </div>
        <div class="grid document whole">
          <SelectField
            name="tipo"
            label={t('payment.form.documentType')}
            fault={faultAtField(state, 'tipo')}
            selected={state.values.tipo?.toUpperCase() || documentTypes[0]}
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
          fault={faultAtField(state, 'banco')}
          selected={state.values.banco}
          options={[
            ['', t('payment.form.bankPlaceholder')],
            ...banks.map(({ code, name }) => [code, `${code} · ${name}`] as const),
          ]}
          aria-required="true"
        />
        <TextField
          {...typedField(state, 'nombre')}
          label={optionalLabel(t('payment.form.name'))}
          autocomplete="name"
          dir="auto"
          maxlength={PAYER_TEXT_LIMIT}
        />
        <TextField
          {...typedField(state, 'concepto')}
          label={optionalLabel(t('payment.form.concept'))}
          dir="auto"
          maxlength={PAYER_TEXT_LIMIT}
        />
      </div>
    </fieldset>
  );
}

function optionalLabel(label: string): Child {
  return (
    <>
      {label} <span class="soft">{t('payment.form.optional')}</span>
    </>
  );
}

function testPayerValues([bank]: readonly Bank[]) {
  return { tipo: 'V', cedula: '12345678', telefono: '0412 123 4567', banco: bank?.code ?? '', otp: '000000' };
}

export function MethodChoice(props: Readonly<{ state: FormState; methods: readonly PaymentMethod[] }>) {
  const { state, methods } = props;
  const postedMethod = methods.find((method) => method === state.values.metodo);
  // If the posted method is invalid, no method is selected, so that the payer chooses.
  const field = { name: 'metodo', fault: faultAtField(state, 'metodo') };
  const selected = postedMethod ?? (field.fault ? undefined : methods[0]);
  return (
    <div
      class="stack"
      role="radiogroup"
      aria-labelledby="metodo-heading"
      aria-required="true"
      {...describedBy(field)}
    >
      <h2 id="metodo-heading">{t('payment.form.methods')}</h2>
      <FieldNotes {...field} />
      <div class="stack tight">
        {methods.map((method) => (
          // `aria-labelledby` limits the name to the method; otherwise, screen readers read the whole label.
          <label class="choice">
            <input
              type="radio"
              id={`metodo-${method}`}
              name="metodo"
              value={method}
              checked={method === selected}
              aria-labelledby={`metodo-${method}-name`}
              aria-describedby={`metodo-${method}-hint`}
            />
            <Icon name={method} />
            <span class="choice-words">
              <span class="choice-title" id={`metodo-${method}-name`}>
                {capital(t(`word.method.${method}`))}
              </span>
              <span class="hint" id={`metodo-${method}-hint`}>
                {t(`payment.form.method.${method}`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}

export function controlId(field: string, methods: readonly PaymentMethod[]): string {
  if (field === 'metodo') return `metodo-${methods[0]}`;
  return field === 'acreditacion' ? 'acreditacion-accredited' : field;
}

export function TestOptions({ state }: { readonly state: FormState }) {
  return (
    <section class="box wait lab" aria-labelledby="lab-heading">
      <h2 id="lab-heading" class="row toned">
        <Icon name="flask" />
        {t('payment.lab.heading')}
      </h2>
      <h3>{t('payment.lab.keys')}</h3>
      <ul class="grid keys">
        {paymentKeys.map(({ key, meaning }) => (
          <li class="row">
            {/* The page's script replaces this text with a button. Without JavaScript, the payer copies the text. */}
            <code
              data-key={key}
              data-label={`${t('payment.lab.use')} ${key}`}
              data-used={t('payment.lab.used', { key })}
            >
              {key}
            </code>
            <span>{t(`payment.lab.meaning.${meaning}`)}</span>
          </li>
        ))}
      </ul>
      <p class="hint">{t('payment.lab.keysHint')}</p>
      <AccreditationChoice state={state} />
    </section>
  );
}

function AccreditationChoice({ state }: { readonly state: FormState }) {
  const postedChoice = accreditationChoices.find((choice) => choice === state.values.acreditacion);
  const field = { name: 'acreditacion', fault: faultAtField(state, 'acreditacion') };
  const selected = postedChoice ?? (field.fault ? undefined : accreditationChoices[0]);
  return (
    <div class="stack tight" role="radiogroup" aria-labelledby="acreditacion-heading" {...describedBy(field)}>
      <h3 id="acreditacion-heading">{t('payment.lab.accreditation')}</h3>
      <FieldNotes {...field} />
      <div class="row">
        {accreditationChoices.map((choice) => (
          <label>
            <input
              type="radio"
              id={`acreditacion-${choice}`}
              name="acreditacion"
              value={choice}
              checked={choice === selected}
            />
            <span>{t(`payment.lab.accreditationChoice.${choice}`)}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
