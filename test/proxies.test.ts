import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { connectionFlags, openSession, type Place } from './support/api.ts';
import { type ForwardProxy, forwardProxy } from './support/forward-proxy.ts';
import { freePort, listenOnFreePort } from './support/listening.ts';
import { startSim } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { runSimHere, startSimHere } from './support/sim-here.ts';
import { simulatorOfFile, startSimulator } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';
import { until } from './support/until.ts';

type Env = Readonly<Record<string, string>>;

/**
 * A simulator at a host name that doesn't resolve on this machine, so it is reachable only through a proxy.
 */
interface Stage extends Place {
  readonly proxy: ForwardProxy;
  /** Variables that make clients trust the simulator's certificate; empty for http. */
  readonly env: Env;
}

// The tests share two simulators, one per scheme, but each test has its own proxy.
const plainHere = simulatorOfFile({ args: ['--accreditation-delay', '0', '--allow-host', 'sim.invalid'] });
const secureHere = simulatorOfFile({ args: ['--tls', '--public-url', 'https://sim.invalid'] });

async function plain(): Promise<Stage> {
  const simulator = await plainHere();
  const { port } = new URL(simulator.url);
  const proxy = await forwardProxy({ 'sim.invalid': Number(port) });
  return { proxy, url: `http://sim.invalid:${port}`, account: simulator.account, env: {} };
}

async function startTlsStage(): Promise<Stage> {
  const simulator = await secureHere();
  const proxy = await forwardProxy({ 'sim.invalid': Number(new URL(simulator.url).port) });
  const { ca_file } = JSON.parse(await simulator.lines.first((line) => line.startsWith('{')));
  const env = { NODE_EXTRA_CA_CERTS: ca_file };
  return { proxy, url: 'https://sim.invalid', account: simulator.account, env };
}

/** Node reads `NODE_EXTRA_CA_CERTS` only at its start, so a command that needs it runs in its own process. */
const startBy = (env: Env) => (env.NODE_EXTRA_CA_CERTS ? startSim : startSimHere);

async function list(stage: Stage, more: Env) {
  const env = { ...stage.env, ...more };
  const program = startBy(env)(['agreement', 'list', '--json', ...connectionFlags(stage)], { env });
  const { code } = await program.exited;
  return { code, stdout: program.stdout(), stderr: program.stderr() };
}

describe('a simulator that is reachable only through a proxy', () => {
  it.each(['HTTP_PROXY', 'all_proxy'])('receives calls through %s by http', async (name) => {
    const stage = await plain();
    const { code, stdout, stderr } = await list(stage, { [name]: stage.proxy.url });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject([{ agreement_id: stage.account.agreement_id }]);
    expect(stage.proxy.requests).toEqual([expect.stringMatching(`^GET ${stage.url}/api/v1/ext/agreements`)]);
  });

  it.each(['https_proxy', 'ALL_PROXY'])('receives calls through %s by https', async (name) => {
    const stage = await startTlsStage();
    const { code, stdout, stderr } = await list(stage, { [name]: stage.proxy.url });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect(stage.proxy.requests).toEqual(['CONNECT sim.invalid:443']);
  });

  it("sends the proxy's credentials", async () => {
    const stage = await plain();
    const url = stage.proxy.url.replace('//', '//ada:p%40ss@');
    expect(await list(stage, { HTTP_PROXY: url })).toMatchObject({ code: 0 });
    expect(stage.proxy.credentials).toEqual([`Basic ${Buffer.from('ada:p@ss').toString('base64')}`]);
  });

  it.each([
    ['http', plain, 'HTTP_PROXY'],
    ['https', startTlsStage, 'HTTPS_PROXY'],
  ])('streams its trace and relays its webhooks by %s', async (_scheme, stageOf, name) => {
    const stage = await stageOf();
    const { proxy } = stage;
    const env = { ...stage.env, [name]: proxy.url };
    const shop = await startReceiver();
    const relay = startBy(env)(['relay', '--port', String(shop.port), '--json', ...connectionFlags(stage)], {
      env,
    });
    await relay.lines.first((line) => line.includes('"connected"'));
    const follow = startBy(env)(['trace', '--follow', '--json', ...connectionFlags(stage)], { env });
    await follow.lines.first((line) => line.includes('"relay.connected"'));
    await until(() => proxy.requests.length > 2);
    const words = ['trigger', 'paid', '--webhook-url', 'http://localhost:1/hooks', ...connectionFlags(stage)];
    const payment = startBy(env)(words, { env });
    await payment.exited;
    expect(payment.stderr()).not.toContain('error');
    await shop.received.first(({ event }) => event === 'payment_session.paid');
    await follow.lines.first((line) => line.includes('"session.paid"'));
    expect(proxy.requests.filter((each) => !/sim\.invalid/.test(each))).toEqual([]);
    expect(proxy.requests).toContain(`CONNECT sim.invalid:${new URL(stage.url).port || '443'}`);
  });
});

