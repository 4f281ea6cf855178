import type { DataOf } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { yamlFault } from '@svc-simulator/machine/yaml-fault.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../../cli-context.ts';
import { wrongUsage } from '../../failures.ts';
import { parseJsonInput, readInputText, sourceName } from '../../input/session-body.ts';
import type { Style } from '../../rendering/report.ts';
import { reasonText } from '../../rendering/session-lines.ts';
import { alignColumns, printable } from '../../rendering/text.ts';
import { requestCommand, runCommand } from '../../request-command.ts';
import { traceTexts } from '../../texts/trace-texts.ts';
import { wordIn } from '../../texts/view-texts.ts';

export const scriptCommands = {
  magic: runCommand({
    parameters: { '--set': 'cli.script.magic.set' },
    run: async ({ values, context, connect, report, hint }) => {
      if (values.set) {
        const connection = await connect();
        await connection.call(api.setScript, { body: { ready: 'magic_amounts' } });
      }
      report(api.magicAmounts, (style) => magicLines(api.magicAmounts, style));
      if (!values.set) hint(`${context.program} script magic --set`);
    },
  }),

  set: requestCommand({
    parameters: { '<file>': 'cli.script.set.file' },
    call: async ({ connection, values, context }) => {
      const body = await readScriptFile(context, values.file);
      return connection.callUnchecked(api.setScript, { body });
    },
    lines: scriptLines,
  }),

  show: requestCommand({ call: ({ connection }) => connection.call(api.getScript), lines: scriptLines }),

  clear: requestCommand({ call: ({ connection }) => connection.call(api.clearScript), lines: scriptLines }),
};

/**
 * Reads a script from a JSON or YAML file, or from standard input for `-`: the body of `PUT /control/script`,
 * or only its rules. The simulator validates it.
 * @throws CommandError if it can't be read or parsed
 */
async function readScriptFile(context: CliContext, name: string): Promise<Readonly<Record<string, unknown>>> {
  const { t } = context;
  const source = sourceName(t, name);
  const text = await readInputText(t, context, name);
  const value = await parseScript(t, text, source);
  if (Array.isArray(value)) return { rules: value };
  if (api.isObject(value)) return value;
  throw wrongUsage(context.t('cli.script.must_contain_rules', { source }));
}

async function parseScript(t: Texts, text: string, source: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    // Reports a JSON error for a file that looks like JSON, because a YAML error would confuse its author.
    if (/^\s*[[{]/.test(text)) return parseJsonInput(t, text, source);
  }
  const { parse } = await import('yaml');
  try {
    return parse(text, { logLevel: 'error' });
  } catch (error) {
    const advice = error instanceof ReferenceError ? t('cli.script.quote_asterisk') : '';
    throw wrongUsage(t('cli.script.not_yaml', { source, why: yamlFault(t, error), advice }));
  }
}

type ScriptData = DataOf<typeof api.getScript>;
type RuleData = ScriptData['rules'][number];

function scriptLines({ set_at, rules }: ScriptData, style: Style): readonly string[] {
  const { t } = style;
  if (set_at === null) return [t('cli.script.none')];
  const count = traceTexts(t.lang)('event.rules', { count: rules.length });
  return [
    t('cli.script.set', { count, set_at }),
    ...alignColumns(
      rules.map((rule) => [`  ${rule.index}`, ruleSubject(t, rule), ruleProgress(rule, style)]),
    ),
  ];
}

function magicLines(rules: readonly api.ScriptRule[], style: Style): readonly string[] {
  const { t } = style;
  return alignColumns(
    rules.map(({ match, outcomes }) => {
      const [outcome = {}] = outcomes;
      const when =
        outcome.after_ms === undefined
          ? t('cli.script.somebody_pays')
          : t('cli.common.after_ms', { after_ms: outcome.after_ms });
      return [
        style.bold(printable(match.amount_reference).replace('*', 'x')),
        outcomeText(t, outcome),
        style.dim(when),
      ];
    }),
  );
}

function ruleSubject(t: Texts, { name, match }: RuleData): string {
  const conditions = Object.entries(match).map(([field, value]) => `${field} ${printable(value, 40)}`);
  const conditionText = conditions.length === 0 ? t('cli.script.every_session') : conditions.join(', ');
  return name === null ? conditionText : `“${printable(name, 60)}” ${conditionText}`;
}

function ruleProgress({ matched, next, outcomes }: RuleData, style: Style): string {
  const { t } = style;
  const times = style.dim(t('cli.script.matched', { matched }));
  if (next === null) return `${times}  ${style.yellow(t('cli.script.used_up'))}`;
  const place = outcomes.length === 1 ? '' : style.dim(t('cli.script.outcome', { step: next.step }));
  return t('cli.script.next', { times, outcomeOf: timedOutcomeText(t, next), place });
}

function timedOutcomeText(t: Texts, outcome: api.ScriptOutcome): string {
  const { after_ms: afterMs } = outcome;
  return afterMs === undefined
    ? outcomeText(t, outcome)
    : t('cli.script.after_ms', { endOf: outcomeText(t, outcome), afterMs });
}

function outcomeText(t: Texts, { leg1, leg2, reason, user_message: message }: api.ScriptOutcome): string {
  const legOne = leg1 && wordIn(t, 'webhook', `payment_session.${leg1}`);
  const legTwo =
    leg2 === 'none'
      ? t('cli.common.never_accredited')
      : leg2 && wordIn(t, 'webhook', `payment_session.${leg2}`);
  const ends = [legOne && reason ? `${legOne} (${reasonText(t, reason)})` : legOne, legTwo]
    .filter((end) => end !== undefined)
    .join(', ');
  return `${ends === '' ? t('cli.script.payer_decides') : ends}${message === undefined ? '' : ` “${printable(message, 60)}”`}`;
}
