import { existsSync, readFileSync } from 'node:fs';
import { Agent, fetch, type RequestInit } from 'undici';
import { onTestFinished } from 'vitest';
import { type Program, root, startProgram } from './program.ts';
import { scratchFolder } from './scratch.ts';
import { PATIENCE_MS } from './sightings.ts';
import { type DemoAccount, startSimulator } from './simulator.ts';

type Environment = Readonly<Record<string, string>>;

/** A program of `test/field-clients`, which listens on a port of its own. */
export interface FieldClient extends Program {
  readonly url: string;
  /** A request as the customer of this program sends it; answers what the program says. */
  // biome-ignore lint/suspicious/noExplicitAny: each program answers in its own shapes
  ask(method: string, path: string, body?: unknown): Promise<any>;
}

/** A simulator with its demo account, seen by those who know no more of it than the contract. */
export interface FieldStage {
  readonly url: string;
  readonly account: DemoAccount;
  /** Starts a program that serves; `env` is what its own users would set. */
  serve(file: string, env: Environment): Promise<FieldClient>;
  /** Starts one that runs to its end. */
  run(file: string, env: Environment): Program;
  /** What the simulator itself says of a session. */
  status(id: string): Promise<string>;
  settings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** The payer's browser, as far as the redirect; answers where that leads. */
  pay(page: string, fields: Environment): Promise<string>;
}

/** Starts a simulator with these arguments; with `--tls`, programs trust its authority and check all certificates. */
export async function setFieldStage(args: readonly string[]): Promise<FieldStage> {
  const dataDir = scratchFolder();
  const { url, account } = await startSimulator({ dataDir, args: ['--accreditation-delay', '0', ...args] });
  const authority = `${dataDir}/tls/ca.pem`;
  const isTrusted = existsSync(authority);
  const trust = isTrusted && { NODE_EXTRA_CA_CERTS: authority, SSL_CERT_FILE: authority };
  const agent = new Agent(isTrusted ? { connect: { ca: readFileSync(authority) } } : {});
  onTestFinished(() => agent.close());
  const request = (address: string, init: RequestInit) =>
    fetch(address, { ...init, dispatcher: agent, redirect: 'manual' });
  const run = (file: string, env: Environment) =>
    startProgram(file.endsWith('.py') ? 'python3' : process.execPath, [`${root}test/field-clients/${file}`], {
      env: { PORT: '0', ...trust, ...env },
    });
  return {
    url,
    account,
    run,
    serve: async (file, env) => listening(file, run(file, env)),
    status: async (id) => {
      const headers = { authorization: `Bearer ${account.token}` };
      const answer = await request(`${url}/api/v1/ext/payment-sessions/status/${id}`, { headers });
      return ((await answer.json()) as { data: { status: string } }).data.status;
    },
    settings: async (settings) => {
      const answer = await request(`${url}/console/settings`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${account.console_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(settings),
      });
      if (answer.status !== 200) throw new Error(`settings: ${await answer.text()}`);
    },
    pay: async (page, fields) => {
      const form = { metodo: 'immediate_debit', tipo: 'V', cedula: '12345678', telefono: '04121234567' };
      const body = new URLSearchParams({ ...form, banco: '0102', ...fields });
      const answer = await request(page, { method: 'POST', body });
      return answer.headers.get('location') ?? `${answer.status}, and no redirect`;
    },
  };
}

/** Waits until it has said its address, with which its first line ends. */
async function listening(file: string, program: Program): Promise<FieldClient> {
  const ready = await Promise.race([
    program.lines.first((line) => line.includes(' on http://'), 'its address'),
    program.exited.then(({ code }) => {
      throw new Error(`${file} ended with ${code}: ${program.stderr()}`);
    }),
  ]);
  const url = ready.slice(ready.indexOf('http://'));
  return {
    ...program,
    url,
    ask: async (method, path, body) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return answer.json();
    },
  };
}
