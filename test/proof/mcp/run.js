/**
 * `npm run test:mcp`: runs the protocol's conformance suite against `sim mcp` (stdio) and `/mcp`, and prints
 * the result of each scenario. The suite supports neither tokens nor stdio, so a gateway adds them. It needs
 * Node 22. Exit code 1 if a scenario fails that we support, or passes that we don't.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/mcp-conformance');
const packages = [
  `node-${platform().replace('win32', 'win')}-${arch()}@22.23.3`,
  '@modelcontextprotocol/conformance@0.1.16',
];
const sim = join(root, 'bin/sim.js');
/** Why a scenario of the suite doesn't apply to us and must fail. */
const fixtures = 'a fixture of the suite, which no server has by itself';
const tools = 'no resources: its tools answer what there is to read';
const notOffered = {
  'logging-set-level': 'no log is sent',
  'completion-complete': 'no completion',
  'tools-call-image': fixtures,
  'tools-call-audio': fixtures,
  'tools-call-embedded-resource': fixtures,
  'tools-call-mixed-content': fixtures,
  'tools-call-with-logging': 'no log is sent',
  'tools-call-with-progress': 'each request has one answer',
  'tools-call-sampling': 'asks nothing of the client',
  'tools-call-elicitation': 'asks nothing of the client',
  'elicitation-sep1034-defaults': 'asks nothing of the client',
  'elicitation-sep1330-enums': 'asks nothing of the client',
  'server-sse-multiple-streams': 'each request has one answer, and nothing is held',
  'resources-list': tools,
  'resources-read-text': tools,
  'resources-read-binary': tools,
  'resources-templates-read': tools,
  'resources-subscribe': tools,
  'resources-unsubscribe': tools,
  'prompts-get-embedded-resource': fixtures,
  'prompts-get-with-image': fixtures,
};
const noOrigin = { 'dns-rebinding-protection': 'stdio has no origin' };

/** Names of the suite's own tools and prompts, replaced by similar ones of ours. */
const ours = {
  '"test_simple_prompt"': '"integrate"',
  '"test_simple_text"': '"practices"',
  '"test_error_handling"': '"get_session"',
  '"test_prompt_with_arguments"': '"why_refused"',
  '{"arg1":"testValue1","arg2":"testValue2"}': '{"delivery_id":"testValue1 testValue2"}',
};
const folder = mkdtempSync(join(tmpdir(), 'svc-simulator-mcp-'));

await install();
const simulator = start('start', '--json', '--quiet', '--port', '0', '--ephemeral');
try {
  const { url, account } = JSON.parse(await firstLine(simulator.stdout));
  const failures = [
    await judge('/mcp', notOffered, overHttp(url, account.token)),
    await judge('stdio', { ...notOffered, ...noOrigin }, overStdio()),
  ];
  process.exitCode = failures.some(Boolean) ? 1 : 0;
} finally {
  simulator.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function install() {
  if (existsSync(join(cache, 'node_modules/@modelcontextprotocol/conformance'))) return;
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'package.json'), '{ "private": true }\n');
  const words = ['install', '--silent', '--no-audit', '--no-fund', ...packages];
  await exitOf(spawn('npm', words, { cwd: cache, stdio: 'inherit' }));
}

function start(...words) {
  return spawn(process.execPath, [sim, ...words], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
}

function inOurWords(text) {
  return Object.entries(ours).reduce((translated, [theirs, own]) => translated.replaceAll(theirs, own), text);
}

/** Forwards the suite's requests to `/mcp`, with the account's token. */
function overHttp(url, token) {
  const server = createServer(async (incoming, outgoing) => {
    const { method, headers } = incoming;
    const text = inOurWords(Buffer.concat(await incoming.toArray()).toString());
    const { 'content-length': _, ...others } = headers;
    const requestHandle = request(
      `${url}/mcp`,
      { method, headers: { ...others, authorization: `Bearer ${token}` } },
      (answer) => {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
      },
    );
    requestHandle.end(text);
  });
  return { server, close: () => {} };
}

/** Forwards the suite's requests to `sim mcp`: each request is a line, and the line with its id responds. */
function overStdio() {
  const program = start('mcp');
  const waiting = new Map();
  createInterface({ input: program.stdout }).on('line', (line) => {
    const { id } = JSON.parse(line);
    waiting.get(id)?.(line);
    waiting.delete(id);
  });
  const server = createServer(async (incoming, outgoing) => {
    const text = inOurWords(Buffer.concat(await incoming.toArray()).toString());
    if (incoming.method !== 'POST') return outgoing.writeHead(405).end();
    const { id } = JSON.parse(text);
    program.stdin.write(`${text}\n`);
    if (id === undefined) return outgoing.writeHead(202).end();
    const line = await new Promise((resolve) => waiting.set(id, resolve));
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(line);
  });
  return { server, close: () => program.stdin.end() };
}

async function judge(name, doesNotApply, { server, close }) {
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${server.address().port}/mcp`;
  console.log(`\n${name}`);
  const suite = join(cache, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const node = join(cache, `node_modules/${packages[0].split('@')[0]}/bin/node`);
  const baseline = join(folder, 'does-not-apply.yml');
  const lines = Object.entries(doesNotApply).map(([scenario, why]) => `  - ${scenario} # ${why}`);
  writeFileSync(baseline, `server:\n${lines.join('\n')}\n`);
  const words = [suite, 'server', '--url', url, '--expected-failures', baseline];
  const code = await exitOf(spawn(node, words, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] }));
  close();
  server.close();
  return code !== 0;
}

async function firstLine(stream) {
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error('it has ended');
}

function exitOf(child) {
  return new Promise((resolve) => child.once('exit', resolve));
}
