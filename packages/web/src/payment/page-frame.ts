import type { Language } from '@svc-simulator/texts/texts.ts';
import { type PageParts, renderPage as renderAnyPage } from '../kit/page-frame.tsx';
import { type Framing, inlineOnlyCsp, pageHeaders } from '../kit/page-security.ts';
import checkoutScript from './client/checkout.ts?bundled';
import pageStyles from './styles/payment.css?bundled';

/**
 * The pages' content security policy. It has no `form-action`, which browsers apply to redirects too: the 303 after
 * paying leads to the merchant, whose address may have any scheme (contract section 9, Payment page).
 */
export function paymentPageCsp(framing: Framing): string {
  return inlineOnlyCsp(
    { styles: pageStyles, script: checkoutScript },
    // The page asks whether it is still true.
    ["connect-src 'self'"],
    framing,
  );
}

/** Every header that an HTML answer of the payment page carries. */
export function paymentPageHeaders(lang: Language, framing: Framing): Readonly<Record<string, string>> {
  return pageHeaders(lang, paymentPageCsp(framing), framing);
}

interface PaymentPageParts extends Omit<PageParts, 'styles' | 'script'> {
  /** Only the checkout has something for the script to do. */
  readonly withScript?: boolean;
}

/** A whole document of the payment page as HTML text. */
export function renderPage({ withScript, ...parts }: PaymentPageParts): string {
  return renderAnyPage({ ...parts, styles: pageStyles, ...(withScript ? { script: checkoutScript } : {}) });
}
