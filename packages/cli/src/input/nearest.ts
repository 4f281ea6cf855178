import { findNearest } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';

/** Returns a line such as `(Did you mean paid?)`, after a line break; empty if no choice is similar. */
export function didYouMean(t: Texts, word: string, choices: readonly string[]): string {
  const suggestions = findNearest(word, choices);
  if (suggestions.length === 0) return '';
  const names = suggestions.join(', ');
  return t('help.usage.meant', { names: suggestions.length > 1 ? t('help.usage.one_of', { names }) : names });
}
