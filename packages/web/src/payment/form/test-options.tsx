import { describedBy, FieldNotes } from '../../kit/field.tsx';
import { Icon } from '../../kit/icons.tsx';
import { t } from '../../kit/speaking.ts';
import { accreditationChoices, type FormState, faultOf } from './form-fields.ts';
import { paymentKeys } from './payment-key.ts';

/** What a real checkout does not have: the keys that can be used, and how leg 2 is to end. */
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
            {/* The script puts a button in the place of this text; without it the text can be copied. */}
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
  const posted = accreditationChoices.find((choice) => choice === state.values.acreditacion);
  const field = { name: 'acreditacion', fault: faultOf(state, 'acreditacion') };
  const chosen = posted ?? (field.fault ? undefined : accreditationChoices[0]);
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
              checked={choice === chosen}
            />
            <span>{t(`payment.lab.accreditationChoice.${choice}`)}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
