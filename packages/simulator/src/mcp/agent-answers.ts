import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type Outcome, type Refusal, refuse } from '@svc-simulator/contract';
import { accountTime, examinationReport, scenarios } from '@svc-simulator/core';
import { mcpServer } from '@svc-simulator/mcp/mcp-server.ts';
import { mcpTexts } from '@svc-simulator/mcp/mcp-texts.ts';
import { type Bench, ToolError } from '@svc-simulator/mcp/tool.ts';
import { Examinations } from '@svc-simulator/server/examination/examinations.ts';
import type { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import type { Throttle } from '@svc-simulator/server/http/limits/throttle.ts';
import type { ReceivedRequest, Route } from '@svc-simulator/server/http/request-context.ts';
import { parseJson } from '@svc-simulator/server/http/steps/body.ts';
import { payerDesk } from '@svc-simulator/server/pages/payer-desk.ts';
import { startPage } from '@svc-simulator/server/pages/start-page.ts';
import { answererOf, performerOf } from '@svc-simulator/server/performer.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { ConstantAnswers } from '@svc-simulator/web/kit/constant-answers.ts';
import { publicRoutes } from '@svc-simulator/web/landing/public-routes.ts';
import { paymentRoutes } from '@svc-simulator/web/payment/payment-routes.ts';
import { callsWithin } from './agent-calls.ts';

export interface AgentParts {
  readonly runtime: Runtime;
  readonly admission: Admission;
  readonly throttle: Throttle;
  /** Those of the API. */
  readonly routes: readonly Route[];
  readonly closing: AbortSignal;
}

/** What answers messages of the Model Context Protocol, each as the account of its token; nothing is held between two of them. */
export function agentAnswers({ runtime, admission, throttle, routes, closing }: AgentParts) {
  const { settings, clock, random } = runtime;
  const desk = payerDesk(runtime, admission);
  // What else the first page tells of is nothing to an agent.
  const start = startPage(runtime, () => false);
  const answer = answererOf(runtime, admission, [
    ...routes,
    ...paymentRoutes(desk),
    ...publicRoutes(desk, start, new ConstantAnswers({ zips: false })),
  ]);
  const examinations = new Examinations(runtime, performerOf(answer), closing);
  return async (received: ReceivedRequest): Promise<Outcome<never> | Response> => {
    const { account, header, headers, bytes } = received;
    if (!account) throw new Error('a call of an account');
    if (!mayAsk(runtime, header('origin'))) return otherOrigin;
    const parsed = parseJson(new TextDecoder().decode(bytes()), true);
    if (!parsed.ok) return parsed;
    if (Array.isArray(parsed.value)) return oneAtATime;
    const t = mcpTexts(pickLanguage(header('accept-language') ?? null, undefined, 'en'));
    const bench: Bench = {
      t,
      url: settings.publicUrl,
      now: () => accountTime(account.clock, clock.now()),
      newId: () => random.uuid(),
      ...callsWithin({ runtime, admission, throttle, answer }, account, t.lang),
      examine: async (url) => {
        const scenario = scenarios.at(-1);
        if (!scenario) throw new Error('there are scenarios');
        const examined = await examinations.run({ account, url, scenario });
        if ('refused' in examined)
          throw new ToolError('refused', t('mcp.error.examine', { why: examined.refused }));
        return examinationReport(t, { url, simulator: null }, examined.reports);
      },
    };
    const server = mcpServer({ t, version: settings.version, isLocal: false, benchFor: async () => bench });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const request = new Request(settings.publicUrl, { method: 'POST', headers: headers() });
    const response = await transport.handleRequest(request, { parsedBody: parsed.value });
    await server.close();
    return response;
  };
}

/** A page of another origin may not call, not even one whose name leads to this machine. */
function mayAsk({ settings }: Runtime, origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const { publicUrl, ownUrls, hosted } = settings;
  const isLoopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
  return (!hosted && isLoopback) || [publicUrl, ...ownUrls].some((url) => new URL(url).origin === origin);
}

const refused = (status: number, title: Refusal['title'], why: 'origin' | 'batch') =>
  refuse({ status, title, ...message(`problem.mcp.${why}`) });
const otherOrigin = refused(403, 'problem.title.forbidden', 'origin');
// Each would be carried out: one request asks for one thing.
const oneAtATime = refused(400, 'problem.title.malformed_json', 'batch');
