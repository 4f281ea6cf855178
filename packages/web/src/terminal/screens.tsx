import { currencies } from '@svc-simulator/contract';
import type { NameIn } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { Icon, type IconName, Seal, type SealLook, SelectField, TextField, t } from '../kit/parts.tsx';

/** Values of `visOrMccCard`, the card brand in a confirmation. */
const franchises = ['MAESTRO', 'VISA', 'MASTERCARD', 'AMEX', 'DINERS'] as const;

/** A key without an action submits the screen's form. */
type DeviceKey = Readonly<{ text: string; tone?: 'stop'; action?: string; icon?: IconName }>;

interface ScreenProps {
  /** The script shows the screen by this name, and writes the heading of the screen `result`. */
  readonly name: NameIn<'terminal', 'heading'> | 'result';
  readonly seal?: SealLook;
  readonly keys: readonly DeviceKey[];
  readonly children?: Child;
}

function Screen({ name, seal, keys, children }: ScreenProps) {
  const lead = t.maybe(`terminal.${name}.lead`);
  return (
    <form class={`view ${name}`} data-screen={name} aria-labelledby={`${name}-heading`} novalidate hidden>
      <div class="face">
        {seal && <Seal look={seal} />}
        <h2 id={`${name}-heading`} tabindex={-1} data-slot="heading">
          {t.maybe(`terminal.${name}.heading`)}
        </h2>
        {lead && (
          <p class="soft" data-slot="lead">
            {lead}
          </p>
        )}
        {children}
        <p class="error" id={`${name}-error`} data-error hidden>
          <Icon name="alert" />
          <span />
        </p>
      </div>
      <div class="row device-keys">
        {keys.map(({ text, tone, action, icon }) => (
          <button
            type={action ? 'button' : 'submit'}
            class={`button device-key ${action ? (tone ?? '') : 'go'}`}
            data-action={action}
          >
            {icon && <Icon name={icon} />}
            <span>{text}</span>
          </button>
        ))}
      </div>
    </form>
  );
}

export function Screens() {
  const inputProps = { autocapitalize: 'off', spellcheck: false } as const;
  return (
    <>
      <Screen name="pairing" keys={[{ text: t('terminal.pairing.submit') }]}>
        <TextField
          name="serial"
          label={t('terminal.pairing.serial')}
          hint={t('terminal.pairing.serialHint')}
          {...inputProps}
          maxlength={500}
        />
        <TextField
          name="code"
          label={t('terminal.pairing.code')}
          hint={t('terminal.pairing.codeHint')}
          {...inputProps}
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength={6}
        />
      </Screen>
      <Screen
        name="idle"
        seal={['next', 'contactless']}
        keys={[{ text: t('terminal.idle.closeBatch'), action: 'open-batch' }]}
      >
        <p class="box next told" data-slot="told" hidden />
        <section data-waiting aria-labelledby="waiting-heading" hidden>
          <h3 id="waiting-heading">{t('terminal.idle.waiting')}</h3>
          <ul class="lines waiting" />
        </section>
      </Screen>
      <Screen
        name="payment"
        keys={[
          { text: t('terminal.payment.decline'), tone: 'stop', action: 'decline', icon: 'cross' },
          { text: t('terminal.payment.approve'), icon: 'check' },
        ]}
      >
        <p class="amount" data-slot="amount" />
        <div class="notice wait" data-slot="cancelled" hidden>
          <Icon name="alert" />
          <p>{t('terminal.payment.cancelled')}</p>
        </div>
        <div data-slot="editable" hidden>
          <TextField
            name="amount"
            label={
              <>
                {t('terminal.payment.amount')} <span data-slot="unit" />
              </>
            }
            hint={t('terminal.payment.amountHint')}
            {...inputProps}
            inputmode="decimal"
            maxlength={15}
          />
        </div>
        <dl class="lines pairs receipt" data-slot="rows" />
        <fieldset class="grid cards">
          <legend>{t('terminal.payment.cardType')}</legend>
          {(['D', 'C'] as const).map((kind) => (
            <label class="choice">
              <input type="radio" name="card" value={kind} checked={kind === 'D'} />
              <span class="choice-title">
                {t(kind === 'D' ? 'terminal.live.debit' : 'terminal.live.credit')}
              </span>
            </label>
          ))}
        </fieldset>
        <SelectField name="franchise" label={t('terminal.payment.franchise')} options={franchises} />
      </Screen>
      <Screen name="uncertain" seal={['wait', 'clock']} keys={[{ text: t('terminal.uncertain.again') }]} />
      <Screen
        name="void"
        keys={[{ text: t('terminal.void.later'), action: 'postpone' }, { text: t('terminal.void.confirm') }]}
      >
        <p class="amount" data-slot="amount" />
        <dl class="lines pairs receipt" data-slot="rows" />
      </Screen>
      <Screen name="result" seal={['good', 'check']} keys={[{ text: t('terminal.result.next') }]}>
        <p class="amount" data-slot="amount" />
        <dl class="lines pairs receipt" data-slot="rows" />
      </Screen>
      <Screen
        name="batch"
        keys={[{ text: t('terminal.batch.back'), action: 'home' }, { text: t('terminal.idle.closeBatch') }]}
      >
        <dl class="lines pairs receipt" data-slot="rows" />
        <SelectField name="currency" label={t('terminal.batch.currency')} options={currencies} />
      </Screen>
      <Screen
        name="refused"
        seal={['bad', 'alert']}
        keys={[{ text: t('terminal.refused.pair'), action: 'forget' }, { text: t('terminal.refused.again') }]}
      >
        <p class="hint" data-slot="detail" />
      </Screen>
    </>
  );
}