describe('a failure of a proxy', () => {
  it('is reported with the URL of the unreachable proxy, without its credentials', async () => {
    const stage = await startTlsStage();
    const dead = `http://ada:secret@127.0.0.1:${await freePort()}`;
    const visibleProxy = dead.replace('ada:secret', '***');
    const { code, stderr } = await list(stage, { HTTPS_PROXY: dead });
    expect(code).toBe(3);
    expect(stderr).toContain(
      `https://sim.invalid through the proxy ${visibleProxy} (HTTPS_PROXY): cannot reach the proxy (ECONNREFUSED)`,
    );
    const relay = startSimHere(['relay', '--port', '1', ...connectionFlags(stage)], {
      env: { HTTPS_PROXY: dead },
    });
    await until(() => relay.stderr().includes('Retrying until it responds'));
    expect(relay.stderr()).toContain(
      `connecting to https://sim.invalid through the proxy ${visibleProxy} (HTTPS_PROXY)`,
    );
    expect(relay.stderr()).toContain(`ECONNREFUSED), through the proxy ${visibleProxy}`);
    expect(relay.stderr()).toContain('; check the proxy, or add the host to NO_PROXY.');
    for (const text of [stderr, relay.stderr()]) expect(text).not.toMatch(/ada|secret/);
  });

  it.each([
    ['http', plain, 'HTTP_PROXY'],
    ['https', startTlsStage, 'HTTPS_PROXY'],
  ])('is reported differently from a refusal of the simulator, by %s', async (_scheme, stageOf, name) => {
    const stage = await stageOf();
    const env = { ...stage.env, [name]: stage.proxy.url };
    stage.proxy.refuse(407);
    const wanting = await list(stage, env);
    expect(wanting.code).toBe(3);
    expect(wanting.stderr).toContain(`the proxy requires credentials (407): set them in ${name}`);
    stage.proxy.refuse(403);
    const refusal = await list(stage, env);
    expect(refusal.code).toBe(3);
    expect(refusal.stderr).toContain(
      `through the proxy ${stage.proxy.url} (${name}): the proxy returned 403`,
    );
    // Only a refused token would end the relay, so it keeps trying.
    const requestCount = stage.proxy.requests.length;
    const relay = startBy(env)(['relay', '--port', '1', ...connectionFlags(stage)], { env });
    const proxyName = `through the proxy ${stage.proxy.url} (${name})`;
    await until(() => relay.stderr().includes('(the proxy returned 403;'));
    await until(() => stage.proxy.requests.length >= requestCount + 2);
    stage.proxy.refuse(407);
    await until(() => relay.stderr().includes('(the proxy requires credentials (407)'));
    for (const line of relay
      .stderr()
      .split('\n')
      .filter((text) => text.startsWith('cannot connect')))
      expect(line).toContain(proxyName);
  });

  it('is reported with the status if an unknown proxy on the way responds', async () => {
    const between = createServer((_, response) =>
      response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end(),
    );
    const mock = `http://127.0.0.1:${await listenOnFreePort(between)}`;
    for (const words of [['health'], ['session', 'list', '--key', 'sim_api_x']]) {
      const { code, stderr } = await runSimHere([...words, '--mock', mock]);
      expect(code).toBe(3);
      expect(stderr).toContain(
        `${mock}: a proxy between this machine and the simulator requires a username and password (407)`,
      );
    }
  });

  it('is reported with the proxy if the host name is unknown, or if the certificate belongs to another host', async () => {
    const stage = await startTlsStage();
    const env = { HTTPS_PROXY: stage.proxy.url };
    const unknown = await list({ ...stage, url: 'https://other.invalid' }, env);
    expect(unknown.stderr).toContain(`the proxy ${stage.proxy.url} (HTTPS_PROXY): the proxy returned 502`);
    const untrusted = await list({ ...stage, env: {} }, env);
    expect(untrusted.code).toBe(3);
    expect(untrusted.stderr).toMatch(
      /through the proxy .*: its certificate is signed by an unknown authority \(\w+\)/,
    );
  });

  it("is reported with the variable that isn't an http or https URL", async () => {
    const stage = await plain();
    for (const words of [
      ['agreement', 'list'],
      ['relay', '--port', '1'],
    ]) {
      const { code, stderr } = await runSimHere([...words, ...connectionFlags(stage)], {
        env: { ALL_PROXY: 'socks5://127.0.0.1:1' },
      });
      expect(code).toBe(2);
      expect(stderr).toContain("ALL_PROXY isn't an http or https proxy");
      expect(stderr).toContain('add sim.invalid to NO_PROXY');
    }
  });
});

describe('a direct connection', () => {
  it('is used for hosts in NO_PROXY', async () => {
    const stage = await plain();
    const { code, stderr } = await list(stage, { HTTP_PROXY: stage.proxy.url, NO_PROXY: 'corp,.invalid' });
    expect(code).toBe(3);
    expect(stderr).toMatch(/unknown host name \((ENOTFOUND|EAI_AGAIN)\)/);
    expect(stderr).not.toContain('proxy');
    expect(stage.proxy.requests).toEqual([]);
  });

  it('is used for simulators of this machine, and for every webhook', async () => {
    const proxy = await forwardProxy({});
    const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, ALL_PROXY: proxy.url };
    const simulator = await startSimulator({
      env,
      args: ['--accreditation-delay', '0', '--allow-host', 'sim.invalid'],
    });
    const { url, account } = simulator;
    const stage = { proxy, url, account, env };
    expect(await list(stage, env)).toMatchObject({ code: 0 });
    const trace = await followTrace(simulator);
    for (const webhook_url of ['http://shop.invalid/hooks', 'https://shop.invalid/hooks'])
      await openSession(simulator, { webhook_url });
    await trace.atLeast(
      2,
      ({ type, data }) => type === 'webhook.attempted' && data.error !== null,
      'attempts',
    );
    const relay = startSimHere(
      ['relay', '--forward-to', 'http://shop.invalid/', '--json', ...connectionFlags(stage)],
      { env },
    );
    await relay.lines.first((line) => line.includes('"connected"'));
    await openSession(simulator, { webhook_url: 'http://localhost:1/' });
    await relay.lines.first((line) => /"webhook".*(ENOTFOUND|EAI_AGAIN)/.test(line));
    expect(proxy.requests).toEqual([]);
  });
});
