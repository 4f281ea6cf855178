import {
  deliveryView,
  listDeliveries,
  type RowOf,
  resendDeliveries,
  type Shown,
} from '@svc-simulator/contract';
import { SelectField, t } from '../../kit/parts.tsx';
import { answerTimes } from '../charts/chart-figures.ts';
import { DeliveryCharts } from '../charts/delivery-charts.tsx';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { soughtIn } from '../parts/list.tsx';
import { Folded, Notice, Panel, Submit } from '../parts/parts.tsx';
import { listPage } from '../views/list-page.tsx';
import { ViewRows } from '../views/shown-value.tsx';

const spans = { hour: 3_600_000, day: 86_400_000, all: Number.POSITIVE_INFINITY };

/** `/console/deliveries`: the webhooks of all sessions, what their receivers did, and what was given up to be sent again. */
export const deliveriesRoutes: readonly PageRoute[] = [
  { path: '/console/deliveries', get: deliveriesPage, post: sendAgain },
];

async function sendAgain({ perform, form, now }: PageCall): Promise<PageAnswer> {
  const span = Object.entries(spans).find(([name]) => name === form.get('since'))?.[1] ?? spans.all;
  const url = form.get('q') ?? '';
  const since = Number.isFinite(span) ? new Date(now - span).toISOString() : undefined;
  const sent = await perform(resendDeliveries, { body: { since, ...(url && { url }) } });
  const shown = new URLSearchParams({
    ...(url && { q: url }),
    ...(sent.ok && { resent: String(sent.data.resent), ...(!sent.data.complete && { more: 'yes' }) }),
  });
  return seeOther(`/console/deliveries?${shown}`);
}

const COUNTED = '400';

async function deliveriesPage(call: PageCall): Promise<ConsolePage> {
  const { t, now, url, perform } = call;
  const q = soughtIn(url);
  const by = url.searchParams.get('by');
  const query = { limit: COUNTED, ...(q && { q }), ...(by && { by }) };
  const latest = await perform(listDeliveries, { query });
  const deliveries = latest.ok ? latest.data : [];
  const receivers = receiversIn(deliveries);
  return listPage(call, deliveryView, {
    area: 'deliveries',
    before: <Resent url={url} />,
    after: (
      <>
        {deliveries.some(({ state, url: to }) => state === 'gave_up' && to.includes(q)) && (
          <SendAgain receiver={q} />
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

function Resent({ url }: Readonly<{ url: URL }>) {
  const [count] = /^\d{1,4}$/.exec(url.searchParams.get('resent') ?? '') ?? [];
  if (count === undefined) return null;
  const more = url.searchParams.has('more') ? ` ${t('console.deliveries.resend.more')}` : '';
  return (
    <Notice kind="good" text={`${t('console.deliveries.resend.done', { count: Number(count) })}${more}`} />
  );
}

/** Opens before it can be pressed, so that nobody sends two hundred webhooks by mistake. */
function SendAgain({ receiver }: Readonly<{ receiver: string }>) {
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
            chosen="day"
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
  to: ({ address }: ReceiverSum) => addressOf(address),
  columns: [
    { field: 'address', kind: 'text', isLong: true },
    { field: 'delivered', kind: 'count', to: (sum) => addressOf(sum.address, 'delivered') },
    { field: 'open', kind: 'count', to: (sum) => addressOf(sum.address, 'open') },
    { field: 'gaveUp', kind: 'count', to: (sum) => addressOf(sum.address, 'gave_up') },
    { field: 'medianMs', kind: 'duration' },
  ] satisfies readonly Shown<ReceiverSum>[],
};

function addressOf(receiver: string, state?: string): string {
  return `/console/deliveries?${new URLSearchParams({ ...(state && { state }), q: receiver })}`;
}

type Delivery = RowOf<typeof listDeliveries>;

type ReceiverSum = ReturnType<typeof receiversIn>[number];

/** Most receivers that are shown. */
const MOST = 8;

/** Sums deliveries up by receiver, those that gave most trouble first; probes are left out. */
function receiversIn(deliveries: readonly Delivery[]) {
  const byAddress = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    if (delivery.state === 'probed') continue;
    const [address = ''] = delivery.url.split('?');
    const own = byAddress.get(address);
    if (own) own.push(delivery);
    else byAddress.set(address, [delivery]);
  }
  const sums = [...byAddress].map(([address, own]) => {
    const count = (...states: Delivery['state'][]) =>
      own.filter(({ state }) => states.includes(state)).length;
    const answers = answerTimes(own);
    return {
      address,
      open: count('open'),
      delivered: count('delivered'),
      gaveUp: count('gave_up', 'healed'),
      medianMs: answers[Math.floor(answers.length / 2)] ?? null,
    };
  });
  return sums.sort((a, b) => b.gaveUp - a.gaveUp || b.delivered - a.delivered).slice(0, MOST);
}
