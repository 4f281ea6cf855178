import { createServer } from 'node:http';
import { signWebhook } from '@svc-simulator/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenOnFreePort } from '../../../test/support/listening.ts';
import { fastifyPlugin, nodeHandler, requestHandler } from './index.ts';
import type { FastifyLike, ReceiverOptions, WebhookEvent } from './webhooks-api.ts';

const secret = 'whsec_test';
const timestamp = '2026-11-20T21:27:00.000Z';
const body = '{"event":"payment_session.created","session_payment":{"id":"x"}}';
const headers = {
  'svc-signature': signWebhook({ secret, timestamp, body }),
  'svc-timestamp': timestamp,
  'idempotency-key': 'k',
};

/** Creates a receiver that records its calls. */
function receiver(more: Partial<ReceiverOptions> = {}) {
  const events: WebhookEvent[] = [];
  const errors: unknown[] = [];
  const options: ReceiverOptions = {
    secret,
    now: Date.parse(timestamp),
    onEvent: (event) => events.push(event),
    onError: (error) => errors.push(error),
    ...more,
  };
  return { events, errors, options };
}

type Send = (init?: RequestInit) => Promise<Response>;

/** Calls each handler like its framework does. */
const kinds: readonly [string, (options: ReceiverOptions) => Promise<Send>][] = [
  [
    'requestHandler',
    async (options) => {
      const handle = requestHandler(options);
      return (init) =>
        handle(new Request('http://shop.invalid/', { method: 'POST', headers, body, ...init }));
    },
  ],
  [
    'nodeHandler',
    async (options) => {
      const port = await listenOnFreePort(createServer(nodeHandler(options)));
      return (init) => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body, ...init });
    },
  ],
];

describe.each(kinds)('%s', (_name, serve) => {
  it('passes a valid webhook to the program, and returns 200', async () => {
    const { events, errors, options } = receiver();
    const send = await serve(options);
    expect((await send()).status).toBe(200);
    expect(events).toEqual([{ ...JSON.parse(body), idempotency_key: 'k' }]);
    expect(errors).toEqual([]);
  });

  it('refuses invalid requests, returns the cause, and reports it to onError', async () => {
    const { events, errors, options } = receiver();
    const send = await serve(options);
    const forged = await send({ body: `${body} ` });
    expect([forged.status, await forged.text()]).toEqual([401, 'signature_raw_body']);
    expect((await send({ body: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(413);
    expect((await send({ method: 'GET', body: null })).status).toBe(405);
    expect(events).toEqual([]);
    expect(errors).toMatchObject([{ name: 'WebhookError', code: 'signature_raw_body' }]);
  });

  it('returns 500 if the program fails, so that the webhook is retried', async () => {
    const { errors, options } = receiver({ onEvent: () => Promise.reject(new Error('no database')) });
    const send = await serve(options);
    expect((await send()).status).toBe(500);
    expect(errors).toEqual([new Error('no database')]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no log');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no log'))],
  ])('returns 500 if onError also %s', async (_how, onError) => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => consoleError.mockRestore());
    const { options } = receiver({ onEvent: () => Promise.reject(new Error('no database')), onError });
    const send = await serve(options);
    for (const init of [{}, { headers: {} }]) expect((await send(init)).status).toBe(500);
    expect(consoleError.mock.calls).toEqual([[new Error('no log')], [new Error('no log')]]);
  });

  it('prints errors on the console if onError is missing', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => consoleError.mockRestore());
    const { onError: _, ...options } = receiver({ language: 'es' }).options;
    const send = await serve(options);
    await send({ headers: {} });
    expect(consoleError.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^header_missing: Cuando el receptor verificó .*falta la cabecera svc-signature/,
        ),
      ],
    ]);
  });
});

describe('nodeHandler after a body parser', () => {
  const createParsedRequest = (more: object) => {
    const response = { statusCode: 0, end: vi.fn() };
    const request = {
      method: 'POST',
      headers,
      readableEnded: true,
      async *[Symbol.asyncIterator]() {},
      ...more,
    };
    return { request, response };
  };

  it.each([
    ['express.raw()', { body: Buffer.from(body) }],
    ['express.text()', { body }],
    ['NestJS with rawBody', { rawBody: Buffer.from(body), body: JSON.parse(body) }],
  ])('accepts the bytes of %s', async (_name, more) => {
    const { events, options } = receiver();
    const { request, response } = createParsedRequest(more);
    await nodeHandler(options)(request, response);
    expect([response.statusCode, events.length]).toEqual([200, 1]);
  });

  it('refuses a body that express.json() has parsed', async () => {
    const { request, response } = createParsedRequest({ body: JSON.parse(body) });
    await nodeHandler(receiver().options)(request, response);
    expect([response.statusCode, response.end.mock.calls]).toEqual([500, [['body_parsed']]]);
  });
});

describe("a request body that can't be read", () => {
  const bodyError = new Error('broken');
  const unreadable = {
    get body(): unknown {
      throw bodyError;
    },
  };
  const cut = {
    async *[Symbol.asyncIterator]() {
      yield Buffer.from('{');
      throw bodyError;
    },
  };
  const base = { method: 'POST', headers, readableEnded: false };

  it.each([
    ['a getter that throws', unreadable],
    ['a stream that breaks off', cut],
  ])('makes nodeHandler return 400 and report the cause: %s', async (_name, more) => {
    const { errors, options } = receiver();
    const response = { statusCode: 0, end: vi.fn() };
    const request = Object.defineProperties({ ...cut, ...base }, Object.getOwnPropertyDescriptors(more));
    await nodeHandler(options)(request, response);
    expect([response.statusCode, response.end.mock.calls.length]).toEqual([400, 1]);
    expect(errors).toEqual([bodyError]);
  });

  it('makes requestHandler return 400 and report the cause', async () => {
    const { errors, options } = receiver();
    const body = new ReadableStream({ start: (stream) => stream.error(bodyError) });
    const request = new Request('http://shop.invalid/', { method: 'POST', headers, body, duplex: 'half' });
    expect((await requestHandler(options)(request)).status).toBe(400);
    expect(errors).toEqual([bodyError]);
  });

  it('makes fastifyPlugin return 400 and report the cause', async () => {
    const { errors, options } = receiver();
    const send = vi.fn();
    const code = vi.fn(() => ({ send }));
    let handle: Parameters<FastifyLike['post']>[1] = () => {};
    await fastifyPlugin({ ...options, path: '/' })({
      removeAllContentTypeParsers() {},
      addContentTypeParser() {},
      post(_path, handler) {
        handle = handler;
      },
    });
    const request = Object.defineProperties(
      { headers, body: null },
      Object.getOwnPropertyDescriptors(unreadable),
    );
    await handle(request, { code });
    expect([code.mock.calls, send.mock.calls.length]).toEqual([[[400]], 1]);
    expect(errors).toEqual([bodyError]);
  });
});

it('explains in requestHandler that the body was already read', async () => {
  const request = new Request('http://shop.invalid/', { method: 'POST', headers, body });
  await request.json();
  const answer = await requestHandler(receiver().options)(request);
  expect([answer.status, await answer.text()]).toEqual([500, 'body_parsed']);
});
