import * as api from '@svc-simulator/contract';
import * as z from 'zod';
import {
  callForData,
  latestAgreementId,
  readWebhookSecret,
  sessionTools,
  webhookTools,
} from './session-tools.ts';
import { type Tool, ToolError } from './tool.ts';

const startSimulatorTool: Tool = {
  name: 'start_simulator',
  isLocal: true,
  takes: () => z.object({ port: z.int().min(0).exactOptional() }),
  answers: () => z.object({ url: z.string(), started: z.boolean() }),
  run: async ({ url, call, command }, { port }) => {
    const running = await call(api.getHealth).catch(() => null);
    if (running) return { url, started: false };
    const words = port === undefined ? [] : ['--port', String(port)];
    const start = api.membersOf(await command?.('start', '--quiet', ...words));
    return { url: start.url, started: true };
  },
};

const accountTool: Tool = {
  name: 'account',
  example: { settings: { webhook_body: 'both' } },
  takes: () => z.object({ settings: z.record(z.string(), z.unknown()).exactOptional() }),
  answers: () =>
    z.object({
      account_id: z.string(),
      url: z.string(),
      webhook_secret: z.string(),
      agreement_id: z.string().nullable(),
      merchant_id: z.string().nullable(),
      settings: api.settingsData(),
    }),
  run: async (context, { settings: body }) => {
    if (body) await context.call(api.updateSettings, { body });
    const { account_id, merchant_id } = await callForData(context, api.getKeys);
    return {
      account_id,
      url: context.url,
      webhook_secret: await readWebhookSecret(context),
      agreement_id: (await latestAgreementId(context)) ?? null,
      merchant_id,
      settings: await callForData(context, api.getSettings),
    };
  },
};

const writeEnv: Tool = {
  name: 'write_env',
  isLocal: true,
  takes: () => z.object({ file: z.string().exactOptional() }),
  answers: () => z.object({ file: z.string(), variables: z.array(z.string()) }),
  run: async ({ command }, { file = '.env' }) => {
    const output = await command?.('env', '--dotenv', String(file));
    return { file, variables: Object.keys(output ?? {}) };
  },
};

const addReceiver: Tool = {
  name: 'add_receiver',
  example: { framework: 'express', dry_run: true },
  isLocal: true,
  takes: () => z.object({ framework: z.string().exactOptional(), dry_run: z.boolean().exactOptional() }),
  answers: () => z.object({ framework: z.string(), files: z.array(z.object({})), next: z.array(z.string()) }),
  run: async ({ command }, { framework, dry_run }) => {
    const words = framework ? ['--framework', String(framework)] : [];
    return (await command?.('init', ...words, dry_run ? '--dry-run' : '--yes')) ?? {};
  },
};

const listTool: Tool = {
  name: 'list',
  chooser: 'what',
  actions: {
    sessions: api.listSessions,
    deliveries: api.listDeliveries,
    events: api.getTrace,
    calls: api.listCalls,
    transactions: api.listTransactions,
    agreements: api.listAgreements,
  },
  without: ['total', 'after'],
};

const transaction: Tool = {
  name: 'transaction',
  actions: { show: api.getTransaction, create: api.createTransaction, cancel: api.cancelTransaction },
  without: ['currency', 'serial', 'deeplinkConfig', 'allowAmountChange', 'clientIdentification'],
  fills: { orderId: ({ newId }) => newId(), currencyReference: () => 'USD' },
};

const plainTools: readonly Tool[] = [
  {
    name: 'clock',
    actions: { show: api.getClock, set: api.setClock, advance: api.advanceClock, reset: api.resetClock },
  },
  { name: 'script', actions: { show: api.getScript, set: api.setScript, clear: api.clearScript } },
  { name: 'chaos', actions: { show: api.getChaos, set: api.setChaos, clear: api.clearChaos } },
  { name: 'practices', actions: { show: api.getProgress } },
];

const MAX_SNAPSHOT_CHARACTERS = 40_000;

const snapshot: Tool = {
  name: 'snapshot',
  example: { action: 'save' },
  destroys: true,
  takes: () =>
    z.object({
      action: z.enum(['save', 'load']).default('save'),
      snapshot: z.record(z.string(), z.unknown()).exactOptional(),
      file: z.string().exactOptional(),
    }),
  answers: () => z.object({}),
  run: async (context, { action = 'save', file, snapshot: body = {} }) => {
    const { t, command } = context;
    if (file !== undefined) {
      if (!command) throw new ToolError('no_files', t('mcp.error.no_files'));
      return command(String(action), String(file), ...(action === 'load' ? ['--yes'] : []));
    }
    if (action === 'load') return callForData(context, api.loadSnapshot, { body });
    const snapshotData = await callForData(context, api.getSnapshot, { query: { trace: 'none' } });
    if (JSON.stringify(snapshotData).length <= MAX_SNAPSHOT_CHARACTERS) return { snapshot: snapshotData };
    throw new ToolError('too_long', t('mcp.error.snapshot_long'));
  },
};

const searchDocs: Tool = {
  name: 'search_docs',
  example: { query: 'verify a webhook' },
  reads: true,
  takes: () => z.object({ query: z.string().exactOptional(), page: z.string().exactOptional() }),
  answers: () => z.object({ hits: z.array(z.object({})), text: z.string().nullable() }),
  run: async ({ t }, { query = '', page }) => {
    // Imports the documentation only when it is used, because it is a tenth of the package.
    const { docHits, docText } = await import('./docs.ts');
    if (page === undefined) return { hits: await docHits(t.lang, String(query)), text: null };
    const text = await docText(t.lang, String(page));
    if (text !== undefined) return { hits: [], text };
    const next = { tool: 'search_docs', arguments: { query: String(page) } } as const;
    throw new ToolError('not_found', t('mcp.error.none', { what: String(page) }), next);
  },
};

export const agentTools: readonly Tool[] = [
  ...[startSimulatorTool, accountTool, writeEnv, addReceiver],
  ...sessionTools,
  ...[transaction, listTool],
  ...webhookTools,
  ...plainTools,
  ...[snapshot, searchDocs],
];
