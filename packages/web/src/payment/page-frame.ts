import type { Language } from '@svc-simulator/texts/texts.ts';
import { type PageParts, renderFramedPage as renderAnyPage } from '../kit/page-frame.tsx';
import { type Framing, inlineOnlyCsp, pageHeaders } from '../kit/page-security.ts';
import checkoutScript from './client/checkout.ts?bundled';
import pageStyles from './styles/payment.css?bundled';

/**
 * Returns the content security policy of the payment pages. It has no `form-action`, because browsers would
 * also apply it to the redirect after the payment, and the merchant's URL can have any scheme.
 */
export function paymentPageCsp(framing: Framing): string {
  return inlineOnlyCsp(
    { styles: pageStyles, script: checkoutScript },
    // Allows the page's script to poll the page for changes.
    ["connect-src 'self'"],
    framing,
  );
}

export function paymentPageHeaders(lang: Language, framing: Framing): Readonly<Record<string, string>> {
  return pageHeaders(lang, paymentPageCsp(framing), framing);
}

interface PaymentPageParts extends Omit<PageParts, 'styles' | 'script'> {
  /** Only the payment form needs the script. */
  readonly withScript?: boolean;
}

export function renderPaymentFrame({ withScript, ...parts }: PaymentPageParts): string {
  return renderAnyPage({ ...parts, styles: pageStyles, ...(withScript ? { script: checkoutScript } : {}) });
}
