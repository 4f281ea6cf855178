import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { Bar, LanguageSwitch, renderDocument } from '../kit/page-frame.tsx';
import { pageHeaders } from '../kit/page-security.ts';
import { places, t } from '../kit/parts.tsx';
import script from './client/landing.ts?bundled';
import { landingTexts } from './page-texts.ts';
import styles from './styles/document.css?bundled';

export const PATH_LIMIT = 200;

export function PlaceLinks() {
  return (
    <ul class="row small">
      {[...places, ['health', '/health'] as const].map(([name, path]) => (
        <li>
          <a href={path}>{t(`kit.places.${name}`)}</a>
        </li>
      ))}
    </ul>
  );
}

export function renderPlainDocument(
  lang: Language,
  title: string,
  content: Child,
  { status = 200, query = {} }: { status?: number; query?: Readonly<Record<string, string>> } = {},
): Response {
  const texts = landingTexts(lang);
  const languageQuery = query.lang === undefined ? '' : `?lang=${lang}`;
  const body = (
    <>
      <Bar home={`/${languageQuery}`} title={texts('kit.frame.brand')}>
        <a href={`/console${languageQuery}`}>{texts('kit.places.console')}</a>
        <LanguageSwitch href={(to) => `?${new URLSearchParams({ ...query, lang: to })}`} />
      </Bar>
      <main class="plain-page stack loose">{content}</main>
    </>
  );
  const headers = pageHeaders(lang, { styles, script }, ["form-action 'self'"]);
  const text = renderDocument({ t: texts, title, styles, script, body });
  return new Response(text, { status, headers: { ...headers, vary: 'accept, accept-language' } });
}
