import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { freePort, listenOnFreePort } from '../../../test/support/listening.ts';

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Respond = (request: RecordedRequest, response: ServerResponse) => void;

/** Starts a server on a free loopback port that records its requests and responds as the test requires. */
export async function localServer(respond: Respond): Promise<{ url: string; requests: RecordedRequest[] }> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body });
    respond({ method, url, headers, body }, response);
  });
  return { url: `http://127.0.0.1:${await listenOnFreePort(server)}`, requests };
}

export function answerJson(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Respond {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Returns the URL of a port on which nothing listens. */
export async function deadUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}
