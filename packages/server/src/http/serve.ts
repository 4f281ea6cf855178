import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '@svc-simulator/core';
import { getQueryParams } from 'hono/utils/url';
import type { Runtime } from '../runtime.ts';
import { enveloped, problem, refusedCall, render } from './envelope.ts';
import { refusalOfError } from './errors.ts';
import { placesOf } from './places.ts';
import type { Route } from './request-context.ts';
import { type Answer, type FoundRequest, ServedCall, TextAnswer } from './served-call.ts';
import { isJsonType, limitOf } from './steps/body.ts';
import type { Services } from './steps/step.ts';
import { stepsOf } from './steps/steps.ts';
import { type Eventual, when } from './when.ts';

/** Answers a request of its operation; a `Response` is for the caller to send, null is sent already. */
export type Serve = (found: FoundRequest) => Eventual<Response | null>;

/**
 * Serves the requests of one operation: the steps that it needs in this process, its handler, the commit of what that wants to be
 * stored, the envelope. What is there at once is answered without a promise.
 */
export function serve(services: Services, route: Route): Serve {
  const { chaos, runtime } = services;
  const { clock, random, store } = runtime;
  const { operation } = route;
  const { bodies } = services.admission;
  const mostBytes = limitOf(operation, 'hosted');
  const steps = stepsOf(services, route);
  const meter = services.meterOf(operation.id);
  const upset = services.meterOf('chaos');

  return (found) => {
    const beganMs = meter.begin();
    const call = new ServedCall(found, operation, found.requestId ?? random.uuid(), clock);
    const finish = (answer: Answer) => {
      call.answered(answer);
      const { latencyMs = 0 } = call.upset ?? {};
      return latencyMs > 0
        ? chaos.hold(latencyMs, call.outgoing).then(() => sent(call, answer, beganMs))
        : sent(call, answer, beganMs);
    };
    const fail = (error: unknown) => {
      const what = { requestId: call.requestId, what: operation.id };
      return when(refusedCall(call, refusalOfError(runtime, error, what)), finish);
    };
    let begun: Eventual<Answer>;
    try {
      begun = bodies ? bodies.run(call.incoming, mostBytes, () => passed(call, 0)) : passed(call, 0);
    } catch (error) {
      return fail(error);
    }
    return begun instanceof Promise ? begun.then(finish, fail) : finish(begun);
  };

  /** Passes the steps from this one on. */
  function passed(call: ServedCall, from: number): Eventual<Answer> {
    for (let at = from; at < steps.length; at++) {
      const refusal = steps[at]?.(call);
      if (refusal instanceof Promise)
        return refusal.then((late) => (late ? refusedCall(call, late) : passed(call, at + 1)));
      if (refusal) return refusedCall(call, refusal);
    }
    if (!call.inTurn) return handled(call);
    const turn = call.inTurn(() => handled(call));
    return turn.then((answer) => ('busy' in answer ? refusedCall(call, answer.busy) : answer));
  }

  function handled(call: ServedCall): Eventual<Answer> {
    return when(route.handler(call), (answered) => {
      if ('headers' in answered) return answered;
      if (!('decide' in answered)) return enveloped(call, render(operation, answered));
      const { scope, decide } = answered;
      const keyed = call.keyed?.(answered);
      return keyed
        ? store.transact(keyed.scope, keyed.decide).then((rendered) => enveloped(call, rendered))
        : store.transact(scope, decide).then((outcome) => enveloped(call, render(operation, outcome)));
    });
  }

  function sent(call: ServedCall, answer: Answer, beganMs: number | null): Response | null {
    if (call.upset) upset.add(answer.status);
    else meter.add(answer.status, beganMs);
    services.record(call, answer);
    if (!(answer instanceof TextAnswer)) {
      for (const [name, value] of Object.entries(call.answerHeaders)) call.outgoing.setHeader(name, value);
      return answer;
    }
    // What is answered in one turn of the event loop goes out at its end: a write wakes a client that waits, which costs about
    // as much as answering, and those that are awake already ask again together.
    setImmediate(send, runtime, call, answer);
    return null;
  }
}

/** Sends an answer, whatever it is. */
function send(runtime: Runtime, call: ServedCall, answer: TextAnswer): void {
  const { incoming, operation, outgoing, requestId } = call;
  try {
    answer.sendTo(outgoing);
    if (!incoming.complete) endUnlessComplete(incoming, runtime.clock);
  } catch (error) {
    const refusal = refusalOfError(runtime, error, { requestId, what: operation.id });
    when(problem(call, refusal, operation.family), (told) => told.sendTo(outgoing));
  }
}

