import type { AccountRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { AGREEMENT_COMMAND } from '../parts/curl.ts';
import { Notice } from '../parts/notice.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { accessTexts } from './texts.ts';

interface WelcomeProps {
  readonly lang: Language;
  readonly account: AccountRecord;
  readonly apiToken: string;
  readonly baseUrl: string;
}

/** What opens a new account. The API token is shown here and never again: the simulator keeps only its digest. */
export function Welcome({ lang, account, apiToken, baseUrl }: WelcomeProps) {
  const texts = accessTexts(lang).welcome;
  return (
    <>
      <PageHead title={texts.title} />
      <Notice kind="warn" text={texts.once} />
      <Panel title={texts.apiToken}>
        <CodeBlock lang={lang} text={apiToken} what={texts.apiToken} />
        <h2>{texts.webhookSecret}</h2>
        <CodeBlock lang={lang} text={account.webhookSecret} what={texts.webhookSecret} />
        <h2>{texts.try}</h2>
        <CodeBlock lang={lang} text={commands(baseUrl, apiToken)} what={texts.try} wrap={false} />
        <p>
          <a class="button primary" href="/console">
            {texts.go}
          </a>
        </p>
      </Panel>
    </>
  );
}

function commands(baseUrl: string, token: string): string {
  return [`export SIM_URL=${baseUrl}`, `export SIM_TOKEN=${token}`, AGREEMENT_COMMAND].join('\n');
}
