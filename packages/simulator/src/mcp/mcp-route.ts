import type { Operation } from '@svc-simulator/contract';
import type { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import { type Route, route } from '@svc-simulator/server/http/request-context.ts';
import type { Services } from '@svc-simulator/server/http/steps/step.ts';
import type { McpParts, mcpAnswer } from './mcp-answer.ts';

/** What an agent sends each message to. The protocol describes itself, so this is no operation of the contract. */
const mcp = {
  id: 'mcp',
  method: 'POST',
  path: '/mcp',
  family: 'control',
  auth: 'api',
  provenance: 'decided',
  status: 200,
  title: 'MCP',
} as const satisfies Operation;

interface RouteParts {
  readonly services: Services;
  readonly admission: Admission;
  /** Those that an agent may call. */
  readonly routes: readonly Route[];
  readonly closing: AbortSignal;
}

/** `POST /mcp`; what it takes is loaded when an agent comes. */
export function mcpRoute(parts: () => RouteParts): Route {
  let ready: Promise<{ readonly own: McpParts; readonly answer: typeof mcpAnswer }> | undefined;
  return route(mcp, async (call) => {
    ready ??= load(parts());
    const { own, answer } = await ready;
    return answer(own, call);
  });
}

async function load({ services, admission, routes, closing }: RouteParts) {
  const [
    { mcpAnswer },
    { callsWithin },
    { Examinations },
    { answererOf, performerOf },
    { paymentRoutes },
    { publicRoutes },
    { ConstantAnswers },
  ] = await Promise.all([
    import('./mcp-answer.ts'),
    import('./calls-within.ts'),
    import('@svc-simulator/server/examination/examinations.ts'),
    import('@svc-simulator/server/performer.ts'),
    import('@svc-simulator/web/payment/payment-routes.ts'),
    import('@svc-simulator/web/landing/public-routes.ts'),
    import('@svc-simulator/web/kit/constant-answers.ts'),
  ]);
  const { runtime } = services;
  const perform = performerOf(answererOf(runtime, admission, routes));
  const own: McpParts = {
    runtime,
    examinations: new Examinations(runtime, perform, closing),
    within: callsWithin(services, [
      ...routes,
      ...paymentRoutes(runtime, admission),
      ...publicRoutes(runtime, new ConstantAnswers({ zips: false })),
    ]),
  };
  return { own, answer: mcpAnswer };
}
