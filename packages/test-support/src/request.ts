import { Agent, request } from 'undici';

/** The headers of Node's `fetch`, but without compression, which would take a tenth of a request's time. */
const commonHeaders = {
  accept: '*/*',
  'accept-encoding': 'identity',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
};
const dispatcher = new Agent();

export interface RequestParts {
  readonly method: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request, and doesn't follow redirects. `fetch` would take 1.5 times as much processor time. */
export async function sendRequest(url: string, { method, headers, body }: RequestParts): Promise<Received> {
  const response = await request(url, {
    dispatcher,
    method: method as 'GET',
    headers: { ...commonHeaders, ...headers },
    body: body ?? null,
  });
  const received = new Headers();
  for (const [name, value = []] of Object.entries(response.headers))
    for (const each of [value].flat()) received.append(name, each);
  return { status: response.statusCode, headers: received, text: await response.body.text() };
}
