import { type DeliveryStateName, deliveryStates } from '@svc-simulator/contract';
import type { AccountClock, DeliveryRecord } from '@svc-simulator/core';
import type { ListedDelivery } from '@svc-simulator/server/deliveries/delivery-list.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Page } from '@svc-simulator/store/store.ts';
import { DeliveryCharts } from '../charts/delivery-charts.tsx';
import { Choice } from '../parts/choice.tsx';
import { EmptyList, EmptyState } from '../parts/empty-state.tsx';
import { Field } from '../parts/field.tsx';
import { FindForm, soughtIn } from '../parts/find-form.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Pager } from '../parts/pager.tsx';
import { Submit } from '../parts/submit.tsx';
import { Table } from '../parts/table.tsx';
import { durationText } from '../parts/time.tsx';
import { DeliveryRows } from './delivery-rows.tsx';
import type { ReceiverSum } from './receivers.ts';
import { deliveriesTexts } from './texts.ts';

interface DeliveriesProps {
  readonly lang: Language;
  /** The page's own address, which holds the filters. */
  readonly url: URL;
  /** The account's clock, if it has one of its own. */
  readonly clock: AccountClock | undefined;
  readonly page: Page<ListedDelivery>;
  readonly now: number;
  /** The latest to the receiver that is chosen, or to all. */
  readonly charted: readonly DeliveryRecord[];
  readonly receivers: readonly ReceiverSum[];
  /** Of so many deliveries. */
  readonly counted: number;
  /** Of all; undefined where nobody has counted them. */
  readonly total: number | undefined;
  readonly state: DeliveryStateName | undefined;
}

/** The deliveries of all sessions: by receiver, then one by one. */
export function DeliveriesPage(props: DeliveriesProps) {
  const { lang, url, now, clock, page, charted, receivers, counted, total, state } = props;
  const texts = deliveriesTexts(lang);
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead}>
        <FindForm label={texts.find} url={url} />
      </PageHead>
      <Resent lang={lang} url={url} />
      <section class="stack" data-live="receivers">
        {receivers.length > 0 && <ReceiverTable lang={lang} receivers={receivers} counted={counted} />}
      </section>
      <div class="grid charts" data-live="charts">
        <DeliveryCharts lang={lang} now={now} deliveries={charted} />
      </div>
      {receivers.some(({ gaveUp }) => gaveUp > 0) && <SendAgain lang={lang} receiver={soughtIn(url)} />}
      <Choice
        label={texts.state}
        name="state"
        url={url}
        chosen={state}
        all={texts.all}
        values={deliveryStates}
        words={texts.states}
      />
      <section class="stack" data-live="deliveries" aria-label={texts.title}>
        {page.items.length > 0 ? (
          <div class="panel">
            <DeliveryRows lang={lang} deliveries={page.items} clock={clock} />
          </div>
        ) : (
          <Nothing lang={lang} goesOn={page.nextCursor !== null} isFiltered={counted > 0} />
        )}
        <Pager
          lang={lang}
          url={url}
          nextCursor={page.nextCursor}
          count={{ shown: page.items.length, total }}
        />
      </section>
    </>
  );
}

interface NothingProps {
  readonly lang: Language;
  readonly goesOn: boolean;
  readonly isFiltered: boolean;
}

function Nothing({ lang, goesOn, isFiltered }: NothingProps) {
  const texts = deliveriesTexts(lang);
  if (!isFiltered)
    return (
      <EmptyList
        lang={lang}
        title={texts.emptyTitle}
        text={texts.emptyText}
        command="npx sim session create --webhook-url http://localhost:3000/webhooks"
      />
    );
  return (
    <EmptyState title={texts.noneTitle} text={goesOn ? texts.searched : texts.noneText}>
      <a class="button" href="/console/deliveries">
        {texts.clear}
      </a>
    </EmptyState>
  );
}

/** How many were sent again; a number, and nothing else that stands in the address. */
function Resent({ lang, url }: Pick<DeliveriesProps, 'lang' | 'url'>) {
  const texts = deliveriesTexts(lang).resend;
  const [count] = /^\d{1,4}$/.exec(url.searchParams.get('resent') ?? '') ?? [];
  if (count === undefined) return null;
  const more = url.searchParams.has('more') ? ` ${texts.more}` : '';
  return <Notice kind="good" text={`${texts.done(Number(count))}${more}`} />;
}

/** Opens before it can be pressed, so that nobody sends two hundred webhooks by mistake. */
function SendAgain({ lang, receiver }: { readonly lang: Language; readonly receiver: string }) {
  const texts = deliveriesTexts(lang).resend;
  return (
    <details class="panel stack" id="send-again">
      <summary>{texts.open}</summary>
      <form method="post" action="/console/deliveries" class="stack">
        <p>{texts.text}</p>
        {receiver && (
          <p class="clamp">
            {texts.toReceiver} <code>{receiver}</code>
          </p>
        )}
        <input type="hidden" name="q" value={receiver} />
        <div class="filters">
          <Field name="since" label={texts.since}>
            <select id="since" name="since">
              <option value="hour">{texts.spans.hour}</option>
              <option value="day" selected>
                {texts.spans.day}
              </option>
              <option value="all">{texts.spans.all}</option>
            </select>
          </Field>
          <Submit kind="primary" text={texts.send} />
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
  const texts = deliveriesTexts(lang);
  const counted = (state: 'delivered' | 'open' | 'gave_up', countOf: (sum: ReceiverSum) => number) => ({
    head: texts.receivers.counts[state],
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
        <h2>{texts.receivers.title}</h2>
        <p class="soft small">{texts.receivers.scope(total)}</p>
      </div>
      <Table
        rows={receivers}
        columns={[
          {
            head: texts.receivers.receiver,
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
            head: texts.receivers.median,
            kind: 'amount',
            cell: ({ medianMs }) => (medianMs === null ? texts.noCause : durationText(medianMs, lang)),
          },
        ]}
      />
    </div>
  );
}

function addressOf(receiver: string, state?: string): string {
  return `/console/deliveries?${new URLSearchParams({ ...(state && { state }), q: receiver })}`;
}
