import {
  banks,
  faultAt,
  type Refusal,
  type Refused,
  refuse,
  showPaymentPage,
  submitPayment,
} from '@svc-simulator/contract';
import {
  accountTime,
  dueDateOf,
  returnUrlFor,
  type SessionRecord,
  settingsOf,
  vesMinorOf,
} from '@svc-simulator/core';
import { timeOf } from '@svc-simulator/server/accounts/account-time.ts';
import { isUnavailable } from '@svc-simulator/server/http/errors.ts';
import { type Language, pickLanguage } from '@svc-simulator/server/http/language.ts';
import type { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import { invalid, notFound } from '@svc-simulator/server/http/refusals.ts';
import { type RequestContext, type Route, route } from '@svc-simulator/server/http/request-context.ts';
import { formIn } from '@svc-simulator/server/http/steps/body-text.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { commandSession } from '@svc-simulator/server/sessions/session-service.ts';
import type { Framing } from '../kit/page-security.ts';
import type { PaymentForm } from './form/payment-form.ts';
import type { AttemptSummary, SessionSummary } from './models.ts';

const loadViews = () => import('./index.ts');

type Page = Awaited<ReturnType<typeof loadViews>> & {
  /** Who may show the pages in a frame. */
  readonly framing: Framing;
};

/** `GET` and `POST /pay/{id}` (contract sections 5 and 9, Payment page). The views are loaded when a page is asked for. */
export function paymentRoutes(runtime: Runtime, { quotas }: Pick<Admission, 'quotas'>): readonly Route[] {
  return [
    route(showPaymentPage, async (call) => {
      const session = await runtime.store.get('session', call.params.id ?? '');
      const lang = languageOf(call);
      if (!session) return noSessionPage(runtime, lang);
      const views = await pageFor(runtime, session);
      const visit = { runtime, views, lang, session };
      const tooMuch = quotas?.takeView({
        what: 'page',
        accountId: session.accountId,
        incoming: call.incoming,
      });
      if (tooMuch) return problem(visit, tooMuch);
      return isOpen(session, await timeOf(runtime, session.accountId)) ? checkout(visit) : closed(visit, 200);
    }),
    route(submitPayment, async (call) => {
      const session = await runtime.store.get('session', call.params.id ?? '');
      const lang = languageOf(call);
      const isProgram = call.header('accept')?.includes('application/problem+json') ?? false;
      if (!session) return isProgram ? notFound('session') : noSessionPage(runtime, lang);
      const views = await pageFor(runtime, session);
      const visit = { runtime, views, lang, session, isProgram };
      const account = await runtime.store.get('account', session.accountId);
      const isPending = isOpen(session, accountTime(account?.clock, runtime.clock.now()));
      // A program is told by the attempt itself.
      if (!isPending && !isProgram) return closed(visit, 409);
      const tooMuch = await quotas?.takePublic({
        what: 'payment',
        accountId: session.accountId,
        incoming: call.incoming,
      });
      if (tooMuch) return isProgram ? refuse(tooMuch) : problem(visit, tooMuch);
      const fields = await formIn(call.bytes(), call.header('content-type'));
      if (!fields.ok) return fields;
      const form = views.parsePaymentForm(fields.value, { methods: session.paymentMethods, banks, lang });
      if (!form.ok && isProgram)
        return invalid(
          form.faults.map(({ pointer, detail }) => faultAt(pointer, 'fault.said', { words: detail })),
        );
      if (!form.ok) return checkout(visit, form);
      return pay(visit, form.value, account?.script?.onPayment).catch((error) => {
        if (isProgram || !isUnavailable(error)) throw error;
        // The payer is a person: nothing was paid, and it can be tried again.
        return problem(visit, { status: 503 });
      });
    }),
  ];
}

/** The page for a payer who came with the id of no session. */
export async function noSessionPage(runtime: Runtime, lang: Language): Promise<Response> {
  const views = await pageFor(runtime, undefined);
  return html(
    views,
    lang,
    404,
    once(`none ${lang}`, () => views.renderNotFoundPage({ lang })),
  );
}

/** Pages that say the same to everybody: whoever asks for many of them has none rendered. */
const constants = new Map<string, string>();

function once(name: string, render: () => string): string {
  const made = constants.get(name) ?? render();
  constants.set(name, made);
  return made;
}

/** Anybody frames the page of a local simulator; of a hosted one, whom the session's account lets (contract section 10). */
async function pageFor({ store, settings }: Runtime, session: SessionRecord | undefined): Promise<Page> {
  const views = await loadViews();
  if (!settings.hosted) return { ...views, framing: 'any' };
  const account = session && (await store.get('account', session.accountId));
  return { ...views, framing: account ? settingsOf(account).frame_ancestors : [] };
}

/** A payer at the page of a session. */
interface Visit {
  readonly runtime: Runtime;
  readonly views: Page;
  readonly lang: Language;
  readonly session: SessionRecord;
}

/** Pays, and sends the payer where the merchant wants them. A script may decide how it ends, whatever the key is. */
async function pay(
  visit: Visit & { readonly isProgram: boolean },
  form: PaymentForm,
  scripted?: boolean,
): Promise<Response | Refused> {
  const { runtime, views, lang, session: before } = visit;
  const attempt = {
    type: 'pay',
    method: form.method,
    bank: form.payer?.bank ?? null,
    failure: views.failureOfKey(form.otp),
    lang,
    payer: form.typed,
    accreditation: form.accreditation,
  } as const;
  const account = await runtime.store.get('account', before.accountId);
  if (!account) return visit.isProgram ? notFound('session') : problem(visit, { status: 404 });
  const paid = await commandSession(runtime, {
    account,
    sessionId: before.id,
    command: attempt,
    scripted,
  });
  if (!paid.ok) {
    if (visit.isProgram) return paid;
    const now = await runtime.store.get('session', before.id);
    if (now && paid.refusal.status === 409) return closed({ ...visit, session: now }, 409);
    return problem(visit, { status: paid.refusal.status });
  }
  const session = paid.value;
  const location = returnUrlOf(session);
  if (location !== null) return goTo(views, lang, location);
  const result = views.renderResultPage({
    lang,
    session: await summaryForPayer(runtime, session),
    outcome: session.status === 'paid' ? 'paid' : 'failed',
    attempt: attemptOf(session),
    reason: session.payment?.userMessage ?? null,
    canRetry: session.status === 'pending',
  });
  return html(views, lang, 200, result);
}

/** The form; with faults it is the answer 400, with what was typed. */
async function checkout(
  { runtime, views, lang, session }: Visit,
  refused?: Extract<ReturnType<Page['parsePaymentForm']>, { ok: false }>,
): Promise<Response> {
  const account = await runtime.store.get('account', session.accountId);
  const now = accountTime(account?.clock, runtime.clock.now());
  const dueAt = dueDateOf(session.fields);
  const overdue = dueAt !== null && dueAt <= now;
  const text = views.renderPaymentPage({
    lang,
    session: await summaryForPayer(runtime, session),
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

async function closed({ runtime, views, lang, session }: Visit, status: 200 | 409): Promise<Response> {
  const { publicUrl, ownUrls } = runtime.settings;
  const back = returnUrlOf(session);
  // The simulator's first page leads here: what command line and console name where there is no shop.
  const isHere = [publicUrl, ...ownUrls].some((own) => back?.startsWith(`${own}/?`));
  const text = views.renderClosedPage({
    lang,
    session: await summaryForPayer(runtime, session),
    // A pending session that is shown as closed is one whose deadline has passed before its timer ran.
    status: session.status === 'pending' ? 'expired' : session.status,
    closedAt: session.status === 'pending' ? session.expiresAt : closedAtOf(session),
    reason:
      session.status === 'failed' ? (session.payment?.userMessage ?? session.payment?.reason ?? null) : null,
    attempt: attemptOf(session),
    returnUrl: isHere ? null : back,
  });
  return html(views, lang, status, text);
}

function isOpen(session: SessionRecord, now: number): boolean {
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
  const text = once(`${status} ${lang}`, () => views.renderProblemPage({ lang, status, canRetry: true }));
  const page = html(views, lang, status, text);
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value);
  return page;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** What the payment page shows of a session. */
async function summaryForPayer(runtime: Runtime, session: SessionRecord): Promise<SessionSummary> {
  const { fields, amountMinor } = session;
  const agreement = await runtime.store.get('agreement', fields.agreement_id);
  const { rates } = runtime.settings;
  const paid = session.payment?.amountVesMinor;
  return {
    merchant: textOf(agreement?.fields.title) ?? '',
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

function attemptOf({ payment }: SessionRecord): AttemptSummary | null {
  if (!payment) return null;
  const { at, method, transactionId, bankName, bankReferenceId } = payment;
  return { at, method, transactionId, bankName, bankReferenceId };
}

/** Where the merchant wants the payer back after this end of the session. */
function returnUrlOf({ id, status, fields }: SessionRecord): string | null {
  const url = status === 'paid' ? fields.success_url : fields.failure_url;
  return url === undefined ? null : returnUrlFor(url, id);
}

/** When the session reached the state it is in. */
function closedAtOf(session: SessionRecord): number {
  return session.expired?.at ?? session.payment?.at ?? session.updatedAt;
}
