import type { Context, Handler as HonoHandler } from 'hono';
import type { Env, Validated } from './env.ts';
import { enveloped, render } from './envelope.ts';
import type { Commit, RenderedCommit } from './reply.ts';
import type { ReceivedRequest, Route } from './request-context.ts';
import type { Services } from './steps/step.ts';

/** Calls the operation's handler, stores what it wants to be stored, and puts its answer into the envelope. */
export function answer(
  { runtime }: Services,
  { operation, handler }: Route,
): HonoHandler<Env, string, Validated> {
  return async (c) => {
    const answered = await handler(callOf(c));
    if (answered instanceof Response) return answered;
    if (!('decide' in answered)) return enveloped(c, operation, render(operation, answered));
    const rendered = rendering(answered);
    const { scope, decide } = c.get('replay')?.(rendered) ?? rendered;
    return enveloped(c, operation, await runtime.store.transact(scope, decide));
  };

  function rendering({ scope, decide }: Commit): RenderedCommit {
    return {
      scope,
      decide: (view) => {
        const change = decide(view);
        return { ...change, result: render(operation, change.result) };
      },
    };
  }
}

function callOf(c: Context<Env, string, Validated>): ReceivedRequest {
  const { req } = c;
  return {
    params: req.param(),
    query: req.valid('query'),
    body: req.valid('json'),
    account: c.get('account'),
    merchant: c.get('merchant'),
    terminal: c.get('terminal'),
    now: c.get('now'),
    header: (name) => req.header(name),
    headers: () => req.header(),
    bytes: () => c.get('bytes') ?? new Uint8Array(),
  };
}
