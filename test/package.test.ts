import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/api.ts';
import { DocPage } from './support/doc-page.ts';
import { type PackedPackage, packInto, unpackInto } from './support/package.ts';
import { root, startProgram, stdoutOf } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';

describe('the packed package', () => {
  const packDirectory = mkdtempSync(join(tmpdir(), 'svc-simulator-package-'));
  let packedPackage: PackedPackage;
  beforeAll(async () => {
    packedPackage = await packInto(packDirectory);
  });
  afterAll(() => rmSync(packDirectory, { recursive: true }));

  it('runs in an empty directory without other packages', async () => {
    const folder = scratchFolder();
    const { binary } = await unpackInto(folder, packedPackage);
    const simulator = startProgram(process.execPath, [binary, 'start', '--json', '--port', '0'], {
      cwd: folder,
    });
    const { url } = JSON.parse(await simulator.lines.first((line) => line.startsWith('{'), 'the ready line'));
    expect((await call(url, 'GET', '/health')).status).toBe(200);
    const pages = ['/docs/concepts?lang=es', '/docs/api/createButtonSession?lang=es'];
    const htmls = await Promise.all(pages.map(async (path) => (await fetch(url + path)).text()));
    expect(htmls[0]).toContain('<h1 id="conceptos">');
    expect(htmls[1]).toContain('/api/v1/ext/payment-sessions/buttons');
    const creation = await stdoutOf(
      startProgram(process.execPath, [binary, 'session', 'create', '--json'], { cwd: folder }),
    );
    expect(JSON.parse(creation)).toMatchObject({ status: 'pending' });
    expect((await simulator.stop()).code).toBe(0);
  });

  it('stays small, and needs no build step when it is installed', () => {
    expect(packedPackage.unpackedSize).toBeLessThan(4_800_000);
    expect(packedPackage.paths.filter((path) => /binding\.gyp|\.node$/.test(path))).toEqual([]);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    expect([dependencies, optionalDependencies]).toEqual([undefined, undefined]);
  });

  /** Runs the commands of docs/LANGUAGE/init.md, each changed by `transform`, and returns their output. */
  async function follow(cwd: string, language: 'en' | 'es', transform: (command: string) => string) {
    const env = { LANG: { en: 'C.UTF-8', es: 'es_VE.UTF-8' }[language] };
    const transcript = new DocPage('init.md', language).block('console', 'npm install');
    let all = '';
    for (const [, command = '', shown = ''] of transcript.matchAll(/^\$ (.*)\n((?:[^$].*\n)*)/gm)) {
      const commandWithReporter = command.replace('--test', '--test --test-reporter spec');
      const run = startProgram('bash', ['-c', transform(commandWithReporter)], { cwd, env });
      const output = (await stdoutOf(run)).replace(/ in \d+m?s$| \([\d.]+ms\)$/gm, '');
      for (const line of shown.trimEnd().split('\n')) expect(output.split('\n'), command).toContain(line);
      all += run.stdout() + run.stderr();
    }
    return all;
  }

  it('supports the steps of docs/en/init.md in an empty directory, as svc-simulator and as sim', async () => {
    const folder = scratchFolder();
    copyFileSync(packedPackage.tarball, join(folder, basename(packedPackage.tarball)));
    const offline = { 'npm install': 'npm install --offline --no-audit', npx: 'npx --no --offline' };
    const output = await follow(folder, 'en', (command) =>
      command.replace(/^npm install|^npx/, (name) => offline[name as keyof typeof offline]),
    );
    // npm must have nothing to warn about.
    expect(output).not.toMatch(/scripts/);
    for (const [command = '', ...words] of [
      ['npx', '--no', '--offline', 'svc-simulator', '--version'],
      [`${folder}/node_modules/.bin/sim`, 'version'],
    ]) {
      expect(await stdoutOf(startProgram(command, words, { cwd: folder }))).toMatch(/^\d+\.\d+\.\d+\n$/);
    }
  });

  it('supports the steps of docs/es/init.md once it is installed', async () => {
    const folder = scratchFolder();
    const { binary } = await unpackInto(folder, packedPackage);
    copyFileSync(packedPackage.tarball, join(folder, basename(packedPackage.tarball)));
    writeFileSync(`${folder}/package.json`, '{}');
    await follow(folder, 'es', (command) =>
      command.replace(/^npm install.*/, 'echo added 1 package').replace('npx sim', `node ${binary}`),
    );
  });

  it('lists every package that has an install script in allowScripts', () => {
    const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
    const { allowScripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    const withScripts = Object.entries<{ hasInstallScript?: boolean; optional?: boolean }>(packages)
      .filter(([place, { hasInstallScript }]) => place !== '' && hasInstallScript)
      .map(([place]) => place.replace(/^.*node_modules\//, ''));
    expect(withScripts.filter((name) => allowScripts[name] === undefined && name !== 'fsevents')).toEqual([]);
  });

  it('starts simulators in tests with import, with require, and in the sandbox of a test runner', async () => {
    const folder = scratchFolder();
    await unpackInto(folder, packedPackage);
    const files = {
      'import.mjs': `import { startSimulator } from 'svc-simulator/testing';\n${payProgram}`,
      'require.cjs': `const { startSimulator } = require('svc-simulator/testing');\n${payProgram}`,
      'sandbox.cjs': `const { startSimulator } = (${sandboxed})(require);\n${payProgram}`,
      'both.mjs': `
        import { createRequire } from 'node:module';
        import * as imported from 'svc-simulator/testing';
        const required = createRequire(import.meta.url)('svc-simulator/testing');
        console.log(imported.startSimulator === required.startSimulator ? 'delivered' : 'two of them');`,
    };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(`${folder}/${name}`, text);
      const output = await stdoutOf(startProgram(process.execPath, [name], { cwd: folder }));
      expect(output, name).toMatch(/^(unsent|delivered)\n$/);
    }
  });

  it('verifies webhooks and calls the API with import and with require, from bundles that import nothing', async () => {
    const folder = scratchFolder();
    await unpackInto(folder, packedPackage);
    const names = ['webhooks', 'client'];
    const imports = names.map((name) => `import * as ${name} from 'svc-simulator/${name}';\n`).join('');
    const requires = names.map((name) => `const ${name} = require('svc-simulator/${name}');\n`).join('');
    writeFileSync(`${folder}/import.mjs`, imports + verifyProgram);
    writeFileSync(`${folder}/require.cjs`, requires + verifyProgram);
    for (const name of ['import.mjs', 'require.cjs']) {
      const output = await stdoutOf(startProgram(process.execPath, [name], { cwd: folder }));
      expect(output, name).toBe('paid paid paid paid body_parsed signature_raw_body UnreachableError\n');
    }
    for (const file of ['webhooks.mjs', 'webhooks.cjs', 'client.mjs', 'client.cjs']) {
      // The texts `"Buffer"` and `JSON.stringify(Buffer)` are a receiver's mistake, not a use of Node.js's `Buffer`.
      const others = /\brequire\(|\bimport\b|node:|instanceof Buffer|(?<![Aa]rray)Buffer(?![\\"'`)])/g;
      expect(readFileSync(`${root}dist/${file}`, 'utf8').match(others), `${file} needs nothing else`).toBe(
        null,
      );
    }
  });

  it('contains types for ES modules and CommonJS that compile in strict mode without other packages', async () => {
    const folder = scratchFolder();
    await unpackInto(folder, packedPackage);
    for (const name of ['types.mts', 'types.cts']) writeFileSync(`${folder}/${name}`, typedProgram);
    writeFileSync(`${folder}/page.mts`, new DocPage('api-reference.md').block('ts', 'svc-simulator/client'));
    // For the module resolution of older projects, which ignores `exports` in package.json.
    writeFileSync(`${folder}/former.ts`, typedProgram);
    const common = {
      strict: true,
      target: 'es2022',
      types: ['node'],
      typeRoots: [`${root}node_modules/@types`],
    };
    const checks = [
      {
        options: { ...common, exactOptionalPropertyTypes: true, module: 'nodenext' },
        files: ['types.mts', 'types.cts', 'page.mts'],
      },
      { options: { ...common, module: 'commonjs', moduleResolution: 'node10' }, files: ['former.ts'] },
    ];
    const words = [`${root}test/support/type-faults.js`, JSON.stringify(checks)];
    const run = startProgram(process.execPath, words, { cwd: folder });
    await stdoutOf(run);
    const [found = [], older = []] = run.lines.all.map((line) => JSON.parse(line) as string[]);
    // Only the lines marked `wrong` must have type errors.
    const wrong = [...typedProgram.split('\n').entries()].filter(([, text]) => text.includes('wrong'));
    const at = (file: string) => wrong.map(([index]) => `${file}(${index + 1})`);
    const places = (lines: readonly string[]) => lines.map((line) => line.replace(/: .*/s, ''));
    expect(places(found).sort(), found.join('\n')).toEqual([...at('types.cts'), ...at('types.mts')].sort());
    expect(places(older), older.join('\n')).toEqual(at('former.ts'));
  });
});

const payProgram = `
(async () => {
  const sim = await startSimulator({ timeoutMs: 30_000 });
  const session = await sim.session.create();
  await sim.session.pay(session);
  const { state } = await sim.webhooks.waitFor('payment_session.accredited', { session });
  await sim.close();
  console.log(state);
})();`;

/**
 * Loads the package like Jest: in its own context, with Node's globals but other JavaScript built-ins, and
 * without import().
 */
const sandboxed = `function (require) {
  const { readFileSync } = require('node:fs');
  const { createRequire } = require('node:module');
  const { dirname } = require('node:path');
  const vm = require('node:vm');
  const context = vm.createContext({});
  const own = new Set(vm.runInContext('Object.getOwnPropertyNames(globalThis)', context));
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!own.has(name)) context[name] = globalThis[name];
  Object.assign(context, { Uint8Array, ArrayBuffer });
  vm.runInContext('globalThis.global = globalThis', context);
  const loaded = new Map();
  const load = (file) => {
    if (!file.endsWith('.cjs')) return require(file);
    if (!loaded.has(file)) {
      const module = { exports: {} };
      loaded.set(file, module);
      const wrapped = '(function (module, exports, require, __filename, __dirname) {' + readFileSync(file, 'utf8') + '\\n})';
      const from = createRequire(file);
      const resolved = (name) => (name.startsWith('.') ? load(from.resolve(name)) : from(name));
      new vm.Script(wrapped, { filename: file }).runInContext(context)(module, module.exports, resolved, file, dirname(file));
    }
    return loaded.get(file).exports;
  };
  return load(require.resolve('svc-simulator/testing'));
}`;

/** Verifies a webhook signed with openssl. Receivers that parse the body first must get an explanation. */
const verifyProgram = `
const text = '{"event":"payment_session.paid","session_payment":{"id":"7d444840-9dc0-41d1-b245-5ffdce74fad2","amount_reference":25.5}}';
const received = {
  headers: {
    'SVC-Signature': '00cab0f4930555f3c8f704ba315ab195d883f31195b92be17d9145d008db423f',
    'SVC-Timestamp': '2026-11-20T21:27:00.000Z',
    'Idempotency-Key': 'k',
  },
  secret: 'whsec_4pQ0vYd9o2nS7bXk1mTz8cWe3rUi6hLa',
  now: Date.parse('2026-11-20T21:27:00.000Z'),
};
(async () => {
  const bytes = new TextEncoder().encode(text);
  const pretty = JSON.stringify(JSON.parse(text), null, 1);
  const said = [];
  for (const body of [text, Buffer.from(text), bytes, bytes.buffer, JSON.parse(text), pretty])
    said.push(await webhooks.verifyWebhook({ ...received, body }).then(
      ({ event }) => event.split('.')[1],
      (error) => (error instanceof webhooks.WebhookError ? error.code : error),
    ));
  const { call } = client.createClient({ baseUrl: 'http://127.0.0.1:1' });
  said.push(await call('getHealth').catch((error) => error instanceof client.UnreachableError && error.name));
  console.log(said.join(' '));
})();`;

const typedProgram = `
import { createClient, ProblemError, type DataOf } from 'svc-simulator/client';
import { nodeHandler, verifyWebhook, WebhookError, type WebhookEvent } from 'svc-simulator/webhooks';
import { createServer, type IncomingMessage } from 'node:http';
import { SimulatorAssertionError, startSimulator, type TestAccount, type Webhook } from 'svc-simulator/testing';

export async function test(): Promise<string> {
  const sim = await startSimulator({ accreditationDelayMs: 0 });
  const account: TestAccount = await sim.account();
  const { id } = await account.session.create({ amount_reference: 1, webhook_url: 'http://localhost:3000/' });
  const webhook: Webhook = await account.webhooks.waitFor('payment_session.paid', { session: id, timeoutMs: 10 });
  await account.webhooks.waitFor('payment_session.payed'); // wrong
  await sim[Symbol.asyncDispose]();
  return webhook.body.session_payment.status + new SimulatorAssertionError('x').message;
}

export async function pay(token: string): Promise<string> {
  const { call } = createClient({ baseUrl: 'http://localhost:4010', token });
  const session_id = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
  try {
    const { data }: { data: DataOf<'getSessionStatus'> } = await call('getSessionStatus', { params: { session_id } });
    await call('getSessionStatus'); // wrong
    await call('getSessionState', { params: { session_id } }); // wrong
    await call('forceOutcome', { params: { session_id }, body: { leg: 1, outcome: 'paid' } });
    await call('forceOutcome', { params: { session_id }, body: { leg: 1, outcome: 'payed' } }); // wrong
    const { nextCursor } = await call('getTrace', { query: { type: 'session.paid', limit: 10 } });
    return data.session_payment.user_message + (nextCursor ?? '') + (await call('getHealth')).data.status;
  } catch (error) {
    return error instanceof ProblemError ? error.errors.map(({ pointer }) => pointer).join() : String(error);
  }
}

function onEvent(event: WebhookEvent): number {
  if (event.event === 'payment_session.accredited') return event.receiver_credits_summary.total_amount_ves;
  if (event.event === 'payment_session.payed') return 0; // wrong
  if (event.event === 'payment_session.paid') return event.payment_details.amount_ves;
  return event.payment_details.amount_ves; // wrong
}

export async function receive({ headers }: IncomingMessage, body: Buffer): Promise<string> {
  const secret = process.env.WEBHOOK_SECRET;
  createServer(nodeHandler({ secret, onEvent }));
  try {
    return (await verifyWebhook({ headers, body, secret })).session_payment.id;
  } catch (error) {
    if (error instanceof WebhookError && error.code === 'signature_secret') return error.message;
    await verifyWebhook({ headers: new Headers(), body: '', secret, mode: 'sha1' }); // wrong
    throw error;
  }
}
`;
