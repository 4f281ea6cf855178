import * as api from '@svc-simulator/contract';
import { accept, type DataOf, tokenView } from '@svc-simulator/contract';
import { LinkButton, t } from '../../kit/parts.tsx';
import type { ConsolePage, PageAnswer, PageCall, PageRoute } from '../page-call.ts';
import { rowsIn, seeOther } from '../page-call.ts';
import { Pager } from '../parts/list.tsx';
import { ButtonForm, CodeBlock, Folded, Notice, PageHead, Panel, Time } from '../parts/parts.tsx';
import { readRows } from '../views/list-page.tsx';
import { ViewRows } from '../views/render-value.tsx';
import { readExamples } from './examples.ts';
import { ConnectionPanel, RevealButton, type RevealedToken, SignaturePanel } from './keys-page.tsx';

const KEYS_PATH = '/console/keys';

/**
 * Serves `/console/keys`, the credentials of the account. A POST returns the page instead of a redirect, so
 * that no URL contains a secret.
 */
export const keysRoutes: readonly PageRoute[] = [
  { path: KEYS_PATH, get: (call) => keysPage(call), post: revealSecret },
  { path: `${KEYS_PATH}/revoke`, post: revokeTokenByForm },
];

type Secret = DataOf<typeof api.getWebhookSecret>;

type RevealedSecrets = Readonly<{ secret?: Secret; token?: RevealedToken }>;

const TOKENS_PER_PAGE = '20';

async function keysPage(call: PageCall, revealedSecrets: RevealedSecrets = {}): Promise<ConsolePage> {
  const { t, account, url, baseUrl, perform } = call;
  const [tokens, agreements, secret, examples] = await Promise.all([
    readRows(call, tokenView, { limit: TOKENS_PER_PAGE }),
    perform(api.listAgreements, { query: { limit: '1' } }),
    perform(api.getWebhookSecret),
    readExamples(),
  ]);
  const rows = rowsIn(tokens);
  const { previous } = revealedSecrets.secret ?? (secret.ok ? secret.data : { previous: null });
  const body = (
    <>
      <PageHead title={t('console.frame.areas.keys')} lead={t('console.keys.lead')} />
      <div class="columns">
        <ConnectionPanel
          account={account}
          baseUrl={baseUrl}
          examples={examples}
          revealedToken={revealedSecrets.token}
          agreementId={rowsIn(agreements)[0]?.agreement_id}
        />
        <div class="stack loose">
          <Panel title={t('view.token.title')} lead={t('console.keys.tokens.lead')} name="tokens">
            {rows.length > 0 ? (
              <ViewRows
                view={tokenView}
                only={['token_hint', 'kind', 'last_used_at']}
                rows={rows}
                actions={({ token_id, token_hint }) => (
                  <ButtonForm
                    to={`${KEYS_PATH}/revoke`}
                    name="token_id"
                    value={token_id}
                    kind="danger"
                    text={t('console.keys.tokens.revoke')}
                    objectName={token_hint}
                  />
                )}
              />
            ) : (
              <p class="hint">{t('view.token.emptyText')}</p>
            )}
            <Pager url={url} nextCursor={tokens.ok ? tokens.nextCursor : null} />
          </Panel>
          <WebhookSecret previous={previous} secret={revealedSecrets.secret?.webhook_secret} />
          <ConsoleToken revealedToken={revealedSecrets.token} />
          <SignaturePanel account={account} examples={examples} />
        </div>
      </div>
    </>
  );
  return { title: t('console.frame.areas.keys'), area: 'keys', live: null, body };
}

function WebhookSecret(props: Readonly<{ previous: Secret['previous']; secret: string | undefined }>) {
  const { previous, secret } = props;
  const title = t('field.label.webhook_secret');
  return (
    <Folded title={title} name="webhook-secret" open={secret !== undefined}>
      <p>{t('console.keys.webhookSecret.signs')}</p>
      {secret ? (
        <>
          <CodeBlock text={secret} objectName={title} />
          <p>
            <LinkButton kind="quiet" href={KEYS_PATH} text={t('console.keys.webhookSecret.hide')} />
          </p>
        </>
      ) : (
        <RevealButton secret="webhook_secret" text={t('console.keys.webhookSecret.show')} />
      )}
      {previous && (
        <Notice kind="plain">
          <p>
            {t('console.keys.webhookSecret.former')} <Time atMs={Date.parse(previous.signs_until)} />
          </p>
        </Notice>
      )}
      <p class="hint">{t('console.keys.webhookSecret.replacing')}</p>
      <div class="row">
        <RevealButton
          secret="new_webhook_secret_with_grace"
          text={t('console.keys.webhookSecret.replaceWithGrace')}
        />
        <RevealButton
          secret="new_webhook_secret"
          text={t('console.keys.webhookSecret.replace')}
          kind="danger"
        />
      </div>
    </Folded>
  );
}

function ConsoleToken({ revealedToken }: Readonly<{ revealedToken: RevealedToken | undefined }>) {
  const title = t('field.label.account.console_token');
  return (
    <Folded title={title} open={revealedToken?.kind === 'console_token'}>
      <p>{t('console.keys.consoleToken.opens')}</p>
      {revealedToken?.kind === 'console_token' ? (
        <>
          <Notice kind="good" text={t('console.keys.once')}>
            <p>{t('console.keys.consoleToken.replaced')}</p>
          </Notice>
          <CodeBlock text={revealedToken.token} objectName={title} />
        </>
      ) : (
        <p class="hint">{t('console.keys.consoleToken.warning')}</p>
      )}
      <RevealButton secret="console_token" text={t('console.keys.consoleToken.make')} kind="danger" />
    </Folded>
  );
}

async function revealSecret(call: PageCall): Promise<PageAnswer> {
  const { accounts, shownTokenOf } = call.services;
  const secretName = call.form.get('show') ?? '';
  if (secretName.endsWith('webhook_secret') || secretName === 'new_webhook_secret_with_grace') {
    const grace = secretName.endsWith('grace');
    const request = secretName.startsWith('new')
      ? call.perform(api.replaceWebhookSecret, { body: { grace } })
      : call.perform(api.getWebhookSecret);
    const secret = await request;
    return secret.ok ? keysPage(call, { secret: secret.data }) : seeOther(KEYS_PATH);
  }
  if (secretName !== 'env' && secretName !== 'console_token') return seeOther(KEYS_PATH);
  // A local simulator knows the tokens that it printed at start. For any other account, a new token is
  // created.
  const knownToken = secretName === 'env' ? shownTokenOf(call.account.id) : undefined;
  const newToken = knownToken
    ? accept(knownToken)
    : await (secretName === 'env'
        ? accounts.addApiToken(call.account, call.token)
        : accounts.renewConsoleToken(call.account, call.token));
  if (!newToken.ok) return seeOther(KEYS_PATH);
  return keysPage(call, {
    token: { kind: secretName, token: newToken.value, isNew: knownToken === undefined },
  });
}

/** Revokes a token. Reports success even if the token was already revoked in another tab. */
async function revokeTokenByForm({ perform, form }: PageCall): Promise<PageAnswer> {
  await perform(api.revokeToken, { params: { token_id: form.get('token_id') ?? '' } });
  return seeOther(KEYS_PATH, 'token_revoked');
}
