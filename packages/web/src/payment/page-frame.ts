import type { Language } from '@svc-simulator/texts/texts.ts';
import { type PageParts, renderFramedPage } from '../kit/page-frame.tsx';
import { type Framing, pageHeaders } from '../kit/page-security.ts';
import script from './client/checkout.ts?bundled';
import styles from './styles/payment.css?bundled';

/**
 * The policy of the payment pages lets the script poll the page for changes. It has no `form-action`, because
 * browsers would also apply it to the redirect after the payment, and the merchant's URL can have any scheme.
 */
export function paymentPageHeaders(lang: Language, framing: Framing) {
  return pageHeaders(lang, { styles, script }, ["connect-src 'self'"], framing);
}

interface PaymentPageParts extends Omit<PageParts, 'styles' | 'script'> {
  /** Only the payment form needs the script. */
  readonly withScript?: boolean;
}

export function renderPaymentFrame({ withScript, ...parts }: PaymentPageParts): string {
  return renderFramedPage({ ...parts, styles, script: withScript ? script : undefined });
}
