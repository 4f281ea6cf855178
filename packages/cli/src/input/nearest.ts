import type { Texts } from '@svc-simulator/texts/texts.ts';

const FARTHEST = 2;

/** Returns the most similar choices: at most two edits away, and fewer than half of the word's letters. */
export function nearest(word: string, choices: readonly string[]): readonly string[] {
  const distances = new Map(choices.map((choice) => [choice, distanceOf(word, choice)]));
  const isNear = (choice: string) =>
    distanceIn(choice) * 2 < Math.max(bare(word).length, bare(choice).length);
  const distanceIn = (choice: string) => distances.get(choice) ?? Number.POSITIVE_INFINITY;
  const near = [...distances.keys()].filter((choice) => distanceIn(choice) <= FARTHEST && isNear(choice));
  const least = Math.min(...near.map(distanceIn));
  return near.filter((choice) => distanceIn(choice) === least).sort();
}

/** Returns ` (Did you mean paid?)` on its own line; empty if no choice is similar. */
export function didYouMean(t: Texts, word: string, choices: readonly string[]): string {
  const meant = nearest(word, choices);
  if (meant.length === 0) return '';
  const names = meant.join(', ');
  return t('help.usage.meant', { names: meant.length > 1 ? t('help.usage.one_of', { names }) : names });
}

/** Drops the hyphens, which all options share. */
function bare(word: string): string {
  return word.replace(/^--?/, '');
}

/** Counts missing, added, changed and swapped letters (Damerau-Levenshtein distance). */
function distanceOf(one: string, other: string): number {
  const [from, to] = [bare(one), bare(other)];
  if (Math.abs(from.length - to.length) > FARTHEST) return Number.POSITIVE_INFINITY;
  const table = Array.from({ length: from.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let column = 1; column <= to.length; column++) (table[0] as number[])[column] = column;
  for (let row = 1; row <= from.length; row++) {
    for (let column = 1; column <= to.length; column++) {
      const replacementCost = from[row - 1] === to[column - 1] ? 0 : 1;
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      (table[row] as number[])[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + replacementCost,
        ...(isSwapped ? [at(row - 2, column - 2) + 1] : []),
      );
    }
  }
  return at(from.length, to.length);
}
