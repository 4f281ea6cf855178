import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type FollowOptions, followTrace, type LooseRequest, ProblemError } from '@svc-simulator/client';
import {
  getTrace,
  isLoopback,
  mapValues,
  type Operation,
  type Outcome,
  type ProblemEnvelope,
} from '@svc-simulator/contract';
import { type AccountRecord, accountTime } from '@svc-simulator/core';
import { mcpServer } from '@svc-simulator/mcp/mcp-server.ts';
import { mcpTexts } from '@svc-simulator/mcp/mcp-texts.ts';
import { batchRefusal, invalidRequest, parseError } from '@svc-simulator/mcp/rpc-errors.ts';
import { type ToolContext, ToolError } from '@svc-simulator/mcp/tool.ts';
import { Doctor } from '@svc-simulator/server/doctor/doctor.ts';
import { buildReport, scenarios } from '@svc-simulator/server/doctor/doctor-report.ts';
import type { Execute } from '@svc-simulator/server/execute.ts';
import { formatRefusal, loadProblemTexts } from '@svc-simulator/server/format-refusal.ts';
import { parseJson } from '@svc-simulator/server/http/body.ts';
import type { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import { createInternalInput } from '@svc-simulator/server/input.ts';
import { refuseWith } from '@svc-simulator/server/refusals.ts';
import { dataOf, type ReceivedRequest, type Reply } from '@svc-simulator/server/route.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { bearer } from '@svc-simulator/server/tokens/account-tokens.ts';
import { watchToken } from '@svc-simulator/server/tokens/token-watch.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';

export interface AgentParts {
  readonly runtime: Runtime;
  readonly admission: Admission;
  readonly execute: Execute;
  readonly closing: AbortSignal;
}

/**
 * Returns the handler of Model Context Protocol messages, which runs each as the account of its token and
 * stores nothing.
 */
export function agentAnswers(parts: AgentParts) {
  const { runtime, admission, execute, closing } = parts;
  const { settings, clock, random } = runtime;
  const doctor = new Doctor(runtime, execute, closing);
  return async (received: ReceivedRequest): Promise<Outcome<never> | Response> => {
    const { account, header, headers, bytes } = received;
    if (!account) throw new Error('a call of an account');
    if (!mayAsk(runtime, header('origin'))) return otherOrigin;
    // A message costs as much as several calls. In a hosted simulator, an account's messages therefore start
    // one after the other, with pauses.
    await admission.reads?.runInTurn(account.id, () => {});
    const t = mcpTexts(pickLanguage(header('accept-language') ?? null, undefined, 'en'));
    const json = parseJson(new TextDecoder().decode(bytes()), true);
    // The transport refuses media types other than JSON before it looks at the message.
    if (header('content-type')?.includes('application/json')) {
      const fault = rpcFault(json, await loadProblemTexts(t.lang));
      if (fault) return Response.json(fault, { status: 400 });
    }
    const context: ToolContext = {
      t,
      url: settings.publicUrl,
      now: () => accountTime(account.clock, clock.now()),
      newId: () => random.uuid(),
      ...callsWithin(parts, received, { account, lang: t.lang, token: bearer(header('authorization')) }),
      testReceiver: async (url) => {
        const scenario = scenarios.at(-1);
        if (!scenario) throw new Error('there are scenarios');
        const testRun = await doctor.run({ account, url, scenario, lang: t.lang });
        if ('refused' in testRun)
          throw new ToolError('refused', t('mcp.error.examine', { why: testRun.refused }));
        return buildReport(t, { url, simulator: null }, testRun.reports);
      },
    };
    const server = mcpServer({
      t,
      version: settings.version,
      isLocal: false,
      createContext: async () => context,
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const request = new Request(settings.publicUrl, { method: 'POST', headers: headers() });
    const response = await transport.handleRequest(request, { parsedBody: json.ok ? json.value : null });
    await server.close();
    return response;
  };
}

/**
 * Returns false for pages of other origins, because the name of a foreign website can resolve to this machine
 * (DNS rebinding).
 */
function mayAsk({ settings }: Runtime, origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const { publicUrl, ownUrls, hosted } = settings;
  const isLocal = /^https?:\/\//.test(origin) && URL.canParse(origin) && isLoopback(new URL(origin).hostname);
  return (!hosted && isLocal) || [publicUrl, ...ownUrls].some((url) => new URL(url).origin === origin);
}

const otherOrigin = refuseWith(403, 'problem.title.forbidden', message('problem.mcp.origin'));

/** Returns the JSON-RPC error of a body that isn't one message; undefined if it is one. */
function rpcFault(json: Outcome<unknown>, t: Awaited<ReturnType<typeof loadProblemTexts>>) {
  if (!json.ok) return parseError(formatRefusal(t, json.refusal).detail);
  // Refuses batches, because a batch would run several calls in the turn of one.
  if (Array.isArray(json.value)) return batchRefusal(t('problem.mcp.batch'));
  return invalidRequest(json.value);
}

const EVENT_STREAM = 'text/event-stream';

/** Returns the calls of a tool, which run in this process as the account, within the API's limits. */
function callsWithin(
  { runtime, admission, execute }: AgentParts,
  { client }: ReceivedRequest,
  {
    account,
    lang,
    token,
  }: { readonly account: AccountRecord; readonly lang: Language; readonly token: string },
): Pick<ToolContext, 'call' | 'follow'> {
  return {
    async call(operation, request = {}) {
      const result = await ask(operation, request, 'application/problem+json');
      if (result instanceof Response)
        return { data: await result.json().catch(() => ({})), nextCursor: null };
      return { data: dataOf(result), nextCursor: result.nextCursor ?? null };
    },
    async *follow(from, withinMs) {
      const revocation = new AbortController();
      const unwatch = watchToken(runtime, { accountId: account.id, token }, () => revocation.abort());
      const signal = AbortSignal.any([AbortSignal.timeout(withinMs), revocation.signal]);
      const fetchTrace: FollowOptions['fetch'] = async (url) => {
        const query = Object.fromEntries(new URL(String(url)).searchParams);
        try {
          const { body, headers } = (await ask(getTrace, { query }, EVENT_STREAM)) as Response;
          return new Response(body?.pipeThrough(new TransformStream(), { signal }) ?? null, { headers });
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
          return Response.json(error.problem, error);
        }
      };
      const release = admission.streams.add(account.id);
      try {
        yield* followTrace({ baseUrl: runtime.settings.publicUrl, fetch: fetchTrace, ...from, signal });
      } finally {
        release();
        unwatch();
      }
    },
  };

  /** @throws ProblemError */
  async function ask(
    operation: Operation,
    { params, query = {}, body = {}, form }: LooseRequest,
    accept: string,
  ): Promise<Reply | Response> {
    if (operation.fullToken) throw new Error(`an API token may not ${operation.id}`);
    const input = createInternalInput('agent', {
      params,
      lang,
      accept,
      body,
      client,
      query: mapValues(query, String),
      contentType: operation.rawBody?.mediaType,
      bytes: Buffer.from(form ? String(new URLSearchParams(form)) : JSON.stringify(body)),
    });
    const result = await execute(operation, input, { account });
    if (result instanceof Response) return result;
    if (result.ok) return result.value;
    const { refusal } = result;
    const problem = formatRefusal(await loadProblemTexts(lang), refusal) as ProblemEnvelope;
    throw new ProblemError(refusal.status, problem, new Headers(refusal.headers));
  }
}
