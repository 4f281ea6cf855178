import { currencies } from '@svc-simulator/contract';
import type { TerminalRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { wireWords } from '../parts/wire-words.ts';
import { simulateTexts } from './texts.ts';
import type { Typed } from './typed.ts';

interface ChargeFormProps {
  readonly lang: Language;
  readonly typed: Typed;
  /** The terminals that can be charged on; null: the account has no merchant. */
  readonly terminals: readonly TerminalRecord[] | null;
}

/** A payment request on a terminal, as the merchant's till makes them. */
export function ChargeForm({ lang, typed, terminals }: ChargeFormProps) {
  const texts = simulateTexts(lang).charge;
  const currency = typed.field('currencyReference', 'USD');
  const terminal = typed.field('terminalSerial');
  return (
    <Panel title={texts.title} name="charge">
      {terminals === null ? (
        <p>
          {texts.noMerchant} <a href="/console/terminals">{texts.toMerchant}</a>
        </p>
      ) : (
        <form method="post" action="/console/simulate" class="stack" novalidate>
          <p class="soft">{texts.lead}</p>
          <div class="grid">
            <TextField
              {...typed.field('amountReference', '12.50')}
              label={texts.amount}
              hint={texts.amountHint}
              inputmode="decimal"
            />
            <SelectField
              {...currency}
              label={texts.currency}
              chosen={currency.value}
              options={currencies.map((code) => [code, code])}
            />
            <SelectField
              {...terminal}
              label={texts.terminal}
              chosen={terminal.value}
              options={[['', texts.anyTerminal], ...terminals.map(({ serial }) => [serial, serial] as const)]}
            />
            <TextField {...typed.field('clientIdentification')} label={texts.client} />
          </div>
          <p>
            <Submit kind="primary" name="do" value="charge" text={texts.submit} />
          </p>
        </form>
      )}
    </Panel>
  );
}

const methods = ['immediate_debit', 'mobile_payment', 'crypto'] as const;

/** An agreement that sessions can name. */
export function AgreementForm({ lang, typed }: Pick<ChargeFormProps, 'lang' | 'typed'>) {
  const texts = simulateTexts(lang).agreement;
  return (
    <Panel title={texts.title} name="agreement">
      <form method="post" action="/console/simulate" class="stack" novalidate>
        <div class="grid">
          <TextField {...typed.field('title')} label={texts.name} />
          <TextField {...typed.field('default_bank_account_id', '01020000000000000001')} label={texts.bank} />
        </div>
        <fieldset class="checks" aria-describedby="payment_methods-fault">
          <legend>{texts.methods}</legend>
          {methods.map((method) => (
            <label>
              <input type="checkbox" name={method} value="yes" checked />
              {wireWords(lang).method[method]}
            </label>
          ))}
          <p class="error" id="payment_methods-fault">
            {typed.field('payment_methods').fault}
          </p>
        </fieldset>
        <p class="checks">
          <label>
            <input type="checkbox" name="split" value="yes" />
            {texts.split}
          </label>
        </p>
        <p>
          <Submit kind="primary" name="do" value="agreement" text={texts.submit} />
        </p>
      </form>
    </Panel>
  );
}
