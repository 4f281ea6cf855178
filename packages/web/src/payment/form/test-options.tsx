import { FlaskIcon } from '../../kit/icons.tsx';
import { textsOf } from '../texts.ts';
import { described, FaultText, type FormState, faultOf } from './fields.tsx';
import { accreditationChoices } from './form-fields.ts';
import { paymentKeys } from './payment-key.ts';

/** What a real checkout does not have: the keys that can be used, and how leg 2 is to end. */
export function TestOptions({ state }: { readonly state: FormState }) {
  const texts = textsOf(state.lang).lab;
  return (
    <section class="box wait lab" aria-labelledby="lab-heading">
      <h2 id="lab-heading">
        <FlaskIcon />
        {texts.heading}
      </h2>
      <h3>{texts.keys}</h3>
      <ul class="grid keys">
        {paymentKeys.map(({ key, meaning }) => (
          <li class="row">
            {/* The script puts a button in the place of this text; without it the text can be copied. */}
            <code data-key={key} data-label={`${texts.use} ${key}`} data-used={texts.used(key)}>
              {key}
            </code>
            <span>{texts.meaning[meaning]}</span>
          </li>
        ))}
      </ul>
      <p class="hint">{texts.keysHint}</p>
      <AccreditationChoice state={state} />
    </section>
  );
}

function AccreditationChoice({ state }: { readonly state: FormState }) {
  const texts = textsOf(state.lang).lab;
  const posted = accreditationChoices.find((choice) => choice === state.values.acreditacion);
  const chosen = posted ?? (faultOf(state, 'acreditacion') ? undefined : accreditationChoices[0]);
  return (
    <div
      class="stack tight"
      role="radiogroup"
      aria-labelledby="acreditacion-heading"
      {...described(state, 'acreditacion')}
    >
      <h3 id="acreditacion-heading">{texts.accreditation}</h3>
      <FaultText state={state} field="acreditacion" />
      <div class="checks">
        {accreditationChoices.map((choice) => (
          <label>
            <input
              type="radio"
              id={`acreditacion-${choice}`}
              name="acreditacion"
              value={choice}
              checked={choice === chosen}
            />
            <span>{texts.accreditationChoice[choice]}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
