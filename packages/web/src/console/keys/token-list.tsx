import type { TokenRecord } from '@svc-simulator/core';
import { tokenData } from '@svc-simulator/server/accounts/token-service.ts';
import type { Page } from '@svc-simulator/store/store.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { Pager } from '../parts/pager.tsx';
import { Action, Panel, Time } from '../parts/parts.tsx';

interface TokenListProps {
  readonly t: Texts;
  readonly url: URL;
  readonly page: Page<TokenRecord>;
}

/** The tokens that open the account, the last used first, each with the button that revokes it. */
export function TokenList({ t, url, page }: TokenListProps) {
  const rows = page.items.map(tokenData);
  return (
    <Panel title={t('console.keys.tokens.title')} name="tokens">
      <p>{t('console.keys.tokens.lead')}</p>
      <ul class="lines">
        {rows.map(({ token_id: id, kind, token_hint: hint, created_at: made, last_used_at: used }) => (
          <li class="spread">
            <span>
              <code>{hint}</code> ·{' '}
              {kind === 'refresh' ? t('console.keys.tokens.refresh') : t('console.keys.tokens.api')} ·{' '}
              {t('console.keys.tokens.made')} <Time atMs={Date.parse(made)} /> ·{' '}
              {t('console.keys.tokens.used')} <Time atMs={Date.parse(used)} />
            </span>
            <Action
              to="/console/keys/revoke"
              name="token_id"
              value={id}
              kind="danger"
              aria-label={`${t('console.keys.tokens.revoke')} ${hint}`}
              text={t('console.keys.tokens.revoke')}
            />
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p class="hint">{t('console.keys.tokens.none')}</p>}
      <Pager t={t} url={url} nextCursor={page.nextCursor} />
    </Panel>
  );
}
