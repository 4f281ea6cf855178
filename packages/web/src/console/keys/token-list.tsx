import type { TokenRecord } from '@svc-simulator/core';
import { tokenData } from '@svc-simulator/server/accounts/token-service.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Page } from '@svc-simulator/store/store.ts';
import { Pager } from '../parts/pager.tsx';
import { Time } from '../parts/time.tsx';
import { keysTexts } from './texts.ts';

interface TokenListProps {
  readonly lang: Language;
  readonly url: URL;
  readonly page: Page<TokenRecord>;
}

/** The tokens that open the account, the last used first, each with the button that revokes it. */
export function TokenList({ lang, url, page }: TokenListProps) {
  const texts = keysTexts(lang).tokens;
  const rows = page.items.map(tokenData);
  return (
    <section class="panel stack" aria-labelledby="tokens-heading">
      <h2 id="tokens-heading">{texts.title}</h2>
      <p>{texts.lead}</p>
      <ul class="tokens">
        {rows.map(({ token_id: id, kind, token_hint: hint, created_at: made, last_used_at: used }) => (
          <li class="row">
            <span>
              <code>{hint}</code> · {kind === 'refresh' ? texts.refresh : texts.api} · {texts.made}{' '}
              <Time atMs={Date.parse(made)} /> · {texts.used} <Time atMs={Date.parse(used)} />
            </span>
            <form method="post" action="/console/keys/revoke">
              <button
                type="submit"
                name="token_id"
                value={id}
                class="button danger"
                aria-label={`${texts.revoke} ${hint}`}
              >
                {texts.revoke}
              </button>
            </form>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p class="hint">{texts.none}</p>}
      <Pager lang={lang} url={url} nextCursor={page.nextCursor} />
    </section>
  );
}
