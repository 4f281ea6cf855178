import {
  banks,
  faultAt,
  type Refusal,
  type Refused,
  refuse,
  showPaymentPage,
  submitPayment,
} from '@svc-simulator/contract';
import { dueDateOf, returnUrlFor, type SessionRecord, settingsOf, vesMinorOf } from '@svc-simulator/core';
import type { PayerVisit, PaymentPageService } from '@svc-simulator/server/pages/payment-page-service.js';
import { invalid, notFound } from '@svc-simulator/server/refusals.ts';
import { type RequestContext, type Route, route } from '@svc-simulator/server/route.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Framing } from '../kit/page-security.ts';
import type { PaymentForm } from './form/payment-form.ts';
import type { SessionSummary } from './models.ts';

const loadViews = () => import('./index.ts');

type Page = Awaited<ReturnType<typeof loadViews>> & {
  /** Who may show the pages in a frame. */
  readonly framing: Framing;
};

/** A payer at the page of a session. */
interface Visit extends PayerVisit {
  readonly desk: PaymentPageService;
  readonly views: Page;
  readonly lang: Language;
}

export function paymentRoutes(desk: PaymentPageService): readonly Route[] {
  return [
    route(showPaymentPage, async (call) => {
      const found = await desk.visit(call.params.id ?? '');
      const lang = languageOf(call);
      if (!found) return noSessionPage(desk, lang);
      const visit = { ...found, desk, lang, views: await pageFor(desk, found) };
      const tooMuch = desk.refusalOfView(visit, call.client?.incoming);
      if (tooMuch) return problem(visit, tooMuch);
      return isOpen(visit) ? checkout(visit) : closed(visit, 200);
    }),
    route(submitPayment, async (call) => {
      const found = await desk.visit(call.params.id ?? '');
      const lang = languageOf(call);
      const isProgram = call.header('accept')?.includes('application/problem+json') ?? false;
      if (!found) return isProgram ? notFound('session') : noSessionPage(desk, lang);
      const views = await pageFor(desk, found);
      const visit = { ...found, desk, lang, views, isProgram };
      // A program is told by the attempt itself.
      if (!isOpen(visit) && !isProgram) return closed(visit, 409);
      const tooMuch = await desk.refusalOfPayment(visit, call.client?.incoming);
      if (tooMuch) return isProgram ? refuse(tooMuch) : problem(visit, tooMuch);
      const fields = await desk.formIn(call.bytes(), call.header('content-type'));
      if (!fields.ok) return fields;
      const methods = visit.session.paymentMethods;
      const form = views.parsePaymentForm(fields.value, { methods, banks, lang });
      if (!form.ok && isProgram)
        return invalid(
          form.faults.map(({ pointer, detail }) => faultAt(pointer, 'fault.said', { words: detail })),
        );
      if (!form.ok) return checkout(visit, form);
      return pay(visit, form.value).catch((error) => {
        if (isProgram || !desk.isUnavailable(error)) throw error;
        // The payer is a person: nothing was paid, and it can be tried again.
        return problem(visit, { status: 503 });
      });
    }),
  ];
}

/** The page for a payer who came with the id of no session. */
export async function noSessionPage(desk: PaymentPageService, lang: Language): Promise<Response> {
  const views = await pageFor(desk, undefined);
  return html(
    views,
    lang,
    404,
    once(`none ${lang}`, () => views.renderNotFoundPage(lang)),
  );
}

/** Pages without user data are rendered once. */
const constants = new Map<string, string>();

function once(name: string, render: () => string): string {
  const made = constants.get(name) ?? render();
  constants.set(name, made);
  return made;
}

/** Anybody frames the page of a local simulator; of a hosted one, whom the session's account lets (contract section 10). */
async function pageFor({ settings }: PaymentPageService, visit: PayerVisit | undefined): Promise<Page> {
  const views = await loadViews();
  if (!settings.hosted) return { ...views, framing: 'any' };
  return { ...views, framing: visit?.account ? settingsOf(visit.account).frame_ancestors : [] };
}

/** Pays, and sends the payer where the merchant wants them. */
async function pay(
  visit: Visit & { readonly isProgram: boolean },
  form: PaymentForm,
): Promise<Response | Refused> {
  const { desk, views, lang, isProgram } = visit;
  const paid = await desk.pay(visit, {
    method: form.method,
    bank: form.bank,
    failure: views.failureOfKey(form.otp),
    lang,
    payer: form.typed,
    accreditation: form.accreditation,
  });
  if (!paid.ok) {
    if (isProgram) return paid;
    const { status } = paid.refusal;
    const now = status === 409 ? await desk.visit(visit.session.id) : undefined;
    return now ? closed({ ...visit, ...now }, 409) : problem(visit, { status });
  }
  const session = paid.value;
  const location = returnUrlOf(session);
  if (location !== null) return goTo(views, lang, location);
  const result = views.renderResultPage({
    lang,
    session: summaryForPayer({ ...visit, session }),
    outcome: session.status === 'paid' ? 'paid' : 'failed',
    attempt: session.payment ?? null,
    reason: session.payment?.userMessage ?? null,
    canRetry: session.status === 'pending',
  });
  return html(views, lang, 200, result);
}

