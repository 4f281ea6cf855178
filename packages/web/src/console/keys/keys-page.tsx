import { type AccountRecord, settingsOf, withSpanishComments } from '@svc-simulator/core';
import { tokenPage } from '@svc-simulator/server/accounts/token-service.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Child } from 'hono/jsx';
import type { ConsolePage, PageCall } from '../page-call.ts';
import { fromCursor } from '../parts/browser-input.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Time } from '../parts/time.tsx';
import { signatureCheck } from './signature-check.ts';
import { keysTexts } from './texts.ts';
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
  const texts = keysTexts(lang);
  const [tokens, examples] = await Promise.all([
    fromCursor(url, (cursor) =>
      tokenPage(services.runtime.store, account, { limit: TOKENS_A_PAGE, ...cursor }),
    ),
    verifyExamples(),
  ]);
  return {
    title: texts.title,
    area: 'keys',
    live: null,
    body: (
      <>
        <PageHead title={texts.title} lead={texts.lead} />
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
  const texts = keysTexts(lang).apiToken;
  const { tokenHint, createdAt, revokedAt } = account.key;
  return (
    <Panel title={texts.title}>
      <p>{texts.opens}</p>
      <CodeBlock lang={lang} text={texts.header} what={texts.headerName} />
      <FactList
        facts={[
          [
            texts.first,
            <>
              <code>{tokenHint}</code> · <Time atMs={createdAt} />
              {revokedAt !== undefined && (
                <>
                  {' · '}
                  {texts.revoked} <Time atMs={revokedAt} />
                </>
              )}
            </>,
          ],
        ]}
      />
      <p class="hint">{texts.kept}</p>
      {shown?.kind === 'api_token' && <Fresh lang={lang} name={texts.title} token={shown.token} />}
      <Ask what="api_token" text={texts.make} />
    </Panel>
  );
}

function ConsoleToken({ lang, shown }: Omit<KeyProps, 'account'>) {
  const texts = keysTexts(lang).consoleToken;
  return (
    <Panel title={texts.title}>
      <p>{texts.opens}</p>
      {shown?.kind === 'console_token' ? (
        <Fresh lang={lang} name={texts.title} token={shown.token}>
          <p>{texts.replaced}</p>
        </Fresh>
      ) : (
        <Notice kind="warn" text={texts.warning} />
      )}
      <Ask what="console_token" text={texts.make} kind="danger" />
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
      <Notice kind="good" text={keysTexts(lang).once}>
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
  const texts = keysTexts(lang).signature;
  const variant = settingsOf(account).webhook_signature;
  return (
    <Panel title={texts.title}>
      <ol class="steps">
        {texts.steps.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
      <p>
        {texts.variant[variant]} <a href="/console/settings">{texts.settings}</a>
      </p>
      <CodeBlock lang={lang} text={signatureCheck(variant, texts.rawBody)} what={texts.code} wrap={false} />
      {examples.length > 0 && <p>{texts.others(variant)}</p>}
      {examples.map(({ language, code }) => (
        <details class="folded" id={`verify-${language}`}>
          <summary>{language}</summary>
          <CodeBlock
            lang={lang}
            text={lang === 'es' ? withSpanishComments(code) : code}
            what={`${texts.codeIn} ${language}`}
            wrap={false}
          />
        </details>
      ))}
      <p class="hint">{texts.probe}</p>
    </Panel>
  );
}

function AccountFacts({ lang, account }: Omit<KeyProps, 'shown'>) {
  const texts = keysTexts(lang).account;
  const facts = [
    [texts.shortName, account.shortName],
    ['account_id', account.id],
    ['key_id', account.key.id],
    ['merchant_id', account.merchantId],
  ] as const;
  return (
    <Panel title={texts.title}>
      <FactList facts={facts.map(([name, value]) => [name, value && <code>{value}</code>])} />
    </Panel>
  );
}
