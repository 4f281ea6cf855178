import type { AccountSettings } from '@svc-simulator/contract';
import { type AccountRecord, settingsOf, translateComments } from '@svc-simulator/core';
import { CopyableCode, type FactRow, t } from '../../kit/parts.tsx';
import { AGREEMENT_COMMAND } from '../parts/curl.ts';
import type { ButtonFormProps } from '../parts/parts.tsx';
import { ButtonForm, CodeBlock, FactList, Folded, Notice, Panel } from '../parts/parts.tsx';
import type { Example } from './examples.ts';

export type RevealedToken = Readonly<{ kind: 'env' | 'console_token'; token: string; isNew: boolean }>;

interface ConnectionProps {
  readonly account: AccountRecord;
  readonly baseUrl: string;
  readonly agreementId: string | undefined;
  readonly revealedToken: RevealedToken | undefined;
  readonly examples: readonly Example[];
}

const FIRST_CALL = `curl -s "$SIM_URL/api/v1/ext/payment-sessions/request" \\
  -H "Authorization: Bearer $SIM_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"agreement_id":"'$SIM_AGREEMENT_ID'","amount_reference":10,
       "currency_reference":"USD","identifier":"A-1001"}'`;

export function ConnectionPanel({ account, baseUrl, agreementId, revealedToken, examples }: ConnectionProps) {
  const agreementName = t('field.label.agreement_id');
  const copyable = (name: string, text: string | undefined): FactRow => [
    name,
    text && <CopyableCode text={text} objectName={name} />,
  ];
  const facts: readonly FactRow[] = [
    copyable(t('console.keys.connect.url'), baseUrl),
    agreementId
      ? copyable(agreementName, agreementId)
      : [agreementName, <a href="/console/agreements#add">{t('view.agreement.add')}</a>],
    copyable(t('console.frame.groups.account'), account.shortName),
    copyable('account_id', account.id),
    copyable('merchant_id', account.merchantId),
  ];
  return (
    <Panel title={t('console.keys.connect.title')} name="connect">
      {revealedToken?.kind === 'env' ? (
        <>
          {revealedToken.isNew && <Notice kind="good" text={t('console.keys.once')} />}
          <CodeBlock
            text={[
              `SIM_URL=${baseUrl}`,
              `SIM_TOKEN=${revealedToken.token}`,
              ...(agreementId ? [`SIM_AGREEMENT_ID=${agreementId}`] : []),
              `SIM_WEBHOOK_SECRET=${account.webhookSecret}`,
            ].join('\n')}
            objectName=".env"
          />
        </>
      ) : (
        <>
          <RevealButton secret="env" text={t('console.keys.connect.show')} kind="primary" />
          <p class="hint">{t('console.keys.connect.command')}</p>
          <CodeBlock text="npx sim env --dotenv .env" objectName="sim env" />
        </>
      )}
      <FactList facts={facts} class="pairs" />
      <h3>{t('console.keys.connect.call')}</h3>
      <CodeBlock text={agreementId ? FIRST_CALL : AGREEMENT_COMMAND} objectName="curl" />
      <CodeExamples name="call" objectName={t('console.keys.connect.call')} examples={examples} />
    </Panel>
  );
}

type ExampleProps = Readonly<{ name: 'call' | 'verify'; objectName: string; examples: readonly Example[] }>;

function CodeExamples({ name, objectName, examples }: ExampleProps) {
  return (
    <div class="row examples">
      {name === 'call' && <span class="soft small">{t('console.keys.connect.languages')}</span>}
      {examples.map((example) => (
        <details class="folded" id={`${name}-${example.language}`} name={name}>
          <summary>{example.language}</summary>
          <CodeBlock
            text={translateComments(t.lang, example[name])}
            objectName={`${objectName}: ${example.language}`}
          />
        </details>
      ))}
    </div>
  );
}

export function SignaturePanel({ account, examples }: Pick<ConnectionProps, 'account' | 'examples'>) {
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
        objectName={t('console.keys.signature.code')}
      />
      {examples.length > 0 && <p>{t('console.keys.signature.others', { mode: variant })}</p>}
      <CodeExamples name="verify" objectName={t('console.keys.signature.codeIn')} examples={examples} />
      <p class="hint">{t('console.keys.signature.probe')}</p>
    </Folded>
  );
}

type RevealableSecret =
  | 'env'
  | 'console_token'
  | 'webhook_secret'
  | 'new_webhook_secret'
  | 'new_webhook_secret_with_grace';

export function RevealButton({
  secret,
  ...button
}: Pick<ButtonFormProps, 'text' | 'kind'> & { readonly secret: RevealableSecret }) {
  return <ButtonForm to="/console/keys" name="show" value={secret} {...button} />;
}

type Variant = AccountSettings['webhook_signature'];

const signatureForms: Readonly<Record<Variant, readonly [before: string, prefix: string]>> = {
  timestamp: [`\n    .update(\`\${headers['svc-timestamp']}.\`)`, ''],
  body: ['', ''],
  sha256: ['', 'sha256='],
};

/** Returns JavaScript code that verifies a webhook signed in the given variant. */
export function signatureCheck(variant: Variant, comment: string): string {
  const [timestampLine, prefix] = signatureForms[variant];
  return `// Node.js
import { createHmac, timingSafeEqual } from 'node:crypto';

// ${comment}
export function isGenuine(headers, rawBody, secret) {
  const digest = createHmac('sha256', secret)${timestampLine}
    .update(rawBody)
    .digest('hex');
  const expected = Buffer.from(\`${prefix}\${digest}\`);
  const given = Buffer.from(headers['svc-signature'] ?? '');
  return given.length === expected.length
    && timingSafeEqual(given, expected);
}`;
}
