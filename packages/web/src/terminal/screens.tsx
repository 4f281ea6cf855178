import { currencies } from '@svc-simulator/contract';
import type { Child } from 'hono/jsx';
import { AlertIcon, CheckIcon, ClockIcon, ContactlessIcon, CrossIcon } from '../kit/icons.tsx';
import { Card, Key, Seal, SelectField, TextField } from './device-controls.tsx';
import type { Texts } from './texts.ts';

/** Card brands, as they stand in `visOrMccCard`. */
const franchises = ['MAESTRO', 'VISA', 'MASTERCARD', 'AMEX', 'DINERS'] as const;

interface ScreenProps {
  /** By this name the script shows it. */
  readonly name: string;
  readonly heading: string;
  readonly lead?: string;
  readonly seal?: Child;
  readonly keys?: Child;
  readonly children?: Child;
}

/** One screen of the device and the keys below it. All are hidden until the script shows one. */
function Screen({ name, heading, lead, seal, keys, children }: ScreenProps) {
  return (
    <form class={`view ${name}`} data-screen={name} aria-labelledby={`${name}-titulo`} novalidate hidden>
      <div class="face">
        {seal}
        <h2 id={`${name}-titulo`} tabindex={-1} data-slot="heading">
          {heading}
        </h2>
        {lead && (
          <p class="lead" data-slot="lead">
            {lead}
          </p>
        )}
        {children}
        <p class="error" id={`${name}-error`} data-error hidden>
          <AlertIcon />
          <span />
        </p>
      </div>
      {keys && <div class="device-keys">{keys}</div>}
    </form>
  );
}

/** Every screen of the terminal, in the order in which a day goes. */
export function Screens({ texts }: { readonly texts: Texts }) {
  const { pairing, idle, payment, uncertain, batch, refused } = texts;
  return (
    <>
      <Screen
        name="pairing"
        heading={pairing.heading}
        lead={pairing.lead}
        keys={<Key tone="go">{pairing.submit}</Key>}
      >
        <TextField id="serial" label={pairing.serial} hint={pairing.serialHint} maxlength={500} />
        <TextField id="code" label={pairing.code} hint={pairing.codeHint} digits maxlength={6} />
      </Screen>

      <Screen
        name="idle"
        heading={idle.heading}
        lead={idle.lead}
        seal={
          <span class="seal next">
            <ContactlessIcon />
          </span>
        }
        keys={<Key action="open-batch">{idle.closeBatch}</Key>}
      >
        <p class="box next told" data-slot="told" hidden />
        <section data-waiting aria-labelledby="espera" hidden>
          <h3 id="espera">{idle.waiting}</h3>
          <ul class="lines waiting" />
        </section>
      </Screen>

      <Screen
        name="payment"
        heading={payment.heading}
        keys={
          <>
            <Key tone="stop" action="decline" icon={<CrossIcon />}>
              {payment.decline}
            </Key>
            <Key tone="go" icon={<CheckIcon />}>
              {payment.approve}
            </Key>
          </>
        }
      >
        <p class="amount" data-slot="amount" />
        <div class="notice wait" data-slot="cancelled" hidden>
          <AlertIcon />
          <p>{payment.cancelled}</p>
        </div>
        <div data-slot="editable" hidden>
          <TextField
            id="amount"
            label={payment.amount}
            unit
            hint={payment.amountHint}
            decimal
            maxlength={15}
          />
        </div>
        <dl class="lines pairs receipt" data-slot="rows" />
        <fieldset class="grid cards">
          <legend>{payment.cardType}</legend>
          <Card value="D" label={payment.debit} checked />
          <Card value="C" label={payment.credit} />
        </fieldset>
        <SelectField id="franchise" label={payment.franchise} options={franchises} />
      </Screen>

      <Screen
        name="uncertain"
        heading={uncertain.heading}
        lead={uncertain.lead}
        seal={<Seal tone="wait" icon={<ClockIcon />} />}
        keys={<Key tone="go">{uncertain.again}</Key>}
      />

      <Screen
        name="void"
        heading={texts.void.heading}
        lead={texts.void.lead}
        keys={
          <>
            <Key action="postpone">{texts.void.later}</Key>
            <Key tone="go">{texts.void.confirm}</Key>
          </>
        }
      >
        <p class="amount" data-slot="amount" />
        <dl class="lines pairs receipt" data-slot="rows" />
      </Screen>

      <Screen
        name="result"
        heading=""
        seal={<Seal tone="good" icon={<CheckIcon />} />}
        keys={<Key tone="go">{texts.result.next}</Key>}
      >
        <p class="amount" data-slot="amount" />
        <dl class="lines pairs receipt" data-slot="rows" />
      </Screen>

      <Screen
        name="batch"
        heading={batch.heading}
        lead={batch.lead}
        keys={
          <>
            <Key action="home">{batch.back}</Key>
            <Key tone="go">{batch.confirm}</Key>
          </>
        }
      >
        <dl class="lines pairs receipt" data-slot="rows" />
        <SelectField id="currency" label={batch.currency} options={currencies} />
      </Screen>

      <Screen
        name="refused"
        heading={refused.heading}
        lead={refused.lead}
        seal={<Seal tone="bad" icon={<AlertIcon />} />}
        keys={
          <>
            <Key action="forget">{refused.pair}</Key>
            <Key tone="go">{refused.again}</Key>
          </>
        }
      >
        <p class="hint" lang="en" data-slot="detail" />
      </Screen>
    </>
  );
}
