import type { Language } from '@svc-simulator/server/http/language.ts';
import { pageTexts } from '../page-texts.ts';
import { PageHead } from '../parts/page-head.tsx';

const tabs = ['terminals', 'transactions', 'batches'] as const;

interface AreaHeadProps {
  readonly lang: Language;
  readonly here: (typeof tabs)[number];
}

/** The head of one of the lists of this part of the console: the way to the others, and the terminal itself. */
export function AreaHead({ lang, here }: AreaHeadProps) {
  const t = pageTexts(lang);
  return (
    <>
      <PageHead title={t(`console.terminals.tabs.${here}`)}>
        <a class="button" href="/terminal" target="_blank" rel="noopener">
          {t('console.terminals.open')}
        </a>
      </PageHead>
      <nav class="pills" aria-label={t('console.frame.areas.terminals')}>
        {tabs.map((tab) => (
          <a href={`/console/${tab}`} aria-current={tab === here ? 'page' : undefined}>
            {t(`console.terminals.tabs.${tab}`)}
          </a>
        ))}
      </nav>
    </>
  );
}
