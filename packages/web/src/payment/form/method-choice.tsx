import { describedBy, FieldNotes } from '../../kit/field.tsx';
import { Icon } from '../../kit/icons.tsx';
import { t } from '../../kit/speaking.ts';
import type { PaymentMethod } from '../models.ts';
import { type FormState, faultOf } from './form-fields.ts';

interface MethodChoiceProps {
  readonly state: FormState;
  readonly methods: readonly PaymentMethod[];
}

/** The methods of the agreement as cards with a radio button each; the first is chosen unless another was posted. */
export function MethodChoice({ state, methods }: MethodChoiceProps) {
  const posted = methods.find((method) => method === state.values.metodo);
  // After a fault nothing is chosen in the payer's stead.
  const field = { name: 'metodo', fault: faultOf(state, 'metodo') };
  const chosen = posted ?? (field.fault ? undefined : methods[0]);
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
              <Icon name={method} />
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
