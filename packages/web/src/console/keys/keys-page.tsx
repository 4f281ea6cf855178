import { type AccountRecord, settingsOf, withComments } from '@svc-simulator/core';
import { tokenPage } from '@svc-simulator/server/accounts/token-service.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Child } from 'hono/jsx';
import type { ConsolePage, PageCall } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { fromCursor } from '../parts/browser-input.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Time } from '../parts/time.tsx';
import { signatureCheck } from './signature-check.ts';
import { TokenList } from './token-list.tsx';
import { type VerifyExample, verifyExamples } from './verify-examples.ts';
import { Ask, WebhookSecret } from './webhook-secret.tsx';

/** What was asked for: the secret, or a token that was just made, which is shown here and never again. */
export type Shown =
  | { readonly kind: 'webhook_secret' }
  | { readonly kind: 'api_token' | 'console_token'; readonly token: string };

const TOKENS_A_PAGE = 20;

export async function keysPage(call: PageCall, shown: Shown | null): Promise<ConsolePage> {
  const { lang, account, url, services } = call;
  const t = pageTexts(lang);
  const [tokens, examples] = await Promise.all([
    fromCursor(url, (cursor) =>
      tokenPage(services.runtime.store, account, { limit: TOKENS_A_PAGE, ...cursor }),
    ),
    verifyExamples(),
  ]);
  return {
    title: t('console.frame.areas.keys'),
    area: 'keys',
    live: null,
    body: (
      <>
        <PageHead title={t('console.frame.areas.keys')} lead={t('console.keys.lead')} />
        <div class="columns even">
          <div class="stack loose">
            <ApiToken lang={lang} account={account} shown={shown} />
            <ConsoleToken lang={lang} shown={shown} />
          </div>
          <div class="stack loose">
            <WebhookSecret
              lang={lang}
              account={account}
              nowMs={call.now}
              isShown={shown?.kind === 'webhook_secret'}
            />
            <AccountFacts lang={lang} account={account} />
          </div>
        </div>
        <TokenList lang={lang} url={url} page={tokens} />
        <SignatureCheck lang={lang} account={account} examples={examples} />
      </>
    ),
  };
}

interface KeyProps {
  readonly lang: Language;
  readonly account: AccountRecord;
  readonly shown: Shown | null;
}

function ApiToken({ lang, account, shown }: KeyProps) {
  const t = pageTexts(lang);
  const { tokenHint, createdAt, revokedAt } = account.key;
  return (
    <Panel title={t('console.keys.apiToken.title')}>
      <p>{t('console.keys.apiToken.opens')}</p>
      <CodeBlock
        lang={lang}
        text={t('console.keys.apiToken.header')}
        what={t('console.keys.apiToken.headerName')}
      />
      <FactList
        facts={[
          [
            t('console.keys.apiToken.first'),
            <>
              <code>{tokenHint}</code> · <Time atMs={createdAt} />
              {revokedAt !== undefined && (
                <>
                  {' · '}
                  {t('console.keys.apiToken.revoked')} <Time atMs={revokedAt} />
                </>
              )}
            </>,
          ],
        ]}
      />
      <p class="hint">{t('console.keys.apiToken.kept')}</p>
      {shown?.kind === 'api_token' && (
        <Fresh lang={lang} name={t('console.keys.apiToken.title')} token={shown.token} />
      )}
      <Ask what="api_token" text={t('console.keys.apiToken.make')} />
    </Panel>
  );
}

function ConsoleToken({ lang, shown }: Omit<KeyProps, 'account'>) {
  const t = pageTexts(lang);
  return (
    <Panel title={t('console.keys.consoleToken.title')}>
      <p>{t('console.keys.consoleToken.opens')}</p>
      {shown?.kind === 'console_token' ? (
        <Fresh lang={lang} name={t('console.keys.consoleToken.title')} token={shown.token}>
          <p>{t('console.keys.consoleToken.replaced')}</p>
        </Fresh>
      ) : (
        <Notice kind="warn" text={t('console.keys.consoleToken.warning')} />
      )}
      <Ask what="console_token" text={t('console.keys.consoleToken.make')} kind="danger" />
    </Panel>
  );
}

interface FreshProps {
  readonly lang: Language;
  readonly name: string;
  readonly token: string;
  readonly children?: Child;
}

/** A token that was just made. */
function Fresh({ lang, name, token, children }: FreshProps) {
  return (
    <div class="stack">
      <Notice kind="good" text={pageTexts(lang)('console.keys.once')}>
        {children}
      </Notice>
      <CodeBlock lang={lang} text={token} what={name} />
    </div>
  );
}

interface CheckProps extends Omit<KeyProps, 'shown'> {
  readonly examples: readonly VerifyExample[];
}

function SignatureCheck({ lang, account, examples }: CheckProps) {
  const t = pageTexts(lang);
  const variant = settingsOf(account).webhook_signature;
  return (
    <Panel title={t('console.keys.signature.title')}>
      <ol class="steps">
        {([1, 2, 3, 4] as const).map((step) => (
          <li>{t(`console.keys.signature.steps.${step}`)}</li>
        ))}
      </ol>
      <p>
        {t(`console.keys.signature.variant.${variant}`)}{' '}
        <a href="/console/settings">{t('console.keys.signature.settings')}</a>
      </p>
      <CodeBlock
        lang={lang}
        text={signatureCheck(variant, t('console.keys.signature.rawBody'))}
        what={t('console.keys.signature.code')}
        wrap={false}
      />
      {examples.length > 0 && <p>{t('console.keys.signature.others', { mode: variant })}</p>}
      {examples.map(({ language, code }) => (
        <details class="folded" id={`verify-${language}`}>
          <summary>{language}</summary>
          <CodeBlock
            lang={lang}
            text={withComments(lang, code)}
            what={`${t('console.keys.signature.codeIn')} ${language}`}
            wrap={false}
          />
        </details>
      ))}
      <p class="hint">{t('console.keys.signature.probe')}</p>
    </Panel>
  );
}

function AccountFacts({ lang, account }: Omit<KeyProps, 'shown'>) {
  const t = pageTexts(lang);
  const facts = [
    [t('console.keys.account.shortName'), account.shortName],
    ['account_id', account.id],
    ['key_id', account.key.id],
    ['merchant_id', account.merchantId],
  ] as const;
  return (
    <Panel title={t('console.keys.account.title')}>
      <FactList facts={facts.map(([name, value]) => [name, value && <code>{value}</code>])} />
    </Panel>
  );
}
