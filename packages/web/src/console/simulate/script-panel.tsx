import { magicAmounts, type ScriptMatch, type ScriptOutcome, type ScriptRule } from '@svc-simulator/contract';
import { nextStepOf } from '@svc-simulator/core';
import type { ScriptShown } from '@svc-simulator/server/script/script-service.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Panel, Submit } from '../parts/parts.tsx';
import { Table } from '../parts/table.tsx';
import { Do } from './clock-panel.tsx';
import type { Typed } from './typed.ts';

/** The ways to end that the form offers: those of the first magic amounts, in their order. */
export const scriptedEnds: readonly ScriptOutcome[] = magicAmounts
  .slice(0, 5)
  .map(({ outcomes: [outcome = {}] }) => outcome);

interface ScriptPanelProps {
  readonly t: Texts;
  readonly shown: ScriptShown;
  readonly typed: Typed;
}

/** The rules of the account, the magic amounts, and a form that adds a rule. */
export function ScriptPanel({ t, shown, typed }: ScriptPanelProps) {
  const { script } = shown;
  const own = script?.rules.slice(0, script.ownRules) ?? [];
  const isMagic = script?.ready === 'magic_amounts';
  return (
    <Panel title={t('console.simulate.scripts.title')} name="scripts">
      <p class="soft">{t('console.simulate.scripts.lead')}</p>
      <div class="stack" data-live="scripts">
        {own.length === 0 && !isMagic && <p>{t('console.simulate.scripts.none')}</p>}
        {own.length > 0 && (
          <>
            <Rules t={t} rules={own} handedOut={shown.handedOut} />
            <p class="soft small">{t('console.simulate.scripts.removeHint')}</p>
          </>
        )}
      </div>
      <div class="columns even">
        <AddRule t={t} typed={typed} />
        <Magic t={t} isOn={isMagic} />
      </div>
    </Panel>
  );
}

interface RulesProps {
  readonly t: Texts;
  readonly rules: readonly ScriptRule[];
  readonly handedOut: ScriptShown['handedOut'];
}

function Rules({ t, rules, handedOut }: RulesProps) {
  return (
    <Table
      rows={rules.map((rule, index) => ({ rule, index, matched: handedOut[index] ?? 0 }))}
      columns={[
        {
          head: t('console.simulate.scripts.columns.rule'),
          cell: ({ rule }) => (
            <div>
              {rule.name && <strong class="clamp">{rule.name}</strong>}
              <code class="clamp">{matchText(rule.match) || t('console.simulate.scripts.every')}</code>
            </div>
          ),
        },
        {
          head: t('console.simulate.scripts.columns.outcomes'),
          cell: ({ rule }) => (
            <ol class="steps">
              {rule.outcomes.slice(0, 10).map((outcome) => (
                <li>{outcomeText(outcome, t)}</li>
              ))}
            </ol>
          ),
        },
        {
          head: t('console.simulate.scripts.columns.matched'),
          kind: 'figures',
          cell: ({ matched }) => matched,
        },
        {
          head: t('console.simulate.scripts.columns.next'),
          cell: ({ rule, matched }) => {
            const step = nextStepOf(rule, matched);
            const next = step === null ? undefined : rule.outcomes[step];
            return next ? outcomeText(next, t) : t('console.simulate.scripts.usedUp');
          },
        },
        {
          head: t('console.simulate.scripts.columns.actions'),
          cell: ({ index }) => (
            <form method="post" action="/console/simulate">
              <input type="hidden" name="rule" value={String(index)} />
              <Submit
                kind="quiet"
                name="do"
                value="rule_remove"
                text={t('console.simulate.scripts.remove')}
              />
            </form>
          ),
        },
      ]}
    />
  );
}

function AddRule({ t, typed }: Pick<ScriptPanelProps, 't' | 'typed'>) {
  const ends = endNames.map(
    (name, index) => [String(index), t(`console.simulate.scripts.ends.${name}`)] as const,
  );
  const [first, following, afterwards] = [
    typed.field('outcome', '1'),
    typed.field('following'),
    typed.field('afterwards', 'stop'),
  ];
  return (
    <form method="post" action="/console/simulate" class="stack" novalidate>
      <h3>{t('console.simulate.scripts.add')}</h3>
      <div class="grid">
        <TextField
          {...typed.field('match_amount', '', '/rules/0/match/amount_reference')}
          label={t('console.simulate.scripts.amount')}
        />
        <TextField
          {...typed.field('match_identifier', '', '/rules/0/match/identifier')}
          label={t('console.simulate.scripts.identifier')}
        />
        <SelectField
          {...first}
          label={t('console.simulate.scripts.first')}
          chosen={first.value}
          options={ends}
        />
        <SelectField
          {...following}
          label={t('console.simulate.scripts.second')}
          chosen={following.value}
          options={[['', t('console.simulate.scripts.noThen')], ...ends]}
        />
        <TextField
          {...typed.field('after_seconds', '', '/rules/0/outcomes/0/after_ms')}
          label={t('console.simulate.scripts.after')}
          inputmode="decimal"
        />
        <SelectField
          {...afterwards}
          label={t('console.simulate.scripts.afterwards')}
          chosen={afterwards.value}
          options={(['stop', 'repeat', 'last'] as const).map((name) => [
            name,
            t(`console.simulate.scripts.afterwardsNames.${name}`),
          ])}
        />
        <TextField
          {...typed.field('rule_name', '', '/rules/0/name')}
          label={t('console.simulate.scripts.name')}
        />
      </div>
      <p>
        <Submit kind="primary" name="do" value="rule_add" text={t('console.simulate.scripts.submit')} />
      </p>
    </form>
  );
}

function Magic({ t, isOn }: { readonly t: Texts; readonly isOn: boolean }) {
  return (
    <div class="stack">
      <h3>{t('console.simulate.scripts.magic')}</h3>
      <p class="soft">{t('console.simulate.scripts.magicLead')}</p>
      <dl class="stack tight pairs">
        {magicAmounts.map(({ match, outcomes: [outcome = {}] }) => (
          <div>
            <dt>
              <code>{matchText(match)}</code>
            </dt>
            <dd>{outcomeText(outcome, t)}</dd>
          </div>
        ))}
      </dl>
      <form method="post" action="/console/simulate">
        <Do
          what={isOn ? 'magic_off' : 'magic_on'}
          label={isOn ? t('console.simulate.scripts.magicOff') : t('console.simulate.scripts.magicOn')}
        />
      </form>
    </div>
  );
}

/** The texts of `scriptedEnds`, in its order. */
const endNames = [
  'paid_accredited',
  'failed',
  'expired',
  'paid_accreditation_fails',
  'paid_never_accredited',
] as const;

/** What a rule looks at, under the API's names; the amount alone by itself. */
function matchText({ amount_reference: amount, ...match }: ScriptMatch): string {
  const others = Object.entries(match).map(([name, value]) => `${name} ${value}`);
  return [amount, ...others].filter((part) => part !== undefined).join(', ');
}

/** An outcome in the words of the form, or in the API's where the form has none for it. */
function outcomeText({ after_ms: afterMs, ...outcome }: ScriptOutcome, t: Texts): string {
  const index = scriptedEnds.findIndex(({ leg1, leg2 }) => leg1 === outcome.leg1 && leg2 === outcome.leg2);
  const raw = Object.entries(outcome).map(([name, value]) => `${name} ${value}`);
  const end = endNames[index];
  const words = end ? t(`console.simulate.scripts.ends.${end}`) : raw.join(', ') || '—';
  return afterMs === undefined ? words : `${words} (${durationText(afterMs, t.lang)})`;
}
