// The payment page: pure views and form parsing. The app imports this file only when a page is asked for.

export { type Language, pickLanguage } from '@svc-simulator/server/http/language.ts';
export { renderPaymentPage } from './checkout.tsx';
export {
  renderClosedPage,
  renderNotFoundPage,
  renderProblemPage,
  renderResultPage,
} from './end-pages.tsx';
export type {
  DocumentType,
  FieldFault,
  FormField,
  FormValues,
} from './form/form-fields.ts';
export {
  type ParsedPaymentForm,
  type Payer,
  type PaymentForm,
  type PaymentFormRules,
  parsePaymentForm,
  valuesOfAttempt,
} from './form/payment-form.ts';
export { failureOfKey } from './form/payment-key.ts';
export { safeHref } from './links.ts';
export type {
  AttemptSummary,
  Bank,
  CheckoutModel,
  ClosedModel,
  NotFoundModel,
  ProblemModel,
  ResultModel,
  SessionSummary,
} from './models.ts';
export { paymentPageCsp, paymentPageHeaders } from './page-security.ts';
