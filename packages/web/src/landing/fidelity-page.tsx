import { areaOf, type Difference, fidelityAreas } from '@svc-simulator/contract';
import { withCode } from '../kit/page-frame.tsx';
import { languageQueryOf, type PageLanguage } from '../kit/page-language.ts';
import { Options } from '../kit/parts.tsx';
import { renderPlainDocument } from './document.tsx';
import { landingTexts } from './page-texts.ts';

export type FidelityQuery = Readonly<{ q?: string; area?: string; provenance?: string }>;

const MAX_QUERY_LENGTH = 200;

const provenances = ['spec', 'field', 'decided'] as const;

export function filterDifferences(list: readonly Difference[], { q = '', area, provenance }: FidelityQuery) {
  const words = normalize(q.slice(0, MAX_QUERY_LENGTH)).split(/\s+/);
  return list.filter((difference) => {
    const text = normalize(`${difference.id} ${difference.operation} ${difference.summary}`);
    return (
      (!area || areaOf(difference) === area) &&
      (!provenance || difference.provenance === provenance) &&
      words.every((word) => text.includes(word))
    );
  });
}

function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

export function fidelityPage(list: readonly Difference[], pageLanguage: PageLanguage, query: FidelityQuery) {
  const { q, area, provenance } = query;
  const { language } = pageLanguage;
  const languageQuery = languageQueryOf(pageLanguage);
  const t = landingTexts(language);
  const isFiltered = Boolean(q || area || provenance);
  const matches = filterDifferences(list, query);
  const areas = groupInOrder(matches, areaOf);
  const content = (
    <>
      <div class="stack">
        <h1>{t('kit.places.fidelity')}</h1>
        <p class="soft">{t('landing.fidelity.lead', { count: list.length })}</p>
        <form method="get" action="/fidelidad" class="row sought">
          {languageQuery.lang && <input type="hidden" name="lang" value={languageQuery.lang} />}
          <input
            type="search"
            name="q"
            value={q}
            maxlength={MAX_QUERY_LENGTH}
            aria-label={t('landing.fidelity.search')}
            placeholder={t('landing.fidelity.search')}
          />
          <select name="area" aria-label={t('landing.fidelity.area')}>
            <option value="">{t('landing.fidelity.allAreas')}</option>
            <Options
              selected={area}
              options={fidelityAreas.map((name) => [name, t(`landing.fidelity.areas.${name}`)])}
            />
          </select>
          <select name="provenance" aria-label={t('landing.fidelity.mark')}>
            <option value="">{t('landing.fidelity.allOrigins')}</option>
            <Options
              selected={provenance}
              options={provenances.map((name) => [name, t(`kit.mark.${name}`)])}
            />
          </select>
          <button type="submit" class="button">
            {t('kit.find')}
          </button>
        </form>
        {isFiltered && (
          <p class="row">
            <strong>{t('landing.fidelity.found', { count: matches.length })}</strong>
            <a href={languageQuery.lang ? `/fidelidad?lang=${languageQuery.lang}` : '/fidelidad'}>
              {t('landing.fidelity.all')}
            </a>
          </p>
        )}
        {matches.length === 0 && <p class="empty">{t('landing.fidelity.none')}</p>}
      </div>
      <div class="differences">
        {areas.map(([name, entries], index) => (
          <details class="area" open={isFiltered || index === 0}>
            <summary>
              <h2>{t.maybe(`landing.fidelity.areas.${name}`)}</h2>
              <span class="soft figures">{entries.length}</span>
            </summary>
            {groupInOrder(entries, (difference) => difference.operation ?? '').map(
              ([operation, operationEntries]) => (
                <section>
                  {operation && (
                    <h3>
                      <code>{operation}</code>
                    </h3>
                  )}
                  <ul class="stack tight">
                    {operationEntries.map(({ id, summary, provenance: source }) => (
                      <li id={id}>
                        <span class={`tag ${source}`}>{t(`kit.mark.${source}`)}</span>{' '}
                        <span>{withCode(summary)}</span>
                      </li>
                    ))}
                  </ul>
                </section>
              ),
            )}
          </details>
        ))}
      </div>
      <ul class="hint stack tight">
        {provenances.map((name) => (
          <li>
            <span class="tag">{t(`kit.mark.${name}`)}</span> {t(`landing.fidelity.sources.${name}`)}
          </li>
        ))}
      </ul>
    </>
  );
  const parameters = Object.entries({ q, area, provenance, ...languageQuery });
  const pageQuery = Object.fromEntries(parameters.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return renderPlainDocument(language, t('landing.fidelity.title'), content, { query: pageQuery });
}

function groupInOrder(list: readonly Difference[], keyOf: (difference: Difference) => string) {
  const names = [...new Set(list.map(keyOf))];
  return names.map((name) => [name, list.filter((difference) => keyOf(difference) === name)] as const);
}
