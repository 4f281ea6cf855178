import type { Texts } from '@svc-simulator/texts/texts.ts';
import { Command, InvalidArgumentError } from 'commander';
import { saidMeant } from '../usage-texts.ts';

/** So many choices would hide what was meant. */
const MANY = 20;

/** ` (Did you mean paid?)` on a line of its own, for a word that is none of the choices; empty where none of them is like it. */
export function didYouMean(t: Texts, word: string, choices: readonly string[]): string {
  let told = '';
  // The parser looks for what is like an unknown command, and for nothing else.
  const parser = new Command().exitOverride().configureOutput({
    outputError: (text) => {
      told = text.trimEnd();
    },
  });
  for (const choice of new Set(choices)) parser.command(choice);
  try {
    parser.parse([word], { from: 'user' });
  } catch {
    // It says so of every word that is no choice.
  }
  const at = told.indexOf('\n');
  return at < 0 ? '' : saidMeant(t, told.slice(at));
}

/** What a parser throws of a word that is none of the choices. `also`: what else there is, in a sentence. */
export function notAmong(
  t: Texts,
  word: string,
  choices: readonly string[],
  also = '',
): InvalidArgumentError {
  const meant = didYouMean(t, word, choices);
  if (meant && choices.length > MANY) return new InvalidArgumentError(meant.trim());
  const allowed = t('help.usage.allowed_choices', { choices: choices.join(', ') });
  return new InvalidArgumentError(`${allowed}${also && ` ${also}`}${meant}`);
}
