import { magicAmounts, type ScriptMatch, type ScriptOutcome, type ScriptRule } from '@svc-simulator/contract';
import { nextStepOf } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { ScriptShown } from '@svc-simulator/server/script/script-service.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { Table } from '../parts/table.tsx';
import { durationText } from '../parts/time.tsx';
import { Do } from './clock-panel.tsx';
import { simulateTexts } from './texts.ts';
import type { Typed } from './typed.ts';

/** The ways to end that the form offers: those of the first magic amounts, in their order. */
export const scriptedEnds: readonly ScriptOutcome[] = magicAmounts
  .slice(0, 5)
  .map(({ outcomes: [outcome = {}] }) => outcome);

interface ScriptPanelProps {
  readonly lang: Language;
  readonly shown: ScriptShown;
  readonly typed: Typed;
}

/** The rules of the account, the magic amounts, and a form that adds a rule. */
export function ScriptPanel({ lang, shown, typed }: ScriptPanelProps) {
  const texts = simulateTexts(lang).scripts;
  const { script } = shown;
  const own = script?.rules.slice(0, script.ownRules) ?? [];
  const isMagic = script?.ready === 'magic_amounts';
  return (
    <Panel title={texts.title} name="scripts">
      <p class="soft">{texts.lead}</p>
      <div class="stack" data-live="scripts">
        {own.length === 0 && !isMagic && <p>{texts.none}</p>}
        {own.length > 0 && (
          <>
            <Rules lang={lang} rules={own} handedOut={shown.handedOut} />
            <p class="soft small">{texts.removeHint}</p>
          </>
        )}
      </div>
      <div class="columns even">
        <AddRule lang={lang} typed={typed} />
        <Magic lang={lang} isOn={isMagic} />
      </div>
    </Panel>
  );
}

interface RulesProps {
  readonly lang: Language;
  readonly rules: readonly ScriptRule[];
  readonly handedOut: ScriptShown['handedOut'];
}

function Rules({ lang, rules, handedOut }: RulesProps) {
  const texts = simulateTexts(lang).scripts;
  const { columns } = texts;
  return (
    <Table
      rows={rules.map((rule, index) => ({ rule, index, matched: handedOut[index] ?? 0 }))}
      columns={[
        {
          head: columns.rule,
          cell: ({ rule }) => (
            <div>
              {rule.name && <strong class="clamp">{rule.name}</strong>}
              <code class="clamp">{matchText(rule.match) || texts.every}</code>
            </div>
          ),
        },
        {
          head: columns.outcomes,
          cell: ({ rule }) => (
            <ol class="steps">
              {rule.outcomes.slice(0, 10).map((outcome) => (
                <li>{outcomeText(outcome, lang)}</li>
              ))}
            </ol>
          ),
        },
        { head: columns.matched, kind: 'figures', cell: ({ matched }) => matched },
        {
          head: columns.next,
          cell: ({ rule, matched }) => {
            const step = nextStepOf(rule, matched);
            const next = step === null ? undefined : rule.outcomes[step];
            return next ? outcomeText(next, lang) : texts.usedUp;
          },
        },
        {
          head: columns.actions,
          cell: ({ index }) => (
            <form method="post" action="/console/simulate">
              <input type="hidden" name="rule" value={String(index)} />
              <Submit kind="quiet" name="do" value="rule_remove" text={texts.remove} />
            </form>
          ),
        },
      ]}
    />
  );
}

function AddRule({ lang, typed }: Pick<ScriptPanelProps, 'lang' | 'typed'>) {
  const texts = simulateTexts(lang).scripts;
  const ends = texts.ends.map((text, index) => [String(index), text] as const);
  const names = texts.afterwardsNames;
  const [first, following, afterwards] = [
    typed.field('outcome', '1'),
    typed.field('following'),
    typed.field('afterwards', 'stop'),
  ];
  return (
    <form method="post" action="/console/simulate" class="stack" novalidate>
      <h3>{texts.add}</h3>
      <div class="grid">
        <TextField
          {...typed.field('match_amount', '', '/rules/0/match/amount_reference')}
          label={texts.amount}
        />
        <TextField
          {...typed.field('match_identifier', '', '/rules/0/match/identifier')}
          label={texts.identifier}
        />
        <SelectField {...first} label={texts.first} chosen={first.value} options={ends} />
        <SelectField
          {...following}
          label={texts.second}
          chosen={following.value}
          options={[['', texts.noThen], ...ends]}
        />
        <TextField
          {...typed.field('after_seconds', '', '/rules/0/outcomes/0/after_ms')}
          label={texts.after}
          inputmode="decimal"
        />
        <SelectField
          {...afterwards}
          label={texts.afterwards}
          chosen={afterwards.value}
          options={(['stop', 'repeat', 'last'] as const).map((name) => [name, names[name]])}
        />
        <TextField {...typed.field('rule_name', '', '/rules/0/name')} label={texts.name} />
      </div>
      <p>
        <Submit kind="primary" name="do" value="rule_add" text={texts.submit} />
      </p>
    </form>
  );
}

function Magic({ lang, isOn }: { readonly lang: Language; readonly isOn: boolean }) {
  const texts = simulateTexts(lang).scripts;
  return (
    <div class="stack">
      <h3>{texts.magic}</h3>
      <p class="soft">{texts.magicLead}</p>
      <dl class="stack tight pairs">
        {magicAmounts.map(({ match, outcomes: [outcome = {}] }) => (
          <div>
            <dt>
              <code>{matchText(match)}</code>
            </dt>
            <dd>{outcomeText(outcome, lang)}</dd>
          </div>
        ))}
      </dl>
      <form method="post" action="/console/simulate">
        <Do what={isOn ? 'magic_off' : 'magic_on'} label={isOn ? texts.magicOff : texts.magicOn} />
      </form>
    </div>
  );
}

/** What a rule looks at, under the API's names; the amount alone by itself. */
function matchText({ amount_reference: amount, ...match }: ScriptMatch): string {
  const others = Object.entries(match).map(([name, value]) => `${name} ${value}`);
  return [amount, ...others].filter((part) => part !== undefined).join(', ');
}

/** An outcome in the words of the form, or in the API's where the form has none for it. */
function outcomeText({ after_ms: afterMs, ...outcome }: ScriptOutcome, lang: Language): string {
  const texts = simulateTexts(lang).scripts;
  const index = scriptedEnds.findIndex(({ leg1, leg2 }) => leg1 === outcome.leg1 && leg2 === outcome.leg2);
  const raw = Object.entries(outcome).map(([name, value]) => `${name} ${value}`);
  const words = texts.ends[index] ?? (raw.join(', ') || '—');
  return afterMs === undefined ? words : `${words} (${durationText(afterMs, lang)})`;
}
