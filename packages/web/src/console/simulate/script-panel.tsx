import type { DataOf, getScript, ScriptMatch, ScriptOutcome } from '@svc-simulator/contract';
import { magicAmounts } from '@svc-simulator/contract';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { t } from '../../kit/parts.tsx';
import { ButtonForm, FactList, Panel } from '../parts/parts.tsx';
import type { TypedForm } from '../views/view-form.tsx';
import { SimulateForm } from './fields.tsx';

/** Outcomes that the form offers: those of the first five magic amounts. */
export const scriptedOutcomes: readonly ScriptOutcome[] = magicAmounts
  .slice(0, 5)
  .map(({ outcomes: [outcome = {}] }) => outcome);

type AccountScript = DataOf<typeof getScript>;

type ScriptPanelProps = Readonly<{ script: AccountScript; typed: TypedForm | undefined }>;

export function ScriptPanel({ script, typed }: ScriptPanelProps) {
  const ownRules = script.rules.filter(({ ready }) => ready === null);
  const isMagic = script.ready !== null;
  return (
    <Panel title={t('console.simulate.scripts.title')} name="scripts">
      <p class="soft">{t('console.simulate.scripts.lead')}</p>
      <div class="stack" data-live="scripts">
        {ownRules.length === 0 && !isMagic && <p>{t('console.simulate.scripts.none')}</p>}
        {ownRules.length > 0 && (
          <>
            <Rules rules={ownRules} />
            <p class="soft small">{t('console.simulate.scripts.removeHint')}</p>
          </>
        )}
      </div>
      <div class="columns even">
        <AddRule typed={typed} />
        <MagicAmounts isOn={isMagic} />
      </div>
    </Panel>
  );
}

function Rules({ rules }: Readonly<{ rules: AccountScript['rules'] }>) {
  return (
    <ul class="lines">
      {rules.map(({ index, name, match, outcomes, matched, next }) => {
        const outcome = next && outcomes[next.step];
        return (
          <li class="spread">
            <div>
              {name && <strong class="clamp">{name}</strong>}
              <code class="clamp">{matchText(match) || t('console.simulate.scripts.every')}</code>
              <ol class="steps">
                {outcomes.slice(0, 10).map((outcome) => (
                  <li>{outcomeText(outcome, t)}</li>
                ))}
              </ol>
              <p class="soft small">
                {t('console.simulate.scripts.columns.matched')}: {matched} ·{' '}
                {t('console.simulate.scripts.columns.next')}:{' '}
                {outcome ? outcomeText(outcome, t) : t('console.simulate.scripts.usedUp')}
              </p>
            </div>
            <ButtonForm
              to="/console/simulate"
              fields={{ rule: String(index) }}
              kind="quiet"
              action="rule_remove"
              text={t('console.simulate.scripts.remove')}
            />
          </li>
        );
      })}
    </ul>
  );
}

function AddRule({ typed }: Pick<ScriptPanelProps, 'typed'>) {
  const outcomeOptions = outcomeTextKeys.map(
    (name, index) => [String(index), t(`console.simulate.scripts.ends.${name}`)] as const,
  );
  return (
    <SimulateForm
      typed={typed}
      fields={[
        { name: 'match_amount', pointer: '/rules/0/match/amount_reference' },
        { name: 'match_identifier', pointer: '/rules/0/match/identifier' },
        { name: 'outcome', initialValue: '1', options: outcomeOptions },
        { name: 'following', options: [['', '—'], ...outcomeOptions] },
        { name: 'after_seconds', pointer: '/rules/0/outcomes/0/after_ms', inputmode: 'decimal' },
        {
          name: 'afterwards',
          options: (['stop', 'repeat', 'last'] as const).map((name) => [
            name,
            t(`console.simulate.scripts.afterwardsNames.${name}`),
          ]),
        },
        { name: 'rule_name', pointer: '/rules/0/name' },
      ]}
      action="rule_add"
      submit={t('console.simulate.scripts.submit')}
    >
      <h3>{t('console.simulate.scripts.add')}</h3>
    </SimulateForm>
  );
}

function MagicAmounts({ isOn }: Readonly<{ isOn: boolean }>) {
  const facts = magicAmounts.map(({ match, outcomes: [outcome = {}] }) => {
    return [<code>{matchText(match)}</code>, outcomeText(outcome, t)] as const;
  });
  return (
    <div class="stack">
      <h3>{t('console.simulate.scripts.magic')}</h3>
      <p class="soft">{t('console.simulate.scripts.magicLead')}</p>
      <FactList class="pairs" facts={facts} />
      <ButtonForm
        to="/console/simulate"
        action={isOn ? 'magic_off' : 'magic_on'}
        text={t(isOn ? 'console.simulate.scripts.magicOff' : 'console.simulate.scripts.magicOn')}
      />
    </div>
  );
}

/** Text keys of `scriptedOutcomes`, in the same order. */
const outcomeTextKeys = [
  'paid_accredited',
  'failed',
  'expired',
  'paid_accreditation_fails',
  'paid_never_accredited',
] as const;

/** Formats a rule's condition without the name of the amount, for example `10.66, identifier A-1`. */
function matchText({ amount_reference: amount, ...match }: ScriptMatch): string {
  const otherConditions = Object.entries(match).map(([name, value]) => `${name} ${value}`);
  return [amount, ...otherConditions].filter((part) => part !== undefined).join(', ');
}

function outcomeText({ after_ms: afterMs, ...outcome }: ScriptOutcome, t: Texts): string {
  const index = scriptedOutcomes.findIndex(
    ({ leg1, leg2 }) => leg1 === outcome.leg1 && leg2 === outcome.leg2,
  );
  const raw = Object.entries(outcome).map(([name, value]) => `${name} ${value}`);
  const name = outcomeTextKeys[index];
  const words = name ? t(`console.simulate.scripts.ends.${name}`) : raw.join(', ') || '—';
  return afterMs === undefined ? words : `${words} (${durationText(afterMs, t.lang)})`;
}
