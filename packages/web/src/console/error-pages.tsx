import type { Texts } from '@svc-simulator/texts/texts.ts';
import { LinkButton } from '../kit/parts.tsx';
import type { Area, ConsolePage } from './page-call.ts';

export interface ErrorTexts {
  readonly title: string;
  readonly text: string;
  readonly back: string;
}

export function errorTexts(t: Texts, status: 403 | 404 | 500 | 503): ErrorTexts {
  const [title, text] = [t(`console.frame.errors.${status}.title`), t(`console.frame.errors.${status}.text`)];
  return { title, text, back: t('console.frame.errors.back') };
}

export function ErrorBody({ texts }: { readonly texts: ErrorTexts }) {
  return (
    <section class="empty narrow">
      <h1>{texts.title}</h1>
      <p class="soft">{texts.text}</p>
      <p>
        <LinkButton href="/console" text={texts.back} />
      </p>
    </section>
  );
}

/**
 * Returns the 404 page for missing data and for another account's data, so that nobody learns that such data
 * exists.
 */
export function consoleNotFoundPage(t: Texts, area: Area): ConsolePage {
  const texts = errorTexts(t, 404);
  return { title: texts.title, area, status: 404, live: null, body: <ErrorBody texts={texts} /> };
}
