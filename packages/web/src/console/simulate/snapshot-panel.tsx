import type { SnapshotDifference } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
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
    <section class="panel stack" aria-labelledby="snapshots-heading" id="snapshots">
      <h2 id="snapshots-heading">{texts.title}</h2>
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
        <div class="field">
          <label for="file">{texts.file}</label>
          <input id="file" name="file" type="file" accept=".json,application/json" required />
        </div>
        <p class="row">
          <button type="submit" name="do" value="snapshot_compare" class="button">
            {texts.compare}
          </button>
          <button type="submit" name="do" value="snapshot_load" class="button danger">
            {texts.load}
          </button>
        </p>
        <p class="soft small">{texts.loadHint}</p>
      </form>
    </section>
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
      <table class="table cards">
        <thead>
          <tr>
            <th scope="col">{columns.what}</th>
            <th scope="col">{columns.id}</th>
            <th scope="col">{columns.change}</th>
            <th scope="col">{columns.fields}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map(({ list, id, change, pointers }) => (
            <tr>
              <td data-label={columns.what}>{texts.lists[list]}</td>
              <td data-label={columns.id}>
                {id !== null && (
                  <code>
                    {list === 'sessions' && change !== 'removed' ? (
                      <a href={`/console/sessions/${encodeURIComponent(id)}`}>{id}</a>
                    ) : (
                      id
                    )}
                  </code>
                )}
              </td>
              <td data-label={columns.change}>{texts.changes[change]}</td>
              <td data-label={columns.fields}>
                <code class="clamp">{pointers.join(', ')}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
