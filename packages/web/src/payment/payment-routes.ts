import type { Refusal } from '@svc-simulator/contract';
import { banks, faultAt, refuse, showPaymentPage, submitPayment } from '@svc-simulator/contract';
import { dueDateOf, failureMessageOf, returnUrlFor, settingsOf, vesMinorOf } from '@svc-simulator/core';
import type { PayerVisit, PaymentPageService } from '@svc-simulator/server/pages/payment-page-service.js';
import { invalid, notFound } from '@svc-simulator/server/refusals.ts';
import { type RequestContext, type Route, route } from '@svc-simulator/server/route.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Framing } from '../kit/page-security.ts';
import type { PaymentForm } from './form/payment-form.ts';
import type { SessionSummary } from './models.ts';

const loadPaymentPages = () => import('./index.ts');

type PaymentPages = Awaited<ReturnType<typeof loadPaymentPages>> & { readonly framing: Framing };

type Visit = PayerVisit & Readonly<{ service: PaymentPageService; pages: PaymentPages; lang: Language }>;

export function paymentRoutes(service: PaymentPageService): readonly Route[] {
  return [
    route(showPaymentPage, async (call) => {
      const payerVisit = await service.visit(call.params.id ?? '');
      const lang = payerLanguage(call);
      if (!payerVisit) return noSessionPage(service, lang);
      const visit = { ...payerVisit, service, lang, pages: await pagesFor(service, payerVisit) };
      const refusal = service.takeViewQuota(visit, call.client?.incoming);
      if (refusal) return problemResponse(visit, refusal);
      return isPayable(visit) ? checkoutResponse(visit) : closedResponse(visit, 200);
    }),
    route(submitPayment, async (call) => {
      const payerVisit = await service.visit(call.params.id ?? '');
      const lang = payerLanguage(call);
      const isProgram = call.header('accept')?.includes('application/problem+json') ?? false;
      if (!payerVisit) return isProgram ? notFound('session') : noSessionPage(service, lang);
      const pages = await pagesFor(service, payerVisit);
      const visit = { ...payerVisit, service, lang, pages, isProgram };
      // Only a payer gets the page of a closed session. A program gets a problem from `service.pay` that
      // names the session's state.
      const isClosedForPayer = !isPayable(visit) && !isProgram;
      const refusal =
        service.refusalOfAccount(visit) ??
        (isClosedForPayer ? undefined : await service.takePaymentQuota(visit, call.client?.incoming));
      if (refusal) return isProgram ? refuse(refusal) : problemResponse(visit, refusal);
      if (isClosedForPayer) return closedResponse(visit, 409);
      const fields = await service.parseForm(call.bytes(), call.header('content-type'));
      if (!fields.ok) return fields;
      const methods = visit.session.paymentMethods;
      const form = pages.parsePaymentForm(fields.value, { methods, banks, lang });
      if (!form.ok && isProgram)
        return invalid(
          form.faults.map(({ pointer, detail }) => faultAt(pointer, 'fault.text', { words: detail })),
        );
      if (!form.ok) return checkoutResponse(visit, form);
      return payAndRedirect(visit, form.value).catch((error) => {
        if (isProgram || !service.isUnavailable(error)) throw error;
        return problemResponse(visit, { status: 503 });
      });
    }),
  ];
}

export async function noSessionPage(service: PaymentPageService, lang: Language): Promise<Response> {
  const pages = await pagesFor(service);
  const text = renderOnce(`none ${lang}`, () => pages.renderNotFoundPage(lang));
  return htmlResponse(pages, lang, 404, text);
}

/** Pages without user data, such as `503 es`: the page in Spanish for the status 503. */
const renderedPages = new Map<string, string>();

function renderOnce(name: string, render: () => string): string {
  const text = renderedPages.get(name) ?? render();
  renderedPages.set(name, text);
  return text;
}

/**
 * Loads the code of the pages, and finds the origins that may embed the page: all for a local simulator, and
 * those in the account's settings for a hosted one.
 */
async function pagesFor({ settings }: PaymentPageService, visit?: PayerVisit): Promise<PaymentPages> {
  const pages = await loadPaymentPages();
  if (!settings.hosted) return { ...pages, framing: 'any' };
  return { ...pages, framing: visit?.account ? settingsOf(visit.account).frame_ancestors : [] };
}

async function payAndRedirect(visit: Visit & { readonly isProgram: boolean }, form: PaymentForm) {
  const { service, pages, lang, isProgram } = visit;
  const payment = await service.pay(visit, {
    method: form.method,
    bank: form.bank,
    failure: pages.failureOfKey(form.otp),
    lang,
    payer: form.payer,
    accreditation: form.accreditation,
  });
  if (!payment.ok) {
    if (isProgram) return payment;
    const { status } = payment.refusal;
    const currentVisit = status === 409 ? await service.visit(visit.session.id) : undefined;
    return currentVisit
      ? closedResponse({ ...visit, ...currentVisit }, 409)
      : problemResponse(visit, { status });
  }
  const session = payment.value;
  const location = returnUrlOf(session);
  if (location !== null) return redirectTo(pages, lang, location);
  const text = pages.renderResultPage({
    lang,
    session: summaryForPayer({ ...visit, session }),
    outcome: session.status === 'paid' ? 'paid' : 'failed',
    attempt: session.payment ?? null,
    reason: failureMessageOf(session),
    canRetry: session.status === 'pending',
  });
  return htmlResponse(pages, lang, 200, text);
}

