import { t, translatedForeign } from '@svc-simulator/core';
import { Command, InvalidArgumentError } from 'commander';

/** ` (Did you mean paid?)` on a line of its own, for a word that is none of the choices; empty where none of them is like it. */
export function didYouMean(word: string, choices: readonly string[]): string {
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
  return at < 0 ? '' : translatedForeign(told.slice(at));
}

/** What a parser throws of a word that is none of the choices. `also`: what else there is, in a sentence. */
export function notAmong(word: string, choices: readonly string[], also = ''): InvalidArgumentError {
  const allowed = t`Allowed choices are ${choices.join(', ')}.`;
  return new InvalidArgumentError(`${allowed}${also && ` ${also}`}${didYouMean(word, choices)}`);
}
