import type { DeliveryRecord, SessionRecord } from '@svc-simulator/core';

/** What `q` of a list asks for. */
export interface Sought {
  /** Fits where the text stands, in either case; of an amount, also as JSON writes it. */
  readonly pattern: RegExp;
  /** The text as ids are written: one is this, or begins with it. */
  readonly id: string;
  /** What it is as an amount, in hundredths; NaN: none. */
  readonly amountMinor: number;
}

/** An amount with a point or a comma. */
const AMOUNT = /^\d{1,12}(?:[.,]\d{1,2})?$/;

/** Reads `q`; undefined where nothing is asked for. */
export function soughtBy(q = ''): Sought | undefined {
  const text = q.trim();
  if (text === '') return undefined;
  const amountMinor = AMOUNT.test(text) ? Math.round(Number(text.replace(',', '.')) * 100) : Number.NaN;
  const texts = Number.isNaN(amountMinor) ? [text] : [text, String(amountMinor / 100)];
  return { pattern: new RegExp(texts.map(literal).join('|'), 'i'), id: text.toLowerCase(), amountMinor };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Whether it is found by its identifier, its id, its amount, what the payer typed, or a URL. */
export function isSoughtSession(
  { id, amountMinor, fields, payment }: SessionRecord,
  sought: Sought,
): boolean {
  const { identifier, webhook_url, success_url, failure_url } = fields;
  const typed = Object.values(payment?.payer ?? {});
  const texts = [identifier, webhook_url, success_url, failure_url, ...typed];
  return (
    amountMinor === sought.amountMinor ||
    id.startsWith(sought.id) ||
    texts.some((text) => typeof text === 'string' && sought.pattern.test(text))
  );
}

/** Whether it is found by its id, that of its session or its idempotency key, or its URL. */
export function isSoughtDelivery(
  { id, sessionId, idempotencyKey, url }: DeliveryRecord,
  sought: Sought,
): boolean {
  return [id, sessionId, idempotencyKey].some((one) => one.startsWith(sought.id)) || sought.pattern.test(url);
}
