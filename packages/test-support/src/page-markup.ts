import { createHash } from 'node:crypto';
import type { CheckoutModel, SessionSummary } from '@svc-simulator/web/payment/models.ts';

export { find, shapeOf, tagsOf } from './markup-reader.ts';

export const session: SessionSummary = {
  merchant: 'Café La Esquina, C.A.',
  description: 'Pedido 1042: 2 cafés',
  identifierLabel: 'Número de pedido',
  identifier: '1042',
  amountMinor: 1000,
  currency: 'USD',
  amountVesMinor: 122011,
  rate: '122.0112',
};

const now = Date.UTC(2026, 10, 20, 21, 27);

export const checkout: CheckoutModel = {
  lang: 'es',
  session,
  now,
  expiresAt: now + 600_000,
  methods: ['immediate_debit', 'mobile_payment', 'crypto'],
  banks: [
    { code: '0102', name: 'Banco de Venezuela' },
    { code: '0134', name: 'Banesco' },
  ],
};

export const attempt = {
  at: now,
  method: 'mobile_payment',
  transactionId: 48213377,
  bankName: 'Banesco',
  bankReferenceId: '004821337712',
} as const;

export const inlineOf = (page: string, tag: 'style' | 'script') =>
  new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? '';

/** Returns the Content-Security-Policy that allows only the page's own style, script and requests. */
export function policyByHash(page: string): string {
  const hashed = (tag: 'style' | 'script') => {
    const text = inlineOf(page, tag);
    if (text.length <= 1000) throw new Error(`the page has no ${tag}`);
    return `${tag}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  };
  const rest = "img-src data:; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'";
  return `default-src 'none'; ${hashed('style')}; ${hashed('script')}; ${rest}`;
}
