import type { AccountSettings } from '@svc-simulator/contract';
import { type AccountRecord, settingsOf, withComments } from '@svc-simulator/core';
import { CopyButton, t } from '../../kit/parts.tsx';
import { AGREEMENT_COMMAND } from '../parts/curl.ts';
import { Action, type ActionProps, CodeBlock, FactList, Folded, Notice, Panel } from '../parts/parts.tsx';
import type { Example } from './examples.ts';

export interface ShownToken {
  readonly kind: 'env' | 'console_token';
  readonly token: string;
  /** It was just made, and is never shown again. */
  readonly isNew: boolean;
}

interface ConnectionProps {
  readonly account: AccountRecord;
  readonly baseUrl: string;
  readonly agreementId: string | undefined;
  readonly shown: ShownToken | undefined;
  readonly inLanguages: readonly Example[];
}

export function Connection({ account, baseUrl, agreementId, shown, inLanguages }: ConnectionProps) {
  const facts = [
    [t('console.keys.connect.url'), <Copied text={baseUrl} what={t('console.keys.connect.url')} />],
    [
      t('field.label.agreement_id'),
      agreementId ? (
        <Copied text={agreementId} what={t('field.label.agreement_id')} />
      ) : (
        <a href="/console/agreements#add">{t('view.agreement.add')}</a>
      ),
    ],
    [t('console.frame.groups.account'), <code>{account.shortName}</code>],
    ['account_id', <code>{account.id}</code>],
    ['merchant_id', account.merchantId && <code>{account.merchantId}</code>],
  ] as const;
  return (
    <Panel title={t('console.keys.connect.title')} name="connect">
      {shown?.kind === 'env' ? (
        <>
          {shown.isNew && <Notice kind="good" text={t('console.keys.once')} />}
          <CodeBlock
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
          <CodeBlock text="npx sim env --dotenv .env" what="sim env" />
        </>
      )}
      <FactList facts={facts} class="pairs" />
      <h3>{t('console.keys.connect.call')}</h3>
      <CodeBlock text={agreementId ? FIRST_CALL : AGREEMENT_COMMAND} what="curl" wrap={false} />
      <InLanguages name="call" what={t('console.keys.connect.call')} inLanguages={inLanguages} />
    </Panel>
  );
}

/** Makes a session, with the variables. */
const FIRST_CALL = `curl -s "$SIM_URL/api/v1/ext/payment-sessions/request" \\
  -H "Authorization: Bearer $SIM_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"agreement_id":"'$SIM_AGREEMENT_ID'","amount_reference":10,
       "currency_reference":"USD","identifier":"A-1001"}'`;

function Copied({ text, what }: Readonly<{ text: string; what: string }>) {
  return (
    <span class="command">
      <code>{text}</code> <CopyButton text={text} what={what} />
    </span>
  );
}

interface InLanguagesProps {
  readonly name: 'call' | 'verify';
  readonly what: string;
  readonly inLanguages: readonly Example[];
}

function InLanguages({ name, what, inLanguages }: InLanguagesProps) {
  return (
    <div>
      {inLanguages.map((example) => (
        <details class="folded" id={`${name}-${example.language}`}>
          <summary>{example.language}</summary>
          <CodeBlock
            text={withComments(t.lang, example[name])}
            what={`${what}: ${example.language}`}
            wrap={false}
          />
        </details>
      ))}
    </div>
  );
}

export function SignatureCheck({ account, inLanguages }: Pick<ConnectionProps, 'account' | 'inLanguages'>) {
  const variant = settingsOf(account).webhook_signature;
  return (
    <Folded title={t('console.keys.signature.title')} name="signature">
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
        text={signatureCheck(variant, t('console.keys.signature.rawBody'))}
        what={t('console.keys.signature.code')}
        wrap={false}
      />
      {inLanguages.length > 0 && <p>{t('console.keys.signature.others', { mode: variant })}</p>}
      <InLanguages name="verify" what={t('console.keys.signature.codeIn')} inLanguages={inLanguages} />
      <p class="hint">{t('console.keys.signature.probe')}</p>
    </Folded>
  );
}

/** Secrets that the page can reveal. */
type Asked =
  | 'env'
  | 'console_token'
  | 'webhook_secret'
  | 'new_webhook_secret'
  | 'new_webhook_secret_with_grace';

export function Ask({ what, ...button }: Pick<ActionProps, 'text' | 'kind'> & { readonly what: Asked }) {
  return <Action to="/console/keys" name="show" value={what} {...button} />;
}

type Variant = AccountSettings['webhook_signature'];

/** The signed prefix of the body as code, and the prefix of the digest. */
const forms: Readonly<Record<Variant, readonly [before: string, prefix: string]>> = {
  timestamp: [`\n    .update(\`\${headers['svc-timestamp']}.\`)`, ''],
  body: ['', ''],
  sha256: ['', 'sha256='],
};

/**
 * Returns JavaScript code that verifies a webhook, for each signature variant (contract sections 4 and 10).
 */
export function signatureCheck(variant: Variant, comment: string): string {
  const [before, prefix] = forms[variant];
  return `// Node.js
import { createHmac, timingSafeEqual } from 'node:crypto';

// ${comment}
export function isGenuine(headers, rawBody, secret) {
  const digest = createHmac('sha256', secret)${before}
    .update(rawBody)
    .digest('hex');
  const expected = Buffer.from(\`${prefix}\${digest}\`);
  const given = Buffer.from(headers['svc-signature'] ?? '');
  return given.length === expected.length
    && timingSafeEqual(given, expected);
}`;
}
