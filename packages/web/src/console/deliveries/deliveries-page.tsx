import {
  deliveryView,
  type ListedDelivery,
  labelOf,
  listDeliveries,
  resendDeliveries,
} from '@svc-simulator/contract';
import { getOrCreate } from '@svc-simulator/core';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import { t } from '../../kit/parts.tsx';
import { responseTimesMs } from '../charts/chart-figures.ts';
import { DeliveryCharts } from '../charts/delivery-charts.tsx';
import type { PageAnswer, PageCall, PageRoute } from '../page-call.ts';
import { rowsIn, seeOther, urlWithQuery } from '../page-call.ts';
import { searchTermOf } from '../parts/list.tsx';
import { ButtonForm } from '../parts/parts.tsx';
import { renderListPage } from '../views/list-page.tsx';
import { pickedRowIds, resendEach } from '../views/picked-rows.ts';
import { exportRows } from '../views/row-export.ts';
import { latestPerWebhook } from './latest-per-webhook.ts';

export const deliveriesRoutes: readonly PageRoute[] = [
  { path: '/console/deliveries', get: deliveriesPage, post: resendByForm },
];

async function resendByForm(call: PageCall): Promise<PageAnswer> {
  const { perform, form, url } = call;
  if (form.get('do') === 'resend') return resendEach(call, pickedRowIds(call));
  const resend = await perform(resendDeliveries, { body: { url: form.get('url') ?? '' } });
  if (!resend.ok) return seeOther(urlWithQuery(url, {}));
  const { resent, complete } = resend.data;
  const notice = complete ? 'rows_resent' : 'rows_resent_more';
  return seeOther(urlWithQuery(url, { count: String(resent) }), notice);
}

const CHARTED_DELIVERIES = '400';

async function deliveriesPage(call: PageCall): Promise<PageAnswer> {
  const { url, perform } = call;
  if (url.searchParams.has('as')) return exportRows(call, deliveryView);
  const q = searchTermOf(url);
  const by = url.searchParams.get('by');
  const query = { limit: CHARTED_DELIVERIES, ...(q && { q }), ...(by && { by }) };
  const deliveries = rowsIn(await perform(listDeliveries, { query }));
  const receiver = url.searchParams.get('url') ?? '';
  return renderListPage(call, deliveryView, {
    area: 'deliveries',
    selectionActions: ['resend'],
    before: <ReceiverStrip receivers={sumByReceiver(deliveries)} url={url} />,
    after: (
      <div class="grid charts" data-live="charts">
        <DeliveryCharts deliveries={deliveries.filter(({ url: to }) => to.includes(receiver))} />
      </div>
    ),
  });
}

function ReceiverStrip({ receivers, url }: Readonly<{ receivers: readonly ReceiverSum[]; url: URL }>) {
  return (
    <section data-live="receivers" aria-label={t('console.deliveries.receivers.title')}>
      {receivers.length > 0 && (
        <ul class="receiver-strip">
          {receivers.map((receiver) => (
            <li class={`card ${receiver.failed > 0 ? 'bad' : receiver.open > 0 ? 'wait' : 'good'}`}>
              <a class="cut" href={deliveriesPath(receiver.receiverUrl)} title={receiver.receiverUrl}>
                {receiver.receiverUrl.replace(/^https?:\/\//, '')}
              </a>
              <div class="row small">
                {receiverCounts
                  .filter(([name]) => receiver[name] > 0)
                  .map(([name, state]) => (
                    <a href={deliveriesPath(receiver.receiverUrl, state)}>
                      {receiver[name]} {labelOf(t, 'receiver', name).toLowerCase()}
                    </a>
                  ))}
                {receiver.medianMs !== null && (
                  <span class="soft" title={t('field.label.receiver.medianMs')}>
                    {durationText(receiver.medianMs, t.lang)}
                  </span>
                )}
              </div>
              {receiver.failed > 0 && (
                <ButtonForm
                  to={urlWithQuery(url, {})}
                  fields={{ do: 'resend_all', url: receiver.receiverUrl }}
                  kind="quiet"
                  id={`resend-${receiver.receiverUrl}`}
                  text={t('console.deliveries.receivers.resend')}
                  objectName={`${t('console.overview.trouble.webhooks', { count: receiver.failed })} ${receiver.receiverUrl}`}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const receiverCounts = [
  ['delivered', 'delivered'],
  ['open', 'open'],
  ['gaveUp', 'gave_up'],
] as const;

function deliveriesPath(receiver: string, state?: string): string {
  return `/console/deliveries?${new URLSearchParams({ ...(state && { state }), url: receiver })}`;
}

type ReceiverSum = ReturnType<typeof sumByReceiver>[number];

const MAX_RECEIVERS = 8;

function sumByReceiver(deliveries: readonly ListedDelivery[]) {
  const byUrl = new Map<string, ListedDelivery[]>();
  for (const delivery of deliveries) {
    if (delivery.state === 'probed') continue;
    const [receiverUrl = ''] = delivery.url.split('?');
    getOrCreate(byUrl, receiverUrl, () => []).push(delivery);
  }
  const sums = [...byUrl].map(([receiverUrl, group]) => {
    const count = (...states: ListedDelivery['state'][]) =>
      group.filter(({ state }) => states.includes(state)).length;
    const durationsMs = responseTimesMs(group);
    return {
      receiverUrl,
      open: count('open'),
      delivered: count('delivered'),
      gaveUp: count('gave_up', 'healed'),
      /** Webhooks that a resend of all would send. */
      failed: latestPerWebhook(group).filter(({ state }) => state === 'gave_up').length,
      medianMs: durationsMs[Math.floor(durationsMs.length / 2)] ?? null,
    };
  });
  return sums.sort((a, b) => b.gaveUp - a.gaveUp || b.delivered - a.delivered).slice(0, MAX_RECEIVERS);
}
