import type { Language } from '@svc-simulator/server/http/language.ts';
import { terminalsTexts } from './texts.ts';

const tabs = ['terminals', 'transactions', 'batches'] as const;

interface AreaTabsProps {
  readonly lang: Language;
  readonly here: (typeof tabs)[number];
}

/** The lists of this part of the console, and the terminal itself. */
export function AreaTabs({ lang, here }: AreaTabsProps) {
  const texts = terminalsTexts(lang);
  return (
    <nav class="tabs" aria-label={texts.title}>
      {tabs.map((tab) => (
        <a href={`/console/${tab}`} aria-current={tab === here ? 'page' : undefined}>
          {texts.tabs[tab]}
        </a>
      ))}
    </nav>
  );
}