/** A body may go on for so long after its request is answered; Node drops it. Closed at once, the connection would take the answer with it. */
const REST_MS = 500;

function endUnlessComplete(incoming: IncomingMessage, clock: Clock): void {
  const cancel = clock.after(REST_MS, () => incoming.socket.destroySoon());
  incoming.once('end', cancel).once('close', cancel);
}

/** What takes the requests that are not a program's call of an operation, and sends answers that are streams. */
export interface Beside {
  serve: RequestListener;
  send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): void;
}

/**
 * Serves what programs call straight from node:http, without fetch's objects: Node loads them when they are first used, which takes
 * as long as half of everything else before the simulator listens. All other requests (pages, addresses that have to be read
 * with care, what no operation takes) are for hono.
 */
export function directCalls(
  services: Services,
  routes: readonly Route[],
  loadBeside: () => Promise<Beside>,
): RequestListener {
  const { runtime } = services;
  const find = finderOf(services, routes);
  let loaded: Eventual<Beside> | undefined;
  return (incoming, outgoing) => {
    // HTTP/1.0 needs no name of a host; what is not told reads as one all the same.
    if (incoming.httpVersion === '1.0') incoming.headers.host ??= 'localhost';
    try {
      answered(incoming, outgoing)?.catch((error) => failed(error, incoming, outgoing));
    } catch (error) {
      failed(error, incoming, outgoing);
    }
  };

  function answered(incoming: IncomingMessage, outgoing: ServerResponse): Eventual<void> {
    const { method = '', headers, url = '' } = incoming;
    const [, path = ''] = ADDRESS.exec(url) ?? [];
    const isPlain = path !== '' && !DOTS.test(path) && HOST.test(headers.host ?? '');
    const found = isPlain && isForPrograms(path, incoming) ? find(method, path) : undefined;
    if (!found) {
      outgoing.once('finish', () => incoming.complete || endUnlessComplete(incoming, runtime.clock));
      return when(beside(), ({ serve }) => serve(incoming, outgoing));
    }
    const { params } = found;
    const answer = found.serve({ incoming, outgoing, path, params, query: () => queryOf(url, path) });
    return when(answer, (response) => {
      if (response) return when(beside(), ({ send }) => send(response, incoming, outgoing));
    });
  }

  function beside(): Eventual<Beside> {
    loaded ??= loadBeside().then(
      (made) => {
        loaded = made;
        return made;
      },
      (error) => {
        loaded = undefined;
        throw error;
      },
    );
    return loaded;
  }

  function failed(error: unknown, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url } = incoming;
    const requestId = runtime.random.uuid();
    const refusal = refusalOfError(runtime, error, { requestId, what: `${method} ${url}` });
    if (outgoing.headersSent) outgoing.destroy();
    else when(problem({ incoming, requestId }, refusal), (told) => told.sendTo(outgoing));
  }
}

/** A path in which nothing is encoded, and a query; what else an address may be, has to be read as a URL. */
const ADDRESS = /^(\/[\w\-.~!$&'()*+,;=:@/]*)(?:\?[!-"$-~]*)?$/;
const DOTS = /\/\.\.?(?:\/|$)/;
const HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/** Under `/console` requests of browsers are for pages: they bring no token, and send forms. */
function isForPrograms(path: string, { method, headers }: IncomingMessage): boolean {
  if (!path.startsWith('/console/') || path.startsWith('/console/hooks/')) return true;
  if (headers.authorization !== undefined) return true;
  return method !== 'GET' && method !== 'HEAD' && isJsonType(headers['content-type']);
}

/** Read as hono reads it; the function wants a whole address, and without a name answers every one. */
function queryOf(url: string, path: string): Readonly<Record<string, readonly string[]>> {
  if (url.length === path.length) return {};
  return getQueryParams(`http://host${url}`) as Record<string, string[]>;
}

interface Found {
  readonly serve: Serve;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds what serves the requests of a method and a path. */
function finderOf(services: Services, routes: readonly Route[]) {
  const places = placesOf(routes).map((place) => ({
    ...place,
    byMethod: new Map(place.routes.map((own) => [own.operation.method as string, serve(services, own)])),
  }));
  const fixed = new Map(places.map((place) => [place.path, place]));
  const formed = places.filter(({ path }) => path.includes('{'));
  const found = (serve: Serve | undefined, params = {}): Found | undefined => serve && { serve, params };
  return (method: string, path: string) => {
    const own = fixed.get(path);
    if (own) return found(own.byMethod.get(method));
    for (const { fits, byMethod } of formed) {
      const match = fits.exec(path);
      if (match) return found(byMethod.get(method), match.groups);
    }
    return undefined;
  };
}
