import type { CheckoutModel, SessionSummary } from './models.ts';

/** Models and a reader of markup for the tests of the views. */
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

export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const withoutAssets = (page: string) =>
  page
    .replace(/(<style>)[\s\S]*?(<\/style>)/, '$1$2')
    .replace(/<script>\(\(\) => [\s\S]*\}\)\(\);<\/script>\s*<\/body>/, '</body>');

/** Every start tag with its attributes; the views quote all their attributes. */
export function tagsOf(page: string): Tag[] {
  return [...withoutAssets(page).matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', attributes = '']) => ({
      name: name.toLowerCase(),
      attributes: Object.fromEntries(
        [...attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
      ),
    }),
  );
}

/** All that is markup, from each `<` to its `>`, without the values between quotes: what no text may change. */
export function shapeOf(page: string): string[] {
  return [...withoutAssets(page).matchAll(/<(?:"[^"]*"|[^>"])*>?/g)].map(([markup]) =>
    markup.replace(/"[^"]*"/g, '""'),
  );
}

/** The tags that a selection of attributes fits. */
export function find(page: string, name: string, wanted: Readonly<Record<string, string>> = {}): Tag[] {
  return tagsOf(page).filter(
    (tag) =>
      tag.name === name && Object.entries(wanted).every(([key, value]) => tag.attributes[key] === value),
  );
}
