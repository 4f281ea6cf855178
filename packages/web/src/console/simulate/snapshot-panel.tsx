import type { SnapshotDifference } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { Field } from '../parts/field.tsx';
import { Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { Table } from '../parts/table.tsx';
import { simulateTexts } from './texts.ts';

/** Records that are listed of each kind. */
const SHOWN = 50;

interface SnapshotPanelProps {
  readonly lang: Language;
  /** Between a file and the account as it is; null: none was asked for. */
  readonly differences: readonly SnapshotDifference[] | null;
}

/** The account in a file, and back; and what is different between a file and now. */
export function SnapshotPanel({ lang, differences }: SnapshotPanelProps) {
  const texts = simulateTexts(lang).snapshots;
  return (
    <Panel title={texts.title} name="snapshots">
      <p class="soft">{texts.lead}</p>
      {differences && <Differences lang={lang} differences={differences} />}
      <p class="row">
        <a class="button" href="/console/simulate/snapshot" download>
          {texts.save}
        </a>
        <a class="button" href="/console/simulate/snapshot?trace=none" download>
          {texts.saveWithoutTrace}
        </a>
      </p>
      <form method="post" action="/console/simulate" enctype="multipart/form-data" class="stack">
        <Field name="file" label={texts.file}>
          <input id="file" name="file" type="file" accept=".json,application/json" required />
        </Field>
        <p class="row">
          <Submit name="do" value="snapshot_compare" text={texts.compare} />
          <Submit kind="danger" name="do" value="snapshot_load" text={texts.load} />
        </p>
        <p class="soft small">{texts.loadHint}</p>
      </form>
    </Panel>
  );
}

function Differences({
  lang,
  differences,
}: {
  readonly lang: Language;
  readonly differences: readonly SnapshotDifference[];
}) {
  const texts = simulateTexts(lang).snapshots;
  if (differences.length === 0) return <p class="notice plain">{texts.same}</p>;
  const { columns } = texts;
  const rows = rowsOf(differences);
  return (
    <div class="stack" id="differences">
      <h3>{texts.differs}</h3>
      <Table
        rows={rows.slice(0, SHOWN)}
        columns={[
          { head: columns.what, cell: ({ list }) => texts.lists[list] },
          {
            head: columns.id,
            cell: ({ list, id, change }) =>
              id !== null && (
                <code>
                  {list === 'sessions' && change !== 'removed' ? (
                    <a href={`/console/sessions/${encodeURIComponent(id)}`}>{id}</a>
                  ) : (
                    id
                  )}
                </code>
              ),
          },
          { head: columns.change, cell: ({ change }) => texts.changes[change] },
          { head: columns.fields, cell: ({ pointers }) => <code class="clamp">{pointers.join(', ')}</code> },
        ]}
      />
      {rows.length > SHOWN && <p class="soft">{texts.more(rows.length - SHOWN)}</p>}
    </div>
  );
}

interface Row extends Pick<SnapshotDifference, 'list' | 'id' | 'change'> {
  /** The fields that changed, as pointers without their first slash. */
  readonly pointers: string[];
}

/** One row a record, however many of its fields changed. */
function rowsOf(differences: readonly SnapshotDifference[]): readonly Row[] {
  const rows: Row[] = [];
  for (const { list, id, change, pointer } of differences) {
    const last = rows.at(-1);
    const isSame = change === 'changed' && last?.change === change && last.list === list && last.id === id;
    if (isSame) last.pointers.push(pointer.slice(1));
    else rows.push({ list, id, change, pointers: pointer ? [pointer.slice(1)] : [] });
  }
  return rows;
}
