import type { AccountStates } from './account-state.ts';
import type { EventOperation } from './journal-ops.ts';
import type { SegmentMark } from './segment-file.ts';
import { rowsName } from './segment-file.ts';
import { positionIn, TraceIndex } from './trace-index.ts';

/** Bytes of a sidecar that are parsed before other work gets its turn: about 3 ms. */
const SLICE_BYTES = 256 * 1024;

/**
 * Puts the rows of earlier runs before those of this one in every account's index, in slices. Rows that are added
 * meanwhile go behind them in the end.
 */
export async function loadIndexes(
  marks: readonly SegmentMark[],
  states: AccountStates,
  read: (day: number, from: number, length: number) => Promise<Buffer | undefined>,
): Promise<void> {
  const loaded = new Map<string, TraceIndex>();
  for (const [day, , rowBytes] of marks.toSorted(([a], [b]) => a - b)) {
    let offset = 0;
    for (let from = 0; from < rowBytes; ) {
      const bytes = await read(day, from, Math.min(SLICE_BYTES, rowBytes - from));
      if (!bytes) break;
      const end = bytes.lastIndexOf(10);
      for (const row of parse(day, from, bytes.subarray(0, end + 1))) {
        addRow(loaded, states, row, positionIn(day, offset));
        offset += row[6] + 1;
      }
      from += end + 1;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }
  for (const [accountId, index] of loaded) putBefore(states, accountId, index);
}

function parse(day: number, from: number, bytes: Buffer): EventOperation[] {
  try {
    return JSON.parse(
      `[${bytes.toString('utf8', 0, bytes.length - 1).replaceAll('\n', ',')}]`,
    ) as EventOperation[];
  } catch (cause) {
    throw new Error(`${rowsName(day)} of the trace is damaged after byte ${from}`, { cause });
  }
}

function addRow(
  loaded: Map<string, TraceIndex>,
  states: AccountStates,
  [, accountId, id, type, atMs, session, length]: EventOperation,
  position: number,
): void {
  const state = states.known(accountId);
  if (!state || id < state.visibleFrom) return;
  let index = loaded.get(accountId);
  if (!index) {
    index = new TraceIndex(id);
    loaded.set(accountId, index);
  }
  index.add({ id, type, atMs, sessionId: session ?? undefined, length }, position);
}

function putBefore(states: AccountStates, accountId: string, index: TraceIndex): void {
  const state = states.known(accountId);
  // Cleared meanwhile, or later rows are out of retention already: then nothing that was loaded is to be seen.
  if (!state || state.visibleFrom >= index.next || state.index.first !== index.next) return;
  const recent = state.index;
  for (let id = recent.first; id < recent.next; id++) {
    const row = recent.row(id);
    if (row) index.add(row, row.position);
  }
  state.index = index;
}
