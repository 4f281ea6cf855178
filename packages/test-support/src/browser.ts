import { simulatorOfBlock } from './account.ts';
import { type RequestParts, sendRequest } from './request.ts';
import type { TestAccount, TestSimulator } from './simulator.ts';

export interface Visited {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly location: string | null;
}

/** A browser without JavaScript, which stores cookies and posts forms with the simulator's origin. */
export class TestBrowser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Visited> {
    return this.#send(path, { method: 'GET', headers });
  }

  post(
    path: string,
    fields: Readonly<Record<string, string>> | readonly (readonly string[])[] = {},
  ): Promise<Visited> {
    return this.#send(path, {
      method: 'POST',
      body: new URLSearchParams(fields as Record<string, string>).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: this.#url },
    });
  }

  async #send(path: string, parts: RequestParts): Promise<Visited> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { status, headers, text } = await sendRequest(this.#url + path, {
      ...parts,
      headers: { accept: 'text/html', ...(cookie && { cookie }), ...this.#headers, ...parts.headers },
    });
    for (const set of headers.getSetCookie()) this.#keep(set);
    return { status, headers, html: text, location: headers.get('location') };
  }

  #keep(setCookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (/;\s*max-age=0/i.test(setCookie)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

/** Returns a browser that is logged in to an account of `TestSimulator.account()`. */
export async function logIn(
  sim: TestSimulator,
  account: Pick<TestAccount, 'name'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestBrowser> {
  const browser = new TestBrowser(sim.url, headers);
  const answer = await browser.post('/console/login', {
    short_name: account.name,
    password: 'correct horse',
  });
  if (answer.status !== 303) throw new Error(`login of ${account.name}: ${answer.status}`);
  return browser;
}

/** A simulator with an account, and a browser that is logged in to the account. */
export interface ConsoleVisit {
  readonly sim: TestSimulator;
  readonly account: TestAccount;
  readonly browser: TestBrowser;
}

export async function createConsoleVisit(sim: TestSimulator): Promise<ConsoleVisit> {
  const account = await sim.account();
  return { sim, account, browser: await logIn(sim, account, { 'accept-language': 'en' }) };
}

/** Starts a simulator with an account and a logged-in browser, for all tests of the file or block. */
export async function inConsole(options?: Parameters<typeof TestSimulator.start>[0]): Promise<ConsoleVisit> {
  return createConsoleVisit(await simulatorOfBlock(options));
}
