/** What was found for each of those asked for together; a row begins with its place among them, from 1. */
export function byPlace<Asked, Row extends readonly [place: string, ...unknown[]]>(
  asked: readonly Asked[],
  rows: readonly Row[],
): ReadonlyMap<Asked, readonly Row[]> {
  const found = asked.map((one): [Asked, Row[]] => [one, []]);
  for (const row of rows) found[Number(row[0]) - 1]?.[1].push(row);
  return new Map(found);
}
