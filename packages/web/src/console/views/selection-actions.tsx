import { t } from '../../kit/parts.tsx';
import { urlWithQuery } from '../page-call.ts';
import { Submit } from '../parts/parts.tsx';

export type SelectionAction = 'pay' | 'expire' | 'resend';

const exportFormats = ['json', 'csv'] as const;
/** Parameters of a list's URL that aren't filters. */
const otherParameters = ['row', 'as', 'done', 'count', 'left', 'lang'];

/** Renders buttons that change or export the selected rows. The buttons work without JavaScript. */
type SelectionProps = Readonly<{ url: URL; actions: readonly SelectionAction[] }>;

export function SelectionActions({ url, actions }: SelectionProps) {
  const filterParameters = [...url.searchParams].filter(([name]) => !otherParameters.includes(name));
  return (
    <form method="post" action={urlWithQuery(url, {})} id="rows" class="row acts">
      {filterParameters.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <label class="small" data-needs-script hidden>
        <input type="checkbox" id="pick-all" data-picks="row" /> {t('console.kit.list.selectAll')}
      </label>
      <span class="row of-picked" data-picked={t('console.kit.list.selected')}>
        {actions.map((action) => (
          <Submit
            action={action}
            kind="quiet"
            id={`act-${action}`}
            text={t(`console.kit.actions.${action}`)}
          />
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
