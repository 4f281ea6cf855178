import { type AccountRecord, settingsOf, withComments } from '@svc-simulator/core';
import { tokenPage } from '@svc-simulator/server/accounts/token-service.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Child } from 'hono/jsx';
import type { ConsolePage, PageCall } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { fromCursor } from '../parts/browser-input.ts';
import { CodeBlock, CopyButton } from '../parts/copy.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
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
  const { lang, account, url, services } = call;
  const { store } = services.runtime;
  const t = pageTexts(lang);
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
            lang={lang}
            account={account}
            baseUrl={call.baseUrl}
            agreementId={agreements.items[0]?.id}
            shown={shown}
            inLanguages={inLanguages}
          />
          <div class="stack loose">
            <WebhookSecret
              lang={lang}
              account={account}
              nowMs={call.now}
              isShown={shown?.kind === 'webhook_secret'}
            />
            <ConsoleToken lang={lang} shown={shown} />
          </div>
        </div>
        <TokenList lang={lang} url={url} page={tokens} />
        <SignatureCheck lang={lang} account={account} inLanguages={inLanguages} />
      </>
    ),
  };
}

interface ConnectionProps {
  readonly lang: Language;
  readonly account: AccountRecord;
  readonly baseUrl: string;
  readonly agreementId: string | undefined;
  readonly shown: Shown | null;
  readonly inLanguages: readonly Example[];
}

/** What a program needs to call the API, as variables, and a first call that reads them. */
function Connection({ lang, account, baseUrl, agreementId, shown, inLanguages }: ConnectionProps) {
  const t = pageTexts(lang);
  const facts = [
    [
      t('console.keys.connect.url'),
      <Copied lang={lang} text={baseUrl} what={t('console.keys.connect.url')} />,
    ],
    [
      t('console.keys.connect.agreement'),
      agreementId ? (
        <Copied lang={lang} text={agreementId} what={t('console.keys.connect.agreement')} />
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
            lang={lang}
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
          <CodeBlock lang={lang} text="npx sim env --dotenv .env" what="sim env" />
        </>
      )}
      <h3>{t('console.keys.connect.call')}</h3>
      <CodeBlock lang={lang} text={FIRST_CALL} what="curl" />
      <InLanguages lang={lang} name="call" what={t('console.keys.connect.call')} inLanguages={inLanguages} />
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
  readonly lang: Language;
  readonly text: string;
  readonly what: string;
}

function Copied({ lang, text, what }: CopiedProps) {
  return (
    <span class="row">
      <code>{text}</code> <CopyButton lang={lang} text={text} what={what} />
    </span>
  );
}

interface InLanguagesProps {
  readonly lang: Language;
  readonly name: 'call' | 'verify';
  readonly what: string;
  readonly inLanguages: readonly Example[];
}

function InLanguages({ lang, name, what, inLanguages }: InLanguagesProps) {
  return (
    <div>
      {inLanguages.map((example) => (
        <details class="folded" id={`${name}-${example.language}`}>
          <summary>{example.language}</summary>
          <CodeBlock
            lang={lang}
            text={withComments(lang, example[name])}
            what={`${what}: ${example.language}`}
            wrap={false}
          />
        </details>
      ))}
    </div>
  );
}

function ConsoleToken({ lang, shown }: Pick<ConnectionProps, 'lang' | 'shown'>) {
  const t = pageTexts(lang);
  return (
    <Panel title={t('console.keys.consoleToken.title')}>
      <p>{t('console.keys.consoleToken.opens')}</p>
      {shown?.kind === 'console_token' ? (
        <Fresh lang={lang} name={t('console.keys.consoleToken.title')} token={shown.token}>
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

function SignatureCheck({
  lang,
  account,
  inLanguages,
}: Pick<ConnectionProps, 'lang' | 'account' | 'inLanguages'>) {
  const t = pageTexts(lang);
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
        lang={lang}
        text={signatureCheck(variant, t('console.keys.signature.rawBody'))}
        what={t('console.keys.signature.code')}
        wrap={false}
      />
      {inLanguages.length > 0 && <p>{t('console.keys.signature.others', { mode: variant })}</p>}
      <InLanguages
        lang={lang}
        name="verify"
        what={t('console.keys.signature.codeIn')}
        inLanguages={inLanguages}
      />
      <p class="hint">{t('console.keys.signature.probe')}</p>
    </Panel>
  );
}
