import { type AccountRecord, formerSecret } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { pageTexts } from '../page-texts.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/page-head.tsx';
import { Action, type ActionProps } from '../parts/submit.tsx';
import { Time } from '../parts/time.tsx';

interface WebhookSecretProps {
  readonly lang: Language;
  readonly account: AccountRecord;
  /** The account's time. */
  readonly nowMs: number;
  readonly isShown: boolean;
}

/** What signs the account's webhooks: shown when asked for, and replaced, at once or with a day's grace for the former one. */
export function WebhookSecret({ lang, account, nowMs, isShown }: WebhookSecretProps) {
  const t = pageTexts(lang);
  const former = formerSecret(account, nowMs);
  return (
    <Panel title={t('console.keys.webhookSecret.title')} name="webhook-secret">
      <p>{t('console.keys.webhookSecret.signs')}</p>
      {isShown ? (
        <>
          <CodeBlock lang={lang} text={account.webhookSecret} what={t('console.keys.webhookSecret.title')} />
          <p>
            <a class="quiet" href="/console/keys">
              {t('console.keys.webhookSecret.hide')}
            </a>
          </p>
        </>
      ) : (
        <>
          <p class="code mono soft">
            <span aria-hidden="true">whsec_••••••••••••••••</span>
            <span class="unseen">{t('console.keys.webhookSecret.hidden')}</span>
          </p>
          <Ask what="webhook_secret" text={t('console.keys.webhookSecret.show')} />
        </>
      )}
      {former && (
        <Notice kind="plain">
          <p>
            {t('console.keys.webhookSecret.former')} <Time atMs={former.until} />
          </p>
        </Notice>
      )}
      <p class="hint">{t('console.keys.webhookSecret.replacing')}</p>
      <div class="row">
        <Ask what="new_webhook_secret_with_grace" text={t('console.keys.webhookSecret.replaceWithGrace')} />
        <Ask what="new_webhook_secret" text={t('console.keys.webhookSecret.replace')} kind="danger" />
      </div>
    </Panel>
  );
}

/** What a button of the page asks for. */
export type Asked =
  | 'env'
  | 'console_token'
  | 'webhook_secret'
  | 'new_webhook_secret'
  | 'new_webhook_secret_with_grace';

/** A button of the page that asks for it. */
export function Ask({ what, ...button }: Pick<ActionProps, 'text' | 'kind'> & { readonly what: Asked }) {
  return <Action to="/console/keys" name="show" value={what} {...button} />;
}
