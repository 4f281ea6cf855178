import * as api from '@svc-simulator/contract';
import { membersOf } from '@svc-simulator/contract/fields/objects.ts';
import * as z from 'zod';
import { performed } from './perform.ts';
import { agreementOf, sessionTools } from './session-tools.ts';
import { type Arguments, type Bench, type Tool, ToolError } from './tool.ts';
import { secretOf, settingsOf, webhookTools } from './webhook-tools.ts';

const startSimulator: Tool = {
  name: 'start_simulator',
  example: { port: 0 },
  isLocal: true,
  takes: api.lazy(() => z.object({ port: z.int().min(0).exactOptional() })),
  answers: api.lazy(() => z.object({ url: z.string(), started: z.boolean() })),
  run: async (bench, { port }) => {
    const running = await bench.call(api.getHealth, {}).catch(() => null);
    if (running) return { url: bench.url, started: false };
    const { url } = membersOf(
      await bench.command?.('start', '--quiet', ...(port === undefined ? [] : ['--port', String(port)])),
    );
    return { url, started: true };
  },
};

const account: Tool = {
  name: 'account',
  example: { settings: { webhook_body: 'both' } },
  takes: api.lazy(() => z.object({ settings: z.record(z.string(), z.unknown()).exactOptional() })),
  answers: api.lazy(() =>
    z.object({
      account_id: z.string(),
      url: z.string(),
      agreement_id: z.string().nullable(),
      webhook_secret: z.string(),
      merchant_id: z.string().nullable(),
      settings: api.settingsData(),
    }),
  ),
  run: async (bench, { settings }) => {
    const { account_id, merchant_id } = membersOf((await bench.call(api.getKeys, {})).data);
    return {
      account_id,
      url: bench.url,
      agreement_id: (await agreementOf(bench)) ?? null,
      webhook_secret: await secretOf(bench),
      merchant_id,
      settings: settings ? await changed(bench, settings) : await settingsOf(bench),
    };
  },
};

async function changed(bench: Bench, body: unknown): Promise<unknown> {
  return (await bench.call(api.updateSettings, { body })).data;
}

const writeEnv: Tool = {
  name: 'write_env',
  isLocal: true,
  takes: api.lazy(() => z.object({ file: z.string().exactOptional() })),
  answers: api.lazy(() => z.object({ file: z.string(), variables: z.array(z.string()) })),
  run: async (bench, { file = '.env' }) => {
    const written = await bench.command?.('env', '--dotenv', String(file));
    return { file, variables: Object.keys(written ?? {}) };
  },
};

const addReceiver: Tool = {
  name: 'add_receiver',
  example: { framework: 'express', dry_run: true },
  isLocal: true,
  takes: api.lazy(() =>
    z.object({ framework: z.string().exactOptional(), dry_run: z.boolean().exactOptional() }),
  ),
  answers: api.lazy(() =>
    z.object({
      framework: z.string(),
      files: z.array(z.object({ path: z.string(), does: z.string() })),
      next: z.array(z.string()),
    }),
  ),
  run: async (bench, { framework, dry_run }) => {
    const words = [
      ...(framework ? ['--framework', String(framework)] : []),
      ...(dry_run ? ['--dry-run'] : ['--yes']),
    ];
    return (await bench.command?.('init', ...words)) ?? {};
  },
};

const list: Tool = {
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
  without: [
    'by',
    'total',
    'after',
    'origin',
    'since',
    'until',
    'from',
    'to',
    'family',
    'min_ms',
    'order',
    'webhooks',
  ],
};

const transaction: Tool = {
  name: 'transaction',
  actions: { show: api.getTransaction, create: api.createTransaction, cancel: api.cancelTransaction },
  without: ['currency', 'serial', 'deeplinkConfig', 'allowAmountChange', 'clientIdentification'],
  fills: { orderId: ({ newId }) => newId(), currencyReference: () => 'USD' },
};

const clock: Tool = {
  name: 'clock',
  actions: { show: api.getClock, set: api.setClock, advance: api.advanceClock, reset: api.resetClock },
};

const script: Tool = {
  name: 'script',
  actions: { show: api.getScript, set: api.setScript, clear: api.clearScript },
};

const chaos: Tool = {
  name: 'chaos',
  actions: { show: api.getChaos, set: api.setChaos, clear: api.clearChaos },
  answers: api.lazy(() =>
    z.object({ active: z.boolean(), seed: z.int().nullable(), webhooks: z.int(), calls: z.int() }),
  ),
};

/** Longest text that a snapshot is answered as. */
const SNAPSHOT_CHARACTERS = 40_000;

const snapshot: Tool = {
  name: 'snapshot',
  example: { action: 'save' },
  destroys: true,
  takes: api.lazy(() =>
    z.object({
      action: z.enum(['save', 'load']).exactOptional(),
      snapshot: z.record(z.string(), z.unknown()).exactOptional(),
      file: z.string().exactOptional(),
    }),
  ),
  answers: api.lazy(() => z.object({})),
  run: async (bench, args) => {
    const { action = 'save', file } = args;
    if (file !== undefined) {
      if (!bench.command) throw new ToolError('no_files', bench.t('mcp.error.no_files'));
      if (action === 'load') return bench.command('load', String(file), '--yes');
      return bench.command('save', String(file));
    }
    if (action === 'load') return loaded(bench, args);
    const saved = await performed(snapshot, bench, api.getSnapshot, { trace: 'none' });
    if (JSON.stringify(saved).length <= SNAPSHOT_CHARACTERS) return { snapshot: saved };
    throw new ToolError('too_long', bench.t('mcp.error.snapshot_long'));
  },
};

async function loaded(bench: Bench, { snapshot: body }: Arguments): Promise<object> {
  if (body === undefined)
    throw new ToolError('missing_argument', bench.t('mcp.error.missing_argument', { name: 'snapshot' }));
  return membersOf((await bench.call(api.loadSnapshot, { body })).data);
}

const practices: Tool = { name: 'practices', actions: { show: api.getProgress } };

const searchDocs: Tool = {
  name: 'search_docs',
  example: { query: 'verify a webhook' },
  reads: true,
  takes: api.lazy(() => z.object({ query: z.string().exactOptional(), page: z.string().exactOptional() })),
  answers: api.lazy(() =>
    z.object({
      hits: z.array(z.object({ page: z.string(), heading: z.string(), excerpt: z.string() })),
      text: z.string().nullable(),
    }),
  ),
  run: async (bench, { query, page }) => {
    // A tenth of the package, for those who ask.
    const { docHits, docText } = await import('./docs.ts');
    if (page === undefined) return { hits: await docHits(bench.t.lang, String(query ?? '')), text: null };
    const text = await docText(bench.t.lang, String(page));
    if (text === undefined)
      throw new ToolError('not_found', bench.t('mcp.error.no_page'), {
        tool: 'search_docs',
        arguments: { query: String(page) },
      });
    return { hits: [], text };
  },
};

/** Everything that an agent may do, in the order in which it is listed. */
export const tools: readonly Tool[] = [
  startSimulator,
  account,
  writeEnv,
  addReceiver,
  ...sessionTools,
  transaction,
  list,
  ...webhookTools,
  clock,
  script,
  chaos,
  snapshot,
  searchDocs,
  practices,
];
