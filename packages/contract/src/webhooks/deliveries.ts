import type { Texts } from '@svc-simulator/texts/texts.ts';
import * as z from 'zod';
import { choice, decidedHere, flag, lazyObject, lazyShape, optionalText } from '../fields/fields.ts';
import { instant } from '../fields/instants.ts';
import { byFilter, byFilters } from '../made-by.ts';
import { consoleApi, controlApi, lazy } from '../operation.ts';
import { cursor, limit, searchText, totalFlag } from '../pages.ts';
import { type RowOf, type Tone, viewOf, wordOf } from '../views/view.ts';
import { shortEvent, webhookEvents } from './events.ts';

const routeNames = ['loopback', 'relay', 'direct'] as const;

export const deliverySchema = lazyObject(() => ({
  delivery_id: z.uuid(),
  session_id: z.uuid(),
  event: z.string(),
  url: z.string(),
  route: z.enum(routeNames),
  idempotency_key: z.uuid(),
  resend_of: z.uuid().nullable(),
  created_at: z.iso.datetime(),
}));

/** Maximum length of an edited body in characters. */
const EDITED_BODY_LIMIT = 64 * 1024;

/** Sends the same webhook with a new signature (contract section 9.4). */
export const resendDelivery = controlApi.post('resendDelivery', '/control/deliveries/{delivery_id}/resend', {
  body: lazyShape(() => ({
    as_new: flag().exactOptional(),
    raw_body: optionalText(EDITED_BODY_LIMIT).meta({ meaning: 'field.raw_body.resend' }),
  })),
  bodyOptional: true,
  example: { as_new: false },
  data: deliverySchema,
  status: 201,
  title: 'Webhook sent again',
  problems: [404, 409],
});

export const RESEND_MAX = 200;

export const resendDeliveries = controlApi.post('resendDeliveries', '/control/deliveries/resend', {
  body: lazyShape(() => ({
    since: instant().meta({ meaning: 'field.since' }).exactOptional(),
    url: optionalText().meta({ meaning: 'field.url.deliverie' }),
    as_new: flag().exactOptional(),
  })),
  bodyOptional: true,
  example: { since: '2030-12-31T00:00:00Z' },
  data: lazyObject(() => ({
    resent: z.int(),
    complete: z.boolean().meta({ meaning: 'field.complete' }),
    deliveries: z.array(deliverySchema()).meta({ meaning: 'field.deliveries' }),
  })),
  status: 201,
  title: 'Webhooks sent again',
});

/** `healed`: the delivery was abandoned, but a resend of its webhook was delivered. */
export const deliveryStates = ['open', 'delivered', 'gave_up', 'healed', 'probed'] as const;
export type DeliveryStateName = (typeof deliveryStates)[number];

export const listDeliveries = consoleApi.get('listDeliveries', '/console/deliveries', {
  query: lazyObject(() => ({
    state: choice(deliveryStates).meta(decidedHere).exactOptional(),
    event: choice(webhookEvents).meta(decidedHere).exactOptional(),
    url: optionalText().meta({ meaning: 'field.url.deliverie' }),
    by: byFilter(),
    q: searchText().meta({ meaning: 'field.q.deliveries' }),
    limit: limit(),
    cursor: cursor(),
    total: totalFlag(),
  })),
  data: lazy(() =>
    z.array(
      deliverySchema().extend({
        identifier: z.string().nullable(),
        state: z.enum(deliveryStates),
        healed_by: z.uuid().nullable().meta({ meaning: 'field.healed_by' }),
        attempts: z.int().meta({ meaning: 'field.attempts' }),
        next_attempt_at: z.iso.datetime().nullable(),
        stopped: z.boolean(),
        last_attempt: z
          .object({
            status: z.int().nullable().meta({ meaning: 'field.status.deliverie' }),
            error: z.string().nullable(),
            duration_ms: z.number().meta({ meaning: 'field.duration_ms' }),
            cause: z.string().nullable().meta({ meaning: 'field.cause' }),
          })
          .nullable(),
      }),
    ),
  ),
  title: 'Deliveries',
  paged: true,
  counted: 'asked',
});

