import type { Language } from '@svc-simulator/server/http/language.ts';
import { PageHead } from '../parts/page-head.tsx';
import { terminalsTexts } from './texts.ts';

const tabs = ['terminals', 'transactions', 'batches'] as const;

interface AreaHeadProps {
  readonly lang: Language;
  readonly here: (typeof tabs)[number];
}

/** The head of one of the lists of this part of the console: the way to the others, and the terminal itself. */
export function AreaHead({ lang, here }: AreaHeadProps) {
  const texts = terminalsTexts(lang);
  return (
    <>
      <PageHead title={texts.tabs[here]}>
        <a class="button" href="/terminal" target="_blank" rel="noopener">
          {texts.open}
        </a>
      </PageHead>
      <nav class="pills" aria-label={texts.title}>
        {tabs.map((tab) => (
          <a href={`/console/${tab}`} aria-current={tab === here ? 'page' : undefined}>
            {texts.tabs[tab]}
          </a>
        ))}
      </nav>
    </>
  );
}
