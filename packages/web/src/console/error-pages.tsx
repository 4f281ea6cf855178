import type { Texts } from '@svc-simulator/texts/texts.ts';
import { LinkButton } from '../kit/parts.tsx';
import type { Area, ConsolePage } from './page-call.ts';
import { SearchInput } from './parts/list.tsx';

export type ErrorStatus = 403 | 404 | 500 | 503;

export function statusPage(t: Texts, status: ErrorStatus): ConsolePage {
  const name = `console.frame.errors.${status}` as const;
  return errorPage(t, status, t(`${name}.title`), t(`${name}.text`));
}

export function errorPage(t: Texts, status: number, title: string, text: string): ConsolePage {
  const body = (
    <section class="stack narrow">
      <h1>{title}</h1>
      <p>{text}</p>
      {status === 404 && (
        <form method="get" action="/console/search">
          <SearchInput name="q" label={t('console.search.label')} />
        </form>
      )}
      <p>
        <LinkButton href="/console" text={t('console.frame.errors.back')} />
      </p>
    </section>
  );
  return { title, area: null, status, live: null, body };
}

/** Another account's data has the same page as missing data, so nobody learns that such data exists. */
export function consoleNotFoundPage(t: Texts, area: Area): ConsolePage {
  return { ...statusPage(t, 404), area };
}
