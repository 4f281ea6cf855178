import { icon } from '../../kit/icons.tsx';
import type { PaymentMethod } from '../models.ts';
import { pageTexts } from '../page-texts.ts';
import { described, FaultText, type FormState, faultOf } from './fields.tsx';

interface MethodChoiceProps {
  readonly state: FormState;
  readonly methods: readonly PaymentMethod[];
}

/** The methods of the agreement as cards with a radio button each; the first is chosen unless another was posted. */
export function MethodChoice({ state, methods }: MethodChoiceProps) {
  const t = pageTexts(state.lang);
  const posted = methods.find((method) => method === state.values.metodo);
  // After a fault nothing is chosen in the payer's stead.
  const chosen = posted ?? (faultOf(state, 'metodo') ? undefined : methods[0]);
  return (
    <div
      class="group"
      role="radiogroup"
      aria-labelledby="metodo-heading"
      aria-required="true"
      {...described(state, 'metodo')}
    >
      <h2 id="metodo-heading">{t('payment.form.methods')}</h2>
      <FaultText state={state} field="metodo" />
      <div class="choices">
        {methods.map((method) => (
          // The whole card can be clicked, but only the method's name is the name of the button.
          <label class="choice">
            <input
              type="radio"
              id={`metodo-${method}`}
              name="metodo"
              value={method}
              checked={method === chosen}
              aria-labelledby={`metodo-${method}-name`}
              aria-describedby={`metodo-${method}-hint`}
            />
            <span class="badge">
              <MethodIcon method={method} />
            </span>
            <span class="choice-words">
              <span class="choice-title" id={`metodo-${method}-name`}>
                {t(`payment.form.method.${method}.name`)}
              </span>
              <span class="hint" id={`metodo-${method}-hint`}>
                {t(`payment.form.method.${method}.hint`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}

/** The id of the control that a link of the error summary leads to. */
export function controlId(field: string, methods: readonly PaymentMethod[]): string {
  if (field === 'metodo') return `metodo-${methods[0]}`;
  return field === 'acreditacion' ? 'acreditacion-accredited' : field;
}

const icons: Readonly<Record<PaymentMethod, ReturnType<typeof icon>>> = {
  immediate_debit: icon(<path d="M3 9.5 12 4l9 5.5M5 10v8m4.7-8v8m4.6-8v8m4.7-8v8M3 20.5h18" />),
  mobile_payment: icon(
    <>
      <rect x="6.5" y="2.5" width="11" height="19" rx="2.5" />
      <path d="M10.5 18.5h3M9.5 10.5l2 2 3.5-4" />
    </>,
  ),
  crypto: icon(
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M8 8h8M12 8v9M7.5 11.7c0 1 2 1.6 4.5 1.6s4.5-.6 4.5-1.6" />
    </>,
  ),
};

function MethodIcon({ method }: { readonly method: PaymentMethod }) {
  return icons[method]();
}
