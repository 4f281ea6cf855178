import { receiverNames } from '@svc-simulator/contract';
import { receiverStatus, receiverUrl } from '@svc-simulator/server/receivers/receivers.ts';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { idIn } from '../parts/browser-input.ts';
import { SHOWN_BYTES } from '../parts/shown-bytes.ts';
import { receivedIn } from './received.ts';
import { ReceiversPage } from './receivers-page.tsx';
import { receiversTexts } from './texts.ts';

const PAGE = 20;

/** `/console/receivers`: addresses that take webhooks, and what they took. */
export const receiversRoutes: readonly PageRoute[] = [{ path: '/console/receivers', get: receiversPage }];

async function receiversPage({ services, account, lang, now, url }: PageCall): Promise<ConsolePage> {
  const { store, settings } = services.runtime;
  const after = idIn(url.searchParams.get('cursor'));
  const latest = await store.list('session', account.id, { limit: 1 });
  const { items, nextCursor } = await store.trace.page(account.id, {
    types: ['webhook.received'],
    order: 'desc',
    limit: PAGE,
    maxBytes: SHOWN_BYTES,
    ...(after !== undefined && { after }),
  });
  return {
    title: receiversTexts(lang).title,
    area: 'receivers',
    body: (
      <ReceiversPage
        lang={lang}
        url={url}
        now={now}
        receivers={receiverNames.map((name) => ({
          name,
          status: receiverStatus[name],
          address: receiverUrl(settings.publicUrl, account.id, name),
        }))}
        received={items.map((event) => receivedIn(event, account))}
        nextCursor={nextCursor}
        latestUrl={latest.items[0]?.fields.webhook_url ?? ''}
      />
    ),
  };
}
