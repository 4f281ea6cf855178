import { randomUUID } from 'node:crypto';
import { sendRequest } from '../../packages/test-support/src/request.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body; null when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes, and assert on what they find
  readonly body: any;
}

export interface Call {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function call(
  url: string,
  method: string,
  path: string,
  { token, body, headers }: Call = {},
): Promise<Answer> {
  const response = await sendRequest(`${url}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { status, text } = response;
  return { status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** An account, with the field names of `sim start --json`. */
export interface Account {
  readonly short_name: string;
  readonly password: string;
  readonly account_id: string;
  readonly token: string;
  readonly console_token: string;
  readonly webhook_secret: string;
  readonly agreement_id: string;
}

/** The URL of a simulator, and one of its accounts. */
export interface Place<Known extends keyof Account = keyof Account> {
  readonly url: string;
  readonly account: Pick<Account, Known>;
}

/** Returns the options that make a command use a simulator and an account. */
export const connectionFlags = ({ url, account: { token } }: Place<'token'>) => [
  '--mock',
  url,
  '--key',
  token,
];

/** Creates an account with an agreement that allows every payment method. */
export async function openAccount(
  url: string,
  short_name = `test-${randomUUID()}`,
  headers: Readonly<Record<string, string>> = {},
): Promise<Account> {
  const login = { short_name, password: 'correct horse battery' };
  const registered = await call(url, 'POST', '/console/register', { body: login, headers });
  const { account_id, console_token, key } = registered.body.data;
  const body = {
    title: 'Tienda de prueba',
    description: 'Ventas en línea',
    split: false,
    payment_methods: { immediate_debit: true, mobile_payment: true, crypto: true },
    default_bank_account_id: 'cuenta-principal',
  };
  const creation = await call(url, 'POST', '/api/v1/ext/agreements', { token: key.token, body });
  return { ...login, ...key, account_id, console_token, agreement_id: creation.body.data.agreement_id };
}

/** Returns the body of a button session; `more` replaces or adds fields. */
export function buttonBody(agreement_id: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    amount_reference: 25.5,
    currency_reference: 'USD',
    identifier_label: 'Pedido',
    identifier: 'A-1001',
    description: 'Dos cafés y un pan de jamón',
    success_url: 'https://shop.invalid/success',
    failure_url: 'https://shop.invalid/failure',
    agreement_id,
    ...more,
  };
}

/** Creates a button session and returns its `data`. */
export async function openSession(
  { url, account }: Place<'token' | 'agreement_id'>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string; payment_url: string; status: string }> {
  const answer = await call(url, 'POST', '/api/v1/ext/payment-sessions/buttons', {
    token: account.token,
    body: buttonBody(account.agreement_id, more),
  });
  if (answer.status !== 201) throw new Error(`no session: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

export async function statusOf({ url, account: { token } }: Place<'token'>, id: string): Promise<string> {
  return (await call(url, 'GET', `/api/v1/ext/payment-sessions/status/${id}`, { token })).body.data.status;
}

/** Advances the account's clock and returns its new time. */
export async function advance({ url, account: { token } }: Place<'token'>, ms: number): Promise<string> {
  return (await call(url, 'POST', '/control/clock/advance', { token, body: { ms } })).body.data.now;
}

/** Returns the payment page's form for an immediate debit with the key `otp`. */
export function paymentForm(otp: string, more: Readonly<Record<string, string>> = {}): URLSearchParams {
  return new URLSearchParams({
    metodo: 'immediate_debit',
    nombre: 'María Pérez',
    tipo: 'V',
    cedula: '12345678',
    telefono: '04121234567',
    banco: '0102',
    concepto: 'Pedido A-1001',
    otp,
    ...more,
  });
}

/** Posts the payment page's form like a browser without JavaScript; doesn't follow the redirect. */
export function submitPayment(url: string, sessionId: string, form: URLSearchParams): Promise<Response> {
  return fetch(`${url}/pay/${sessionId}`, { method: 'POST', body: form, redirect: 'manual' });
}
