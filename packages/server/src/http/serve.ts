import type { IncomingMessage } from 'node:http';
import type { Clock } from '@svc-simulator/core';
import type { Runtime } from '../runtime.ts';
import { enveloped, problem, refusedCall, render } from './envelope.ts';
import { refusalOfError } from './errors.ts';
import type { Route } from './request-context.ts';
import { type Answer, type FoundRequest, ServedCall } from './served-call.ts';
import type { Services } from './steps/step.ts';
import { stepsOf } from './steps/steps.ts';
import { TextAnswer } from './text-answer.ts';
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
      begun = bodies ? bodies.run(call.incoming, () => passed(call, 0)) : passed(call, 0);
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
