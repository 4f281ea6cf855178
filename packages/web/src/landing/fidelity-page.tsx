import { areaOf, type Difference, fidelityAreas } from '@svc-simulator/contract';
import { withCode } from '../kit/page-frame.tsx';
import { Options } from '../kit/parts.tsx';
import { type Place, queryOf } from '../kit/place.ts';
import { plainDocument } from './document.tsx';
import { pageTexts } from './page-texts.ts';

export interface FidelityQuery {
  readonly q?: string;
  readonly area?: string;
  readonly provenance?: string;
}

const QUESTION = 200;

const marks = ['spec', 'field', 'decided'] as const;

export function foundIn(list: readonly Difference[], { q = '', area, provenance }: FidelityQuery) {
  const words = plain(q.slice(0, QUESTION)).split(/\s+/);
  return list.filter((each) => {
    const text = plain(`${each.id} ${each.operation} ${each.summary}`);
    return (
      (!area || areaOf(each) === area) &&
      (!provenance || each.provenance === provenance) &&
      words.every((word) => text.includes(word))
    );
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** The list of differences from production, for browsers: by area and operation, a line each, which unfolds. */
export function fidelityPage(list: readonly Difference[], place: Place, sought: FidelityQuery): Response {
  const { q, area, provenance } = sought;
  const { language } = place;
  const kept = queryOf(place);
  const t = pageTexts(language);
  const isSought = Boolean(q || area || provenance);
  const found = foundIn(list, sought);
  const areas = grouped(found, areaOf);
  const content = (
    <>
      <div class="stack">
        <h1>{t('kit.places.fidelity')}</h1>
        <p class="soft">{t('landing.fidelity.lead', { count: list.length })}</p>
        <form method="get" action="/fidelidad" class="row sought">
          {kept.lang && <input type="hidden" name="lang" value={kept.lang} />}
          <input
            type="search"
            name="q"
            value={q}
            maxlength={QUESTION}
            aria-label={t('landing.fidelity.search')}
            placeholder={t('landing.fidelity.search')}
          />
          <select name="area" aria-label={t('landing.fidelity.area')}>
            <option value="">{t('landing.fidelity.everyArea')}</option>
            <Options
              chosen={area}
              options={fidelityAreas.map((name) => [name, t(`landing.fidelity.areas.${name}`)])}
            />
          </select>
          <select name="provenance" aria-label={t('landing.fidelity.mark')}>
            <option value="">{t('landing.fidelity.everyMark')}</option>
            <Options chosen={provenance} options={marks.map((name) => [name, t(`kit.mark.${name}`)])} />
          </select>
          <button type="submit" class="button">
            {t('kit.find')}
          </button>
        </form>
        {isSought && (
          <p class="row">
            <strong>{t('landing.fidelity.found', { count: found.length })}</strong>
            <a href={kept.lang ? `/fidelidad?lang=${kept.lang}` : '/fidelidad'}>
              {t('landing.fidelity.all')}
            </a>
          </p>
        )}
        {found.length === 0 && <p class="empty">{t('landing.fidelity.none')}</p>}
      </div>
      <div class="differences">
        {areas.map(([name, entries], index) => (
          <details class="area" open={isSought || index === 0}>
            <summary>
              <h2>{t.maybe(`landing.fidelity.areas.${name}`)}</h2>
              <span class="soft figures">{entries.length}</span>
            </summary>
            {grouped(entries, (each) => each.operation ?? '').map(([operation, ofIt]) => (
              <section>
                {operation && (
                  <h3>
                    <code>{operation}</code>
                  </h3>
                )}
                {ofIt.map(({ id, summary, provenance: mark }) => (
                  <details class="difference" id={id}>
                    <summary>
                      <span class="tag plain">{t(`kit.mark.${mark}`)}</span> {withCode(summary)}
                    </summary>
                  </details>
                ))}
              </section>
            ))}
          </details>
        ))}
      </div>
      <ul class="hint">
        {marks.map((name) => (
          <li>
            <span class="tag plain">{t(`kit.mark.${name}`)}</span> {t(`landing.fidelity.sources.${name}`)}
          </li>
        ))}
      </ul>
    </>
  );
  const asked = Object.entries({ q, area, provenance, ...kept });
  const query = Object.fromEntries(asked.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return plainDocument(language, t('landing.fidelity.title'), content, { query });
}

/** In the order in which the first of each group comes. */
function grouped(list: readonly Difference[], by: (each: Difference) => string) {
  const names = [...new Set(list.map(by))];
  return names.map((name) => [name, list.filter((each) => by(each) === name)] as const);
}
