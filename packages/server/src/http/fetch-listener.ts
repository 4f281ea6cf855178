import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import type { RandomSource } from '@svc-simulator/core';
import type { Hono } from 'hono';
import type { Env } from './env.ts';
import { problem } from './envelope.ts';
import { brokenInside, notHttp } from './refusals.ts';

// The process belongs to others too: a test, a program that embeds the simulator.
const ours = { overrideGlobalObjects: false };

/** Serves an app of hono's by node:http. */
export function listenerOf(app: Pick<Hono<Env>, 'fetch'>, random: RandomSource): RequestListener {
  return getRequestListener((request, env) => app.fetch(request, env as HttpBindings), {
    ...ours,
    errorHandler: async (error) => {
      const { refusal } = error instanceof RequestError ? notHttp(error.message) : brokenInside();
      return (await problem({ requestId: random.uuid() }, refusal)).toResponse();
    },
  });
}

/** Sends an answer that is there already. */
export function sendResponse(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): void {
  void getRequestListener(() => response, ours)(incoming, outgoing);
}
