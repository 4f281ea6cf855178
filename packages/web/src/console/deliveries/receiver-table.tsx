import type { Language } from '@svc-simulator/server/http/language.ts';
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
export function ReceiverTable({ lang, receivers, counted }: ReceiverTableProps) {
  const texts = deliveriesTexts(lang);
  return (
    <div class="panel stack">
      <div class="spread">
        <h2>{texts.receivers.title}</h2>
        <p class="soft small">{texts.receivers.scope(counted)}</p>
      </div>
      <table class="table cards receivers-table">
        <thead>
          <tr>
            <th scope="col">{texts.receivers.receiver}</th>
            <th scope="col" class="amount">
              {texts.receivers.counts.delivered}
            </th>
            <th scope="col" class="amount">
              {texts.receivers.counts.open}
            </th>
            <th scope="col" class="amount">
              {texts.receivers.counts.gave_up}
            </th>
            <th scope="col" class="amount">
              {texts.receivers.median}
            </th>
          </tr>
        </thead>
        <tbody>
          {receivers.map(({ address, delivered, open, gaveUp, medianMs }) => (
            <tr>
              <td class="whole">
                <a class="clamp" href={addressOf(address)}>
                  {address}
                </a>
              </td>
              <Count
                label={texts.receivers.counts.delivered}
                count={delivered}
                href={addressOf(address, 'delivered')}
              />
              <Count label={texts.receivers.counts.open} count={open} href={addressOf(address, 'open')} />
              <Count
                label={texts.receivers.counts.gave_up}
                count={gaveUp}
                href={addressOf(address, 'gave_up')}
              />
              <td data-label={texts.receivers.median} class="amount">
                {medianMs === null ? texts.noCause : durationText(medianMs, lang)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Count({ label, count, href }: Readonly<{ label: string; count: number; href: string }>) {
  return (
    <td data-label={label} class="amount">
      {count > 0 ? <a href={href}>{count}</a> : <span class="soft">0</span>}
    </td>
  );
}

function addressOf(receiver: string, state?: string): string {
  return `/console/deliveries?${new URLSearchParams({ ...(state && { state }), url: receiver })}`;
}
