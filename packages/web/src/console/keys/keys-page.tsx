import { type AccountRecord, settingsOf, withComments } from '@svc-simulator/core';
import { tokenPage } from '@svc-simulator/server/accounts/token-service.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import type { ConsolePage, PageCall } from '../page-call.ts';
import { fromCursor } from '../parts/browser-input.ts';
import { CodeBlock, CopyButton, FactList, Notice, PageHead, Panel } from '../parts/parts.tsx';
import { type Example, examples } from './examples.ts';
import { signatureCheck } from './signature-check.ts';
import { TokenList } from './token-list.tsx';
import { Ask, WebhookSecret } from './webhook-secret.tsx';

/** What was asked for: the secret, the account's variables, or a token that was just made, which is shown here and never again. */
export type Shown =
  | { readonly kind: 'webhook_secret' }
  | { readonly kind: 'env'; readonly token: string; readonly isNew: boolean }
  | { readonly kind: 'console_token'; readonly token: string };

const TOKENS_A_PAGE = 20;

export async function keysPage(call: PageCall, shown: Shown | null): Promise<ConsolePage> {
  const { t, account, url, services } = call;
  const { store } = services.runtime;
  const [tokens, agreements, inLanguages] = await Promise.all([
    fromCursor(url, (cursor) => tokenPage(store, account, { limit: TOKENS_A_PAGE, ...cursor })),
    store.list('agreement', account.id, { limit: 1 }),
    examples(),
  ]);
  return {
    title: t('console.frame.areas.keys'),
    area: 'keys',
    live: null,
    body: (
      <>
        <PageHead title={t('console.frame.areas.keys')} lead={t('console.keys.lead')} />
        <div class="columns">
          <Connection
            t={t}
            account={account}
            baseUrl={call.baseUrl}
            agreementId={agreements.items[0]?.id}
            shown={shown}
            inLanguages={inLanguages}
          />
          <div class="stack loose">
            <WebhookSecret
              t={t}
              account={account}
              nowMs={call.now}
              isShown={shown?.kind === 'webhook_secret'}
            />
            <ConsoleToken t={t} shown={shown} />
          </div>
        </div>
        <TokenList t={t} url={url} page={tokens} />
        <SignatureCheck t={t} account={account} inLanguages={inLanguages} />
      </>
    ),
  };
}

interface ConnectionProps {
  readonly t: Texts;
  readonly account: AccountRecord;
  readonly baseUrl: string;
  readonly agreementId: string | undefined;
  readonly shown: Shown | null;
  readonly inLanguages: readonly Example[];
}

/** What a program needs to call the API, as variables, and a first call that reads them. */
function Connection({ t, account, baseUrl, agreementId, shown, inLanguages }: ConnectionProps) {
  const facts = [
    [t('console.keys.connect.url'), <Copied t={t} text={baseUrl} what={t('console.keys.connect.url')} />],
    [
      t('console.keys.connect.agreement'),
      agreementId ? (
        <Copied t={t} text={agreementId} what={t('console.keys.connect.agreement')} />
      ) : (
        <a href="/console/simulate#agreement">{t('console.keys.connect.noAgreement')}</a>
      ),
    ],
    [t('console.keys.connect.account'), <code>{account.shortName}</code>],
    ['account_id', <code>{account.id}</code>],
    ['merchant_id', account.merchantId && <code>{account.merchantId}</code>],
  ] as const;
  return (
    <Panel title={t('console.keys.connect.title')} name="connect">
      <FactList facts={facts} class="pairs" />
      {shown?.kind === 'env' ? (
        <>
          {shown.isNew && <Notice kind="good" text={t('console.keys.once')} />}
          <CodeBlock
            t={t}
            text={[
              `SIM_URL=${baseUrl}`,
              `SIM_TOKEN=${shown.token}`,
              ...(agreementId ? [`SIM_AGREEMENT_ID=${agreementId}`] : []),
              `SIM_WEBHOOK_SECRET=${account.webhookSecret}`,
            ].join('\n')}
            what=".env"
          />
        </>
      ) : (
        <>
          <Ask what="env" text={t('console.keys.connect.show')} kind="primary" />
          <p class="hint">{t('console.keys.connect.command')}</p>
          <CodeBlock t={t} text="npx sim env --dotenv .env" what="sim env" />
        </>
      )}
      <h3>{t('console.keys.connect.call')}</h3>
      <CodeBlock t={t} text={FIRST_CALL} what="curl" />
      <InLanguages t={t} name="call" what={t('console.keys.connect.call')} inLanguages={inLanguages} />
    </Panel>
  );
}

/** Makes a session, with the variables. */
const FIRST_CALL = `curl -s "$SIM_URL/api/v1/ext/payment-sessions/request" \\
  -H "Authorization: Bearer $SIM_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"agreement_id":"'$SIM_AGREEMENT_ID'","amount_reference":10,
       "currency_reference":"USD","identifier":"A-1001"}'`;

interface CopiedProps {
  readonly t: Texts;
  readonly text: string;
  readonly what: string;
}

function Copied({ t, text, what }: CopiedProps) {
  return (
    <span class="row">
      <code>{text}</code> <CopyButton t={t} text={text} what={what} />
    </span>
  );
}

interface InLanguagesProps {
  readonly t: Texts;
  readonly name: 'call' | 'verify';
  readonly what: string;
  readonly inLanguages: readonly Example[];
}

function InLanguages({ t, name, what, inLanguages }: InLanguagesProps) {
  return (
    <div>
      {inLanguages.map((example) => (
        <details class="folded" id={`${name}-${example.language}`}>
          <summary>{example.language}</summary>
          <CodeBlock
            t={t}
            text={withComments(t.lang, example[name])}
            what={`${what}: ${example.language}`}
            wrap={false}
          />
        </details>
      ))}
    </div>
  );
}

function ConsoleToken({ t, shown }: Pick<ConnectionProps, 't' | 'shown'>) {
  return (
    <Panel title={t('console.keys.consoleToken.title')}>
      <p>{t('console.keys.consoleToken.opens')}</p>
      {shown?.kind === 'console_token' ? (
        <Fresh t={t} name={t('console.keys.consoleToken.title')} token={shown.token}>
          <p>{t('console.keys.consoleToken.replaced')}</p>
        </Fresh>
      ) : (
        <p class="hint">{t('console.keys.consoleToken.warning')}</p>
      )}
      <Ask what="console_token" text={t('console.keys.consoleToken.make')} kind="danger" />
    </Panel>
  );
}

interface FreshProps {
  readonly t: Texts;
  readonly name: string;
  readonly token: string;
  readonly children?: Child;
}

/** A token that was just made. */
function Fresh({ t, name, token, children }: FreshProps) {
  return (
    <div class="stack">
      <Notice kind="good" text={t('console.keys.once')}>
        {children}
      </Notice>
      <CodeBlock t={t} text={token} what={name} />
    </div>
  );
}

function SignatureCheck({ t, account, inLanguages }: Pick<ConnectionProps, 't' | 'account' | 'inLanguages'>) {
  const variant = settingsOf(account).webhook_signature;
  return (
    <Panel title={t('console.keys.signature.title')} name="signature">
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
        t={t}
        text={signatureCheck(variant, t('console.keys.signature.rawBody'))}
        what={t('console.keys.signature.code')}
        wrap={false}
      />
      {inLanguages.length > 0 && <p>{t('console.keys.signature.others', { mode: variant })}</p>}
      <InLanguages t={t} name="verify" what={t('console.keys.signature.codeIn')} inLanguages={inLanguages} />
      <p class="hint">{t('console.keys.signature.probe')}</p>
    </Panel>
  );
}
