import { type Scenario, scenarios } from '@svc-simulator/core';
import { TextField } from '../../kit/field.tsx';
import { t } from '../../kit/speaking.ts';
import { Panel, Submit } from '../parts/parts.tsx';

interface ExaminationFormProps {
  readonly receiverUrl: string;
  readonly chosen: Scenario['id'];
  /** Why what was typed cannot be examined. */
  readonly fault?: string | undefined;
}

/** Sends a scenario to a receiver, and judges the answers. */
export function ExaminationForm({ receiverUrl, chosen, fault }: ExaminationFormProps) {
  return (
    <Panel title={t('console.examination.title')} name="examine">
      <p class="soft">{t('console.examination.lead')}</p>
      <form method="post" action="/console/receivers/examination" class="stack" novalidate>
        <TextField
          name="url"
          label={t('console.examination.url')}
          value={receiverUrl}
          placeholder="http://localhost:3000/webhooks"
          spellcheck={false}
          maxlength={2048}
          fault={fault}
        />
        <fieldset class="choices">
          <legend>{t('console.examination.scenario')}</legend>
          {scenarios.map(({ id }) => (
            <label class="choice">
              <input type="radio" name="scenario" value={id} checked={id === chosen} />
              <span class="choice-words">
                <span class="choice-title">{t(`examination.scenario.${id}.title`)}</span>
                <span class="hint">{t(`examination.scenario.${id}.text`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p class="row">
          <Submit kind="primary" text={t('console.examination.submit')} />
          <span class="hint">{t('console.examination.wait')}</span>
        </p>
      </form>
    </Panel>
  );
}