type InvalidForm = Extract<ReturnType<PaymentPages['parsePaymentForm']>, { ok: false }>;

function checkoutResponse(visit: Visit, invalidForm?: InvalidForm): Response {
  const { pages, lang, session, account, now } = visit;
  const dueAt = dueDateOf(session.fields);
  const overdue = dueAt !== null && dueAt <= now;
  const text = pages.renderPaymentPage({
    lang,
    session: summaryForPayer(visit),
    now,
    isClockStopped: (account?.clock?.frozenAt ?? null) !== null,
    expiresAt: session.expiresAt,
    methods: session.paymentMethods,
    banks,
    ...(session.payment && { values: pages.valuesOfAttempt(session.payment) }),
    ...(invalidForm && { values: invalidForm.values, faults: invalidForm.faults }),
    overdue: overdue ? { dueAt, message: stringOrNull(session.fields.late_notice_message) } : null,
    retry: session.payment?.userMessage ? { reason: failureMessageOf(session) } : null,
  });
  return htmlResponse(pages, lang, invalidForm ? 400 : 200, text);
}

function closedResponse(visit: Visit, status: 200 | 409): Response {
  const { service, pages, lang, session } = visit;
  const { publicUrl, ownUrls } = service.settings;
  const returnUrl = returnUrlOf(session);
  // A session of the command line or the console returns to the start page, which redirects to this page. A
  // link back would lead here again.
  const returnsToStartPage = [publicUrl, ...ownUrls].some((origin) => returnUrl?.startsWith(`${origin}/?`));
  const text = pages.renderClosedPage({
    lang,
    session: summaryForPayer(visit),
    // After the deadline, the session is still pending until its timer runs.
    status: session.status === 'pending' ? 'expired' : session.status,
    closedAt:
      session.status === 'pending'
        ? session.expiresAt
        : (session.expired?.at ?? session.payment?.at ?? session.updatedAt),
    reason:
      session.status === 'failed' ? (failureMessageOf(session) ?? session.payment?.reason ?? null) : null,
    attempt: session.payment ?? null,
    returnUrl: returnsToStartPage ? null : returnUrl,
  });
  return htmlResponse(pages, lang, status, text);
}

function isPayable({ session, now }: PayerVisit): boolean {
  return session.status === 'pending' && (session.expiresAt === null || session.expiresAt > now);
}

function payerLanguage(call: RequestContext<typeof showPaymentPage> | RequestContext<typeof submitPayment>) {
  const lang = call.query && 'lang' in call.query ? call.query.lang : undefined;
  return pickLanguage(call.header('accept-language'), lang);
}

function redirectTo(pages: PaymentPages, lang: Language, location: string): Response {
  // A redirect has no body, so it has no content type.
  const { 'content-type': _, ...headers } = pages.paymentPageHeaders(lang, pages.framing);
  return new Response(null, { status: 303, headers: { ...headers, location } });
}

function htmlResponse(pages: PaymentPages, lang: Language, status: number, text: string): Response {
  return new Response(text, { status, headers: pages.paymentPageHeaders(lang, pages.framing) });
}

type PageRefusal = Pick<Refusal, 'status' | 'headers'>;

function problemResponse({ pages, lang }: Visit, { status, headers = {} }: PageRefusal): Response {
  const text = renderOnce(`${status} ${lang}`, () => pages.renderProblemPage(lang, status));
  const page = htmlResponse(pages, lang, status, text);
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value);
  return page;
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function summaryForPayer({ service, session, agreementTitle }: Visit): SessionSummary {
  const { fields, amountMinor } = session;
  const { rates } = service.settings;
  const paidVesMinor = session.payment?.amountVesMinor;
  return {
    merchant: stringOrNull(agreementTitle) ?? '',
    title: stringOrNull(fields.title),
    description: fields.description ?? null,
    identifierLabel: fields.identifier_label ?? null,
    identifier: fields.identifier,
    amountMinor,
    currency: fields.currency_reference,
    amountVesMinor:
      paidVesMinor === undefined
        ? vesMinorOf(amountMinor, fields.currency_reference, rates)
        : BigInt(paidVesMinor),
    rate: (session.payment?.rates ?? rates)[fields.currency_reference],
  };
}

function returnUrlOf({ id, status, fields }: Visit['session']): string | null {
  const url = status === 'paid' ? fields.success_url : fields.failure_url;
  return url === undefined ? null : returnUrlFor(url, id);
}
