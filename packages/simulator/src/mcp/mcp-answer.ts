import diagnosis from 'texts:diagnosis';
import examination from 'texts:examination';
import probe from 'texts:probe';
import signature from 'texts:signature';
import word from 'texts:word';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createClient, followTrace } from '@svc-simulator/client';
import { type Outcome, type Refusal, refuse, toolAgents } from '@svc-simulator/contract';
import { type AccountRecord, accountTime, examinationReport, scenarios } from '@svc-simulator/core';
import { callsOf } from '@svc-simulator/mcp/bench.ts';
import { mcpServer } from '@svc-simulator/mcp/mcp-server.ts';
import { mcpTexts } from '@svc-simulator/mcp/mcp-texts.ts';
import { type Bench, ToolError } from '@svc-simulator/mcp/tool.ts';
import type { Examinations } from '@svc-simulator/server/examination/examinations.ts';
import { bearer } from '@svc-simulator/server/http/credentials.ts';
import { pickLanguage } from '@svc-simulator/server/http/language.ts';
import type { ReceivedRequest } from '@svc-simulator/server/http/request-context.ts';
import { parseJson } from '@svc-simulator/server/http/steps/body.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';

export interface McpParts {
  readonly runtime: Runtime;
  readonly examinations: Examinations;
  /** Calls an operation within the process, for this request. */
  readonly within: (asking: NonNullable<ReceivedRequest['incoming']>) => typeof fetch;
}

const examinationTexts = textsByLanguage(examination, diagnosis, signature, probe, word);

/** Answers one message of the Model Context Protocol as the account of its token; nothing is held between two of them. */
export async function mcpAnswer(
  { runtime, examinations, within }: McpParts,
  call: ReceivedRequest,
): Promise<Outcome<never> | Response> {
  const { account, incoming, header, headers, bytes } = call;
  const { settings, clock, random } = runtime;
  if (!account || !incoming) throw new Error('a call of an account');
  if (!mayAsk(runtime, header('origin'))) return refuse(otherOrigin);
  const parsed = parseJson(new TextDecoder().decode(bytes()), true);
  if (!parsed.ok) return parsed;
  // Each would be carried out: one request asks for one thing.
  if (Array.isArray(parsed.value)) return refuse(oneAtATime);
  const t = mcpTexts(pickLanguage(header('accept-language') ?? null, undefined, 'en'));
  const at = {
    baseUrl: 'http://within',
    language: t.lang,
    agent: toolAgents.tool,
    token: bearer(header('authorization')),
    fetch: within(incoming),
  };
  const client = createClient(at);
  const bench: Bench = {
    t,
    url: settings.publicUrl,
    now: () => accountTime(account.clock, clock.now()),
    newId: () => random.uuid(),
    ...callsOf(() => client),
    follow: (from, withinMs) => followTrace({ ...at, ...from, signal: AbortSignal.timeout(withinMs) }),
    examine: (url) => examined(examinations, account, url, t),
  };
  const server = mcpServer({ t, version: settings.version, isLocal: false, benchFor: async () => bench });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const request = new Request(settings.publicUrl, { method: 'POST', headers: headers() });
  const response = await transport.handleRequest(request, { parsedBody: parsed.value });
  await server.close();
  return response;
}

/** A page of another origin may not call, not even one whose name leads to this machine. */
function mayAsk({ settings }: Runtime, origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const { publicUrl, ownUrls, hosted } = settings;
  const known = [publicUrl, ...ownUrls].map((url) => new URL(url).origin);
  return (
    known.includes(origin) || (!hosted && /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin))
  );
}

const otherOrigin: Refusal = {
  status: 403,
  title: 'problem.title.forbidden',
  ...message('problem.mcp.origin'),
};
const oneAtATime: Refusal = {
  status: 400,
  title: 'problem.title.malformed_json',
  ...message('problem.mcp.batch'),
};

async function examined(
  examinations: Examinations,
  account: AccountRecord,
  url: string,
  t: Texts,
): Promise<object> {
  const scenario = scenarios.at(-1);
  if (!scenario) throw new Error('there are scenarios');
  const examination = await examinations.run({ account, url, scenario });
  if ('refused' in examination)
    throw new ToolError('refused', t('mcp.error.examine', { why: examination.refused }));
  return examinationReport(examinationTexts(t.lang), { url, simulator: null }, examination.reports);
}
