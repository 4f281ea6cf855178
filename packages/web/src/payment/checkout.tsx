import { failureText } from '@svc-simulator/core';
import { formatMoney } from '@svc-simulator/texts/number-texts.ts';
import type { Child } from 'hono/jsx';
import { Icon, LongText, TextField, t } from '../kit/parts.tsx';
import { type FormState, typedField } from './form/form-fields.ts';
import { controlId, MethodChoice, PayerFields, TestOptions } from './form/form-parts.tsx';
import { formatMoment } from './formats.ts';
import type { CheckoutModel } from './models.ts';
import { renderPaymentFrame } from './page-frame.ts';
import { paymentTexts } from './page-texts.ts';
import { PaymentSummary } from './summary.tsx';

/** Renders the payment page. After a refused form, it shows the faults and the typed values of the model. */
export function renderPaymentPage(model: CheckoutModel): string {
  const t = paymentTexts(model.lang);
  const amount = formatMoney(model.session.amountMinor, model.session.currency, model.lang);
  const title = t('payment.form.submit', { amount });
  return renderPaymentFrame({
    t,
    title: model.faults?.length ? t('payment.errorPrefix') + title : title,
    width: 'wide',
    withScript: true,
    children: <Checkout model={model} amount={amount} />,
  });
}

function Checkout({ model, amount }: { readonly model: CheckoutModel; readonly amount: string }) {
  const state: FormState = { values: model.values ?? {}, faults: model.faults ?? [] };
  const needsPayer = model.methods.some((method) => method !== 'crypto');
  return (
    <div class="checkout">
      <PaymentSummary model={model} />
      <div class="panel">
        <ErrorSummary model={model} />
        <Notices model={model} />
        {/* Without an action, the form posts to the page's own URL, including proxy prefix and language. */}
        <form method="post" id="pago" novalidate>
          <MethodChoice state={state} methods={model.methods} />
          {needsPayer && <PayerFields state={state} banks={model.banks} />}
          {model.methods.includes('crypto') && (
            <p class={needsPayer ? 'box next crypto-note' : 'box next'}>{t('payment.form.crypto')}</p>
          )}
          <ConfirmationFields state={state} amount={amount} />
        </form>
      </div>
    </div>
  );
}

function ConfirmationFields({ state, amount }: { readonly state: FormState; readonly amount: string }) {
  return (
    <>
      <fieldset class="stack">
        <legend>
          <h2>{t('payment.form.confirm')}</h2>
        </legend>
        <TextField
          {...typedField(state, 'otp')}
          label={t('payment.form.otp')}
          hint={t('payment.form.otpHint')}
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength={20}
          placeholder=" "
          aria-required="true"
        />
        <TestOptions state={state} />
      </fieldset>
      <button type="submit" class="button primary large pay" autocomplete="off">
        <span class="idle">
          <Icon name="lock" />
          <span>{t('payment.form.submit', { amount })}</span>
        </span>
        <span class="busy" hidden={true}>
          <Icon name="clock" />
          <span>{t('payment.form.busy')}</span>
        </span>
      </button>
      <p id="estado" class="unseen" role="status" data-busy={t('payment.form.busy')} />
    </>
  );
}

function ErrorSummary({ model }: { readonly model: CheckoutModel }) {
  const faults = model.faults ?? [];
  if (faults.length === 0) return null;
  return (
    <section class="notice bad" id="errores" tabindex={-1} autofocus={true} aria-labelledby="errores-titulo">
      <Icon name="alert" />
      <div>
        <h2 id="errores-titulo">{t('payment.notices.faultsTitle', { count: faults.length })}</h2>
        <p>{t('payment.notices.faults')}</p>
        <ul>
          {faults.map((fault) => (
            <li>
              <a href={`#${controlId(fault.field, model.methods)}`}>{fault.detail}</a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Notices({ model }: { readonly model: CheckoutModel }) {
  const { retry, overdue } = model;
  return (
    <div id="avisos" data-live>
      {retry && (
        <Warning name="reintento" icon="alert" title={t('payment.notices.retryTitle')}>
          {retry.reason && <LongText text={failureText(retry.reason, t.lang)} />}
          <p>{t('payment.notices.retry')}</p>
        </Warning>
      )}
      {overdue && (
        <Warning name="vencida" icon="clock" title={t('payment.notices.overdueTitle')}>
          <p>{t('payment.notices.overdue', { moment: formatMoment(overdue.dueAt, t.lang) })}</p>
          {overdue.message && (
            <div>
              <strong>{t('payment.notices.overdueMerchant')}</strong> <LongText text={overdue.message} />
            </div>
          )}
        </Warning>
      )}
    </div>
  );
}

type WarningProps = Readonly<{ name: string; icon: 'alert' | 'clock'; title: string; children?: Child }>;

function Warning({ name, icon, title, children }: WarningProps) {
  return (
    <section class="notice wait" aria-labelledby={name}>
      <Icon name={icon} />
      <div>
        <h2 id={name}>{title}</h2>
        {children}
      </div>
    </section>
  );
}
