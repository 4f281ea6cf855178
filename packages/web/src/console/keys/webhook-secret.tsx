import { type AccountRecord, formerSecret } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { Action, type ActionProps, CodeBlock, Notice, Panel, Time } from '../parts/parts.tsx';

interface WebhookSecretProps {
  readonly t: Texts;
  readonly account: AccountRecord;
  /** The account's time. */
  readonly nowMs: number;
  readonly isShown: boolean;
}

/** What signs the account's webhooks: shown when asked for, and replaced, at once or with a day's grace for the former one. */
export function WebhookSecret({ t, account, nowMs, isShown }: WebhookSecretProps) {
  const former = formerSecret(account, nowMs);
  return (
    <Panel title={t('console.keys.webhookSecret.title')} name="webhook-secret">
      <p>{t('console.keys.webhookSecret.signs')}</p>
      {isShown ? (
        <>
          <CodeBlock t={t} text={account.webhookSecret} what={t('console.keys.webhookSecret.title')} />
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
