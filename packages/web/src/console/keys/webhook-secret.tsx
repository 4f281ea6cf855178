import { type AccountRecord, formerSecret } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/page-head.tsx';
import { Action, type ActionProps } from '../parts/submit.tsx';
import { Time } from '../parts/time.tsx';
import { keysTexts } from './texts.ts';

interface WebhookSecretProps {
  readonly lang: Language;
  readonly account: AccountRecord;
  /** The account's time. */
  readonly nowMs: number;
  readonly isShown: boolean;
}

/** What signs the account's webhooks: shown when asked for, and replaced, at once or with a day's grace for the former one. */
export function WebhookSecret({ lang, account, nowMs, isShown }: WebhookSecretProps) {
  const texts = keysTexts(lang).webhookSecret;
  const former = formerSecret(account, nowMs);
  return (
    <Panel title={texts.title} name="webhook-secret">
      <p>{texts.signs}</p>
      {isShown ? (
        <>
          <CodeBlock lang={lang} text={account.webhookSecret} what={texts.title} />
          <p>
            <a class="quiet" href="/console/keys">
              {texts.hide}
            </a>
          </p>
        </>
      ) : (
        <>
          <p class="code mono soft">
            <span aria-hidden="true">whsec_••••••••••••••••</span>
            <span class="unseen">{texts.hidden}</span>
          </p>
          <Ask what="webhook_secret" text={texts.show} />
        </>
      )}
      {former && (
        <Notice kind="plain">
          <p>
            {texts.former} <Time atMs={former.until} />
          </p>
        </Notice>
      )}
      <p class="hint">{texts.replacing}</p>
      <div class="row">
        <Ask what="new_webhook_secret_with_grace" text={texts.replaceWithGrace} />
        <Ask what="new_webhook_secret" text={texts.replace} kind="danger" />
      </div>
    </Panel>
  );
}

/** What a button of the page asks for. */
export type Asked =
  | 'api_token'
  | 'console_token'
  | 'webhook_secret'
  | 'new_webhook_secret'
  | 'new_webhook_secret_with_grace';

/** A button of the page that asks for it. */
export function Ask({ what, ...button }: Pick<ActionProps, 'text' | 'kind'> & { readonly what: Asked }) {
  return <Action to="/console/keys" name="show" value={what} {...button} />;
}
