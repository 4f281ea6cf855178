import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import type { RandomSource } from '@svc-simulator/core';
import type { Hono } from 'hono';
import type { Env } from './env.ts';
import { brokenInside, notHttp } from './http-refusals.ts';
import { problemOf } from './problem.ts';

interface ListenerOptions {
  readonly random: RandomSource;
  /**
   * Lets @hono/node-server replace the process's `Request` and `Response`, which is faster; default false,
   * because other code may share them.
   */
  readonly ownsProcess?: boolean | undefined;
}

export function requestListenerOf(
  app: Pick<Hono<Env>, 'fetch'>,
  { random, ownsProcess = false }: ListenerOptions,
): RequestListener {
  const serve = getRequestListener((request, env) => app.fetch(request, env as HttpBindings), {
    overrideGlobalObjects: ownsProcess,
    errorHandler: async (error) => {
      const { refusal } = error instanceof RequestError ? notHttp(error.message) : brokenInside();
      const { status, headers, text } = await problemOf(refusal, { requestId: random.uuid() });
      return new Response(text, { status, headers });
    },
  });
  return (incoming, outgoing) => {
    // HTTP/1.0 allows requests without `Host`.
    if (incoming.httpVersion === '1.0') incoming.headers.host ??= 'localhost';
    void serve(incoming, outgoing);
  };
}
