import { type Filter, labelOf, splitList } from '@svc-simulator/contract';
import { Icon, t } from '../../kit/parts.tsx';
import { urlWithQuery } from '../page-call.ts';
import { FIRST_PAGE, filterWord } from './list.tsx';

interface FilterChipsProps {
  readonly noun: string;
  readonly url: URL;
  readonly selections: readonly (readonly [filter: Filter, chosen: string | undefined])[];
}

/** Shows the selected filters of a list. Each is a link that removes the filter. */
export function FilterChips({ noun, url, selections }: FilterChipsProps) {
  const chips = selections.flatMap(([filter, chosen = '']) => {
    const { name, as: urlName = name, acceptsSeveral } = filter;
    const values = (acceptsSeveral ? splitList(chosen) : [chosen]).filter((value) => value !== '');
    return values.map((value) => {
      const others = values.filter((other) => other !== value).join(',') || null;
      const href = urlWithQuery(url, { ...FIRST_PAGE, [urlName]: others });
      return (
        <li>
          <a class="chip" href={href} title={t('console.kit.list.removeFilter')}>
            <span class="soft">{labelOf(t, noun, name)}</span>{' '}
            <span class="cut">{filterWord(filter, value)}</span> <Icon name="cross" />
          </a>
        </li>
      );
    });
  });
  if (chips.length === 0) return null;
  return (
    <ul class="row chips" aria-label={t('console.kit.list.filters')}>
      {chips}
    </ul>
  );
}
