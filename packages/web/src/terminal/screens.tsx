import { currencies } from '@svc-simulator/contract';
import type { Child } from 'hono/jsx';
import { AlertIcon, CheckIcon, ClockIcon, ContactlessIcon, CrossIcon } from '../kit/icons.tsx';
import type { Speaking } from '../kit/speaking.ts';
import { Card, Key, Seal, SelectField, TextField } from './device-controls.tsx';

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
export function Screens({ t }: Speaking) {
  return (
    <>
      <Screen
        name="pairing"
        heading={t('terminal.pairing.heading')}
        lead={t('terminal.pairing.lead')}
        keys={<Key tone="go">{t('terminal.pairing.submit')}</Key>}
      >
        <TextField
          id="serial"
          label={t('terminal.pairing.serial')}
          hint={t('terminal.pairing.serialHint')}
          maxlength={500}
        />
        <TextField
          id="code"
          label={t('terminal.pairing.code')}
          hint={t('terminal.pairing.codeHint')}
          digits
          maxlength={6}
        />
      </Screen>

      <Screen
        name="idle"
        heading={t('terminal.idle.heading')}
        lead={t('terminal.idle.lead')}
        seal={
          <span class="seal next">
            <ContactlessIcon />
          </span>
        }
        keys={<Key action="open-batch">{t('terminal.idle.closeBatch')}</Key>}
      >
        <p class="box next told" data-slot="told" hidden />
        <section data-waiting aria-labelledby="espera" hidden>
          <h3 id="espera">{t('terminal.idle.waiting')}</h3>
          <ul class="lines waiting" />
        </section>
      </Screen>

      <Screen
        name="payment"
        heading={t('terminal.payment.heading')}
        keys={
          <>
            <Key tone="stop" action="decline" icon={<CrossIcon />}>
              {t('terminal.payment.decline')}
            </Key>
            <Key tone="go" icon={<CheckIcon />}>
              {t('terminal.payment.approve')}
            </Key>
          </>
        }
      >
        <p class="amount" data-slot="amount" />
        <div class="notice wait" data-slot="cancelled" hidden>
          <AlertIcon />
          <p>{t('terminal.payment.cancelled')}</p>
        </div>
        <div data-slot="editable" hidden>
          <TextField
            id="amount"
            label={t('terminal.payment.amount')}
            unit
            hint={t('terminal.payment.amountHint')}
            decimal
            maxlength={15}
          />
        </div>
        <dl class="lines pairs receipt" data-slot="rows" />
        <fieldset class="grid cards">
          <legend>{t('terminal.payment.cardType')}</legend>
          <Card value="D" label={t('terminal.payment.debit')} checked />
          <Card value="C" label={t('terminal.payment.credit')} />
        </fieldset>
        <SelectField id="franchise" label={t('terminal.payment.franchise')} options={franchises} />
      </Screen>

      <Screen
        name="uncertain"
        heading={t('terminal.uncertain.heading')}
        lead={t('terminal.uncertain.lead')}
        seal={<Seal tone="wait" icon={<ClockIcon />} />}
        keys={<Key tone="go">{t('terminal.uncertain.again')}</Key>}
      />

      <Screen
        name="void"
        heading={t('terminal.void.heading')}
        lead={t('terminal.void.lead')}
        keys={
          <>
            <Key action="postpone">{t('terminal.void.later')}</Key>
            <Key tone="go">{t('terminal.void.confirm')}</Key>
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
        keys={<Key tone="go">{t('terminal.result.next')}</Key>}
      >
        <p class="amount" data-slot="amount" />
        <dl class="lines pairs receipt" data-slot="rows" />
      </Screen>

      <Screen
        name="batch"
        heading={t('terminal.batch.heading')}
        lead={t('terminal.batch.lead')}
        keys={
          <>
            <Key action="home">{t('terminal.batch.back')}</Key>
            <Key tone="go">{t('terminal.idle.closeBatch')}</Key>
          </>
        }
      >
        <dl class="lines pairs receipt" data-slot="rows" />
        <SelectField id="currency" label={t('terminal.batch.currency')} options={currencies} />
      </Screen>

      <Screen
        name="refused"
        heading={t('terminal.refused.heading')}
        lead={t('terminal.refused.lead')}
        seal={<Seal tone="bad" icon={<AlertIcon />} />}
        keys={
          <>
            <Key action="forget">{t('terminal.refused.pair')}</Key>
            <Key tone="go">{t('terminal.refused.again')}</Key>
          </>
        }
      >
        <p class="hint" lang="en" data-slot="detail" />
      </Screen>
    </>
  );
}
