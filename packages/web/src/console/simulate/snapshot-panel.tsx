import type { Language } from '@svc-simulator/server/http/language.ts';
import { Field } from '../parts/field.tsx';
import { Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { simulateTexts } from './texts.ts';

/** The account in a file, and back. */
export function SnapshotPanel({ lang }: { readonly lang: Language }) {
  const texts = simulateTexts(lang).snapshots;
  return (
    <Panel title={texts.title} name="snapshots">
      <p class="soft">{texts.lead}</p>
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
          <Submit kind="danger" name="do" value="snapshot_load" text={texts.load} />
        </p>
        <p class="soft small">{texts.loadHint}</p>
      </form>
    </Panel>
  );
}
