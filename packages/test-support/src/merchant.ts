import { request } from 'node:http';
import { signTerminalRequest } from '@svc-simulator/contract';
import type { Answered, TestSimulator } from './simulator.ts';

export const merchantBody = {
  legalName: 'Café Central C.A.',
  taxId: 'J-12345678-9',
  password: 'correct horse',
};

export interface TestTerminal {
  readonly serial: string;
  readonly secret: string;
}

/** Parts of a signed request that differ from a valid request. */
export interface Signing {
  readonly body?: unknown;
  readonly timestamp?: string;
  readonly secret?: string;
  /** The body that is signed. Default: `body`. */
  readonly signedBody?: string;
  /** The URL that is signed. Default: the URL of the request. */
  readonly signedUrl?: string;
  /** Changes the signature before it is sent. */
  readonly as?: (signature: string) => string;
}

let merchants = 0;

export class TestMerchant {
  readonly sim: TestSimulator;
  readonly id: string;
  readonly email: string;
  readonly token: string;

  constructor(sim: TestSimulator, id: string, email: string, token: string) {
    this.sim = sim;
    this.id = id;
    this.email = email;
    this.token = token;
  }

  static async register(sim: TestSimulator): Promise<TestMerchant> {
    const email = `owner+${++merchants}@cafe.example`;
    const creation = await sim.send('POST', '/api/v1/merchants', { body: { ...merchantBody, email } });
    const login = await logIn(sim, email);
    return new TestMerchant(sim, creation.json.data.id, email, login.json.accessToken);
  }

  /** Sends a request with the access token. `path` is relative to the merchant's path. */
  send(method: string, path: string, body?: unknown): Promise<Answered> {
    return this.sim.send(method, `/api/v1/merchants/${this.id}${path}`, { token: this.token, body });
  }

  requestPairing(method: 'POST' | 'DELETE', serial: string): Promise<Answered> {
    const path = `/pos-terminals/${encodeURIComponent(serial)}/pairing`;
    return this.send(method, path, method === 'POST' ? { serial } : undefined);
  }

  /** Pairs a terminal. */
  async terminal(serial: string): Promise<TestTerminal> {
    const { code } = (await this.requestPairing('POST', serial)).json.data;
    const activated = await activate(this.sim, serial, code);
    return { serial, secret: activated.json.data.secret_key };
  }

  async create(more: object = {}): Promise<string> {
    const orderId = crypto.randomUUID();
    await this.send('POST', '/transactions', {
      orderId,
      amountReference: 12.5,
      currencyReference: 'USD',
      ...more,
    });
    return orderId;
  }

  cancel(orderId: string): Promise<Answered> {
    return this.send('POST', `/transactions/${orderId}/cancellation`);
  }

  /** Returns a console token. */
  async logInToConsole(): Promise<string> {
    const body = { short_name: this.email, password: merchantBody.password };
    return (await this.sim.send('POST', '/console/login', { body })).json.console_token;
  }
}

export function logIn(
  sim: TestSimulator,
  email: string,
  password = merchantBody.password,
): Promise<Answered> {
  return sim.send('POST', '/api/v1/merchants/auth/login', { body: { email, password } });
}

export function activate(sim: TestSimulator, serial: string, code: string): Promise<Answered> {
  const path = `/api/v1/pos-terminals/${encodeURIComponent(serial)}/pairing/activate`;
  return sim.send('POST', path, { body: { serial, code } });
}

/** Sends a signed request. `path` is relative to the terminal's path, and is sent byte for byte. */
export async function sendSigned(
  sim: TestSimulator,
  terminal: TestTerminal,
  method: string,
  path: string,
  { body, timestamp, secret, signedBody, signedUrl, as = String }: Signing = {},
): Promise<Answered> {
  const url = `/api/v1/pos-terminals/${encodeURIComponent(terminal.serial)}${path}`;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const text = body === undefined ? '' : isRaw ? body : JSON.stringify(body);
  const at = timestamp ?? new Date(sim.clock.now()).toISOString();
  const signature = signTerminalRequest({
    secretKey: secret ?? terminal.secret,
    timestamp: at,
    url: signedUrl ?? url,
    body: signedBody ?? (method === 'GET' ? '' : text),
  });
  const headers = {
    'x-pos-timestamp': at,
    'x-pos-signature': as(signature),
    ...(text.length === 0
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return exchange(sim, method, url, headers, text);
}

/** Sends a request without `fetch`, which would normalize the path and refuse a body with GET. */
function exchange(
  sim: TestSimulator,
  method: string,
  path: string,
  headers: Record<string, string | number>,
  body: string | Uint8Array,
): Promise<Answered> {
  const { hostname, port } = new URL(sim.url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString('utf8');
      const received = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, `${value}`]));
      resolve({ status: answer.statusCode ?? 0, headers: received, text, json: JSON.parse(text) });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export function pointersOf({ json }: Answered): string[] {
  return (json.errors ?? []).map(({ pointer }: { pointer: string }) => pointer).sort();
}