export type ListedDelivery = RowOf<typeof listDeliveries>;

const deliveryTones: Readonly<Record<ListedDelivery['state'], Tone>> = {
  open: 'wait',
  delivered: 'good',
  gave_up: 'bad',
  healed: 'good',
  probed: 'plain',
};

/** Statuses with so many possible reasons that a cause is only likely. */
const REFUSALS: readonly unknown[] = [400, 401, 403, 422];
/** Matches causes that are certain with every status. */
const PROVEN = /^(?:chaos_|mistake\.|signature_)/;

function causeReason(cause: string, t: Texts): string | undefined {
  return t.maybe(`diagnosis.${cause}.reason`) ?? t.maybe(`signature.${cause}.reason`);
}

/** Returns the cause of a failed attempt as a sentence; undefined if it is unknown. */
export function attemptReason(
  attempt: { readonly cause?: string | null; readonly status: number | null } | null | undefined,
  t: Texts,
): string | undefined {
  const cause = attempt?.cause;
  if (!cause) return undefined;
  const reason = causeReason(cause, t);
  const isKnown = !REFUSALS.includes(attempt.status) || PROVEN.test(cause);
  if (reason === undefined || isKnown) return reason;
  return t('word.delivery.likely', {
    reason: reason.replace(/^\p{Lu}(?=\p{Ll}| )/u, (first) => first.toLowerCase()),
  });
}

/** Returns in a few words why a delivery is late or has failed; an empty text for other deliveries. */
function deliveryCause({ state, stopped, last_attempt: last }: ListedDelivery, t: Texts): string {
  const cause = state === 'delivered' ? null : last?.cause;
  const reason = cause && (t.maybe(`word.cause.${cause}`) ?? causeReason(cause, t));
  return [reason, stopped && t('word.delivery.stopped')].filter(Boolean).join(' ');
}

export const deliveryView = viewOf(listDeliveries, {
  noun: 'delivery',
  id: ({ delivery_id }) => delivery_id,
  to: ({ delivery_id, session_id }) => `/console/sessions/${session_id}#d-${delivery_id}`,
  columns: [
    {
      field: 'event',
      kind: 'text',
      value: ({ event }) => shortEvent(event),
      beside: ({ resend_of }, t) => (resend_of === null ? undefined : t('word.delivery.resend')),
    },
    {
      field: 'session_id',
      kind: 'text',
      value: ({ identifier, session_id }) => identifier ?? session_id.slice(0, 8),
    },
    {
      field: 'receiver',
      kind: 'text',
      value: ({ url }) => url.replace(/^https?:\/\//, ''),
      layout: 'wideOnly',
    },
    {
      field: 'state',
      kind: 'state',
      value: ({ state, attempts }, t) =>
        wordOf(t, 'delivery', state === 'open' && attempts > 0 ? 'retrying' : state),
      tone: ({ state }) => deliveryTones[state],
    },
    {
      field: 'last_attempt',
      kind: 'text',
      value: ({ last_attempt: last, attempts }, t) =>
        last
          ? `${last.status ?? t('word.delivery.silent')} · ${Math.round(last.duration_ms)} ms`
          : t(attempts === 0 ? 'word.delivery.none' : 'word.delivery.unknown'),
      beside: ({ attempts }) => (attempts > 1 ? `× ${attempts}` : undefined),
    },
    {
      field: 'cause',
      kind: 'text',
      value: (delivery, t) => (delivery.healed_by ? t('word.delivery.healedBy') : deliveryCause(delivery, t)),
      to: ({ session_id, healed_by }) => healed_by && `/console/sessions/${session_id}#d-${healed_by}`,
      layout: 'long',
    },
    { field: 'created_at', kind: 'age' },
  ],
  filters: [
    { name: 'state', values: deliveryStates, words: 'delivery' },
    { name: 'event', values: webhookEvents, words: 'webhook' },
    { name: 'url', isLinked: true },
    { name: 'by', values: byFilters, words: 'by', emptyLabel: 'word.by.mine' },
  ],
  command: 'trigger paid --webhook-url http://localhost:3000/webhooks',
});
