import { type SnapshotFile, snapshotRecordLists } from '@svc-simulator/contract';

/**
 * A snapshot as the text of a file: an id first, then members by their name, so that the same state is the same bytes and a
 * difference is a few lines; an event of the trace is one line.
 */
export function snapshotText({ accounts, ...head }: SnapshotFile): string {
  const texts = accounts.map(({ trace, ...account }) => {
    const lines = trace.map(({ id, at, type, session_id, data }) =>
      JSON.stringify({ id, at, type, ...(session_id !== undefined && { session_id }), data }),
    );
    const opening = indented(JSON.stringify(ordered(account), null, 2).slice(0, -2), 4);
    const events =
      lines.length === 0 ? '[]' : `[\n${lines.map((line) => `        ${line}`).join(',\n')}\n      ]`;
    return `    ${opening},\n      "trace": ${events}\n    }`;
  });
  const opening = JSON.stringify(head, null, 2).slice(0, -2);
  return `${opening},\n  "accounts": [\n${texts.join(',\n')}\n  ]\n}\n`;
}

function indented(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}

/** A copy with the members of every object in order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(
    ([one], [other]) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1),
  );
  return Object.fromEntries(entries.map(([name, member]) => [name, ordered(member)]));
}

/** What names a record stands first, what may be long last. */
function rankOf(name: string): number {
  if (name === 'id') return 0;
  return longLists.has(name) ? 2 : 1;
}

const longLists = new Set<string>(snapshotRecordLists);
