import {
  accept,
  type DataOf,
  getWebhookSecret,
  listAgreements,
  replaceWebhookSecret,
  revokeToken,
  tokenView,
} from '@svc-simulator/contract';
import { LinkButton, t } from '../../kit/parts.tsx';
import {
  type ConsolePage,
  type PageAnswer,
  type PageCall,
  type PageRoute,
  rowsIn,
  seeOther,
} from '../page-call.ts';
import { Pager } from '../parts/list.tsx';
import { Action, CodeBlock, Folded, Notice, PageHead, Time } from '../parts/parts.tsx';
import { rowsOf } from '../views/list-page.tsx';
import { ViewRows } from '../views/shown-value.tsx';
import { examples } from './examples.ts';
import { Ask, Connection, type ShownToken, SignatureCheck } from './keys-page.tsx';

const HOME = '/console/keys';

/**
 * `/console/keys`: the credentials of the account. A post returns the page itself, so that no URL contains a
 * secret.
 */
export const keysRoutes: readonly PageRoute[] = [
  { path: HOME, get: (call) => keysPage(call), post: handOut },
  { path: `${HOME}/revoke`, post: revoke },
];

type Secret = DataOf<typeof getWebhookSecret>;

interface Shown {
  readonly secret?: Secret;
  readonly token?: ShownToken;
}

const TOKENS_A_PAGE = '20';

async function keysPage(call: PageCall, shown: Shown = {}): Promise<ConsolePage> {
  const { t, account, url, baseUrl, perform } = call;
  const [tokens, agreements, secret, inLanguages] = await Promise.all([
    rowsOf(call, tokenView, { limit: TOKENS_A_PAGE }),
    perform(listAgreements, { query: { limit: '1' } }),
    perform(getWebhookSecret),
    examples(),
  ]);
  const rows = rowsIn(tokens);
  const { previous } = shown.secret ?? (secret.ok ? secret.data : { previous: null });
  const body = (
    <>
      <PageHead title={t('console.frame.areas.keys')} lead={t('console.keys.lead')} />
      <div class="columns">
        <Connection
          {...{ account, baseUrl, inLanguages, shown: shown.token }}
          agreementId={rowsIn(agreements)[0]?.agreement_id}
        />
        <div class="stack loose">
          <WebhookSecret previous={previous} secret={shown.secret?.webhook_secret} />
          <ConsoleToken shown={shown.token} />
          <SignatureCheck account={account} inLanguages={inLanguages} />
        </div>
      </div>
      <Folded title={t('view.token.title')} name="tokens" open={url.search !== ''}>
        <p>{t('console.keys.tokens.lead')}</p>
        {rows.length > 0 ? (
          <ViewRows
            view={tokenView}
            rows={rows}
            actions={({ token_id, token_hint }) => (
              <Action
                to={`${HOME}/revoke`}
                name="token_id"
                value={token_id}
                kind="danger"
                text={t('console.keys.tokens.revoke')}
                of={token_hint}
              />
            )}
          />
        ) : (
          <p class="hint">{t('view.token.emptyText')}</p>
        )}
        <Pager url={url} nextCursor={tokens.ok ? tokens.nextCursor : null} />
      </Folded>
    </>
  );
  return { title: t('console.frame.areas.keys'), area: 'keys', live: null, body };
}

interface SecretProps {
  readonly previous: Secret['previous'];
  readonly secret: string | undefined;
}

/** Shows the signing secret on request and replaces it, at once or with a day's grace for the old one. */
function WebhookSecret({ previous, secret }: SecretProps) {
  const title = t('field.label.webhook_secret');
  return (
    <Folded title={title} name="webhook-secret" open={secret !== undefined}>
      <p>{t('console.keys.webhookSecret.signs')}</p>
      {secret ? (
        <>
          <CodeBlock text={secret} what={title} />
          <p>
            <LinkButton kind="quiet" href={HOME} text={t('console.keys.webhookSecret.hide')} />
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
      {previous && (
        <Notice kind="plain">
          <p>
            {t('console.keys.webhookSecret.former')} <Time atMs={Date.parse(previous.signs_until)} />
          </p>
        </Notice>
      )}
      <p class="hint">{t('console.keys.webhookSecret.replacing')}</p>
      <div class="row">
        <Ask what="new_webhook_secret_with_grace" text={t('console.keys.webhookSecret.replaceWithGrace')} />
        <Ask what="new_webhook_secret" text={t('console.keys.webhookSecret.replace')} kind="danger" />
      </div>
    </Folded>
  );
}

function ConsoleToken({ shown }: Readonly<{ shown: ShownToken | undefined }>) {
  const title = t('field.label.account.console_token');
  return (
    <Folded title={title} open={shown?.kind === 'console_token'}>
      <p>{t('console.keys.consoleToken.opens')}</p>
      {shown?.kind === 'console_token' ? (
        <>
          <Notice kind="good" text={t('console.keys.once')}>
            <p>{t('console.keys.consoleToken.replaced')}</p>
          </Notice>
          <CodeBlock text={shown.token} what={title} />
        </>
      ) : (
        <p class="hint">{t('console.keys.consoleToken.warning')}</p>
      )}
      <Ask what="console_token" text={t('console.keys.consoleToken.make')} kind="danger" />
    </Folded>
  );
}

async function handOut(call: PageCall): Promise<PageAnswer> {
  const { accounts, toldTokenOf } = call.services;
  const what = call.form.get('show') ?? '';
  if (what.endsWith('webhook_secret') || what === 'new_webhook_secret_with_grace') {
    const grace = what.endsWith('grace');
    const asked = what.startsWith('new')
      ? call.perform(replaceWebhookSecret, { body: { grace } })
      : call.perform(getWebhookSecret);
    const secret = await asked;
    return secret.ok ? keysPage(call, { secret: secret.data }) : seeOther(HOME);
  }
  if (what !== 'env' && what !== 'console_token') return seeOther(HOME);
  // With the token that its owner was told, or with another where only the token's digest is kept.
  const known = what === 'env' ? toldTokenOf(call.account.id) : undefined;
  const made = known
    ? accept(known)
    : await (what === 'env'
        ? accounts.furtherApiToken(call.account, call.token)
        : accounts.renewConsoleToken(call.account, call.token));
  if (!made.ok) return seeOther(HOME);
  return keysPage(call, { token: { kind: what, token: made.value, isNew: known === undefined } });
}

/** A second revocation in another tab shows the same message. */
async function revoke({ perform, form }: PageCall): Promise<PageAnswer> {
  await perform(revokeToken, { params: { token_id: form.get('token_id') ?? '' } });
  return seeOther(HOME, 'token_revoked');
}
