import type { DataOf } from '@svc-simulator/client';
import {
  clearScript,
  getScript,
  isObject,
  magicAmounts,
  type ScriptOutcome,
  type ScriptRule,
  setScript,
} from '@svc-simulator/contract';
import { t, translatedForeign } from '@svc-simulator/core';
import { messageOf } from '@svc-simulator/machine/errors.ts';
import type { CliContext } from '../../cli-context.ts';
import { wrongUsage } from '../../failures.ts';
import { sourceOf, textIn } from '../../input/text-source.ts';
import { plainCommand, runCommand } from '../../plain-command.ts';
import type { Colours } from '../../rendering/colours.ts';
import { columns, plain } from '../../rendering/text.ts';

export const scriptCommands = {
  /** It needs no simulator unless it sets them. */
  magic: runCommand({
    takes: { '--set': 'make them the script of the account, in place of the one that it has' },
    json: 'print the rules as JSON',
    help: ({ program }) => t`
Without --set it only prints the table, and needs no simulator. To have rules of your own as well, which are tried first,
write "ready: magic_amounts" into the file of ${program} script set.`,
    run: async ({ given, context, connect, report, hint }) => {
      if (given.set) {
        const connection = await connect();
        await connection.api().call(setScript, { body: { ready: 'magic_amounts' } });
      }
      report(magicAmounts, (colours) => magicLines(magicAmounts, colours));
      if (!given.set) hint(`${context.program} script magic --set`);
    },
  }),

  set: plainCommand({
    takes: { '<file>': 'rules as YAML or JSON; - reads standard input' },
    help: () => t`
The script that is there is replaced, and every rule begins with its first outcome. For example:

  rules:
    - match: { identifier: order-* }
      outcomes:
        - { leg1: failed, user_message: Card declined }
        - { leg1: paid, leg2: accredited }
  ready: magic_amounts`,
    call: async ({ connection, given, context }) => {
      const body = await readScript(context, given.file);
      return connection.api().callUnchecked(setScript, { body });
    },
    lines: scriptLines,
  }),

  show: plainCommand({ call: ({ connection }) => connection.api().call(getScript), lines: scriptLines }),

  clear: plainCommand({
    help: () => t`\nSessions that have an outcome of the script keep it.`,
    call: ({ connection }) => connection.api().call(clearScript),
    lines: scriptLines,
  }),
};

/**
 * The script in a file of JSON or YAML, or from standard input when the name is `-`: the body of `PUT /control/script`, or
 * only its list of rules. What it says is the simulator's to judge.
 * @throws CommandError when it cannot be read or is neither.
 */
async function readScript(context: CliContext, name: string): Promise<Readonly<Record<string, unknown>>> {
  const source = sourceOf(name);
  const text = await textIn(context, name);
  const value = await parsed(text, source);
  if (Array.isArray(value)) return { rules: value };
  if (isObject(value)) return value;
  throw wrongUsage(t`${source} must hold a list of rules, or an object with "rules", "ready" or both`);
}

async function parsed(text: string, source: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (jsonError) {
    // A file that begins as JSON does is meant as JSON, and its own parser says best what is wrong with it.
    if (/^\s*[[{]/.test(text)) {
      throw wrongUsage(t`${source} is no JSON: ${translatedForeign(messageOf(jsonError))}`);
    }
  }
  const { parse } = await import('yaml');
  try {
    return parse(text, { logLevel: 'error' });
  } catch (error) {
    const [why = ''] = messageOf(error).split('\n');
    const advice = /alias/i.test(why) ? t`; a text that begins with * needs quotes, such as "*.02"` : '';
    throw wrongUsage(t`${source} is no YAML: ${plain(translatedForeign(why))}${advice}`);
  }
}

type ScriptData = DataOf<typeof getScript>;
type RuleData = ScriptData['rules'][number];

/** A script: each rule with what it is for, how often it matched and what it hands out next. */
function scriptLines({ set_at, rules }: ScriptData, colours: Colours): readonly string[] {
  if (set_at === null) return [t`no script: sessions end as their payers decide`];
  const count = rules.length === 1 ? t`1 rule` : t`${rules.length} rules`;
  return [
    t`${count}, set ${set_at}`,
    ...columns(rules.map((rule) => [`  ${rule.index}`, subjectOf(rule), progressOf(rule, colours)])),
  ];
}

/** The amounts that say how a session ends. */
function magicLines(rules: readonly ScriptRule[], colours: Colours): readonly string[] {
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
