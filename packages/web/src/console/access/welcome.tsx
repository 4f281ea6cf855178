import type { AccountRecord } from '@svc-simulator/core';
import { t } from '../../kit/speaking.ts';
import { AGREEMENT_COMMAND } from '../parts/curl.ts';
import { CodeBlock, Notice, PageHead, Panel } from '../parts/parts.tsx';

interface WelcomeProps {
  readonly account: AccountRecord;
  readonly apiToken: string;
  readonly baseUrl: string;
}

/** What opens a new account. The API token is shown here and never again: the simulator keeps only its digest. */
export function Welcome({ account, apiToken, baseUrl }: WelcomeProps) {
  return (
    <>
      <PageHead title={t('console.access.welcome.title')} />
      <Notice kind="warn" text={t('console.access.welcome.once')} />
      <Panel title={t('console.access.welcome.apiToken')}>
        <CodeBlock text={apiToken} what={t('console.access.welcome.apiToken')} />
        <h2>{t('field.label.webhook_secret')}</h2>
        <CodeBlock text={account.webhookSecret} what={t('field.label.webhook_secret')} />
        <h2>{t('console.access.welcome.try')}</h2>
        <CodeBlock text={commands(baseUrl, apiToken)} what={t('console.access.welcome.try')} wrap={false} />
        <p>
          <a class="button primary" href="/console">
            {t('console.frame.errors.403.back')}
          </a>
        </p>
      </Panel>
    </>
  );
}

function commands(baseUrl: string, token: string): string {
  return [`export SIM_URL=${baseUrl}`, `export SIM_TOKEN=${token}`, AGREEMENT_COMMAND].join('\n');
}
