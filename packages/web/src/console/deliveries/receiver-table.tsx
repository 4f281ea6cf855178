import type { Language } from '@svc-simulator/server/http/language.ts';
import { Table } from '../parts/table.tsx';
import { durationText } from '../parts/time.tsx';
import type { ReceiverSum } from './receivers.ts';
import { deliveriesTexts } from './texts.ts';

interface ReceiverTableProps {
  readonly lang: Language;
  readonly receivers: readonly ReceiverSum[];
  /** Of so many deliveries. */
  readonly counted: number;
}

/** What became of the latest deliveries to each receiver; each number leads to those. */
export function ReceiverTable({ lang, receivers, counted: total }: ReceiverTableProps) {
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
        name="receivers-table"
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
