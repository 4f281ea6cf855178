import type { Texts } from '@svc-simulator/texts/texts.ts';
import { byFilters } from '../made-by.ts';
import { type RowOf, type Tone, viewOf, wordOf } from '../views/view.ts';
import { deliveryStates, listDeliveries } from './deliveries.ts';
import { shortEvent } from './events.ts';

type Delivery = RowOf<typeof listDeliveries>;

const tones: Readonly<Record<Delivery['state'], Tone>> = {
  open: 'wait',
  delivered: 'good',
  gave_up: 'bad',
  healed: 'good',
  probed: 'plain',
};

/** Statuses by which a receiver refuses for many reasons, of which the cause is the likeliest. */
const REFUSALS: readonly unknown[] = [400, 401, 403, 422];
/** Causes that are known even so: what chaos did, and what of the signature is wrong; only that the body was written anew is guessed too. */
const PROVEN = /^(?:chaos_|mistake\.|signature_(?!raw_body))/;

/** What the cause of a failed attempt says, in a sentence, as far as it is known. */
export function reasonOf(
  attempt: { readonly cause?: string | null; readonly status: number | null } | null | undefined,
  t: Texts,
): string | undefined {
  const cause = attempt?.cause;
  if (!cause) return undefined;
  const reason = t.maybe(`diagnosis.${cause}.reason`) ?? t.maybe(`signature.${cause}.reason`);
  const isKnown = !REFUSALS.includes(attempt.status) || PROVEN.test(cause);
  return reason === undefined || isKnown ? reason : t('word.delivery.likely', { reason });
}

/** Why a delivery is not where it should be, in a sentence; nothing of one that is. */
function causeOf({ state, stopped, last_attempt: last }: Delivery, t: Texts): string {
  const reason = state === 'delivered' ? undefined : reasonOf(last, t);
  return [reason, stopped && t('word.delivery.stopped')].filter(Boolean).join(' ');
}

/** Webhooks on their way to receivers, as lists show them. */
export const deliveryView = viewOf(listDeliveries, {
  noun: 'delivery',
  id: ({ delivery_id }) => delivery_id,
  to: ({ delivery_id, session_id }) => `/console/sessions/${session_id}#d-${delivery_id}`,
  columns: [
    {
      field: 'event',
      kind: 'text',
      value: ({ event }) => shortEvent(event),
      beside: ({ identifier, session_id, url }) =>
        `${identifier ?? session_id.slice(0, 8)} ${url.replace(/^https?:\/\//, '')}`,
      isLong: true,
    },
    {
      field: 'state',
      kind: 'state',
      value: ({ state, attempts }, t) =>
        wordOf(t, 'delivery', state === 'open' && attempts > 0 ? 'retrying' : state),
      tone: ({ state }) => tones[state],
    },
    {
      field: 'last_attempt',
      kind: 'text',
      value: ({ last_attempt: last, attempts }, t) =>
        last
          ? `${last.status ?? t('word.delivery.silent')} · ${Math.round(last.duration_ms)} ms`
          : t(attempts === 0 ? 'word.delivery.none' : 'word.delivery.unknown'),
      beside: ({ attempts }, t) =>
        attempts > 1 ? t('word.delivery.attempts', { count: attempts }) : undefined,
    },
    {
      field: 'cause',
      kind: 'text',
      value: (delivery, t) => (delivery.healed_by ? t('word.delivery.healedBy') : causeOf(delivery, t)),
      to: ({ session_id, healed_by }) => healed_by && `/console/sessions/${session_id}#d-${healed_by}`,
      isLong: true,
    },
    { field: 'created_at', kind: 'age' },
  ],
  filters: [
    { name: 'state', values: deliveryStates, words: 'delivery' },
    { name: 'by', values: byFilters, words: 'by', otherwise: 'word.by.mine' },
  ],
  command: 'trigger paid --webhook-url http://localhost:3000/webhooks',
});
