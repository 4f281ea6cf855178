import type { AccountRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { pageTexts } from '../page-texts.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { AGREEMENT_COMMAND } from '../parts/curl.ts';
import { Notice } from '../parts/notice.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';

interface WelcomeProps {
  readonly lang: Language;
  readonly account: AccountRecord;
  readonly apiToken: string;
  readonly baseUrl: string;
}

/** What opens a new account. The API token is shown here and never again: the simulator keeps only its digest. */
export function Welcome({ lang, account, apiToken, baseUrl }: WelcomeProps) {
  const t = pageTexts(lang);
  return (
    <>
      <PageHead title={t('console.access.welcome.title')} />
      <Notice kind="warn" text={t('console.access.welcome.once')} />
      <Panel title={t('console.access.welcome.apiToken')}>
        <CodeBlock lang={lang} text={apiToken} what={t('console.access.welcome.apiToken')} />
        <h2>{t('console.access.welcome.webhookSecret')}</h2>
        <CodeBlock
          lang={lang}
          text={account.webhookSecret}
          what={t('console.access.welcome.webhookSecret')}
        />
        <h2>{t('console.access.welcome.try')}</h2>
        <CodeBlock
          lang={lang}
          text={commands(baseUrl, apiToken)}
          what={t('console.access.welcome.try')}
          wrap={false}
        />
        <p>
          <a class="button primary" href="/console">
            {t('console.access.welcome.go')}
          </a>
        </p>
      </Panel>
    </>
  );
}

function commands(baseUrl: string, token: string): string {
  return [`export SIM_URL=${baseUrl}`, `export SIM_TOKEN=${token}`, AGREEMENT_COMMAND].join('\n');
}
