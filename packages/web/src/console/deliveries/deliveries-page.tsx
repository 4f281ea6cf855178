import { deliveryStates } from '@svc-simulator/contract';
import { deliveryPage } from '@svc-simulator/server/deliveries/delivery-list.ts';
import { resendGivenUp } from '@svc-simulator/server/deliveries/resend-given-up.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { isSoughtDelivery, soughtBy } from '@svc-simulator/server/lists/sought.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import { DeliveryCharts } from '../charts/delivery-charts.tsx';
import { type ConsolePage, type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { fromCursor } from '../parts/browser-input.ts';
import { Field } from '../parts/field.tsx';
import { Choice, Filters, soughtIn } from '../parts/filters.tsx';
import { List } from '../parts/list.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { MOST_COUNTED, pageSizeOf } from '../parts/pager.tsx';
import { Submit } from '../parts/submit.tsx';
import { Table } from '../parts/table.tsx';
import { DeliveryRows } from './delivery-rows.tsx';
import { type ReceiverSum, receiversIn } from './receivers.ts';

const spans = { hour: 3_600_000, day: 86_400_000, all: Number.POSITIVE_INFINITY };

/** `/console/deliveries`: the webhooks of all sessions by receiver and state, and what was given up to be sent again. */
export const deliveriesRoutes: readonly PageRoute[] = [
  { path: '/console/deliveries', get: deliveriesPage, post: sendAgain },
];

async function sendAgain({ services, account, form, now }: PageCall): Promise<PageAnswer> {
  const span = Object.entries(spans).find(([name]) => name === form.get('since'))?.[1] ?? spans.all;
  const receiver = form.get('q') ?? '';
  const filter = { since: now - span, url: receiver };
  const { deliveries, complete } = await resendGivenUp(services.runtime, account.id, filter, {
    asNew: false,
  });
  const shown = new URLSearchParams({
    ...(receiver && { q: receiver }),
    resent: String(deliveries.length),
    ...(!complete && { more: 'yes' }),
  });
  return seeOther(`/console/deliveries?${shown}`);
}

/** So many deliveries are counted by receiver. */
const COUNTED = 400;

/** The deliveries of all sessions: by receiver, then one by one. */
export async function deliveriesPage({ services, account, lang, now, url }: PageCall): Promise<ConsolePage> {
  const { store } = services.runtime;
  const t = pageTexts(lang);
  const state = deliveryStates.find((known) => known === url.searchParams.get('state'));
  const sought = soughtBy(soughtIn(url));
  const [page, latest, total] = await Promise.all([
    fromCursor(url, (cursor) =>
      deliveryPage(store, account.id, { limit: pageSizeOf(url), state, sought, ...cursor }),
    ),
    store.list('delivery', account.id, { limit: COUNTED }),
    state || sought ? null : store.count('delivery', account.id, { most: MOST_COUNTED }),
  ]);
  const charted = latest.items.filter((each) => !sought || isSoughtDelivery(each, sought));
  const receivers = receiversIn(latest.items);
  const counted = latest.items.length;
  const body = (
    <>
      <PageHead title={t('console.frame.areas.deliveries')}>
        <Filters find={t('console.deliveries.find')} url={url} submit={t('console.kit.list.filter')}>
          <Choice
            label={t('console.deliveries.state')}
            name="state"
            chosen={state}
            all={t('console.deliveries.all')}
            values={deliveryStates}
            word={(one) => t(`console.deliveries.states.${one}`)}
          />
        </Filters>
      </PageHead>
      <Resent lang={lang} url={url} />
      <List
        {...{ lang, url, page, total }}
        empty="console.deliveries"
        name="deliveries"
        label={t('console.frame.areas.deliveries')}
        command="npx sim session create --webhook-url http://localhost:3000/webhooks"
        isFiltered={counted > 0}
      >
        <DeliveryRows lang={lang} deliveries={page.items} clock={account.clock} />
      </List>
      {receivers.some(({ gaveUp }) => gaveUp > 0) && <SendAgain lang={lang} receiver={soughtIn(url)} />}
      <section class="stack" data-live="receivers">
        {receivers.length > 0 && <ReceiverTable lang={lang} receivers={receivers} counted={counted} />}
      </section>
      <div class="grid charts" data-live="charts">
        <DeliveryCharts lang={lang} now={now} deliveries={charted} />
      </div>
    </>
  );
  return { title: t('console.frame.areas.deliveries'), area: 'deliveries', body };
}

/** How many were sent again; a number, and nothing else that stands in the address. */
function Resent({ lang, url }: { readonly lang: Language; readonly url: URL }) {
  const t = pageTexts(lang);
  const [count] = /^\d{1,4}$/.exec(url.searchParams.get('resent') ?? '') ?? [];
  if (count === undefined) return null;
  const more = url.searchParams.has('more') ? ` ${t('console.deliveries.resend.more')}` : '';
  return (
    <Notice kind="good" text={`${t('console.deliveries.resend.done', { count: Number(count) })}${more}`} />
  );
}

/** Opens before it can be pressed, so that nobody sends two hundred webhooks by mistake. */
function SendAgain({ lang, receiver }: { readonly lang: Language; readonly receiver: string }) {
  const t = pageTexts(lang);
  return (
    <details class="panel stack" id="send-again">
      <summary>{t('console.deliveries.resend.open')}</summary>
      <form method="post" action="/console/deliveries" class="stack">
        <p>{t('console.deliveries.resend.text')}</p>
        {receiver && (
          <p class="clamp">
            {t('console.deliveries.resend.toReceiver')} <code>{receiver}</code>
          </p>
        )}
        <input type="hidden" name="q" value={receiver} />
        <div class="filters">
          <Field name="since" label={t('console.deliveries.resend.since')}>
            <select id="since" name="since">
              <option value="hour">{t('console.deliveries.resend.spans.hour')}</option>
              <option value="day" selected>
                {t('console.deliveries.resend.spans.day')}
              </option>
              <option value="all">{t('console.deliveries.resend.spans.all')}</option>
            </select>
          </Field>
          <Submit kind="primary" text={t('console.deliveries.resend.send')} />
        </div>
      </form>
    </details>
  );
}

interface ReceiverTableProps {
  readonly lang: Language;
  readonly receivers: readonly ReceiverSum[];
  /** Of so many deliveries. */
  readonly counted: number;
}

/** What became of the latest deliveries to each receiver; each number leads to those. */
function ReceiverTable({ lang, receivers, counted: total }: ReceiverTableProps) {
  const t = pageTexts(lang);
  const counted = (state: 'delivered' | 'open' | 'gave_up', countOf: (sum: ReceiverSum) => number) => ({
    head: t(`console.deliveries.receivers.counts.${state}`),
    kind: 'amount' as const,
    cell: (sum: ReceiverSum) =>
      countOf(sum) > 0 ? (
        <a href={addressOf(sum.address, state)}>{countOf(sum)}</a>
      ) : (
        <span class="soft">0</span>
      ),
  });
  return (
    <div class="panel stack">
      <div class="spread">
        <h2>{t('console.deliveries.receivers.title')}</h2>
        <p class="soft small">{t('console.deliveries.receivers.scope', { count: total })}</p>
      </div>
      <Table
        rows={receivers}
        columns={[
          {
            head: t('console.deliveries.receivers.receiver'),
            kind: 'whole',
            cell: ({ address }) => (
              <a class="clamp" href={addressOf(address)}>
                {address}
              </a>
            ),
          },
          counted('delivered', ({ delivered }) => delivered),
          counted('open', ({ open }) => open),
          counted('gave_up', ({ gaveUp }) => gaveUp),
          {
            head: t('console.deliveries.receivers.median'),
            kind: 'amount',
            cell: ({ medianMs }) =>
              medianMs === null ? t('console.deliveries.noCause') : durationText(medianMs, lang),
          },
        ]}
      />
    </div>
  );
}

function addressOf(receiver: string, state?: string): string {
  return `/console/deliveries?${new URLSearchParams({ ...(state && { state }), q: receiver })}`;
}
