import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock } from '@svc-simulator/core';
import { openRecorder } from './recorder.ts';
import { type Heading, lineOf } from './recording.ts';

export interface ProxyOptions {
  /** Where the requests go. */
  readonly target: string;
  readonly port?: number;
  readonly clock: Clock;
  /** Takes the lines of the recording, one after the other. */
  readonly write: (line: string) => Promise<void>;
}

export interface RecordingProxy {
  readonly url: string;
  /** Exchanges recorded by now, and those that are of no operation of the contract. */
  readonly counts: { recorded: number; passed: number };
  close(): Promise<void>;
}

/** Bodies beyond this are passed on and not recorded. */
const BODY_BYTES = 1_048_576;

/** Listens on loopback, passes everything on to the target as it comes, and records the shapes of it. */
export async function openRecordingProxy({
  target,
  port = 0,
  clock,
  write,
}: ProxyOptions): Promise<RecordingProxy> {
  const counts = { recorded: 0, passed: 0 };
  const recorder = openRecorder();
  const heading: Heading = { format: 1, recorded: new Date(clock.now()).toISOString().slice(0, 10) };
  let writing = write(lineOf(heading));
  const server = createServer(async (incoming, outgoing) => {
    const beganMs = clock.now();
    const { origin, pathname } = new URL(target);
    const url = new URL(`${origin}${pathname.replace(/\/$/, '')}${incoming.url ?? '/'}`);
    const body = await bytesOf(incoming);
    // What is compressed has no shape.
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const passing = send(url, {
      method: incoming.method ?? 'GET',
      headers: { ...incoming.headers, host: url.host, 'accept-encoding': 'identity' },
    });
    passing.on('error', () =>
      outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('The target does not answer.\n'),
    );
    passing.on('response', async (response) => {
      const tookMs = clock.now() - beganMs;
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      const answer: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size <= BODY_BYTES) answer.push(part);
      });
      response.pipe(outgoing);
      await once(response, 'close');
      const record =
        size > BODY_BYTES || body.length > BODY_BYTES
          ? null
          : recorder.record({
              method: incoming.method ?? 'GET',
              url: incoming.url ?? '/',
              headers: incoming.headers,
              body: body.toString('utf8'),
              answer: {
                status: response.statusCode ?? 502,
                headers: response.headers,
                body: Buffer.concat(answer).toString('utf8'),
                tookMs,
              },
            });
      counts[record ? 'recorded' : 'passed'] += 1;
      if (record) writing = writing.then(() => write(lineOf(record)));
    });
    passing.end(body);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`,
    counts,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await writing;
    },
  };
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  return Buffer.concat(parts);
}
