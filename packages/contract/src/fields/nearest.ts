const MAX_DISTANCE = 2;

/**
 * Returns the choices that need the fewest edits, at most two. In short words, fewer than half of the letters
 * can differ, so `it` isn't similar to `at`.
 */
export function findNearest(word: string, choices: readonly string[]): readonly string[] {
  const distances = new Map(choices.map((choice) => [choice, editDistance(word, choice)]));
  const isNear = (choice: string) =>
    distanceTo(choice) * 2 < Math.max(withoutHyphens(word).length, withoutHyphens(choice).length);
  const distanceTo = (choice: string) => distances.get(choice) ?? Number.POSITIVE_INFINITY;
  const nearChoices = [...distances.keys()].filter(
    (choice) => distanceTo(choice) <= MAX_DISTANCE && isNear(choice),
  );
  const smallest = Math.min(...nearChoices.map(distanceTo));
  return nearChoices.filter((choice) => distanceTo(choice) === smallest).sort();
}

function withoutHyphens(word: string): string {
  return word.replace(/^--?/, '');
}

/** Counts the missing, added, changed and swapped letters (Damerau-Levenshtein distance). */
function editDistance(word: string, choice: string): number {
  const [source, target] = [withoutHyphens(word), withoutHyphens(choice)];
  if (Math.abs(source.length - target.length) > MAX_DISTANCE) return Number.POSITIVE_INFINITY;
  const table = Array.from({ length: source.length + 1 }, (_, row) => [row]);
  const cell = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let column = 1; column <= target.length; column++) (table[0] as number[])[column] = column;
  for (let row = 1; row <= source.length; row++) {
    for (let column = 1; column <= target.length; column++) {
      const replacementCost = source[row - 1] === target[column - 1] ? 0 : 1;
      const isSwapped = source[row - 1] === target[column - 2] && source[row - 2] === target[column - 1];
      (table[row] as number[])[column] = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + replacementCost,
        ...(isSwapped ? [cell(row - 2, column - 2) + 1] : []),
      );
    }
  }
  return cell(source.length, target.length);
}
