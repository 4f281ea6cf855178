import { segmentName } from './segment-file.ts';
import { dayOf, type EventRow, offsetOf, type Position } from './trace-index.ts';

/** Events that stand closer than this are read at once. */
const GAP_BYTES = 32 * 1024;
/** The most that is read at once. */
const RUN_BYTES = 4 * 2 ** 20;

/** Rows that are read together, in the order of their position. */
interface Run {
  readonly start: Position;
  end: Position;
  readonly rows: EventRow[];
}

/**
 * Reads the texts of rows with as few reads as it can, by position; what `readAt` finds nothing for is left out.
 * @throws when something else stands where an event should.
 */
export async function readEvents(
  rows: readonly EventRow[],
  readAt: (position: Position, length: number) => Promise<Buffer | undefined>,
): Promise<Map<Position, string>> {
  const texts = new Map<Position, string>();
  await Promise.all(
    runs(rows).map(async ({ start, end, rows: together }) => {
      const bytes = await readAt(start, end - start);
      if (!bytes) return;
      for (const { id, position, length } of together) {
        const from = position - start;
        const text = bytes.toString('utf8', from, from + length);
        if (!text.startsWith(`{"id":${id},`) || !text.endsWith('}')) {
          const file = segmentName(dayOf(position));
          throw new Error(
            `${file} of the trace is damaged at byte ${offsetOf(position)}: event ${id} is not there`,
          );
        }
        texts.set(position, text);
      }
    }),
  );
  return texts;
}

function runs(rows: readonly EventRow[]): Run[] {
  const found: Run[] = [];
  for (const row of rows.toSorted((a, b) => a.position - b.position)) {
    const run = found.at(-1);
    const end = row.position + row.length;
    if (
      run &&
      row.position - run.end < GAP_BYTES &&
      end - run.start < RUN_BYTES &&
      dayOf(run.start) === dayOf(row.position)
    ) {
      run.rows.push(row);
      run.end = end;
    } else found.push({ start: row.position, end, rows: [row] });
  }
  return found;
}
