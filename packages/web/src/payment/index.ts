export { renderPaymentPage } from './checkout.tsx';
export { renderClosedPage, renderNotFoundPage, renderProblemPage, renderResultPage } from './end-pages.tsx';
export { parsePaymentForm, valuesOfAttempt } from './form/payment-form.ts';
export { failureOfKey } from './form/payment-key.ts';
export { paymentPageHeaders } from './page-frame.ts';
