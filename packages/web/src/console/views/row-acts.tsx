import { t } from '../../kit/parts.tsx';
import { addressWith } from '../page-call.ts';
import { ActionSubmit } from '../parts/parts.tsx';

export type RowAct = 'pay' | 'expire' | 'resend';

const exportFormats = ['json', 'csv'] as const;
/** Parameters of a list's URL that aren't filters. */
const passingParameters = ['row', 'as', 'done', 'count', 'left', 'lang'];

/** The actions on selected rows; they work without a script, and count what is selected. */
export function RowActs({ url, acts }: Readonly<{ url: URL; acts: readonly RowAct[] }>) {
  const filterParameters = [...url.searchParams].filter(([name]) => !passingParameters.includes(name));
  return (
    <form method="post" action={addressWith(url, {})} id="rows" class="row acts">
      {filterParameters.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <label class="small" data-needs-script hidden>
        <input type="checkbox" id="pick-all" data-picks="row" /> {t('console.kit.list.pickAll')}
      </label>
      <span class="row of-picked" data-picked={t('console.kit.list.picked')}>
        {acts.map((act) => (
          <ActionSubmit what={act} kind="quiet" id={`act-${act}`} text={t(`console.kit.acts.${act}`)} />
        ))}
      </span>
      <span class="row small exports" title={t('console.kit.list.exportHint')}>
        {t('console.kit.list.export')}
        {exportFormats.map((format) => (
          <button type="submit" class="quiet" formmethod="get" name="as" value={format} id={`act-${format}`}>
            {format.toUpperCase()}
          </button>
        ))}
      </span>
    </form>
  );
}
