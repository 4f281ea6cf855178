import type { TokenRecord } from '@svc-simulator/core';
import { tokenData } from '@svc-simulator/server/accounts/token-service.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Page } from '@svc-simulator/store/store.ts';
import { pageTexts } from '../page-texts.ts';
import { Panel } from '../parts/page-head.tsx';
import { Pager } from '../parts/pager.tsx';
import { Action } from '../parts/submit.tsx';
import { Time } from '../parts/time.tsx';

interface TokenListProps {
  readonly lang: Language;
  readonly url: URL;
  readonly page: Page<TokenRecord>;
}

/** The tokens that open the account, the last used first, each with the button that revokes it. */
export function TokenList({ lang, url, page }: TokenListProps) {
  const t = pageTexts(lang);
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
      <Pager lang={lang} url={url} nextCursor={page.nextCursor} />
    </Panel>
  );
}