/** The form; with faults it is the answer 400, with what was typed. */
function checkout(
  visit: Visit,
  refused?: Extract<ReturnType<Page['parsePaymentForm']>, { ok: false }>,
): Response {
  const { views, lang, session, account, now } = visit;
  const dueAt = dueDateOf(session.fields);
  const overdue = dueAt !== null && dueAt <= now;
  const text = views.renderPaymentPage({
    lang,
    session: summaryForPayer(visit),
    now,
    clockStands: (account?.clock?.frozenAt ?? null) !== null,
    expiresAt: session.expiresAt,
    methods: session.paymentMethods,
    banks,
    ...(session.payment && { values: views.valuesOfAttempt(session.payment) }),
    ...(refused && { values: refused.values, faults: refused.faults }),
    overdue: overdue ? { dueAt, message: textOf(session.fields.late_notice_message) } : null,
    retry: session.payment?.userMessage ? { reason: session.payment.userMessage } : null,
  });
  return html(views, lang, refused ? 400 : 200, text);
}

function closed(visit: Visit, status: 200 | 409): Response {
  const { desk, views, lang, session } = visit;
  const { publicUrl, ownUrls } = desk.settings;
  const back = returnUrlOf(session);
  // The simulator's first page leads here: what command line and console name where there is no shop.
  const isHere = [publicUrl, ...ownUrls].some((own) => back?.startsWith(`${own}/?`));
  const text = views.renderClosedPage({
    lang,
    session: summaryForPayer(visit),
    // A pending session that is shown as closed is one whose deadline has passed before its timer ran.
    status: session.status === 'pending' ? 'expired' : session.status,
    closedAt:
      session.status === 'pending'
        ? session.expiresAt
        : (session.expired?.at ?? session.payment?.at ?? session.updatedAt),
    reason:
      session.status === 'failed' ? (session.payment?.userMessage ?? session.payment?.reason ?? null) : null,
    attempt: session.payment ?? null,
    returnUrl: isHere ? null : back,
  });
  return html(views, lang, status, text);
}

function isOpen({ session, now }: PayerVisit): boolean {
  return session.status === 'pending' && (session.expiresAt === null || session.expiresAt > now);
}

function languageOf(
  call: RequestContext<typeof showPaymentPage> | RequestContext<typeof submitPayment>,
): Language {
  const lang = call.query && 'lang' in call.query ? call.query.lang : undefined;
  return pickLanguage(call.header('accept-language'), lang);
}

/** There is nothing to read on the way, so that no type of content is named. */
function goTo(views: Page, lang: Language, location: string): Response {
  const { 'content-type': _, ...headers } = views.paymentPageHeaders(lang, views.framing);
  return new Response(null, { status: 303, headers: { ...headers, location } });
}

function html(views: Page, lang: Language, status: number, text: string): Response {
  return new Response(text, { status, headers: views.paymentPageHeaders(lang, views.framing) });
}

/** Says that it was not possible, and that it can be tried again. */
function problem(
  { views, lang }: Visit,
  { status, headers = {} }: Pick<Refusal, 'status' | 'headers'>,
): Response {
  const text = once(`${status} ${lang}`, () => views.renderProblemPage(lang, status));
  const page = html(views, lang, status, text);
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value);
  return page;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function summaryForPayer({ desk, session, merchant }: Visit): SessionSummary {
  const { fields, amountMinor } = session;
  const { rates } = desk.settings;
  const paid = session.payment?.amountVesMinor;
  return {
    merchant: textOf(merchant) ?? '',
    title: textOf(fields.title),
    description: fields.description ?? null,
    identifierLabel: fields.identifier_label ?? null,
    identifier: fields.identifier,
    amountMinor,
    currency: fields.currency_reference,
    amountVesMinor:
      paid === undefined ? vesMinorOf(amountMinor, fields.currency_reference, rates) : BigInt(paid),
    rate: (session.payment?.rates ?? rates)[fields.currency_reference],
  };
}

/** Where the merchant wants the payer back after this end of the session. */
function returnUrlOf({ id, status, fields }: SessionRecord): string | null {
  const url = status === 'paid' ? fields.success_url : fields.failure_url;
  return url === undefined ? null : returnUrlFor(url, id);
}
