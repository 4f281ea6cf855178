import { currencies } from '@svc-simulator/contract';
import type { TerminalRecord } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Panel, Submit } from '../parts/parts.tsx';
import type { Typed } from './typed.ts';

interface ChargeFormProps {
  readonly t: Texts;
  readonly typed: Typed;
  /** The terminals that can be charged on; null: the account has no merchant. */
  readonly terminals: readonly TerminalRecord[] | null;
}

/** A payment request on a terminal, as the merchant's till makes them. */
export function ChargeForm({ t, typed, terminals }: ChargeFormProps) {
  const currency = typed.field('currencyReference', 'USD');
  const terminal = typed.field('terminalSerial');
  return (
    <Panel title={t('console.simulate.charge.title')} name="charge">
      {terminals === null ? (
        <p>
          {t('console.simulate.charge.noMerchant')}{' '}
          <a href="/console/terminals">{t('console.simulate.charge.toMerchant')}</a>
        </p>
      ) : (
        <form method="post" action="/console/simulate" class="stack" novalidate>
          <p class="soft">{t('console.simulate.charge.lead')}</p>
          <div class="grid">
            <TextField
              {...typed.field('amountReference', '12.50')}
              label={t('console.simulate.charge.amount')}
              hint={t('console.simulate.charge.amountHint')}
              inputmode="decimal"
            />
            <SelectField
              {...currency}
              label={t('console.simulate.charge.currency')}
              chosen={currency.value}
              options={currencies.map((code) => [code, code])}
            />
            <SelectField
              {...terminal}
              label={t('console.simulate.charge.terminal')}
              chosen={terminal.value}
              options={[
                ['', t('console.simulate.charge.anyTerminal')],
                ...terminals.map(({ serial }) => [serial, serial] as const),
              ]}
            />
            <TextField {...typed.field('clientIdentification')} label={t('console.simulate.charge.client')} />
          </div>
          <p>
            <Submit kind="primary" name="do" value="charge" text={t('console.simulate.charge.submit')} />
          </p>
        </form>
      )}
    </Panel>
  );
}

const methods = ['immediate_debit', 'mobile_payment', 'crypto'] as const;

/** An agreement that sessions can name. */
export function AgreementForm({ t, typed }: Pick<ChargeFormProps, 't' | 'typed'>) {
  return (
    <Panel title={t('console.simulate.agreement.title')} name="agreement">
      <form method="post" action="/console/simulate" class="stack" novalidate>
        <div class="grid">
          <TextField {...typed.field('title')} label={t('console.simulate.agreement.name')} />
          <TextField
            {...typed.field('default_bank_account_id', '01020000000000000001')}
            label={t('console.simulate.agreement.bank')}
          />
        </div>
        <fieldset class="checks" aria-describedby="payment_methods-fault">
          <legend>{t('console.simulate.agreement.methods')}</legend>
          {methods.map((method) => (
            <label>
              <input type="checkbox" name={method} value="yes" checked />
              {t(`word.method.${method}`)}
            </label>
          ))}
          <p class="error" id="payment_methods-fault">
            {typed.field('payment_methods').fault}
          </p>
        </fieldset>
        <p class="checks">
          <label>
            <input type="checkbox" name="split" value="yes" />
            {t('console.simulate.agreement.split')}
          </label>
        </p>
        <p>
          <Submit kind="primary" name="do" value="agreement" text={t('console.simulate.agreement.submit')} />
        </p>
      </form>
    </Panel>
  );
}
