import { isObject } from '@svc-simulator/contract';
import { t, translatedForeign } from '@svc-simulator/core';
import { messageOf } from '@svc-simulator/machine/errors.ts';
import type { CliContext } from '../cli-context.ts';
import { wrongUsage } from '../failures.ts';
import { plain } from '../rendering/text.ts';
import { sourceOf, textIn } from './text-source.ts';

/**
 * The script in a file of JSON or YAML, or from standard input when the name is `-`: the body of `PUT /control/script`, or
 * only its list of rules. What it says is the simulator's to judge.
 * @throws CommandError when it cannot be read or is neither.
 */
export async function readScript(
  context: CliContext,
  name: string,
): Promise<Readonly<Record<string, unknown>>> {
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
