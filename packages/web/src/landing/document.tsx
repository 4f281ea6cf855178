import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { Bar, LanguageSwitch, renderDocument } from '../kit/page-frame.tsx';
import { inlineOnlyCsp, pageHeaders } from '../kit/page-security.ts';
import script from './client/landing.ts?bundled';
import { pageTexts } from './page-texts.ts';
import styles from './styles/document.css?bundled';

/** Characters of a foreign URL that are shown. */
export const PATH_LIMIT = 200;

interface Manner {
  readonly status?: number;
  readonly query?: Readonly<Record<string, string>>;
}

const policy = inlineOnlyCsp({ styles, script }, ["form-action 'self'"]);

/** A plain page of the simulator (landing, `/fidelidad`, what is not there): no request, light and dark. */
export function plainDocument(
  lang: Language,
  title: string,
  content: Child,
  { status = 200, query = {} }: Manner = {},
): Response {
  const t = pageTexts(lang);
  const asked = query.lang === undefined ? '' : `?lang=${lang}`;
  const body = (
    <>
      <Bar home={`/${asked}`} title={t('kit.frame.brand')}>
        <a href={`/console${asked}`}>{t('kit.places.console')}</a>
        <LanguageSwitch href={(to) => `?${new URLSearchParams({ ...query, lang: to })}`} />
      </Bar>
      <main class="plain-page stack loose">{content}</main>
    </>
  );
  return new Response(renderDocument({ t, title, styles, script, body }), {
    status,
    headers: { ...pageHeaders(lang, policy), vary: 'accept, accept-language' },
  });
}
