import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Speaking } from '../../kit/speaking.ts';
import { Action } from '../parts/parts.tsx';

interface EnterProps {
  readonly t: Texts;
  /** The page's own, which the form posts to. */
  readonly url: URL;
  readonly shortName: string;
}

/** Asks whether to log in by the link. */
export function EnterForm({ t, url, shortName }: EnterProps) {
  return (
    <section class="panel access">
      <h1>{t('console.access.logIn.title')}</h1>
      <p class="soft">{t('console.access.link.lead', { name: shortName })}</p>
      <Action
        to={`${url.pathname}${url.search}`}
        kind="primary"
        text={t('console.access.link.submit', { name: shortName })}
      />
    </section>
  );
}

/** What a link shows that was used, or has waited too long. */
export function LinkOver({ t }: Speaking) {
  return (
    <section class="panel access">
      <h1>{t('console.access.link.over')}</h1>
      <p class="soft">{t('console.access.link.another')}</p>
      <a class="button" href="/console/login">
        {t('console.access.logIn.submit')}
      </a>
    </section>
  );
}
