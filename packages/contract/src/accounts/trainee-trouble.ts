import type { Texts } from '@svc-simulator/texts/texts.ts';
import * as z from 'zod';
import { lazy } from '../operation.ts';
import { attemptReason } from '../webhooks/deliveries.ts';
import { shortEvent } from '../webhooks/events.ts';

/**
 * A trainee's latest failures, as the trainer sees them. They don't contain data that was sent or returned.
 */
export const troubleSchema = lazy(() =>
  z.object({
    refused_calls: z.int().meta({ meaning: 'field.refused_calls' }),
    last_refused: z
      .object({
        at: z.iso.datetime(),
        method: z.string(),
        operation: z.string().nullable().meta({ meaning: 'field.operation' }),
        status: z.int(),
        cause: z.string().meta({ meaning: 'field.cause.refused' }),
      })
      .nullable(),
    last_given_up: z
      .object({
        at: z.iso.datetime(),
        event: z.string(),
        status: z.int().nullable().meta({ meaning: 'field.status.deliverie' }),
        error: z.string().nullable(),
        cause: z.string().nullable().meta({ meaning: 'field.cause' }),
      })
      .nullable(),
    failed_logins: z.int().meta({ meaning: 'field.failed_logins' }),
    last_failed_login: z.iso.datetime().nullable(),
    stuck_because: z.enum(['call', 'webhook', 'login']).nullable().meta({ meaning: 'field.stuck_because' }),
  }),
);

export type TraineeTrouble = z.output<ReturnType<typeof troubleSchema>>;

export function refusedCallText({ last_refused: call }: Pick<TraineeTrouble, 'last_refused'>) {
  return call ? `${call.method} ${call.operation ?? '?'} · ${call.status} ${call.cause}` : undefined;
}

export function abandonedWebhookText(
  { last_given_up: last }: Pick<TraineeTrouble, 'last_given_up'>,
  t: Texts,
) {
  return last
    ? [shortEvent(last.event), last.status, attemptReason(last, t)].filter(Boolean).join(' · ')
    : undefined;
}

export function webhookAdvice({ last_given_up: last }: Pick<TraineeTrouble, 'last_given_up'>, t: Texts) {
  const cause = last?.cause;
  return cause ? (t.maybe(`diagnosis.${cause}.advice`) ?? t.maybe(`signature.${cause}.advice`)) : undefined;
}

/** Returns why a trainee is stuck, in one line; undefined if nothing failed since the latest progress. */
export function troubleText(trouble: TraineeTrouble, t: Texts): string | undefined {
  switch (trouble.stuck_because) {
    case 'call':
      return refusedCallText(trouble);
    case 'webhook':
      return abandonedWebhookText(trouble, t);
    case 'login':
      return t('word.trouble.login', { count: trouble.failed_logins });
    case null:
      return undefined;
  }
}

/** Returns the time of the failure that `troubleText` describes; null if there is none. */
export function troubleTime({
  stuck_because: kind,
  last_refused: call,
  last_given_up: webhook,
  last_failed_login: login,
}: TraineeTrouble): string | null {
  if (kind === 'call') return call?.at ?? null;
  if (kind === 'webhook') return webhook?.at ?? null;
  return kind === 'login' ? login : null;
}
