import { settlementKey, terminalKey } from '@svc-simulator/core';
import { missingPage } from '../error-pages.tsx';
import { type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { fromCursor } from '../parts/cursor.ts';
import { BatchList } from './batch-list.tsx';
import { BatchPage } from './batch-page.tsx';
import { paymentsOf } from './batch-payments.ts';
import { terminalsTexts } from './texts.ts';

const PAGE = 50;

/** `/console/batches`: what the account's terminals closed, and each batch with its payments. */
export const batchesRoutes: readonly PageRoute[] = [
  { path: '/console/batches', get: listPage },
  { path: '/console/batches/:serial/:batch', get: batchPage },
];

async function listPage({ services, account, lang, url }: PageCall): Promise<PageAnswer> {
  // The terminals' page says what an account without a merchant profile can do.
  if (account.merchantId === undefined) return seeOther('/console/terminals');
  const page = await fromCursor(url, (cursor) =>
    services.runtime.store.list('settlement', account.id, { limit: PAGE, ...cursor }),
  );
  return {
    title: terminalsTexts(lang).tabs.batches,
    area: 'terminals',
    body: <BatchList lang={lang} url={url} page={page} />,
  };
}

async function batchPage({ services, account, lang, params }: PageCall): Promise<PageAnswer> {
  const { store } = services.runtime;
  const terminal = await store.get('terminal', terminalKey(account.id, params.serial ?? ''));
  const batch = terminal && (await store.get('settlement', settlementKey(terminal.id, params.batch ?? '')));
  if (!batch) return missingPage(lang, 'terminals');
  const paid = await paymentsOf(store, batch);
  return {
    title: `${terminalsTexts(lang).batches.batch} ${batch.batchNumber}`,
    area: 'terminals',
    body: <BatchPage lang={lang} batch={batch} paid={paid} />,
  };
}
