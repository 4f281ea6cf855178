import { type PageParts, renderPage as renderAnyPage } from '../kit/page-frame.tsx';
import checkoutScript from './client/checkout.ts?bundled';
import pageStyles from './styles/payment.css?bundled';

interface PaymentPageParts extends Omit<PageParts, 'styles' | 'script'> {
  /** Only the checkout has something for the script to do. */
  readonly withScript?: boolean;
}

/** A whole document of the payment page as HTML text. */
export function renderPage({ withScript, ...parts }: PaymentPageParts): string {
  return renderAnyPage({ ...parts, styles: pageStyles, ...(withScript ? { script: checkoutScript } : {}) });
}
