import {
  deliveryView,
  listDeliveries,
  type RowOf,
  resendDeliveries,
  type ShownField,
} from '@svc-simulator/contract';
import { SelectField, t } from '../../kit/parts.tsx';
import { answerTimes } from '../charts/chart-figures.ts';
import { DeliveryCharts } from '../charts/delivery-charts.tsx';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { searchTermOf } from '../parts/list.tsx';
import { Folded, Notice, Panel, Submit } from '../parts/parts.tsx';
import { renderListPage } from '../views/list-page.tsx';
import { ViewRows } from '../views/shown-value.tsx';

const spansMs = { hour: 3_600_000, day: 86_400_000, all: Number.POSITIVE_INFINITY };

/** `/console/deliveries`: all webhooks, the receivers' results, and a form to resend the abandoned ones. */
export const deliveriesRoutes: readonly PageRoute[] = [
  { path: '/console/deliveries', get: deliveriesPage, post: resendFailedDeliveries },
];

async function resendFailedDeliveries({ perform, form, now }: PageCall): Promise<PageAnswer> {
  const span = Object.entries(spansMs).find(([name]) => name === form.get('since'))?.[1] ?? spansMs.all;
  const url = form.get('q') ?? '';
  const since = Number.isFinite(span) ? new Date(now - span).toISOString() : undefined;
  const resend = await perform(resendDeliveries, { body: { since, ...(url && { url }) } });
  const query = new URLSearchParams({
    ...(url && { q: url }),
    ...(resend.ok && { resent: String(resend.data.resent), ...(!resend.data.complete && { more: 'yes' }) }),
  });
  return seeOther(`/console/deliveries?${query}`);
}

const CHARTED_DELIVERIES = '400';

async function deliveriesPage(call: PageCall): Promise<ConsolePage> {
  const { t, now, url, perform } = call;
  const q = searchTermOf(url);
  const by = url.searchParams.get('by');
  const query = { limit: CHARTED_DELIVERIES, ...(q && { q }), ...(by && { by }) };
  const latest = await perform(listDeliveries, { query });
  const deliveries = latest.ok ? latest.data : [];
  const receivers = sumByReceiver(deliveries);
  return renderListPage(call, deliveryView, {
    area: 'deliveries',
    before: <ResendNotice url={url} />,
    after: (
      <>
        {deliveries.some(({ state, url: to }) => state === 'gave_up' && to.includes(q)) && (
          <ResendForm receiver={q} />
        )}
        <section class="stack" data-live="receivers">
          {receivers.length > 0 && (
            <Panel
              title={t('console.deliveries.receivers.title')}
              lead={t('console.deliveries.receivers.scope', { count: deliveries.length })}
            >
              <ViewRows view={receiverRows} rows={receivers} />
            </Panel>
          )}
        </section>
        <div class="grid charts" data-live="charts">
          <DeliveryCharts now={now} deliveries={deliveries} />
        </div>
      </>
    ),
  });
}

function ResendNotice({ url }: Readonly<{ url: URL }>) {
  const [count] = /^\d{1,4}$/.exec(url.searchParams.get('resent') ?? '') ?? [];
  if (count === undefined) return null;
  const remainder = url.searchParams.has('more') ? ` ${t('console.deliveries.resend.more')}` : '';
  return (
    <Notice
      kind="good"
      text={`${t('console.deliveries.resend.done', { count: Number(count) })}${remainder}`}
    />
  );
}

/** Folded at first, so that nobody resends hundreds of webhooks by mistake. */
function ResendForm({ receiver }: Readonly<{ receiver: string }>) {
  return (
    <Folded title={t('console.deliveries.resend.open')} name="send-again">
      <form method="post" action="/console/deliveries" class="stack">
        <p>{t('console.deliveries.resend.text')}</p>
        {receiver && (
          <p class="clamp">
            {t('console.deliveries.resend.toReceiver')} <code>{receiver}</code>
          </p>
        )}
        <input type="hidden" name="q" value={receiver} />
        <div class="filters">
          <SelectField
            name="since"
            label={t('console.deliveries.resend.since')}
            selected="day"
            options={(['hour', 'day', 'all'] as const).map((span) => [
              span,
              t(`console.deliveries.resend.spans.${span}`),
            ])}
          />
          <Submit kind="primary" text={t('console.deliveries.resend.send')} />
        </div>
      </form>
    </Folded>
  );
}

const receiverRows = {
  noun: 'receiver' as const,
  id: ({ address }: ReceiverSum) => address,
  to: ({ address }: ReceiverSum) => deliveriesPath(address),
  columns: [
    { field: 'address', kind: 'text', isLong: true },
    { field: 'delivered', kind: 'count', to: (sum) => deliveriesPath(sum.address, 'delivered') },
    { field: 'open', kind: 'count', to: (sum) => deliveriesPath(sum.address, 'open') },
    { field: 'gaveUp', kind: 'count', to: (sum) => deliveriesPath(sum.address, 'gave_up') },
    { field: 'medianMs', kind: 'duration' },
  ] satisfies readonly ShownField<ReceiverSum>[],
};

function deliveriesPath(receiver: string, state?: string): string {
  return `/console/deliveries?${new URLSearchParams({ ...(state && { state }), q: receiver })}`;
}

type DeliveryRow = RowOf<typeof listDeliveries>;

type ReceiverSum = ReturnType<typeof sumByReceiver>[number];

const MAX_RECEIVERS = 8;

function sumByReceiver(deliveries: readonly DeliveryRow[]) {
  const byAddress = new Map<string, DeliveryRow[]>();
  for (const delivery of deliveries) {
    if (delivery.state === 'probed') continue;
    const [address = ''] = delivery.url.split('?');
    const group = byAddress.get(address);
    if (group) group.push(delivery);
    else byAddress.set(address, [delivery]);
  }
  const sums = [...byAddress].map(([address, group]) => {
    const count = (...states: DeliveryRow['state'][]) =>
      group.filter(({ state }) => states.includes(state)).length;
    const answers = answerTimes(group);
    return {
      address,
      open: count('open'),
      delivered: count('delivered'),
      gaveUp: count('gave_up', 'healed'),
      medianMs: answers[Math.floor(answers.length / 2)] ?? null,
    };
  });
  return sums.sort((a, b) => b.gaveUp - a.gaveUp || b.delivered - a.delivered).slice(0, MAX_RECEIVERS);
}
