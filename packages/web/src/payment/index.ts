// The payment page: pure views and form parsing. The app imports this file only when a page is asked for.

export { renderPaymentPage } from './checkout.tsx';
export { renderClosedPage, renderNotFoundPage, renderProblemPage, renderResultPage } from './end-pages.tsx';
export { parsePaymentForm, valuesOfAttempt } from './form/payment-form.ts';
export { failureOfKey } from './form/payment-key.ts';
export { paymentPageHeaders } from './page-frame.ts';
