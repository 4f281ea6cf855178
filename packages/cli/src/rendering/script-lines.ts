import type { DataOf } from '@svc-simulator/client';
import type { getScript, ScriptOutcome, ScriptRule } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { Colours } from './colours.ts';
import { columns, plain } from './text.ts';

type ScriptData = DataOf<typeof getScript>;
type RuleData = ScriptData['rules'][number];

/** A script: each rule with what it is for, how often it matched and what it hands out next. */
export function scriptLines({ set_at, rules }: ScriptData, colours: Colours): readonly string[] {
  if (set_at === null) return [t`no script: sessions end as their payers decide`];
  const count = rules.length === 1 ? t`1 rule` : t`${rules.length} rules`;
  return [
    t`${count}, set ${set_at}`,
    ...columns(rules.map((rule) => [`  ${rule.index}`, subjectOf(rule), progressOf(rule, colours)])),
  ];
}

/** The amounts that say how a session ends. */
export function magicLines(rules: readonly ScriptRule[], colours: Colours): readonly string[] {
  return columns(
    rules.map(({ match, outcomes }) => {
      const [outcome = {}] = outcomes;
      const when = outcome.after_ms === undefined ? t`when somebody pays` : t`after ${outcome.after_ms} ms`;
      return [
        colours.bold(plain(match.amount_reference).replace('*', 'x')),
        endOf(outcome),
        colours.dim(when),
      ];
    }),
  );
}

function subjectOf({ name, match }: RuleData): string {
  const conditions = Object.entries(match).map(([field, value]) => `${field} ${plain(value, 40)}`);
  const what = conditions.length === 0 ? t`every session` : conditions.join(', ');
  return name === null ? what : `“${plain(name, 60)}” ${what}`;
}

function progressOf({ matched, next, outcomes }: RuleData, colours: Colours): string {
  const times = colours.dim(t`matched ${matched}`);
  if (next === null) return `${times}  ${colours.yellow(t`used up`)}`;
  const place = outcomes.length === 1 ? '' : colours.dim(t` (outcome ${next.step})`);
  return t`${times}  next: ${outcomeOf(next)}${place}`;
}

function outcomeOf(outcome: ScriptOutcome): string {
  const { after_ms: afterMs } = outcome;
  return afterMs === undefined ? endOf(outcome) : t`${endOf(outcome)} after ${afterMs} ms`;
}

function endOf({ leg1, leg2, reason, user_message: message }: ScriptOutcome): string {
  const legTwo = leg2 === 'none' ? t`never accredited` : leg2;
  const ends = [leg1 && reason ? `${leg1} (${reason})` : leg1, legTwo]
    .filter((end) => end !== undefined)
    .join(', ');
  return `${ends === '' ? t`as the payer decides` : ends}${message === undefined ? '' : ` “${plain(message, 60)}”`}`;
}
